// SPDX-License-Identifier: GPL-3.0-or-later
// What goes to stdout and stderr, so that a reader who stops reading (Ctrl-S, `| less`) holds up
// nobody but himself.
#pragma once

#include "base/instant.hpp"
#include "terminal/line_editor.hpp"
#include "terminal/output.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace ansage::terminal {

// Lines in the order in which they come, written by a thread of its own. May be used from several
// threads. Neither the descriptors nor what the program does about SIGPIPE are changed.
class Output {
public:
    // What happens to a line for which there is no room: at a table in real time it is lost, for
    // the table goes on; where time is made, whoever hands it in waits.
    enum class When : std::uint8_t { loses_lines, holds_back };

    // What tells a reader who reads again how many lines he lost; called on the writing thread.
    using Lost = std::function<std::string(std::uint64_t)>;

    struct Limits {
        std::size_t lines = 10'000;
        std::size_t bytes = 4'000'000;
    };

    struct Places {
        int out = STDOUT_FILENO;
        int error = STDERR_FILENO;
    };

    Output(When when, Lost lost)
        : Output(when, std::move(lost), Places{}, Limits{}) {}

    Output(When when, Lost lost, Places places, Limits limits);
    Output(const Output&) = delete;
    Output& operator=(const Output&) = delete;
    // What has not been written yet is not waited for: close() does that.
    ~Output();

    // A line without its end.
    void push(std::string line);
    void push_error(std::string line);

    // As it stands, without an end of line: what somebody types.
    void write(std::string text);
    void write_error(std::string text);

    // Until close() whatever the program prints with print_line() and print_notice() goes here. One
    // output at a time.
    void carry_all();

    // The first error of writing to stdout; nothing more is written there then. EPIPE: its reader
    // went away.
    std::optional<std::error_code> problem() const;

    // Nothing more is taken; what waits is written, but for no longer than this. False: not all of
    // it was written.
    bool close(base::Millis limit);

private:
    struct State;
    class Thread;

    std::shared_ptr<State> state_;
    std::unique_ptr<Thread> thread_;
};

// What somebody typed or named elsewhere may move a cursor, rename a window or turn a direction:
// all of it is made visible here, where lines leave (base/visible.hpp), and stays as it was typed
// wherever it is stored.

// A line on stdout, at once, or in its turn where an Output carries all; without its end.
void print_line(const std::string& line);
// Likewise, a JSON object, in which what would not be seen is escaped.
void print_json(const std::string& json);
// Likewise, but written when there is enough of it, or the program ends: for what is much.
void print_data(const std::string& line);
// Its fields with tabs between them.
void print_fields(std::initializer_list<std::string> fields);
// A line of this program's own with a terminal's commands for colours in it.
void print_painted(const std::string& line);
// The beginning of a line on which somebody answers, at once.
void print_begun(const std::string& text);
// What an editor of lines has to write, at once: it moves the cursor back, and everything else in
// it is visible.
void print_echo(const std::string& echo);
// A sentence on stderr, likewise, such as that a device is back. Whoever has no stderr any more is
// told nothing, and the program goes on.
void print_notice(const std::string& sentence);

// Somebody types on the terminal on which lines are printed. What he has begun stands below them: a
// line that comes meanwhile ends it, and it is shown again. One at a time.
class TypedBelow {
public:
    TypedBelow();
    TypedBelow(const TypedBelow&) = delete;
    TypedBelow& operator=(const TypedBelow&) = delete;
    ~TypedBelow();

    // A key; the whole line, where it ends one.
    [[nodiscard]] std::optional<std::string> type(char key);
    // Nothing has been typed since the last line.
    [[nodiscard]] bool is_empty() const;
    // The program was stopped, and others have written since: what has been typed is shown below
    // the next line that is printed.
    void forget_shown();

private:
    EditedLine line_{std::string{}};
};

} // namespace ansage::terminal
