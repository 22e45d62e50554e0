// SPDX-License-Identifier: GPL-3.0-or-later
#include "telling/hearing.hpp"

#include "base/overloaded.hpp"
#include "chess/attacks.hpp"
#include "phonetics/fold.hpp"
#include "table/asking/rights.hpp"
#include "table/decide/decide.hpp"
#include "table/model/input_parts.hpp"

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
        const bool is_short = spoken.castling == table::CastlingSide::short_side;
        said.castling =
            is_short ? phonetics::CastlingSide::short_side : phonetics::CastlingSide::long_side;
        // In figures it is the king's two squares, whether he may castle or not.
        const chess::Square king = before.king(before.turn());
        if (king == chess::Square{chess::File::e, chess::attacks::back_rank(before.turn())}) {
            said.from = king;
            said.to = chess::Square{is_short ? chess::File::g : chess::File::c, king.rank()};
        }
    }
    said.capture = spoken.capture.value_or(false);
    return said;
}

Hearing::Hearing(phonetics::Vocabulary vocabulary, phonetics::Lexicon lexicon)
    : vocabulary_(std::make_shared<const phonetics::Vocabulary>(std::move(vocabulary))),
      lexicon_(std::move(lexicon)) {}

void Hearing::add_own(const std::string& language, const Hearing& own) {
    Hearing hearing{*this};
    hearing.own_.clear();
    hearing.lexicon_ = lexicon_.with_letters_of(own.vocabulary());
    if (own.vocabulary().name != vocabulary().name)
        hearing.others_ = std::make_shared<const Hearing>(own);
    own_.insert_or_assign(language, std::move(hearing));
}

Hearing Hearing::of(std::string_view language) const {
    const auto own = own_.find(language);
    return own == own_.end() ? *this : own->second;
}

table::HeardMove Hearing::hear(
    const chess::Position& position, const std::string& text, phonetics::Reading rule
) const {
    const phonetics::Heard heard = phonetics::parse(lexicon_, position, text, rule);
    table::HeardMove move{.text = text, .said = to_spoken(heard.said)};
    if (heard.move) move.move = *heard.move;
    else move.error = heard.move.error();
    const bool is_unknown = move.error == chess::MoveError::not_a_move && heard.near.empty();
    if (is_unknown && others_ && others_->is_move(position, text))
        move.other_words = others_->vocabulary().name;
    return move;
}

bool Hearing::is_move(const chess::Position& position, const std::string& text) const {
    return hear(position, text, phonetics::Reading::by_shape).error != chess::MoveError::not_a_move;
}

bool Hearing::is_possible(const chess::Position& position, const std::string& text) const {
    return phonetics::parse(lexicon_, position, text, phonetics::Reading::by_shape).is_possible;
}

std::optional<phonetics::Said>
Hearing::said_in(const chess::Position& position, const std::string& text) const {
    const auto read = hear(position, text, phonetics::Reading::by_shape);
    const bool is_move = read.said.to || read.said.castling;
    return is_move ? std::optional{to_said(read.said, position)} : std::nullopt;
}

std::string Hearing::in_words(const chess::Position& position, const std::string& text) const {
    const auto said = said_in(position, text);
    return said ? phonetics::to_text(phonetics::announce(*vocabulary_, *said)) : std::string{};
}

namespace {

// What waits at a keyboard to be confirmed was said last.
const table::HeardMove* newest_words(const table::State& state, chess::Color seat, table::Ply ply) {
    for (const auto& [console, line] : state.lines) {
        const auto* const announces = std::get_if<table::Announces>(&line.act);
        if (announces != nullptr && announces->seat == seat) return &announces->move;
    }
    const table::Testimony* const open =
        state.plies.has(ply) ? state.plies[ply].newest(table::Witness::announcement) : nullptr;
    return open == nullptr ? nullptr : &open->move;
}

} // namespace

std::string
Hearing::completed(const table::State& state, chess::Color seat, chess::Role promotion) const {
    const auto ply = table::announced_ply(state, seat);
    const table::HeardMove* const open = ply ? newest_words(state, seat, *ply) : nullptr;
    if (open == nullptr || open->error != chess::MoveError::ambiguous) return {};
    phonetics::Said said = to_said(open->said, state.positions.before(*ply));
    const bool is_last = said.to &&
        (said.to->rank() == chess::Rank::first || said.to->rank() == chess::Rank::eighth);
    if (!is_last || said.promotion) return {};
    said.promotion = promotion;
    return phonetics::to_text(phonetics::announce(*vocabulary_, said));
}

std::optional<chess::Role> Hearing::promotion_called(std::string_view figure) const {
    return phonetics::promotion_in_figures(lexicon_, figure);
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

namespace {

// Every spoken move in `body`, with each position that its speaker may refer to, until `read`
// understands it.
template <class Read>
void read_moves(table::InputBody& body, const table::State& state, const Read& read) {
    const Overloaded each{
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
            if (read(input.move, table::executing_position(state, input)) ||
                read(input.move, state.position()))
                return;
            // His own move, which his words have made already.
            if (state.to_move() != input.seat && state.made() > 0)
                read(input.move, state.positions.before(state.made()));
        },
        [&](table::Writes& input) { read(input.move, table::writing_position(state, input.ply)); },
        [&](table::HearingReported& input) {
            if (!input.move || !input.speaker) return;
            const bool is_own = input.key == table::RecordingKey::own;
            read(
                *input.move,
                is_own ? table::announcing_position(state, *input.speaker)
                       : table::repeating_position(state, *input.speaker)
            );
        },
        [&](table::Claims& input) {
            if (input.with) read(*input.with, state.position());
        },
        [](auto&) {},
    };
    if (auto* const line = std::get_if<table::TypesLine>(&body)) std::visit(each, line->act);
    else std::visit(each, body);
}

std::string_view language_of_speaker(const table::InputBody& body, const table::State& state) {
    if (const auto* const line = std::get_if<table::TypesLine>(&body))
        return language_of_speaker(table::input_of(line->act), state);
    const std::optional<chess::Color> seat = table::acting_seat(body);
    return seat ? std::string_view{state.seat(*seat).language} : std::string_view{};
}

} // namespace

void Hearing::resolve(table::InputBody& body, const table::State& now) const {
    const auto after_move = table::state_for_words(now, body);
    const table::State& state = after_move ? *after_move : now;
    // Before the press nobody is told by his words what is legal (first principle 12).
    const Hearing hearing = of(language_of_speaker(body, state));
    read_moves(body, state, [&](table::HeardMove& heard, const chess::Position& position) {
        heard = hearing.hear(position, heard.text, phonetics::Reading::by_shape);
        return heard.move.has_value();
    });
}

std::vector<NearAct> Hearing::near(const table::InputBody& body, const table::State& now) const {
    const auto after_move = table::state_for_words(now, body);
    const table::State& state = after_move ? *after_move : now;
    std::vector<NearAct> near;
    table::InputBody meant{body};
    const Hearing hearing = of(language_of_speaker(body, state));
    read_moves(meant, state, [&](table::HeardMove& heard, const chess::Position& position) {
        const phonetics::Heard read =
            phonetics::parse(hearing.lexicon_, position, heard.text, phonetics::Reading::by_shape);
        for (const phonetics::Said& said : read.near) {
            heard.text = phonetics::to_text(phonetics::announce(*vocabulary_, said));
            near.push_back({meant, heard.text});
        }
        return read.move.has_value() || !read.near.empty();
    });
    return near;
}

} // namespace ansage::telling
