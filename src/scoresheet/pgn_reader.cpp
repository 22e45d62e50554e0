// SPDX-License-Identifier: GPL-3.0-or-later
#include "chess/fen.hpp"
#include "chess/quoted.hpp"
#include "chess/san.hpp"
#include "scoresheet/pgn.hpp"
#include "scoresheet/pgn_cursor.hpp"
#include "scoresheet/spelling.hpp"
#include "scoresheet/text.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace ansage::scoresheet {

using base::Result;

namespace {

void append_comment(std::string& comment, std::string_view more) {
    const std::string line = with_single_spaces(more);
    if (!comment.empty() && !line.empty()) comment += ' ';
    comment += line;
}

bool is_zero(std::string_view word) { return word == "0" || word == "O" || word == "o"; }

// "12.", "12...", and both with a move stuck to them. Castling with zeros is no number.
struct NumberedWord {
    std::optional<unsigned> number; // absent, too, where nobody can count so far
    bool names_black = false; // with three full stops, or two
    std::string_view move;
};

NumberedWord numbered_word(std::string_view word) {
    const std::size_t digits = std::min(word.find_first_not_of("0123456789"), word.size());
    if (digits < word.size() && word[digits] == '-') return {.move = word};
    const std::string_view rest = word.substr(digits);
    const std::size_t dots = std::min(rest.find_first_not_of('.'), rest.size());
    NumberedWord numbered{.names_black = dots > 1, .move = rest.substr(dots)};
    constexpr std::size_t most_digits = 4;
    if (digits > 0 && digits <= most_digits && (dots > 0 || rest.empty())) {
        unsigned number = 0;
        for (const char digit : word.substr(0, digits))
            number = number * 10 + static_cast<unsigned>(digit - '0');
        numbered.number = number;
    }
    return numbered;
}

bool is_ascii(std::string_view word) {
    return std::ranges::none_of(word, [](char letter) {
        return static_cast<unsigned char>(letter) >= 0x80U;
    });
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
            if (cursor_.at_end() || cursor_.at_tag_line() || begins_again()) {
                complain(
                    base::phrase("the game has no result"),
                    base::phrase("write 1-0, 0-1, 1/2-1/2 or * after its last move")
                );
                break;
            }
            read_element();
        }
        if (is_over_) read_after_result();
        tell_left_out();
        game_.is_torn = is_broken_;
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
        use_tag(line, std::string{name}, std::move(value));
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
        if (const auto before = game_.tag(name); before && *before != value) {
            complain_of(
                line,
                base::phrase("the tag {} stands here again, with another value", name),
                base::phrase("take one of them out; the first is used")
            );
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

    // What web pages and word processors put for spaces, full stops and pieces is read as such.
    void read_word(std::string_view word) {
        if (is_ascii(word) || says_nothing(word)) {
            read_plain_word(word);
            return;
        }
        const std::string plain = in_plain_signs(Notation{}, word);
        std::string_view rest = trimmed(plain);
        while (!rest.empty() && !is_over_) {
            const std::size_t end = std::min(rest.find(' '), rest.size());
            read_plain_word(without_annotation(rest.substr(0, end)));
            rest = trimmed(rest.substr(end));
        }
    }

    void read_plain_word(std::string_view word) {
        if (const auto result = parse_result(word)) {
            use_result(*result);
            return;
        }
        const NumberedWord numbered =
            is_zero(word) ? NumberedWord{.move = word} : numbered_word(word);
        if (numbered.number) read_number(*numbered.number, numbered.names_black);
        else if (numbered.names_black && number_) read_number(*number_, true); // "2. ... Nc6"
        if (numbered.move.empty() || says_nothing(numbered.move)) return;
        if (!is_broken_) read_move(numbered.move);
    }

    void use_result(const std::string& result) {
        game_.result = result;
        is_over_ = true;
        if (auto problem = result_problem(game_, fmt::format("{}:{}", name_, cursor_.line())))
            game_.problems.push_back(*std::move(problem));
    }

    // --- numbers
    // A game without tags that follows one without a result.
    bool begins_again() const {
        if (!cursor_.at_line_start()) return false;
        PgnCursor ahead = cursor_;
        if (!is_digit(ahead.peek())) return false;
        const NumberedWord first = numbered_word(ahead.take_word());
        const bool is_first = first.number == 1U && !first.names_black;
        return is_first && number_ && (is_broken_ || *number_ > 1);
    }

    void read_number(unsigned number, bool names_black) {
        const bool is_first = !number_;
        number_ = number;
        if (is_broken_) return;
        const unsigned current = position_.fullmove_number().value();
        // A game that begins at some position may be numbered from its own beginning.
        if (is_first && number == 1 && game_.start != chess::Position{}) numbered_from_ = current;
        const unsigned expected = current - numbered_from_ + 1;
        const bool is_whites = position_.turn() == chess::Color::white;
        const bool lacks_whites = is_whites && names_black && number == expected;
        const bool lacks_blacks =
            !is_whites && game_.moves.size() > 1 && !names_black && number == expected + 1;
        if (lacks_whites || lacks_blacks) refuse_gap();
        else if (number != expected && (is_whites || names_black)) tell_number(number);
    }

    // Moves may have been left out, or the numbers be wrong: the reader has to look.
    void tell_number(unsigned number) {
        if (!is_misnumbered_) {
            complain(
                base::phrase(
                    "move {} has the number {}", position_.fullmove_number().value(), number
                ),
                base::phrase("check whether moves before it are missing")
            );
        }
        is_misnumbered_ = true;
    }

    // Whoever took the next move for the one that is missing would tell another game.
    void refuse_gap() {
        const bool is_whites = position_.turn() == chess::Color::white;
        const unsigned number = position_.fullmove_number().value();
        complain(
            is_whites ? base::phrase("move {} of White is missing", number)
                      : base::phrase("move {} of Black is missing", number),
            base::phrase("write it; the game is read up to there")
        );
        is_broken_ = true;
    }

    // --- behind the result
    // Comments belong to the game. Moves do not: they are told and left out, unless another game
    // without tags begins there, at move 1.
    void read_after_result() {
        for (;;) {
            cursor_.skip_space();
            if (cursor_.at_end() || cursor_.peek() == '[') return;
            if (is_sign(cursor_.peek())) {
                read_element();
                continue;
            }
            PgnCursor ahead = cursor_;
            const std::string_view word = ahead.take_word();
            if (is_next_game(word)) return;
            // What goes on with a number is no game without numbers.
            if (const auto number = numbered_word(word).number) number_ = number;
            leave_out(word);
            cursor_ = ahead;
        }
    }

    bool is_next_game(std::string_view word) const {
        const NumberedWord numbered = numbered_word(word);
        if (numbered.number) return *numbered.number == 1 && !numbered.names_black;
        const bool is_move = !numbered.move.empty() && !says_nothing(word) && !parse_result(word);
        return is_move && !number_ && left_out_.count == 0; // nobody numbers the games of this file
    }

    void leave_out(std::string_view word) {
        const std::string_view move = numbered_word(word).move;
        const auto result = parse_result(word);
        const bool is_other_result = result && *result != game_.result;
        if (!is_other_result && (result || move.empty() || says_nothing(word))) return;
        if (left_out_.count++ == 0) {
            left_out_.first = chess::quoted(result ? word : move);
            left_out_.line = cursor_.line();
        }
        left_out_.last = chess::quoted(result ? word : move);
    }

    void tell_left_out() {
        if (left_out_.count == 0) return;
        complain_of(
            left_out_.line,
            left_out_.count == 1
                ? base::phrase("behind the result {} stands {}", game_.result, left_out_.first)
                : base::phrase(
                      "behind the result {} stand {} words, {} to {}",
                      game_.result,
                      left_out_.count,
                      left_out_.first,
                      left_out_.last
                  ),
            base::phrase("see where the game ends; it is read up to the result")
        );
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
            text += spelled(in_plain_signs(Notation{}, ahead.take_word()));
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
    std::optional<unsigned> number_; // the last that was written
    unsigned numbered_from_ = 1; // what the first move's number would be
    bool is_misnumbered_ = false; // and that was told

    // What stands behind the result.
    struct LeftOut {
        std::size_t count = 0; // moves, and results that differ
        std::size_t line = 0;
        std::string first;
        std::string last;
    };

    LeftOut left_out_;
};

} // namespace

PgnReader::PgnReader(std::string_view text, std::string name, std::vector<Notation> letters)
    : text_(text),
      name_(std::move(name)),
      letters_(std::move(letters)) {}

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
