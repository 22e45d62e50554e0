// What letters or words ask for, before a position says which move that is. Internal to phonetics.
#pragma once

#include "phonetics/parse.hpp"

#include <array>
#include <cstdint>
#include <optional>

namespace ansage::phonetics {

// One bit for each Role; empty where none was said. Several where a letter has several meanings.
class RoleSet {
public:
    constexpr RoleSet() = default;

    constexpr explicit RoleSet(std::uint8_t bits)
        : bits_(bits) {}

    constexpr explicit RoleSet(chess::Role role)
        : bits_(static_cast<std::uint8_t>(1U << static_cast<unsigned>(role))) {}

    [[nodiscard]] constexpr bool empty() const { return bits_ == 0; }

    [[nodiscard]] constexpr bool contains(chess::Role role) const {
        return ((bits_ >> static_cast<unsigned>(role)) & 1U) != 0;
    }

    // The role if there is exactly one.
    [[nodiscard]] std::optional<chess::Role> only() const;

private:
    std::uint8_t bits_ = 0;
};

struct Wanted {
    RoleSet roles;
    std::optional<chess::File> from_file;
    std::optional<chess::Rank> from_rank;
    std::optional<chess::Square> to; // absent only for castling
    RoleSet promotions;
    std::optional<CastlingSide> castling;
    bool capture = false;
    // Of SAN's x programs are careless; whoever says that a piece is taken means it.
    bool capture_matters = false;
};

// Files, ranks and a capture in the order they came: "e x d 6".
class Coordinates {
public:
    // False if there is no room for one more: no move has so many.
    [[nodiscard]] bool push(Meaning meaning);

    // A last file after a rank belongs to the promotion: the b of e7e8b.
    [[nodiscard]] std::optional<chess::File> take_trailing_file();

    // Fills in origin, target and capture. False if they are no move: "e e", "e 4 x".
    [[nodiscard]] bool put_into(Wanted& wanted) const;

private:
    [[nodiscard]] bool put_origin_into(Wanted& wanted, std::size_t size) const;

    // An origin and a target have four.
    std::array<Meaning, 4> parts_{};
    std::size_t size_ = 0;
    // The number of parts before it.
    std::optional<std::size_t> capture_at_;
};

// Letters with all marks of notation, exact but for what lies around them; nullopt if they are
// none.
[[nodiscard]] std::optional<Wanted> read_letters(const Lexicon& lexicon, std::string_view text);

// The vocabulary's words; coordinates among them may be letters and digits ("Springer f3").
[[nodiscard]] std::optional<Wanted> read_words(const Lexicon& lexicon, std::string_view text);

[[nodiscard]] base::Result<chess::Move, chess::MoveError>
resolve(const Wanted& wanted, const chess::Position& position);

[[nodiscard]] Said to_said(const Wanted& wanted);

} // namespace ansage::phonetics
