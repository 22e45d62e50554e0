// SPDX-License-Identifier: GPL-3.0-or-later
// A table that hears: the windows in which a player says his move, and consent withdrawn. What was
// made of a window is for decide/listening.cpp.
#include "table/asking/asking.hpp"

namespace ansage::table {

using chess::Color;

namespace {

void tell(Decision& decision, Color seat, const std::string& id) {
    decision.say(ear_of(seat), Priority::text, Cause::request, {id});
}

} // namespace

void key_window(Decision& decision, Color seat, RecordingKey key) {
    decision.emit(ListeningKeyed{.seat = seat, .key = key});
    tell(decision, seat, key == RecordingKey::off ? "hearing.closed" : "hearing.open");
}

void on(Decision& decision, const WithdrawsHearing& input) {
    if (!decision.state().listening.consents[input.seat]) {
        decision.refuse(Refusal::not_allowed, input.seat, "hearing.none");
        return;
    }
    decision.emit(HearingWithdrawn{.seat = input.seat});
    if (decision.setup().mode != Mode::club) {
        tell(decision, input.seat, "hearing.withdrawn");
        return;
    }
    // Both had agreed that it is listened at their table: both are told that it is no more.
    for (const Color color : chess::both_colors)
        decision.say(ear_of(color), Priority::message, Cause::table, {"hearing.withdrawn"});
}

} // namespace ansage::table
