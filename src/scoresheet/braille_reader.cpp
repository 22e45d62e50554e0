// SPDX-License-Identifier: GPL-3.0-or-later
// Scoresheets in braille to moves: what was embossed, and what people type.
#include "base/text.hpp"
#include "scoresheet/braille_lines.hpp"
#include "scoresheet/braille_position.hpp"
#include "scoresheet/braille_sheet.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

namespace ansage::scoresheet {
namespace {

constexpr std::array<std::string_view, 4> result_words{"1-0", "0-1", "1/2-1/2", "*"};

// Takes a typed or embossed scoresheet line by line.
class BrailleReader {
public:
    BrailleReader(Braille& braille, std::string file, const chess::Position& start)
        : braille_(braille),
          file_(std::move(file)),
          start_(start),
          setup_(braille) {
        begin_game(1);
    }

    void read(std::string_view line, std::size_t number) {
        number_ = number;
        const std::optional<Cells> cells =
            line.find('\xE2') == std::string_view::npos ? from_brf(line) : from_unicode(line);
        if (!cells) {
            refuse(
                base::phrase("this line is no braille"),
                base::phrase("take out what is neither BRF nor Unicode patterns")
            );
            return;
        }
        std::vector<Cells> words = split_cells(*cells);
        if (!words.empty() && is_next_game(*cells, words)) {
            end_game();
            begin_game(number_);
        }
        if (words.empty() || is_result(words) || is_stopped_) return;
        if (is_behind_result(*cells, words)) {
            refuse(
                base::phrase(
                    "behind the result {} stands {}", games_.back().result, to_unicode(words[1])
                ),
                base::phrase("see where the game ends; it is read up to the result")
            );
            return;
        }
        if (game_.moves.empty() && (read_chess960(words) || read_position(words))) return;
        if (words.front() == braille_.number(position_.fullmove_number().value())) {
            words.erase(words.begin());
            read_row(words);
        } else if (const auto row = row_ahead(*cells, words)) {
            read_row_ahead(*row, words);
        } else if (is_row_open_ && !is_comment(*cells)) {
            read_row(words);
        }
    }

    [[nodiscard]] std::vector<PgnGame> take() {
        end_game();
        return std::move(games_);
    }

private:
    void begin_game(std::size_t line) {
        game_ = {};
        game_.start = start_;
        game_.line = line;
        position_ = start_;
        setup_ = PositionReader{braille_};
        is_row_open_ = false;
        is_stopped_ = false;
        is_misnumbered_ = false;
    }

    void end_game() {
        is_ended_by_result_ = false;
        if (!game_.moves.empty() || !game_.problems.empty()) games_.push_back(std::move(game_));
        begin_game(number_ + 1);
    }

    static bool is_comment(const Cells& cells) {
        const auto first =
            std::ranges::find_if(cells, [](Cell cell) { return cell != blank_cell; });
        return static_cast<std::size_t>(first - cells.begin()) <= comment_indent;
    }

    [[nodiscard]] bool is_result(const std::vector<Cells>& words) {
        for (const std::string_view result : result_words) {
            const Cells written = braille_.text(result);
            if (words.back() == written && !game_.moves.empty() && words.size() <= 2) {
                game_.result = result;
                last_ = position_;
                end_game();
                is_ended_by_result_ = true;
                return true;
            }
        }
        return false;
    }

    // A row begins in the first cell, and a move or what looks like one follows its number.
    [[nodiscard]] bool
    is_row(const Cells& cells, const std::vector<Cells>& words, chess::MoveNumber number) {
        return words.size() > 1 && cells.front() != blank_cell &&
            words.front() == braille_.number(number.value());
    }

    // The number of the first move again: the game before had no result.
    [[nodiscard]] bool is_next_game(const Cells& cells, const std::vector<Cells>& words) {
        const chess::MoveNumber first = start_.fullmove_number();
        const bool may_begin = is_stopped_ || position_.fullmove_number() > first + 1;
        return may_begin && !game_.moves.empty() && is_row(cells, words, first) &&
            braille_.read_move(start_, words[1]).has_value();
    }

    // Rows that go on with their numbers are no other game.
    [[nodiscard]] bool is_behind_result(const Cells& cells, const std::vector<Cells>& words) {
        if (games_.empty() || !game_.moves.empty() || !is_ended_by_result_) return false;
        const auto reads = [&](chess::MoveNumber number) {
            return is_row(cells, words, number) && braille_.read_move(last_, words[1]).has_value();
        };
        const chess::MoveNumber next = last_.fullmove_number();
        return next > start_.fullmove_number() && (reads(next) || reads(next + 1));
    }

    // Nobody counts further without a reason.
    static constexpr unsigned most_missing_rows = 8;

