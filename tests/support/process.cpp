// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/process.hpp"

#include <array>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <poll.h>
#include <stdexcept>
#include <sys/wait.h>
#include <tuple>
#include <unistd.h>
#include <utility>

namespace ansage::tests {

namespace {

using Clock = std::chrono::steady_clock;

// Of each wait: long, for a machine that does much else.
constexpr std::chrono::seconds limit{300};

int milliseconds_to(Clock::time_point deadline) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    return left < 0 ? 0 : static_cast<int>(left);
}

// Never returns.
[[noreturn]] void become(
    const std::vector<std::string>& arguments, const std::string& home, std::array<int, 3> streams
) {
    for (int number = 0; number < 3; ++number)
        ::dup2(streams[static_cast<std::size_t>(number)], number);
    ::setenv("HOME", home.c_str(), 1);
    ::setenv("LC_ALL", "C", 1);
    ::unsetenv("ANSAGE_DATA");
    ::unsetenv("XDG_CONFIG_HOME");
    ::unsetenv("XDG_DATA_HOME");
    // Its tables, and nobody else's: those in a temporary folder are looked for, too.
    ::setenv("XDG_RUNTIME_DIR", home.c_str(), 1);
    ::setenv("TMPDIR", home.c_str(), 1);
    std::vector<char*> words;
    for (const std::string& argument : arguments)
        words.push_back(const_cast<char*>(argument.c_str()));
    words.push_back(nullptr);
    ::execv(words.front(), words.data());
    ::_exit(127);
}

} // namespace

Process::Process(const std::vector<std::string>& arguments, const std::string& home) {
    static int count = 0;
    error_file_ = home + "/errors-" + std::to_string(++count);
    std::array<int, 2> in{};
    std::array<int, 2> out{};
    const bool piped = ::pipe2(in.data(), O_CLOEXEC) == 0 && ::pipe2(out.data(), O_CLOEXEC) == 0;
    const int errors = ::open(error_file_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    child_ = piped && errors >= 0 ? ::fork() : -1;
    if (child_ < 0) throw std::runtime_error{"cannot start a program for the test"};
    if (child_ == 0) become(arguments, home, {in[0], out[1], errors});
    ::close(in[0]);
    ::close(out[1]);
    ::close(errors);
    input_ = in[1];
    output_ = out[0];
}

Process::~Process() {
    close_input();
    kill();
    ::close(output_);
}

void Process::write(const std::string& line) const { type(line + "\n"); }

void Process::type(const std::string& keys) const {
    // A few words fit into any pipe. A program that has ended is told of here, and not by a signal,
    // which the programs that are started meanwhile must not find ignored.
    const auto before = std::signal(SIGPIPE, SIG_IGN);
    const ssize_t written = ::write(input_, keys.data(), keys.size());
    std::signal(SIGPIPE, before);
    if (written < 0)
        throw std::runtime_error{"the program does not listen: " + keys + "\n" + errors()};
}

void Process::close_input() {
    if (input_ >= 0) ::close(std::exchange(input_, -1));
}

bool Process::read_some(Deadline deadline) {
    pollfd waited{output_, POLLIN, 0};
    if (::poll(&waited, 1, milliseconds_to(deadline)) <= 0) return false;
    std::array<char, 4096> buffer{};
    const ssize_t count = ::read(output_, buffer.data(), buffer.size());
    if (count <= 0) return false;
    unread_.append(buffer.data(), static_cast<std::size_t>(count));
    return true;
}

bool Process::take_line() {
    const std::size_t end = unread_.find('\n');
    if (end == std::string::npos) return false;
    lines_.push_back(unread_.substr(0, end));
    unread_.erase(0, end + 1);
    return true;
}

bool Process::await(const std::string& start) {
    const Deadline deadline = Clock::now() + limit;
    do {
        while (take_line())
            if (lines_.back().starts_with(start)) return true;
    } while (read_some(deadline));
    return false;
}

std::optional<int> Process::reap(Deadline deadline) {
    int status = 0;
    while (::waitpid(child_, &status, WNOHANG) == 0) {
        if (Clock::now() >= deadline) return std::nullopt;
        ::poll(nullptr, 0, 5);
    }
    child_ = -1;
    return status;
}

int Process::wait() {
    const std::string never = "\n";
    std::ignore = await(never);
    const std::optional<int> status = reap(Clock::now() + limit);
    return status && WIFEXITED(*status) ? WEXITSTATUS(*status) : -1;
}

void Process::kill() {
    if (child_ > 0) {
        ::kill(child_, SIGKILL);
        std::ignore = await("\n");
        std::ignore = reap(Clock::now() + limit);
    }
}

void Process::stop() const { ::kill(child_, SIGSTOP); }

std::string Process::errors() const {
    std::ifstream file{error_file_};
    return {std::istreambuf_iterator<char>{file}, {}};
}

} // namespace ansage::tests
