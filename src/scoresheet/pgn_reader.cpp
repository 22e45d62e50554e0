// SPDX-License-Identifier: GPL-3.0-or-later
#include "chess/fen.hpp"
#include "chess/quoted.hpp"
#include "chess/san.hpp"
#include "scoresheet/latin1.hpp"
#include "scoresheet/pgn.hpp"
#include "scoresheet/pgn_cursor.hpp"
#include "scoresheet/spelling.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace ansage::scoresheet {

using base::Result;

namespace {

void append_comment(std::string& comment, std::string_view more) {
    const std::string line = to_utf8(with_single_spaces(more));
    if (!comment.empty() && !line.empty()) comment += ' ';
    comment += line;
}

bool is_zero(std::string_view word) { return word == "0" || word == "O" || word == "o"; }

// "12.", "12...", and both with a move stuck to them. Castling with zeros is no number.
std::string_view without_number(std::string_view word) {
    std::size_t digits = 0;
    while (digits < word.size() && is_digit(word[digits])) ++digits;
    if (digits < word.size() && word[digits] == '-') return word;
    word.remove_prefix(digits);
    word.remove_prefix(std::min(word.find_first_not_of('.'), word.size()));
    return word;
}

base::Phrase fault_text(chess::MoveError error) {
    switch (error) {
    case chess::MoveError::not_a_move: return base::phrase("cannot be read");
    case chess::MoveError::ambiguous: return base::phrase("fits two moves");
    case chess::MoveError::illegal: return base::phrase("is not legal");
    }
    return {};
}

class GameReader {
public:
    GameReader(PgnCursor& cursor, const std::string& name, const std::vector<Notation>& letters)
        : cursor_(cursor),
          name_(name),
          letters_(letters) {
        game_.line = cursor.line();
    }

    PgnGame read() {
        read_tags();
        position_ = game_.start;
        while (!is_over_) {
            cursor_.skip_space();
            if (cursor_.at_end() || cursor_.at_tag_line()) {
                complain(
                    base::phrase("the game has no result"),
                    base::phrase("write 1-0, 0-1, 1/2-1/2 or * after its last move")
                );
                break;
            }
            read_element();
        }
        return std::move(game_);
    }

private:
    void complain(base::Phrase what, base::Phrase mend) {
        complain_of(cursor_.line(), std::move(what), std::move(mend));
    }

    void complain_of(std::size_t line, base::Phrase what, base::Phrase mend) {
        game_.problems.push_back(
            {std::move(what), fmt::format("{}:{}", name_, line), std::move(mend)}
        );
    }

    void read_tags() {
        for (;;) {
            cursor_.skip_space();
            // A second Event is the next game, for which this one has no moves.
            const bool is_next_game = !game_.tags.empty() && cursor_.rest().starts_with("[Event ");
            if (cursor_.at_end() || cursor_.peek() != '[' || is_next_game) return;
            read_tag();
        }
    }

    void read_tag() {
        const std::size_t line = cursor_.line();
        cursor_.take(1);
        const std::string_view name = trimmed(cursor_.take(cursor_.rest().find_first_of("\"]\n")));
        const bool is_name =
            !name.empty() && std::all_of(name.begin(), name.end(), is_tag_name_letter);
        if (cursor_.at_end() || cursor_.peek() != '"' || !is_name) {
            complain_of(
                line,
                base::phrase("a tag has no name or no value"),
                base::phrase("write [Name \"value\"]")
            );
            cursor_.take_line();
            return;
        }
        std::string value = read_tag_value();
        while (!cursor_.at_end() && (cursor_.peek() == ' ' || cursor_.peek() == '\t'))
            cursor_.take(1);
        if (!cursor_.at_end() && cursor_.peek() == ']') {
            cursor_.take(1);
        } else {
            complain_of(
                line,
                base::phrase("the tag {} does not end in \"]", chess::quoted(name)),
                base::phrase("write [Name \"value\"]")
            );
            cursor_.take_line();
        }
        use_tag(line, std::string{name}, to_utf8(std::move(value)));
    }

    // Up to the quote that closes the value, or the line's end.
    std::string read_tag_value() {
        std::string value;
        cursor_.take(1);
        while (!cursor_.at_end() && cursor_.peek() != '"' && cursor_.peek() != '\n') {
            const bool is_escape = cursor_.peek() == '\\' && cursor_.rest().size() > 1 &&
                (cursor_.rest()[1] == '"' || cursor_.rest()[1] == '\\');
            if (is_escape) cursor_.take(1);
            const char letter = cursor_.take(1).front();
            value += is_blank(letter) ? ' ' : letter;
        }
        if (!cursor_.at_end() && cursor_.peek() == '"') cursor_.take(1);
        return value;
    }

    void use_tag(std::size_t line, std::string name, std::string value) {
        // As in tag(), the first of a name counts.
        if (name == "FEN" && !game_.tag(name)) {
            auto position = chess::parse_position(value);
            if (position) {
                game_.start = *position;
            } else {
                complain_of(
                    line, base::phrase("FEN: {}", position.error().what), position.error().mend
                );
                is_broken_ = true;
            }
        }
        game_.tags.emplace_back(std::move(name), std::move(value));
    }

    void read_element() {
        switch (cursor_.peek()) {
        case '{': read_comment(); break;
        case ';':
            cursor_.take(1);
            use_comment(cursor_.take_line());
            break;
        case '(': skip_variation(); break;
        case '$': cursor_.take_word(); break;
        case ')':
        case '}':
        case ']':
        case '[':
            complain(
                base::phrase("{} has no partner", chess::quoted(cursor_.rest().substr(0, 1))),
                base::phrase("leave it out")
            );
            cursor_.take(1);
            break;
        default: read_word(cursor_.take_word());
        }
    }

