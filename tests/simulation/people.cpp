// SPDX-License-Identifier: GPL-3.0-or-later
#include "people.hpp"

#include "chess/repair.hpp"
#include "table/model/names.hpp"
#include "table/witnesses/watcher.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace ansage::tests {

using chess::Color;
using chess::Move;
using chess::Piece;
using chess::Position;
using chess::Reading;
using chess::Square;
using chess::SquareReading;
using devices::hands::Style;
using table::InputBody;

namespace {

// The ways that leave nothing to chance: no own man is knocked about, a castling begins with its
// king (4.4.2), and an occupancy sensor sees that a square was emptied.
bool is_plain(const Style& style, bool knows_pieces) {
    using namespace devices::hands;
    const bool visible = knows_pieces ||
        (style.capture != CaptureOrder::never_empty &&
         style.promotion != PromotionOrder::exchanged_never_empty);
    return style.passage != Passage::nudging && style.castling != CastlingOrder::rook_first &&
        visible;
}

// No man stands on a square that the piece passes; something may stand wrong there.
bool has_room(const Position& before, Move move, const Style& style, const Reading& board) {
    const chess::SquareSet own = table::footprint_squares(move);
    return std::ranges::none_of(
        devices::hands::acts_of(before, move, style),
        [&](const devices::hands::TimedAct& timed) {
            const auto* places = std::get_if<devices::Place>(&timed.act);
            return places != nullptr && !own.contains(places->square) &&
                !board[places->square].is_empty();
        }
    );
}

struct Way {
    Color board{};
    std::optional<Square> not_on;
};

Style any_style(const Position& before, Move move, People& people, const Way& way) {
    std::vector<Style> styles = devices::hands::styles_for(before, move);
    Reading board = people.truth(way.board);
    if (way.not_on && board[*way.not_on].is_empty()) board[*way.not_on] = SquareReading::occupied();
    // A peg is lifted out of its aperture.
    const bool pegs = !people.knows_pieces(way.board) && !people.is_sighted(way.board);
    std::erase_if(styles, [&](const Style& style) {
        return !is_plain(style, people.knows_pieces(way.board)) ||
            (pegs && style.passage == devices::hands::Passage::slid) ||
            !has_room(before, move, style, board);
    });
    return styles.empty() ? Style{} : styles[people.dice().below(styles.size())];
}

std::string name_of(const table::HeardMove& words) {
    if (words.said.castling)
        return words.said.castling == table::CastlingSide::short_side ? "O-O" : "O-O-O";
    std::string name = words.said.from ? chess::to_string(*words.said.from) : "";
    name += words.said.to ? chess::to_string(*words.said.to) : "";
    return name +
        (words.said.promotion ? std::string(1, chess::to_char(*words.said.promotion)) : "");
}

} // namespace

std::uint64_t Dice::next() {
    state_ += 0x9E3779B97F4A7C15ULL;
    std::uint64_t mixed = state_;
    mixed = (mixed ^ (mixed >> 30U)) * 0xBF58476D1CE4E5B9ULL;
    mixed = (mixed ^ (mixed >> 27U)) * 0x94D049BB133111EBULL;
    return mixed ^ (mixed >> 31U);
}

table::HeardMove words_for(const Position& before, Move move) {
    const auto piece = before.at(move.from());
    table::HeardMove heard{.text = {}, .move = {}, .error = {}, .said = {}};
    heard.said = table::spoken(move, piece ? piece->role : chess::Role::pawn);
    heard.text = name_of(heard);
    if (before.is_legal(move)) heard.move = move;
    else heard.error = chess::MoveError::illegal;
    return heard;
}

People::People(table::TableSetup setup, Dice& dice)
    : dice_(dice),
      state_(table::open_table(std::move(setup))) {
    truth_ = {state_.position().reading(), state_.position().reading()};
    submit(table::Arbiter{table::ArbiterAct::starts});
    wait(Millis{1000});
}

bool People::can_tell(Color board, const Reading& one, const Reading& other) const {
    if (!has_sensors(board)) return false;
    return knows_pieces(board) ? !(one == other)
                               : !(chess::occupancy_of(one) == chess::occupancy_of(other));
}

