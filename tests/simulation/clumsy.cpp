// SPDX-License-Identifier: GPL-3.0-or-later
#include "clumsy.hpp"

#include "table/witnesses/watcher.hpp"

#include <algorithm>
#include <array>

namespace ansage::tests {

using chess::Move;
using chess::Piece;
using chess::Position;
using chess::Reading;
using chess::Square;
using chess::SquareReading;
using chess::SquareSet;
using devices::Lift;
using devices::Place;
using devices::hands::CaptureOrder;
using devices::hands::CastlingOrder;
using devices::hands::Passage;
using devices::hands::PromotionOrder;
using devices::hands::Style;

namespace {

using Acts = std::vector<ClumsyAct>;

// Slow enough that a touch is one, quick, and quicker than any board comes to rest.
devices::hands::Pace any_pace(Dice& dice) {
    static constexpr std::array paces{
        devices::hands::Pace{},
        devices::hands::Pace{.in_air = Millis{220}, .between = Millis{90}, .sliding = Millis{30}},
        devices::hands::Pace{.in_air = Millis{80}, .between = Millis{40}, .sliding = Millis{15}},
        devices::hands::Pace{.in_air = Millis{25}, .between = Millis{10}, .sliding = Millis{5}}};
    return paces[dice.below(paces.size())];
}

bool never_empty(const Position& before, Move move, const Style& style) {
    const auto acts = devices::hands::acts_of(before, move, style);
    const bool is_seen = std::ranges::any_of(acts, [&](const auto& timed) {
        const auto* lift = std::get_if<Lift>(&timed.act);
        return lift != nullptr && lift->square == move.to();
    });
    return before.is_capture(move) && !move.is_en_passant() && !is_seen;
}

// What nothing on the board tells is tried, but as rarely as it happens.
Style any_style(const Position& before, Move move, const Job& job, Dice& dice) {
    std::vector<Style> styles = devices::hands::styles_for(before, move);
    const bool dark = dice.one_in(50);
    std::erase_if(styles, [&](const Style& style) {
        return (job.is_peg_board && style.passage == Passage::slid) ||
            (!dark && never_empty(before, move, style));
    });
    return styles.empty() ? Style{} : styles[dice.below(styles.size())];
}

Acts acts_in(const Position& before, Move move, const Style& style, Dice& dice) {
    Acts acts;
    Millis last{0};
    for (const auto& timed : devices::hands::acts_of(before, move, style, any_pace(dice))) {
        const Millis after = timed.offset - last;
        last = timed.offset;
        if (const auto* lift = std::get_if<Lift>(&timed.act)) acts.push_back({after, *lift});
        else if (const auto* place = std::get_if<Place>(&timed.act))
            acts.push_back({after, *place});
    }
    return acts;
}

std::string_view way_of(const Position& before, Move move, const Style& style) {
    if (move.is_castling()) {
        static constexpr std::array names{
            "castling, king first",
            "castling, rook first",
            "castling, both up, king down first",
            "castling, both up, rook down first"};
        return names[static_cast<std::size_t>(style.castling)];
    }
    if (move.promotion()) return "promotion";
    if (move.is_en_passant()) return "en passant";
    if (before.is_capture(move)) {
        static constexpr std::array names{
            "capture, victim first", "capture, capturer first", "capture, never seen empty"};
        return names[static_cast<std::size_t>(style.capture)];
    }
    static constexpr std::array names{
        "lifted and placed", "new square first", "slid", "another piece nudged"};
    return names[static_cast<std::size_t>(style.passage)];
}

bool is_lift_of(const ClumsyAct& act, Square square) {
    const auto* lift = std::get_if<Lift>(&act.act);
    return lift != nullptr && lift->square == square;
}

// One turn of one pair of hands.
class Clumsy {
public:
    Clumsy(const Job& job, Dice& dice)
        : job_(job),
          dice_(dice) {
        busy_ = table::footprint_squares(job.move);
        if (job.last) busy_ = busy_ | table::footprint_squares(*job.last);
    }

    Handling play() {
        own_move();
        disturb();
        straighten_some();
        if (job_.speaks) speak();
        const bool executes = job_.last.has_value();
        Acts all = executes ? execution() : Acts{};
        reply(all);
        handling_.acts = std::move(all);
        handling_.until_press = any_of_three(dice_.between(5, 55), dice_.between(80, 400));
        return std::move(handling_);
    }

private:
    Millis any_of_three(Millis quick, Millis usual) {
        return dice_.one_in(3) ? quick : dice_.one_in(2) ? usual : dice_.between(500, 2500);
    }

