// SPDX-License-Identifier: GPL-3.0-or-later
#include "listening/announcements.hpp"

#include "base/try.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace ansage::listening {

using base::Error;
using base::Result;
using speech::hearing::Line;
using speech::hearing::Pronouncer;
using speech::hearing::Shape;
using speech::hearing::Slot;
using speech::hearing::SoundingWord;

namespace {

using Words = std::vector<phonetics::Word>;

Shape joined(Shape first, const Shape& second) {
    std::ranges::copy(second, std::back_inserter(first));
    return first;
}

} // namespace

SpokenWords::SpokenWords(phonetics::Vocabulary vocabulary)
    : vocabulary_(std::move(vocabulary)) {}

Result<SpokenWords, Error>
SpokenWords::of(phonetics::Vocabulary vocabulary, Pronouncer& pronouncer) {
    SpokenWords words{std::move(vocabulary)};
    auto added = words.vocabulary_.options.numeric ? words.add_squares_by_number(pronouncer)
                                                   : words.add_squares_by_name(pronouncer);
    if (!added) {
        added.error().where = words.vocabulary_.name;
        return tl::unexpected(std::move(added).error());
    }
    return words;
}

// Piece unless pawn, from, to; or a castling (D.2.1).
Result<void, Error> SpokenWords::add_squares_by_name(Pronouncer& pronouncer) {
    using enum chess::Role;
    Words pieces;
    for (const chess::Role role : {knight, bishop, rook, queen, king})
        pieces.push_back(vocabulary_.of(role));
    const Slot file{.words = ANSAGE_TRY(add_all(vocabulary_.files, pronouncer))};
    const Slot rank{.words = ANSAGE_TRY(add_all(vocabulary_.ranks, pronouncer))};
    const Slot piece{.words = ANSAGE_TRY(add_all(pieces, pronouncer))};
    const Slot capture{
        .words = ANSAGE_TRY(add_all(Words{vocabulary_.capture}, pronouncer)),
        .may_be_missing = true};
    const Words castlings{vocabulary_.short_castling, vocabulary_.long_castling};
    const Slot castling{.words = ANSAGE_TRY(add_all(castlings, pronouncer))};
    Shape becomes{piece};
    if (vocabulary_.promotion) {
        const Line word = ANSAGE_TRY(add_all(Words{*vocabulary_.promotion}, pronouncer));
        becomes = {Slot{.words = word}, piece};
    }
    const Shape signs = ANSAGE_TRY(add_signs(pronouncer));
    const Slot any_piece{.words = piece.words, .may_be_missing = true};
    shapes_ = {{castling}, joined({any_piece, file, rank, capture, file, rank}, signs)};
    add_promotions({file, capture, file, rank.words}, joined(becomes, signs));
    return {};
}

// File, rank, file, rank; a fifth digit is what a pawn becomes.
Result<void, Error> SpokenWords::add_squares_by_number(Pronouncer& pronouncer) {
    const Line digits = ANSAGE_TRY(add_all(vocabulary_.ranks, pronouncer));
    constexpr std::ptrdiff_t roles = 4; // that a pawn may become
    const Slot digit{digits};
    shapes_ = {{digit, digit, digit, digit}};
    const Slot becomes{{digits.begin(), digits.begin() + roles}};
    add_promotions({digit, {}, digit, digits}, {becomes});
    return {};
}

// A pawn is promoted from the seventh rank on the eighth, or from the second on the first
// (3.7.3.3).
void SpokenWords::add_promotions(const PawnWords& words, const Shape& becomes) {
    using enum chess::Rank;
    for (const auto& [from, to] : {std::pair{seventh, eighth}, std::pair{second, first}}) {
        const auto rank = [&](chess::Rank each) {
            return Slot{{words.ranks[static_cast<std::size_t>(each)]}};
        };
        Shape move{words.from_file, rank(from), words.to_file, rank(to)};
        if (!words.capture.words.empty()) move.insert(move.begin() + 2, words.capture);
        shapes_.push_back(joined(std::move(move), becomes));
    }
}

// What the vocabulary says behind a move.
Result<speech::hearing::Shape, Error> SpokenWords::add_signs(Pronouncer& pronouncer) {
    Words said;
    if (vocabulary_.options.say_check) said = {vocabulary_.check, vocabulary_.mate};
    if (vocabulary_.options.say_en_passant && vocabulary_.en_passant)
        said.push_back(*vocabulary_.en_passant);
    if (said.empty()) return Shape{};
    const Slot signs{.words = ANSAGE_TRY(add_all(said, pronouncer)), .may_be_missing = true};
    return Shape{signs};
}

Result<Line, Error>
SpokenWords::add_all(std::span<const phonetics::Word> words, Pronouncer& pronouncer) {
    Line places;
    for (const phonetics::Word& word : words) {
        const std::size_t place = ANSAGE_TRY(add(word, pronouncer));
        places.push_back(place);
    }
    return places;
}

// Whichever of its two forms is said, it is the same word.
Result<std::size_t, Error> SpokenWords::add(const phonetics::Word& word, Pronouncer& pronouncer) {
    SoundingWord sound = ANSAGE_TRY(pronouncer.sound(word.form.spoken));
    const std::size_t place = sounds_.size();
    places_.emplace(word.form.spoken, place);
    if (word.distinct) {
        const SoundingWord other = ANSAGE_TRY(pronouncer.sound(word.distinct->spoken));
        std::ranges::copy(other.pronunciations, std::back_inserter(sound.pronunciations));
        places_.emplace(word.distinct->spoken, place);
    }
    sounds_.push_back(std::move(sound));
    return place;
}

Line SpokenWords::line_of(const phonetics::Announcement& announcement) const {
    Line line;
    for (const phonetics::Form& form : announcement.words) line.push_back(places_.at(form.spoken));
    return line;
}

Expected SpokenWords::expected(const chess::Position& position) const {
    Expected expected{.question = {.words = sounds_, .lines = {}, .shapes = shapes_}};
    const auto capture = places_.find(vocabulary_.capture.form.spoken);
    for (const chess::Move move : position.legal_moves()) {
        const std::size_t meaning = expected.moves.size();
        expected.moves.push_back(move);
        Line line =
            line_of(phonetics::announce(vocabulary_, position, move, phonetics::Style::full));
        expected.question.lines.push_back(line);
        expected.meanings.push_back(meaning);
        if (capture != places_.end() && std::erase(line, capture->second) > 0) {
            expected.question.lines.push_back(std::move(line));
            expected.meanings.push_back(meaning);
        }
    }
    return expected;
}

} // namespace ansage::listening
