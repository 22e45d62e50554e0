#include "scoresheet/text.hpp"

#include "chess/fen.hpp"
#include "scoresheet/pgn_cursor.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <fmt/format.h>
#include <utility>

namespace ansage::scoresheet {
namespace {

std::string clock_text(base::Millis left) {
    const auto seconds = std::chrono::floor<std::chrono::seconds>(left).count();
    return fmt::format("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
}

void add_fact(std::string& text, const std::string& label, std::string_view value) {
    if (value.find_first_not_of("?. -") != std::string_view::npos) {
        text += fmt::format("{}: {}\n", label, value);
    }
}

std::string facts(const SheetLabels& labels, const PgnGame& game) {
    std::string text;
    add_fact(text, labels.white, game.tag("White").value_or(""));
    add_fact(text, labels.black, game.tag("Black").value_or(""));
    add_fact(text, labels.event, game.tag("Event").value_or(""));
    add_fact(text, labels.site, game.tag("Site").value_or(""));
    add_fact(text, labels.date, game.tag("Date").value_or(""));
    add_fact(text, labels.round, game.tag("Round").value_or(""));
    if (game.start != chess::Position{}) {
        add_fact(text, "FEN", chess::to_fen(game.start));
    }
    return text + "\n";
}

std::string note_text(const PgnNote& note, const TextOptions& options) {
    std::string text;
    if (options.clocks && note.clock) {
        text += fmt::format(" ({})", clock_text(*note.clock));
    }
    if (options.comments && !note.comment.empty()) {
        std::string comment = note.comment;
        std::ranges::replace(comment, '}', ')');
        text += fmt::format(" {{{}}}", comment);
    }
    return text;
}

constexpr std::array<std::string_view, 4> results{"1-0", "0-1", "1/2-1/2", "*"};

bool is_digit(char letter) {
    return '0' <= letter && letter <= '9';
}

// "12.", "12...", with what follows: the length of the number and its full stops, 0 if there is
// none.
std::size_t number_length(std::string_view word) {
    const auto digits = static_cast<std::size_t>(
        std::find_if_not(word.begin(), word.end(), is_digit) - word.begin()
    );
    const std::size_t end = std::min(word.find_first_not_of('.', digits), word.size());
    return digits > 0 && end > digits ? end : 0;
}

class TextReader {
public:
    TextReader(const Notation& notation, std::string file, const chess::Position& start)
        : notation_(notation),
          file_(std::move(file)),
          position_(start) {
        game_.start = start;
        game_.line = 1;
    }

    void read(std::string_view line, std::size_t number) {
        number_ = number;
        while (!is_done_ && !line.empty()) {
            const std::size_t skip = is_bracketed(line.front()) || is_space(line.front()) ? 1 : 0;
            if (skip == 1 || closing_ != '\0') {
                line.remove_prefix(1);
                continue;
            }
            const std::size_t end = std::min(line.find_first_of(" \t\r{"), line.size());
            read_word(line.substr(0, end));
            line.remove_prefix(end);
        }
    }

    [[nodiscard]] PgnGame take() { return std::move(game_); }

private:
    // Comments and clocks, over lines if need be. The bracket of a promotion, e8(D), is inside its
    // word and never seen here.
    bool is_bracketed(char letter) {
        if (closing_ != '\0') {
            closing_ = letter == closing_ ? '\0' : closing_;
            return true;
        }
        // Before the moves, names may have brackets of any kind.
        if (!game_.moves.empty() && (letter == '(' || letter == '{')) {
            closing_ = letter == '(' ? ')' : '}';
            return true;
        }
        return false;
    }

    void read_word(std::string_view word) {
        const std::size_t length = number_length(word);
        is_begun_ = is_begun_ || length > 0;
        word.remove_prefix(length);
        if (is_result(word) || !is_begun_ || word.empty()) {
            return;
        }
        // An old sign for a capture stands after it: Se4:
        const std::string_view bare = word.substr(0, word.find_last_not_of(':') + 1);
        const auto move = read_move(notation_, position_, bare);
        if (move) {
            game_.moves.push_back(*move);
            game_.notes.emplace_back();
            position_.play(*move);
        } else if (bare != word) {
            // The words before the result, "Ergebnis: 1-0".
        } else if (game_.moves.empty()) {
            // A fact with a full stop, "3. Runde".
            is_begun_ = false;
        } else {
            refuse(word, move.error());
        }
    }

    bool is_result(std::string_view word) {
        if (std::ranges::find(results, word) == results.end()) {
            return false;
        }
        game_.result = word;
        // A game may end without a move.
        is_done_ = is_begun_;
        return true;
    }

    void refuse(std::string_view word, chess::MoveError error) {
        is_done_ = true;
        const std::string_view what = error == chess::MoveError::not_a_move ? "is no move"
            : error == chess::MoveError::ambiguous                          ? "fits two legal moves"
                                                                            : "is not legal here";
        game_.problems.push_back(
            {fmt::format("\"{}\" {}", word, what),
             fmt::format("{}:{}", file_, number_),
             "check this move and those before it, and the letters of the pieces"}
        );
    }

    const Notation& notation_;
    std::string file_;
    chess::Position position_;
    PgnGame game_;
    std::size_t number_ = 0;
    char closing_ = '\0'; // of the brackets that are open
    bool is_begun_ = false;
    bool is_done_ = false;
};

} // namespace

std::string to_text(
    const Notation& notation,
    const SheetLabels& labels,
    const PgnGame& game,
    const TextOptions& options
) {
    std::string text = facts(labels, game);
    chess::Position position = game.start;
    for (std::size_t ply = 0; ply < game.moves.size(); ++ply) {
        const bool is_white = position.turn() == chess::Color::white;
        if (is_white || ply == 0) {
            text += fmt::format("{}{}", position.fullmove_number(), is_white ? "." : "...");
        }
        text += ' ';
        text += write_move(notation, position, game.moves[ply], options.length);
        text += ply < game.notes.size() ? note_text(game.notes[ply], options) : "";
        text += is_white ? "" : "\n";
        position.play(game.moves[ply]);
    }
    text += text.ends_with('\n') ? "" : "\n";
    return text + fmt::format("{}: {}\n", labels.result, game.result);
}

PgnGame read_text_sheet(
    const Notation& notation,
    std::string_view text,
    const std::string& file,
    const chess::Position& start
) {
    TextReader reader{notation, file, start};
    for (std::size_t number = 1; !text.empty(); ++number) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        reader.read(text.substr(0, end), number);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return reader.take();
}

} // namespace ansage::scoresheet
