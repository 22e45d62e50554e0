// SPDX-License-Identifier: GPL-3.0-or-later
#include "wording/fill.hpp"

namespace ansage::wording {

std::string
fill(std::string_view pattern, const std::function<std::string(std::string_view name)>& words_for) {
    std::string sentence;
    sentence.reserve(2 * pattern.size());
    while (true) {
        const auto open = pattern.find('{');
        const auto close = open == std::string_view::npos ? open : pattern.find('}', open);
        if (close == std::string_view::npos) {
            sentence += pattern;
            return sentence;
        }
        sentence += pattern.substr(0, open);
        sentence += words_for(pattern.substr(open + 1, close - open - 1));
        pattern.remove_prefix(close + 1);
    }
}

} // namespace ansage::wording
