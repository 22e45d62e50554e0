// SPDX-License-Identifier: GPL-3.0-or-later
// Plain text to moves: what people type, and what this program prints.
#include "chess/fen.hpp"
#include "chess/quoted.hpp"
#include "chess/uci.hpp"
#include "scoresheet/spelling.hpp"
#include "scoresheet/text.hpp"
#include "scoresheet/text_tokens.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

namespace ansage::scoresheet {
namespace {

// Nobody counts further without a reason.
constexpr unsigned most_missing_rows = 8;

// How many words a move may have been torn into: "0 - 0 - 0".
constexpr std::size_t most_pieces = 5;

struct Torn {
    chess::Move move = chess::Move::ordinary({}, {});
    std::size_t words = 1;
};

struct TornResult {
    std::string result;
    std::size_t words = 1;
};

// A label as anybody writes it: "WEISS" for "Weiß".
std::string folded(std::string_view label) {
    constexpr std::string_view sharp_s = "ß";
    std::string text;
    while (!label.empty()) {
        const bool is_sharp = label.starts_with(sharp_s);
        const char letter = label.front();
        const bool is_capital = 'A' <= letter && letter <= 'Z';
        text +=
            is_sharp ? "ss" : std::string{is_capital ? static_cast<char>(letter | 0x20) : letter};
        label.remove_prefix(is_sharp ? sharp_s.size() : 1);
    }
    return text;
}

// "...", not "1." or "1..e4".
bool names_black(std::string_view number) { return number.ends_with("..."); }

chess::MoveNumber value_of(std::string_view number) {
    unsigned value = 0;
    for (const char digit : number.substr(0, number.find_first_not_of("0123456789")))
        value = value * 10 + static_cast<unsigned>(digit - '0');
    return chess::MoveNumber{value};
}

class TextReader {
public:
    TextReader(
        const Notation& notation,
        const SheetLabels& labels,
        std::string file,
        const chess::Position& start
    )
        : notation_(notation),
          labels_(labels),
          file_(std::move(file)),
          start_(start) {}

    [[nodiscard]] std::vector<PgnGame> read(std::string_view text) {
        tokens_ = cut_text(notation_, text);
        has_numbers_ = has_word([this](const std::string& word) {
            return number_length(word, start_.fullmove_number()) > 0;
        });
        is_caseless_ = has_word([this](std::string_view word) {
            word.remove_prefix(number_length(word, 0));
            return is_caseless(notation_, spelled(word));
        });
        begin_game(1);
        while (next_ < tokens_.size()) {
            const Token& token = tokens_[next_];
            switch (token.kind) {
            case Token::Kind::fact:
                read_fact(token);
                ++next_;
                break;
            case Token::Kind::bracket:
                read_bracket(token.text);
                ++next_;
                break;
            case Token::Kind::word: next_ += read_word(token); break;
            }
        }
        end_game(next_);
        return std::move(games_);
    }

private:
    template <class Is>
    bool has_word(Is is) const {
        return std::ranges::any_of(tokens_, [&](const Token& token) {
            return token.kind == Token::Kind::word && is(token.text);
        });
    }

    void begin_game(std::size_t line) {
        game_ = {};
        game_.start = start_;
        game_.line = line;
        position_ = start_;
        is_begun_ = !has_numbers_;
        is_broken_ = false;
        is_misnumbered_ = false;
        first_refusal_.reset();
    }

    // The next begins with that token.
    void end_game(std::size_t next) {
        if (game_.moves.empty() && first_refusal_) game_.problems.push_back(*first_refusal_);
        const bool is_empty = game_.moves.empty() && game_.tags.empty() && game_.problems.empty();
        if (!is_empty || (is_begun_ && games_.empty())) games_.push_back(std::move(game_));
        begin_game(next < tokens_.size() ? tokens_[next].line : 1);
    }

