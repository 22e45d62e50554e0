// SPDX-License-Identifier: GPL-3.0-or-later
#include "terminal/output.hpp"

#include "base/escaped.hpp"
#include "base/visible.hpp"
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
EditedLine* typed_below = nullptr; // by whoever types on that terminal

enum class Flush : std::uint8_t { later, at_once };

// With the mutex locked.
void write_text(Place place, std::string text, Flush flush = Flush::at_once) {
    if (text.empty()) return;
    if (carrier != nullptr && place == Place::out) {
        carrier->write(std::move(text));
    } else if (carrier != nullptr) {
        carrier->write_error(std::move(text));
    } else {
        std::FILE* const direct = place == Place::out ? stdout : stderr;
        std::fwrite(text.data(), 1, text.size(), direct);
        if (flush == Flush::at_once) std::fflush(direct);
    }
}

bool is_terminal(Place place) {
    return ::isatty(place == Place::out ? STDOUT_FILENO : STDERR_FILENO) != 0;
}

void print(Place place, const std::string& line, Flush flush = Flush::at_once) {
    const std::lock_guard guard{carrier_mutex};
    const bool is_among_keys = typed_below != nullptr && is_terminal(place);
    write_text(place, is_among_keys ? typed_below->show(line, true) : line + '\n', flush);
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

void Output::write(std::string text) {
    state_->push({.place = Place::out, .text = std::move(text)});
}

void Output::write_error(std::string text) {
    state_->push({.place = Place::error, .text = std::move(text)});
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

void print_line(const std::string& line) { print(Place::out, base::visible(line)); }

void print_json(const std::string& json) { print(Place::out, base::escaped(json)); }

void print_data(const std::string& line) { print(Place::out, base::visible(line), Flush::later); }

void print_fields(std::initializer_list<std::string> fields) {
    std::string line;
    for (const std::string& field : fields)
        line += (&field == fields.begin() ? "" : "\t") + base::visible(field);
    print(Place::out, line, Flush::later);
}

void print_painted(const std::string& line) { print(Place::out, line); }

void print_begun(const std::string& text) {
    const std::lock_guard guard{carrier_mutex};
    write_text(Place::out, base::visible(text));
}

void print_echo(const std::string& echo) {
    const std::lock_guard guard{carrier_mutex};
    write_text(Place::out, echo);
}

void print_notice(const std::string& sentence) { print(Place::error, base::visible(sentence)); }

TypedBelow::TypedBelow() {
    const std::lock_guard guard{carrier_mutex};
    typed_below = &line_;
}

TypedBelow::~TypedBelow() {
    const std::lock_guard guard{carrier_mutex};
    typed_below = nullptr;
}

namespace {

Place place_of_keys() { return is_terminal(Place::out) ? Place::out : Place::error; }

} // namespace

std::optional<std::string> TypedBelow::type(char key) {
    const std::lock_guard guard{carrier_mutex};
    std::vector<std::string> lines;
    write_text(place_of_keys(), line_.type(key, lines));
    return lines.empty() ? std::nullopt : std::optional{std::move(lines.front())};
}

bool TypedBelow::is_empty() const {
    const std::lock_guard guard{carrier_mutex};
    return line_.is_empty();
}

void TypedBelow::forget_shown() {
    const std::lock_guard guard{carrier_mutex};
    line_.forget_shown();
}

} // namespace ansage::terminal
