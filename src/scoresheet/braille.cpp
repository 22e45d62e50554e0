// SPDX-License-Identifier: GPL-3.0-or-later
#include "scoresheet/braille.hpp"

#include "scoresheet/louis.hpp"
#include "scoresheet/pgn.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <fmt/format.h>
#include <set>
#include <utility>

namespace ansage::scoresheet {

using base::Error;
using base::Result;
using chess::Move;
using chess::MoveError;
using chess::Position;

namespace {

// Every character that the moves of a notation are made of.
std::string alphabet_of(const Notation& notation) {
    std::set<char> letters{'x', '-', '0'};
    for (char file = 'a'; file <= 'h'; ++file) letters.insert(file);
    for (char rank = '1'; rank <= '8'; ++rank) letters.insert(rank);
    letters.insert(notation.letters.begin() + 1, notation.letters.end());
    for (const std::string& sign : {notation.promotion, notation.check, notation.mate})
        letters.insert(sign.begin(), sign.end());
    return {letters.begin(), letters.end()};
}

// Longer than any move in any code: e7xd8Q# with a sign before every letter.
constexpr std::size_t most_cells = 32;
// A cell has at most two meanings in a move, and few cells have two.
constexpr std::size_t most_texts = 64;

bool starts_with(const Cells& cells, std::size_t at, const Cells& start) {
    return cells.size() - at >= start.size() &&
        std::equal(start.begin(), start.end(), cells.begin() + static_cast<std::ptrdiff_t>(at));
}

} // namespace

// Finds the texts whose braille some cells may be. What a character looks like depends on the one
// before it (number signs, capitals), which is learnt from the translator itself: from each pair of
// characters.
class Braille::Decoder {
public:
    explicit Decoder(const Braille& braille) {
        const std::string alphabet = alphabet_of(braille.code_.notation);
        for (const char letter : alphabet) {
            const Cells alone = braille.translate({letter});
            steps_['\0'].push_back({{letter}, alone});
            for (const char next : alphabet) learn(braille, {letter, next});
        }
        for (const std::string castling : {"0-0", "0-0-0"}) {
            for (const std::string& sign :
                 {std::string{}, braille.code_.notation.check, braille.code_.notation.mate})
                castlings_.emplace(braille.translate(castling + sign), castling);
        }
    }

    std::vector<std::string> texts(const Cells& cells) const {
        if (const auto castling = castlings_.find(cells); castling != castlings_.end())
            return {castling->second};
        std::vector<std::string> found;
        if (cells.size() <= most_cells) {
            std::string text;
            search(cells, 0, text, found);
        }
        return found;
    }

private:
    struct Step {
        std::string text;
        Cells cells;
    };

    // What stands before the pair in a move: castling apart, a digit follows a file, a hyphen a
    // square, and a sign a square or the piece of a promotion.
    static std::string context(const std::string& pair) {
        const char letter = pair.front();
        const bool is_digit = '0' <= letter && letter <= '9';
        const bool is_piece = 'A' <= letter && letter <= 'Z';
        const bool is_before_sign = std::ispunct(static_cast<unsigned char>(pair.back())) != 0;
        if (is_digit || letter == 'x') return "e";
        if (is_piece) return is_before_sign ? "e8" : "";
        return 'a' <= letter && letter <= 'h' ? "" : "e8";
    }

    void learn(const Braille& braille, const std::string& pair) {
        const std::string before = context(pair) + pair.front();
        const Cells first = braille.translate(before);
        const Cells both = braille.translate(before + pair.back());
        if (both.size() > first.size() && starts_with(both, 0, first)) {
            const auto rest = both.begin() + static_cast<std::ptrdiff_t>(first.size());
            steps_[pair.front()].push_back({{pair.back()}, Cells{rest, both.end()}});
        } else if (before.size() == 1) {
            // A capital before a letter may look different from one alone.
            steps_['\0'].push_back({pair, both});
        }
    }

    void search(
        const Cells& cells, std::size_t at, std::string& text, std::vector<std::string>& found
    ) const {
        if (at == cells.size() || found.size() >= most_texts) {
            found.push_back(text);
            return;
        }
        const auto steps = steps_.find(text.empty() ? '\0' : text.back());
        if (steps == steps_.end()) return;
        for (const Step& step : steps->second) {
            if (!step.cells.empty() && starts_with(cells, at, step.cells)) {
                text += step.text;
                search(cells, at + step.cells.size(), text, found);
                text.resize(text.size() - step.text.size());
            }
        }
    }