    void row(std::string_view way) {
        if (std::ranges::find(handling_.ways, way) == handling_.ways.end())
            handling_.ways.push_back(way);
    }

    // --- the move itself

    void own_move() {
        const Style style = any_style(job_.before, job_.move, job_, dice_);
        own_ = acts_in(job_.before, job_.move, style, dice_);
        is_new_square_first_ = style.passage == Passage::new_square_first;
        row(way_of(job_.before, job_.move, style));
        if (style.passage == Passage::nudging) row("another piece nudged");
        const Position after = job_.before.after(job_.move);
        const bool same_look =
            chess::occupancy_of(after.reading()) == chess::occupancy_of(job_.before.reading());
        if (same_look) row("castling that leaves the occupancy");
        handling_.is_touched = style.passage == Passage::nudging ||
            (job_.move.is_castling() && style.castling == CastlingOrder::rook_first);
        handling_.is_dark = same_look || never_empty(job_.before, job_.move, style);
        if (job_.before.is_capture(job_.move) && dice_.one_in(3)) replace_quickly();
        if (dice_.one_in(4)) use_two_hands();
    }

    // The capturing piece is in the aperture within a tenth of a second.
    void replace_quickly() {
        for (std::size_t i = 1; i < own_.size(); ++i) {
            if (std::holds_alternative<Place>(own_[i].act) &&
                is_lift_of(own_[i - 1], job_.move.to())) {
                own_[i].after = dice_.between(15, 100);
                row("victim replaced within 100 ms");
            }
        }
    }

    // Two pieces taken up at once, in either order.
    void use_two_hands() {
        for (std::size_t i = 1; i < own_.size(); ++i) {
            const auto* one = std::get_if<Lift>(&own_[i - 1].act);
            const auto* other = std::get_if<Lift>(&own_[i].act);
            if (one == nullptr || other == nullptr || one->square == other->square) continue;
            own_[i].after = dice_.between(0, 15);
            // A castling begins with its king (4.4.2); and what stays on the board (nudged) is
            // not in anybody's hand.
            if (dice_.one_in(2) && !job_.move.is_castling())
                std::swap(own_[i - 1].act, own_[i].act);
            row("two hands");
        }
    }

    // --- what happens on the way

    void disturb() {
        switch (dice_.below(10)) {
        case 0: return hesitate(job_.move.from());
        case 1: return by_a_third_square();
        case 2: return come_back();
        case 3: return hesitate_over_victim();
        case 4: return hesitate_with_another();
        default: return;
        }
    }

    // Shorter than any rest, where a rest would be a move.
    Millis hold() {
        const bool quick = job_.rests_make_moves || dice_.one_in(2);
        return quick ? dice_.between(20, 90) : dice_.between(160, 900);
    }

    void begin_with(const Acts& first) {
        own_.front().after = hold();
        own_.insert(own_.begin(), first.begin(), first.end());
    }

    // Taken up and put back.
    void hesitate(Square square) {
        const Piece piece = *job_.before.at(square);
        begin_with({{hold(), Lift{square}}, {hold(), Place{square, piece}}});
        row("hesitated");
    }

    void hesitate_over_victim() {
        const auto victim = job_.before.capture_square(job_.move);
        if (victim) {
            handling_.is_touched = true;
            hesitate(*victim);
        }
    }

    void hesitate_with_another() {
        SquareSet others = job_.before.of(job_.before.turn());
        others = others & ~busy_;
        if (!others.empty()) {
            handling_.is_touched = true;
            hesitate(any_square(others));
        }
    }

    Square any_square(SquareSet squares) {
        std::size_t skip = dice_.below(static_cast<std::size_t>(squares.size()));
        for (const Square square : squares)
            if (skip-- == 0) return square;
        return squares.first();
    }

    [[nodiscard]] SquareSet free_squares() const {
        SquareSet taken = job_.before.occupied() | busy_;
        if (job_.before_last) taken = taken | job_.before_last->occupied();
        for (const ClumsyAct& act : own_)
            if (const auto* place = std::get_if<Place>(&act.act)) taken.insert(place->square);
        return ~taken;
    }