    // --- facts
    void read_fact(const Token& token) {
        const std::size_t colon = token.text.find(':');
        const std::string_view label = trimmed(std::string_view{token.text}.substr(0, colon));
        const std::string_view value = trimmed(std::string_view{token.text}.substr(colon + 1));
        if (is_label(label, labels_.result, "Result")) {
            if (const auto result = parse_result(value)) use_result(*result, 1);
        } else if (label == "FEN") {
            end_moves();
            read_fen(token, value);
        } else if (const auto tag = tag_of(label); !tag.empty()) {
            end_moves();
            game_.tags.emplace_back(tag, std::string{value}.append(unknown_rest(tag, value)));
        }
    }

    // Of a date of which only the year, or the year and the month, are known.
    static std::string_view unknown_rest(std::string_view tag, std::string_view value) {
        constexpr std::string_view year = "1979";
        constexpr std::string_view year_and_month = "1979.05";
        if (tag != "Date") return {};
        return value.size() == year.size()          ? ".??.??"
            : value.size() == year_and_month.size() ? ".??"
                                                    : "";
    }

    // Facts stand before the moves: these are of the next game.
    void end_moves() {
        if (!game_.moves.empty()) end_game(next_);
    }

    static bool is_label(std::string_view label, std::string_view own, std::string_view english) {
        return folded(label) == folded(own) || folded(label) == folded(english);
    }

    std::string_view tag_of(std::string_view label) const {
        const std::array<std::pair<std::string_view, const std::string*>, 6> facts{{
            {"White", &labels_.white},
            {"Black", &labels_.black},
            {"Event", &labels_.event},
            {"Site", &labels_.site},
            {"Date", &labels_.date},
            {"Round", &labels_.round},
        }};
        for (const auto& [tag, own] : facts)
            if (is_label(label, *own, tag)) return tag;
        return {};
    }

    void read_fen(const Token& token, std::string_view value) {
        const auto position = chess::parse_position(value);
        if (!position) {
            complain(token, base::phrase("FEN: {}", position.error().what), position.error().mend);
            is_broken_ = true;
            return;
        }
        game_.start = *position;
        position_ = *position;
    }

    // --- moves
    // A clock's time belongs to the move before it, and so does a comment.
    void read_bracket(const std::string& text) {
        const bool is_en_passant = text.starts_with('e') && says_nothing(text);
        if (is_broken_ || is_en_passant) return;
        if (game_.moves.empty()) {
            if (is_begun_ || !game_.tags.empty()) add_comment(game_.comment, text);
            return;
        }
        PgnNote& note = game_.notes.back();
        if (const auto clock = parse_clock(text); clock && text.find(':') != std::string::npos) {
            note.clock = clock;
            return;
        }
        add_comment(note.comment, text);
    }

    // How many tokens were used.
    std::size_t read_word(const Token& token) {
        if (const auto torn = result_of(token.text)) {
            use_result(torn->result, torn->words);
            return torn->words;
        }
        if (take_clock(token.text) || take_dots(token)) return 1;
        std::string_view word = token.text;
        const std::size_t number = number_at(token);
        read_number(token, word.substr(0, number));
        word.remove_prefix(number);
        word.remove_prefix(std::min(word.find_first_not_of('.'), word.size())); // "...e5"
        if (is_broken_ || !is_begun_ || word.empty() || says_nothing(word)) return 1;
        if (const auto torn = read_move_of(word)) {
            game_.moves.push_back(torn->move);
            game_.notes.emplace_back();
            position_.play(torn->move);
            return torn->words;
        }
        refuse(token, word);
        return 1;
    }

    // "1:58:20" after a move, as the column of a scoresheet has it. "1:58" may be hours or minutes:
    // it is kept as it was written.
    bool take_clock(std::string_view word) {
        const auto clock = parse_clock(word);
        const auto colons = std::ranges::count(word, ':');
        const bool is_time = clock && colons > 0 && word.size() > 3; // "1:0" is a result
        if (is_time && !game_.moves.empty() && !is_broken_) {
            PgnNote& note = game_.notes.back();
            note.clock = colons == 2 ? clock : note.clock;
            add_comment(note.comment, colons == 2 ? std::string_view{} : word);
        }
        return is_time;
    }