    std::unordered_map<char, std::vector<Step>> steps_;
    std::map<Cells, std::string> castlings_;
};

Result<Braille, Error> Braille::open(BrailleCode code) {
    // 9 stands in the numbers of moves only.
    for (const char letter : alphabet_of(code.notation) + '9') {
        if (!code.cells.empty() && !code.cells.contains(letter)) {
            return tl::unexpected(Error{
                base::phrase("the character {} of moves has no cells", letter),
                fmt::format("braille code {}", code.name),
                base::phrase("write it in the table [cells]")});
        }
    }
    return LouisTable::open(code.table).map([&](LouisTable table) {
        return Braille{std::move(code), std::make_unique<const LouisTable>(std::move(table))};
    });
}

Braille::Braille(BrailleCode code, std::unique_ptr<const LouisTable> table)
    : code_(std::move(code)),
      table_(std::move(table)) {
    std::set<Cells> looks;
    for (const char letter : alphabet_of(code_.notation)) {
        const Cells alone = translate({letter});
        has_collisions_ = !looks.insert(alone).second || has_collisions_;
        has_eight_dots_ = has_eight_dots_ || !to_brf(alone);
    }
}

Braille::Braille(Braille&&) noexcept = default;
Braille& Braille::operator=(Braille&&) noexcept = default;
Braille::~Braille() = default;

const BrailleCode& Braille::code() const { return code_; }

Cells Braille::text(std::string_view words) const {
    constexpr unsigned six_dots = 0x3F;
    Cells cells = table_->translate(words);
    // Some six-dot tables have rare signs in eight, which no embosser writes.
    for (Cell& cell : cells) {
        const auto dots = static_cast<unsigned>(cell);
        cell = static_cast<Cell>(has_eight_dots_ ? dots : dots & six_dots);
    }
    return cells;
}

Cells Braille::translate(const std::string& move) const {
    if (code_.cells.empty()) return translate_around(move);
    Cells cells;
    for (const char letter : move) {
        const auto found = code_.cells.find(letter);
        if (found != code_.cells.end())
            cells.insert(cells.end(), found->second.begin(), found->second.end());
    }
    return cells;
}

// By the table, but for the characters that it writes as something else.
Cells Braille::translate_around(std::string_view move) const {
    Cells cells;
    const auto add = [&cells](const Cells& more) {
        cells.insert(cells.end(), more.begin(), more.end());
    };
    std::string part;
    for (const char letter : move) {
        const auto instead = code_.instead.find(letter);
        if (instead == code_.instead.end()) {
            part += letter;
            continue;
        }
        if (!part.empty()) add(table_->translate(std::exchange(part, {})));
        add(instead->second);
    }
    if (!part.empty()) add(table_->translate(part));
    return cells;
}

const Cells& Braille::spelled(const std::string& word) {
    const auto found = written_.find(word);
    return found != written_.end() ? found->second
                                   : written_.emplace(word, translate(word)).first->second;
}

const Cells& Braille::number(unsigned number) { return spelled(std::to_string(number)); }

bool Braille::is_written_so(const Position& position, Move move, const Cells& cells) {
    return std::ranges::any_of(
        std::array{NotationLength::short_form, NotationLength::long_form},
        [&](NotationLength length) {
            return spelled(scoresheet::write_move(code_.notation, position, move, length)) == cells;
        }
    );
}

Cells Braille::write_move(const Position& position, Move move, NotationLength length) {
    Cells cells = spelled(scoresheet::write_move(code_.notation, position, move, length));
    if (!has_collisions_ || read_move(position, cells) == move) return cells;
    return spelled(scoresheet::write_move(code_.notation, position, move, NotationLength::long_form)
    );
}

Cells Braille::write_sheet_move(const SheetMove& move, NotationLength length) {
    if (move.is_legal()) return write_move(*move.before, *move.move, length);
    if (!move.move) return text(move.text);
    return spelled(scoresheet::write_sheet_move(code_.notation, move, length));
}

Result<Move, MoveError> Braille::read_move(const Position& position, const Cells& cells) {
    if (!decoder_) decoder_ = std::make_unique<const Decoder>(*this);
    MoveError error = MoveError::not_a_move;
    std::vector<Move> moves;
    for (const std::string& text : decoder_->texts(cells)) {
        if (const auto move = scoresheet::read_move(code_.notation, position, text); !move) {
            error = move.error() == MoveError::not_a_move ? error : move.error();
        } else if (std::ranges::find(moves, *move) == moves.end()) moves.push_back(*move);
    }
    // Of several, the one that would be written just so.
    if (moves.size() > 1) {
        error = MoveError::ambiguous;
        std::erase_if(moves, [&](Move move) { return !is_written_so(position, move, cells); });
    }
    return moves.size() == 1 ? Result<Move, MoveError>{moves.front()} : tl::unexpected{error};
}

} // namespace ansage::scoresheet
