// SPDX-License-Identifier: GPL-3.0-or-later
// Whole games with clumsy hands at boards whose sensors err, and what was really played. Slips of
// hands and noise of sensors have rates of their own; what is measured is the table.
#include "clumsy.hpp"
#include "noisy_table.hpp"
#include "support/catch.hpp"
#include "table/sitting.hpp"
#include "table/witnesses/watcher.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>

namespace ansage::tests {
namespace {

using chess::Color;
using chess::Move;
using chess::Position;
using chess::Square;
using devices::noise::Disturbance;
using devices::noise::Fault;
using devices::noise::Scanning;
using scoresheet::PgnGame;
using table::BoardKind;

// Committed before the table was taught about noise; change the table, not these.
struct Rates {
    unsigned plies_for_a_disturbance = 50; // 0: none
    unsigned of_them_at_the_worst = 2; // one in so many
    bool any_fault = false; // not only drop-outs and flicker
};

struct NoisyTally {
    unsigned long plies = 0;
    unsigned long right = 0;
    unsigned long wrong = 0; // made or completed
    unsigned long wrong_words = 0; // said by the device
    unsigned long accused = 0; // of what he did not do
    unsigned long asked = 0; // every sensor_unclear and every alert
    unsigned long stuck = 0; // not taken down, and nobody was asked
    unsigned long dark = 0; // not counted: nothing on the board tells, and nobody speaks
    unsigned long disturbed = 0;
    std::vector<Millis> judged_after; // the press, where a board was disturbed
    std::vector<std::string> failures;
};

bool accuses(table::AlertKind kind) {
    using enum table::AlertKind;
    return kind == illegal_move_completed || kind == touched_piece_not_moved ||
        kind == pressed_before_made || kind == announcement_differs_from_board;
}

// What is done in a turn, at its instant.
struct Timed {
    Instant at;
    ClumsyAct act;
};

class NoisyGame : public NoisyTable {
public:
    NoisyGame(
        const PgnGame& game,
        const Seating& seating,
        std::uint64_t seed,
        Dice dice,
        const Rates& rates,
        NoisyTally& tally
    )
        : NoisyTable(setup_for(game.start, seating.players), seating),
          seed_(seed),
          dice_(dice),
          rates_(rates),
          game_(game),
          players_(seating.players),
          tally_(tally) {}

    void play(std::size_t most) {
        submit(table::Arbiter{table::ArbiterAct::starts});
        pass(Millis{1000});
        for (ply_ = 0; ply_ < std::min(most, game_.moves.size()) && !is_over(); ++ply_)
            if (!play_ply()) return;
    }

private:
    [[nodiscard]] bool is_over() const {
        return state().end_noted || state().phase != table::Phase::playing;
    }

    [[nodiscard]] Move move() const { return game_.moves[ply_]; }

    bool play_ply() {
        const Color seat = state().to_move();
        const Player& player = players_[seat];
        before_ = state().position();
        outcome_ = {};
        begin_story();
        const bool occupancy = player.board == BoardKind::occupancy;
        const bool speaks = player.teller == Teller::player || (occupancy && move().promotion());
        const Handling handling = clumsy_handling(job_of(player, speaks), dice_);
        std::vector<Timed> acts;
        Instant at = now();
        for (const ClumsyAct& act : handling.acts) acts.push_back({at = at + act.after, act});
        press_at_ = at + std::max(handling.until_press, reach_for_clock(seat));
        disturb(seat, acts);
        for (const Timed& timed : acts) {
            pass_until(timed.at);
            perform(seat, timed.act);
        }
        pass_until(press_at_);
        tell("presses");
        submit(table::Presses{.seat = seat, .by = {}});
        pass(Millis{1400});
        const bool is_unseen = occupancy && unseen_lifts_ > 0;
        count(handling, player, (handling.is_dark || is_unseen) && !speaks && occupancy);
        last_ = before_;
        return go_on(seat);
    }