    static void add_comment(std::string& comment, std::string_view words) {
        comment += comment.empty() || words.empty() ? "" : " ";
        comment += with_single_spaces(words);
    }

    // "2. ... Sc6": White's move stands before it, or is missing.
    bool take_dots(const Token& token) {
        if (token.text.size() < 2 || token.text.find_first_not_of('.') != std::string::npos)
            return false;
        const bool follows_number = next_ > 0 && number_at(tokens_[next_ - 1]) > 0;
        const bool is_whites = position_.turn() == chess::Color::white;
        if (follows_number && is_whites && !game_.moves.empty() && !is_broken_) refuse_gap(token);
        return true;
    }

    // A game's first number needs no full stop either.
    std::size_t number_at(const Token& token) const {
        const std::size_t length = number_length(token.text, position_.fullmove_number());
        return length == 0 && token.begins_line
            ? number_length(token.text, start_.fullmove_number())
            : length;
    }

    void read_number(const Token& token, std::string_view number) {
        if (number.empty()) return;
        const chess::MoveNumber value = value_of(number);
        const chess::MoveNumber current = position_.fullmove_number();
        const bool is_whites = position_.turn() == chess::Color::white;
        const bool begins_again = value == start_.fullmove_number() && token.begins_line &&
            !names_black(number) && (is_broken_ || current > value + 1);
        if (begins_again) end_game(next_);
        is_begun_ = true;
        const bool is_left = game_.moves.empty() && game_.tags.empty() && !games_.empty() &&
            value > start_.fullmove_number();
        if (is_left && !is_broken_) refuse_behind_result(token);
        if (is_broken_ || game_.moves.size() < 2) return;
        if (is_whites && value > current && value - current <= most_missing_rows)
            tell_number(token, value);
        if (names_black(number) != is_whites) return;
        if (value == current + (is_whites ? 0 : 1)) refuse_gap(token);
    }

    // Moves that go on with their numbers are no other game.
    void refuse_behind_result(const Token& token) {
        complain(
            token,
            base::phrase(
                "behind the result {} stands {}", games_.back().result, chess::quoted(token.text)
            ),
            base::phrase("see where the game ends; it is read up to the result")
        );
        is_broken_ = true;
    }

    // Rows may have been forgotten, or the numbers be wrong: the reader has to look.
    void tell_number(const Token& token, chess::MoveNumber value) {
        if (!is_misnumbered_) {
            complain(
                token,
                base::phrase(
                    "move {} has the number {}", position_.fullmove_number().value(), value.value()
                ),
                base::phrase("check whether moves before it are missing")
            );
        }
        is_misnumbered_ = true;
    }

    // Whoever took the next move for the one that is missing would tell another game.
    void refuse_gap(const Token& token) {
        const bool is_whites = position_.turn() == chess::Color::white;
        const unsigned number = position_.fullmove_number().value();
        complain(
            token,
            is_whites ? base::phrase("move {} of White is missing", number)
                      : base::phrase("move {} of Black is missing", number),
            base::phrase("write it; the game is read up to there")
        );
        is_broken_ = true;
    }

    // The move that the word begins, alone or with some of the words after it.
    std::optional<Torn> read_move_of(std::string_view word) const {
        std::optional<Torn> found;
        std::string text = spelled(word);
        const bool is_castling = text.starts_with('0') || text.starts_with('O');
        for (std::size_t words = 1; words <= most_pieces; ++words) {
            if (const auto move = read_one(text)) found = Torn{*move, words};
            const bool is_whole = found && !is_castling; // "0-0" may go on
            if (is_whole) break;
            const std::size_t after = next_ + words;
            if (after >= tokens_.size() || tokens_[after].kind == Token::Kind::fact ||
                tokens_[after].text.empty())
                break;
            text += spelled(tokens_[after].text);
        }
        return found;
    }

