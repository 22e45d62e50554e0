// SPDX-License-Identifier: GPL-3.0-or-later
#include "child.hpp"

#include "support/places.hpp"

#include <array>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <poll.h>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

namespace ansage::test {

namespace {

constexpr int half_a_minute_ms = 30'000;

[[noreturn]] void become_ansage(const std::vector<std::string>& arguments, int out) {
    ::dup2(out, STDOUT_FILENO);
    const int nowhere = ::open("/dev/null", O_RDWR);
    ::dup2(nowhere, STDIN_FILENO);
    ::dup2(nowhere, STDERR_FILENO);
    std::vector<char*> values;
    std::string program = tests::program();
    values.push_back(program.data());
    std::vector<std::string> copies = arguments;
    for (std::string& copy : copies) values.push_back(copy.data());
    values.push_back(nullptr);
    ::execv(program.c_str(), values.data());
    ::_exit(127);
}

} // namespace

Child::Child(const std::vector<std::string>& arguments) {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error{"no pipe"};
    read_end_ = ends[0];
    pid_ = ::fork();
    if (pid_ == 0) become_ansage(arguments, ends[1]);
    ::close(ends[1]);
}

Child::~Child() {
    if (pid_ > 0) {
        ::kill(pid_, SIGKILL);
        ::waitpid(pid_, nullptr, 0);
    }
    ::close(read_end_);
}

std::optional<std::string> Child::next_line() {
    while (true) {
        if (const std::size_t end = buffer_.find('\n'); end != std::string::npos) {
            std::string line = buffer_.substr(0, end);
            buffer_.erase(0, end + 1);
            return line;
        }
        pollfd waiting{.fd = read_end_, .events = POLLIN, .revents = 0};
        if (::poll(&waiting, 1, half_a_minute_ms) <= 0) return std::nullopt;
        std::array<char, 4096> bytes{};
        const ssize_t count = ::read(read_end_, bytes.data(), bytes.size());
        if (count <= 0) return std::nullopt;
        buffer_.append(bytes.data(), static_cast<std::size_t>(count));
    }
}

void Child::kill_now() const { ::kill(pid_, SIGKILL); }

int Child::wait() {
    int status = 0;
    ::waitpid(pid_, &status, 0);
    pid_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

Run run_ansage(const std::vector<std::string>& arguments) {
    Child child{arguments};
    Run run;
    while (auto line = child.next_line()) run.lines.push_back(std::move(*line));
    run.code = child.wait();
    return run;
}

Folder::Folder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "ansage-demo-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error{"no folder for the test"};
    path_ = pattern;
}

Folder::~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

} // namespace ansage::test