    [[nodiscard]] Job job_of(const Player& player, bool speaks) {
        Job job{.before = before_, .move = move()};
        if (last_) {
            job.before_last = last_;
            job.last = state().plies[state().made()].move;
        }
        const bool sighted = player.vision == table::Vision::sighted;
        job.is_peg_board = !sighted && player.board == BoardKind::occupancy;
        job.rests_make_moves = sighted;
        job.speaks = speaks;
        unseen_lifts_ = 0;
        return job;
    }

    // --- the noise

    void disturb(Color seat, const std::vector<Timed>& acts) {
        is_disturbed_ =
            rates_.plies_for_a_disturbance > 0 && dice_.one_in(rates_.plies_for_a_disturbance);
        if (!is_disturbed_) return;
        const bool worst = dice_.one_in(rates_.of_them_at_the_worst);
        Disturbance one{
            .fault = rates_.any_fault
                ? base::all_enumerators<Fault>[dice_.below(base::all_enumerators<Fault>.size())]
                : (dice_.one_in(2) ? Fault::drop_out : Fault::flicker),
            .square = any_of(before_.occupied(), dice_),
            .from = Instant{dice_.between(
                static_cast<int>(now().since_open.count()),
                static_cast<int>(press_at_.since_open.count())
            )},
            .length = dice_.between(20, 250)};
        if (worst) place_at_the_worst(one, acts);
        const Scanning& its = scanning(seat);
        const int looks = one.fault == Fault::drop_out ? 1 : 2 + static_cast<int>(dice_.below(4));
        one.length = std::max(one.length, its.every * its.agreeing * looks);
        tell(fmt::format(
            "{} of {} from {} for {}",
            base::to_string(one.fault),
            chess::to_string(one.square),
            (one.from - now()).count(),
            one.length.count()
        ));
        sensors(seat).disturb(one);
    }

    // Around the press, at the capture, at the second half of a castling or promotion, or when a
    // piece of the other colour is taken up.
    void place_at_the_worst(Disturbance& one, const std::vector<Timed>& acts) {
        const chess::SquareSet own = table::footprint_squares(move());
        if (acts.empty() || dice_.one_in(2)) {
            one.from = press_at_ + dice_.between(-200, 30);
            one.square = dice_.one_in(3) ? any_of(before_.occupied(), dice_) : any_of(own, dice_);
            return;
        }
        const Timed& act = acts[dice_.below(acts.size())];
        one.from = act.at + dice_.between(0, 40);
        one.square =
            dice_.one_in(2) ? any_of(before_.of(!before_.turn()), dice_) : any_of(own, dice_);
    }

    // Where an occupancy board has to see that a piece was taken up.
    [[nodiscard]] bool is_of_move(Square square) const {
        const bool is_hard = ply_ < game_.moves.size() &&
            (move().is_castling() || (before_.is_capture(move()) && square == move().to()));
        return is_hard && table::footprint_squares(move()).contains(square);
    }

    void perform(Color seat, const ClumsyAct& act) {
        if (const auto* lift = std::get_if<devices::Lift>(&act.act)) {
            tell("hand lifts " + chess::to_string(lift->square));
            if (is_of_move(lift->square)) ++unseen_lifts_;
            sensors(seat).do_hand(*lift, now());
        } else if (const auto* place = std::get_if<devices::Place>(&act.act)) {
            tell("hand places " + chess::to_string(place->square));
            sensors(seat).do_hand(*place, now());
        } else if (const auto* adjust = std::get_if<Adjust>(&act.act)) {
            tell(adjust->open ? "adjusts" : "adjusted");
            submit(table::Adjusts{.seat = seat, .open = adjust->open});
        } else {
            tell("announces");
            submit(table::Announces{.seat = seat, .by = {}, .move = words_for(before_, move())});
        }
    }