    // The piece rests on another square first; a pawn on its way to promotion too.
    void by_a_third_square() {
        const auto first = std::ranges::find_if(own_, [&](const ClumsyAct& act) {
            return is_lift_of(act, job_.move.from());
        });
        const SquareSet free = free_squares();
        const bool is_carried = first != own_.end() && !free.empty() &&
            std::none_of(own_.begin(), first, [](const ClumsyAct& act) {
                                    return std::holds_alternative<Place>(act.act);
                                });
        if (!is_carried) return;
        const Square third = any_square(free);
        const Piece piece = *job_.before.at(job_.move.from());
        first->act = Lift{third};
        begin_with({{hold(), Lift{job_.move.from()}}, {hold(), Place{third, piece}}});
        own_[2].after = hold();
        row(job_.move.promotion() ? "promoted through a third square" : "through a third square");
    }

    // Put down elsewhere, and brought back before the move is made.
    void come_back() {
        const SquareSet free = free_squares();
        if (free.empty()) return;
        const Square from = job_.move.from();
        const Square third = any_square(free);
        const Piece piece = *job_.before.at(from);
        begin_with(
            {{hold(), Lift{from}},
             {hold(), Place{third, piece}},
             {hold(), Lift{third}},
             {hold(), Place{from, piece}}}
        );
        row("came back");
    }

    // --- pieces straightened in passing

    void straighten_some() {
        if (!dice_.one_in(4)) return;
        const SquareSet standing = job_.before.occupied() & ~busy_;
        if (standing.empty()) return;
        const Square square = any_square(standing);
        const Piece piece = *job_.before.at(square);
        const bool says = dice_.one_in(2);
        Acts acts{{hold(), Lift{square}}, {hold(), Place{square, piece}}};
        if (says) {
            acts.insert(acts.begin(), {hold(), Adjust{true}});
            acts.push_back({hold(), Adjust{false}});
        }
        const std::size_t at = dice_.below(own_.size() + 1);
        if (!stands_there(square, at) || is_one_motion(at) || is_released(at)) return;
        handling_.is_touched = handling_.is_touched || !says;
        own_.insert(own_.begin() + static_cast<std::ptrdiff_t>(at), acts.begin(), acts.end());
        row(piece.color == job_.before.turn() ? "own piece straightened"
                                              : "opposing piece straightened");
    }

    // The new square is told, and the old one not yet: nothing happens in between.
    [[nodiscard]] bool is_one_motion(std::size_t at) const {
        if (at == 0 || at == own_.size()) return false;
        const auto* place = std::get_if<Place>(&own_[at - 1].act);
        const auto* lift = std::get_if<Lift>(&own_[at].act);
        return place != nullptr && lift != nullptr && place->square != lift->square &&
            is_new_square_first_;
    }

    // A sighted player who sees to another piece has released his own, which ends his move (4.7).
    [[nodiscard]] bool is_released(std::size_t at) const {
        if (!job_.rests_make_moves || at == 0) return false;
        const auto* place = std::get_if<Place>(&own_[at - 1].act);
        return place != nullptr && !job_.before.at(place->square) &&
            !table::footprint_squares(job_.move).contains(place->square);
    }

    [[nodiscard]] bool stands_there(Square square, std::size_t at) const {
        bool stands = true;
        for (std::size_t i = 0; i < at; ++i) {
            if (is_lift_of(own_[i], square)) stands = false;
            else if (const auto* place = std::get_if<Place>(&own_[i].act))
                stands = stands || place->square == square;
        }
        return stands;
    }

    void speak() {
        const std::size_t at = dice_.below(own_.size() + 1);
        own_.insert(own_.begin() + static_cast<std::ptrdiff_t>(at), {hold(), Speak{}});
    }

    // --- the opponent's move, and the own one after it

    Acts execution() {
        const Style style = any_style(*job_.before_last, *job_.last, job_, dice_);
        return acts_in(*job_.before_last, *job_.last, style, dice_);
    }

    void reply(Acts& all) {
        own_.front().after = any_of_three(dice_.between(2, 50), dice_.between(100, 700));
        if (!all.empty() && own_.front().after < Millis{60})
            row("replied before the board was quiet");
        all.insert(all.end(), own_.begin(), own_.end());
    }

    const Job& job_;
    Dice& dice_;
    SquareSet busy_;
    Acts own_;
    bool is_new_square_first_ = false;
    Handling handling_;
};

} // namespace

Handling clumsy_handling(const Job& job, Dice& dice) { return Clumsy{job, dice}.play(); }

} // namespace ansage::tests
