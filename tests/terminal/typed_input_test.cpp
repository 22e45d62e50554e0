// SPDX-License-Identifier: GPL-3.0-or-later
// Lines and keys as they come, from whatever there is to read, which is left as it was.
#include "pseudo_terminal.hpp"
#include "support/catch.hpp"
#include "support/folder.hpp"
#include "terminal/raw_terminal.hpp"
#include "terminal/typed_input.hpp"
#include "terminal/typed_line.hpp"

#include <array>
#include <csignal>
#include <fcntl.h>
#include <fstream>
#include <poll.h>
#include <tuple>
#include <unistd.h>

namespace ansage::terminal {
namespace {

using tests::Folder;
using tests::PseudoTerminal;
using Lines = std::vector<std::string>;

bool is_readable(int descriptor, int milliseconds) {
    pollfd waits{.fd = descriptor, .events = POLLIN, .revents = 0};
    return ::poll(&waits, 1, milliseconds) > 0;
}

constexpr int longest_wait = 20'000; // ms

void make_raw(const PseudoTerminal& terminal) {
    termios raw = terminal.mode();
    ::cfmakeraw(&raw);
    ::tcsetattr(terminal.descriptor(), TCSANOW, &raw);
}

// Every line to the end, each as soon as it is said to be there.
Lines all_lines(TypedLines& input) {
    Lines lines;
    while (true) {
        REQUIRE(is_readable(input.event_fd(), longest_wait));
        const auto line = input.take();
        REQUIRE(line);
        if (line->is_end) return lines;
        lines.push_back(line->text);
    }
}

class OpenFile {
public:
    OpenFile(const std::string& path, const std::string& text) {
        std::ofstream{path} << text;
        descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    }

    OpenFile(const OpenFile&) = delete;
    OpenFile& operator=(const OpenFile&) = delete;
    OpenFile(OpenFile&&) = delete;
    OpenFile& operator=(OpenFile&&) = delete;

    ~OpenFile() { ::close(descriptor_); }