    // As the country writes it, as who has no capitals does, or by squares alone.
    [[nodiscard]] base::Result<chess::Move, chess::MoveError> read_one(const std::string& text
    ) const {
        const auto move = is_caseless_ ? read_caseless_move(notation_, position_, text)
                                       : read_move(notation_, position_, text);
        if (move || move.error() == chess::MoveError::ambiguous) return move;
        std::string squares = text;
        std::erase_if(squares, [](char letter) { return letter == '-' || letter == 'x'; });
        const auto by_squares = chess::parse_uci(position_, squares);
        return by_squares ? by_squares : move;
    }

    // Alone, or torn apart: "1 - 0", "1/2 : 1/2".
    [[nodiscard]] std::optional<TornResult> result_of(const std::string& word) const {
        if (!is_begun_ && game_.tags.empty()) return std::nullopt;
        std::string text = word;
        for (std::size_t words = 1; words <= 3; ++words) {
            if (auto result = parse_result(text)) return TornResult{*std::move(result), words};
            const std::size_t after = next_ + words;
            if (after >= tokens_.size() || tokens_[after].kind != Token::Kind::word) break;
            text += tokens_[after].text;
        }
        return std::nullopt;
    }

    // It takes that many tokens.
    void use_result(const std::string& result, std::size_t words) {
        if (is_begun_ || !game_.tags.empty()) {
            game_.result = result;
            end_game(next_ + words);
        }
    }

    void refuse(const Token& token, std::string_view word) {
        const auto move = read_one(spelled(word));
        const bool is_move = !move && move.error() != chess::MoveError::not_a_move;
        const auto what = !is_move ? base::phrase("\"{}\" is no move", word)
            : move.error() == chess::MoveError::illegal
            ? base::phrase("\"{}\" is not legal here", word)
            : base::phrase("\"{}\" fits two legal moves", word);
        base::Error error{
            what,
            fmt::format("{}:{}", file_, token.line),
            base::phrase("check this move and those before it, and the letters of the pieces")};
        if (!game_.moves.empty()) {
            is_broken_ = true;
            game_.problems.push_back(std::move(error));
            return;
        }
        // "3. Runde" is not the beginning of the moves; "1. Ke3" and "1. Sf9" may have been meant
        // to be.
        is_begun_ = !has_numbers_;
        const bool has_rank = word.find_first_of("123456789") != std::string_view::npos;
        if ((is_move || (has_numbers_ && has_rank)) && !first_refusal_)
            first_refusal_ = std::move(error);
    }

    void complain(const Token& token, base::Phrase what, base::Phrase mend) {
        game_.problems.push_back(
            {std::move(what), fmt::format("{}:{}", file_, token.line), std::move(mend)}
        );
    }

    const Notation& notation_;
    const SheetLabels& labels_;
    std::string file_;
    chess::Position start_;
    chess::Position position_;
    std::vector<Token> tokens_;
    std::vector<PgnGame> games_;
    PgnGame game_;
    std::size_t next_ = 0; // token
    bool is_caseless_ = false; // small letters may be pieces
    bool has_numbers_ = false; // then moves begin with the first
    bool is_begun_ = false;
    std::optional<base::Error> first_refusal_; // of a word that may have been the first move
    bool is_misnumbered_ = false; // and that was told
    bool is_broken_ = false; // no position to read further moves in
};

} // namespace

std::vector<PgnGame> read_text_sheets(
    const Notation& notation,
    const SheetLabels& labels,
    std::string_view text,
    const std::string& file,
    const chess::Position& start
) {
    return TextReader{notation, labels, file, start}.read(text);
}

} // namespace ansage::scoresheet
