// SPDX-License-Identifier: GPL-3.0-or-later
#include "ended.hpp"

#include "support/places.hpp"

#include <algorithm>

namespace ansage::tests {

Words command_line(const Words& words) {
    Words line{program()};
    line.insert(line.end(), words.begin(), words.end());
    return line;
}

Ended run(const Words& words, const Folder& folder) {
    Process process{command_line(words), folder.path()};
    process.close_input();
    const int code = process.wait();
    return {code, process.lines(), process.errors()};
}

bool is_one_line(const std::string& text) {
    return std::ranges::count(text, '\n') == 1 && text.ends_with('\n');
}

bool holds(const Words& lines, const std::string& part) {
    return std::ranges::any_of(lines, [&](const std::string& line) {
        return line.find(part) != std::string::npos;
    });
}

} // namespace ansage::tests
