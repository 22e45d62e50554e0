// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/doctor/holders.hpp"

#include <charconv>
#include <fstream>
#include <functional>
#include <system_error>
#include <unistd.h>

namespace ansage::app {

namespace fs = std::filesystem;

namespace {

std::optional<long> process_number(const fs::path& folder) {
    const std::string name = folder.filename().string();
    long number = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
    const bool whole = error == std::errc{} && end == name.data() + name.size();
    return whole ? std::optional{number} : std::nullopt;
}

std::string name_of(const fs::path& process) {
    std::ifstream file{process / "comm"};
    std::string name;
    std::getline(file, name);
    return name;
}

bool has_open(const fs::path& process, const fs::path& device) {
    std::error_code error;
    fs::directory_iterator each{process / "fd", error};
    for (; !error && each != fs::directory_iterator{}; each.increment(error)) {
        std::error_code gone;
        if (fs::read_symlink(each->path(), gone) == device) return true;
    }
    return false;
}

std::optional<Holder>
first_process(const fs::path& proc, const std::function<bool(const fs::path&)>& is_wanted) {
    std::error_code error;
    fs::directory_iterator each{proc, error};
    for (; !error && each != fs::directory_iterator{}; each.increment(error)) {
        const auto number = process_number(each->path());
        if (number && *number != ::getpid() && is_wanted(each->path()))
            return Holder{.process = *number, .name = name_of(each->path())};
    }
    return std::nullopt;
}

} // namespace

std::optional<Holder> holder_of(const fs::path& device, const fs::path& proc) {
    return first_process(proc, [&](const fs::path& process) { return has_open(process, device); });
}

std::optional<Holder> program_called(const std::string& name, const fs::path& proc) {
    return first_process(proc, [&](const fs::path& process) { return name_of(process) == name; });
}

} // namespace ansage::app
