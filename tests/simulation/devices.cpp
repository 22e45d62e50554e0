// SPDX-License-Identifier: GPL-3.0-or-later
// What boards, sensors and cables do, and a player who leaves his board alone.
#include "turns.hpp"

namespace ansage::tests {

using chess::Color;
using table::AlertKind;

namespace {

// --- boards and cables

bool board_lost(Turn& turn) {
    People& people = turn.people;
    const Color board = people.dice().one_in(2) ? Color::white : Color::black;
    if (!people.has_sensors(board)) return false;
    people.lose_board(board);
    turn.expect(AlertKind::board_lost, board);
    people.take_turn(turn.move);
    people.find_board(board);
    turn.expect(AlertKind::board_back, board);
    return true;
}

bool board_turned(Turn& turn) {
    People& people = turn.people;
    people.submit(table::BoardReports{.board = people.mover(), .report = table::BoardReport::turned}
    );
    people.take_turn(turn.move);
    return true;
}

// A change that never arrives; the board's next full reading has it.
bool change_lost_on_the_wire(Turn& turn) {
    People& people = turn.people;
    if (!people.has_sensors(turn.seat) || !people.keeps(turn.seat)) return false;
    people.listen(turn.seat);
    people.lose_a_change(turn.seat);
    people.play(turn.move);
    people.wait(Millis{1000});
    people.show_all(turn.seat);
    people.press(turn.seat);
    people.wait(Millis{400});
    return true;
}

bool sensor_unsure(Turn& turn) {
    People& people = turn.people;
    const auto square = bystander(turn, turn.seat);
    if (!square || !people.has_sensors(turn.seat)) return false;
    people.listen(turn.seat);
    people.submit(table::Unsure{.board = turn.seat, .square = *square});
    play_and_press(turn);
    people.place(turn.seat, *square, *people.truth(turn.seat)[*square].piece(), Millis{100});
    return true;
}

// Time trouble: from now on he plays by voice alone.
bool board_no_longer_kept(Turn& turn) {
    People& people = turn.people;
    const bool visible = turn.last &&
        people.can_tell(
            turn.seat,
            turn.last->before.reading(),
            turn.last->before.after(turn.last->move).reading()
        );
    if (!visible || !people.keeps(!turn.seat)) return false;
    people.stop_keeping(turn.seat);
    people.repeat_last(turn.seat);
    play_and_press(turn);
    turn.expect(AlertKind::opponent_board_differs, turn.seat);
    return true;
}

} // namespace

std::span<const Mistake> mistakes_of_devices() {
    static const std::vector<Mistake> list{
        {"board lost and back", board_lost},
        {"board turned round", board_turned},
        {"change lost on the wire", change_lost_on_the_wire},
        {"sensor unsure", sensor_unsure},
        {"board no longer kept", board_no_longer_kept},
    };
    return list;
}

} // namespace ansage::tests
