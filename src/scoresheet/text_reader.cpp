// Plain text to moves: what people type, and what this program prints.
#include "chess/fen.hpp"
#include "scoresheet/latin1.hpp"
#include "scoresheet/pgn_cursor.hpp"
#include "scoresheet/spelling.hpp"
#include "scoresheet/text.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

namespace ansage::scoresheet {
namespace {

// A piece of a text: a word, or what stood in brackets.
struct Token {
    enum class Kind : std::uint8_t { word, bracket, fact };

    Kind kind{};
    std::string text;
    std::size_t line = 0;
};

// Cuts a text into tokens.
class Tokens {
public:
    explicit Tokens(std::string_view text)
        : rest_(text) {}

    [[nodiscard]] std::vector<Token> read() {
        bool at_line_start = true;
        while (!rest_.empty()) {
            const char letter = rest_.front();
            if (is_space(letter)) {
                at_line_start = letter == '\n' || at_line_start;
                take(1);
            } else if (at_line_start && is_fact()) {
                add(Token::Kind::fact, rest_.substr(0, rest_.find('\n')), 0);
            } else if (!take_bracket(letter)) {
                add(Token::Kind::word, rest_.substr(0, rest_.find_first_of(" \t\r\n\f\v{", 1)), 0);
                at_line_start = false;
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
        tokens_.push_back({kind, std::string{trimmed(text)}, line_});
        take(text.size() + 2 * border);
    }

    // "White: Ann", before anything that looks like a move: a label of at least two letters.
    [[nodiscard]] bool is_fact() const {
        const std::string_view line = rest_.substr(0, rest_.find('\n'));
        const std::size_t colon = line.find(": ");
        return colon != std::string_view::npos && colon > 2 &&
            line.substr(0, colon).find_first_of("0123456789{(") == std::string_view::npos;
    }

    // Comments and clocks, over lines if need be. A bracket that nobody closes before an empty line
    // is a word's.
    bool take_bracket(char letter) {
        if (letter != '{' && letter != '(') {
            return false;
        }
        const std::size_t end = rest_.find(letter == '{' ? '}' : ')');
        const std::size_t paragraph = rest_.find("\n\n");
        if (end == std::string_view::npos || (letter == '(' && end > paragraph)) {
            return false;
        }
        add(Token::Kind::bracket, rest_.substr(1, end - 1), 1);
        return true;
    }

    std::string_view rest_;
    std::size_t line_ = 1;
    std::vector<Token> tokens_;
};

// How many words a move may have been torn into: "0 - 0 - 0".
constexpr std::size_t most_pieces = 5;

struct Torn {
    chess::Move move = chess::Move::ordinary({}, {});
    std::size_t words = 1;
};

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
        tokens_ = Tokens{text}.read();
        has_numbers_ = std::ranges::any_of(tokens_, [this](const Token& token) {
            return token.kind == Token::Kind::word &&
                number_length(token.text, start_.fullmove_number()) > 0;
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
            case Token::Kind::word:
                next_ += read_word(token);
                break;
            }
        }
        end_game();
        return std::move(games_);
    }

private:
    void begin_game(std::size_t line) {
        game_ = {};
        game_.start = start_;
        game_.line = line;
        position_ = start_;
        is_begun_ = !has_numbers_;
        is_broken_ = false;
        first_refusal_.reset();
    }

    void end_game() {
        if (game_.moves.empty() && first_refusal_) {
            game_.problems.push_back(*first_refusal_);
        }
        const bool is_empty = game_.moves.empty() && game_.tags.empty() && game_.problems.empty();
        if (!is_empty || (is_begun_ && games_.empty())) {
            games_.push_back(std::move(game_));
        }
        begin_game(next_ + 1 < tokens_.size() ? tokens_[next_ + 1].line : 1);
    }

    // --- facts
    void read_fact(const Token& token) {
        const std::size_t colon = token.text.find(": ");
        const std::string_view label = std::string_view{token.text}.substr(0, colon);
        const std::string_view value = trimmed(std::string_view{token.text}.substr(colon + 2));
        if (label == labels_.result) {
            read_result(value);
        } else if (label == "FEN" && game_.moves.empty()) {
            read_fen(token, value);
        } else if (const auto tag = tag_of(label); !tag.empty() && game_.moves.empty()) {
            game_.tags.emplace_back(tag, to_utf8(std::string{value}));
        }
    }

