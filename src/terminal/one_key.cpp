// SPDX-License-Identifier: GPL-3.0-or-later
#include "terminal/one_key.hpp"

#include "base/utf8.hpp"
#include "terminal/output.hpp"
#include "terminal/raw_terminal.hpp"
#include "terminal/typed_line.hpp"

namespace ansage::terminal {

namespace {

// All bytes of a letter have come.
bool is_letter(const std::string& typed) {
    return !typed.empty() && base::without_unfinished_end(typed) == typed;
}

} // namespace

std::optional<std::string> read_one_key(
    int descriptor, const std::function<void()>& pressed, const std::function<void()>& gone_on
) {
    return read_one_key_or_other(descriptor, -1, pressed, gone_on).key;
}

OneKeyOrOther read_one_key_or_other(
    int descriptor,
    int other,
    const std::function<void()>& pressed,
    const std::function<void()>& gone_on
) {
    const RawTerminal terminal{descriptor, RawTerminal::Interrupt::key};
    TypedLine line;
    while (true) {
        const auto [key, is_other] = read_key_or_other(descriptor, other, gone_on);
        if (is_other) return {.key = {}, .is_other = true};
        if (!key) break;
        pressed();
        if (terminal.is_raw() && line.leaves(*key)) return {};
        const std::string shown = line.type(*key);
        const bool is_end = TypedLine::is_end_of_line(*key);
        if (terminal.is_raw()) print_echo(is_end || is_letter(line.text()) ? shown + '\n' : shown);
        if (is_end || (terminal.is_raw() && is_letter(line.text()))) return {.key = line.take()};
    }
    return {.key = line.text().empty() ? std::nullopt : std::optional{line.take()}};
}

} // namespace ansage::terminal
