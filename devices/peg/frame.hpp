// SPDX-License-Identifier: GPL-3.0-or-later
// What every line has, in both directions: words with single spaces, then a checksum. For this
// folder only.
#pragma once

#include "devices/peg/protocol.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ansage::devices::peg {

inline constexpr std::size_t most_words = 12;

// The words of a line, exactly one space between them.
class Words {
public:
    static std::optional<Words> split(std::string_view body) {
        Words words;
        while (true) {
            const std::size_t end = std::min(body.find(' '), body.size());
            if (end == 0 || words.size_ == most_words) return std::nullopt;
            words.words_[words.size_++] = body.substr(0, end);
            if (end == body.size()) return words;
            body.remove_prefix(end + 1);
        }
    }

    std::size_t size() const { return size_; }

    std::string_view operator[](std::size_t index) const { return words_[index]; }

    // The words from `first` on.
    std::span<const std::string_view> from(std::size_t first) const {
        return std::span{words_}.subspan(first, size_ - first);
    }

private:
    std::array<std::string_view, most_words> words_;
    std::size_t size_ = 0;
};

// The checksum after the last '*', and the body before it.
struct Checked {
    std::string_view body;
    bool has_checksum = false;
    bool is_right = false;
};

Checked check(std::string_view line);
// And the line's end.
void append_checksum(std::string& line);

} // namespace ansage::devices::peg
