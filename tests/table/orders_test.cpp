// SPDX-License-Identifier: GPL-3.0-or-later
// Every order of what can happen: all sequences of sensor, speech and press events on small
// positions, walked as a tree with copied states. What is checked is worked out here anew, from
// what was fed in, not asked of the table:
//
// - no move is made without what D.2.3 or 4.7 demand of the witnesses that exist;
// - a press switches the clock that runs, and no other;
// - nothing that happened is lost: a sensor's report stands, words are testified or refused;
// - nothing is left waiting: boards come to rest, presses are judged, and from wherever the
// sequence
//   led, the game can be played on.
#include "orders.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <span>

namespace ansage::tests {
namespace {

using chess::Color;
using chess::Move;
using chess::Ply;
using chess::Position;
using chess::Reading;
using chess::Square;
using chess::SquareReading;
using chess::SquareSet;
using table::BoardKind;
using table::State;
using table::Testimony;
using table::Vision;
using table::Witness;

// A player's board when he pressed, and what was put down there since. What was taken up since
// belongs to no move, but for what a board reports within its settle time (first principle 2).
struct AtPress {
    Instant at;
    Reading board;
    SquareSet lifted; // after that
};

// A press is judged at the latest so long after it (first principle 2).
constexpr Millis press_patience{1000};

// The table, and what the walk itself knows of it.
struct Node {
    State state;
    Instant now{};
    table::PerColor<Reading> boards; // as reported
    table::PerColor<SquareSet> put; // squares on which something was put since the last move
    table::PerColor<Instant> lifted_at; // the last lift
    std::vector<Color> presses; // of clocks that ran, since the last move was made
    table::PerColor<std::optional<AtPress>> at_press; // the last of these
    unsigned words = 0; // testimonies, of whatever witness
};

bool has_pressed(const Node& node, Color color) {
    return std::ranges::count(node.presses, color) > 0;
}

// What may be put on a square by the end of a move fits what the sensor says.
bool fits(SquareReading seen, std::optional<chess::Piece> piece) {
    const bool same = seen.piece() && piece && *seen.piece() == *piece;
    const bool something = seen == SquareReading::occupied() && piece.has_value();
    return seen.is_unsure() || same || something || (seen.is_empty() && !piece);
}

SquareSet squares_off(const Reading& reading, const Position& position) {
    SquareSet off;
    for (unsigned i = 0; i < 64; ++i) {
        const Square square = Square::from_index(i);
        if (!fits(reading[square], position.at(square))) off.insert(square);
    }
    return off;
}

SquareSet squares_of(const Position& before, Move move) {
    SquareSet changed;
    const Position after = before.after(move);
    for (unsigned i = 0; i < 64; ++i) {
        const Square square = Square::from_index(i);
        if (before.at(square) != after.at(square)) changed.insert(square);
    }
    return changed;
}

// Every square that the move changes is as it should be then.
bool is_on_board(const Reading& reading, const Position& before, std::optional<Move> move) {
    return move && before.is_legal(*move) &&
        (squares_off(reading, before.after(*move)) & squares_of(before, *move)).empty();
}

class Walk {
public:
    Walk(const SmallPosition& position, unsigned depth, Millis pace)
        : position_(position),
          depth_(depth),
          pace_(pace) {}

    void run() {
        Node root{.state = table::open_table(position_.setup)};
        root.boards = {root.state.boards.white.reading, root.state.boards.black.reading};
        decide_and_forget(root.state, {root.now, table::Arbiter{table::ArbiterAct::starts}});
        visit(root);
    }

    [[nodiscard]] std::uint64_t leaves() const { return leaves_; }

    [[nodiscard]] const std::vector<std::string>& failures() const { return failures_; }

private:
    [[nodiscard]] bool is_hopeless() const { return failures_.size() >= 10; }

    void fail(std::string_view what) {
        failures_.push_back(fmt::format(
            "{} [{} ms]: {}: {}", position_.name, pace_.count(), what, fmt::join(path_, ", ")
        ));
    }

    // `node` is used up.
    void visit(Node& node) {
        if (path_.size() == depth_) {
            ++leaves_;
            come_to_rest(node);
            return;
        }
        if (path_.size() + 2 <= std::max(depth_, 3U)) {
            Node copy = node;
            come_to_rest(copy);
            play_on(copy);
        }
        for (const Letter& letter : position_.alphabet) {
            if (is_hopeless()) return;
            path_.push_back(letter.text);
            Node next = node;
            play(next, letter.input(next.state), pace_);
            visit(next);
            path_.pop_back();
        }
    }

