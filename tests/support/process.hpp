// SPDX-License-Identifier: GPL-3.0-or-later
// A program that runs beside the test and is talked to in lines. No wait is without a limit.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace ansage::tests {

class Process {
public:
    // HOME is `home`, where consoles meet too, and nothing of the person's profiles is seen.
    Process(const std::vector<std::string>& arguments, const std::string& home);
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;
    Process(Process&&) = delete;
    Process& operator=(Process&&) = delete;
    // Ends it, however it goes.
    ~Process();

    void write(const std::string& line) const;
    // As it stands, without an end of line.
    void type(const std::string& keys) const;
    void close_input();
    // Reads on until a line begins so; false if none came within the limit.
    [[nodiscard]] bool await(const std::string& start);
    // Reads to the end; its exit code, or -1 if it did not end by itself within the limit.
    [[nodiscard]] int wait();
    void kill();

    [[nodiscard]] pid_t process() const { return child_; }

    // It hangs: SIGSTOP.
    void stop() const;

    // All of its output so far, and the line that was awaited last.
    [[nodiscard]] const std::vector<std::string>& lines() const { return lines_; }

    [[nodiscard]] const std::string& last() const { return lines_.back(); }

    // Everything on stderr; to be asked when it has ended.
    [[nodiscard]] std::string errors() const;

private:
    using Deadline = std::chrono::steady_clock::time_point;

    // False: no whole line has been read yet.
    bool take_line();
    [[nodiscard]] bool read_some(Deadline deadline);
    [[nodiscard]] std::optional<int> reap(Deadline deadline);

    pid_t child_ = -1;
    int input_ = -1;
    int output_ = -1;
    std::string error_file_;
    std::string unread_;
    std::vector<std::string> lines_;
};

} // namespace ansage::tests
