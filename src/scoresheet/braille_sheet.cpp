// SPDX-License-Identifier: GPL-3.0-or-later
#include "scoresheet/braille_sheet.hpp"

#include "base/check.hpp"
#include "chess/chess960.hpp"
#include "chess/fen.hpp"
#include "scoresheet/braille_lines.hpp"
#include "scoresheet/braille_position.hpp"
#include "scoresheet/spelling.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

namespace ansage::scoresheet {

using base::Error;
using base::Result;

namespace {

// A number of four cells, three digits after a number sign, and a blank.
constexpr std::size_t white_column = 5;
// Eleven cells for nearly every move of any code (a capital sign, Nb1xd2, number signs, check) and
// two blanks.
constexpr std::size_t widest_white = 13;

std::size_t black_column(const PageSize& page) {
    return std::min(white_column + widest_white, (page.width + white_column) / 2);
}

void append(Cells& line, const Cells& cells) {
    line.insert(line.end(), cells.begin(), cells.end());
}

// Lines in pages.
class Sheet {
public:
    Sheet(const PageSize& size, Cells title)
        : size_(size),
          title_(std::move(title)) {}

    void add(Cells line) { lines_.push_back(std::move(line)); }

    // Wrapped at blanks; the second line and those after it are indented.
    void add_words(const Cells& words, std::size_t first_indent) {
        Cells line(first_indent, blank_cell);
        bool is_begun = false;
        for (const Cells& word : split_cells(words)) {
            if (is_begun && line.size() + 1 + word.size() > size_.width) {
                add(std::exchange(line, Cells(comment_indent, blank_cell)));
                is_begun = false;
            }
            if (is_begun) line.push_back(blank_cell);
            append(line, word);
            is_begun = true;
            cut(line);
        }
        if (is_begun) add(std::move(line));
    }

    // number(n) is the braille of n.
    template <class Number>
    std::vector<BraillePage> pages(Number number) const {
        std::vector<BraillePage> pages;
        for (std::size_t line = 0; line < lines_.size(); ++line) {
            if (line % (size_.height - 1) == 0)
                pages.push_back({head(number(static_cast<unsigned>(pages.size() + 1)))});
            pages.back().push_back(lines_[line]);
        }
        return pages;
    }

private:
    // A word that is longer than a line is the only thing that is ever split.
    void cut(Cells& line) {
        while (line.size() > size_.width) {
            const auto end = line.begin() + static_cast<std::ptrdiff_t>(size_.width);
            Cells rest(comment_indent, blank_cell);
            rest.insert(rest.end(), end, line.end());
            line.erase(end, line.end());
            add(std::exchange(line, std::move(rest)));
        }
    }

    Cells head(const Cells& number) const {
        Cells line = title_;
        // Two blanks keep the title and the number apart.
        line.resize(std::min(line.size(), size_.width - number.size() - 2));
        line.resize(size_.width - number.size(), blank_cell);
        append(line, number);
        return line;
    }

    PageSize size_;
    Cells title_;
    std::vector<Cells> lines_;
};

// By which a page that fell out finds back to its sheet: the players, who are "White" and "Black"
// if nobody knows their names, else the event, else the day.
std::string title(const SheetLabels& labels, const PgnGame& game) {
    const auto white = game.known("White");
    const auto black = game.known("Black");
    const auto event = game.known("Event");
    const auto other = event ? event : game.known("Date");
    if (!white && !black && other) return std::string{*other};
    return fmt::format("{} - {}", white.value_or(labels.white), black.value_or(labels.black));
}

std::optional<unsigned> chess960_number(const chess::Position& start) {
    for (unsigned number = 0; number < chess960_starts; ++number)
        if (chess960_start(number) == start) return number;
    return std::nullopt;
}

void add_start(Sheet& sheet, Braille& braille, const chess::Position& start) {
    sheet.add_words(braille.text("FEN " + chess::to_fen(start)), 0);
    if (const auto number = chess960_number(start)) {
        sheet.add_words(chess960_line(braille, *number), 0);
        return;
    }
    for (const Cells& line : position_lines(braille, start)) sheet.add_words(line, 0);
}

// Where each player's score is a record of its own.
void add_owner(Sheet& sheet, Braille& braille, const PgnGame& game) {
    const SheetLabels& labels = braille.code().labels;
    const auto owner = game.known("Score");
    if (owner && !labels.score.empty()) {
        const std::string& player = *owner == "black" ? labels.black : labels.white;
        sheet.add_words(braille.text(labels.score + " " + player), 0);
    }
}

// The facts of the game that are known, a line each.
void add_facts(Sheet& sheet, Braille& braille, const PgnGame& game) {
    const SheetLabels& labels = braille.code().labels;
    const std::array<std::pair<std::string_view, const std::string*>, 6> facts{{
        {"White", &labels.white},
        {"Black", &labels.black},
        {"Event", &labels.event},
        {"Site", &labels.site},
        {"Date", &labels.date},
        {"Round", &labels.round},
    }};
    add_owner(sheet, braille, game);
    for (const auto& [tag, label] : facts) {
        if (const auto value = game.known(tag))
            sheet.add_words(braille.text(fmt::format("{} {}", *label, *value)), 0);
    }
    if (game.start != chess::Position{}) add_start(sheet, braille, game.start);
    sheet.add({});
}

// The lines of moves, one after another.
class MoveLines {
public:
    MoveLines(Sheet& sheet, Braille& braille, const BrailleSheetOptions& options)
        : sheet_(sheet),
          braille_(braille),
          options_(options) {}

