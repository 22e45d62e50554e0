// SPDX-License-Identifier: GPL-3.0-or-later
#include "terminal/typed_line.hpp"

#include "base/utf8.hpp"

#include <cerrno>
#include <unistd.h>
#include <utility>

namespace ansage::terminal {

namespace {

constexpr char interrupt_key = '\x03';
constexpr char end_key = '\x04';
constexpr char backspace = '\b';
constexpr char erase_key = '\x7f';
constexpr char escape_key = '\x1b';

bool is_control(char letter) {
    return static_cast<unsigned char>(letter) < static_cast<unsigned char>(' ');
}

} // namespace

std::string TypedLine::type(char key) {
    if (is_escaped(key)) return {};
    if (key == backspace || key == erase_key) return erase();
    if (is_control(key) || text_.size() >= longest_typed_line) return {};
    text_ += key;
    return {key};
}

std::string TypedLine::take() {
    escape_ = Escape::none;
    return std::exchange(text_, {});
}

bool TypedLine::leaves(char key) const {
    return key == interrupt_key || (key == end_key && text_.empty());
}

std::string TypedLine::erase() {
    if (text_.empty()) return {};
    text_.resize(base::without_last_code_point(text_).size());
    return "\b \b";
}

// ESC, then [ or O, parameters, and one letter or tilde (ECMA-48).
bool TypedLine::is_escaped(char key) {
    if (key == escape_key) {
        escape_ = Escape::begun;
        return true;
    }
    switch (escape_) {
    case Escape::none: return false;
    case Escape::begun:
        escape_ = key == '[' || key == 'O' ? Escape::in_sequence : Escape::none;
        return escape_ == Escape::in_sequence;
    case Escape::in_sequence:
        if (key >= '@' && key <= '~') escape_ = Escape::none;
        return true;
    }
    return false;
}

std::optional<char> read_key(int descriptor) {
    char key = 0;
    ssize_t count = 0;
    do {
        count = ::read(descriptor, &key, 1);
    } while (count < 0 && errno == EINTR);
    return count == 1 ? std::optional{key} : std::nullopt;
}

} // namespace ansage::terminal
