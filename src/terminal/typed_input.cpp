// SPDX-License-Identifier: GPL-3.0-or-later
#include "terminal/typed_input.hpp"

#include "terminal/continuation.hpp"
#include "terminal/lines_of_bytes.hpp"
#include "terminal/raw_terminal.hpp"
#include "terminal/shared_thread.hpp"
#include "terminal/unblocked.hpp"

#include <array>
#include <cerrno>
#include <condition_variable>
#include <mutex>
#include <poll.h>
#include <string_view>
#include <unistd.h>
#include <utility>

namespace ansage::terminal {

namespace {

// What has been read and not taken yet; then the rest waits where it is.
constexpr std::size_t most_waiting = 65'536;

enum class By : std::uint8_t { line, key };

// While the shell has the terminal, which is got back without a signal where nothing was stopped.
constexpr int look_for_terminal_every = 100; // ms

// How an end that was typed stands among the lines, in its place.
constexpr std::string_view typed_end = "\x04";

// Ctrl-D at a terminal that reads by lines: whoever typed it may type on.
bool is_there_still(int descriptor) {
    pollfd terminal{.fd = descriptor, .events = 0, .revents = 0};
    return ::isatty(descriptor) != 0 && ::poll(&terminal, 1, 0) >= 0 &&
        (terminal.revents & (POLLHUP | POLLERR | POLLNVAL)) == 0;
}

} // namespace

class InputThread {
public:
    struct State {
        State(int from, By what)
            : descriptor(from),
              unblocked(from),
              by(what),
              continuation(what == By::key ? continuation_of_keys() : of_lines.emplace()) {}

        // Everything but the thread's own loop is called with the mutex locked.
        void add(std::string_view bytes) {
            if (by == By::key) waiting += bytes;
            else
                for (const std::string& line : lines.take(bytes)) waiting.append(line) += '\n';
        }

        // What was begun before it is a line.
        void add_typed_end() {
            if (lines.has_begun()) waiting.append(lines.take_rest()) += '\n';
            waiting.append(typed_end) += '\n';
            has_typed_ends = true;
        }

        bool has_something() const {
            return has_ended || has_gone_on || (by == By::key ? !waiting.empty() : has_line());
        }

        bool has_line() const { return waiting.find('\n') != std::string::npos; }

        // For whoever waits for it, and for the thread.
        void settle() {
            if (has_something()) event.set();
            else event.clear();
            changed.notify_all();
        }

        static void run(State& state) {
            while (state.read()) {
            }
        }

        // False at the end.
        bool read() {
            std::array<char, 4096> buffer{};
            if (!waits_for_room() || !waits_for_input()) return false;
            const ssize_t count = ::read(unblocked.descriptor(), buffer.data(), buffer.size());
            if (count < 0 && (errno == EINTR || errno == EAGAIN || is_in_background(descriptor)))
                return true;
            const std::lock_guard guard{mutex};
            if (count == 0 && by == By::line && is_there_still(descriptor)) {
                add_typed_end();
            } else {
                has_ended = count <= 0;
                add({buffer.data(), has_ended ? 0 : static_cast<std::size_t>(count)});
                if (has_ended) waiting += lines.take_rest(); // the last one may have no end
            }
            settle();
            return !has_ended;
        }

        bool waits_for_room() {
            std::unique_lock lock{mutex};
            changed.wait(lock, [this] { return is_stopped || waiting.size() < most_waiting; });
            return !is_stopped;
        }

        // Until there is something to read, and it is typed for this program. False: it is to stop.
        bool waits_for_input() {
            while (descriptor >= 0) { // else whoever reads learns that it is closed
                const bool is_shells = is_in_background(descriptor);
                note_terminal(is_shells);
                std::array<pollfd, 3> waits{
                    pollfd{.fd = stop.descriptor(), .events = POLLIN, .revents = 0},
                    pollfd{.fd = continuation.event_fd(), .events = POLLIN, .revents = 0},
                    pollfd{.fd = is_shells ? -1 : descriptor, .events = POLLIN, .revents = 0}};
                const int limit = is_shells ? look_for_terminal_every : -1;
                if (::poll(waits.data(), waits.size(), limit) < 0) continue;
                if (waits[0].revents != 0) return false;
                if (waits[1].revents != 0) note_terminal(is_in_background(descriptor));
                else if (waits[2].revents != 0 && !is_in_background(descriptor)) return true;
            }
            return true;
        }

