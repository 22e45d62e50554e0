// SPDX-License-Identifier: GPL-3.0-or-later
// Real games, every move of them carried out by clumsy hands on both boards. Counted for each way:
// how often the table took down the move that was played, how often another one, and how often the
// arbiter had to be asked.
#include "clumsy.hpp"
#include "support/catch.hpp"
#include "table/sitting.hpp"
#include "table/witnesses/testimony.hpp"
#include "tables.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>

namespace ansage::tests {
namespace {

using chess::Color;
using chess::Move;
using chess::Position;
using scoresheet::PgnGame;
using table::BoardKind;

struct Count {
    unsigned long tried = 0;
    unsigned long right = 0;
    unsigned long wrong = 0; // said, made or completed
    unsigned long asked = 0;
    unsigned long stuck = 0; // neither right nor asked
    unsigned long alarmed = 0; // any other alert that nothing on the board called for
};

struct Tally {
    std::map<std::string, Count, std::less<>> rows;
    Count dark; // where nothing on the board tells, and nobody speaks
    Count wordless; // all others that nobody told of
    Count all;
    std::vector<std::string> failures;
};

struct Outcome {
    bool is_right = false;
    bool is_wrong = false;
    bool is_asked = false;
    bool is_alarmed = false;
};

// A whole game at one table.
class ClumsyGame {
public:
    ClumsyGame(std::uint64_t seed, Tally& tally)
        : seed_(seed),
          dice_(seed * 7919 + 31),
          game_(any_game(dice_)),
          players_{any_player(dice_), any_player(dice_)},
          state_(table::open_table(setup_for(game_.start, players_))),
          tally_(tally) {}

    void play(std::size_t most) {
        submit(table::Arbiter{table::ArbiterAct::starts});
        now_ = now_ + Millis{1000};
        for (ply_ = 0; ply_ < std::min(most, game_.moves.size()) && !is_over(); ++ply_)
            if (!play_ply()) return;
    }

private:
    [[nodiscard]] bool is_over() const {
        return state_.end_noted || state_.phase != table::Phase::playing;
    }

    [[nodiscard]] Move move() const { return game_.moves[ply_]; }

    // False if the game cannot go on.
    bool play_ply() {
        const Color seat = state_.to_move();
        const Player& player = players_[seat];
        // On an occupancy board the player says what a pawn becomes.
        const bool must_speak = player.board == BoardKind::occupancy && move().promotion();
        const bool speaks = player.teller == Teller::player || must_speak;
        before_ = state_.position();
        const Handling handling = clumsy_handling(job_of(seat, player, speaks), dice_);
        outcome_ = {};
        for (const ClumsyAct& act : handling.acts) {
            pass(act.after);
            perform(seat, act);
        }
        pass(handling.until_press);
        story_.push_back("presses");
        submit(table::Presses{.seat = seat, .by = {}});
        pass(table::debounce_time(state_, seat) + Millis{5});
        if (state_.boards[seat].press_waits) pass(table::press_patience);
        count(handling, player, speaks);
        last_ = before_;
        return go_on(seat);
    }

    [[nodiscard]] Job job_of(Color seat, const Player& player, bool speaks) const {
        Job job{.before = before_, .move = move()};
        if (last_) {
            job.before_last = last_;
            job.last = state_.plies[state_.made()].move;
        }
        const bool sighted = players_[seat].vision == table::Vision::sighted;
        job.is_peg_board = !sighted && player.board == BoardKind::occupancy;
        job.rests_make_moves = sighted;
        job.speaks = speaks;
        return job;
    }

    void pass(Millis time) {
        now_ = now_ + time;
        take(table::step(state_, {now_, table::TimeReached{}}));
        while (!state_.unfinished.empty()) {
            const std::uint64_t id = state_.unfinished.begin()->first;
            submit(table::UtteranceReported{.id = id, .outcome = table::SpeechOutcome::finished});
        }
    }

    void submit(table::InputBody body) { take(table::step(state_, {now_, std::move(body)})); }

    void perform(Color seat, const ClumsyAct& act) {
        const std::string at = fmt::format("{} ", act.after.count());
        if (const auto* lift = std::get_if<devices::Lift>(&act.act)) {
            story_.push_back(at + "lifts " + chess::to_string(lift->square));
            submit(table::Lifts{.board = seat, .square = lift->square, .piece = {}});
        } else if (const auto* place = std::get_if<devices::Place>(&act.act)) {
            story_.push_back(at + "places " + chess::to_string(place->square));
            put(seat, *place);
        } else if (const auto* adjust = std::get_if<Adjust>(&act.act)) {
            story_.push_back(at + (adjust->open ? "adjusts" : "adjusted"));
            submit(table::Adjusts{.seat = seat, .open = adjust->open});
        } else {
            story_.push_back(at + "announces");
            submit(table::Announces{.seat = seat, .by = {}, .move = heard(before_, move())});
        }
    }

    // An occupancy board is silent about a piece that replaces another.
    void put(Color seat, const devices::Place& place) {
        const bool identity = players_[seat].board == BoardKind::identity;
        if (identity || state_.boards[seat].reading[place.square].is_empty()) {
            const auto piece = identity ? place.piece : std::nullopt;
            submit(table::Places{.board = seat, .square = place.square, .piece = piece});
        }
    }

    void take(const std::vector<table::Event>& events) {
        for (const table::Event& event : events) {
            if (const auto* made = std::get_if<table::Made>(&event.body)) {
                outcome_.is_wrong = outcome_.is_wrong || made->move != move();
                story_.push_back("made " + made->san);
            } else if (const auto* said = std::get_if<table::Testified>(&event.body)) {
                note(said->testimony);
            } else if (const auto* alerted = std::get_if<table::Alerted>(&event.body)) {
                note(*alerted);
            }
        }
    }