    // One event, after what time alone does before it.
    void play(Node& node, const table::InputBody& body, Millis after) {
        node.now = node.now + after;
        reach(node);
        const std::optional<Color> ran = node.state.clocks.running();
        note_input(node, body, ran);
        const std::vector<table::Event> events = table::step(node.state, {node.now, body});
        check_events(node, events);
        check_press(node, body, ran);
        check_kept(node, body, events);
        note_made(node, events);
    }

    void reach(Node& node) {
        const auto events = table::step(node.state, {node.now, table::TimeReached{}});
        check_events(node, events);
        note_made(node, events);
    }

    static void sense(Node& node, Color board, Square square, SquareReading seen) {
        node.boards[board][square] = seen;
        if (seen.is_occupied()) node.put[board].insert(square);
        if (seen.is_empty()) node.lifted_at[board] = node.now;
        std::optional<AtPress>& press = node.at_press[board];
        const bool is_late =
            press && node.now > press->at + table::debounce_time(node.state, board);
        if (is_late && seen.is_empty()) press->lifted.insert(square);
        if (press && !press->lifted.contains(square)) press->board[square] = seen;
    }

    static SquareReading seen_by(std::optional<chess::Piece> piece) {
        return piece ? SquareReading::of(*piece) : SquareReading::occupied();
    }

    static void note_input(Node& node, const table::InputBody& body, std::optional<Color> ran) {
        if (const auto* lifts = std::get_if<table::Lifts>(&body)) {
            sense(node, lifts->board, lifts->square, SquareReading::empty());
        } else if (const auto* places = std::get_if<table::Places>(&body)) {
            sense(node, places->board, places->square, seen_by(places->piece));
        } else if (const auto* unsure = std::get_if<table::Unsure>(&body)) {
            sense(node, unsure->board, unsure->square, SquareReading::unsure());
        } else if (const auto* shows = std::get_if<table::Shows>(&body)) {
            node.boards[shows->board] = shows->reading;
            node.put[shows->board] = shows->reading.occupied();
            node.at_press[shows->board].reset();
        } else if (const auto* presses = std::get_if<table::Presses>(&body)) {
            if (ran == presses->seat) note_press(node, presses->seat);
        }
    }

    static void note_press(Node& node, Color seat) {
        node.presses.push_back(seat);
        node.at_press[seat] = AtPress{.at = node.now, .board = node.boards[seat], .lifted = {}};
    }

    static void note_made(Node& node, const std::vector<table::Event>& events) {
        for (const table::Event& event : events) {
            if (const auto* made = std::get_if<table::Made>(&event.body)) {
                node.put = {};
                forget_presses(node, node.state.plies[made->ply]);
            }
        }
    }

    // Those of that move. Where the opponent's own press ends the wait for the mover's board, it is
    // that of his reply (6.2.1).
    static void forget_presses(Node& node, const table::PlyRecord& ply) {
        const std::optional<AtPress> reply = node.at_press[!ply.mover];
        const bool is_reply_now = reply && reply->at == node.now;
        node.at_press = {};
        if (is_reply_now) node.at_press[!ply.mover] = reply;
        const auto own = std::ranges::find(node.presses, ply.mover);
        if (own != node.presses.end() && (is_reply_now || was_unheard(node.state, ply))) {
            node.presses.erase(node.presses.begin(), own + 1);
        } else {
            node.presses.clear();
        }
    }

    // Of a move that nobody had heard, and no sensor seen, the first press is that of its mover.
    // The players went on while the record waited (first principle 1): what was pressed since
    // belongs to the reply, and that may be made good in the same way.
    static bool was_unheard(const State& state, const table::PlyRecord& ply) {
        return !state.has_sensors(ply.mover) && ply.newest(Witness::announcement) == nullptr &&
            ply.newest(Witness::mover_board) == nullptr;
    }

    void check_events(Node& node, const std::vector<table::Event>& events) {
        for (const table::Event& event : events) {
            if (const auto* made = std::get_if<table::Made>(&event.body)) check_made(node, *made);
            if (const auto* completed = std::get_if<table::Completed>(&event.body)) {
                check_completed(node, completed->ply);
                check_last_words(node, node.state.plies[completed->ply]);
            }
            const bool testified = std::holds_alternative<table::Testified>(event.body);
            node.words += testified ? 1U : 0U;
        }
    }

