// SPDX-License-Identifier: GPL-3.0-or-later
// Who hears through what: the file that `doctor` writes, and the options of a command over it.
#pragma once

#include "base/result.hpp"
#include "speech/ears.hpp"
#include "terminal/options.hpp"

#include <array>
#include <filesystem>
#include <string>
#include <string_view>

namespace ansage::telling {

struct EarOption {
    std::string_view name; // of the option
    speech::Audience audience{};
};

inline constexpr std::array ear_options{
    EarOption{"white-ear", speech::Audience::ear_white},
    EarOption{"black-ear", speech::Audience::ear_black},
    EarOption{"assistant-ear", speech::Audience::assistant},
    EarOption{"arbiter-ear", speech::Audience::arbiter},
};

// --white-ear and the others, and --ears.
terminal::Options& add_ear_options(terminal::Options& options);

// ~/.config/ansage/devices/ears.toml (XDG_CONFIG_HOME).
std::filesystem::path ears_file();

// What is kept there; nobody's ear if there is no such file.
[[nodiscard]] base::Result<speech::Ears, base::Error> kept_ears();
[[nodiscard]] base::Result<void, base::Error>
keep_ears(const speech::Ears& ears, const std::filesystem::path& file = ears_file());

// "DEVICE side=left rate=300 pitch=60 volume=120 say=few": whatever is left out stays as in
// `before`. A device's name may have blanks; "default" is the system's default device, "none" is
// left to the caller.
[[nodiscard]] base::Result<speech::Ear, base::Error>
parse_ear(std::string_view text, const speech::Ear& before);

// The ears file, if there is one or --ears names one, with what the options say.
[[nodiscard]] base::Result<speech::Ears, base::Error> ears_given(const terminal::Arguments& given);

// What goes to an ear never goes to the room or to another ear (D.2.10): no two of them may share a
// device and a side of it.
[[nodiscard]] base::Result<void, base::Error> check_ears(const speech::Ears& ears);

} // namespace ansage::telling
