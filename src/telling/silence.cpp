// SPDX-License-Identifier: GPL-3.0-or-later
#include "telling/silence.hpp"

#include "base/overloaded.hpp"

namespace ansage::telling {

namespace {

// Every other act is done or refused.
std::string_view reason_of_arbiter(table::ArbiterAct act, const table::State& state) {
    const bool runs = state.clocks.running().has_value();
    if (act == table::ArbiterAct::resumes && runs) return "clocks_run";
    if (act == table::ArbiterAct::pauses && !runs) return "clocks_stand";
    return act == table::ArbiterAct::rules_stands ? "no_illegal_move" : "";
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
