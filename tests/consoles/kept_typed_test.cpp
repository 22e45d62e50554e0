// SPDX-License-Identifier: GPL-3.0-or-later
// What people have learnt to type goes on to mean what it did: tests/data/console/typed.txt has it,
// one a line, as: where it is typed, what is typed, what it does as an act of a table script. The
// list may grow; a line of it changes only with the act's own name.
#include "acts/keys.hpp"
#include "acts/script.hpp"
#include "acts/spoken_commands.hpp"
#include "acts/table_setup.hpp"
#include "acts/typed.hpp"
#include "support/catch.hpp"

#include <fmt/format.h>
#include <fstream>
#include <optional>
#include <string>
#include <variant>

namespace {

using namespace ansage;

acts::TableKit& kit() {
    static auto loaded = acts::load_table(acts::default_header(), ANSAGE_SHARE);
    return loaded.value();
}

std::string act_at_console(const std::string& typed) {
    static const table::State state = table::open_table(kit().setup);
    const auto read = acts::read_typed(typed, table::ConsoleRole::white, state);
    const auto* const act = read ? std::get_if<acts::TypedAct>(&*read) : nullptr;
    return act == nullptr ? "" : act->text;
}

std::string act_at_clock(const std::string& key) {
    const auto* const found = acts::find_clock_key(key == "enter" ? '\n' : key.front());
    return std::string{found == nullptr ? "" : found->act};
}

// "de yes": a word that answers a question.
std::string answer_in(const std::string& place, const std::string& typed) {
    const std::string answer = place.substr(3);
    const wording::Catalogue& in = kit().words.catalogue(place.substr(0, 2));
    return in.means("command." + answer, typed) ? answer : "";
}

std::string meaning_of(const std::string& place, const std::string& typed) {
    return place == "console" ? act_at_console(typed)
        : place == "clock"    ? act_at_clock(typed)
        : place.size() > 2    ? answer_in(place, typed)
                              : acts::in_script_words(typed, place, kit().words);
}

} // namespace

TEST_CASE("Keys and phrases that people have learnt do what they did", "[typed]") {
    std::ifstream file{ANSAGE_ROOT "/tests/data/console/typed.txt"};
    unsigned number = 0;
    for (std::string line; std::getline(file, line);) {
        ++number;
        if (line.empty() || line.starts_with('#')) continue;
        const std::size_t first = line.find('\t');
        const std::size_t second = line.find('\t', first + 1);
        REQUIRE(second != std::string::npos);
        const std::string typed = line.substr(first + 1, second - first - 1);
        INFO("typed.txt:" << number << ": " << typed);
        CHECK(meaning_of(line.substr(0, first), typed) == line.substr(second + 1));
    }
    CHECK(number > 1000);
}
