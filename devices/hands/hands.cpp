// SPDX-License-Identifier: GPL-3.0-or-later
#include "devices/hands/hands.hpp"

#include "base/overloaded.hpp"
#include "chess/ways.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace ansage::devices::hands {
namespace {

using base::Millis;
using chess::Move;
using chess::Piece;
using chess::Position;
using chess::Reading;
using chess::Role;
using chess::Square;
using chess::SquareReading;
using chess::SquareSet;

constexpr auto all_passages = base::all_enumerators<Passage>;
constexpr std::array all_captures{
    CaptureOrder::capturer_first, CaptureOrder::victim_first, CaptureOrder::never_empty};
constexpr auto all_castlings = base::all_enumerators<CastlingOrder>;
constexpr auto all_en_passants = base::all_enumerators<EnPassantOrder>;
constexpr auto all_promotions = base::all_enumerators<PromotionOrder>;

// Writes acts down while keeping the board as the hands leave it.
class Writer {
public:
    Writer(const Reading& board, const Pace& pace)
        : board_(board),
          pace_(pace) {}

    void lift(Square square) {
        write(Lift{square}, pace_.between);
        board_[square] = SquareReading::empty();
    }

    void place(Square square, std::optional<Piece> piece) {
        write(Place{square, piece}, pace_.in_air);
        board_[square] = piece ? SquareReading::of(*piece) : SquareReading::occupied();
    }

    void touch(Square square, Piece piece) {
        write(Place{square, piece}, pace_.sliding);
        write(Lift{square}, pace_.sliding);
    }

    bool is_free(const std::vector<Square>& squares) const {
        return std::ranges::all_of(squares, [this](Square square) {
            return board_[square].is_empty();
        });
    }

    [[nodiscard]] std::vector<TimedAct> take() { return std::move(acts_); }

private:
    void write(const HandAct& act, Millis pause) {
        if (!acts_.empty()) now_ += pause;
        acts_.push_back({now_, act});
    }

    Reading board_;
    Pace pace_;
    Millis now_{0};
    std::vector<TimedAct> acts_;
};

// One move by one style.
class Hands {
public:
    Hands(const Position& position, Move move, const Style& style, const Pace& pace)
        : position_(position),
          move_(move),
          style_(style),
          writer_(position.reading(), pace) {}

    [[nodiscard]] std::vector<TimedAct> execute() {
        if (move_.is_castling()) castle();
        else if (move_.promotion()) promote(*move_.promotion());
        else execute_ordinary();
        return writer_.take();
    }

private:
    Piece mover() const { return *position_.at(move_.from()); }

    // En passant does not capture on the square of arrival.
    bool captures_there(CaptureOrder order) const {
        const bool is_capture = !move_.is_en_passant() && position_.at(move_.to()).has_value();
        return is_capture && style_.capture == order;
    }

    bool takes_en_passant(EnPassantOrder order) const {
        return move_.is_en_passant() && style_.en_passant == order;
    }

    void execute_ordinary() {
        if (takes_en_passant(EnPassantOrder::victim_first)) writer_.lift(move_.en_passant_victim());
        bring(mover());
        if (takes_en_passant(EnPassantOrder::victim_last)) writer_.lift(move_.en_passant_victim());
    }

    // The mover's square empties and `arriving` stands on the square of arrival: the mover itself,
    // or the piece to which it is promoted.
    void bring(Piece arriving) {
        if (captures_there(CaptureOrder::victim_first)) writer_.lift(move_.to());
        if (style_.passage == Passage::new_square_first) {
            bring_new_square_first(arriving);
            return;
        }
        writer_.lift(move_.from());
        while_in_air(move_.from(), move_.to(), arriving);
        if (captures_there(CaptureOrder::capturer_first)) writer_.lift(move_.to());
        writer_.place(move_.to(), arriving);
    }

    void bring_new_square_first(Piece arriving) {
        if (captures_there(CaptureOrder::capturer_first)) writer_.lift(move_.to());
        writer_.place(move_.to(), arriving);
        if (takes_en_passant(EnPassantOrder::victim_while_in_air))
            writer_.lift(move_.en_passant_victim());
        writer_.lift(move_.from());
    }

    void while_in_air(Square from, Square to, Piece piece) {
        if (takes_en_passant(EnPassantOrder::victim_while_in_air))
            writer_.lift(move_.en_passant_victim());
        if (style_.passage == Passage::slid) slide(from, to, piece);
        if (style_.passage == Passage::nudging) nudge(to);
    }

    void slide(Square from, Square to, Piece piece) {
        const std::vector<Square> passed = chess::passed_between(from, to);
        if (writer_.is_free(passed))
            for (const Square square : passed) writer_.touch(square, piece);
    }

    // The own man that stands nearest to the hand, if there is another.
    void nudge(Square near) {
        SquareSet others = position_.of(mover().color);
        others.erase(move_.from());
        if (move_.is_castling()) others.erase(move_.to());
        if (others.empty()) return;
        const Square nearest = chess::nearest(others, near);
        writer_.lift(nearest);
        writer_.place(nearest, position_.at(nearest));
    }

