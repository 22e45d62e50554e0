// SPDX-License-Identifier: GPL-3.0-or-later
#include "phonetics/announcement.hpp"

#include "chess/uci.hpp"
#include "phonetics/wanted.hpp"

#include <algorithm>
#include <utility>

namespace ansage::phonetics {

using chess::CastlingStyle;
using chess::Color;
using chess::File;
using chess::Move;
using chess::Position;
using chess::Rank;
using chess::Role;
using chess::Square;

namespace {

using Text = std::string Form::*;

// Most announcements fit; a longer one costs one allocation more.
constexpr std::size_t roomy_text = 48;
constexpr std::size_t most_words = 7;

std::string join(const Announcement& announcement, Text text) {
    std::string joined;
    joined.reserve(roomy_text);
    for (const Form& form : announcement.words) {
        if (!joined.empty()) joined += ' ';
        joined += form.*text;
    }
    return joined;
}

class Speaker {
public:
    explicit Speaker(const Vocabulary& vocabulary)
        : vocabulary_(vocabulary),
          announcement_{.language = vocabulary.language, .words = {}} {
        announcement_.words.reserve(most_words);
    }

    Speaker& say(const Word& word) {
        const bool distinct = vocabulary_.options.distinct && word.distinct;
        announcement_.words.push_back(distinct ? *word.distinct : word.form);
        return *this;
    }

    Speaker& say(Role role) { return say(vocabulary_.of(role)); }

    Speaker& say(File file) { return say(vocabulary_.of(file)); }

    Speaker& say(Rank rank) { return say(vocabulary_.of(rank)); }

    Speaker& say(Square square) { return say(square.file()).say(square.rank()); }

    // As the ICCF writes moves, in figures: 5254, and 57581 for a queen.
    Speaker& say_figures(Square from, Square to, std::optional<Role> promotion) {
        say(from).say(to);
        const auto* const digit = std::ranges::find(promotions_by_digit, promotion);
        return digit == promotions_by_digit.end()
            ? *this
            : say(static_cast<Rank>(digit - promotions_by_digit.begin()));
    }

    // What a pawn becomes (D.2.1).
    Speaker& say_promotion(Role role) {
        if (vocabulary_.promotion) say(*vocabulary_.promotion);
        return say(role);
    }

    Announcement take() { return std::move(announcement_); }

private:
    const Vocabulary& vocabulary_;
    Announcement announcement_;
};

// How much of the origin the short form needs, as in C.10: among the pieces that may legally go
// there.
struct Origin {
    bool file = false;
    bool rank = false;
};

Origin origin_of_piece(const Position& position, Move move) {
    const chess::SquareSet alike =
        position.attackers(move.to(), position.turn()) & position.of(*position.at(move.from()));
    if (alike.size() < 2) return {};
    bool rival = false;
    bool same_file = false;
    bool same_rank = false;
    for (const Move other : position.legal_moves()) {
        const bool fits =
            !other.is_castling() && other.to() == move.to() && other.from() != move.from();
        if (!fits || position.at(other.from()) != position.at(move.from())) continue;
        rival = true;
        same_file |= other.from().file() == move.from().file();
        same_rank |= other.from().rank() == move.from().rank();
    }
    return {.file = rival && (!same_file || same_rank), .rank = same_file};
}

// "Eva acht Springer" is the knight's, too, where a knight reaches that square.
bool may_be_heard_as_piece(const Position& position, Move move) {
    const std::optional<Role> becomes = move.promotion();
    const Color turn = position.turn();
    return becomes && !(position.attackers(move.to(), turn) & position.of(*becomes)).empty();
}

Origin needed_origin(const Position& position, Move move, Role role, Style style) {
    if (style == Style::full || may_be_heard_as_piece(position, move))
        return {.file = true, .rank = true};
    if (role == Role::pawn) return {.file = position.is_capture(move), .rank = false};
    return role == Role::king ? Origin{} : origin_of_piece(position, move);
}

void say_squares(
    Speaker& speaker, const Vocabulary& vocabulary, Move move, Origin origin, bool capture
) {
    if (origin.file) speaker.say(move.from().file());
    if (origin.rank) speaker.say(move.from().rank());
    if (capture) speaker.say(vocabulary.capture);
    speaker.say(move.to());
}

void say_check(Speaker& speaker, const Vocabulary& vocabulary, const Position& after) {
    if (!after.is_check()) return;
    speaker.say(after.has_legal_move() ? vocabulary.check : vocabulary.mate);
}

void say_move(
    Speaker& speaker, const Vocabulary& vocabulary, const Position& position, Move move, Style style
) {
    if (move.is_castling()) {
        speaker.say(
            move.is_short_castling() ? vocabulary.short_castling : vocabulary.long_castling
        );
        return;
    }
    const Role role = position.at(move.from()).value_or(chess::Piece{}).role;
    if (role != Role::pawn) speaker.say(role);
    const Origin origin = needed_origin(position, move, role, style);
    say_squares(speaker, vocabulary, move, origin, position.is_capture(move));
    if (const std::optional<Role> promotion = move.promotion()) speaker.say_promotion(*promotion);
}

} // namespace

std::string to_text(const Announcement& announcement) { return join(announcement, &Form::shown); }

std::string to_speech(const Announcement& announcement) {
    return join(announcement, &Form::spoken);
}

Announcement
announce(const Vocabulary& vocabulary, const Position& position, Move move, Style style) {
    Speaker speaker{vocabulary};
    if (vocabulary.options.numeric) {
        const bool says_rook =
            move.is_castling() && chess::castling_style(move) == CastlingStyle::king_takes_rook;
        const Square to = says_rook ? move.to() : move.king_to();
        return speaker.say_figures(move.from(), to, move.promotion()).take();
    }
    say_move(speaker, vocabulary, position, move, style);
    if (vocabulary.options.say_en_passant && vocabulary.en_passant && move.is_en_passant())
        speaker.say(*vocabulary.en_passant);
    if (vocabulary.options.say_check) say_check(speaker, vocabulary, position.after(move));
    return speaker.take();
}

Announcement announce(const Vocabulary& vocabulary, const Said& said) {
    Speaker speaker{vocabulary};
    const bool numeric = vocabulary.options.numeric;
    if (numeric && said.from && said.to)
        return speaker.say_figures(*said.from, *said.to, said.promotion).take();
    if (said.castling) {
        const bool is_short = said.castling == CastlingSide::short_side;
        return speaker.say(is_short ? vocabulary.short_castling : vocabulary.long_castling).take();
    }
    // In figures a square alone is no move, and half an origin cannot be said.
    if (said.role && (numeric || said.role != Role::pawn)) speaker.say(*said.role);
    if (said.from) speaker.say(*said.from);
    else if (said.from_file && !numeric) speaker.say(*said.from_file);
    else if (said.from_rank && !numeric) speaker.say(*said.from_rank);
    if (said.capture && !numeric) speaker.say(vocabulary.capture);
    if (said.to) speaker.say(*said.to);
    if (said.promotion) speaker.say_promotion(*said.promotion);
    return speaker.take();
}

Announcement announce(const Vocabulary& vocabulary, Square square) {
    return Speaker{vocabulary}.say(square).take();
}

Announcement announce(const Vocabulary& vocabulary, Role role) {
    return Speaker{vocabulary}.say(role).take();
}

Announcement announce(const Vocabulary& vocabulary, File file) {
    return Speaker{vocabulary}.say(file).take();
}

Announcement announce(const Vocabulary& vocabulary, Rank rank) {
    return Speaker{vocabulary}.say(rank).take();
}

} // namespace ansage::phonetics
