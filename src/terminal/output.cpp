// SPDX-License-Identifier: GPL-3.0-or-later
#include "terminal/output.hpp"

#include "terminal/shared_thread.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <condition_variable>
#include <cstdio>
#include <deque>
#include <mutex>
#include <poll.h>
#include <string_view>
#include <tuple>
#include <utility>

namespace ansage::terminal {

namespace {

// A pipe that is ready takes as much without waiting, and most terminals do.
constexpr std::size_t most_at_once = 512;

enum class Place : std::uint8_t { out, error };

// What carries all that is printed, if anything does. It is set and taken away by the thread that
// prints; others that report something meanwhile may come at any time.
std::mutex carrier_mutex;
Output* carrier = nullptr;

void print(std::FILE* direct, const std::string& line, void (Output::*push)(std::string)) {
    {
        const std::lock_guard guard{carrier_mutex};
        if (carrier != nullptr) {
            (carrier->*push)(line);
            return;
        }
    }
    std::fputs((line + '\n').c_str(), direct);
    std::fflush(direct);
}

struct Line {
    Place place = Place::out;
    std::string text; // with its end
    std::uint64_t lost = 0; // instead of a text: so many lines are missing here
};

} // namespace

struct Output::State {
    State(When how, Lost words, Places where, Limits most)
        : when(how),
          lost_words(std::move(words)),
          places(where),
          limits(most) {}

    // --- for whoever hands in lines
    void push(Line line) {
        std::unique_lock lock{mutex};
        if (when == When::holds_back)
            changed.wait(lock, [&] { return is_closed || has_room_for(line); });
        if (is_closed || failed(line.place)) return;
        note_room(line);
        if (is_losing) {
            ++lost;
            return;
        }
        add(std::move(line));
        changed.notify_all();
    }

    bool has_room_for(const Line& line) const {
        return waiting.empty() ||
            (waiting.size() < limits.lines && bytes + line.text.size() <= limits.bytes);
    }

    // Once lines were lost, the next ones are until half of it has been read: a reader who is a
    // little too slow misses a stretch and not every second line.
    void note_room(const Line& line) {
        if (when == When::holds_back) return;
        if (!is_losing) {
            is_losing = !has_room_for(line);
        } else if (waiting.size() <= limits.lines / 2 && bytes <= limits.bytes / 2) {
            is_losing = false;
            tell_lost();
        }
    }

    void tell_lost() {
        if (lost > 0) waiting.push_back({.place = Place::out, .lost = std::exchange(lost, 0)});
    }

    void add(Line line) {
        bytes += line.text.size();
        waiting.push_back(std::move(line));
    }

    // --- for the thread
    // Absent when there will be no more.
    std::optional<Line> next() {
        std::unique_lock lock{mutex};
        is_writing = false;
        if (waiting.empty()) {
            is_losing = false;
            tell_lost();
        }
        changed.notify_all();
        changed.wait(lock, [&] { return is_stopped || is_closed || !waiting.empty(); });
        if (is_stopped || waiting.empty()) return std::nullopt;
        Line line = std::move(waiting.front());
        waiting.pop_front();
        bytes -= line.text.size();
        is_writing = true;
        return line;
    }

    void write(const Line& line) {
        const std::string told = line.lost > 0 ? lost_words(line.lost) + '\n' : std::string{};
        std::string_view text = line.lost > 0 ? told : line.text;
        const int descriptor = line.place == Place::out ? places.out : places.error;
        while (!text.empty() && !has_failed(line.place)) {
            if (!wait_for(descriptor, POLLOUT, stop)) return;
            const ssize_t count =
                ::write(descriptor, text.data(), std::min(text.size(), most_at_once));
            if (count >= 0) text.remove_prefix(static_cast<std::size_t>(count));
            else if (errno != EINTR && errno != EAGAIN)
                fail(line.place, std::error_code{errno, std::generic_category()});
        }
    }

    void fail(Place place, std::error_code error) {
        const std::lock_guard guard{mutex};
        problems.at(static_cast<std::size_t>(place)) = error;
    }

    [[nodiscard]] bool has_failed(Place place) {
        const std::lock_guard guard{mutex};
        return failed(place);
    }

    bool failed(Place place) const {
        return problems.at(static_cast<std::size_t>(place)).has_value();
    }

    static void run(State& state) {
        while (const auto line = state.next()) state.write(*line);
    }

    const When when;
    const Lost lost_words;
    const Places places;
    const Limits limits;
    const Wakeup stop; // of waiting for a descriptor

    mutable std::mutex mutex;
    std::condition_variable changed;
    std::deque<Line> waiting;
    std::size_t bytes = 0; // of what waits
    std::uint64_t lost = 0; // since the reader was told last
    bool is_losing = false;
    bool is_writing = false;
    bool is_closed = false; // nothing more comes
    bool is_stopped = false; // nothing more is written
    std::array<std::optional<std::error_code>, 2> problems;
};

class Output::Thread : public SharedThread<State> {
    using SharedThread::SharedThread;
};

Output::Output(When when, Lost lost, Places places, Limits limits)
    : state_(std::make_shared<State>(when, std::move(lost), places, limits)),
      thread_(std::make_unique<Thread>(state_, State::run)) {}

Output::~Output() { std::ignore = close(base::Millis{0}); }

void Output::push(std::string line) {
    state_->push({.place = Place::out, .text = std::move(line) + '\n'});
}

void Output::push_error(std::string line) {
    state_->push({.place = Place::error, .text = std::move(line) + '\n'});
}

void Output::carry_all() {
    const std::lock_guard guard{carrier_mutex};
    carrier = this;
}

std::optional<std::error_code> Output::problem() const {
    const std::lock_guard guard{state_->mutex};
    return state_->problems.front();
}

bool Output::close(base::Millis limit) {
    {
        const std::lock_guard guard{carrier_mutex};
        carrier = carrier == this ? nullptr : carrier;
    }
    if (!thread_) return state_->waiting.empty() && !problem();
    bool is_written = false;
    {
        std::unique_lock lock{state_->mutex};
        state_->is_closed = true;
        state_->changed.notify_all();
        is_written = state_->changed.wait_for(lock, limit, [this] {
            return state_->waiting.empty() && !state_->is_writing;
        });
        state_->is_stopped = true;
        state_->changed.notify_all();
    }
    state_->stop.set();
    thread_.reset();
    return is_written && !problem();
}

void print_line(const std::string& line) { print(stdout, line, &Output::push); }

void print_notice(const std::string& sentence) { print(stderr, sentence, &Output::push_error); }

} // namespace ansage::terminal
