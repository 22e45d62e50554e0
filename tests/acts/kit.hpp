// SPDX-License-Identifier: GPL-3.0-or-later
// Lines as they are read, for the tests of the grammar.
#pragma once

#include "acts/keys.hpp"
#include "acts/script.hpp"
#include "acts/table_setup.hpp"
#include "acts/typed.hpp"
#include "base/overloaded.hpp"
#include "journal/codec.hpp"
#include "support/places.hpp"
#include "table/model/names.hpp"

#include <string>
#include <string_view>
#include <variant>

namespace ansage::acts {

inline const TableKit& kit() {
    static const auto loaded = load_table(default_header(), tests::share());
    return loaded.value();
}

// Before the first move: White is impaired and has an assistant, Black sees.
inline table::State sitting(table::Mode mode) {
    TableHeader header = default_header();
    header.setup.mode = mode;
    header.setup.seats.white = *read_seat("impaired identity assistant=1,2,3,4");
    return table::open_table(header.setup);
}

// The act as the journal has it; what was typed is left out where an assistant oversteps.
inline std::string as_json(table::InputBody body) {
    if (auto* const oversteps = std::get_if<table::Oversteps>(&body)) oversteps->text.clear();
    return journal::encode(body);
}

// The same without its medium, for what was typed at a console and what a script says.
inline std::string in_any_medium(std::string json) {
    constexpr std::string_view medium = R"(,"through":"keys")";
    if (const std::size_t at = json.find(medium); at != std::string::npos)
        json.erase(at, medium.size());
    return json;
}

inline std::string read_in_script(std::string_view line, const table::State& state) {
    const auto act = parse_act(line);
    if (!act) return "error";
    return act->body ? as_json(input_of(*act, state)) : "passes";
}

inline std::string as_text(const base::Result<Typed, base::Error>& typed) {
    if (!typed) return "error";
    return std::visit(
        base::Overloaded{
            [](const TypedAct& act) {
                std::string text = as_json(act.body);
                if (act.confirm) text.append(" confirm ").append(table::to_string(*act.confirm));
                return text;
            },
            [](const HelpWanted& help) { return "help " + help.topic; },
            [](const LeaveWanted&) { return std::string{"leave"}; },
            [](const HushWanted&) { return std::string{"hush"}; },
            [](const EnterWanted&) { return std::string{"enter"}; },
        },
        *typed
    );
}

inline Tongue tongue(std::string_view language) { return tongue_of(kit().words, language); }

inline std::string
read_at_clock(std::string_view line, std::string_view language, const table::State& state) {
    std::string text;
    for (const std::string& act : acts_of_line(line, tongue(language))) {
        text += text.empty() ? "" : " & ";
        text += as_text(read_at_terminal(act, state, tongue(language)));
    }
    return text;
}

// At a place such as "script", "de white", "de terminal", "de clock", "de white club".
inline std::string read_at(const std::string& place, std::string_view line) {
    static const table::State in_tournament = sitting(table::Mode::tournament);
    static const table::State in_club = sitting(table::Mode::club);
    const bool is_club = place.ends_with(" club");
    const table::State& state = is_club ? in_club : in_tournament;
    if (place == "script") return read_in_script(line, state);
    const std::string language = place.substr(0, 2);
    const std::string where = place.substr(3, place.find(' ', 3) - 3);
    if (where == "terminal") return as_text(read_at_terminal(line, state, tongue(language)));
    if (where == "clock") return read_at_clock(line, language, state);
    const auto role = table::parse_name<table::ConsoleRole>(where).value();
    return as_text(read_typed(line, role, state, tongue(language)));
}

} // namespace ansage::acts
