// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/players.hpp"

#include "devices/hands/hands.hpp"
#include "table/witnesses/repair.hpp"
#include "table/witnesses/watcher.hpp"

#include <algorithm>
#include <iterator>

namespace ansage::app {

using base::Millis;
using chess::Color;
using chess::Move;
using chess::Piece;
using chess::Position;
using chess::Reading;
using chess::Square;
using chess::SquareReading;
using table::InputBody;
using table::State;
using table::Witness;

namespace {

// People are never equally fast; the same move always takes the same time, though, so that a game
// goes on after a crash as it would have.
Millis pause(chess::Ply ply, unsigned kind, Millis least, Millis spread) {
    std::uint64_t mixed = (std::uint64_t{ply.value()} * 31U + kind + 1U) * 0x9E3779B97F4A7C15ULL;
    mixed ^= mixed >> 29U;
    return least +
        Millis{static_cast<std::int64_t>(mixed % static_cast<std::uint64_t>(spread.count() + 1))};
}

SquareReading seen_of(std::optional<Piece> piece) {
    return piece ? SquareReading::of(*piece) : SquareReading::empty();
}

bool slipped(const Scene& scene, Color board, chess::Ply plies) {
    const std::optional<Slip>& slip = scene.plot.slip;
    if (!slip || slip->board != board || plies < slip->ply) return false;
    // Once the arbiter has been told, the hand is led back, and does it right.
    return std::ranges::none_of(scene.state.alerts, [&](const table::OpenAlert& alert) {
        return alert.about == board && alert.kind == table::AlertKind::opponent_board_differs;
    });
}

// What that player's board should show after that ply, by his own lights.
Reading board_after(const Scene& scene, Color board, chess::Ply plies) {
    Reading reading = scene.state.positions.after(plies).reading();
    if (slipped(scene, board, plies)) {
        const Square to = scene.game.move_of(scene.plot.slip->ply).to();
        reading[scene.plot.slip->wrong] = reading[to];
        reading[to] = SquareReading::empty();
    }
    return reading;
}

struct Movement {
    std::vector<devices::hands::TimedAct> acts;
    std::vector<Reading> stages; // one more than acts
};

void perform(Reading& reading, const devices::HandAct& act) {
    if (const auto* lift = std::get_if<devices::Lift>(&act)) {
        reading[lift->square] = SquareReading::empty();
    } else if (const auto* place = std::get_if<devices::Place>(&act))
        reading[place->square] = seen_of(place->piece);
}

// The plainest style, or another by turns.
devices::hands::Style style_of(const Position& before, Move move, chess::Ply ply) {
    const std::vector<devices::hands::Style> styles = devices::hands::styles_for(before, move);
    std::vector<devices::hands::Style> quiet;
    std::ranges::copy_if(styles, std::back_inserter(quiet), [](const devices::hands::Style& style) {
        // The rook first would forfeit the castling (4.4.2).
        return style.passage == devices::hands::Passage::carried &&
            style.capture != devices::hands::CaptureOrder::never_empty &&
            style.castling == devices::hands::CastlingOrder::king_first;
    });
    return quiet.empty() ? devices::hands::Style{} : quiet[ply.value() % quiet.size()];
}

// How the hand at `board` carries out ply `number`.
Movement movement(const Scene& scene, Color board, chess::Ply number) {
    const Position& before = scene.state.positions.before(number);
    const Move move = scene.game.move_of(number);
    Movement result{devices::hands::acts_of(before, move, style_of(before, move, number)), {}};
    const bool slips = slipped(scene, board, number) && scene.plot.slip->ply == number;
    Reading stage = board_after(scene, board, number - 1);
    result.stages.push_back(stage);
    for (devices::hands::TimedAct& timed : result.acts) {
        auto* place = std::get_if<devices::Place>(&timed.act);
        if (slips && place != nullptr && place->square == move.to())
            place->square = scene.plot.slip->wrong;
        perform(stage, timed.act);
        result.stages.push_back(stage);
    }
    return result;
}

DemoAct at_board(Color board, devices::HandAct act, Millis after) {
    return {.after = after, .what = AtBoard{board, act}};
}

DemoAct repair_act(Color board, const table::RepairStep& step, Millis after) {
    if (step.from) return at_board(board, devices::Lift{*step.from}, after);
    return at_board(board, devices::Place{*step.to, step.piece}, after);
}

// The next act of the hand that carries out ply `number`, or absence when it is done.
std::optional<DemoAct>
hand_act(const Scene& scene, Color board, chess::Ply number, Millis first_pause) {
    const Reading& truth = *scene.truth[board];
    const Movement plan = movement(scene, board, number);
    if (truth == plan.stages.back()) return std::nullopt;
    // No stage of a plain movement looks like another one.
    const auto found = std::find(plan.stages.rbegin(), plan.stages.rend(), truth);
    if (found == plan.stages.rend())
        return repair_act(board, *table::next_repair(truth, plan.stages.back()), Millis{1200});
    const auto stage = static_cast<std::size_t>(plan.stages.rend() - found) - 1;
    const Millis before = stage == 0 ? Millis{0} : plan.acts[stage - 1].offset;
    return at_board(
        board, plan.acts[stage].act, stage == 0 ? first_pause : plan.acts[stage].offset - before
    );
}

DemoAct arbiter(table::ArbiterAct act, Millis after) {
    return {.after = after, .what = InputBody{table::Arbiter{act}}};
}

table::HeardMove text_of(const Scene& scene, const Position& before, Move move) {
    return {.text = scene.words->announcement(before, move)};
}

DemoAct announce(const Scene& scene, Color seat, chess::Ply number, Millis after) {
    const Move move = scene.game.move_of(number);
    return {
        .after = after,
        .what = InputBody{table::Announces{
            .seat = seat, .move = text_of(scene, scene.state.positions.before(number), move)}},
    };
}

DemoAct repeat(const Scene& scene, Color seat, chess::Ply number, Move move) {
    return {
        .after = pause(number, 3, Millis{700}, Millis{900}),
        .what = InputBody{table::Repeats{
            .seat = seat, .move = text_of(scene, scene.state.positions.before(number), move)}},
    };
}

// Another legal move that an ear could take for it: the same piece, or the same square.
std::optional<Move> misheard(const Position& before, Move move) {
    for (const Move other : before.legal_moves()) {
        const bool alike = other.from() == move.from() && other.to().file() == move.to().file() &&
            !other.is_castling();
        if (!(other == move) && alike) return other;
    }
    return std::nullopt;
}

// The game has begun and the arbiter has work to do.
std::optional<DemoAct> arbiter_act(const Scene& scene) {
    const State& state = scene.state;
    using table::ArbiterAct;
    if (state.phase == table::Phase::not_started) return arbiter(ArbiterAct::starts, Millis{500});
    const table::Proposal* const proposal = state.open_proposal();
    if (proposal != nullptr && !state.clocks.halted() &&
        proposal->kind != table::ProposalKind::result)
        return arbiter(ArbiterAct::pauses, Millis{4000});
    if (proposal != nullptr) return arbiter(ArbiterAct::accepts_proposal, Millis{6000});
    return std::nullopt;
}

// A board that is being put right: the hand does what it is told.
std::optional<DemoAct> repairing_act(const Scene& scene) {
    for (const Color color : chess::both_colors) {
        const table::BoardState& board = scene.state.boards[color];
        if (!board.repairing || scene.truth[color] == nullptr) continue;
        const auto step = table::next_repair(*scene.truth[color], scene.state.position().reading());
        if (step) return repair_act(color, *step, Millis{2500});
    }
    return std::nullopt;
}

// The two levers of one clock: the peg board's, if there is one.
Color clock_board(const State& state) {
    const table::Seat& black = state.seat(Color::black);
    const bool black_peg =
        black.board == table::BoardKind::occupancy || black.vision == table::Vision::impaired;
    const bool white_peg = state.seat(Color::white).board == table::BoardKind::occupancy;
    return black_peg && !white_peg && black.board != table::BoardKind::none ? Color::black
                                                                            : Color::white;
}

// The opponent's move has been carried out, and perhaps the own one begun.
bool has_begun_next(const Scene& scene, Color board) {
    const chess::Ply made = scene.state.made();
    const Reading& truth = *scene.truth[board];
    if (!scene.game.has(made + 1)) return truth == board_after(scene, board, made);
    const Movement next = movement(scene, board, made + 1);
    return std::ranges::find(next.stages, truth) != next.stages.end();
}

// The last made move: announced, repeated, pressed, and carried out on the other board.
std::optional<DemoAct> act_for_made(const Scene& scene) {
    const State& state = scene.state;
    const chess::Ply made = state.made();
    const table::PlyRecord& last = state.plies[made];
    const Color mover = last.mover;
    const Position& before = state.positions.before(made);
    const Move move = scene.game.move_of(made);
    if (auto hand = hand_act(scene, mover, made, Millis{600})) return hand;
    if (last.newest(Witness::announcement) == nullptr)
        return announce(scene, mover, made, Millis{600});
    const table::Testimony* repeated = last.newest(Witness::repetition);
    if (repeated == nullptr) {
        const std::optional<Move> wrong =
            scene.plot.misheard_ply == made ? misheard(before, move) : std::nullopt;
        return repeat(scene, !mover, made, wrong.value_or(move));
    }
    if (repeated->move.move != move) {
        const bool said_again = last.newest(Witness::announcement)->at > repeated->at;
        return said_again ? repeat(scene, !mover, made, move)
                          : announce(scene, mover, made, Millis{900});
    }
    if (last.state != table::PlyState::completed) {
        return at_board(
            clock_board(state), devices::PressLever{mover}, pause(made, 4, Millis{400}, Millis{500})
        );
    }
    if (has_begun_next(scene, !mover)) return std::nullopt;
    return hand_act(scene, !mover, made, pause(made, 5, Millis{900}, Millis{1500}));
}

// In Chess960 one says that one castles before one touches king or rook, and on an occupancy board
// only words tell the piece that a pawn becomes.
bool announces_first(const Scene& scene, Color mover, Move move) {
    const bool free_start =
        table::castling_style(*scene.state.setup) == chess::CastlingStyle::king_takes_rook;
    const bool occupancy = scene.state.seat(mover).board == table::BoardKind::occupancy;
    return (move.is_castling() && free_start) || (move.promotion() && occupancy);
}

std::optional<DemoAct> act_for_next(const Scene& scene) {
    const State& state = scene.state;
    const chess::Ply number = state.made() + 1;
    const Color mover = state.to_move();
    const Move move = scene.game.move_of(number);
    const table::PlyRecord* open = state.open_ply();
    const bool announced = open != nullptr && open->newest(Witness::announcement) != nullptr;
    // The first move is prepared at home.
    const Millis thinking =
        number == 1 ? Millis{1200} : pause(number, 1, Millis{1500}, Millis{9000});
    if (!announced && announces_first(scene, mover, move))
        return announce(scene, mover, number, thinking);
    if (auto hand = hand_act(scene, mover, number, thinking)) return hand;
    if (!announced)
        return announce(scene, mover, number, pause(number, 2, Millis{400}, Millis{700}));
    return std::nullopt;
}

// After the last move of the record: as its result says.
std::optional<DemoAct> act_for_result(const Scene& scene) {
    const State& state = scene.state;
    const std::string& result = scene.game.result;
    if (state.end_noted) return std::nullopt; // the Laws ended it
    if (result == "1-0" || result == "0-1") {
        const Color loser = result == "1-0" ? Color::black : Color::white;
        return DemoAct{.after = Millis{5000}, .what = InputBody{table::Resigns{loser}}};
    }
    if (result != "1/2-1/2") return std::nullopt;
    const bool short_game = state.made() < 2;
    if (short_game) {
        return DemoAct{
            .after = Millis{3000},
            .what =
                InputBody{table::ArbiterEnds{.score = laws::Score::draw, .reason = "agreement"}},
        };
    }
    const Color offers = !state.to_move();
    const auto act = state.draw_offer ? table::DrawAct::accept : table::DrawAct::offer;
    return DemoAct{
        .after = Millis{3000},
        .what = InputBody{table::Draws{.seat = state.draw_offer ? !offers : offers, .act = act}},
    };
}

bool is_over(const State& state) {
    return state.phase == table::Phase::ended || state.phase == table::Phase::adjourned;
}

// A square beside the target that is empty, and that neither this move nor the next has to do with.
std::optional<Square> wrong_aperture(const Position& after, Move move, Move next) {
    const chess::SquareSet busy =
        after.occupied() | table::footprint_squares(move) | table::footprint_squares(next);
    const int file = static_cast<int>(move.to().file());
    const int rank = static_cast<int>(move.to().rank());
    for (const int step : {1, -1}) {
        const Square square{
            static_cast<chess::File>((file + step) & 7), static_cast<chess::Rank>(rank)};
        const bool on_board = file + step >= 0 && file + step < 8;
        if (on_board && !busy.contains(square)) return square;
    }
    return std::nullopt;
}

std::optional<Slip> find_slip(const scoresheet::PgnGame& game, const table::TableSetup& setup) {
    Position position = game.start;
    for (chess::Ply ply = 1; game.has(ply + 1); ++ply) {
        const Move move = game.move_of(ply);
        const Color board = !position.turn();
        const bool plain = move.kind() == Move::Kind::ordinary && !position.is_capture(move);
        const Position after = position.after(move);
        const bool apart =
            (table::footprint_squares(move) & table::footprint_squares(game.move_of(ply + 1)))
                .empty();
        const bool impaired = setup.seats[board].vision == table::Vision::impaired &&
            setup.seats[board].board != table::BoardKind::none;
        const auto wrong = wrong_aperture(after, move, game.move_of(ply + 1));
        if (ply >= 6 && plain && apart && impaired && wrong)
            return Slip{.ply = ply, .board = board, .wrong = *wrong};
        position = after;
    }
    return std::nullopt;
}

std::optional<chess::Ply> find_misheard(const scoresheet::PgnGame& game) {
    Position position = game.start;
    for (chess::Ply ply = 1; game.has(ply); ++ply) {
        if (ply >= 3 && misheard(position, game.move_of(ply))) return ply;
        position.play(game.move_of(ply));
    }
    return std::nullopt;
}

} // namespace

DemoPlot plot_for(const scoresheet::PgnGame& game, const table::TableSetup& setup) {
    return {.misheard_ply = find_misheard(game), .slip = find_slip(game, setup)};
}

std::optional<DemoAct> next_act(const Scene& scene) {
    const State& state = scene.state;
    if (is_over(state)) return std::nullopt;
    if (auto act = arbiter_act(scene)) return act;
    if (auto act = repairing_act(scene)) return act;
    const bool repairing = state.boards.white.repairing || state.boards.black.repairing;
    if (state.clocks.halted() && !repairing)
        return arbiter(table::ArbiterAct::resumes, Millis{3000});
    if (state.clocks.halted()) return std::nullopt; // the board comes to rest
    if (state.made() > 0) {
        if (auto act = act_for_made(scene)) return act;
    }
    return scene.game.has(state.made() + 1) ? act_for_next(scene) : act_for_result(scene);
}

chess::Reading board_from_ledger(
    const scoresheet::PgnGame& game, const DemoPlot& plot, const State& state, Color board
) {
    // Looked for among the stages of the movement that was under way, with the pieces that an
    // occupancy sensor cannot know.
    const Scene scene{game, plot, state, nullptr, {}};
    const Reading& reading = state.boards[board].reading;
    const std::size_t done = state.boards[board].trace.size();
    const chess::Ply made = state.made();
    for (const chess::Ply number : {made + 1, made}) {
        if (!game.has(number)) continue;
        const Movement plan = movement(scene, board, number);
        if (done < plan.stages.size() && table::agrees(reading, plan.stages[done]))
            return plan.stages[done];
    }
    Reading result = board_after(scene, board, made);
    for (unsigned i = 0; i < 64; ++i) {
        const Square square = Square::from_index(i);
        if (reading[square].is_empty()) result[square] = SquareReading::empty();
        else if (result[square].is_empty()) result[square] = reading[square];
    }
    return result;
}

} // namespace ansage::app
