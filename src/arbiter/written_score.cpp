// SPDX-License-Identifier: GPL-3.0-or-later
#include "arbiter/written_score.hpp"

#include "chess/san.hpp"
#include "terminal/options.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace ansage::arbiter {

using base::Error;
using base::Result;
using chess::Color;
using chess::Position;
using table::EntryFault;
using table::ScoreEntry;
using Kind = ScoreMark::Kind;

namespace {

// English letters first in PGN; elsewhere only where no piece's letter is in question.
bool reads_as_san_first(const WrittenScore& score, std::string_view text) {
    const bool begins_with_file = 'a' <= text.front() && text.front() <= 'h';
    return score.english || begins_with_file || text.front() == 'O';
}

// P is a pawn in English, which nobody has to write, and a knight in Dutch.
bool is_other_piece(
    const telling::TableWords& words,
    const std::string& text,
    const Position& at,
    chess::Move english
) {
    const auto heard =
        text.front() == 'P' ? words.hearing().hear(at, text).move : std::optional{english};
    return heard && *heard != english;
}

ScoreEntry read_move(
    const WrittenScore& score,
    const telling::TableWords& words,
    const std::string& text,
    const Position& at
) {
    ScoreEntry entry;
    entry.text = text;
    if (reads_as_san_first(score, text)) {
        if (const auto move = chess::parse_san(at, text)) {
            if (is_other_piece(words, text, at, *move)) entry.fault = EntryFault::ambiguous;
            else entry.move = *move;
            return entry;
        }
    }
    const table::HeardMove heard = words.hearing().hear(at, text);
    entry.move = heard.move;
    entry.said = heard.said;
    if (heard.error) entry.fault = table::to_fault(*heard.error);
    return entry;
}

// A sheet on which a number jumps further than this is misnumbered; its rows are not lost.
constexpr unsigned most_missing_plies = 8;

class MarkReader {
public:
    MarkReader(WrittenScore score, const telling::TableWords& words)
        : score_(std::move(score)),
          words_(&words) {}

    std::optional<ScoreEntry> operator()(chess::Ply ply, const Position& before) {
        skip_numbers(ply);
        if (!moves_follow()) return std::nullopt;
        const ScoreMark& mark = score_.marks[next_];
        if (mark.kind == Kind::move) return read(before);
        // A number that is ahead stays: the moves before it are missing.
        next_ += mark.kind == Kind::number ? 0U : 1U;
        ScoreEntry entry;
        entry.fault = EntryFault::missing;
        entry.where = where(mark);
        return entry;
    }

private:
    void skip_numbers(chess::Ply ply) {
        while (is(Kind::number)) {
            const chess::MovePlace whites{
                .number = score_.marks[next_].number, .mover = Color::white};
            const chess::Ply named = chess::ply_at(score_.start, whites);
            if (named > ply && named - ply <= most_missing_plies) return;
            ++next_;
            // "12... Sf6" after White's twelfth: the dots are White's move, not a gap.
            if (named < ply && is(Kind::dots)) ++next_;
        }
    }

    bool is(Kind kind) const {
        return next_ < score_.marks.size() && score_.marks[next_].kind == kind;
    }

    bool moves_follow() const {
        return std::any_of(
            score_.marks.begin() + static_cast<std::ptrdiff_t>(next_),
            score_.marks.end(),
            [](const ScoreMark& mark) { return mark.kind == Kind::move; }
        );
    }

    ScoreEntry read(const Position& before) {
        const ScoreMark& mark = score_.marks[next_];
        std::optional<ScoreEntry> entry = read_across_dash(before);
        next_ += entry ? 3U : 1U;
        if (!entry) entry = read_move(score_, *words_, mark.text, before);
        entry->where = where(mark);
        entry->clock = mark.clock;
        if (!score_.english) // PGN may be anybody's
            entry->kind = table::ScoreKind::typed;
        return *std::move(entry);
    }

    // "e2 - e4", where that is a legal move; otherwise the dash is a move that was not written.
    std::optional<ScoreEntry> read_across_dash(const Position& before) const {
        const auto& marks = score_.marks;
        if (next_ + 2 >= marks.size() || marks[next_ + 1].kind != Kind::dash ||
            marks[next_ + 2].kind != Kind::move)
            return std::nullopt;
        const std::string_view to = marks[next_ + 2].text;
        if (!chess::parse_square(to.substr(0, 2))) return std::nullopt;
        ScoreEntry entry =
            read_move(score_, *words_, marks[next_].text + "-" + marks[next_ + 2].text, before);
        return entry.move ? std::optional{std::move(entry)} : std::nullopt;
    }

    std::string where(const ScoreMark& mark) const {
        return fmt::format("{}:{}", score_.name, mark.line);
    }

    WrittenScore score_;
    const telling::TableWords* words_;
    std::size_t next_ = 0;
};

} // namespace

table::ScoreReader reader_of(WrittenScore score, const telling::TableWords& words) {
    return MarkReader{std::move(score), words};
}

Result<void, Error> check_is_score(const WrittenScore& score, const telling::TableWords& words) {
    const auto first = std::ranges::find(score.marks, Kind::move, &ScoreMark::kind);
    if (first == score.marks.end()) return {};
    const ScoreEntry entry = read_move(score, words, first->text, score.start);
    if (entry.fault != EntryFault::unreadable) return {};
    return tl::unexpected{Error{
        base::phrase("\"{}\" is no move, so this is no score", terminal::printable(first->text)),
        fmt::format("{}:{}", score.name, first->line),
        base::phrase("give a score: PGN, moves in plain text, or a journal")}};
}

} // namespace ansage::arbiter
