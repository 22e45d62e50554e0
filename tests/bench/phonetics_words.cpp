// SPDX-License-Identifier: GPL-3.0-or-later
// Moves said and understood. A demo of all shared games says 156,000 plies and reads each twice:
// both must be a matter of microseconds.
#include "chess/san.hpp"
#include "chess_rate.hpp"
#include "phonetics/announcement.hpp"
#include "phonetics/parse.hpp"
#include "profiles/words.hpp"
#include "scoresheet/pgn.hpp"
#include "support/places.hpp"

#include <catch2/catch.hpp>

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace ansage::phonetics {
namespace {

struct Ply {
    chess::Position position;
    chess::Move move;
    std::string full;
    std::string short_form;
    std::string san;
};

std::vector<Ply> real_plies(const Vocabulary& vocabulary) {
    std::ifstream file{tests::root() + "/tests/data/games/rare-events.pgn", std::ios::binary};
    const std::string text{std::istreambuf_iterator<char>{file}, {}};
    scoresheet::PgnReader reader{text, "rare-events.pgn"};
    std::vector<Ply> plies;
    constexpr std::size_t enough = 20000;
    while (plies.size() < enough) {
        const auto record = reader.next();
        chess::Position position = record->start;
        for (const chess::Move move : record->moves) {
            plies.push_back(
                {position,
                 move,
                 to_text(announce(vocabulary, position, move, Style::full)),
                 to_text(announce(vocabulary, position, move, Style::short_form)),
                 chess::to_san(position, move)}
            );
            position.play(move);
        }
    }
    return plies;
}

std::size_t say_all(const Vocabulary& vocabulary, const std::vector<Ply>& plies, Style style) {
    std::size_t letters = 0;
    for (const Ply& ply : plies)
        letters += to_text(announce(vocabulary, ply.position, ply.move, style)).size();
    return letters == 0 ? 0 : plies.size();
}

std::size_t
parse_all(const Lexicon& lexicon, const std::vector<Ply>& plies, std::string Ply::*text) {
    std::size_t understood = 0;
    for (const Ply& ply : plies)
        understood += parse(lexicon, ply.position, ply.*text).move == ply.move ? 1U : 0U;
    return understood;
}

} // namespace

TEST_CASE("Words") {
    const auto document = profiles::Document::read(tests::root() + "/profiles/words/fide.toml");
    const Vocabulary vocabulary = profiles::load_words(*document).value();
    const Lexicon lexicon = Lexicon::from(vocabulary).value();
    const std::vector<Ply> plies = real_plies(vocabulary);
    REQUIRE(parse_all(lexicon, plies, &Ply::full) == plies.size());
    bench::print_rate("Full announcements said", "moves", [&] {
        return say_all(vocabulary, plies, Style::full);
    });
    bench::print_rate("Short announcements said", "moves", [&] {
        return say_all(vocabulary, plies, Style::short_form);
    });
    bench::print_rate("Full announcements understood", "moves", [&] {
        return parse_all(lexicon, plies, &Ply::full);
    });
    bench::print_rate("Short announcements understood", "moves", [&] {
        return parse_all(lexicon, plies, &Ply::short_form);
    });
    bench::print_rate("SAN understood among the words", "moves", [&] {
        return parse_all(lexicon, plies, &Ply::san);
    });
    BENCHMARK("20,000 full announcements understood") {
        return parse_all(lexicon, plies, &Ply::full);
    };
}

} // namespace ansage::phonetics
