// SPDX-License-Identifier: GPL-3.0-or-later
#include "devices/transport/hid.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <fstream>
#include <optional>

namespace ansage::devices {
namespace {

// "HID_ID=0003:00002D80:00008003" and "HID_NAME=..." of the device's description.
std::optional<HidInfo> read_description(const std::filesystem::path& folder) {
    std::ifstream file(folder / "device" / "uevent");
    HidInfo info{.path = "/dev/" + folder.filename().string()};
    bool is_known = false;
    for (std::string line; std::getline(file, line);) {
        constexpr std::string_view id = "HID_ID=";
        constexpr std::string_view name = "HID_NAME=";
        constexpr std::size_t bus = 5; // "0003:"
        const std::string_view text{line};
        if (text.starts_with(name)) {
            info.name = text.substr(name.size());
        } else if (text.starts_with(id) && text.size() == id.size() + bus + 17) {
            const auto vendor =
                base::parse_number<std::uint16_t>(text.substr(id.size() + bus, 8), 16);
            const auto product =
                base::parse_number<std::uint16_t>(text.substr(id.size() + bus + 9, 8), 16);
            is_known = vendor && product;
            info.vendor = vendor.value_or(0);
            info.product = product.value_or(0);
        }
    }
    return is_known ? std::optional{info} : std::nullopt;
}

} // namespace

std::vector<HidInfo> list_hid(const std::filesystem::path& devices) {
    std::vector<HidInfo> infos;
    std::error_code none;
    for (const auto& entry : std::filesystem::directory_iterator(devices, none))
        if (auto info = read_description(entry.path())) infos.push_back(*std::move(info));
    std::ranges::sort(infos, {}, &HidInfo::path);
    return infos;
}

base::Result<Stream, base::Error> open_hid(const std::string& path) {
    Descriptor device(::open(path.c_str(), O_RDWR | O_NOCTTY | O_CLOEXEC));
    if (!device.is_open()) {
        const bool is_forbidden = errno == EACCES || errno == EPERM;
        return tl::unexpected(base::Error{
            base::phrase("cannot open the device ({})", base::system_words(errno)),
            path,
            is_forbidden
                ? base::phrase("a udev rule has to give it to your user, as Ansage's own do")
                : base::phrase("'ansage board list' shows the devices that are there")});
    }
    return Stream{std::move(device)};
}

} // namespace ansage::devices
