// SPDX-License-Identifier: GPL-3.0-or-later
// Settings of one's own, named as the options: variables ANSAGE_... and the file ansage.conf. The
// command line goes before the variables, and these before the file.
#pragma once

#include "terminal/options.hpp"

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ansage::terminal {

struct OwnSetting {
    std::string command{}; // of its section, such as [clock]; empty: of every command that has it
    std::string name; // the option's
    std::string value;
    std::string where; // the variable, or file and line
};

// "ANSAGE_WHITE_EAR" of white-ear.
std::string variable_of(std::string_view option);

// ~/.config/ansage/ansage.conf (XDG_CONFIG_HOME). It need not be there.
std::filesystem::path settings_file();

// Every variable ANSAGE_... that is not empty and says no other thing; nobody has checked the
// names.
std::vector<OwnSetting> settings_of_environment();

// The same of the file; none if there is no file.
[[nodiscard]] base::Result<std::vector<OwnSetting>, base::Error> settings_of_file();
[[nodiscard]] base::Result<std::vector<OwnSetting>, base::Error>
read_settings(std::string_view text, const std::string& file);

// Variables ANSAGE_... that are no setting of any command: most likely misspelt.
std::vector<std::string> unknown_variables(std::span<const Options> commands);

} // namespace ansage::terminal