        // In front again, or still, after the program went on.
        void note_terminal(bool is_shells) {
            const bool was_stopped = continuation.take();
            const bool was_away = std::exchange(is_away, is_shells);
            if (is_shells || (!was_stopped && !was_away) || ::isatty(descriptor) == 0) return;
            take_back_terminal();
            const std::lock_guard guard{mutex};
            has_gone_on = true;
            settle();
        }

        const int descriptor;
        const Unblocked unblocked;
        const By by;
        const Wakeup event;
        const Wakeup stop;
        std::optional<Continuation> of_lines;
        // Keys: also of a stop before this thread was there, from when on every key is read at
        // once.
        const Continuation& continuation;
        bool is_away = false; // the terminal, when it was looked at last; the thread's own

        std::mutex mutex;
        std::condition_variable changed;
        std::string waiting;
        LinesOfBytes lines; // of what has been read so far
        bool has_ended = false; // and nobody has been told so
        bool has_typed_ends = false;
        bool has_gone_on = false; // and nobody has been told so
        bool is_stopped = false;
    };

    InputThread(int descriptor, By by)
        : state_(std::make_shared<State>(descriptor, by)),
          thread_(state_, State::run) {}

    InputThread(const InputThread&) = delete;
    InputThread& operator=(const InputThread&) = delete;

    ~InputThread() {
        const std::lock_guard guard{state_->mutex};
        state_->is_stopped = true;
        state_->changed.notify_all();
        state_->stop.set();
    }

    int event_fd() const { return state_->event.descriptor(); }

    std::optional<TypedLines::Line> take_line() {
        const std::lock_guard guard{state_->mutex};
        auto line = first_line();
        state_->settle();
        return line;
    }

    TypedKeys::Keys take_keys() {
        const std::lock_guard guard{state_->mutex};
        TypedKeys::Keys keys{
            .bytes = std::exchange(state_->waiting, {}),
            .is_end = std::exchange(state_->has_ended, false),
            .has_gone_on = std::exchange(state_->has_gone_on, false)};
        state_->settle();
        return keys;
    }

private:
    // The last one may have no end.
    std::optional<TypedLines::Line> first_line() {
        std::string& waiting = state_->waiting;
        if (std::exchange(state_->has_gone_on, false)) return TypedLines::Line{.has_gone_on = true};
        const std::size_t end = waiting.find('\n');
        if (end != std::string::npos) {
            TypedLines::Line line{.text = waiting.substr(0, end)};
            waiting.erase(0, end + 1);
            if (state_->has_typed_ends && line.text == typed_end)
                return TypedLines::Line{.is_end = true, .may_go_on = true};
            return line;
        }
        if (!state_->has_ended) return std::nullopt;
        if (!waiting.empty()) return TypedLines::Line{.text = std::exchange(waiting, {})};
        state_->has_ended = false;
        return TypedLines::Line{.is_end = true};
    }

    std::shared_ptr<State> state_;
    SharedThread<State> thread_;
};

TypedLines::TypedLines(int descriptor)
    : thread_(std::make_unique<InputThread>(descriptor, By::line)) {}

TypedLines::~TypedLines() = default;

int TypedLines::event_fd() const { return thread_->event_fd(); }

std::optional<TypedLines::Line> TypedLines::take() { return thread_->take_line(); }

TypedKeys::TypedKeys(int descriptor)
    : thread_(std::make_unique<InputThread>(descriptor, By::key)) {}

TypedKeys::~TypedKeys() = default;

int TypedKeys::event_fd() const { return thread_->event_fd(); }

TypedKeys::Keys TypedKeys::take() { return thread_->take_keys(); }

} // namespace ansage::terminal
