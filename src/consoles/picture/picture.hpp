// SPDX-License-Identifier: GPL-3.0-or-later
// A table as it is drawn for a watcher, and for the arbiter: both boards as their sensors have
// them, the clocks, what each witness of the newest moves said, and what is open.
#pragma once

#include "chess/reading.hpp"
#include "consoles/picture/table_json.hpp"
#include "table/model/state.hpp"
#include "telling/table_words.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ansage::consoles {

enum class BoardCondition : std::uint8_t {
    agrees,
    behind, // the last move is not carried out here yet
    moving, // a hand is at it, or a move stands there that is not made yet
    differs, // something stands wrong that no move under way explains
    lost,
    unseen, // no sensors
};

enum class HandAct : std::uint8_t { lifts, places, holds };

struct HandPicture {
    HandAct act{};
    chess::Square square; // that changed last
    std::vector<table::HeldPiece> held;
};

struct BoardPicture {
    // On an occupancy board a piece has its name where the reading fits the record.
    chess::Reading squares;
    BoardCondition condition{};
    chess::SquareSet unfit; // not as the position of record
    chess::SquareSet wrong; // of these, what no move under way explains
    std::optional<HandPicture> hand;
    std::string guided; // what the hand that puts it right was told last; empty: none does
};

enum class WitnessStanding : std::uint8_t {
    due, // it may still come
    missing, // its time has passed
    agrees,
    differs,
    none, // there is no such witness at this table
};

struct WitnessPicture {
    table::Witness witness{};
    std::string name; // "board of White"
    WitnessStanding standing{};
    std::string word; // for the standing; empty for `none`
    std::string said; // or shown
    std::optional<base::Instant> at;
    bool is_derived = false;
    chess::SquareSet squares; // where a board differs
};

struct MovePicture {
    chess::Ply ply;
    chess::Color mover{};
    std::string text; // "2. Nf3"; empty: not made yet
    table::PlyState state{};
    bool is_legal = true;
    std::vector<WitnessPicture> witnesses; // one of each
};

struct LastMove {
    std::string text;
    std::string words; // as it is announced
    std::vector<chess::Square> squares; // from where to where; of castling the king's
};

struct MatterPicture {
    const table::Matter* matter = nullptr; // of the state, never null
    std::vector<std::string> articles;
    std::string text;
    std::string proposed; // in words
    chess::SquareSet squares;
};

struct TablePicture {
    const table::State* state = nullptr; // that it was made of, never null
    base::Instant at;
    ClocksPicture clocks;
    std::optional<LastMove> last;
    table::PerColor<BoardPicture> boards;
    std::vector<MovePicture> moves; // the one in hand last, and the one before it
    std::vector<MatterPicture> matters;
    std::string result; // in words; empty: there is none
};

// What cannot be read from the state as it is now. The words of a matter can: those that are not
// remembered say what follows from it now.
struct Remembered {
    struct Matter {
        std::string text;
        std::string proposed;
        std::vector<std::string> articles;
    };

    std::map<table::MatterNumber, Matter> matters;
    // On each board, when it was at rest last.
    table::PerColor<chess::SquareSet> wrong;
};

// What stands wrong on that board now; `before`: what did before this.
[[nodiscard]] chess::SquareSet
wrong_squares(const table::State& state, chess::Color board, chess::SquareSet before);
// What may put a square wrong or right.
[[nodiscard]] bool may_move_pieces(const table::EventBody& body);

// In the arbiter's language. Valid as long as `state`.
[[nodiscard]] TablePicture picture_of(
    const table::State& state,
    const telling::TableWords& words,
    base::Instant now,
    const Remembered& remembered
);

} // namespace ansage::consoles
