// SPDX-License-Identifier: GPL-3.0-or-later
#include "phonetics/parse.hpp"

#include "base/text.hpp"
#include "phonetics/wanted.hpp"

#include <algorithm>
#include <utility>

namespace ansage::phonetics {

using chess::Move;
using chess::MoveError;
using chess::Position;
using chess::Square;
using chess::SquareSet;

namespace {

// Nobody says more in one move; what is longer is not read at all.
constexpr std::size_t longest_text = 256;

void append(std::vector<Wanted>& into, const std::vector<Wanted>& more) {
    for (const Wanted& each : more)
        if (std::ranges::find(into, each) == into.end()) into.push_back(each);
}

bool is_one_word(std::string_view text) {
    return text.find_first_of(" \t\n\r\v\f") == std::string_view::npos;
}

} // namespace

AllReadings read_text(const Lexicon& lexicon, std::string_view text) {
    if (text.size() > longest_text) return {};
    AllReadings all{.readings = read_letters(lexicon, text), .unknown = {}};
    if (!all.readings.empty() && is_one_word(text)) return all;
    WordReadings words = read_words(lexicon, fold_words(text));
    // "Sf3 Schach", "0-0, bitte": notation, and words around it that mean nothing.
    if (all.readings.empty() && !words.has_words)
        all.readings = read_letters(lexicon, without_fillers(lexicon, text));
    if (all.readings.empty() || words.has_words) {
        append(all.readings.first, words.readings.first);
        append(all.readings.second, words.readings.second);
    }
    all.unknown = std::move(words.unknown);
    return all;
}

namespace {

bool has_word(std::string_view folded, std::string_view word) {
    while (!folded.empty())
        if (base::take_until(folded, ' ') == word) return true;
    return false;
}

// The word of the text of which this one, without accents, is all or a part: "king's" of "s".
std::string as_written(std::string_view text, const std::string& folded) {
    constexpr std::string_view spaces = " \t\n\r\v\f-";
    while (!text.empty()) {
        const std::size_t begin = text.find_first_not_of(spaces);
        if (begin == std::string_view::npos) break;
        text.remove_prefix(begin);
        const std::string_view word = text.substr(0, text.find_first_of(spaces));
        if (has_word(fold_words(word), folded)) return std::string{word};
        text.remove_prefix(word.size());
    }
    return folded;
}

} // namespace

std::vector<Wanted> all_of(const Readings& readings) {
    std::vector<Wanted> all = readings.first;
    append(all, readings.second);
    return all;
}

namespace {

// What is told by all readings; where they differ even in the square that is reached, by those that
// fit the one move, else by the order in which people speak.
Said said_by(
    const std::vector<Wanted>& readings, const Position& position, const std::vector<Move>& moves
) {
    const Said all = to_said(readings);
    if (all.to || all.castling || readings.empty()) return all;
    const auto meant = std::ranges::find_if(readings, [&](const Wanted& each) {
        return moves.size() == 1 && fits(each, position, moves.front());
    });
    return to_said({meant == readings.end() ? readings.begin() : meant, 1});
}

// "B" is Bauer and bishop: which of them, the way that pieces move tells, legal or not. Whoever
// only hears the words must not take a bishop for a pawn.
void tell_piece(Said& said, const Readings& readings, const Position& position, Move move) {
    const bool has_letter = std::ranges::any_of(all_of(readings), [](const Wanted& each) {
        return !each.roles.empty();
    });
    if (!said.role && !said.castling && has_letter) said.role = position.at(move.from())->role;
}

// A pawn's piece, also where "schlägt David acht Dame" might name what is taken.
std::optional<chess::Role> promotion_named(const Said& said, const Readings& readings) {
    if (said.promotion || said.role.value_or(chess::Role::pawn) != chess::Role::pawn)
        return said.promotion;
    for (const Wanted& each : all_of(readings))
        if (const auto piece = each.promotions.only()) return piece;
    return std::nullopt;
}

} // namespace

Heard not_understood(std::string_view text, std::string unknown) {
    return {
        .text = std::string{text},
        .move = tl::unexpected{MoveError::not_a_move},
        .unknown = std::move(unknown)};
}

namespace {

// Of the side that the king may still castle to; of the short one where he may to neither (3.8.2).
CastlingSide side_to_explain(const Position& position) {
    const Square king = position.king(position.turn());
    const SquareSet rooks = position.castling_rooks() & position.of(position.turn());
    const bool only_long = !rooks.empty() &&
        std::ranges::all_of(rooks, [&](Square rook) { return rook.file() < king.file(); });
    return only_long ? CastlingSide::long_side : CastlingSide::short_side;
}

} // namespace

Heard resolved(
    std::string_view text, const Readings& readings, const Position& position, Reading rule
) {
    Heard heard{.text = std::string{text}, .move = tl::unexpected{MoveError::illegal}};
    std::vector<Move> moves = fitting_moves(readings, position, rule);
    heard.said = said_by(all_of(readings), position, moves);
    if (rule == Reading::by_shape && moves.size() == 1)
        tell_piece(heard.said, readings, position, moves.front());
    if (rule == Reading::by_shape && moves.size() < 2) {
        heard.said.promotion =
            moves.empty() ? promotion_named(heard.said, readings) : moves.front().promotion();
    }
    const bool names_square = all_of(readings).front().to || all_of(readings).front().castles;
    if (!names_square && moves.empty()) // "Turm schlägt Turm", and no rook can take one
        return not_understood(text, {});
    if (!names_square && moves.size() == 1) heard.said.to = moves.front().to();
    const bool side_is_open = std::ranges::any_of(readings.first, [](const Wanted& each) {
        return each.castles && !each.castling;
    });
    if (moves.empty() && side_is_open && rule == Reading::by_law)
        heard.said.castling = side_to_explain(position);
    if (moves.size() > 1 || (rule == Reading::by_shape && side_is_open)) {
        heard.move = tl::unexpected{MoveError::ambiguous};
        heard.choices = rule == Reading::by_law ? std::move(moves) : std::vector<Move>{};
    } else if (moves.size() == 1 && (rule == Reading::by_law || position.is_legal(moves.front()))) {
        heard.move = moves.front();
        if (side_is_open && moves.front().is_castling()) {
            heard.said.castling = moves.front().is_short_castling() ? CastlingSide::short_side
                                                                    : CastlingSide::long_side;
        }
    }
    return heard;
}

namespace {

// The folded text with one of its words replaced.
std::string
with_word(std::string_view folded, std::string_view word, std::string_view replacement) {
    std::string result;
    bool done = false;
    while (!folded.empty()) {
        const std::string_view each = base::take_until(folded, ' ');
        result += result.empty() ? "" : " ";
        result += !done && each == word ? replacement : each;
        done = done || each == word;
    }
    return result;
}

// One word with one wrong letter, and one legal move that it can have meant.
std::optional<Heard> with_slip(
    const Lexicon& lexicon,
    const Position& position,
    std::string_view text,
    const std::string& unknown
) {
    const std::string folded = fold_words(text);
    std::optional<Heard> only;
    std::optional<Readings> meaning;
    for (const std::string& meant : lexicon.meant_by(unknown)) {
        WordReadings words = read_words(lexicon, with_word(folded, unknown, meant));
        if (words.readings.empty()) continue;
        // Two words of the vocabulary that mean different moves: never a guess between them.
        if (meaning && meaning->first != words.readings.first) return std::nullopt;
        Heard heard = resolved(text, words.readings, position, Reading::by_law);
        heard.slip = Slip{.said = as_written(text, unknown), .meant = meant};
        meaning = std::move(words.readings);
        only = std::move(heard);
    }
    return only && only->move ? only : std::nullopt;
}

} // namespace

std::string unknown_word(const Lexicon& lexicon, std::string_view text) {
    const std::string unknown = read_text(lexicon, text).unknown;
    return unknown.empty() ? unknown : as_written(text, unknown);
}

Heard parse(const Lexicon& lexicon, const Position& position, std::string_view text, Reading rule) {
    if (rule == Reading::by_shape) {
        Heard heard = parse_at_table(
            lexicon, position, move_in(lexicon, position, text, position.fullmove_number())
        );
        heard.text = text;
        return heard;
    }
    const std::string_view move = move_in(lexicon, position, text);
    AllReadings all = read_text(lexicon, move);
    if (!all.readings.empty()) {
        Heard heard = resolved(move, all.readings, position, rule);
        heard.text = text;
        return heard;
    }
    if (!all.unknown.empty()) {
        if (std::optional<Heard> heard = with_slip(lexicon, position, move, all.unknown)) {
            heard->text = text;
            return *std::move(heard);
        }
    }
    return not_understood(text, unknown_word(lexicon, move));
}

} // namespace ansage::phonetics
