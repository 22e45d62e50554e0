// SPDX-License-Identifier: GPL-3.0-or-later
#include "consoles/large.hpp"

#include "base/utf8.hpp"
#include "terminal/text.hpp"

#include <cstdlib>
#include <sys/ioctl.h>
#include <unistd.h>
#include <vector>

namespace ansage::consoles {

namespace {

constexpr std::size_t usual_columns = 80;
constexpr std::string_view upper_half = "\x1b#3";
constexpr std::string_view lower_half = "\x1b#4";

std::vector<std::string> wrapped(std::string_view text, std::size_t columns) {
    std::vector<std::string> lines;
    for (const std::string& word : terminal::split_words(text)) {
        const bool fits = !lines.empty() &&
            base::count_code_points(lines.back()) + 1 + base::count_code_points(word) <= columns;
        if (fits) lines.back() += ' ' + word;
        else lines.push_back(word);
    }
    return lines;
}

} // namespace

std::string large_text(std::string_view text, std::size_t columns, LetterSize size) {
    const bool doubled = size == LetterSize::double_size;
    std::string result;
    for (const std::string& line : wrapped(text, doubled ? columns / 2 : columns)) {
        if (doubled) result.append(upper_half).append(line).append("\n").append(lower_half);
        result.append(line).append("\n");
    }
    return result + '\n';
}

LetterSize letter_size_of_terminal() {
    // Both write letters of double size; others would show each line twice.
    const bool known =
        std::getenv("XTERM_VERSION") != nullptr || std::getenv("KONSOLE_VERSION") != nullptr;
    return known && ::isatty(STDOUT_FILENO) != 0 ? LetterSize::double_size : LetterSize::plain;
}

std::size_t columns_of_terminal() {
    winsize size{};
    const bool told = ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    return told ? size.ws_col : usual_columns;
}

} // namespace ansage::consoles
