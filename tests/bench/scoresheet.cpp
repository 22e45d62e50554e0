// SPDX-License-Identifier: GPL-3.0-or-later
// Scoresheets. Goals: a game of 100 moves in any format under 20 ms, 1,000 games to PGN under 2 s.
#include "profiles/braille.hpp"
#include "scoresheet/braille_sheet.hpp"
#include "scoresheet/html.hpp"
#include "scoresheet/text.hpp"
#include "support/places.hpp"

#include <catch2/catch.hpp>

#include <chrono>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <string>

namespace ansage::scoresheet {
namespace {

std::vector<PgnGame> read_games() {
    std::ifstream file{tests::root() + "/tests/data/games/rare-events.pgn", std::ios::binary};
    const std::string text{std::istreambuf_iterator<char>{file}, {}};
    PgnReader reader{text, "rare-events.pgn"};
    std::vector<PgnGame> games;
    while (auto game = reader.next()) games.push_back(*std::move(game));
    REQUIRE(games.size() >= 1000);
    return games;
}

// Exactly 100 full moves.
PgnGame long_game() {
    for (PgnGame& game : read_games()) {
        if (game.moves.size() >= 200) {
            game.moves.erase(game.moves.begin() + 200, game.moves.end());
            game.notes.resize(200);
            return std::move(game);
        }
    }
    FAIL("no game of 100 moves");
    return {};
}

BrailleCode read_code(const std::string& name) {
    return profiles::load_braille(
               profiles::Document::read(tests::root() + "/profiles/braille/" + name + ".toml")
                   .value()
    )
        .value();
}

// The first time it is done, with everything that has to be made for it.
template <class Work>
void print_time(const std::string& what, double most_ms, Work work) {
    const auto before = std::chrono::steady_clock::now();
    static_cast<void>(work());
    const std::chrono::duration<double, std::milli> time =
        std::chrono::steady_clock::now() - before;
    fmt::print("{}: {:.2f} ms\n", what, time.count());
    CHECK(time.count() < most_ms);
}

constexpr double one_game = 20; // milliseconds

// As for a game at two boards with sensors: five testimonies a ply.
HtmlOptions page_of(const PgnGame& game, const BrailleCode& code) {
    HtmlOptions options;
    options.language = "en";
    options.word = [](std::string_view id) { return std::string{id}; };
    options.notation = code.notation;
    options.boards = {0, game.moves.size() / 2, game.moves.size()};
    for (std::size_t i = 0; i < 5 * game.moves.size(); ++i) {
        options.ledger.push_back(
            {.move = fmt::format("{}.", i / 10 + 1),
             .witness = "announcement",
             .said = "Springer Gustav eins Felix drei",
             .when = "1:02:03",
             .source = "speech"}
        );
    }
    return options;
}

} // namespace

TEST_CASE("scoresheets") {
    const PgnGame game = long_game();
    const BrailleCode german = read_code("de");
    print_time("PGN, 100 moves", one_game, [&] { return to_pgn(game); });
    print_time("text, 100 moves", one_game, [&] {
        return to_text(german.notation, german.labels, game, {});
    });
    print_time("JSON, 100 moves", one_game, [&] { return to_json(game); });
    print_time("HTML, 100 moves, three boards and a ledger", one_game, [&] {
        return to_html(game, page_of(game, german));
    });
    for (const std::string name : {"de", "da", "nb", "sv", "nl", "en-ueb", "en-uk", "en-us"}) {
        // The first time: liblouis loads its table, and nothing is remembered.
        print_time("BRF, " + name + ", 100 moves, table and all", one_game, [&] {
            Braille braille = Braille::open(read_code(name)).value();
            return brf_text(braille_pages(braille, game, {}), name);
        });
    }
    const std::vector<PgnGame> games = read_games();
    print_time("PGN, 1000 games", 2000, [&] {
        std::size_t size = 0;
        for (std::size_t i = 0; i < 1000; ++i) size += to_pgn(games[i]).size();
        return size;
    });
}

} // namespace ansage::scoresheet