    // 4.6
    void promote(Role role) {
        const Piece piece{mover().color, role};
        switch (style_.promotion) {
        case PromotionOrder::pawn_placed_then_exchanged:
            bring(mover());
            writer_.lift(move_.to());
            writer_.place(move_.to(), piece);
            return;
        case PromotionOrder::pawn_never_placed: bring(piece); return;
        case PromotionOrder::new_piece_first: place_before_pawn(piece); return;
        case PromotionOrder::exchanged_never_empty:
            bring(mover());
            writer_.place(move_.to(), piece);
            return;
        }
    }

    void place_before_pawn(Piece piece) {
        if (captures_there(CaptureOrder::victim_first) ||
            captures_there(CaptureOrder::capturer_first))
            writer_.lift(move_.to());
        writer_.place(move_.to(), piece);
        writer_.lift(move_.from());
    }

    // 3.8.2; a piece of a Chess960 castling may already stand where it belongs.
    void castle() {
        const bool king_stays = move_.from() == move_.king_to();
        const bool rook_stays = move_.to() == move_.rook_to();
        if (king_stays) step_rook();
        else if (rook_stays) step_king();
        else castle_both();
    }

    void castle_both() {
        const bool king_can_go_first = move_.king_to() != move_.to();
        const bool rook_can_go_first = move_.rook_to() != move_.from();
        if (style_.castling == CastlingOrder::king_first && king_can_go_first) {
            step_king();
            step_rook();
        } else if (style_.castling == CastlingOrder::rook_first && rook_can_go_first) {
            step_rook();
            step_king();
        } else {
            lift_both();
        }
    }

    void step_king() { step(move_.from(), move_.king_to()); }

    void step_rook() { step(move_.to(), move_.rook_to()); }

    void step(Square from, Square to) {
        const Piece piece = *position_.at(from);
        if (style_.passage == Passage::new_square_first) {
            writer_.place(to, piece);
            writer_.lift(from);
            return;
        }
        writer_.lift(from);
        while_in_air(from, to, piece);
        writer_.place(to, piece);
    }

    void lift_both() {
        const Piece king = *position_.at(move_.from());
        const Piece rook = *position_.at(move_.to());
        writer_.lift(move_.from());
        writer_.lift(move_.to());
        if (style_.passage == Passage::nudging) nudge(move_.king_to());
        const bool is_rook_down_first = style_.castling == CastlingOrder::rook_first ||
            style_.castling == CastlingOrder::both_up_rook_down_first;
        if (is_rook_down_first) {
            writer_.place(move_.rook_to(), rook);
            writer_.place(move_.king_to(), king);
        } else {
            writer_.place(move_.king_to(), king);
            writer_.place(move_.rook_to(), rook);
        }
    }

    const Position& position_;
    Move move_;
    Style style_;
    Writer writer_;
};

// "new square first"
template <class Order>
std::string to_text(Order order) {
    std::string text{base::to_string(order)};
    std::ranges::replace(text, '_', ' ');
    return text;
}

// The styles so far, once with each value of one more member.
template <class Value, std::size_t count>
std::vector<Style> vary(
    const std::vector<Style>& styles, Value Style::*member, const std::array<Value, count>& values
) {
    std::vector<Style> varied;
    for (const Value value : values) {
        for (Style style : styles) {
            style.*member = value;
            varied.push_back(style);
        }
    }
    return varied;
}

std::vector<Style> possible_styles(const Position& position, Move move) {
    std::vector<Style> styles = vary({Style{}}, &Style::passage, all_passages);
    if (move.is_castling()) return vary(styles, &Style::castling, all_castlings);
    if (move.is_en_passant()) return vary(styles, &Style::en_passant, all_en_passants);
    if (position.is_capture(move)) styles = vary(styles, &Style::capture, all_captures);
    if (move.promotion()) styles = vary(styles, &Style::promotion, all_promotions);
    return styles;
}

void write_repair(Writer& writer, const chess::Repair& repair) {
    std::visit(
        base::Overloaded{
            [&](const chess::MovePiece& r) {
                writer.lift(r.from);
                writer.place(r.to, r.piece);
            },
            [&](const chess::TakeOff& r) { writer.lift(r.square); },
            [&](const chess::PutOn& r) { writer.place(r.square, r.piece); },
        },
        repair
    );
}

} // namespace

std::vector<TimedAct>
acts_of(const Position& position, Move move, const Style& style, const Pace& pace) {
    return Hands(position, move, style, pace).execute();
}

std::string to_string(const Style& style) {
    return fmt::format(
        "{}; {}; {}; {}; {}",
        to_text(style.passage),
        to_text(style.capture),
        to_text(style.castling),
        to_text(style.en_passant),
        to_text(style.promotion)
    );
}

std::vector<Style> styles_for(const Position& position, Move move) {
    std::vector<Style> different;
    std::vector<std::vector<TimedAct>> seen;
    for (const Style& style : possible_styles(position, move)) {
        std::vector<TimedAct> acts = acts_of(position, move, style);
        if (std::ranges::find(seen, acts) == seen.end()) {
            seen.push_back(std::move(acts));
            different.push_back(style);
        }
    }
    return different;
}

std::vector<TimedAct> acts_of(const std::vector<chess::Repair>& repairs, const Pace& pace) {
    Writer writer(Reading{}, pace);
    for (const chess::Repair& repair : repairs) write_repair(writer, repair);
    return writer.take();
}

} // namespace ansage::devices::hands
