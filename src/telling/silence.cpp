// SPDX-License-Identifier: GPL-3.0-or-later
#include "telling/silence.hpp"

#include "base/overloaded.hpp"

namespace ansage::telling {

namespace {

std::string_view reason_of_arbiter(table::ArbiterAct act, const table::State& state) {
    switch (act) {
    case table::ArbiterAct::resumes:
        return state.clocks.running() ? "clocks_run" : "";
    case table::ArbiterAct::pauses:
        return state.clocks.running() ? "" : "clocks_stand";
    case table::ArbiterAct::rules_stands:
        return "no_illegal_move";
    case table::ArbiterAct::starts:
    case table::ArbiterAct::accepts_proposal:
    case table::ArbiterAct::rejects_proposal:
    case table::ArbiterAct::rules_correct:
    case table::ArbiterAct::rules_incorrect:
    case table::ArbiterAct::adjourns:
    case table::ArbiterAct::rules_illegal:
    case table::ArbiterAct::takes_back:
    case table::ArbiterAct::rules_both_flags:
    case table::ArbiterAct::rules_colours:
    case table::ArbiterAct::postpones:
        return {}; // done or refused
    }
    return {};
}

} // namespace

bool changes_something(const table::Event& event) {
    const auto* pressed = std::get_if<table::ClockPressed>(&event.body);
    return pressed == nullptr || pressed->switched;
}

std::string_view reason_of_silence(const table::InputBody& body, const table::State& state) {
    return std::visit(
        base::Overloaded{
            [&](const table::Arbiter& arbiter) { return reason_of_arbiter(arbiter.act, state); },
            [&](const table::Presses& presses) -> std::string_view {
                return state.boards[presses.seat].press_after ? "still_announced" : "other_clock";
            },
            [](const auto&) { return std::string_view{}; },
        },
        body
    );
}

std::string message_of_silence(const table::InputBody& body, const table::State& state) {
    const std::string_view reason = reason_of_silence(body, state);
    std::string id = "console.unchanged";
    if (!reason.empty()) {
        id += '.';
        id += reason;
    }
    return id;
}

} // namespace ansage::telling