void People::note(const std::vector<table::Event>& events) {
    for (const table::Event& event : events) {
        if (const auto* alerted = std::get_if<table::Alerted>(&event.body)) {
            raised.push_back({alerted->kind, alerted->about, alerted->ply});
            story.push_back(fmt::format(
                "ALERT {} about {} ply {} square {}",
                table::to_string(alerted->kind),
                alerted->about ? chess::to_string(*alerted->about) : "nobody",
                alerted->ply.value(),
                alerted->squares.empty() ? "-" : chess::to_string(alerted->squares.first())
            ));
        } else if (const auto* refusal = std::get_if<table::Refused>(&event.body)) {
            refused.push_back(refusal->reason);
            story.push_back(fmt::format("REFUSED {}", table::to_string(refusal->reason)));
        } else if (const auto* made = std::get_if<table::Made>(&event.body)) {
            story.push_back(fmt::format("made {} {}", made->ply.value(), made->san));
        }
    }
}

void People::decide(InputBody body) {
    const table::Input input{now_, std::move(body)};
    const std::vector<table::Event> events = table::step(state_, input);
    note(events);
    if (watch) watch(input, events);
}

void People::settle_what_is_said() {
    while (!state_.unfinished.empty()) {
        const std::uint64_t id = state_.unfinished.begin()->first;
        decide(table::UtteranceReported{.id = id, .outcome = table::SpeechOutcome::finished});
    }
}

void People::wait(Millis time) {
    now_ = now_ + time;
    decide(table::TimeReached{});
    settle_what_is_said();
}

void People::submit(InputBody body) {
    decide(std::move(body));
    settle_what_is_said();
}

bool People::arrives(Color board) {
    unsigned& left = until_lost_[board];
    const bool is_lost = left == 1;
    left -= left > 0 ? 1U : 0U;
    if (is_lost) story.push_back(fmt::format("{} loses a change", chess::to_string(board)));
    return has_sensors(board) && !is_lost;
}

void People::show_all(Color board) {
    const Reading& stands = truth_[board];
    const Reading seen = knows_pieces(board) ? stands : chess::occupancy_of(stands);
    story.push_back(fmt::format("{} shows all", chess::to_string(board)));
    submit(table::Shows{.board = board, .reading = seen});
    wait(Millis{400});
}

void People::lift(Color board, Square square, Millis after) {
    wait(after);
    truth_[board][square] = SquareReading::empty();
    if (arrives(board)) {
        story.push_back(
            fmt::format("{} lifts {}", chess::to_string(board), chess::to_string(square))
        );
        submit(table::Lifts{.board = board, .square = square, .piece = {}});
    }
}

void People::place(Color board, Square square, Piece piece, Millis after) {
    wait(after);
    truth_[board][square] = SquareReading::of(piece);
    if (arrives(board)) {
        story.push_back(
            fmt::format("{} places {}", chess::to_string(board), chess::to_string(square))
        );
        table::Places places{.board = board, .square = square, .piece = {}};
        if (knows_pieces(board)) places.piece = piece;
        submit(places);
    }
}

void People::shift(Color board, Square from, std::optional<Square> to) {
    const std::optional<Piece> piece = truth_[board][from].piece();
    lift(board, from, dice_.between(300, 900));
    if (to && piece) place(board, *to, *piece, dice_.between(300, 900));
}

void People::announce(Color seat, const table::HeardMove& words) {
    wait(dice_.between(200, 900));
    story.push_back(fmt::format("{} announces {}", chess::to_string(seat), name_of(words)));
    submit(table::Announces{.seat = seat, .by = {}, .move = words});
}

void People::correct(Color seat, const table::HeardMove& words) {
    story.push_back(fmt::format("{} corrects {}", chess::to_string(seat), name_of(words)));
    submit(table::Corrects{.seat = seat, .move = words});
}

void People::repeat(Color seat, const table::HeardMove& words) {
    wait(dice_.between(200, 900));
    story.push_back(fmt::format("{} repeats {}", chess::to_string(seat), name_of(words)));
    submit(table::Repeats{.seat = seat, .by = {}, .move = words});
}

void People::press(Color seat) {
    wait(dice_.between(100, 700));
    story.push_back(fmt::format("{} presses", chess::to_string(seat)));
    submit(table::Presses{.seat = seat, .by = {}});
}

