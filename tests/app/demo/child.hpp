// SPDX-License-Identifier: GPL-3.0-or-later
// The program as a child process whose lines are read one by one.
#pragma once

#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace ansage::test {

class Child {
public:
    // Runs ansage with these arguments; stderr goes nowhere.
    explicit Child(const std::vector<std::string>& arguments);
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;
    Child(Child&&) = delete;
    Child& operator=(Child&&) = delete;
    ~Child();

    // Absent at the end, or if nothing comes for half a minute. Only whole lines.
    [[nodiscard]] std::optional<std::string> next_line();
    // kill -9; what it had written may still be read.
    void kill_now() const;
    // The exit code; 128 and the signal's number after a signal.
    [[nodiscard]] int wait();

private:
    pid_t pid_ = -1;
    int read_end_ = -1;
    std::string buffer_;
};

struct Run {
    int code = 0;
    std::vector<std::string> lines;
};

[[nodiscard]] Run run_ansage(const std::vector<std::string>& arguments);

// A folder of this test's own, removed at the end.
class Folder {
public:
    Folder();
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    Folder(Folder&&) = delete;
    Folder& operator=(Folder&&) = delete;
    ~Folder();

    [[nodiscard]] std::string file(const std::string& name) const { return path_ + "/" + name; }

private:
    std::string path_;
};

} // namespace ansage::test
