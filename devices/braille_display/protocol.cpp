// SPDX-License-Identifier: GPL-3.0-or-later
#include "devices/braille_display/protocol.hpp"

#include "base/utf8.hpp"

#include <algorithm>
#include <array>
#include <brlapi_constants.h>
#include <brlapi_keycodes.h>
#include <set>
#include <utility>

namespace ansage::devices::braille_display {
namespace {

constexpr std::size_t kept_lines = 100;
constexpr std::size_t board_size = 8;
constexpr std::size_t rank_margin = 2; // "4 "
constexpr char32_t unknown = U'?';

struct Row {
    std::uint64_t code = 0;
    Command command{};
};

constexpr std::array commands{
    Row{BRLAPI_KEY_CMD_HOME, Command::repeat},
    Row{BRLAPI_KEY_CMD_SAY_LINE, Command::repeat},
    Row{BRLAPI_KEY_CMD_TIME, Command::time},
    Row{BRLAPI_KEY_CMD_LNUP, Command::earlier},
    Row{BRLAPI_KEY_CMD_LNDN, Command::later},
    Row{BRLAPI_KEY_CMD_FWINLT, Command::pan_left},
    Row{BRLAPI_KEY_CMD_FWINRT, Command::pan_right},
    Row{BRLAPI_KEY_CMD_PRDIFLN, Command::rank_up},
    Row{BRLAPI_KEY_CMD_NXDIFLN, Command::rank_down},
    Row{BRLAPI_KEY_CMD_PRPGRPH, Command::score_back},
    Row{BRLAPI_KEY_CMD_NXPGRPH, Command::score_forward},
    Row{BRLAPI_KEY_CMD_RETURN, Command::newest},
};

constexpr std::uint64_t enter_symbol = BRLAPI_KEY_SYM_LINEFEED;

std::u32string decode(std::string_view text) {
    std::u32string letters = base::code_points(text);
    std::ranges::replace(letters, base::replacement_character, unknown);
    return letters;
}

// The word around a letter of it.
std::u32string_view word_at(std::u32string_view line, std::size_t place) {
    const std::size_t blank = line.rfind(U' ', place);
    const std::size_t begin = blank == std::u32string_view::npos ? 0 : blank + 1;
    return line.substr(begin, line.find(U' ', place) - begin);
}

bool has_digit(std::u32string_view word) {
    return word.find_first_of(U"0123456789") != std::u32string_view::npos;
}

std::string padded(std::u32string letters, std::size_t cells) {
    letters.resize(cells, U' ');
    for (char32_t& letter : letters) letter = letter < U' ' ? U' ' : letter;
    return base::to_utf8(letters);
}

} // namespace

bool confuses_chess(std::span<const Dots> table) {
    constexpr std::string_view letters = "abcdefgh0123456789KQRBNDTLSP";
    std::set<Dots> seen;
    return std::ranges::any_of(letters, [&](char letter) {
        const auto place = static_cast<unsigned char>(letter);
        return place < table.size() && !seen.insert(table[place]).second;
    });
}

std::optional<Key> key_of(std::uint64_t code) {
    const std::uint64_t value = code & BRLAPI_KEY_CODE_MASK;
    if ((code & BRLAPI_KEY_TYPE_MASK) != BRLAPI_KEY_TYPE_CMD) {
        // Enter, and Enter at a terminal; the letters are the console's.
        if (value == enter_symbol || value == '\r' || value == '\n')
            return Pressed{Command::newest};
        if (value == 'l' || value == 'c')
            return Pressed{value == 'l' ? Command::repeat : Command::time};
        const bool is_letter = value >= ' ' && value < 0x7f;
        return is_letter ? std::optional<Key>{Typed{static_cast<char32_t>(value)}} : std::nullopt;
    }
    if ((value & BRLAPI_KEY_CMD_BLK_MASK) == BRLAPI_KEY_CMD_ROUTE)
        return Routed{static_cast<std::size_t>(value & BRLAPI_KEY_CMD_ARG_MASK)};
    const auto* const row = std::ranges::find(commands, value, &Row::code);
    return row == commands.end() ? std::nullopt : std::optional<Key>{Pressed{row->command}};
}

std::vector<std::uint64_t> wanted_commands() {
    std::vector<std::uint64_t> codes;
    codes.reserve(commands.size() + 1);
    for (const Row& row : commands) codes.push_back(BRLAPI_KEY_TYPE_CMD | row.code);
    codes.push_back(BRLAPI_KEY_TYPE_CMD | BRLAPI_KEY_CMD_ROUTE);
    return codes;
}

std::string padded(std::string_view text, std::size_t cells) { return padded(decode(text), cells); }

void Window::keep(std::u32string line) {
    lines_.push_back(std::move(line));
    if (lines_.size() > kept_lines) lines_.pop_front();
    back_ = 0;
}

void Window::take_back() {
    if (lines_.empty()) return;
    lines_.pop_back();
    back_ = first_ = 0;
}

void Window::add(std::string_view line) {
    keep(decode(line));
    first_ = 0;
    rank_.reset();
}

void Window::answer(std::string_view line) {
    if (!rank_) {
        add(line);
        return;
    }
    keep(decode(line));
    answer_ = decode(line);
}

std::u32string Window::line() const {
    if (rank_) {
        std::string rank{static_cast<char>('1' + *rank_), ' '};
        for (std::size_t file = 0; file < board_size; ++file)
            rank += board_ ? board_->at(*rank_ * board_size + file) : static_cast<char>('a' + file);
        return decode(rank) + (answer_.empty() ? U"" : U" " + answer_);
    }
    return lines_.empty() ? std::u32string{} : lines_[lines_.size() - 1 - back_];
}

void Window::show_rank(std::size_t rank) {
    rank_ = rank;
    last_rank_ = rank;
    first_ = 0;
    answer_.clear();
}

// From the rank that is shown to the one beside it; after an answer back to the rank that was asked
// about, so that a finger goes on where it was.
void Window::step_rank(bool is_up) {
    const std::size_t begin = is_up ? 0 : board_size - 1;
    if (!rank_) show_rank(last_rank_.value_or(begin));
    else if (is_up) show_rank(std::min(*rank_ + 1, board_size - 1));
    else show_rank(*rank_ - std::min<std::size_t>(*rank_, 1));
}

bool Window::take_command(Command command, std::size_t cells) {
    std::size_t before = 0;
    switch (command) {
    case Command::earlier:
        rank_.reset();
        first_ = 0;
        back_ = std::min(back_ + 1, lines_.empty() ? 0 : lines_.size() - 1);
        return true;
    case Command::later:
        rank_.reset();
        first_ = 0;
        back_ = back_ == 0 ? 0 : back_ - 1;
        return true;
    case Command::newest:
        rank_.reset();
        first_ = 0;
        back_ = 0;
        return true;
    case Command::pan_left:
        for (const std::size_t begin : parts(cells)) before = begin < first_ ? begin : before;
        first_ = before;
        return true;
    case Command::pan_right:
        for (const std::size_t begin : parts(cells)) {
            if (begin > first_) {
                first_ = begin;
                break;
            }
        }
        return true;
    case Command::rank_up: step_rank(true); return true;
    case Command::rank_down: step_rank(false); return true;
    case Command::repeat:
    case Command::time:
    case Command::score_back:
    case Command::score_forward: return false;
    }
    return false;
}

bool Window::take(const Key& key, std::size_t cells) {
    if (const auto* pressed = std::get_if<Pressed>(&key))
        return take_command(pressed->command, cells);
    const auto* const typed = std::get_if<Typed>(&key);
    if (typed == nullptr || typed->letter < U'1' || typed->letter > U'8') return false;
    show_rank(typed->letter - U'1');
    return true;
}

std::optional<RoutedSquare> Window::square_at(std::size_t cell) const {
    const std::size_t place = first_ + cell;
    if (!rank_ || place < rank_margin || place >= rank_margin + board_size) return std::nullopt;
    return RoutedSquare{.file = place - rank_margin, .rank = *rank_};
}

std::vector<std::size_t> Window::parts(std::size_t cells) const {
    const std::u32string whole = line();
    std::vector<std::size_t> begins{0};
    while (cells > 0 && begins.back() + cells < whole.size()) {
        const std::size_t begin = begins.back();
        // The blank after the last word that fits; a word longer than the display is cut.
        const std::size_t blank = whole.rfind(U' ', begin + cells);
        const bool fits = blank != std::u32string::npos && blank > begin;
        const std::size_t end = fits ? blank : begin + cells;
        const std::size_t next = whole.find_first_not_of(U' ', end);
        if (next == std::u32string::npos) break;
        begins.push_back(next);
    }
    return begins;
}

std::u32string_view Window::part_shown(const std::u32string& whole, std::size_t cells) const {
    const std::size_t begin = std::min(first_, whole.size());
    std::size_t end = whole.size();
    for (const std::size_t next : parts(cells)) end = next > begin ? std::min(end, next) : end;
    return std::u32string_view{whole}.substr(begin, std::min(end - begin, cells));
}

std::string Window::shown(std::size_t cells) const {
    const std::u32string whole = line();
    return padded(std::u32string{part_shown(whole, cells)}, cells);
}

std::map<std::size_t, char> Window::exact_letters(std::size_t cells) const {
    const std::u32string whole = line();
    std::map<std::size_t, char> letters;
    const std::size_t end = std::min(first_, whole.size()) + part_shown(whole, cells).size();
    for (std::size_t i = first_; i < end; ++i) {
        const bool is_piece = rank_ && board_ && i < rank_margin + board_size;
        const bool is_exact = is_piece || has_digit(word_at(whole, i));
        if (whole[i] != U' ' && whole[i] < 0x80 && is_exact)
            letters.emplace(i - first_, static_cast<char>(whole[i]));
    }
    return letters;
}

} // namespace ansage::devices::braille_display