    [[nodiscard]] std::string_view tag_of(std::string_view label) const {
        const std::array<std::pair<std::string_view, const std::string*>, 6> facts{{
            {"White", &labels_.white},
            {"Black", &labels_.black},
            {"Event", &labels_.event},
            {"Site", &labels_.site},
            {"Date", &labels_.date},
            {"Round", &labels_.round},
        }};
        for (const auto& [tag, own] : facts) {
            if (label == *own) {
                return tag;
            }
        }
        return {};
    }

    void read_fen(const Token& token, std::string_view value) {
        const auto position = chess::parse_position(value);
        if (!position) {
            complain(token, "FEN: " + position.error().what, position.error().mend);
            is_broken_ = true;
            return;
        }
        game_.start = *position;
        position_ = *position;
    }

    // --- moves
    // A clock's time belongs to the move before it, and so does a comment.
    void read_bracket(const std::string& text) {
        if (is_broken_) {
            return;
        }
        if (game_.moves.empty()) {
            if (is_begun_ || !game_.tags.empty()) {
                game_.comment += game_.comment.empty() ? "" : " ";
                game_.comment += to_utf8(with_single_spaces(text));
            }
            return;
        }
        PgnNote& note = game_.notes.back();
        if (const auto clock = parse_clock(text); clock && text.find(':') != std::string::npos) {
            note.clock = clock;
            return;
        }
        note.comment += note.comment.empty() ? "" : " ";
        note.comment += to_utf8(with_single_spaces(text));
    }

    // How many tokens were used.
    std::size_t read_word(const Token& token) {
        if (read_result(token.text)) {
            return 1;
        }
        std::string_view word = token.text;
        const std::size_t number = number_length(word, position_.fullmove_number());
        is_begun_ = is_begun_ || number > 0;
        word.remove_prefix(number);
        if (is_broken_ || !is_begun_ || word.empty() || says_nothing(word)) {
            return 1;
        }
        if (const auto torn = read_move_of(word)) {
            game_.moves.push_back(torn->move);
            game_.notes.emplace_back();
            position_.play(torn->move);
            return torn->words;
        }
        refuse(token, word);
        return 1;
    }

    // The move that the word begins, alone or with some of the words after it.
    [[nodiscard]] std::optional<Torn> read_move_of(std::string_view word) const {
        std::optional<Torn> found;
        std::string text = spelled(word);
        const bool is_castling = text.starts_with('0') || text.starts_with('O');
        for (std::size_t words = 1; words <= most_pieces; ++words) {
            if (const auto move = read_move(notation_, position_, text)) {
                found = Torn{*move, words};
            }
            const bool is_whole = found && !is_castling; // "0-0" may go on
            if (is_whole) {
                break;
            }
            const std::size_t after = next_ + words;
            if (after >= tokens_.size() || tokens_[after].kind == Token::Kind::fact ||
                tokens_[after].text.empty()) {
                break;
            }
            text += spelled(tokens_[after].text);
        }
        return found;
    }

    bool read_result(std::string_view word) {
        const auto result = parse_result(word);
        const bool is_over = result && (is_begun_ || !game_.tags.empty());
        if (is_over) {
            game_.result = *result;
            end_game();
        }
        return is_over;
    }

    void refuse(const Token& token, std::string_view word) {
        const auto move = read_move(notation_, position_, spelled(word));
        const bool is_move = !move && move.error() != chess::MoveError::not_a_move;
        const std::string_view what = !is_move          ? "is no move"
            : move.error() == chess::MoveError::illegal ? "is not legal here"
                                                        : "fits two legal moves";
        base::Error error{
            fmt::format("\"{}\" {}", word, what),
            fmt::format("{}:{}", file_, token.line),
            "check this move and those before it, and the letters of the pieces"};
        if (!game_.moves.empty()) {
            is_broken_ = true;
            game_.problems.push_back(std::move(error));
            return;
        }
        // "3. Runde" is not the beginning of the moves; "1. Ke3" may have been meant to be.
        is_begun_ = !has_numbers_;
        if (is_move && !first_refusal_) {
            first_refusal_ = std::move(error);
        }
    }

    void complain(const Token& token, std::string what, std::string mend) {
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
    bool has_numbers_ = false; // then moves begin with the first
    bool is_begun_ = false;
    std::optional<base::Error> first_refusal_; // of a word that may have been the first move
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
