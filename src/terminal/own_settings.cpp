// SPDX-License-Identifier: GPL-3.0-or-later
#include "terminal/own_settings.hpp"

#include "base/text.hpp"
#include "base/try.hpp"
#include "files/files.hpp"
#include "files/profile_path.hpp"
#include "terminal/output.hpp"

#include <boost/program_options/errors.hpp>
#include <boost/program_options/option.hpp>
#include <boost/program_options/options_description.hpp>
#include <boost/program_options/parsers.hpp>

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <sstream>

namespace ansage::terminal {

namespace po = boost::program_options;
using base::Error;
using base::Result;

namespace {

constexpr std::string_view prefix = "ANSAGE_";

// Where profiles lie; what the launcher and the tests are told.
constexpr std::array<std::string_view, 4> other_variables{
    "ANSAGE_DATA", "ANSAGE_NO_INSTALL", "ANSAGE_BUILD", "ANSAGE_ROOT"};

// "white-ear" of ANSAGE_WHITE_EAR; empty: it is no setting, or not ours.
std::string option_of(const std::string& variable) {
    const bool is_other = std::ranges::find(other_variables, variable) != other_variables.end();
    if (!variable.starts_with(prefix) || is_other) return {};
    std::string option = variable.substr(prefix.size());
    for (char& letter : option) {
        if (letter == '_') letter = '-';
        else if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
    }
    return option;
}

// The mode of [play] is play.mode to the library.
OwnSetting setting_of(const po::option& option, std::string where) {
    const std::string& key = option.string_key;
    const std::size_t dot = key.find('.');
    return {
        .command = dot == std::string::npos ? "" : key.substr(0, dot),
        .name = dot == std::string::npos ? key : key.substr(dot + 1),
        .value = option.value.front(),
        .where = std::move(where)};
}

} // namespace

std::string variable_of(std::string_view option) {
    std::string variable{prefix};
    for (const char letter : option) {
        const bool is_small = letter >= 'a' && letter <= 'z';
        variable += letter == '-' ? '_' : is_small ? static_cast<char>(letter - 'a' + 'A') : letter;
    }
    return variable;
}

std::filesystem::path settings_file() { return files::user_directory() / "ansage.conf"; }

std::vector<OwnSetting> settings_of_environment() {
    std::vector<OwnSetting> settings;
    const po::options_description nothing;
    for (const po::option& option : po::parse_environment(nothing, option_of).options) {
        const bool is_set = !option.value.front().empty(); // an empty one counts as none
        if (is_set) settings.push_back(setting_of(option, variable_of(option.string_key)));
    }
    return settings;
}

Result<std::vector<OwnSetting>, Error> settings_of_file() {
    const auto file = settings_file();
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored)) return std::vector<OwnSetting>{};
    const auto read = ANSAGE_TRY(files::read_text(file));
    print_warning(read.remark);
    return read_settings(read.text, file.string());
}

// A line at a time, after the line of its section, for the library does not tell where it is.
Result<std::vector<OwnSetting>, Error>
read_settings(std::string_view text, const std::string& file) {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
    std::vector<OwnSetting> settings;
    std::string section;
    const po::options_description nothing;
    for (unsigned number = 1; !text.empty(); ++number) {
        const std::string line{base::take_until(text, '\n')};
        const std::string where = fmt::format("{}:{}", file, number);
        std::istringstream lines{section + line};
        try {
            const auto parsed = po::parse_config_file(lines, nothing, true);
            for (const po::option& option : parsed.options)
                settings.push_back(setting_of(option, where));
            const std::size_t start = line.find_first_not_of(" \t");
            const bool is_section = start != std::string::npos && line[start] == '[';
            if (is_section && parsed.options.empty()) section = line + '\n';
        } catch (const po::invalid_config_file_syntax&) {
            return tl::unexpected(Error{
                base::phrase("\"{}\" is no setting", printable(line)),
                where,
                base::phrase("write NAME = VALUE")});
        }
    }
    return settings;
}

std::vector<std::string> unknown_variables(std::span<const Options> commands) {
    std::vector<std::string> unknown;
    for (const OwnSetting& setting : settings_of_environment()) {
        const bool is_known = std::ranges::any_of(commands, [&](const Options& command) {
            return command.has_setting(setting.name);
        });
        if (!is_known) unknown.push_back(setting.where);
    }
    return unknown;
}

} // namespace ansage::terminal
