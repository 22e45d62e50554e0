// SPDX-License-Identifier: GPL-3.0-or-later
#include "table/disputes/boards_ruling.hpp"

#include "table/model/names.hpp"
#include "table/witnesses/watcher.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace ansage::table {

using chess::Color;
using chess::Move;
using chess::Position;
using chess::Reading;
using chess::Square;
using chess::SquareReading;

namespace {

using Entry = std::optional<ScoreEntry>;

bool is_silent(const ScoreEntry& entry) {
    return entry.fault == EntryFault::missing || entry.fault == EntryFault::ambiguous;
}

// Reads both scores side by side until they differ or both have ended.
class Walk {
public:
    Walk(const Dispute& dispute, Comparison& result)
        : dispute_(dispute),
          result_(result) {
        result_.target = dispute.start;
    }

    void run() {
        while (step()) {
        }
        result_.target_ply = result_.moves.last();
        if (result_.difference) {
            result_.target_ply = result_.agree_until;
            return;
        }
        // Gaps at the end of a score are no testimony.
        result_.agree_until = std::min(last_spoken_.white, last_spoken_.black);
    }

    // The times that a score noted before the ply at which play goes on.
    [[nodiscard]] std::optional<ClockTimes> noted(Color score, Ply last) const {
        PerColor<std::optional<base::Millis>> times;
        const auto& clocks = clocks_[score];
        for (Ply ply = 1; ply <= last && clocks.has(ply); ++ply)
            times[result_.positions.before(ply).turn()] = clocks[ply];
        if (!times.white || !times.black) return std::nullopt;
        return ClockTimes{*times.white, *times.black};
    }

private:
    [[nodiscard]] Ply next_ply() const { return result_.moves.last() + 1; }

    // True while there is more to read.
    bool step() {
        Entry white = read(Color::white);
        Entry black = read(Color::black);
        fill_in(white, black);
        fill_in(black, white);
        if (contradict(white, black)) {
            result_.agree_until = next_ply() - 1;
            result_.difference = ScoreDifference{next_ply(), {*white, *black}};
            return false;
        }
        const bool speaks = has_move(white) || has_move(black);
        if (speaks) keep(white, black);
        return speaks;
    }

    static bool has_move(const Entry& entry) { return entry && entry->move; }

    static bool is_ambiguous(const Entry& entry) {
        return entry && entry->fault == EntryFault::ambiguous;
    }

    Entry read(Color score) {
        if (ended_[score] || !dispute_.scores[score]) return std::nullopt;
        Entry entry = dispute_.scores[score](next_ply(), result_.target);
        if (!entry) {
            ended_[score] = true;
            return std::nullopt;
        }
        if (entry->move && !result_.target.is_legal(*entry->move)) {
            entry->move.reset();
            entry->fault = EntryFault::illegal;
        }
        if (entry->fault) {
            result_.problems.push_back({score, next_ply(), *entry});
            ended_[score] = !is_silent(*entry);
        }
        return entry;
    }

    // Two knights could go there, and the other score says which: no difference.
    void fill_in(Entry& entry, const Entry& other) const {
        if (is_ambiguous(entry) && has_move(other)) {
            const chess::Role role = result_.target.at(other->move->from())->role;
            if (fits(entry->said, *other->move, role)) entry->move = other->move;
        }
    }

    static bool contradict(const Entry& white, const Entry& black) {
        if (has_move(white) && has_move(black)) return *white->move != *black->move;
        // What two moves fit, and not the other score's.
        return (is_ambiguous(white) && has_move(black)) || (has_move(white) && is_ambiguous(black));
    }

    void keep(const Entry& white, const Entry& black) {
        note(Color::white, white);
        note(Color::black, black);
        const Move move = has_move(white) ? *white->move : *black->move;
        result_.positions.push_back(result_.target);
        result_.moves.push_back(move);
        result_.target.play(move);
    }

    void note(Color score, const Entry& entry) {
        clocks_[score].push_back(entry ? entry->clock : std::nullopt);
        if (!has_move(entry)) return;
        last_spoken_[score] = next_ply();
        if (!entry->by_words && !entry->by_record) result_.written_until = next_ply();
    }

