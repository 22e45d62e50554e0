// SPDX-License-Identifier: GPL-3.0-or-later
// One real fault (7.5.1 to 7.5.3, D.2.9) in a position of a real game, and a sensor that drops out
// or flickers beside it: the fault is proposed all the same, with its own article.
#include "laws/shipped.hpp"
#include "noisy_table.hpp"
#include "support/catch.hpp"
#include "table/disputes/articles.hpp"
#include "table/witnesses/watcher.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>

namespace ansage::tests {
namespace {

using chess::Color;
using chess::Move;
using chess::Piece;
using chess::Position;
using chess::Role;
using chess::Square;
using chess::SquareSet;
using devices::noise::Disturbance;
using scoresheet::PgnGame;
using table::AlertKind;
using table::BoardKind;

// Ways to break the Laws.
enum class Wrong : std::uint8_t {
    illegal_move, // 7.5.1
    pawn_left, // 7.5.2
    none_moved, // 7.5.3
    man_moved_back,
    castling_half_done,
    captured_man_left,
    other_square, // D.2.9: on the opponent's board, and he replies
    not_carried_out,
};

struct Expected {
    std::vector<AlertKind> kinds; // one of these
    std::string article; // the chief one
};

Expected expected_of(Wrong wrong) {
    switch (wrong) {
    case Wrong::illegal_move: return {{AlertKind::illegal_move_completed}, "7.5.1"};
    case Wrong::pawn_left: return {{AlertKind::illegal_move_completed}, "7.5.2"};
    case Wrong::none_moved:
    case Wrong::man_moved_back:
    case Wrong::castling_half_done:
    case Wrong::captured_man_left: return {{AlertKind::pressed_before_made}, "7.5.3"};
    case Wrong::other_square:
    case Wrong::not_carried_out:
        return {{AlertKind::opponent_board_differs, AlertKind::boards_differ}, "D.2.9"};
    }
    return {};
}

// A legal move in whose place, or after which, the fault comes.
struct Occasion {
    Position position;
    Move move = Move::ordinary({}, {});
    Move reply = Move::ordinary({}, {});
};

bool is_plain(const Position& position, Move move) {
    return !move.is_castling() && !move.promotion() && !move.is_en_passant() &&
        !position.is_capture(move);
}

bool is_kings(const Position& position, Move move) {
    return position.at(move.from())->role == Role::king;
}

bool fits(Wrong wrong, const Position& before, const PgnGame& game, std::size_t ply) {
    const Move move = game.moves[ply];
    const Position after = before.after(move);
    const bool is_standard = game.start == Position{};
    switch (wrong) {
    case Wrong::pawn_left: return move.promotion().has_value();
    case Wrong::castling_half_done: return move.is_castling() && is_standard;
    case Wrong::captured_man_left: return move.is_en_passant();
    case Wrong::other_square:
    case Wrong::not_carried_out:
        return ply + 1 < game.moves.size() && is_plain(before, move) && !is_kings(before, move) &&
            is_plain(after, game.moves[ply + 1]);
    case Wrong::illegal_move: return is_plain(before, move) && !is_kings(before, move);
    case Wrong::none_moved:
    case Wrong::man_moved_back: return is_plain(before, move);
    }
    return false;
}

// Absent where no game that the dice chose has one.
std::optional<Occasion> any_occasion(Wrong wrong, Dice& dice) {
    for (unsigned tries = 0; tries < 200; ++tries) {
        const PgnGame& game = any_game(dice);
        std::vector<Occasion> found;
        Position position = game.start;
        for (std::size_t ply = 0; ply < game.moves.size(); ++ply) {
            if (fits(wrong, position, game, ply))
                found.push_back(
                    {position,
                     game.moves[ply],
                     ply + 1 < game.moves.size() ? game.moves[ply + 1] : game.moves[ply]}
                );
            position.play(game.moves[ply]);
        }
        if (!found.empty()) return found[dice.below(found.size())];
    }
    return std::nullopt;
}

// Where the man may not go from there, and no other could have gone: an empty square.
std::optional<Square> wrong_square(const Position& position, Square from, Dice& dice) {
    SquareSet squares;
    for (const Square square : chess::all_squares) {
        const bool is_last =
            square.rank() == chess::Rank::first || square.rank() == chess::Rank::eighth;
        const bool is_legal = std::ranges::any_of(position.legal_moves(), [&](Move move) {
            return move.from() == from && move.king_to() == square;
        });
        const bool is_sideways =
            position.at(from)->role == Role::pawn && square.file() != from.file();
        if (!position.at(square) && !is_legal && !is_last && !is_sideways) squares.insert(square);
    }
    return squares.empty() ? std::nullopt : std::optional{any_of(squares, dice)};
}

struct FaultTally {
    unsigned long faults = 0;
    unsigned long right = 0;
    std::map<Wrong, std::pair<unsigned long, unsigned long>> by_way; // all, right
    std::vector<std::string> failures;
};

class FaultyGame : public NoisyTable {
public:
    FaultyGame(const Occasion& occasion, const Seating& seating, Wrong wrong, Dice dice)
        : NoisyTable(setup_of(occasion, seating), seating),
          occasion_(occasion),
          seating_(seating),
          wrong_(wrong),
          dice_(dice) {}

