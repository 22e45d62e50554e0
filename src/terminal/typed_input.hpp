// SPDX-License-Identifier: GPL-3.0-or-later
// What is typed, read by a thread of its own from a terminal, a pipe or a file. The descriptor is
// left as it is: to set O_NONBLOCK would set it for everybody who has that terminal open, and leave
// it so when the program has ended.
#pragma once

#include <memory>
#include <optional>
#include <string>

namespace ansage::terminal {

class InputThread;

// Line by line.
class TypedLines {
public:
    // Without its end; one that is longer than any act is cut. The end comes once, and again each
    // time that it is typed (Ctrl-D) at a terminal that is still there.
    struct Line {
        std::string text;
        bool is_end = false;
        bool may_go_on = false; // ... and more may come
        bool has_gone_on = false; // no line: the program was stopped, and has the terminal again
    };

    explicit TypedLines(int descriptor);
    TypedLines(const TypedLines&) = delete;
    TypedLines& operator=(const TypedLines&) = delete;
    ~TypedLines();

    // Readable as long as take() has something to give. Not to be read by anybody else.
    int event_fd() const;
    // The next line, or the end; absent: nothing has been typed since.
    [[nodiscard]] std::optional<Line> take();

private:
    std::unique_ptr<InputThread> thread_;
};

// Key by key, of a terminal in which every key is read at once (RawTerminal).
class TypedKeys {
public:
    struct Keys {
        std::string bytes;
        bool is_end = false; // nothing more comes
        bool has_gone_on = false; // the program was stopped, and has the terminal again
    };

    explicit TypedKeys(int descriptor);
    TypedKeys(const TypedKeys&) = delete;
    TypedKeys& operator=(const TypedKeys&) = delete;
    ~TypedKeys();

    int event_fd() const;
    // All that has been typed since.
    [[nodiscard]] Keys take();

private:
    std::unique_ptr<InputThread> thread_;
};

} // namespace ansage::terminal
