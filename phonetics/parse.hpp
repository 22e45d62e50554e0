// Words to moves. Understands, in one text: the vocabulary's words and alternatives, the short and
// the long form, SAN with English and national letters, UCI.
#pragma once

#include "base/result.hpp"
#include "chess/position.hpp"
#include "phonetics/lexicon.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ansage::phonetics {

enum class CastlingSide : std::uint8_t { short_side, long_side };

// What was said, legal or not, as far as it was said: so that an announcement that is illegal now
// can still be compared with what was done on the board. "Springer Felix drei" has a role and a
// target; "Eva vier", which names no piece, has the role pawn; "Gustav eins Felix drei" has no
// role.
struct Said {
    std::optional<chess::Role> role;
    std::optional<chess::Square> from;
    // The part of the origin that was said where it was not the whole square: "Springer Gustav
    // Felix drei".
    std::optional<chess::File> from_file;
    std::optional<chess::Rank> from_rank;
    std::optional<chess::Square> to;
    std::optional<chess::Role> promotion;
    std::optional<CastlingSide> castling;
    bool capture = false;
    friend bool operator==(const Said&, const Said&) = default;
};

struct Heard {
    std::string text; // as it came
    base::Result<chess::Move, chess::MoveError> move;
    Said said; // all absent for not_a_move
};

// Exact SAN and UCI are tried first; only there does case matter, and only where it separates a
// piece from a file (bxc3, Bxc3). Two legal readings are always ambiguous; a promotion whose piece
// was not named is (D.2.1).
[[nodiscard]] Heard
parse(const Lexicon& lexicon, const chess::Position& position, std::string_view text);

} // namespace ansage::phonetics
