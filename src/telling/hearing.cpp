// SPDX-License-Identifier: GPL-3.0-or-later
#include "telling/hearing.hpp"

#include "base/overloaded.hpp"
#include "phonetics/fold.hpp"

#include <algorithm>
#include <utility>
#include <variant>

namespace ansage::telling {

using base::Overloaded;

namespace {

table::SpokenMove to_spoken(const phonetics::Said& said) {
    table::SpokenMove spoken{
        .role = said.role,
        .from = said.from,
        .to = said.to,
        .promotion = said.promotion,
        .castling = {},
        .from_file = said.from_file,
        .from_rank = said.from_rank,
        .capture = said.capture ? std::optional{true} : std::nullopt};
    if (said.castling) {
        spoken.castling = *said.castling == phonetics::CastlingSide::short_side
            ? table::CastlingSide::short_side
            : table::CastlingSide::long_side;
    }
    return spoken;
}

} // namespace

phonetics::Said to_said(const table::SpokenMove& spoken, const chess::Position& before) {
    phonetics::Said said{
        .role = spoken.role,
        .from = spoken.from,
        .from_file = spoken.from_file,
        .from_rank = spoken.from_rank,
        .to = spoken.to,
        .promotion = spoken.promotion};
    const auto mover = spoken.from ? before.at(*spoken.from) : std::nullopt;
    if (!said.role && mover) said.role = mover->role;
    if (spoken.castling) {
        said.castling = spoken.castling == table::CastlingSide::short_side
            ? phonetics::CastlingSide::short_side
            : phonetics::CastlingSide::long_side;
    }
    said.capture = spoken.capture.value_or(false);
    return said;
}

Hearing::Hearing(phonetics::Vocabulary vocabulary, phonetics::Lexicon lexicon)
    : vocabulary_(std::make_shared<const phonetics::Vocabulary>(std::move(vocabulary))),
      lexicon_(std::move(lexicon)) {}

table::HeardMove Hearing::hear(
    const chess::Position& position, const std::string& text, phonetics::Reading rule
) const {
    const phonetics::Heard heard = phonetics::parse(lexicon_, position, text, rule);
    table::HeardMove move{.text = text, .said = to_spoken(heard.said)};
    if (heard.move) move.move = *heard.move;
    else move.error = heard.move.error();
    return move;
}

bool Hearing::is_move(const chess::Position& position, const std::string& text) const {
    return hear(position, text, phonetics::Reading::by_shape).error != chess::MoveError::not_a_move;
}

std::optional<phonetics::Said>
Hearing::said_in(const chess::Position& position, const std::string& text) const {
    const auto read = hear(position, text, phonetics::Reading::by_shape);
    const bool is_move = read.said.to || read.said.castling;
    return is_move ? std::optional{to_said(read.said, position)} : std::nullopt;
}

std::optional<chess::Role> Hearing::piece_called(std::string_view name) const {
    const auto& pieces = vocabulary_->pieces;
    const std::string folded = phonetics::fold(name);
    const auto letter = std::ranges::find_if(pieces, [&](const phonetics::PieceWord& piece) {
        return piece.letter && phonetics::fold(std::string{*piece.letter}) == folded;
    });
    if (letter != pieces.end()) return static_cast<chess::Role>(letter - pieces.begin());
    const auto match = lexicon_.longest_match(folded);
    const bool is_piece = match && match->length == folded.size() &&
        match->meaning.kind == phonetics::Meaning::Kind::role;
    return is_piece ? std::optional{static_cast<chess::Role>(match->meaning.value)} : std::nullopt;
}

void Hearing::resolve(table::InputBody& body, const table::State& state) const {
    // Before the press nobody is told by his words what is legal (first principle 12).
    const auto read = [&](table::HeardMove& heard, const chess::Position& position) {
        heard = hear(position, heard.text, phonetics::Reading::by_shape);
    };
    std::visit(
        Overloaded{
            [&](table::Announces& input) {
                read(input.move, table::announcing_position(state, input.seat));
            },
            [&](table::Corrects& input) {
                read(input.move, table::announcing_position(state, input.seat));
            },
            [&](table::Repeats& input) {
                read(input.move, table::repeating_position(state, input.seat));
            },
            [&](table::Executes& input) {
                read(input.move, table::executing_position(state, input));
                if (!input.move.move) {
                    read(input.move, state.position());
                }
                // His own move, which his words have made already.
                if (!input.move.move && state.to_move() != input.seat && state.made() > 0) {
                    read(input.move, state.positions.before(state.made()));
                }
            },
            [&](table::Writes& input) {
                read(input.move, table::writing_position(state, input.ply));
            },
            [&](table::Claims& input) {
                if (input.with) {
                    read(*input.with, state.position());
                }
            },
            [](auto&) {},
        },
        body
    );
}

} // namespace ansage::telling