    void note(const table::Testimony& said) {
        const bool by_device =
            said.witness == table::Witness::announcement && said.source == table::Source::device;
        if (by_device) {
            story_.emplace_back("device announces");
            outcome_.is_wrong = outcome_.is_wrong || said.move.move != move();
        }
    }

    void note(const table::Alerted& alerted) {
        story_.push_back(fmt::format("ALERT {}", table::to_string(alerted.kind)));
        if (is_question(alerted.kind)) outcome_.is_asked = true;
        else if (alerted.kind == table::AlertKind::touched_piece_not_moved) was_touched_ = true;
        else outcome_.is_alarmed = true;
    }

    void count(const Handling& handling, const Player& player, bool speaks) {
        const bool is_made = state_.made() == chess::Ply{ply_ + 1} &&
            state_.plies[state_.made()].move == move() &&
            state_.plies[state_.made()].state == table::PlyState::completed;
        outcome_.is_right = is_made && !outcome_.is_wrong && !outcome_.is_asked;
        outcome_.is_alarmed =
            outcome_.is_alarmed || (std::exchange(was_touched_, false) && !handling.is_touched);
        const bool dark = handling.is_dark && !speaks && player.board == BoardKind::occupancy;
        std::vector<std::string> rows{to_string(player)};
        for (const std::string_view way : handling.ways) {
            rows.push_back(fmt::format(
                "{}{}", way, player.board == BoardKind::occupancy ? ", occupancy" : ", identity"
            ));
        }
        if (!dark)
            for (const std::string& row : rows) add(tally_.rows[row]);
        add(tally_.all);
        if (!speaks) add(dark ? tally_.dark : tally_.wordless);
        const bool fine = dark ? !outcome_.is_wrong && (outcome_.is_right || outcome_.is_asked)
                               : outcome_.is_right && !outcome_.is_alarmed;
        if (!fine) fail(handling, player);
        story_.clear();
    }

    void add(Count& row) const {
        ++row.tried;
        row.right += outcome_.is_right ? 1U : 0U;
        row.wrong += outcome_.is_wrong ? 1U : 0U;
        row.asked += outcome_.is_asked && !outcome_.is_wrong ? 1U : 0U;
        row.stuck += outcome_.is_right || outcome_.is_asked || outcome_.is_wrong ? 0U : 1U;
        row.alarmed += outcome_.is_alarmed ? 1U : 0U;
    }

    void fail(const Handling& handling, const Player& player) {
        const bool is_bad = outcome_.is_wrong || outcome_.is_alarmed || !outcome_.is_asked;
        if (tally_.failures.size() < (is_bad ? 60U : 20U)) {
            tally_.failures.push_back(fmt::format(
                "game {} ply {} {}{}; {}; {}: {}",
                seed_,
                ply_ + 1,
                chess::to_string(move().from()),
                chess::to_string(move().to()),
                to_string(player),
                fmt::join(handling.ways, ", "),
                fmt::join(story_, "; ")
            ));
        }
    }

    // The arbiter, asked, lets the player say what he played.
    bool go_on(Color seat) {
        if (state_.made() == chess::Ply{ply_}) {
            submit(table::Announces{.seat = seat, .by = {}, .move = heard(before_, move())});
            pass(Millis{400});
        }
        return state_.made() == chess::Ply{ply_ + 1} &&
            state_.plies[state_.made()].move == move() &&
            state_.clocks.running() == state_.to_move();
    }

    std::uint64_t seed_;
    Dice dice_;
    const PgnGame& game_;
    table::PerColor<Player> players_;
    table::State state_;
    Tally& tally_;
    Instant now_{};
    std::size_t ply_ = 0;
    Position before_;
    std::optional<Position> last_;
    Outcome outcome_;
    bool was_touched_ = false;
    std::vector<std::string> story_;
};

std::string to_line(std::string_view row, const Count& count) {
    return fmt::format(
        "{}: {} tried, {} right, {} wrong, {} asked, {} stuck, {} alarmed",
        row,
        count.tried,
        count.right,
        count.wrong,
        count.asked,
        count.stuck,
        count.alarmed
    );
}

void report(const Tally& tally) {
    for (const auto& [row, count] : tally.rows) fmt::print("{}\n", to_line(row, count));
    fmt::print("{}\n", to_line("nothing on the board tells, and nobody", tally.dark));
    fmt::print("{}\n", to_line("all other handlings without words", tally.wordless));
    fmt::print("{}\n", to_line("all", tally.all));
}

void try_hands(unsigned long handlings) {
    Tally tally;
    for (std::uint64_t seed = 0; tally.all.tried < handlings; ++seed)
        ClumsyGame{seed, tally}.play(400);
    report(tally);
    for (const std::string& failure : tally.failures) fmt::print("{}\n", failure);
    CHECK(tally.all.wrong == 0);
    CHECK(tally.all.alarmed == 0);
    CHECK(tally.all.stuck == 0);
    CHECK(tally.dark.tried > 0);
    CHECK(
        tally.wordless.asked * 1000 <= tally.wordless.tried
    ); // where nothing tells, at most 0.1 %
}

} // namespace

TEST_CASE("However clumsy the hands, the table takes down what they played") { try_hands(20'000); }

TEST_CASE("However clumsy the hands, a million times", "[.long]") { try_hands(1'000'000); }

} // namespace ansage::tests
