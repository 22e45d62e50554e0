// SPDX-License-Identifier: GPL-3.0-or-later
#include "speech/portaudio/choose.hpp"

#include <algorithm>
#include <vector>

namespace ansage::speech::portaudio {

namespace {

template <class Fits>
std::optional<std::size_t> only_one(std::span<const std::string> devices, Fits fits) {
    std::vector<std::size_t> found;
    for (std::size_t index = 0; index < devices.size(); ++index)
        if (fits(devices[index])) found.push_back(index);
    return found.size() == 1 ? std::optional{found.front()} : std::nullopt;
}

} // namespace

std::optional<std::size_t> choose(std::span<const std::string> devices, std::string_view name) {
    const auto whole = std::ranges::find(devices, name);
    if (whole != devices.end()) return static_cast<std::size_t>(whole - devices.begin());
    return only_one(devices, [name](const std::string& device) {
        return device.find(name) != std::string::npos;
    });
}

std::string_view without_number(std::string_view name) {
    return name.substr(0, name.rfind(" (hw:"));
}

std::optional<std::size_t> choose_again(
    std::span<const std::string> devices, std::string_view name, std::span<const std::string> before
) {
    if (const auto same = choose(devices, name)) return same;
    const std::string_view card = without_number(name);
    if (card == name) return std::nullopt;
    return only_one(devices, [&](const std::string& device) {
        return without_number(device) == card && std::ranges::find(before, device) == before.end();
    });
}

} // namespace ansage::speech::portaudio
