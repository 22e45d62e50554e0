// SPDX-License-Identifier: GPL-3.0-or-later
// What is asked, and by which words.
#include "acts/verbs.hpp"
#include "table/model/names.hpp"
#include "terminal/text.hpp"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>

namespace ansage::acts {

namespace {

std::optional<chess::SquareSet> file_or_rank(std::string_view word) {
    chess::SquareSet squares;
    for (unsigned other = 0; word.size() == 1 && other < 8; ++other) {
        const char file = word[0] >= 'a' ? word[0] : static_cast<char>('a' + other);
        const char rank = word[0] >= 'a' ? static_cast<char>('1' + other) : word[0];
        if (const auto square = chess::parse_square(std::string{file, rank}))
            squares.insert(*square);
    }
    return squares.empty() ? std::nullopt : std::optional{squares};
}

// "diagonal" and "around", from a square.
std::optional<chess::SquareSet> squares_by(std::string_view what, chess::Square from) {
    const bool is_diagonal = what == "diagonal";
    if (!is_diagonal && what != "around") return std::nullopt;
    chess::SquareSet squares;
    for (unsigned index = 0; index < 64; ++index) {
        const auto to = chess::Square::from_index(index);
        const int files = std::abs(static_cast<int>(to.file()) - static_cast<int>(from.file()));
        const int ranks = std::abs(static_cast<int>(to.rank()) - static_cast<int>(from.rank()));
        if (is_diagonal ? files == ranks : files <= 1 && ranks <= 1) squares.insert(to);
    }
    return squares;
}

// "10" are minutes; or as a clock shows them, "0:12:30".
std::optional<base::Millis> how_far_back(const std::string& text) {
    constexpr unsigned longest = 24 * 60;
    const auto minutes = terminal::parse_number(text);
    return minutes && *minutes <= longest ? std::chrono::minutes{*minutes}
                                          : terminal::parse_clock_time(text);
}

std::optional<table::Question> question_of(std::string name) {
    std::ranges::replace(name, '-', '_');
    return table::parse_name<table::Question>(name);
}

// The words after the question's name: true if they are there when they must be.
bool read_question(table::Asks& asks, const Words& words) {
    const std::string what = words.at(1);
    switch (asks.question) {
    case table::Question::square:
        asks.square = chess::parse_square(what);
        return asks.square.has_value() && words.list.size() == 2;
    case table::Question::squares:
        asks.square = chess::parse_square(words.at(2));
        asks.squares = asks.square ? squares_by(what, *asks.square) : file_or_rank(what);
        return asks.squares && words.list.size() == (asks.square ? 3U : 2U);
    case table::Question::pieces: {
        const auto piece = what.size() == 1 ? chess::parse_piece(what[0]) : std::nullopt;
        asks.piece = piece ? std::optional{piece->role} : std::nullopt;
        return asks.piece.has_value() && words.list.size() == 2;
    }
    case table::Question::score:
        asks.number = terminal::parse_number(what);
        return words.list.size() == 1 || (asks.number && words.list.size() == 2);
    case table::Question::since:
        asks.back = how_far_back(what);
        return words.list.size() == 1 || (asks.back && words.list.size() == 2);
    case table::Question::time:
    case table::Question::opponent_time:
    case table::Question::both:
    case table::Question::moves:
    case table::Question::last:
    case table::Question::position:
    case table::Question::repeat:
    case table::Question::opponent:
    case table::Question::running:
    case table::Question::period:
    case table::Question::evidence:
    case table::Question::agenda: return words.list.size() == 1;
    }
    return false;
}

} // namespace

Body asks(const Actor& actor, const Words& words) {
    const auto question = question_of(words.at(0));
    table::Asks asked{.seat = actor.seat};
    asked.question = question.value_or(table::Question::last);
    if (!question || !read_question(asked, words)) {
        return bad(
            base::phrase("\"{}\" is no question", words.text()),
            base::phrase(
                "write time, opponent-time, both, moves, running, period, last, repeat, opponent, "
                "score, score 12, "
                "square e4, squares e, squares 4, squares diagonal e4, squares around e4, pieces "
                "N, "
                "position, since, since 10, evidence or agenda"
            )
        );
    }
    return asked;
}

} // namespace ansage::acts
