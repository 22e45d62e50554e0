// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/clock/key_input.hpp"

#include "acts/keys.hpp"
#include "base/try.hpp"
#include "terminal/raw_terminal.hpp"

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
constexpr char backspace = '\x7f';

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
            pollfd{.fd = keyboard_.descriptor(), .events = POLLIN, .revents = 0},
            pollfd{.fd = stop_.reader(), .events = POLLIN, .revents = 0}};
        bool open = true;
        while (open)
            if (::poll(waits.data(), waits.size(), -1) < 0) open = errno == EINTR;
            else open = waits[1].revents == 0 && (waits[0].revents == 0 || read());
        if (!line_.empty()) end_line();
        acts_.close_end(1); // the table sees the end of its input
    }

    bool read() {
        std::array<char, 256> buffer{};
        const ssize_t count = ::read(keyboard_.descriptor(), buffer.data(), buffer.size());
        for (ssize_t i = 0; i < count; ++i) take(buffer[static_cast<std::size_t>(i)]);
        return count > 0 || (count < 0 && errno == EINTR);
    }

    void take(char key) {
        if (terminal_.is_raw() && !in_line_) {
            take_key(key);
        } else if (key == '\n' || key == '\r') {
            end_line();
        } else if (key == backspace && terminal_.is_raw()) {
            line_.resize(line_.empty() ? 0 : line_.size() - 1);
        } else if (line_.size() < longest_line) {
            line_ += key;
            echo(key);
        }
    }

    void take_key(char key) {
        if (key == ':') in_line_ = true;
        else if (key == '?') send("?");
        else if (const acts::ClockKey* known = acts::find_clock_key(key))
            send(std::string{known->act});
        else send({}); // Escape, or any other: silence
    }

    void end_line() {
        const std::string line = std::exchange(line_, {});
        echo('\n');
        in_line_ = false;
        for (const std::string& act : acts_of_(line)) send(act);
    }

    // A terminal that is stopped shows no letters; the keys of both players go on.
    void echo(char letter) const {
        pollfd screen{.fd = STDERR_FILENO, .events = POLLOUT, .revents = 0};
        if (terminal_.is_raw() && ::poll(&screen, 1, 0) > 0) write_all(STDERR_FILENO, {&letter, 1});
    }

    void send(const std::string& act) const { write_all(acts_.writer(), act + '\n'); }

    ActsOf acts_of_;
    Keyboard keyboard_;
    terminal::RawTerminal terminal_; // given back before the keyboard's descriptor is closed
    Pipe acts_;
    Pipe stop_;
    bool in_line_ = false; // after a colon
    std::string line_;
    std::thread reader_;
};

} // namespace

Result<std::unique_ptr<KeyInput>, Error> read_keys(ActsOf acts_of) {
    auto keys = std::make_unique<Keys>(std::move(acts_of));
    ANSAGE_TRY(keys->start());
    return keys;
}

} // namespace ansage::app