    void skip_variation() {
        const std::size_t line = cursor_.line();
        bool is_closed = true;
        cursor_.skip_variation(is_closed);
        if (!is_closed) {
            complain_of(
                line, base::phrase("a variation is not closed"), base::phrase("write ) at its end")
            );
        }
    }

    void read_comment() {
        const std::size_t line = cursor_.line();
        bool is_closed = true;
        const std::string_view comment = cursor_.take_comment(is_closed);
        if (!is_closed) {
            complain_of(
                line, base::phrase("a comment is not closed"), base::phrase("write } at its end")
            );
        }
        use_comment(comment);
    }

    void use_comment(std::string_view text) {
        // Comments after a move that could not be read are about plies that the game has not.
        if (is_broken_) return;
        if (game_.moves.empty()) {
            append_comment(game_.comment, text);
            return;
        }
        PgnNote& note = game_.notes.back();
        constexpr std::string_view opening = "[%clk ";
        const std::size_t start = text.find(opening);
        const std::size_t end = text.find(']', std::min(start, text.size()));
        if (end == std::string_view::npos) {
            append_comment(note.comment, text);
            return;
        }
        const std::size_t value = start + opening.size();
        note.clock = parse_clock(trimmed(text.substr(value, end - value)));
        append_comment(note.comment, text.substr(0, start));
        append_comment(note.comment, text.substr(end + 1));
    }

    void read_word(std::string_view word) {
        if (const auto result = parse_result(word)) {
            game_.result = *result;
            is_over_ = true;
            return;
        }
        const std::string_view move = is_zero(word) ? word : without_number(word);
        if (!move.empty() && !says_nothing(move) && !is_broken_) read_move(move);
    }

    // In English letters, as the standard has it; else in those that were expected. A letter that
    // is a pawn here and a knight there (P in Dutch) is never guessed at: P is English only where
    // English was expected.
    [[nodiscard]] Result<chess::Move, chess::MoveError> parse(std::string_view word) const {
        Result<chess::Move, chess::MoveError> move = tl::unexpected(chess::MoveError::not_a_move);
        if (letters_.empty() || word.front() != 'P') move = chess::parse_san(position_, word);
        if (move && (letters_.empty() || !is_other_elsewhere(word.front()))) return move;
        for (const Notation& notation : letters_) {
            const auto read = scoresheet::read_move(notation, position_, word);
            if (read && move && read != move && letters_.size() > 1)
                return tl::unexpected(chess::MoveError::ambiguous);
            // The most that anybody could make of it.
            const bool is_better = read || (!move && move.error() == chess::MoveError::not_a_move);
            move = is_better ? read : move;
        }
        return move;
    }

    // Whether another country's letter for a piece is the English one for another.
    bool is_other_elsewhere(char letter) const {
        const auto english = Notation{}.role(letter);
        return std::ranges::any_of(letters_, [&](const Notation& notation) {
            const auto role = notation.role(letter);
            return role && english && role != english;
        });
    }

    // "S f3", "0 - 0": the word with some of those after it. The cursor goes on where it is read.
    [[nodiscard]] std::optional<chess::Move> read_torn(std::string_view word) {
        constexpr std::size_t most_pieces = 5;
        std::optional<chess::Move> found;
        std::string text = spelled(word);
        PgnCursor ahead = cursor_;
        for (std::size_t words = 1; words < most_pieces; ++words) {
            ahead.skip_space();
            if (ahead.at_end() || ahead.at_tag_line() || is_sign(ahead.peek())) break;
            text += spelled(ahead.take_word());
            const auto move = parse(text);
            if (!move) continue;
            found = *move;
            cursor_ = ahead;
            if (!is_zero(word)) break;
        }
        return found;
    }

    static bool is_sign(char letter) {
        return std::string_view{"{}()[];$"}.find(letter) != std::string_view::npos;
    }

    void read_move(std::string_view word) {
        auto move = parse(word);
        if (!move) move = parse(spelled(word));
        if (!move) {
            if (const auto torn = read_torn(word)) move = *torn;
        }
        if (!move) {
            complain_of_move(word, move.error());
            return;
        }
        position_.play(*move);
        game_.moves.push_back(*move);
        game_.notes.emplace_back();
    }

    void complain_of_move(std::string_view word, chess::MoveError error) {
        complain(
            base::phrase(
                "move {} {} {}",
                to_string(position_.place()),
                chess::quoted(word),
                fault_text(error)
            ),
            base::phrase("mend it; the game is read up to the move before")
        );
        is_broken_ = true;
    }

    PgnCursor& cursor_;
    const std::string& name_;
    const std::vector<Notation>& letters_;
    PgnGame game_;
    chess::Position position_;
    bool is_broken_ = false; // no position to read further moves in
    bool is_over_ = false;
};

} // namespace

PgnReader::PgnReader(std::string_view text, std::string name, std::vector<Notation> letters)
    : text_(text),
      name_(std::move(name)),
      letters_(std::move(letters)) {
    constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
    if (text_.starts_with(byte_order_mark)) text_.remove_prefix(byte_order_mark.size());
}

std::optional<PgnGame> PgnReader::next() {
    PgnCursor cursor{text_, offset_, line_};
    cursor.skip_space();
    std::optional<PgnGame> game;
    if (!cursor.at_end()) game = GameReader{cursor, name_, letters_}.read();
    offset_ = cursor.offset();
    line_ = cursor.line();
    return game;
}

} // namespace ansage::scoresheet
