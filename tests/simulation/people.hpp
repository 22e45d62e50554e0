// SPDX-License-Identifier: GPL-3.0-or-later
// Two people at a table: hands at their boards, mouths, the clock between them, and an arbiter who
// comes when he is called. What really stands on each board is kept apart from what the table
// believes.
#pragma once

#include "chess/position.hpp"
#include "devices/hands/hands.hpp"
#include "table/decide/decide.hpp"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ansage::tests {

using base::Instant;
using base::Millis;

// The same seed gives the same game.
class Dice {
public:
    explicit Dice(std::uint64_t seed)
        : state_(seed) {}

    std::uint64_t next();

    std::size_t below(std::size_t limit) { return static_cast<std::size_t>(next() % limit); }

    bool one_in(unsigned n) { return below(n) == 0; }

    Millis between(int least, int most) {
        return Millis{least + static_cast<int>(below(static_cast<std::size_t>(most - least + 1)))};
    }

private:
    std::uint64_t state_;
};

struct Raised {
    table::AlertKind kind{};
    std::optional<chess::Color> about;
    chess::Ply ply;
    bool expected = false;
};

class People {
public:
    People(table::TableSetup setup, Dice& dice);

    [[nodiscard]] const table::State& state() const { return state_; }

    [[nodiscard]] Dice& dice() { return dice_; }

    [[nodiscard]] Instant now() const { return now_; }

    [[nodiscard]] chess::Color mover() const { return state_.to_move(); }

    [[nodiscard]] bool has_sensors(chess::Color color) const {
        return state_.seat(color).board != table::BoardKind::none && !lost_[color];
    }

    [[nodiscard]] bool knows_pieces(chess::Color color) const {
        return has_sensors(color) && state_.seat(color).board == table::BoardKind::identity;
    }

    [[nodiscard]] bool is_sighted(chess::Color color) const {
        return state_.seat(color).vision == table::Vision::sighted;
    }

    // What really stands there.
    [[nodiscard]] const chess::Reading& truth(chess::Color color) const { return truth_[color]; }

    // True if the sensors of that board can tell the two apart.
    [[nodiscard]] bool
    can_tell(chess::Color board, const chess::Reading& one, const chess::Reading& other) const;

    void wait(Millis time);
    void submit(table::InputBody body);

    // --- one act each, after the time that people take for it
    void lift(chess::Color board, chess::Square square, Millis after);
    void place(chess::Color board, chess::Square square, chess::Piece piece, Millis after);
    // Takes what stands on one square to another, or off the board.
    void shift(chess::Color board, chess::Square from, std::optional<chess::Square> to);
    void announce(chess::Color seat, const table::HeardMove& words);
    void correct(chess::Color seat, const table::HeardMove& words);
    void repeat(chess::Color seat, const table::HeardMove& words);
    void press(chess::Color seat);
    // Where no sensor looks: what the hand has done.
    void tell_executed(chess::Color seat, const table::HeardMove& words);

    // The next change of that board, or the one after, does not reach the table.
    void lose_a_change(chess::Color board) {
        until_lost_[board] = 1U + (dice_.one_in(2) ? 1U : 0U);
    }

    // A full reading, as boards send it once a second.
    void show_all(chess::Color board);
    void lose_board(chess::Color board);
    void find_board(chess::Color board);

    // --- parts of a turn
    // The move as the hand carries it out, in any of the ways in which people do. It does not rest
    // on `not_on`, where another move would be made by that.
    void carry_out(
        chess::Color board,
        const chess::Position& before,
        chess::Move move,
        std::optional<chess::Square> not_on = {}
    );
    // The opponent's last move: on the own board, if that has not been done; and repeated.
    void execute_last(chess::Color seat);
    void repeat_last(chess::Color seat);
    void listen(chess::Color seat);
    // The own move, with the words before, after or amid the hand's acts.
    void play(chess::Move move);
    // All of it.
    void take_turn(chess::Move move);

    // The arbiter halts the clocks, accepts what is proposed, sees to it that both boards are
    // right, and lets play go on.
    void arbiter_mends();
    // The boards as the record has them, by their own players' hands.
    void put_right(chess::Color board);

    void mark_executed(chess::Color seat) { executed_[seat] = state_.made(); }

    // From now on that player moves nothing on his board.
    void stop_keeping(chess::Color seat) { keeps_[seat] = false; }

    [[nodiscard]] bool keeps(chess::Color seat) const { return keeps_[seat]; }

    // From now on players without sensors say now and then what they have executed.
    void tell_now_and_then() { tells_ = true; }

    std::vector<Raised> raised;
    std::vector<table::Refusal> refused;
    std::vector<std::string> story; // what happened, for a failure's message
    // Sees each input when it has been decided, and what came of it; nobody does if empty.
    std::function<void(const table::Input&, const std::vector<table::Event>&)> watch;

private:
    // True if the table hears of this change.
    [[nodiscard]] bool arrives(chess::Color board);
    void decide(table::InputBody body);
    void note(const std::vector<table::Event>& events);
    void settle_what_is_said();
    void tell_perhaps(chess::Color seat, const chess::Position& before, chess::Move move);

    Dice& dice_;
    table::State state_;
    Instant now_{};
    table::PerColor<chess::Reading> truth_;
    table::PerColor<chess::Ply> executed_; // the last that stands on that board
    table::PerColor<bool> lost_;
    table::PerColor<unsigned> until_lost_; // changes until the one that is lost; 0: none is
    table::PerColor<bool> keeps_{true, true};
    bool tells_ = false;
};

// The words for a move, legal or not, in that position.
[[nodiscard]] table::HeardMove words_for(const chess::Position& before, chess::Move move);

} // namespace ansage::tests
