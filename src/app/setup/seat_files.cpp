// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/setup/seat_files.hpp"

#include "acts/settings.hpp"
#include "files/files.hpp"
#include "files/profile_path.hpp"

#include <cstdlib>

namespace ansage::app {

using base::Error;
using base::Result;
namespace fs = std::filesystem;

namespace {

fs::path seats_directory() {
    if (const char* config = std::getenv("XDG_CONFIG_HOME"); config != nullptr && *config != '\0')
        return fs::path{config} / "ansage/seats";
    const char* home = std::getenv("HOME");
    return fs::path{home == nullptr ? "." : home} / ".config/ansage/seats";
}

// "Anna Schmidt" is anna-schmidt; a name without plain letters is still a file.
std::string file_name(const std::string& name) {
    std::string result;
    for (const char letter : name) {
        const bool upper = letter >= 'A' && letter <= 'Z';
        const bool plain =
            (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9') || upper;
        if (plain) result += upper ? static_cast<char>(letter - 'A' + 'a') : letter;
        else if (!result.empty() && result.back() != '-') result += '-';
    }
    while (result.ends_with('-')) result.pop_back();
    return result.empty() ? "me" : result;
}

// Whatever somebody wrote there is known again as far as it can be read.
std::optional<profiles::SeatProfile> read_again(const fs::path& path) {
    const auto seat =
        profiles::Document::read(path).and_then([](const profiles::Document& document) {
            return profiles::load_seat(document, acts::seat_keys());
        });
    return seat ? std::optional{*seat} : std::nullopt;
}

Result<void, Error> check_seat(const profiles::SeatProfile& seat) {
    acts::TableHeader header = acts::default_header();
    Result<void, Error> checked = acts::read_seat(seat.seat).map([](const table::Seat&) {});
    for (const acts::TableSetting& row : acts::table_settings()) {
        const auto habit = row.seat_key == row.name ? seat.habit(row.seat_key) : std::nullopt;
        if (habit && row.name != "language") // which stands there without its listener
            checked = checked.and_then([&] { return row.access.read(header, *habit); });
    }
    return checked;
}

} // namespace

Result<profiles::SeatProfile, Error> load_seat(const profiles::Document& document) {
    return profiles::load_seat(document, acts::seat_keys())
        .and_then([&](const profiles::SeatProfile& seat) {
            return check_seat(seat).map([&] { return seat; }).map_error([&](Error error) {
                error.where = document.file();
                return error;
            });
        });
}

bool names_seat_file(const std::string& value) {
    return !value.empty() && value.find_first_of(" \t") == std::string::npos;
}

Result<profiles::SeatProfile, Error>
read_seat_file(const std::string& name, const std::string& data) {
    return files::data_directories(data.empty() ? std::nullopt : std::optional{data})
        .and_then([&](const auto& directories) {
            return files::find_profile(directories, files::ProfileKind::seats, name);
        })
        .and_then([](const fs::path& path) { return profiles::Document::read(path); })
        .and_then(load_seat);
}

std::optional<profiles::SeatProfile> last_seat() {
    std::optional<fs::path> newest;
    std::error_code ignored;
    for (const fs::directory_entry& entry : fs::directory_iterator{seats_directory(), ignored}) {
        const bool is_seat = entry.path().extension() == ".toml";
        if (is_seat &&
            (!newest || fs::last_write_time(entry, ignored) > fs::last_write_time(*newest, ignored)
            ))
            newest = entry.path();
    }
    return newest ? read_again(*newest) : std::nullopt;
}

Result<fs::path, Error> remember_seat(const profiles::SeatProfile& seat) {
    fs::path file = seats_directory() / (file_name(seat.habit("name").value_or("")) + ".toml");
    std::error_code error;
    fs::create_directories(file.parent_path(), error);
    if (auto written = files::write_file(file, profiles::to_toml(seat)); !written)
        return tl::unexpected(written.error());
    return file;
}

} // namespace ansage::app
