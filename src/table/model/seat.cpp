// SPDX-License-Identifier: GPL-3.0-or-later
#include "table/model/seat.hpp"

namespace ansage::table {

bool may_be_heard(const TableSetup& setup, chess::Color color) {
    const bool both = setup.seats.white.heard && setup.seats.black.heard;
    switch (setup.mode) {
    case Mode::tournament: return false;
    case Mode::club: return both;
    case Mode::training: return setup.seats[color].heard;
    }
    return false;
}

clock::TimeClass time_class_of(const TableSetup& setup) {
    return clock::time_class(setup.time, setup.edition.class_limits);
}

laws::Watch watch_of(const TableSetup& setup) {
    return {
        .declared = setup.supervised,
        .games = setup.arbiter_games,
        .recorded = setup.arbiter_records};
}

laws::Supervision supervision_of(const TableSetup& setup) {
    return laws::supervision(setup.edition, time_class_of(setup), watch_of(setup));
}

bool is_supervised(const TableSetup& setup) {
    return supervision_of(setup) == laws::Supervision::supervised;
}

const laws::ClassRules& class_rules(const TableSetup& setup) {
    return setup.edition.rules_for(time_class_of(setup), supervision_of(setup));
}

bool only_opponent_claims_flag(const TableSetup& setup) {
    return !is_supervised(setup) && time_class_of(setup) != clock::TimeClass::standard &&
        setup.edition.flag_unsupervised == laws::FlagEstablishedBy::claimant_with_time_left;
}

chess::CastlingStyle castling_style(const TableSetup& setup) {
    return setup.start == chess::Position{} ? chess::CastlingStyle::king_two_squares
                                            : chess::CastlingStyle::king_takes_rook;
}

} // namespace ansage::table