    [[nodiscard]] int descriptor() const { return descriptor_; }

private:
    int descriptor_ = -1;
};

TEST_CASE("A file is read line by line, and its last line needs no end", "[terminal]") {
    const Folder folder;
    const OpenFile file{folder / "lines", "one\n\ntwo words\nlast"};
    TypedLines input{file.descriptor()};
    CHECK(all_lines(input) == Lines{"one", "", "two words", "last"});
    CHECK_FALSE(input.take());
    CHECK_FALSE(is_readable(input.event_fd(), 0));
}

TEST_CASE("An end that is typed stands in its place, and more may come", "[terminal]") {
    const PseudoTerminal terminal;
    TypedLines input{terminal.descriptor()};
    terminal.type("one\n\x04two\n");
    CHECK(all_lines(input) == Lines{"one"});
    REQUIRE(is_readable(input.event_fd(), longest_wait));
    const auto second = input.take();
    REQUIRE(second);
    CHECK(second->text == "two");
    terminal.type("\x04");
    REQUIRE(is_readable(input.event_fd(), longest_wait));
    const auto end = input.take();
    REQUIRE(end);
    CHECK((end->is_end && end->may_go_on));
}

TEST_CASE("A line that is longer than any act is cut, and the next one is whole", "[terminal]") {
    const Folder folder;
    const std::string endless(300'000, 'x');
    const OpenFile file{folder / "lines", "one\n" + endless + "\ntwo\n" + endless};
    TypedLines input{file.descriptor()};
    const std::string cut(longest_typed_line, 'x');
    CHECK(all_lines(input) == Lines{"one", cut, "two", cut});
}

TEST_CASE("Many lines are read as room comes, and none is missing", "[terminal]") {
    const Folder folder;
    std::string text;
    Lines wanted;
    for (unsigned i = 0; i < 30'000; ++i) {
        wanted.push_back("line " + std::to_string(i));
        text += wanted.back() + '\n';
    }
    const OpenFile file{folder / "lines", text};
    TypedLines input{file.descriptor()};
    CHECK(all_lines(input) == wanted);
}

TEST_CASE("What is closed, or nothing, has ended", "[terminal]") {
    const auto descriptor = GENERATE(as<int>{}, -1, ::open("/dev/null", O_RDONLY | O_CLOEXEC));
    TypedLines input{descriptor};
    CHECK(all_lines(input).empty());
    ::close(descriptor);
}

TEST_CASE("A terminal is read without being changed", "[terminal]") {
    const PseudoTerminal terminal;
    {
        TypedLines input{terminal.descriptor()};
        CHECK_FALSE(is_readable(input.event_fd(), 100));
        terminal.type("half");
        CHECK_FALSE(is_readable(input.event_fd(), 100));
        CHECK_FALSE(input.take());
        terminal.type(" a line\nand another\n");
        for (const std::string wanted : {"half a line", "and another"}) {
            REQUIRE(is_readable(input.event_fd(), longest_wait));
            const auto line = input.take();
            REQUIRE(line);
            CHECK(line->text == wanted);
            CHECK_FALSE(line->is_end);
        }
        CHECK_FALSE(is_readable(input.event_fd(), 50));
        CHECK_FALSE(terminal.is_non_blocking());
    } // and nothing waits for another line
    CHECK_FALSE(terminal.is_non_blocking());
}

TEST_CASE("Keys come as they are pressed, without an end of line", "[terminal]") {
    const PseudoTerminal terminal;
    make_raw(terminal);
    TypedKeys keys{terminal.descriptor()};
    terminal.type("f");
    REQUIRE(is_readable(keys.event_fd(), longest_wait));
    CHECK(keys.take().bytes == "f");
    CHECK_FALSE(is_readable(keys.event_fd(), 50));
    CHECK(keys.take().bytes.empty());
    CHECK_FALSE(terminal.is_non_blocking());
}

TEST_CASE("Who was stopped before his keys were read learns that he has gone on", "[terminal]") {
    const PseudoTerminal terminal;
    const RawTerminal raw{terminal.descriptor(), RawTerminal::Interrupt::signal};
    std::raise(SIGCONT);
    TypedKeys keys{terminal.descriptor()};
    REQUIRE(is_readable(keys.event_fd(), longest_wait));
    CHECK(keys.take().has_gone_on);
    CHECK_FALSE(is_readable(keys.event_fd(), 50));
}

// Ctrl-Z throws away what was typed, also a key that was just seen to be there.
TEST_CASE("A key that is gone again holds up nobody who goes on", "[terminal]") {
    const PseudoTerminal terminal;
    make_raw(terminal);
    TypedKeys keys{terminal.descriptor()};
    for (int i = 0; i < 3000; ++i) {
        terminal.type("f");
        std::ignore = is_readable(terminal.descriptor(), 1); // unless it was read already
        ::tcflush(terminal.descriptor(), TCIFLUSH);
        std::raise(SIGCONT);
        bool has_gone_on = false;
        while (!has_gone_on) {
            REQUIRE(is_readable(keys.event_fd(), longest_wait));
            has_gone_on = keys.take().has_gone_on;
        }
    }
    CHECK_FALSE(terminal.is_non_blocking());
}

TEST_CASE("Keys end with what they come from", "[terminal]") {
    const Folder folder;
    const OpenFile file{folder / "keys", std::string(200'000, 'f')};
    TypedKeys keys{file.descriptor()};
    std::string all;
    bool is_end = false;
    while (!is_end) {
        REQUIRE(is_readable(keys.event_fd(), longest_wait));
        const TypedKeys::Keys taken = keys.take();
        all += taken.bytes;
        is_end = taken.is_end;
    }
    CHECK(all == std::string(200'000, 'f'));
    CHECK_FALSE(is_readable(keys.event_fd(), 0));
}

} // namespace
} // namespace ansage::terminal