    void heard(const devices::SensorEvent& event) override {
        const auto* const lifted = std::get_if<devices::Lifted>(&event);
        if (lifted != nullptr && is_of_move(lifted->square)) --unseen_lifts_;
    }

    // --- what the table makes of it
    void take(const std::vector<table::Event>& events) override {
        for (const table::Event& event : events) {
            if (const auto* made = std::get_if<table::Made>(&event.body)) {
                outcome_.is_wrong = outcome_.is_wrong || made->move != move();
                tell("made " + made->san);
            } else if (const auto* said = std::get_if<table::Testified>(&event.body)) {
                note(said->testimony);
            } else if (const auto* alerted = std::get_if<table::Alerted>(&event.body)) {
                note(*alerted);
            } else if (std::holds_alternative<table::Completed>(event.body)) {
                outcome_.completed = event.at;
            }
        }
    }

    void note(const table::Testimony& said) {
        const bool by_device =
            said.witness == table::Witness::announcement && said.source == table::Source::device;
        if (!by_device) return;
        tell("device announces " + said.move.text);
        outcome_.is_misspoken = outcome_.is_misspoken || said.move.move != move();
    }

    void note(const table::Alerted& alerted) {
        tell(fmt::format("ALERT {}", table::to_string(alerted.kind)));
        if (alerted.kind == table::AlertKind::touched_piece_not_moved) outcome_.was_touched = true;
        else if (accuses(alerted.kind)) outcome_.is_accused = true;
        else outcome_.is_asked = true;
    }

    void count(const Handling& handling, const Player& player, bool is_dark) {
        const bool is_made = state().made() == chess::Ply{ply_ + 1} &&
            state().plies[state().made()].move == move() &&
            state().plies[state().made()].state == table::PlyState::completed;
        const bool is_accused =
            outcome_.is_accused || (outcome_.was_touched && !handling.is_touched);
        tally_.wrong_words += outcome_.is_misspoken ? 1U : 0U;
        tally_.accused += is_accused && !is_dark ? 1U : 0U;
        tally_.wrong += outcome_.is_wrong && !is_dark ? 1U : 0U;
        if (is_dark) {
            ++tally_.dark;
        } else {
            ++tally_.plies;
            const bool is_asked = outcome_.is_asked || is_accused;
            tally_.asked += is_asked ? 1U : 0U;
            tally_.right += is_made && !outcome_.is_wrong && !is_asked ? 1U : 0U;
            tally_.stuck += !is_made && !is_asked && !outcome_.is_wrong ? 1U : 0U;
        }
        tally_.disturbed += is_disturbed_ ? 1U : 0U;
        if (is_disturbed_ && outcome_.completed)
            tally_.judged_after.push_back(*outcome_.completed - press_at_);
        const bool fine = !outcome_.is_wrong && !outcome_.is_misspoken &&
            (is_dark || (is_made && !is_accused && !outcome_.is_asked));
        if (!fine) fail(handling, player);
    }

    void fail(const Handling& handling, const Player& player) {
        const bool is_bad = outcome_.is_wrong || outcome_.is_misspoken || outcome_.is_accused;
        if (tally_.failures.size() >= (is_bad ? 60U : 30U)) return;
        tally_.failures.push_back(fmt::format(
            "game {} ply {} {}{}; {}; {} and {}; {}: {}",
            seed_,
            ply_ + 1,
            chess::to_string(move().from()),
            chess::to_string(move().to()),
            to_string(player),
            scanning(Color::white).name,
            scanning(Color::black).name,
            fmt::join(handling.ways, ", "),
            fmt::join(story(), "; ")
        ));
    }

    bool go_on(Color seat) {
        if (state().made() == chess::Ply{ply_}) {
            submit(table::Announces{.seat = seat, .by = {}, .move = words_for(before_, move())});
            pass(Millis{400});
        }
        return state().made() == chess::Ply{ply_ + 1} &&
            state().plies[state().made()].move == move() &&
            state().clocks.running() == state().to_move();
    }

