// SPDX-License-Identifier: GPL-3.0-or-later
#include "scoresheet/text_tokens.hpp"

#include "scoresheet/pgn_cursor.hpp"
#include "scoresheet/spelling.hpp"
#include "scoresheet/text.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace ansage::scoresheet {
namespace {

constexpr std::string_view word_dividers = ",;|";

class Tokens {
public:
    explicit Tokens(std::string_view text)
        : rest_(text) {}

    [[nodiscard]] std::vector<Token> read() {
        while (!rest_.empty()) {
            const char letter = rest_.front();
            if (is_space(letter) || word_dividers.find(letter) != std::string_view::npos) {
                at_line_start_ = letter == '\n' || at_line_start_;
                take(1);
            } else if (at_line_start_ && is_fact()) {
                add(Token::Kind::fact, rest_.substr(0, rest_.find('\n')), 0);
            } else if (!take_bracket(letter)) {
                add(Token::Kind::word, rest_.substr(0, rest_.find_first_of(" \t\r\n\f\v{,;|", 1)), 0
                );
            }
        }
        return std::move(tokens_);
    }

private:
    void take(std::size_t length) {
        const std::string_view taken = rest_.substr(0, length);
        line_ += static_cast<std::size_t>(std::count(taken.begin(), taken.end(), '\n'));
        rest_.remove_prefix(taken.size());
    }

    void add(Token::Kind kind, std::string_view text, std::size_t border) {
        tokens_.push_back({kind, std::string{trimmed(text)}, line_, at_line_start_});
        at_line_start_ = false;
        take(text.size() + 2 * border);
    }

    // "White: Ann", before anything that looks like a move: a label of at least two letters.
    bool is_fact() const {
        const std::string_view line = rest_.substr(0, rest_.find('\n'));
        const std::size_t colon = line.find(':');
        return colon != std::string_view::npos && colon > 2 &&
            line.substr(0, colon).find_first_of("0123456789{(") == std::string_view::npos;
    }

    // Comments and clocks, over lines if need be. A bracket that nobody closes before an empty line
    // is a word's.
    bool take_bracket(char letter) {
        if (letter != '{' && letter != '(') return false;
        const std::size_t end = rest_.find(letter == '{' ? '}' : ')');
        const std::size_t paragraph = rest_.find("\n\n");
        if (end == std::string_view::npos || (letter == '(' && end > paragraph)) return false;
        const bool is_offer = letter == '(' && rest_.substr(1, end - 1) == "="; // C.12
        add(Token::Kind::bracket,
            rest_.substr(is_offer ? 0 : 1, is_offer ? 3 : end - 1),
            is_offer ? 0 : 1);
        return true;
    }

    std::string_view rest_;
    std::size_t line_ = 1;
    bool at_line_start_ = true;
    std::vector<Token> tokens_;
};

// U+2654 to U+265F: White's king, queen, rook, bishop, knight and pawn, then Black's.
std::string figure(const Notation& notation, unsigned index) {
    const auto role = static_cast<chess::Role>(5 - index % 6);
    return role == chess::Role::pawn ? std::string{} : std::string{notation.letter(role)};
}

} // namespace

std::string in_plain_signs(const Notation& notation, std::string_view text) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 6> signs{{
        {"\xEF\xBB\xBF", ""}, // byte order mark
        {"\xC2\xA0", " "}, // no-break space
        {"\xE2\x80\xAF", " "}, // a narrow one
        {"\xE2\x80\xA6", "..."},
        {"\xEF\xB8\x8E", ""}, // the piece before it is text,
        {"\xEF\xB8\x8F", ""}, // or a picture
    }};
    std::string plain;
    plain.reserve(text.size());
    while (!text.empty()) {
        const auto* const sign = std::ranges::find_if(signs, [&](const auto& each) {
            return text.starts_with(each.first);
        });
        const bool is_figure = text.starts_with("\xE2\x99") && text.size() > 2 &&
            '\x94' <= text[2] && text[2] <= '\x9F';
        if (sign != signs.end()) plain += sign->second;
        else if (is_figure) plain += figure(notation, static_cast<unsigned>(text[2] - '\x94'));
        else plain += text.front();
        text.remove_prefix(sign != signs.end() ? sign->first.size() : is_figure ? 3 : 1);
    }
    return plain;
}

std::vector<Token> cut_text(const Notation& notation, std::string_view text) {
    const std::string plain = in_plain_signs(notation, text);
    return Tokens{plain}.read();
}

} // namespace ansage::scoresheet
