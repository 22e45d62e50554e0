// SPDX-License-Identifier: GPL-3.0-or-later
// Typing at a terminal for people who listen: what is typed is echoed, the prompt is short and
// constant, and while a line is begun only important lines come between. Nothing but whole lines
// and single letters is ever written, so that a screen reader follows; and as it reads the prompt
// each time, that comes once after some lines, when nothing more follows at once.
#pragma once

#include "terminal/typed_line.hpp"

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace boost::asio {
class io_context;
}

namespace ansage::terminal {

// What is on the terminal, apart from any terminal.
class EditedLine {
public:
    // The prompt says what is awaited, in a word, for a screen reader reads it after every line.
    explicit EditedLine(std::string prompt)
        : prompt_(std::move(prompt)) {}

    // From the next prompt on. Empty: nothing is asked for yet.
    void ask_with(std::string prompt) { prompt_ = std::move(prompt); }

    bool is_to_ask() const { return !prompt_.empty(); }

    bool is_empty() const { return typed_.text().empty(); }

    // What has to be written for what was typed. A whole line is left in `line`.
    [[nodiscard]] std::string type(char letter, std::vector<std::string>& lines);
    // What has to be written for a line of the table; empty if it waits until the typing is over.
    [[nodiscard]] std::string show(const std::string& text, bool is_important);
    // What has to be written when no more lines come; empty where the prompt stands already.
    [[nodiscard]] std::string prompt();

    // Others have written since, such as the shell: what was begun stands no more, and is shown
    // again with the next line, or with what this gives.
    void forget_shown() { is_asking_ = false; }

    [[nodiscard]] std::string begin_anew();

private:
    [[nodiscard]] std::string enter(std::vector<std::string>& lines);

    std::string prompt_;
    bool is_asking_ = false; // the prompt is the beginning of the line on the terminal
    TypedLine typed_;
    std::deque<std::string> held_;
};

// A terminal in which every key is read at once; as it was before, when this is gone.
class LineEditor {
public:
    struct Listener {
        std::function<void(const std::string&)> line;
        std::function<void()> ended;
        // At any key, before it is read; may be empty.
        std::function<void()> key{};
        // Ctrl-D; true: whoever typed it stays. May be empty: he leaves.
        std::function<bool()> leaving{};
        // The program was stopped, and has the terminal again; may be empty.
        std::function<void()> gone_on{};
    };

    LineEditor(boost::asio::io_context& context, int descriptor, Listener listener);
    LineEditor(const LineEditor&) = delete;
    LineEditor& operator=(const LineEditor&) = delete;
    ~LineEditor();

    void show(const std::string& text, bool is_important);
    void ask_with(std::string prompt);

private:
    class Contents;

    std::unique_ptr<Contents> contents_;
};

} // namespace ansage::terminal
