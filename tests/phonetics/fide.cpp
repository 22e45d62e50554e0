// SPDX-License-Identifier: GPL-3.0-or-later
#include "phonetics/fide.hpp"

#include "chess/chess960.hpp"
#include "chess/fen.hpp"
#include "chess/uci.hpp"
#include "profiles/words.hpp"
#include "support/places.hpp"

#include <fmt/format.h>
#include <fstream>
#include <random>
#include <stdexcept>

namespace ansage::phonetics::test {

using chess::Position;

const Vocabulary& fide() {
    static const Vocabulary vocabulary = [] {
        const auto document = profiles::Document::read(tests::root() + "/profiles/words/fide.toml");
        const auto words =
            document.and_then([](const auto& each) { return profiles::load_words(each); });
        if (!words) throw std::runtime_error{base::to_line(words.error())};
        return *words;
    }();
    return vocabulary;
}

const Lexicon& fide_lexicon() {
    static const Lexicon lexicon = Lexicon::from(fide()).value();
    return lexicon;
}

std::vector<Row> rows(const std::string& name) {
    std::ifstream file{fmt::format("{}/tests/data/phonetics/{}", tests::root(), name)};
    std::vector<Row> rows;
    std::string line;
    for (unsigned number = 1; std::getline(file, line); ++number) {
        if (line.empty() || line.starts_with('#')) continue;
        Row row{fmt::format("tests/data/phonetics/{}:{}", name, number), {}};
        for (std::size_t begin = 0; begin <= line.size();) {
            const std::size_t end = std::min(line.find('\t', begin), line.size());
            row.fields.push_back(line.substr(begin, end - begin));
            begin = end + 1;
        }
        rows.push_back(std::move(row));
    }
    if (rows.empty()) throw std::runtime_error{"no rows in " + name};
    return rows;
}

Position position_of(const std::string& fen) {
    return fen == "start" ? Position{} : chess::parse_position(fen).value();
}

std::string
outcome(const Position& position, const base::Result<chess::Move, chess::MoveError>& move) {
    if (move) {
        const bool standard = position.king(position.turn()).file() == chess::File::e;
        return chess::to_uci(
            position,
            *move,
            standard ? chess::CastlingStyle::king_two_squares
                     : chess::CastlingStyle::king_takes_rook
        );
    }
    switch (move.error()) {
    case chess::MoveError::not_a_move: return "not_a_move";
    case chess::MoveError::ambiguous: return "ambiguous";
    case chess::MoveError::illegal: return "illegal";
    }
    return {};
}

std::vector<Position> random_positions(unsigned games, unsigned plies) {
    std::mt19937 random{20230101};
    std::vector<Position> positions;
    for (unsigned game = 0; game < games; ++game) {
        Position position = game == 0
            ? Position{}
            : Position::from_setup(chess::chess960_setup(static_cast<unsigned>(random() % 960)))
                  .value();
        for (unsigned ply = 0; ply < plies && position.has_legal_move(); ++ply) {
            positions.push_back(position);
            const chess::MoveList moves = position.legal_moves();
            position.play(moves[random() % moves.size()]);
        }
    }
    return positions;
}

} // namespace ansage::phonetics::test
