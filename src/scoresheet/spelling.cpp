// SPDX-License-Identifier: GPL-3.0-or-later
#include "scoresheet/spelling.hpp"

#include "base/utf8.hpp"
#include "scoresheet/pgn_cursor.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <fmt/format.h>
#include <unicode/uchar.h>
#include <utility>

namespace ansage::scoresheet {
namespace {

// A number of at most six digits off the front.
std::optional<std::int64_t> take_number(std::string_view& text) {
    std::int64_t number = 0;
    const auto [stop, error] =
        std::from_chars(text.data(), text.data() + std::min<std::size_t>(text.size(), 6), number);
    if (error != std::errc{} || number < 0) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(stop - text.data()));
    return number;
}

// What follows the seconds' point: ".5" is 500 milliseconds. More than three digits are cut.
std::int64_t take_fraction(std::string_view& text) {
    std::int64_t millis = 0;
    if (!text.starts_with('.')) return millis;
    text.remove_prefix(1);
    for (std::int64_t unit = 100; !text.empty() && is_digit(text.front()); unit /= 10) {
        millis += unit * (text.front() - '0');
        text.remove_prefix(1);
    }
    return millis;
}

// "00", "OO": castling, with what follows it.
std::string with_castling_dashes(std::string text) {
    const std::size_t zeros = std::min(text.find_first_not_of("0Oo"), text.size());
    const bool is_castling =
        (zeros == 2 || zeros == 3) && text.find_first_not_of("+#!?", zeros) == std::string::npos;
    for (std::size_t at = is_castling ? zeros - 1 : 0; at > 0; --at) text.insert(at, 1, '-');
    return text;
}

} // namespace

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
    return text;
}

std::string with_single_spaces(std::string_view text) {
    std::string line;
    line.reserve(text.size());
    for (const char letter : text) {
        if (!is_blank(letter)) line += letter;
        else if (!line.empty() && line.back() != ' ') line += ' ';
    }
    if (line.ends_with(' ')) line.pop_back();
    return line;
}

std::optional<base::Millis> parse_clock(std::string_view text) {
    std::int64_t seconds = 0;
    for (int field = 0; field < 3; ++field) {
        const auto number = take_number(text);
        if (!number) return std::nullopt;
        seconds = seconds * 60 + *number;
        if (!text.starts_with(':')) break;
        text.remove_prefix(1);
    }
    const std::int64_t millis = take_fraction(text);
    return text.empty() ? std::optional{base::Millis{seconds * 1000 + millis}} : std::nullopt;
}

std::string clock_text(base::Millis left) {
    // A clock that has passed zero stands at zero.
    const auto seconds =
        std::chrono::floor<std::chrono::seconds>(std::max(left, base::Millis{0})).count();
    return fmt::format("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
}

std::optional<std::string> parse_result(std::string_view word) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 13> results{{
        {"1-0", "1-0"},
        {"0-1", "0-1"},
        {"1/2-1/2", "1/2-1/2"},
        {"*", "*"},
        {"1/2", "1/2-1/2"},
        {"½", "1/2-1/2"},
        {"½-½", "1/2-1/2"},
        {"½:½", "1/2-1/2"},
        {"1/2:1/2", "1/2-1/2"},
        {"1:0", "1-0"},
        {"0:1", "0-1"},
        {"1–0", "1-0"},
        {"0–1", "0-1"},
    }};
    const auto* const found =
        std::ranges::find(results, word, &std::pair<std::string_view, std::string_view>::first);
    return found == results.end() ? std::nullopt : std::optional{std::string{found->second}};
}

// "±", "∞", "⩲", "→", "□": what is said of a move in signs, and not the picture of a piece.
bool is_annotation(std::string_view word) {
    constexpr std::uint32_t marks = U_GC_S_MASK | U_GC_P_MASK;
    constexpr char32_t first_figure = U'\u2654';
    constexpr char32_t last_figure = U'\u265F';
    const bool is_plain = std::ranges::all_of(word, [](char letter) {
        return static_cast<unsigned char>(letter) < 0x80U;
    });
    if (is_plain) return false;
    const std::u32string letters = base::code_points(word);
    return std::ranges::all_of(letters, [&](char32_t letter) {
        const bool is_figure = first_figure <= letter && letter <= last_figure;
        const auto category = U_GET_GC_MASK(static_cast<UChar32>(letter));
        return letter == U'\uFE0E' || letter == U'\uFE0F' ||
            (!is_figure && (category & marks) != 0 && letter != base::replacement_character);
    });
}

bool says_nothing(std::string_view word) {
    const bool is_glyph =
        word != "--" && word.find_first_not_of("!?+-=/#~") == std::string_view::npos;
    constexpr std::array<std::string_view, 8> words{
        "e.p.", "ep", "ep.", "e.p", "e.", "p.", "en", "passant"};
    const bool is_code = word.size() > 1 && word.front() == '$' &&
        std::all_of(word.begin() + 1, word.end(), is_digit);
    return is_glyph || is_code || is_annotation(word) ||
        std::ranges::find(words, word) != words.end();
}

std::string_view without_annotation(std::string_view move) {
    while (!move.empty()) {
        const std::string_view shorter = base::without_last_code_point(move);
        if (!is_annotation(move.substr(shorter.size()))) break;
        move = shorter;
    }
    return move;
}

std::size_t number_length(std::string_view word, chess::MoveNumber expected) {
    const auto digits = static_cast<std::size_t>(
        std::find_if_not(word.begin(), word.end(), is_digit) - word.begin()
    );
    if (digits == 0 || digits > 4) return 0;
    if (digits == word.size()) return word == std::to_string(expected.value()) ? digits : 0;
    const std::size_t end = std::min(word.find_first_not_of(".):", digits), word.size());
    const bool is_time = word[digits] == ':' && end < word.size() && is_digit(word[end]);
    return end > digits && !is_time ? end : 0;
}

std::string spelled(std::string_view word) {
    constexpr std::array<std::pair<std::string_view, char>, 6> signs{{
        {"–", '-'},
        {"—", '-'},
        {"−", '-'},
        {"‐", '-'},
        {"×", 'x'},
        {":", 'x'},
    }};
    while (!word.empty() && (word.back() == ',' || word.back() == '.' || word.back() == ':'))
        word.remove_suffix(1);
    std::string text;
    while (!word.empty()) {
        const auto* const sign = std::ranges::find_if(signs, [&](const auto& each) {
            return word.starts_with(each.first);
        });
        text += sign == signs.end() ? word.front() : sign->second;
        word.remove_prefix(sign == signs.end() ? 1 : sign->first.size());
    }
    return with_castling_dashes(std::move(text));
}

} // namespace ansage::scoresheet
