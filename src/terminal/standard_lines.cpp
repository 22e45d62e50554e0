// SPDX-License-Identifier: GPL-3.0-or-later
#include "terminal/standard_lines.hpp"

#include "terminal/output.hpp"
#include "terminal/raw_terminal.hpp"
#include "terminal/typed_line.hpp"

#include <string>
#include <unistd.h>
#include <utility>

namespace ansage::terminal {

class StandardLines::Keyboard {
public:
    int event_fd() const { return keys_.event_fd(); }

    std::optional<TypedLines::Line> take() {
        if (auto line = next()) return line;
        TypedKeys::Keys keys = keys_.take();
        unread_ = std::move(keys.bytes);
        read_ = 0;
        has_ended_ = has_ended_ || keys.is_end;
        if (keys.has_gone_on) {
            typed_.forget_shown();
            return TypedLines::Line{.has_gone_on = true};
        }
        return next();
    }

private:
    // Of what was read.
    std::optional<TypedLines::Line> next() {
        while (read_ < unread_.size()) {
            const char key = unread_[read_++];
            if (key == TypedLine::end_key && typed_.is_empty())
                return TypedLines::Line{.is_end = true, .may_go_on = true};
            if (auto line = typed_.type(key)) return TypedLines::Line{.text = *std::move(line)};
        }
        if (!std::exchange(has_ended_, false)) return std::nullopt;
        return TypedLines::Line{.is_end = true};
    }

    RawTerminal terminal_{STDIN_FILENO, RawTerminal::Interrupt::signal};
    TypedKeys keys_{STDIN_FILENO};
    TypedBelow typed_;
    std::string unread_;
    std::size_t read_ = 0; // of that
    bool has_ended_ = false; // and nobody has been told so
};

StandardLines::StandardLines() {
    const bool is_terminal = ::isatty(STDIN_FILENO) != 0 && ::isatty(STDOUT_FILENO) != 0;
    if (is_terminal) keyboard_ = std::make_unique<Keyboard>();
    else lines_ = std::make_unique<TypedLines>(STDIN_FILENO);
}

StandardLines::~StandardLines() = default;

int StandardLines::event_fd() const {
    return keyboard_ ? keyboard_->event_fd() : lines_->event_fd();
}

std::optional<TypedLines::Line> StandardLines::take() {
    return keyboard_ ? keyboard_->take() : lines_->take();
}

} // namespace ansage::terminal
