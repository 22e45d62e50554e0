// SPDX-License-Identifier: GPL-3.0-or-later
// How people and programs spell what stands between the moves. Of use inside scoresheet/ only.
#pragma once

#include "base/instant.hpp"
#include "chess/ply.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace ansage::scoresheet {

inline bool is_digit(char letter) { return '0' <= letter && letter <= '9'; }

// Control characters count as blanks: nobody means them, and they would reach a terminal.
inline bool is_blank(char letter) {
    return static_cast<unsigned char>(letter) <= ' ' || letter == '\x7f';
}

// Without the spaces at both ends.
std::string_view trimmed(std::string_view text);

// Everything in one line, and one space between words: line ends in a comment mean nothing.
std::string with_single_spaces(std::string_view text);

// "1:02:03", "02:03", "0:05:00.5", and seconds alone.
std::optional<base::Millis> parse_clock(std::string_view text);

// "1:29:58": whole seconds, as players note them.
std::string clock_text(base::Millis left);

// "1-0", "0-1", "1/2-1/2" or "*" for all of their spellings: "1:0", "½-½", "1/2".
std::optional<std::string> parse_result(std::string_view word);

// Signs of praise and doubt, check and mate that stand by themselves, "$1", and "e.p.".
bool says_nothing(std::string_view word);

// A move without what is said of it in signs that are not ASCII: "e5⩲".
std::string_view without_annotation(std::string_view move);

// The length of a move's number at the start of a word, with its full stops or bracket: "12.",
// "12...", "12)", "12:"; without these only if it is the number `expected`. 0 if there is none.
std::size_t number_length(std::string_view word, chess::MoveNumber expected);

// A move in ASCII: word processors' dashes become hyphens, "×" and ":" an x, a comma or a full stop
// at the end goes, "00" gets its hyphen.
std::string spelled(std::string_view word);

} // namespace ansage::scoresheet
