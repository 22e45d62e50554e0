// SPDX-License-Identifier: GPL-3.0-or-later
#include "stopwatch.hpp"

namespace ansage::tests {

Stopwatch::Stopwatch(const People& people)
    : people_(people),
      running_(people.state().clocks.running()) {
    pass(people.now());
}

void Stopwatch::look(const std::vector<table::Event>& events) {
    for (const table::Event& event : events) {
        pass(event.at);
        if (const auto* pressed = std::get_if<table::ClockPressed>(&event.body)) {
            if (pressed->switched) {
                running_ = !pressed->seat;
                at_press_.push_back(ran_);
            }
        } else if (const auto* started = std::get_if<table::ClockStarted>(&event.body)) {
            running_ = started->color;
        }
        if (std::holds_alternative<table::ClockHalted>(event.body)) running_.reset();
        if (std::holds_alternative<table::Ended>(event.body)) running_.reset();
    }
    pass(people_.now());
}

base::Millis Stopwatch::had(chess::Color color) const {
    return people_.state().clocks.remaining(color, people_.now()) + ran_[color];
}

void Stopwatch::pass(base::Instant until) {
    if (running_) ran_[*running_] += until - since_;
    since_ = until;
}

} // namespace ansage::tests
