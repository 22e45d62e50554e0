// SPDX-License-Identifier: GPL-3.0-or-later
// A table that is played by the program itself, and consoles that join it: the table, each console
// and the test are programs of their own.
#pragma once

#include "support/catch.hpp"
#include "support/folder.hpp"
#include "support/places.hpp"
#include "support/process.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace ansage::tests {

using Words = std::vector<std::string>;

inline Words command_line(const Words& words) {
    Words line{tests::program()};
    line.insert(line.end(), words.begin(), words.end());
    return line;
}

inline bool holds(const Words& lines, const std::string& part) {
    return std::ranges::any_of(lines, [&](const std::string& line) {
        return line.find(part) != std::string::npos;
    });
}

// What was read back at a keyboard is confirmed; a finger that bounces is faster.
inline void press_enter(Process& keyboard) {
    std::this_thread::sleep_for(std::chrono::milliseconds{200});
    keyboard.write("");
}

// A table without boards, and the arbiter's code.
class Table {
public:
    explicit Table(const Folder& folder, const Words& more = {})
        : folder_(folder),
          process_(command(folder, more), folder.path()) {
        REQUIRE(process_.await("code "));
        code_ = process_.last().substr(std::strlen("code "));
    }

    [[nodiscard]] std::unique_ptr<Process> join(const Words& words) const {
        Words line{"join"};
        line.insert(line.end(), words.begin(), words.end());
        return std::make_unique<Process>(command_line(line), folder_.path());
    }

    [[nodiscard]] std::unique_ptr<Process> arbiter() const {
        return join({"arbiter", "--code", code_});
    }

    Process& process() { return process_; }

    [[nodiscard]] const std::string& code() const { return code_; }

    [[nodiscard]] std::string journal() const { return folder_ / "game.ansage"; }

private:
    static Words command(const Folder& folder, const Words& more) {
        Words line{
            "play",
            "--speech",
            "none",
            "--journal",
            folder / "game.ansage",
            "--white",
            "impaired none assistant=1,2,3"};
        if (std::ranges::find(more, "--black") == more.end())
            line.insert(line.end(), {"--black", "sighted none"});
        line.insert(line.end(), more.begin(), more.end());
        return command_line(line);
    }

    const Folder& folder_;
    Process process_;
    std::string code_;
};

inline Words replay(const Folder& folder, const std::string& option) {
    Process process{command_line(Words{"replay", folder / "game.ansage", option}), folder.path()};
    process.close_input();
    CHECK(process.wait() == 0);
    return process.lines();
}

} // namespace ansage::tests