    // An illegal move stands for a reply before it is pressed, but nobody is told of it by then.
    void check_completed(const Node& node, Ply number) {
        const table::PlyRecord& ply = node.state.plies[number];
        const bool is_due = has_pressed(node, ply.mover) || ply.pressed_at ||
            node.state.made() > number + 1; // the own next move (6.2.1.2)
        if (!ply.legal && !is_due) fail("an illegal move was told before the press");
    }

    // First principle 11: where nobody saw or said what stands on the board, the last words are the
    // words.
    void check_last_words(const Node& node, const table::PlyRecord& ply) {
        const Testimony* words = ply.newest(Witness::announcement);
        const bool alone =
            !node.state.has_sensors(ply.mover) && ply.newest(Witness::mover_board) == nullptr;
        if (alone && words != nullptr && words->move.move && words->move.move != ply.move)
            fail("another move was completed than the last words before the press");
    }

    void check_made(const Node& node, const table::Made& made) {
        const table::PlyRecord& ply = node.state.plies[made.ply];
        const Position& before = node.state.positions.before(made.ply);
        if (!made.legal) return; // check_completed
        if (!before.is_legal(made.move)) {
            fail("an illegal move was made");
        } else if (!node.state.has_sensors(ply.mover)) {
            check_without_board(node, ply, before, made.move);
        } else if (is_not_kept(node, ply.mover, made.ply)) {
            check_not_kept(node, ply, before, made.move);
        } else {
            check_board(node, ply, before, made.move);
            check_words(node, ply, before, made.move);
        }
    }

    // The words are the only witness there is, or the opponent makes good what nobody heard.
    void check_without_board(
        const Node& node, const table::PlyRecord& ply, const Position& before, Move move
    ) {
        const Testimony* words = ply.newest(Witness::announcement);
        const Testimony* own = ply.newest(Witness::mover_board);
        const bool executed = ply.newest(Witness::opponent_board) != nullptr;
        const bool repeated = ply.newest(Witness::repetition) != nullptr;
        const bool executes = own != nullptr && own->move.move == move;
        const bool denied = own != nullptr && own->move.move && !executes;
        const bool said = words != nullptr && words->move.move == move && !denied;
        // 4.7: what a sighted player's hand is said to have done, whatever he announced.
        const bool sighted = node.state.seat(ply.mover).vision == Vision::sighted;
        const bool done = executes && (words == nullptr || sighted);
        const bool good =
            words == nullptr && (executed || repeated) && has_pressed(node, ply.mover);
        const bool stands = words == nullptr && has_pressed(node, ply.mover) &&
            stands_on(node, !ply.mover, before.after(move));
        if (!said && !done && !good && !stands)
            fail("a move was made that nobody said and nobody executed");
    }

    static bool stands_on(const Node& node, Color board, const Position& position) {
        return node.state.has_sensors(board) && squares_off(node.boards[board], position).empty();
    }

    // The board stands as it did before the opponent's last move or earlier: nobody keeps it, and
    // it is no witness of the own move either.
    static bool is_not_kept(const Node& node, Color mover, Ply number) {
        const auto stood = [&](Ply ply) {
            return squares_off(node.boards[mover], node.state.positions.before(ply)).empty();
        };
        Ply earlier = 1;
        while (earlier < number && !stood(earlier)) ++earlier;
        return earlier < number && !stood(number);
    }

    // His words, or where none were heard the opponent's carrying the move out; and his press.
    void check_not_kept(
        const Node& node, const table::PlyRecord& ply, const Position& before, Move move
    ) {
        const Testimony* words = ply.newest(Witness::announcement);
        const bool known = words == nullptr ? stands_on(node, !ply.mover, before.after(move))
                                            : words->move.move == move;
        if (!known || !has_pressed(node, ply.mover))
            fail("a move was made on a board that nobody keeps, without words and press");
    }

    // D.2.3: the captured piece is off, the piece is in its aperture, of a castling both are.
    void
    check_board(const Node& node, const table::PlyRecord& ply, const Position& before, Move move) {
        const Color mover = ply.mover;
        const Reading& board = node.boards[mover];
        // What waits for the board to be quiet is judged by what there was at the press.
        const std::optional<AtPress>& press = node.at_press[mover];
        const bool stood = press && ply.made_at && *ply.made_at <= press->at + press_patience &&
            is_on_board(press->board, before, move);
        if (!is_on_board(board, before, move) && !stood)
            fail("a move was made that does not stand on the mover's board");
        const bool unseen = node.state.seat(mover).board == BoardKind::occupancy &&
            before.at(move.king_to()).has_value() && !move.is_castling();
        // His own words for it (D.2.3): the reply may have been announced before he says it again.
        const Testimony* words = ply.newest(Witness::announcement);
        const bool said =
            words != nullptr && (has_pressed(node, mover) || words->at >= node.lifted_at[mover]);
        if (unseen && !said && !node.put[mover].contains(move.to()) &&
            !stands_on(node, !mover, before.after(move)))
            fail("a capture was made although nothing was put on its square");
    }