    struct NoisyOutcome {
        bool is_wrong = false;
        bool is_misspoken = false;
        bool is_accused = false;
        bool was_touched = false;
        bool is_asked = false;
        std::optional<Instant> completed;
    };

    std::uint64_t seed_;
    Dice dice_;
    Rates rates_;
    const PgnGame& game_;
    table::PerColor<Player> players_;
    NoisyTally& tally_;
    Instant press_at_{};
    std::size_t ply_ = 0;
    Position before_;
    std::optional<Position> last_;
    NoisyOutcome outcome_;
    int unseen_lifts_ = 0; // quicker than the board looks
    bool is_disturbed_ = false;
};

Millis percentile(std::vector<Millis> times, std::size_t percent) {
    if (times.empty()) return Millis{0};
    std::ranges::sort(times);
    return times[times.size() * percent / 100];
}

NoisyTally play_noisy(unsigned long games, const Rates& rates, std::uint64_t first) {
    NoisyTally tally;
    for (std::uint64_t seed = first; seed < first + games; ++seed) {
        Dice dice{seed * 104'729 + 17};
        const PgnGame& game = any_game(dice);
        const Seating seating = any_seating(dice);
        NoisyGame{game, seating, seed, dice, rates, tally}.play(400);
    }
    fmt::print(
        "{} plies, {} right, {} wrong, {} wrong words, {} accused, {} asked, {} stuck; {} dark, {} "
        "disturbed, judged after {} ms (95th percentile)\n",
        tally.plies,
        tally.right,
        tally.wrong,
        tally.wrong_words,
        tally.accused,
        tally.asked,
        tally.stuck,
        tally.dark,
        tally.disturbed,
        percentile(tally.judged_after, 95).count()
    );
    for (const std::string& failure : tally.failures) fmt::print("{}\n", failure);
    return tally;
}

constexpr Rates quiet{.plies_for_a_disturbance = 0};
constexpr Rates noisy{};
constexpr Rates everything{.plies_for_a_disturbance = 10, .any_fault = true};

void check_quiet(const NoisyTally& tally) {
    CHECK(tally.wrong == 0);
    CHECK(tally.wrong_words == 0);
    CHECK(tally.accused == 0);
    CHECK(tally.stuck == 0);
    CHECK(tally.asked * 1000 <= tally.plies);
}

void check_noisy(const NoisyTally& tally) {
    CHECK(tally.disturbed > 0);
    CHECK(tally.wrong_words == 0);
    CHECK(tally.accused == 0);
    CHECK(tally.right * 1000 >= tally.plies * 999);
    CHECK(tally.asked * 1000 <= tally.plies * 3);
    CHECK(percentile(tally.judged_after, 95) <= Millis{400});
}

} // namespace

TEST_CASE("On quiet boards every game is taken down as it was played", "[noise]") {
    check_quiet(play_noisy(40, quiet, 0));
}

TEST_CASE("On boards that drop out and flicker hardly anybody is asked", "[noise]") {
    check_noisy(play_noisy(80, noisy, 0));
}

TEST_CASE("Whatever sensors do, nobody is accused and nothing wrong is said", "[noise]") {
    const NoisyTally tally = play_noisy(20, everything, 0);
    CHECK(tally.wrong_words == 0);
    CHECK(tally.accused == 0);
}

TEST_CASE("On quiet boards, 20,000 games", "[.long][noise]") {
    check_quiet(play_noisy(20'000, quiet, 0));
}

TEST_CASE("On boards that drop out and flicker, 2,000 games", "[.long][noise]") {
    check_noisy(play_noisy(2'000, noisy, 1'000'000));
}

TEST_CASE("On boards that drop out and flicker, 20,000 games", "[.long][noise]") {
    check_noisy(play_noisy(20'000, noisy, 1'000'000));
}

} // namespace ansage::tests
