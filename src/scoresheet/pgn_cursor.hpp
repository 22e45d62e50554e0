// SPDX-License-Identifier: GPL-3.0-or-later
// A place in a PGN text. Of use inside scoresheet/ only.
#pragma once

#include <cstddef>
#include <string_view>

namespace ansage::scoresheet {

inline bool is_space(char letter) { return letter == ' ' || ('\t' <= letter && letter <= '\r'); }

// Letters, digits and the underscore: what the PGN standard lets a tag be called.
inline bool is_tag_name_letter(char letter) {
    return ('a' <= letter && letter <= 'z') || ('A' <= letter && letter <= 'Z') ||
        ('0' <= letter && letter <= '9') || letter == '_';
}

// Walks through the text and counts its lines.
class PgnCursor {
public:
    PgnCursor(std::string_view text, std::size_t offset, std::size_t line)
        : text_(text),
          offset_(offset),
          line_(line) {}

    bool at_end() const { return offset_ >= text_.size(); }

    // Not at the end.
    char peek() const { return text_[offset_]; }

    std::string_view rest() const { return text_.substr(offset_); }

    std::size_t offset() const { return offset_; }

    // From 1.
    std::size_t line() const { return line_; }

    bool at_line_start() const { return offset_ == 0 || text_[offset_ - 1] == '\n'; }

    // A line that begins here like a tag of a new game: [Name "
    bool at_tag_line() const;

    // length letters, or as many as there are.
    std::string_view take(std::size_t length);

    // The rest of the line, without its end.
    std::string_view take_line();

    // Up to white space or one of PGN's own signs; at least one letter.
    std::string_view take_word();

    // What stands between braces; the cursor is on the opening one. Where the closing one is
    // missing, the comment ends before the next game's tags, and is_closed turns false.
    std::string_view take_comment(bool& is_closed);

    // A variation, with those inside it; the same about its end.
    void skip_variation(bool& is_closed);

    // White space, and lines that begin with % (PGN's escape).
    void skip_space();

private:
    std::size_t find_end_of_comment(std::size_t from) const;

    std::string_view text_;
    std::size_t offset_;
    std::size_t line_;
};

} // namespace ansage::scoresheet