    const Dispute& dispute_;
    Comparison& result_;
    PerColor<bool> ended_;
    PerColor<Ply> last_spoken_;
    PerColor<PerPly<std::optional<base::Millis>>> clocks_;
};

// Nothing that one board shows contradicts the other.
bool boards_agree(const Reading& one, const Reading& other) {
    return std::ranges::equal(one.squares, other.squares, [](SquareReading a, SquareReading b) {
        const bool unsure = a.is_unsure() || b.is_unsure();
        const bool both_known = a.piece() && b.piece();
        return unsure || (both_known ? a == b : a.is_occupied() == b.is_occupied());
    });
}

void correct_boards(const Dispute& dispute, Comparison& result) {
    const Reading target = result.target.reading();
    for (const Color color : chess::both_colors) {
        if (dispute.boards[color] && !agrees(*dispute.boards[color], target))
            result.corrections.push_back(correction(color, *dispute.boards[color], target));
    }
}

// A score lags (8.1.3), and so may a pair of boards with it: where both show a position that the
// scores went through since the shorter one ended, they do not differ.
bool boards_lag_together(const Dispute& dispute, const Comparison& result) {
    if (!dispute.boards.white || !dispute.boards.black) return false;
    for (Ply next = result.agree_until + 1; result.positions.has_before(next); ++next) {
        const Reading shown = result.positions.before(next).reading();
        if (agrees(*dispute.boards.white, shown) && agrees(*dispute.boards.black, shown))
            return true;
    }
    return false;
}

// With the scores as they are, what the boards lead to.
void rule(const Dispute& dispute, Comparison& result) {
    const PerColor<std::optional<Reading>>& boards = dispute.boards;
    const Ruling ruling = result.difference ? Ruling::restore : Ruling::correct_board;
    if (!boards.white && !boards.black) {
        result.if_boards_differ = ruling;
        return;
    }
    const bool alike = boards.white && boards.black && boards_agree(*boards.white, *boards.black);
    if (ruling == Ruling::restore && alike) return;
    if (ruling == Ruling::correct_board && boards_lag_together(dispute, result)) return;
    correct_boards(dispute, result);
    if (ruling == Ruling::restore || !result.corrections.empty()) result.ruling = ruling;
}

// The journal speaks of this game up to that ply.
bool records(const ClockRecord& record, const Comparison& result) {
    const Ply last = result.target_ply;
    if (record.plies->last() < last) return false;
    for (Ply ply = 1; ply <= last; ++ply)
        if ((*record.plies)[ply].move != result.moves[ply]) return false;
    return last == 0 || (*record.plies)[last].state == PlyState::completed;
}

std::optional<RestoredClocks>
restored_clocks(const Dispute& dispute, const Comparison& result, const Walk& walk) {
    if (dispute.clocks && records(*dispute.clocks, result)) {
        if (result.target_ply == 0)
            return RestoredClocks{dispute.clocks->start, ClockSource::journal};
        const PerColor<base::Millis>& clocks = (*dispute.clocks->plies)[result.target_ply].clocks;
        return RestoredClocks{{clocks.white, clocks.black}, ClockSource::journal};
    }
    constexpr std::array sources{
        std::pair{Color::white, ClockSource::white_score},
        std::pair{Color::black, ClockSource::black_score},
    };
    for (const auto& [score, source] : sources) {
        if (const auto times = walk.noted(score, result.target_ply))
            return RestoredClocks{*times, source};
    }
    return std::nullopt;
}

} // namespace

EntryFault to_fault(chess::MoveError error) {
    switch (error) {
    case chess::MoveError::not_a_move: return EntryFault::unreadable;
    case chess::MoveError::ambiguous: return EntryFault::ambiguous;
    case chess::MoveError::illegal: return EntryFault::illegal;
    }
    return EntryFault::unreadable;
}

std::string_view kind_name(const ScoreEntry& entry) {
    if (entry.derived_from) {
        const bool is_announced = *entry.derived_from == Witness::announcement;
        return is_announced ? "device_announcement" : "device_board";
    }
    return entry.kind ? to_string(*entry.kind) : std::string_view{};
}

BoardCorrection correction(Color board, const Reading& reading, const Reading& target) {
    BoardCorrection result{.board = board};
    for (const Square square : differing(reading, target)) {
        if (!reading[square].is_empty()) result.remove.insert(square);
        if (!target[square].is_empty()) result.place.insert(square);
    }
    Reading now = reading;
    while (const auto step = next_repair(now, target)) {
        result.steps.push_back(*step);
        if (step->from) now[*step->from] = SquareReading::empty();
        if (step->to) now[*step->to] = target[*step->to];
    }
    return result;
}

Comparison compare(const Dispute& dispute) {
    Comparison result;
    result.boards = dispute.boards;
    Walk walk{dispute, result};
    walk.run();
    rule(dispute, result);
    if (result.asks_to_restore()) result.clocks = restored_clocks(dispute, result, walk);
    if (dispute.clocks) result.clocks_unchanged = dispute.clocks->now;
    return result;
}

} // namespace ansage::table