    // True if it was proposed, with its article.
    bool play() {
        submit(table::Arbiter{table::ArbiterAct::starts});
        pass(Millis{2000});
        const bool is_of_opponent =
            wrong_ == Wrong::other_square || wrong_ == Wrong::not_carried_out;
        if (is_of_opponent) play_and_reply();
        else play_wrongly();
        const Expected expected = expected_of(wrong_);
        return std::ranges::any_of(told_, [&](const auto& one) {
            return std::ranges::count(expected.kinds, one.first) != 0 &&
                one.second == expected.article;
        });
    }

protected:
    void hand_over(const table::InputBody& body) override {
        const table::State before = state();
        const std::vector<table::Event> events = decide(body);
        for (const table::Event& event : events) {
            const auto* const alerted = std::get_if<table::Alerted>(&event.body);
            if (alerted == nullptr) continue;
            const auto articles = table::articles_of(
                event, {.input = body, .before = before, .after = state()}, "en"
            );
            told_.emplace_back(alerted->kind, articles.empty() ? "" : articles.front());
            tell(fmt::format(
                "ALERT {} {}", table::to_string(alerted->kind), fmt::join(articles, ", ")
            ));
        }
        take(events);
    }

    void take(const std::vector<table::Event>& events) override {
        for (const table::Event& event : events)
            if (const auto* made = std::get_if<table::Made>(&event.body)) tell("made " + made->san);
    }

    void heard(const devices::SensorEvent& /*event*/) override {}

private:
    static table::TableSetup setup_of(const Occasion& occasion, const Seating& seating) {
        static const laws::Edition edition = shipped_edition("fide-2023");
        table::TableSetup setup = setup_for(occasion.position, seating.players);
        setup.edition = edition;
        return setup;
    }

    [[nodiscard]] Color seat() const { return occasion_.position.turn(); }

    void lift(Color board, Square square) {
        sensors(board).do_hand(devices::Lift{square}, now());
        pass(dice_.between(400, 900));
    }

    void place(Color board, Square square, std::optional<Piece> piece) {
        devices::Place act{};
        act.square = square;
        act.piece = piece;
        sensors(board).do_hand(act, now());
        pass(dice_.between(400, 900));
    }

    void shift(Color board, Square from, Square to, std::optional<Piece> piece) {
        lift(board, from);
        place(board, to, piece);
    }

    // A drop-out or flicker of another square, half of them about the press.
    void disturb(Color board, SquareSet not_these) {
        const SquareSet stands = sensors(board).truth().occupied() & ~not_these;
        const bool is_drop_out = dice_.one_in(2);
        const auto& its = scanning(board);
        const int looks = is_drop_out ? 1 : 2 + static_cast<int>(dice_.below(4));
        Disturbance one{
            .fault = is_drop_out ? devices::noise::Fault::drop_out : devices::noise::Fault::flicker,
            .square = any_of(stands, dice_),
            .from = now() +
                (dice_.one_in(2) ? reach_ + dice_.between(-200, 30) : dice_.between(0, 2500)),
            .length = std::max<Millis>(dice_.between(20, 250), its.every * its.agreeing * looks)};
        tell(fmt::format(
            "{} of {} at {} for {}",
            base::to_string(one.fault),
            chess::to_string(one.square),
            one.from.since_open.count() % 100'000,
            one.length.count()
        ));
        sensors(board).disturb(one);
    }

    void press(Color color) {
        pass(reach_);
        tell("presses");
        submit(table::Presses{.seat = color, .by = {}});
        pass(Millis{2500});
    }

    void announce(Move move) {
        submit(table::Announces{
            .seat = seat(), .by = {}, .move = words_for(occasion_.position, move)});
    }

