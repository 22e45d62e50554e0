// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/clock/key_input.hpp"

#include "acts/keys.hpp"
#include "base/try.hpp"
#include "terminal/output.hpp"
#include "terminal/raw_terminal.hpp"
#include "terminal/typed_input.hpp"
#include "terminal/typed_line.hpp"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <string_view>
#include <thread>
#include <unistd.h>
#include <utility>

namespace ansage::app {

using base::Error;
using base::Result;

namespace {

constexpr std::size_t longest_line = 4096;
constexpr char line_key = ':';
// For whoever stopped the clock and comes back to it.
constexpr std::string_view act_when_back = "arbiter asks both";

void write_all(int descriptor, std::string_view text) {
    while (!text.empty()) {
        const ssize_t count = ::write(descriptor, text.data(), text.size());
        if (count < 0 && errno != EINTR) return; // the table reads no more
        text.remove_prefix(count < 0 ? 0 : static_cast<std::size_t>(count));
    }
}

// A pipe's two ends, closed with it.
class Pipe {
public:
    Pipe() { is_open_ = ::pipe2(ends_.data(), O_CLOEXEC) == 0; }

    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;

    ~Pipe() {
        close_end(0);
        close_end(1);
    }

    bool is_open() const { return is_open_; }

    int reader() const { return ends_[0]; }

    int writer() const { return ends_[1]; }

    void close_end(std::size_t end) {
        if (ends_.at(end) >= 0) {
            ::close(ends_.at(end));
            ends_.at(end) = -1;
        }
    }

private:
    std::array<int, 2> ends_{-1, -1};
    bool is_open_ = false;
};

// A descriptor of its own for the keyboard, for standard input becomes the pipe.
class Keyboard {
public:
    Keyboard()
        : descriptor_(::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)) {}

    Keyboard(const Keyboard&) = delete;
    Keyboard& operator=(const Keyboard&) = delete;

    ~Keyboard() {
        ::dup2(descriptor_, STDIN_FILENO);
        ::close(descriptor_);
    }

    int descriptor() const { return descriptor_; }

private:
    int descriptor_;
};

class Keys final : public KeyInput {
public:
    explicit Keys(ActsOf acts_of)
        : acts_of_(std::move(acts_of)),
          terminal_(keyboard_.descriptor(), terminal::RawTerminal::Interrupt::signal) {}

    Keys(const Keys&) = delete;
    Keys& operator=(const Keys&) = delete;

    ~Keys() override {
        write_all(stop_.writer(), "x");
        if (reader_.joinable()) reader_.join();
    }

    Result<void, Error> start() {
        if (!acts_.is_open() || !stop_.is_open() || ::dup2(acts_.reader(), STDIN_FILENO) < 0) {
            return tl::unexpected(Error{
                base::phrase("the keys cannot be read: {}", base::system_words(errno)),
                base::phrase("standard input"),
                base::phrase("close other programs")});
        }
        reader_ = std::thread{[this] { read_until_stopped(); }};
        return {};
    }

private:
    void read_until_stopped() {
        std::array<pollfd, 2> waits{
            pollfd{.fd = keys_.event_fd(), .events = POLLIN, .revents = 0},
            pollfd{.fd = stop_.reader(), .events = POLLIN, .revents = 0}};
        bool open = true;
        while (open) {
            if (::poll(waits.data(), waits.size(), -1) < 0) open = errno == EINTR;
            else open = waits[1].revents == 0 && (waits[0].revents == 0 || read());
        }
        if (!line_.empty()) end_line_of_pipe();
        acts_.close_end(1); // the table sees the end of its input
    }

    bool read() {
        const terminal::TypedKeys::Keys keys = keys_.take();
        if (keys.has_gone_on) {
            typed_.forget_shown();
            send(std::string{act_when_back});
        }
        for (const char key : keys.bytes) take(key);
        return !keys.is_end;
    }

    void take(char key) {
        if (!terminal_.is_raw()) take_letter(key);
        else if (in_line_) take_typed(key);
        else if (!escapes_.take(key)) take_key(key);
        else if (key == terminal::EscapeSequence::begin) send({}); // Escape: silence
    }

    // Of a pipe or a file.
    void take_letter(char letter) {
        if (letter == '\n' || letter == '\r') end_line_of_pipe();
        else if (line_.size() < longest_line) line_ += letter;
    }

    void take_typed(char key) {
        if (const auto line = typed_.type(key)) {
            in_line_ = false;
            end_line(*line);
        }
    }

    void take_key(char key) {
        if (key == line_key) in_line_ = true;
        else if (key == '?') send("?");
        else if (const acts::ClockKey* known = acts::find_clock_key(key)) {
            send(std::string{known->act});
        } else send({}); // any other: silence
    }

    // A colon begins a line there, too, for whoever writes down what he would type.
    void end_line_of_pipe() {
        const std::string line = std::exchange(line_, {});
        end_line(line.starts_with(line_key) ? line.substr(1) : line);
    }

    void end_line(const std::string& line) const {
        for (const std::string& act : acts_of_(line)) send(act);
    }

    void send(const std::string& act) const { write_all(acts_.writer(), act + '\n'); }

    ActsOf acts_of_;
    Keyboard keyboard_;
    terminal::RawTerminal terminal_; // given back before the keyboard's descriptor is closed
    terminal::TypedKeys keys_{keyboard_.descriptor()};
    Pipe acts_;
    Pipe stop_;
    terminal::EscapeSequence escapes_;
    bool in_line_ = false; // after a colon
    terminal::TypedBelow typed_; // then
    std::string line_; // of a pipe
    std::thread reader_;
};

} // namespace

Result<std::unique_ptr<KeyInput>, Error> read_keys(ActsOf acts_of) {
    auto keys = std::make_unique<Keys>(std::move(acts_of));
    ANSAGE_TRY(keys->start());
    return keys;
}

} // namespace ansage::app
