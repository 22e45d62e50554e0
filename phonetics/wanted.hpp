// SPDX-License-Identifier: GPL-3.0-or-later
// What letters or words ask for, before a position says which move that is. Internal to phonetics.
#pragma once

#include "phonetics/parse.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ansage::phonetics {

// One bit for each Role; empty where none was said. Several where a letter has several meanings.
class RoleSet {
public:
    constexpr RoleSet() = default;

    constexpr explicit RoleSet(std::uint8_t bits)
        : bits_(bits) {}

    constexpr explicit RoleSet(chess::Role role)
        : bits_(static_cast<std::uint8_t>(1U << static_cast<unsigned>(role))) {}

    constexpr bool empty() const { return bits_ == 0; }

    constexpr bool contains(chess::Role role) const {
        return ((bits_ >> static_cast<unsigned>(role)) & 1U) != 0;
    }

    // The role if there is exactly one.
    std::optional<chess::Role> only() const;

    // This set, without that role if it has others.
    RoleSet preferably_without(chess::Role role) const;

    friend constexpr bool operator==(RoleSet, RoleSet) = default;

private:
    std::uint8_t bits_ = 0;
};

struct Wanted {
    RoleSet roles;
    std::optional<chess::File> from_file;
    std::optional<chess::Rank> from_rank;
    // Of castling the king's, if it was said. Absent, too, where only what takes and what is taken
    // was: "Turm schlägt Turm", or "e schlägt d", which has its file.
    std::optional<chess::Square> to;
    std::optional<chess::File> to_file;
    RoleSet promotions;
    RoleSet victims; // what was said to be taken: "Springer schlägt Bauer Eva fünf"
    bool castles = false;
    std::optional<CastlingSide> castling; // absent where only the word for castling was said
    bool capture = false;
    // Of SAN's x programs are careless; whoever says that a piece is taken means it.
    bool capture_matters = false;
    bool operator==(const Wanted&) const = default;
};

// All that one text may mean. What it may mean less likely counts only where nothing of the first
// kind is a move now; within one kind nothing is likelier than the rest.
struct Readings {
    std::vector<Wanted> first;
    std::vector<Wanted> second;

    bool empty() const { return first.empty() && second.empty(); }
};

bool has_whole_origin(const Wanted& wanted);

// Files, ranks and a capture in the order they came: "e x d 6".
class Coordinates {
public:
    // False if there is no room for one more: no move has so many.
    bool push(Meaning meaning);

    // A last file after a rank belongs to the promotion: the b of e7e8b.
    std::optional<chess::File> take_trailing_file();

    // Fills in origin, target and capture. False if they are no move: "e e", "e 4 x".
    bool put_into(Wanted& wanted) const;

private:
    bool put_origin_into(Wanted& wanted, std::size_t size) const;

    // An origin and a target have four.
    std::array<Meaning, 4> parts_{};
    std::size_t size_ = 0;
    // The number of parts before it.
    std::optional<std::size_t> capture_at_;
};

// What a pawn becomes in figures, where 1 is the first (ICCF).
constexpr std::array promotions_by_digit{
    chess::Role::queen, chess::Role::rook, chess::Role::bishop, chess::Role::knight};

// Letters with all marks of notation, exact but for what lies around them.
Readings read_letters(const Lexicon& lexicon, std::string_view text);

struct WordReadings {
    Readings readings;
    // A word of the vocabulary that means something, not only letters, digits and fillers.
    bool has_words = false;
    // The first word, folded, of which nothing is known.
    std::string unknown;
};

// Folded, and more: digits are words of their own, and so is the sign for a promotion.
std::string fold_words(std::string_view text);

// The vocabulary's words; coordinates among them may be letters and digits ("Springer f3").
WordReadings read_words(const Lexicon& lexicon, std::string_view folded);

// The text without the words that mean nothing by themselves, as it was written.
std::string without_fillers(const Lexicon& lexicon, std::string_view text);

// Without the number that stands before a move on a scoresheet: "12. e4", "3... e5"; without a full
// stop, "12 e4", only where that is the number of the move.
std::string_view
without_move_number(std::string_view text, std::optional<chess::MoveNumber> number = {});

// What is said of a move in a text that may begin with its number: in figures "5 2 5 4" is all of
// it, at the fifth move, too.
std::string_view move_in(
    const Lexicon& lexicon,
    const chess::Position& position,
    std::string_view text,
    std::optional<chess::MoveNumber> number = {}
);

// The moves that are meant, as far as the rule lets them be told.
std::vector<chess::Move>
fitting_moves(const Readings& readings, const chess::Position& position, Reading rule);

bool fits(const Wanted& wanted, const chess::Position& position, chess::Move move);

// The moves to that square by the way that pieces move and by what stands between: never by pins,
// checks or rights (Appendix D, before the press).
std::vector<chess::Move> moves_by_shape(const chess::Position& position, chess::Square target);

// What a text may mean, and its first word of which nothing is known.
struct AllReadings {
    Readings readings;
    std::string unknown;
};

AllReadings read_text(const Lexicon& lexicon, std::string_view text);

std::vector<Wanted> all_of(const Readings& readings);

// The move that the readings mean, and what they say of it.
Heard resolved(
    std::string_view text, const Readings& readings, const chess::Position& position, Reading rule
);

Heard not_understood(std::string_view text, std::string unknown);

// Reading::by_shape
Heard parse_at_table(
    const Lexicon& lexicon, const chess::Position& position, std::string_view text
);

// The first word that is not understood, as it was written.
std::string unknown_word(const Lexicon& lexicon, std::string_view text);

// What all of them have in common.
Said to_said(std::span<const Wanted> readings);

} // namespace ansage::phonetics