    // An impaired player's move needs the words, unless the program may not have heard them: by his
    // press, or by the opponent's carrying the move out, that is made good.
    void
    check_words(const Node& node, const table::PlyRecord& ply, const Position& before, Move move) {
        const Testimony* words = ply.newest(Witness::announcement);
        const bool ambiguous = words != nullptr && words->move.error == chess::MoveError::ambiguous;
        const bool sighted = node.state.seat(ply.mover).vision == Vision::sighted;
        const bool alone = squares_off(node.boards[ply.mover], before.after(move)).empty();
        if (words != nullptr && !ambiguous) {
            // 4.7, D.2.5: by his press a sighted player's move is what his hand has made, unless
            // what he said stands there just as well. What else was knocked about is 7.4.1.
            const bool is_slip = sighted && has_pressed(node, ply.mover) &&
                !is_on_board(node.boards[ply.mover], before, words->move.move);
            if (words->move.move != move && !is_slip)
                fail("a move was made although another one was announced");
            return;
        }
        const bool released = sighted && alone; // 4.7
        const bool executed = stands_on(node, !ply.mover, before.after(move));
        if (!released && !has_pressed(node, ply.mover) && !executed)
            fail("an impaired player's move was made before a word and before his press");
    }

    void check_press(const Node& node, const table::InputBody& body, std::optional<Color> ran) {
        const auto* press = std::get_if<table::Presses>(&body);
        const bool switches = press != nullptr && ran == press->seat;
        const std::optional<Color> expected = switches ? std::optional{!press->seat} : ran;
        if (node.state.clocks.running() != expected) fail("a clock runs that should not");
    }

    void check_kept(
        const Node& node, const table::InputBody& body, const std::vector<table::Event>& events
    ) {
        unsigned kept = 0;
        for (const table::PlyRecord& ply : node.state.plies)
            kept += static_cast<unsigned>(ply.testimonies.size());
        if (kept != node.words) fail("a testimony is gone");
        for (const Color color : chess::both_colors) {
            const Reading& reading = node.state.boards[color].reading;
            if (node.state.seat(color).board != BoardKind::none && !(reading == node.boards[color]))
                fail("what a sensor reported is gone");
        }
        // A button that has nothing to announce, and a reading that is known already, change
        // nothing.
        const bool may_be_silent = std::holds_alternative<table::Shows>(body) ||
            std::holds_alternative<table::PressesButton>(body);
        if (events.empty() && !may_be_silent) fail("something happened and left no trace");
    }

    // Nothing is left over once everything is quiet.
    void come_to_rest(Node& node) {
        node.now = node.now + Millis{5000};
        reach(node);
        for (const Color color : chess::both_colors) {
            const table::BoardState& board = node.state.boards[color];
            if (board.changed_at || board.press_waits || board.press_after)
                fail("something still waits although all is quiet");
        }
        check_alerts(node.state);
        check_slips(node.state);
    }

    // D.2.5: a sighted player's words that named another move than his hand made are told.
    void check_slips(const State& state) {
        for (Ply number = 1; number <= state.made(); ++number) {
            const table::PlyRecord& ply = state.plies[number];
            const Testimony* words = ply.newest(Witness::announcement);
            const bool is_slip = state.seat(ply.mover).vision == Vision::sighted && ply.legal &&
                ply.pressed_at && words != nullptr && words->move.move &&
                words->move.move != ply.move;
            if (is_slip &&
                !state.was_raised(
                    table::AlertKind::announcement_differs_from_board, ply.mover, number
                ))
                fail("a sighted player's slip of the tongue was not told");
        }
    }

    // First principle 5: one alert a cause.
    void check_alerts(const State& state) {
        for (std::size_t i = 0; i < state.alerts.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                const table::OpenAlert& one = state.alerts[i];
                const table::OpenAlert& other = state.alerts[j];
                if (one.kind == other.kind && one.about == other.about && one.ply == other.ply)
                    fail("the same alert was raised twice");
            }
        }
    }

