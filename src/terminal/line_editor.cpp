// SPDX-License-Identifier: GPL-3.0-or-later
#include "terminal/line_editor.hpp"

#include "terminal/output.hpp"
#include "terminal/raw_terminal.hpp"
#include "terminal/typed_input.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>

#include <chrono>
#include <unistd.h>
#include <utility>

namespace ansage::terminal {

namespace {

// An answer, and what comes with it, takes less; whoever types sooner gets the prompt at once.
constexpr std::chrono::milliseconds more_lines_within{150};

} // namespace

std::string EditedLine::type(char letter, std::vector<std::string>& lines) {
    if (TypedLine::is_end_of_line(letter)) return enter(lines);
    const std::string echo = typed_.type(letter);
    return echo.empty() ? echo : prompt() + echo;
}

std::string EditedLine::enter(std::vector<std::string>& lines) {
    lines.push_back(typed_.take());
    std::string out = "\n";
    for (const std::string& line : std::exchange(held_, {})) out += line + '\n';
    is_asking_ = false;
    return out;
}

std::string EditedLine::show(const std::string& text, bool is_important) {
    const bool is_begun = !typed_.text().empty();
    if (is_begun && !is_important) {
        held_.push_back(text);
        return {};
    }
    const bool is_line_begun = std::exchange(is_asking_, false) && (is_begun || is_to_ask());
    std::string out = (is_line_begun ? "\n" : "") + text + '\n';
    return is_begun ? out + prompt() + typed_.shown() : out;
}

std::string EditedLine::prompt() {
    return std::exchange(is_asking_, true) ? std::string{} : prompt_;
}

std::string EditedLine::begin_anew() {
    is_asking_ = false;
    return typed_.text().empty() ? std::string{} : prompt() + typed_.shown();
}

class LineEditor::Contents {
public:
    Contents(boost::asio::io_context& context, int descriptor, Listener listener)
        : terminal_(descriptor, RawTerminal::Interrupt::signal),
          keys_(descriptor),
          listener_(std::move(listener)),
          watched_(context, ::dup(keys_.event_fd())),
          pause_(context),
          line_(std::string{}) {
        ask_soon();
        wait();
    }

    Contents(const Contents&) = delete;
    Contents& operator=(const Contents&) = delete;
    ~Contents() = default;

    void show(const std::string& text, bool is_important) {
        print_echo(line_.show(text, is_important));
        ask_soon();
    }

    void ask_with(std::string prompt) { line_.ask_with(std::move(prompt)); }

private:
    void ask_soon() {
        pause_.expires_after(more_lines_within);
        pause_.async_wait([this](const boost::system::error_code& error) {
            if (!error && line_.is_to_ask()) print_echo(line_.prompt());
        });
    }

    void wait() {
        watched_.async_wait(
            boost::asio::posix::stream_descriptor::wait_read,
            [this](const boost::system::error_code& error) {
                if (!error) read();
            }
        );
    }

    void read() {
        const TypedKeys::Keys keys = keys_.take();
        if (keys.has_gone_on) {
            print_echo(line_.begin_anew());
            if (listener_.gone_on) listener_.gone_on();
            ask_soon();
        }
        if (!keys.bytes.empty() && listener_.key) listener_.key();
        for (const char key : keys.bytes) {
            if (key == TypedLine::end_key) {
                if (listener_.leaving && listener_.leaving()) continue;
                listener_.ended();
                return;
            }
            take(key);
        }
        if (keys.is_end) {
            listener_.ended();
            return;
        }
        wait();
    }

    void take(char letter) {
        std::vector<std::string> lines;
        print_echo(line_.type(letter, lines));
        for (const std::string& line : lines) {
            listener_.line(line);
            ask_soon();
        }
    }

    RawTerminal terminal_;
    TypedKeys keys_;
    Listener listener_;
    boost::asio::posix::stream_descriptor watched_;
    boost::asio::steady_timer pause_;
    EditedLine line_;
};

LineEditor::LineEditor(boost::asio::io_context& context, int descriptor, Listener listener)
    : contents_(std::make_unique<Contents>(context, descriptor, std::move(listener))) {}

LineEditor::~LineEditor() = default;

void LineEditor::show(const std::string& text, bool is_important) {
    contents_->show(text, is_important);
}

void LineEditor::ask_with(std::string prompt) { contents_->ask_with(std::move(prompt)); }

} // namespace ansage::terminal