    [[nodiscard]] std::optional<chess::MoveNumber>
    row_ahead(const Cells& cells, const std::vector<Cells>& words) {
        const chess::MoveNumber current = position_.fullmove_number();
        for (chess::MoveNumber number = current + 1; number <= current + most_missing_rows;
             ++number) {
            if (!game_.moves.empty() && is_row(cells, words, number)) {
                const auto move = braille_.read_move(position_, words[1]);
                const bool is_move = move || move.error() != chess::MoveError::not_a_move;
                return is_move ? std::optional{number} : std::nullopt;
            }
        }
        return std::nullopt;
    }

    // Rows may have been forgotten, or the numbers be wrong: the reader has to look.
    void read_row_ahead(chess::MoveNumber number, std::vector<Cells> words) {
        const chess::MoveNumber current = position_.fullmove_number();
        if (is_row_open_) {
            refuse(
                base::phrase("move {} of Black is missing", current.value()),
                base::phrase("write it behind White's, or from the fourth cell of the next line on")
            );
            return;
        }
        words.erase(words.begin());
        if (!is_misnumbered_) {
            is_misnumbered_ = true;
            complain(
                base::phrase("move {} has the number {}", current.value(), number.value()),
                base::phrase("check whether moves before it are missing")
            );
        }
        read_row(words);
    }

    // "Chess960 518"
    [[nodiscard]] bool read_chess960(const std::vector<Cells>& words) {
        for (unsigned number = 0; number < chess960_starts; ++number) {
            const std::vector<Cells> line = split_cells(chess960_line(braille_, number));
            if (line.front() != words.front())
                return false; // it begins in the same way for each of them
            const auto start = line == words ? chess960_start(number) : std::nullopt;
            if (start) {
                game_.start = *start;
                position_ = *start;
                return true;
            }
        }
        return false;
    }

    [[nodiscard]] bool read_position(const std::vector<Cells>& words) {
        if (!setup_.take(words)) return false;
        if (const auto start = setup_.position()) {
            game_.start = *start;
            position_ = *start;
        }
        return true;
    }

    // The words after the number, or what is left of them on the next line.
    void read_row(const std::vector<Cells>& words) {
        is_row_open_ = is_row_open_ || words.empty();
        for (const Cells& word : words) {
            const auto move = braille_.read_move(position_, word);
            if (!move && !game_.moves.empty()) refuse_move(word, move.error());
            // Before the first move any line may begin with a number.
            if (!move) return;
            play(*move);
        }
    }

    void play(chess::Move move) {
        game_.moves.push_back(move);
        game_.notes.emplace_back();
        position_.play(move);
        is_row_open_ = position_.turn() == chess::Color::black;
    }

    void refuse_move(const Cells& word, chess::MoveError error) {
        switch (error) {
        case chess::MoveError::not_a_move:
            return refuse(
                base::phrase("{} is no move", to_unicode(word)),
                base::phrase("check its cells and the code")
            );
        case chess::MoveError::ambiguous:
            return refuse(
                base::phrase("two legal moves fit {}", to_unicode(word)),
                base::phrase("write the square that the piece leaves")
            );
        case chess::MoveError::illegal:
            return refuse(
                base::phrase("{} is not legal here", to_unicode(word)),
                base::phrase("check the moves before it")
            );
        }
    }

    void refuse(base::Phrase what, base::Phrase mend) {
        if (!is_stopped_) {
            is_stopped_ = true;
            complain(std::move(what), std::move(mend));
        }
    }

    void complain(base::Phrase what, base::Phrase mend) {
        game_.problems.push_back(
            {std::move(what), fmt::format("{}:{}", file_, number_), std::move(mend)}
        );
    }

    Braille& braille_;
    std::string file_;
    chess::Position start_;
    chess::Position position_;
    chess::Position last_; // of the game before
    PositionReader setup_; // a start that is not the usual one
    std::vector<PgnGame> games_;
    PgnGame game_;
    std::size_t number_ = 0;
    bool is_row_open_ = false; // Black's move may stand on a line of its own
    bool is_stopped_ = false;
    bool is_ended_by_result_ = false; // the game before
    bool is_misnumbered_ = false; // and that was told
};

} // namespace

std::vector<PgnGame> read_braille_sheets(
    Braille& braille, std::string_view text, const std::string& file, const chess::Position& start
) {
    BrailleReader reader{braille, file, start};
    for (std::size_t number = 1; !text.empty(); ++number) {
        std::string line{base::take_until(text, '\n')};
        std::erase_if(line, [](char letter) { return letter == '\r' || letter == '\f'; });
        reader.read(line, number);
    }
    return reader.take();
}

} // namespace ansage::scoresheet
