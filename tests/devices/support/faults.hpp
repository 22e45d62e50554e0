// SPDX-License-Identifier: GPL-3.0-or-later
// Faults of a wire, and a little world in which a driver and a simulator live with them: virtual
// time, seeded, no real line.
#pragma once

#include "devices/board/board.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace ansage::devices::testing {

using Bytes = std::vector<std::byte>;

enum class Fault : std::uint8_t { drop, repeat, flip, insert, cut_tail, repeat_burst };

inline constexpr std::array all_faults{
    Fault::drop, Fault::repeat, Fault::flip, Fault::insert, Fault::cut_tail, Fault::repeat_burst};

inline const char* name_of(Fault fault) {
    switch (fault) {
    case Fault::drop: return "a byte dropped";
    case Fault::repeat: return "a byte doubled";
    case Fault::flip: return "a bit flipped";
    case Fault::insert: return "a byte inserted";
    case Fault::cut_tail: return "the rest of the burst lost";
    case Fault::repeat_burst: return "the burst said twice";
    }
    return "";
}

// Applies one fault at byte `at` (taken modulo the size); `noise` chooses bit or byte.
inline Bytes with_fault(Bytes bytes, Fault fault, std::size_t at, unsigned noise) {
    if (bytes.empty()) return bytes;
    const auto place = bytes.begin() + static_cast<std::ptrdiff_t>(at % bytes.size());
    switch (fault) {
    case Fault::drop: bytes.erase(place); break;
    case Fault::repeat: bytes.insert(place, *place); break;
    case Fault::flip: *place ^= std::byte{1} << (noise % 8U); break;
    case Fault::insert: bytes.insert(place, static_cast<std::byte>(noise & 0xFFU)); break;
    case Fault::cut_tail: bytes.erase(place, bytes.end()); break;
    case Fault::repeat_burst: {
        const Bytes once = bytes;
        bytes.insert(bytes.end(), once.begin(), once.end());
        break;
    }
    }
    return bytes;
}

// A driver and a simulator joined by a perfect or a faulty wire.
class World {
public:
    using Wire = std::function<Bytes(Bytes)>;

    World(Driver& driver, Simulator& simulator)
        : driver_(driver),
          simulator_(simulator) {}

    void start() {
        driver_.start(now_);
        settle();
    }

    // Every burst towards the host goes through the wire.
    void set_wire(Wire wire) { to_host_ = std::move(wire); }

    void mend_wire() { to_host_ = {}; }

    void act(const HandAct& act) {
        simulator_.do_hand(act, now_);
        settle();
    }

    // Lets time pass, stopping at every deadline.
    void pass(base::Millis duration) {
        const base::Instant end = now_ + duration;
        while (true) {
            const auto next = next_deadline();
            if (!next || *next > end) break;
            now_ = std::max(*next, now_ + base::Millis{1});
            on_time();
        }
        now_ = std::max(now_, end);
        on_time();
    }

    std::vector<SensorEvent> take_events() { return std::exchange(events_, {}); }

    std::string take_event_text() {
        std::string text;
        for (const SensorEvent& event : take_events()) {
            text += text.empty() ? "" : "; ";
            text += to_string(event);
        }
        return text;
    }

    // The board as the events so far tell it.
    const std::optional<chess::Reading>& told() const { return told_; }

    base::Instant now() const { return now_; }

private:
    void on_time() {
        simulator_.on_time(now_);
        driver_.on_time(now_);
        settle();
    }

    std::optional<base::Instant> next_deadline() const {
        const auto a = driver_.next_deadline();
        const auto b = simulator_.next_deadline();
        return a && b ? std::min(a, b) : (a ? a : b);
    }

    // A wire that breaks every answer would let both ends talk for ever: a real one is slower.
    void settle() {
        constexpr int most_rounds = 8;
        for (int round = 0; round < most_rounds; ++round) {
            const Bytes to_host = simulator_.take_output();
            if (!to_host.empty()) driver_.receive(to_host_ ? to_host_(to_host) : to_host, now_);
            note_events();
            const Bytes to_board = driver_.take_output();
            if (!to_board.empty()) simulator_.receive(to_board, now_);
        }
    }

    void note_events() {
        for (SensorEvent& event : driver_.take_events()) {
            if (const auto* shows = std::get_if<Shows>(&event)) told_ = shows->reading;
            else if (told_) apply_to(*told_, event);
            events_.push_back(std::move(event));
        }
    }

    Driver& driver_;
    Simulator& simulator_;
    Wire to_host_;
    base::Instant now_;
    std::vector<SensorEvent> events_;
    std::optional<chess::Reading> told_;
};

} // namespace ansage::devices::testing
