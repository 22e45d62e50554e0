// SPDX-License-Identifier: GPL-3.0-or-later
#include "terminal/one_key.hpp"

#include "base/utf8.hpp"
#include "terminal/raw_terminal.hpp"
#include "terminal/typed_line.hpp"

#include <cstdio>
#include <fmt/format.h>

namespace ansage::terminal {

namespace {

// All bytes of a letter have come.
bool is_letter(const std::string& typed) {
    return !typed.empty() && base::without_unfinished_end(typed) == typed;
}

void show(const std::string& text) {
    fmt::print("{}", text);
    std::fflush(stdout);
}

} // namespace

std::optional<std::string> read_one_key(int descriptor, const std::function<void()>& pressed) {
    const RawTerminal terminal{descriptor, RawTerminal::Interrupt::key};
    TypedLine line;
    while (const auto key = read_key(descriptor)) {
        pressed();
        if (terminal.is_raw() && line.leaves(*key)) return std::nullopt;
        const std::string shown = line.type(*key);
        const bool is_end = TypedLine::is_end_of_line(*key);
        if (terminal.is_raw()) show(is_end || is_letter(line.text()) ? shown + '\n' : shown);
        if (is_end || (terminal.is_raw() && is_letter(line.text()))) return line.take();
    }
    return line.text().empty() ? std::nullopt : std::optional{line.take()};
}

} // namespace ansage::terminal
