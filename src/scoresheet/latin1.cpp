// SPDX-License-Identifier: GPL-3.0-or-later
#include "scoresheet/latin1.hpp"

#include "base/utf8.hpp"

namespace ansage::scoresheet {

std::string to_utf8(std::string text) {
    if (base::is_utf8(text)) return text;
    std::string converted;
    for (const char letter : text) base::append_utf8(converted, static_cast<unsigned char>(letter));
    return converted;
}

} // namespace ansage::scoresheet
