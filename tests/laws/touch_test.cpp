// SPDX-License-Identifier: GPL-3.0-or-later
#include "chess/fen.hpp"
#include "chess/uci.hpp"
#include "clock/lines.hpp"
#include "laws/touch.hpp"
#include "support/catch.hpp"

#include <set>
#include <sstream>

namespace ansage::laws {
namespace {

using Moves = std::set<std::string>;

std::vector<std::string> words_of(const std::string& text) {
    std::istringstream stream{text};
    return {std::istream_iterator<std::string>{stream}, {}};
}

// "e2 d5@5": the nth touch comes at n seconds, or at the milliseconds after the "@".
std::vector<Touch> touches_of(const std::string& text) {
    std::vector<Touch> touches;
    for (const auto& word : words_of(text)) {
        const auto at = word.find('@');
        const auto count = static_cast<std::int64_t>(touches.size());
        const base::Millis when{
            at == std::string::npos ? 1000 * count : std::stoll(word.substr(at + 1))};
        touches.push_back({chess::parse_square(word.substr(0, 2)).value(), {when}});
    }
    return touches;
}

Moves uci_of(const chess::Position& position, const auto& moves) {
    Moves texts;
    for (const chess::Move move : moves)
        texts.insert(chess::to_uci(position, move, chess::CastlingStyle::king_takes_rook));
    return texts;
}

} // namespace

TEST_CASE("What a hand has touched binds it as 4.3, 4.4 and 4.5 say") {
    const auto lines = tests::read_lines("laws/touch.txt");
    REQUIRE(lines.size() > 30);
    for (const auto& [text, where] : lines) {
        INFO(where << ": " << text);
        const auto fields = tests::fields_of(text);
        REQUIRE(fields.size() == 4);
        const auto position = chess::parse_position(fields[1]).value();
        const TouchObligation obligation{position, touches_of(fields[2])};
        const bool free = fields[3] == "free";
        CHECK(obligation.is_free() == free);
        const auto legal = position.legal_moves();
        const auto words = words_of(fields[3]);
        const Moves expected = free ? uci_of(position, legal) : Moves{words.begin(), words.end()};
        CHECK(uci_of(position, obligation.moves()) == expected);
        for (const chess::Move move : legal) {
            const bool expects = expected.contains(*uci_of(position, std::array{move}).begin());
            CHECK(obligation.satisfies(move) == expects);
        }
    }
}

TEST_CASE("A hand that touched nothing is free") {
    const chess::Position start;
    const TouchObligation obligation{start, {}};
    CHECK(obligation.is_free());
    CHECK(obligation.moves().size() == start.legal_moves().size());
}

} // namespace ansage::laws
