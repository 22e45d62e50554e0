// SPDX-License-Identifier: GPL-3.0-or-later
#include "scoresheet/pgn_cursor.hpp"

#include <algorithm>

namespace ansage::scoresheet {
namespace {

bool ends_word(char letter) {
    return is_space(letter) || std::string_view{"{}()[];$"}.find(letter) != std::string_view::npos;
}

bool looks_like_tag(std::string_view text) {
    if (!text.starts_with('[')) return false;
    std::size_t index = 1;
    while (index < text.size() && is_tag_name_letter(text[index])) ++index;
    const std::string_view value = text.substr(index);
    return index > 1 && (value.starts_with(" \"") || value.starts_with('"'));
}

// Of a text that begins with a tag.
bool has_moves_after_tags(std::string_view text) {
    const std::size_t empty_line = text.find("\n\n");
    if (empty_line == std::string_view::npos) return false;
    const std::string_view moves = text.substr(empty_line + 2);
    return !moves.empty() && moves.front() >= '0' && moves.front() <= '9';
}

} // namespace

bool PgnCursor::at_tag_line() const { return at_line_start() && looks_like_tag(rest()); }

std::string_view PgnCursor::take(std::size_t length) {
    const std::string_view taken = text_.substr(offset_, length);
    offset_ += taken.size();
    line_ += static_cast<std::size_t>(std::count(taken.begin(), taken.end(), '\n'));
    return taken;
}

std::string_view PgnCursor::take_line() {
    const std::size_t length = rest().find('\n');
    std::string_view line = take(length == std::string_view::npos ? length : length + 1);
    while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.remove_suffix(1);
    return line;
}

std::string_view PgnCursor::take_word() {
    const std::size_t start = offset_++;
    while (offset_ < text_.size() && !ends_word(text_[offset_])) ++offset_;
    return text_.substr(start, offset_ - start);
}

// A line like a tag may stand in a comment; where a comment was not closed, it is the next game's.
// Then the next brace opens another comment, or is far away, or a whole game stands before it: a
// section of tags after an empty line, another empty line, and moves.
std::size_t PgnCursor::find_end_of_comment(std::size_t from) const {
    constexpr std::size_t longest_rest = 65'536;
    std::size_t found = text_.find_first_of("}\n", from);
    while (found != std::string_view::npos && text_[found] == '\n') {
        const std::size_t line = found + 1;
        if (looks_like_tag(text_.substr(line))) {
            const std::string_view rest = text_.substr(line, longest_rest);
            const std::size_t brace = rest.find_first_of("{}");
            const bool is_brace = brace != std::string_view::npos && rest[brace] == '}';
            const bool follows_empty_line = text_.substr(0, line).ends_with("\n\n");
            const bool is_own =
                is_brace && !(follows_empty_line && has_moves_after_tags(rest.substr(0, brace)));
            return is_own ? line + brace : line;
        }
        found = text_.find_first_of("}\n", line);
    }
    return std::min(found, text_.size());
}

std::string_view PgnCursor::take_comment(bool& is_closed) {
    take(1);
    const std::string_view comment = take(find_end_of_comment(offset_) - offset_);
    is_closed = !at_end() && peek() == '}';
    if (is_closed) take(1);
    return comment;
}

void PgnCursor::skip_variation(bool& is_closed) {
    std::size_t depth = 0;
    is_closed = true;
    do {
        switch (peek()) {
        case '(':
            ++depth;
            take(1);
            break;
        case ')':
            --depth;
            take(1);
            break;
        case '{': take_comment(is_closed); break;
        case ';': take_line(); break;
        default: take(1);
        }
        if (depth > 0 && (at_end() || at_tag_line())) is_closed = false;
    } while (depth > 0 && is_closed);
}

void PgnCursor::skip_space() {
    while (!at_end()) {
        if (peek() == '\n') {
            ++line_;
            ++offset_;
        } else if (is_space(peek())) {
            ++offset_;
        } else if (peek() == '%' && at_line_start()) {
            take_line();
        } else {
            return;
        }
    }
}

} // namespace ansage::scoresheet
