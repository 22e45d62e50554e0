// SPDX-License-Identifier: GPL-3.0-or-later
// A reader who stops reading holds up nobody, and hears what he missed.
#include "pseudo_terminal.hpp"
#include "support/catch.hpp"
#include "support/folder.hpp"
#include "terminal/output.hpp"

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <poll.h>
#include <span>
#include <sys/ioctl.h>
#include <thread>
#include <unistd.h>

namespace ansage::terminal {
namespace {

using base::Millis;
using tests::PseudoTerminal;
using Lines = std::vector<std::string>;

constexpr Millis long_enough{20'000};

class Pipe {
public:
    Pipe() { REQUIRE(::pipe2(ends_.data(), O_CLOEXEC) == 0); }

    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;
    Pipe(Pipe&&) = delete;
    Pipe& operator=(Pipe&&) = delete;

    ~Pipe() {
        close_reader();
        close_writer();
    }

    [[nodiscard]] int writer() const { return ends_[1]; }

    void close_reader() { close(0); }

    void close_writer() { close(1); }

    // What is in it, until it has been empty for a while or is closed.
    [[nodiscard]] std::string read(int milliseconds = 200) const {
        std::string all;
        std::array<char, 4096> buffer{};
        pollfd waits{.fd = ends_[0], .events = POLLIN, .revents = 0};
        while (::poll(&waits, 1, milliseconds) > 0) {
            const ssize_t count = ::read(ends_[0], buffer.data(), buffer.size());
            if (count <= 0) break;
            all.append(buffer.data(), static_cast<std::size_t>(count));
        }
        return all;
    }

    // Whoever writes into it is held up.
    [[nodiscard]] bool is_full() const {
        constexpr int nearly = 60'000; // bytes, of the 65,536 that it takes
        int held = 0;
        REQUIRE(::ioctl(ends_[0], FIONREAD, &held) == 0);
        return held > nearly;
    }

private:
    void close(std::size_t end) {
        if (ends_.at(end) >= 0) {
            ::close(ends_.at(end));
            ends_.at(end) = -1;
        }
    }

    std::array<int, 2> ends_{-1, -1};
};

Lines lines_of(const std::string& text) {
    Lines lines;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = text.find('\n', begin);
        REQUIRE(end != std::string::npos);
        lines.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return lines;
}

std::string lost_words(std::uint64_t count) { return fmt::format("lost {}", count); }

// So long that a pipe holds few of them.
std::string numbered(unsigned number) {
    return fmt::format("{:06} {}", number, std::string(992, 'x'));
}

TEST_CASE("Lines come in order, on the stream they are for", "[terminal]") {
    Pipe pipe;
    Output output{
        Output::When::loses_lines,
        lost_words,
        {.out = pipe.writer(), .error = pipe.writer()},
        Output::Limits{}};
    output.push("one");
    output.push_error("two");
    output.push("");
    output.push("three");
    CHECK(output.close(long_enough));
    output.push("too late");
    pipe.close_writer();
    CHECK(lines_of(pipe.read()) == Lines{"one", "two", "", "three"});
}

// How many lines were pushed: what was not lost came whole and in order, and a line counts each
// stretch that was; on a busy machine there may be several.
unsigned told_of(std::span<const std::string> lines) {
    unsigned next = 0;
    for (const std::string& line : lines) {
        if (line.starts_with("lost ")) {
            next += static_cast<unsigned>(std::stoul(line.substr(5)));
        } else {
            CHECK(line == numbered(next));
            ++next;
        }
    }
    return next;
}

TEST_CASE("Who pauses misses a stretch, and is told how long it was", "[terminal]") {
    constexpr unsigned count = 1'000;
    Pipe pipe;
    Output output{
        Output::When::loses_lines,
        lost_words,
        {.out = pipe.writer(), .error = pipe.writer()},
        {.lines = 100, .bytes = 4'000'000}};
    for (unsigned i = 0; i < count; ++i) output.push(numbered(i));
    std::string text = pipe.read(1'000);
    output.push("after the pause");
    CHECK(output.close(long_enough));
    pipe.close_writer();
    text += pipe.read();
    const Lines lines = lines_of(text);
    REQUIRE(lines.size() > 100);
    REQUIRE(lines.size() < count);
    CHECK(told_of(std::span{lines}.first(lines.size() - 1)) == count);
    CHECK(lines.back() == "after the pause");
}

TEST_CASE("What is lost at the end is told without another line", "[terminal]") {
    Pipe pipe;
    Output output{
        Output::When::loses_lines,
        lost_words,
        {.out = pipe.writer(), .error = pipe.writer()},
        {.lines = 100'000, .bytes = 50'000}};
    unsigned count = 0;
    for (; !pipe.is_full(); ++count) {
        output.push(numbered(count));
        std::this_thread::sleep_for(Millis{1});
    }
    // From here on nothing is taken out that would leave room for the last ones.
    for (const unsigned end = count + 400; count < end; ++count) output.push(numbered(count));
    const Lines lines = lines_of(pipe.read(1'000));
    REQUIRE(lines.size() < 200); // what a pipe holds, and 50 lines
    CHECK(lines.back().starts_with("lost "));
    CHECK(told_of(lines) == count);
}

TEST_CASE("Where time is made nothing is lost", "[terminal]") {
    constexpr unsigned count = 2'000;
    Pipe pipe;
    std::atomic<bool> is_done = false;
    std::string text;
    {
        Output output{
            Output::When::holds_back,
            lost_words,
            {.out = pipe.writer(), .error = pipe.writer()},
            {.lines = 10, .bytes = 4'000'000}};
        std::thread writer{[&] {
            for (unsigned i = 0; i < count; ++i) {
                output.push(numbered(i));
            }
            is_done = true;
        }};
        std::this_thread::sleep_for(std::chrono::milliseconds{300});
        CHECK_FALSE(is_done); // nobody has read yet
        while (!is_done) text += pipe.read(20);
        writer.join();
        text += pipe.read();
        CHECK(output.close(long_enough));
    }
    pipe.close_writer();
    text += pipe.read();
    const Lines lines = lines_of(text);
    REQUIRE(lines.size() == count);
    for (unsigned i = 0; i < count; ++i) CHECK(lines[i] == numbered(i));
}

TEST_CASE("What a stopped reader has not read is not waited for at the end", "[terminal]") {
    Pipe pipe;
    Output output{
        Output::When::loses_lines,
        lost_words,
        {.out = pipe.writer(), .error = pipe.writer()},
        Output::Limits{}};
    for (unsigned i = 0; i < 1'000; ++i) output.push(numbered(i));
    CHECK_FALSE(output.close(Millis{50}));
    CHECK_FALSE(output.problem());
}

TEST_CASE("A reader who went away is an error and no signal", "[terminal]") {
    std::signal(SIGPIPE, SIG_DFL);
    const auto when = GENERATE(Output::When::loses_lines, Output::When::holds_back);
    Pipe pipe;
    Pipe errors;
    Output output{
        when, lost_words, {.out = pipe.writer(), .error = errors.writer()}, Output::Limits{}};
    pipe.close_reader();
    for (unsigned i = 0; i < 1'000; ++i) output.push(numbered(i));
    output.push_error("this one is read");
    CHECK_FALSE(output.close(long_enough));
    CHECK(output.problem() == std::error_code{EPIPE, std::generic_category()});
    errors.close_writer();
    CHECK(errors.read() == "this one is read\n");
}

TEST_CASE("A full disk is an error", "[terminal]") {
    const int full = ::open("/dev/full", O_WRONLY | O_CLOEXEC);
    REQUIRE(full >= 0);
    Output output{
        Output::When::loses_lines, lost_words, {.out = full, .error = full}, Output::Limits{}};
    output.push("a line");
    CHECK_FALSE(output.close(long_enough));
    CHECK(output.problem() == std::error_code{ENOSPC, std::generic_category()});
    ::close(full);
}

TEST_CASE("A terminal that is stopped takes up where it was", "[terminal]") {
    PseudoTerminal terminal;
    Output output{
        Output::When::loses_lines,
        lost_words,
        {.out = terminal.descriptor(), .error = terminal.descriptor()},
        {.lines = 50, .bytes = 4'000'000}};
    output.push("before");
    REQUIRE(terminal.await("before\r\n")); // whole, so that nothing of it comes after the stop
    terminal.stop();
    for (unsigned i = 0; i < 200; ++i) output.push(fmt::format("line {}", i));
    CHECK_FALSE(terminal.read_some(100));
    CHECK_FALSE(terminal.is_non_blocking());
    terminal.go_on();
    CHECK(terminal.await("lost "));
    output.push("after");
    CHECK(terminal.await("after"));
    CHECK(terminal.printed().find("line 0\r\nline 1\r\n") != std::string::npos);
    CHECK_FALSE(terminal.is_non_blocking());
}

TEST_CASE("A terminal that stays stopped does not hold the end", "[terminal]") {
    const PseudoTerminal terminal;
    terminal.stop();
    {
        Output output{
            Output::When::loses_lines,
            lost_words,
            {.out = terminal.descriptor(), .error = terminal.descriptor()},
            Output::Limits{}};
        for (unsigned i = 0; i < 200; ++i) output.push(numbered(i));
        CHECK_FALSE(output.close(Millis{50}));
    }
    CHECK_FALSE(terminal.is_non_blocking());
    terminal.go_on();
}

} // namespace
} // namespace ansage::terminal