    // The hand does something wrong, with or without words for what it should have been.
    void play_wrongly() {
        const Position& before = occasion_.position;
        const Move move = occasion_.move;
        const auto piece = before.at(move.from());
        const bool is_impaired = seating_.players[seat()].vision == table::Vision::impaired;
        const bool speaks = dice_.one_in(2);
        reach_ = reach_for_clock(seat()) + dice_.between(150, 600);
        disturb(seat(), table::footprint_squares(move));
        switch (wrong_) {
        case Wrong::illegal_move: {
            const auto to = wrong_square(before, move.from(), dice_);
            if (!to) return;
            shift(seat(), move.from(), *to, piece);
            if (speaks) announce(Move::ordinary(move.from(), *to));
            break;
        }
        case Wrong::pawn_left:
            if (before.is_capture(move)) lift(seat(), move.to());
            shift(seat(), move.from(), move.to(), piece);
            if (speaks) announce(move);
            break;
        case Wrong::man_moved_back:
            shift(seat(), move.from(), move.from(), piece);
            if (speaks && is_impaired) announce(move);
            break;
        case Wrong::castling_half_done:
        case Wrong::captured_man_left:
            shift(seat(), move.from(), move.king_to(), piece);
            if (speaks) announce(move);
            break;
        case Wrong::none_moved:
            pass(dice_.between(500, 2000));
            if (speaks && is_impaired) announce(move);
            break;
        case Wrong::other_square:
        case Wrong::not_carried_out: break;
        }
        press(seat());
    }

    // The move is played; the opponent does something else with it on his board, and replies.
    void play_and_reply() {
        const Position& before = occasion_.position;
        const Move move = occasion_.move;
        const Color opponent = !seat();
        shift(seat(), move.from(), move.to(), before.at(move.from()));
        announce(move);
        reach_ = reach_for_clock(seat()) + dice_.between(150, 600);
        press(seat());
        const Move reply = occasion_.reply;
        reach_ = reach_for_clock(opponent) + dice_.between(150, 600);
        SquareSet squares = table::footprint_squares(move) | table::footprint_squares(reply);
        disturb(opponent, squares);
        if (wrong_ == Wrong::other_square) {
            const auto to = wrong_square(before, move.from(), dice_);
            // Where there is no such square he leaves it undone.
            if (to && !squares.contains(*to))
                shift(opponent, move.from(), *to, before.at(move.from()));
        }
        const Position after = before.after(move);
        shift(opponent, reply.from(), reply.to(), after.at(reply.from()));
        submit(table::Announces{.seat = opponent, .by = {}, .move = words_for(after, reply)});
        press(opponent);
    }

    const Occasion& occasion_;
    Seating seating_;
    Wrong wrong_;
    Dice dice_;
    Millis reach_{0};
    std::vector<std::pair<AlertKind, std::string>> told_;
};

Seating seating_for(Wrong wrong, Color mover, Dice& dice) {
    while (true) {
        Seating seating = any_seating(dice);
        const bool needs_pieces = wrong == Wrong::pawn_left;
        if (!needs_pieces || seating.players[mover].board == BoardKind::identity) return seating;
    }
}

FaultTally play_faults(unsigned long games, std::uint64_t first) {
    FaultTally tally;
    for (std::uint64_t seed = first; seed < first + games; ++seed) {
        Dice dice{seed * 15'485'863 + 11};
        const auto ways = base::all_enumerators<Wrong>;
        const Wrong wrong = ways[seed % ways.size()];
        const auto occasion = any_occasion(wrong, dice);
        REQUIRE(occasion);
        const Color mover = occasion->position.turn();
        const Seating seating = seating_for(wrong, mover, dice);
        FaultyGame game{*occasion, seating, wrong, dice};
        const bool is_right = game.play();
        ++tally.faults;
        ++tally.by_way[wrong].first;
        tally.right += is_right ? 1U : 0U;
        tally.by_way[wrong].second += is_right ? 1U : 0U;
        if (is_right || tally.failures.size() >= 40) continue;
        tally.failures.push_back(fmt::format(
            "game {} {} {}{}; {} on {}: {}",
            seed,
            base::to_string(wrong),
            chess::to_string(occasion->move.from()),
            chess::to_string(occasion->move.to()),
            to_string(seating.players[mover]),
            game.scanning(mover).name,
            fmt::join(game.story(), "; ")
        ));
    }
    fmt::print("{} faults, {} proposed with the right article\n", tally.faults, tally.right);
    for (const auto& [wrong, counts] : tally.by_way)
        fmt::print("  {}: {} of {}\n", base::to_string(wrong), counts.second, counts.first);
    for (const std::string& failure : tally.failures) fmt::print("{}\n", failure);
    return tally;
}

} // namespace

TEST_CASE("A real fault beside a flicker is proposed with its own article", "[noise]") {
    const FaultTally tally = play_faults(160, 0);
    CHECK(tally.right * 100 >= tally.faults * 99);
}

TEST_CASE("2,000 real faults beside a flicker", "[.long][noise]") {
    const FaultTally tally = play_faults(2'000, 1'000'000);
    CHECK(tally.right * 100 >= tally.faults * 99);
}

} // namespace ansage::tests
