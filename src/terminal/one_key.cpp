// SPDX-License-Identifier: GPL-3.0-or-later
#include "terminal/one_key.hpp"

#include "terminal/raw_terminal.hpp"
#include "terminal/typed_line.hpp"

#include <cstdio>
#include <fmt/format.h>

namespace ansage::terminal {

namespace {

// Of a letter in UTF-8, by its first byte.
std::size_t bytes_of(char first) {
    constexpr unsigned char two = 0xc0;
    constexpr unsigned char three = 0xe0;
    constexpr unsigned char four = 0xf0;
    const auto byte = static_cast<unsigned char>(first);
    return byte < two ? 1 : byte < three ? 2 : byte < four ? 3 : 4;
}

bool is_letter(const std::string& typed) {
    return !typed.empty() && typed.size() >= bytes_of(typed.front());
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