    void add(const SheetMove& move) {
        const bool is_white = move.place.mover == chess::Color::white;
        if (is_white || line_.empty()) {
            flush();
            line_ = braille_.number(move.place.number.value());
        }
        const std::size_t column = is_white ? white_column : black_column(options_.page);
        place(braille_.write_sheet_move(move, options_.length), column);
        if (!move.remark.empty()) comments_.push_back(braille_.text(move.remark));
        const PgnNote& note = move.note;
        if (options_.clocks && note.clock)
            comments_.push_back(braille_.text(clock_text(*note.clock)));
        if (options_.comments && !note.comment.empty())
            comments_.push_back(braille_.text(note.comment));
        if (!is_white) flush();
    }

    void flush() {
        if (!line_.empty()) sheet_.add(std::exchange(line_, {}));
        for (const Cells& comment : std::exchange(comments_, {}))
            sheet_.add_words(comment, comment_indent);
    }

private:
    void place(const Cells& move, std::size_t column) {
        const std::size_t width = options_.page.width;
        if (line_.size() + 1 > column && column > white_column)
            sheet_.add(std::exchange(line_, {}));
        line_.resize(std::max(line_.size() + 1, column), blank_cell);
        if (line_.size() + move.size() > width)
            sheet_.add(std::exchange(line_, Cells(white_column, blank_cell)));
        append(line_, move);
    }

    Sheet& sheet_;
    Braille& braille_;
    const BrailleSheetOptions& options_;
    Cells line_;
    std::vector<Cells> comments_;
};

void trim(Cells& line) {
    while (!line.empty() && line.back() == blank_cell) line.pop_back();
}

// Nothing if a cell has dot 7 or 8.
std::optional<std::string> brf_lines(const BraillePage& page) {
    std::string text;
    for (Cells line : page) {
        trim(line);
        const std::optional<std::string> letters = to_brf(line);
        if (!letters) return std::nullopt;
        text += *letters + "\r\n";
    }
    return text;
}

} // namespace

std::optional<chess::Position> chess960_start(unsigned number) {
    const auto start = chess::Position::from_setup(chess::chess960_setup(number));
    return start ? std::optional{*start} : std::nullopt;
}

// A finger and a reader find the start by it; a FEN in literary braille cannot be read back, so
// other starts have lines of their own.
Cells chess960_line(const Braille& braille, unsigned number) {
    // Apart, for some tables put a sign of theirs for a blank between numbers.
    Cells line = braille.text("Chess960");
    line.push_back(blank_cell);
    append(line, braille.text(std::to_string(number)));
    return line;
}

std::vector<BraillePage>
braille_pages(Braille& braille, const PgnGame& game, const BrailleSheetOptions& options) {
    ANSAGE_CHECK(options.page.width >= narrowest_page && options.page.height >= lowest_page);
    Sheet sheet{options.page, braille.text(title(braille.code().labels, game))};
    add_facts(sheet, braille, game);
    if (options.comments && !game.comment.empty())
        sheet.add_words(braille.text(game.comment), comment_indent);
    MoveLines moves{sheet, braille, options};
    for (const SheetMove& move : game.all_moves()) moves.add(move);
    moves.flush();
    sheet.add_words(braille.text(braille.code().labels.result + " " + game.result), 0);
    return sheet.pages([&](unsigned number) { return braille.number(number); });
}

Result<std::string, Error>
brf_text(const std::vector<BraillePage>& pages, const std::string& code_name) {
    std::string text;
    for (const BraillePage& page : pages) {
        const std::optional<std::string> lines = brf_lines(page);
        if (!lines) {
            return tl::unexpected(Error{
                base::phrase("embossers have six dots, this code uses eight"),
                fmt::format("braille code {}", code_name),
                base::phrase("choose another code, or the format braille")});
        }
        text += *lines + '\f';
    }
    return text;
}

std::string unicode_text(const std::vector<BraillePage>& pages) {
    std::string text;
    for (const BraillePage& page : pages) {
        for (Cells line : page) {
            trim(line);
            text += to_unicode(line) + '\n';
        }
    }
    return text;
}

} // namespace ansage::scoresheet
