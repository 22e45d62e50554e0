// SPDX-License-Identifier: GPL-3.0-or-later
// What people have learnt to type goes on to mean what it did: tests/data/console/typed.txt has it,
// one a line, as: where it is typed, what is typed, what it does as an act of a table script. The
// list may grow; a line of it changes only with the act's own name. Most lines are only the
// beginning of an act, so both are read with the same words behind them.
#include "acts/kit.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"

#include <array>
#include <fmt/format.h>
#include <fstream>
#include <optional>

namespace ansage::acts {
namespace {

constexpr std::array what_follows{
    "",
    " e4",
    " 0:10:00",
    " white 0:10:00",
    " white",
    " 2",
    " N",
    " Text",
    " 1-0 Text",
    " D.2.11 Text",
    " adds black 2:00",
    " starts",
    " presses"};

std::string typed_at(const std::string& role, const std::string& line, const Tongue& in) {
    static const table::State state = sitting(table::Mode::club);
    if (role == "terminal") return in_any_medium(as_text(read_at_terminal(line, state, in)));
    const auto console = table::parse_name<table::ConsoleRole>(role).value();
    return in_any_medium(as_text(read_typed(line, console, state, in)));
}

// Whether `typed` is what `act` is. Absent: nothing makes a whole act of it.
std::optional<bool> is_same(const std::string& typed, const std::string& act, const Tongue& in) {
    for (const std::string role : {"white", "arbiter", "terminal"}) {
        // A player who takes back means his move, as long as there is no ruling.
        if (role == "white" && act == "takes back") continue;
        for (const std::string follows : what_follows) {
            // Without a move, "repeat" asks what was said: only the key and the script's word,
            // which nobody says for "pardon?", repeat what was announced.
            if (follows.empty() && act == "repeats") continue;
            const std::string wanted = typed_at(role, act + follows, {});
            if (wanted != "error") return typed_at(role, typed + follows, in) == wanted;
        }
    }
    return std::nullopt;
}

// "stelle mit" is "sets with": what a word means that stands within acts.
bool is_same_word(const std::string& typed, const std::string& act, const Tongue& in) {
    constexpr std::array<std::array<std::string_view, 3>, 7> frames{{
        {"with", "claims threefold ", " e4"},
        {"moves", "sets white ", " 24"},
        {"alarms", "requests ", " words"},
        {"words", "requests alarms ", ""},
        {"tones", "requests alarms ", ""},
        {"none", "requests alarms ", ""},
        {"because Text", "adds white 2:00 ", ""},
    }};
    for (const auto& [word, before, behind] : frames) {
        if (!act.ends_with(word)) continue;
        for (std::size_t at = typed.find(' '); at != std::string::npos;
             at = typed.find(' ', at + 1)) {
            const std::string said = fmt::format("{}{}{}", before, typed.substr(at + 1), behind);
            const std::string same = fmt::format("{}{}{}", before, word, behind);
            if (is_same(said, same, in).value_or(false)) return true;
        }
    }
    return false;
}

bool means(const std::string& place, const std::string& typed, const std::string& act) {
    if (place == "clock") {
        const auto* const key = find_clock_key(typed == "enter" ? '\n' : typed.front());
        return key != nullptr && key->act == act;
    }
    if (place == "console") return is_same(typed, act, {}).value_or(false);
    const Tongue in = tongue(place.substr(0, 2));
    if (place.size() > 2) return in.in->means("command." + act, typed); // "de yes"
    const auto same = is_same(typed, act, in);
    return same ? *same : is_same_word(typed, act, in);
}

} // namespace

TEST_CASE("Keys and phrases that people have learnt do what they did", "[typed]") {
    std::ifstream file{tests::root() + "/tests/data/console/typed.txt"};
    unsigned number = 0;
    for (std::string line; std::getline(file, line);) {
        ++number;
        if (line.empty() || line.starts_with('#')) continue;
        const std::size_t first = line.find('\t');
        const std::size_t second = line.find('\t', first + 1);
        REQUIRE(second != std::string::npos);
        const std::string typed = line.substr(first + 1, second - first - 1);
        INFO("typed.txt:" << number << ": " << typed);
        CHECK(means(line.substr(0, first), typed, line.substr(second + 1)));
    }
    CHECK(number > 1000);
}

} // namespace ansage::acts
