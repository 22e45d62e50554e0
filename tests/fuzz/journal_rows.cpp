// SPDX-License-Identifier: GPL-3.0-or-later
// Lines as rows of a journal that somebody else wrote: milliseconds, a tab, an input, a tab, its
// events. What no table could have written is refused by the number of its row; whatever is taken
// can be looked at in every way, and is stored and read as the same game.
#include "acts/table_header.hpp"
#include "base/check.hpp"
#include "journal/codec.hpp"
#include "journal/replay.hpp"
#include "record/game_record.hpp"
#include "support/places.hpp"
#include "table/decide/decide.hpp"

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

using namespace ansage;

namespace {

constexpr std::size_t most_rows = 200;

std::string_view cut(std::string_view& rest, char end) {
    const std::size_t at = std::min(rest.find(end), rest.size());
    const std::string_view part = rest.substr(0, at);
    rest.remove_prefix(std::min(at + 1, rest.size()));
    return part;
}

journal::Journal empty_game() {
    const journal::Header header{
        .setup = "@white impaired occupancy\n@black sighted identity\n", .profiles = {}};
    const journal::Session session{
        .program = journal::program_with_rules("0"),
        .wall_clock = {},
        .boot_id = {},
        .at = {},
        .first_input = 1};
    return journal::Journal::create_in_memory(header, session).value();
}

void fill(journal::Journal& journal, std::string_view text) {
    base::Instant at;
    for (std::size_t rows = 0; !text.empty() && rows < most_rows; ++rows) {
        std::string_view line = cut(text, '\n');
        const std::string_view digits = cut(line, '\t');
        std::uint32_t passed = 0;
        std::from_chars(digits.data(), digits.data() + digits.size(), passed);
        at = at + base::Millis{passed};
        const auto input = journal::decode_input(cut(line, '\t'));
        const auto events = journal::decode_events(line);
        if (!input || !events) continue;
        ANSAGE_CHECK(
            journal.record({at, *input}, *events, journal::Durability::with_next).has_value()
        );
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    journal::Journal journal = empty_game();
    fill(journal, {reinterpret_cast<const char*>(data), size});
    const auto record = record::read_game_record(journal, ansage::tests::root() + "/profiles");
    if (!record) {
        ANSAGE_CHECK(!record.error().what.empty());
        return 0;
    }
    ANSAGE_CHECK(table::next_deadline(record->state) || record->state.setup);
    for (const chess::Color color : chess::both_colors)
        ANSAGE_CHECK(record->scores[color].size() <= size + 1);
    return 0;
}
