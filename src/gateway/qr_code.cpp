// SPDX-License-Identifier: GPL-3.0-or-later
#include "gateway/qr_code.hpp"

#include <array>
#include <fmt/format.h>
#include <memory>
#include <qrencode.h>

namespace ansage::gateway {

namespace {

constexpr int margin = 4; // modules, which a reader needs around it
// Whether the upper row is dark, and the lower one.
constexpr std::array<const char*, 4> blocks{" ", "\u2584", "\u2580", "\u2588"};

using Code = std::unique_ptr<QRcode, decltype(&::QRcode_free)>;

// Beyond its edges it is light.
bool is_dark(const QRcode& code, int row, int column) {
    const bool is_within = row >= 0 && column >= 0 && row < code.width && column < code.width;
    return is_within && (code.data[row * code.width + column] & 1U) != 0;
}

} // namespace

std::vector<std::string> qr_code(const std::string& text) {
    const Code code{::QRcode_encodeString8bit(text.c_str(), 0, QR_ECLEVEL_M), &::QRcode_free};
    if (!code) return {};
    std::vector<std::string> lines;
    for (int row = -margin; row < code->width + margin; row += 2) {
        std::string& line = lines.emplace_back();
        for (int column = -margin; column < code->width + margin; ++column) {
            const unsigned upper = is_dark(*code, row, column) ? 2U : 0U;
            const unsigned lower = is_dark(*code, row + 1, column) ? 1U : 0U;
            line += blocks.at(upper + lower);
        }
    }
    return lines;
}

std::string black_on_white(std::string_view line) {
    return fmt::format("\x1b[0;30;107m{}\x1b[0m", line);
}

} // namespace ansage::gateway
