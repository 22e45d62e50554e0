// SPDX-License-Identifier: GPL-3.0-or-later
// What a DGT clock is told, and told again.
#include "devices/dgt/clock_talk.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace ansage::devices::dgt {

namespace {

using base::Instant;

// An acknowledgement takes one or two seconds.
constexpr base::Millis clock_answers_within{2500};
constexpr unsigned most_tries = 3;

} // namespace

void ClockTalk::tell(ClockCommand command, std::vector<std::byte> bytes, Instant now) {
    const auto waiting = std::ranges::find_if(to_tell_, [&](const Told& told) {
        return told.command == command && !told.at;
    });
    if (waiting != to_tell_.end()) waiting->bytes = std::move(bytes);
    else to_tell_.push_back({.command = command, .bytes = std::move(bytes), .tries = 0, .at = {}});
    tell_next(now);
}

void ClockTalk::tell_next(Instant now) {
    if (!to_tell_.empty() && !to_tell_.front().at) {
        Told& told = to_tell_.front();
        ++told.tries;
        told.at = now;
        line_.send(told.bytes);
    }
}

void ClockTalk::on_time(Instant now) {
    const bool is_late = !to_tell_.empty() && to_tell_.front().at &&
        now - *to_tell_.front().at >= clock_answers_within;
    if (is_late) retry(now);
}

void ClockTalk::retry(Instant now) {
    if (to_tell_.front().tries >= most_tries) {
        finish(false, now);
        return;
    }
    to_tell_.front().at.reset();
    tell_next(now);
}

void ClockTalk::finish(bool is_done, Instant now) {
    answers_.push_back({to_tell_.front().command, is_done});
    if (to_tell_.front().command == ClockCommand::set_and_run) line_.was_set();
    to_tell_.pop_front();
    tell_next(now);
}

// A button, and what the clock says of itself, are no answers.
void ClockTalk::on_ack(const ClockAck& ack, Instant now) {
    const bool is_answer = !to_tell_.empty() && to_tell_.front().at &&
        ack.codes[1] == static_cast<std::uint8_t>(to_tell_.front().command);
    if (!is_answer) return;
    if (ack.is_error()) {
        retry(now);
        return;
    }
    if (to_tell_.front().command == ClockCommand::ask_version)
        version_ = fmt::format("{}.{}", ack.codes[2] >> 4U, ack.codes[2] & 0x0FU);
    finish(true, now);
}

void ClockTalk::lose() {
    while (!to_tell_.empty()) {
        answers_.push_back({to_tell_.front().command, false});
        to_tell_.pop_front();
    }
}

std::optional<Instant> ClockTalk::next_deadline() const {
    const bool waits = !to_tell_.empty() && to_tell_.front().at;
    return waits ? std::optional{*to_tell_.front().at + clock_answers_within} : std::nullopt;
}

bool ClockTalk::is_setting() const {
    return std::ranges::any_of(to_tell_, [](const Told& told) {
        return told.command == ClockCommand::set_and_run;
    });
}

std::optional<bool> ClockTalk::take_was_set() {
    const auto answer =
        std::ranges::find(answers_, ClockCommand::set_and_run, &ClockAnswer::command);
    if (answer == answers_.end()) return std::nullopt;
    const bool is_done = answer->is_done;
    answers_.erase(answer);
    return is_done;
}

} // namespace ansage::devices::dgt