void People::tell_executed(Color seat, const table::HeardMove& words) {
    wait(dice_.between(100, 500));
    story.push_back(fmt::format("{} executes {}", chess::to_string(seat), name_of(words)));
    submit(table::Executes{.seat = seat, .move = words});
}

void People::tell_perhaps(Color seat, const Position& before, Move move) {
    if (tells_ && !has_sensors(seat) && dice_.one_in(2))
        tell_executed(seat, words_for(before, move));
}

void People::lose_board(Color board) {
    story.push_back(fmt::format("{} board lost", chess::to_string(board)));
    submit(table::BoardReports{.board = board, .report = table::BoardReport::lost});
    lost_[board] = true;
}

void People::find_board(Color board) {
    story.push_back(fmt::format("{} board back", chess::to_string(board)));
    lost_[board] = false;
    submit(table::BoardReports{.board = board, .report = table::BoardReport::back});
    show_all(board);
}

void People::carry_out(
    Color board, const Position& before, Move move, std::optional<Square> not_on
) {
    if (!keeps_[board]) return;
    const Style style = any_style(before, move, *this, {board, not_on});
    Millis last{0};
    wait(dice_.between(400, 2500));
    for (const auto& [offset, act] : devices::hands::acts_of(before, move, style)) {
        const Millis after = offset - last;
        last = offset;
        if (const auto* lifts = std::get_if<devices::Lift>(&act)) lift(board, lifts->square, after);
        else if (const auto* places = std::get_if<devices::Place>(&act))
            place(board, places->square, *places->piece, after);
    }
}

void People::execute_last(Color seat) {
    const chess::Ply made = state_.made();
    if (made == 0 || executed_[seat] == made || state_.plies[made].mover == seat) return;
    carry_out(seat, state_.positions.before(made), *state_.plies[made].move);
    executed_[seat] = made;
    tell_perhaps(seat, state_.positions.before(made), *state_.plies[made].move);
}

void People::repeat_last(Color seat) {
    const chess::Ply made = state_.made();
    const bool heard =
        made > 0 && state_.plies[made].newest(table::Witness::announcement) != nullptr;
    if (heard && state_.plies[made].mover != seat && !dice_.one_in(10))
        repeat(seat, words_for(state_.positions.before(made), *state_.plies[made].move));
}

void People::listen(Color seat) {
    if (dice_.one_in(2)) {
        repeat_last(seat);
        execute_last(seat);
    } else {
        execute_last(seat);
        repeat_last(seat);
    }
}

void People::play(Move move) {
    const Color seat = mover();
    const Position before = state_.position();
    const table::HeardMove words = words_for(before, move);
    const bool words_first = dice_.one_in(2);
    if (words_first) announce(seat, words);
    carry_out(seat, before, move);
    if (!words_first) announce(seat, words);
    tell_perhaps(seat, before, move);
}

void People::take_turn(Move move) {
    const Color seat = mover();
    listen(seat);
    wait(dice_.between(1000, 9000));
    play(move);
    // Now and then the opponent is quick to carry it out.
    if (dice_.one_in(6) && state_.to_move() != seat) execute_last(!seat);
    press(seat);
    wait(Millis{400});
}

void People::put_right(Color board) {
    const Reading target = state_.position().reading();
    for (const auto& [offset, act] :
         devices::hands::acts_of(chess::repairs(truth_[board], target))) {
        if (const auto* lifts = std::get_if<devices::Lift>(&act)) {
            lift(board, lifts->square, Millis{600});
        } else if (const auto* places = std::get_if<devices::Place>(&act)) {
            const auto piece = places->piece ? places->piece : target[places->square].piece();
            place(board, places->square, *piece, Millis{600});
        }
    }
    truth_[board] = target;
    executed_[board] = state_.made();
    wait(Millis{400});
}

void People::arbiter_mends() {
    wait(dice_.between(500, 3000));
    submit(table::Arbiter{table::ArbiterAct::pauses});
    while (state_.open_proposal() != nullptr)
        submit(table::Arbiter{table::ArbiterAct::accepts_proposal});
    for (const Color color : chess::both_colors) {
        put_right(color);
        if (state_.boards[color].repairing) submit(table::Confirms{color});
    }
    wait(dice_.between(500, 3000));
    submit(table::Arbiter{table::ArbiterAct::resumes});
    wait(Millis{400});
}

} // namespace ansage::tests
