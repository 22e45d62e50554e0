// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/doctor_settings.hpp"

#include "app/commands/commands.hpp"
#include "app/setup/seat_files.hpp"
#include "terminal/options.hpp"
#include "terminal/own_settings.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace ansage::app {

namespace {

using terminal::Arguments;
using terminal::Options;

// What commands have alike is told once.
struct Setting {
    std::string name;
    std::string value;
    std::string where;

    bool operator<(const Setting& other) const {
        return std::tie(name, value, where) < std::tie(other.name, other.value, other.where);
    }
};

std::string value_of(const Arguments& settings, const Options& command, const std::string& name) {
    const bool is_flag = command.find(name)->kind == Options::Kind::flag;
    if (is_flag) return settings.has(name) ? "yes" : "no";
    return settings.value(name).value_or("");
}

void tell_fact(
    const wording::Catalogue& in,
    const Tell& tell,
    const std::string& what,
    const std::string& value,
    const std::string& where
) {
    const std::string fact = in.sentence(
        "doctor.setting",
        {{"text", terminal::printable(what)},
         {"words", terminal::printable(value)},
         {"where", terminal::printable(where)}}
    );
    tell({.part = "setting", .fact = fact, .fault = {}});
}

// The commands among which a setting differs, as the file's sections have it.
std::string called(
    const std::string& name, const std::vector<std::string>& of, std::span<const Options> commands
) {
    const auto all = std::ranges::count_if(commands, [&](const Options& command) {
        return command.has_setting(name);
    });
    const bool is_of_all = static_cast<std::size_t>(all) == of.size();
    return is_of_all ? name : fmt::format("{} [{}]", name, fmt::join(of, ", "));
}

// What set-up begins with, where nothing nearer says it.
void tell_seat(
    const std::vector<std::string>& nearer, const wording::Catalogue& in, const Tell& tell
) {
    const auto remembered = last_seat();
    if (!remembered) return;
    const std::string where = remembered->file.string();
    tell_fact(in, tell, "seat", remembered->seat.seat, where);
    for (const auto& [key, value] : remembered->seat.habits)
        if (std::ranges::find(nearer, key) == nearer.end()) tell_fact(in, tell, key, value, where);
}

} // namespace

void tell_settings(const wording::Catalogue& in, const Tell& tell) {
    const std::vector<Options> commands = options_with_settings();
    std::map<Setting, std::vector<std::string>> settings; // of which commands
    std::vector<std::string> names;
    std::vector<base::Error> faults;
    for (const Options& command : commands) {
        const auto given = command.parse({});
        if (!given) {
            // One fault of the file is one of every command.
            if (std::ranges::find(faults, given.error()) == faults.end())
                faults.push_back(given.error());
            continue;
        }
        for (const std::string& name : given->names()) {
            settings[{name, value_of(*given, command, name), given->where(name)}].push_back(
                command.command()
            );
            names.push_back(name);
        }
    }
    for (const base::Error& fault : faults) tell({.part = "setting", .fact = {}, .fault = fault});
    for (const auto& [setting, of] : settings)
        tell_fact(in, tell, called(setting.name, of, commands), setting.value, setting.where);
    tell_seat(names, in, tell);
    for (const std::string& variable : terminal::unknown_variables(commands)) {
        const base::Error error{
            base::as_it_is(in.sentence("doctor.unknown_variable")),
            variable,
            base::as_it_is(in.sentence("doctor.unknown_variable_mend"))};
        tell({.part = "setting", .fact = {}, .fault = error, .is_grave = false});
    }
    tell({.part = "setting", .fact = in.sentence("doctor.built_in"), .fault = {}});
}

} // namespace ansage::app