    void bring_back(Node& node, Color color) {
        if (node.state.boards[color].lost) {
            play(
                node,
                table::BoardReports{.board = color, .report = table::BoardReport::back},
                Millis{100}
            );
        }
    }

    void show(Node& node, Color color, const Position& position) {
        const BoardKind kind = node.state.seat(color).board;
        if (kind != BoardKind::none) {
            const Reading reading = position.reading();
            const Reading seen =
                kind == BoardKind::occupancy ? chess::occupancy_of(reading) : reading;
            play(node, table::Shows{.board = color, .reading = seen}, Millis{100});
        }
    }

    static bool goes_on(const State& state) {
        return state.phase == table::Phase::playing && !state.end_noted &&
            !state.position().legal_moves().empty();
    }

    // Both boards answer and are put right, the opponent gives the clock back if it was started too
    // early, and a move is played.
    void play_on(Node& node) {
        const std::size_t failures = failures_.size();
        if (!goes_on(node.state)) return;
        for (const Color color : chess::both_colors) bring_back(node, color);
        // What a board showed when it was lost testifies when it is back (D.1): if it was pressed
        // meanwhile the move is made now (first principle 1), and the next one is the opponent's.
        come_to_rest(node);
        if (!goes_on(node.state)) return;
        for (const Color color : chess::both_colors) show(node, color, node.state.position());
        const auto moves = node.state.position().legal_moves();
        const Color mover = node.state.to_move();
        const Position before = node.state.position();
        const Ply made = node.state.made();
        if (node.state.clocks.running() != mover)
            play(node, table::Presses{.seat = !mover, .by = {}}, Millis{1000});
        show(node, mover, before.after(moves[0]));
        if (!node.state.has_sensors(mover)) {
            const table::HeardMove done = heard(before, moves[0]);
            play(node, table::Executes{.seat = mover, .move = done, .by = {}}, Millis{1000});
        }
        play(
            node,
            table::Announces{.seat = mover, .by = {}, .move = heard(before, moves[0])},
            Millis{1000}
        );
        play(node, table::Presses{.seat = mover, .by = {}}, Millis{1000});
        node.now = node.now + Millis{1000};
        reach(node);
        const bool done = node.state.made() == made + 1 &&
            node.state.plies[made + 1].move == moves[0] &&
            node.state.plies[made + 1].state == table::PlyState::completed &&
            node.state.clocks.running() == !mover;
        if (!done && failures_.size() == failures) fail("the game cannot be played on");
    }

    const SmallPosition& position_;
    unsigned depth_;
    Millis pace_;
    std::vector<std::string> path_;
    std::vector<std::string> failures_;
    std::uint64_t leaves_ = 0;
};

// Hands slower than the sensors' rest, quicker than it, and quicker than a phantom's debounce.
constexpr std::array paces{Millis{700}, Millis{200}, Millis{20}};

std::uint64_t power(std::size_t base, unsigned exponent) {
    std::uint64_t result = 1;
    for (unsigned i = 0; i < exponent; ++i) result *= base;
    return result;
}

void walk(const SmallPosition& position, unsigned depth, Millis pace) {
    REQUIRE(position.alphabet.size() <= 16);
    Walk walk{position, depth, pace};
    walk.run();
    for (const std::string& failure : walk.failures()) UNSCOPED_INFO(failure);
    CHECK(walk.failures().empty());
    CHECK((!walk.failures().empty() || walk.leaves() == power(position.alphabet.size(), depth)));
}

std::vector<SmallPosition> small_positions() {
    return read_small_positions(tests::root() + "/tests/data/table/orders.txt");
}

} // namespace

TEST_CASE("D.2.3 and 4.7: every order of three events on small positions", "[orders]") {
    const std::vector<SmallPosition> positions = small_positions();
    REQUIRE(positions.size() >= 12);
    for (const SmallPosition& position : positions)
        for (const Millis pace : paces) walk(position, 3, pace);
}

TEST_CASE("D.2.3 and 4.7: every order of six events on small positions", "[.long][orders]") {
    for (const SmallPosition& position : small_positions()) walk(position, 6, paces.front());
}

TEST_CASE("D.2.3 and 4.7: every order of five events in haste", "[.long][orders]") {
    for (const SmallPosition& position : small_positions()) {
        walk(position, 5, paces[1]);
        walk(position, 5, paces[2]);
    }
}

} // namespace ansage::tests
