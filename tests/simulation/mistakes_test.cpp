// SPDX-License-Identifier: GPL-3.0-or-later
// Real games, played on by people who make mistakes: every mistake is found at the ply where it
// arises, and nothing else is. The report says for each kind how often.
#include "mistakes.hpp"
#include "scoresheet/pgn.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"
#include "table/model/names.hpp"
#include "table/sitting.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fstream>
#include <iterator>
#include <map>

namespace ansage::tests {
namespace {

using chess::Color;
using chess::Move;
using chess::Position;
using scoresheet::PgnGame;

std::vector<PgnGame> read_games(const std::string& name) {
    std::ifstream file{tests::root() + "/tests/data/games/" + name, std::ios::binary};
    REQUIRE(file.good());
    const std::string text{std::istreambuf_iterator<char>{file}, {}};
    scoresheet::PgnReader reader{text, name};
    std::vector<PgnGame> read;
    while (auto game = reader.next())
        if (game->moves.size() >= 20) read.push_back(std::move(*game));
    return read;
}

// One game in four is Chess960 (Guidelines II).
const PgnGame& any_game(Dice& dice) {
    static const std::vector<PgnGame> games = read_games("rare-events.pgn");
    static const std::vector<PgnGame> chess960 = read_games("chess960-selfplay.pgn");
    const std::vector<PgnGame>& some = dice.one_in(4) ? chess960 : games;
    return some[dice.below(some.size())];
}

// A stretch of a real game.
struct Stretch {
    Position start;
    std::vector<Move> moves;
};

bool is_special(const Mistake& plan, Move move) {
    if (plan.name.find("promotion") != std::string_view::npos) return move.promotion().has_value();
    return move.is_castling() || move.promotion() || move.is_en_passant();
}

// Every second stretch leads up to a castling, a promotion or an en passant capture, as the mistake
// needs it.
Stretch any_stretch(Dice& dice, const Mistake& plan) {
    const PgnGame& game = any_game(dice);
    std::vector<std::size_t> special;
    std::vector<Position> positions{game.start};
    for (std::size_t ply = 0; ply < game.moves.size(); ++ply) {
        if (is_special(plan, game.moves[ply])) special.push_back(ply);
        positions.push_back(positions.back().after(game.moves[ply]));
    }
    std::size_t first = dice.below(game.moves.size() - 10);
    if (!special.empty() && dice.one_in(2)) {
        const std::size_t ply = special[dice.below(special.size())];
        first = ply - std::min<std::size_t>(ply, 1 + dice.below(3));
    }
    constexpr std::size_t longest = 24;
    const std::size_t last = std::min(first + longest, game.moves.size());
    return {
        positions[first],
        {game.moves.begin() + static_cast<std::ptrdiff_t>(first),
         game.moves.begin() + static_cast<std::ptrdiff_t>(last)}};
}

table::Seat any_seat(Dice& dice) {
    table::Seat seat;
    seat.vision = dice.one_in(2) ? table::Vision::impaired : table::Vision::sighted;
    seat.board = dice.one_in(2) ? table::BoardKind::identity : table::BoardKind::occupancy;
    if (dice.one_in(8)) seat.board = table::BoardKind::none;
    return seat;
}

table::TableSetup any_setup(Dice& dice, const Position& start) {
    static const laws::Edition edition = test_edition();
    table::TableSetup setup;
    setup.edition = edition;
    setup.time = *clock::parse_time_control("90m+30s");
    setup.start = start;
    setup.seats = {any_seat(dice), any_seat(dice)};
    return setup;
}

struct Tally {
    unsigned happened = 0;
    unsigned expected = 0;
    unsigned at_once = 0;
    unsigned late = 0;
    unsigned missed = 0;
    unsigned false_alarms = 0;
    unsigned wrong_records = 0; // the table took down another move than was played
};

using Report = std::map<std::string_view, Tally>;

// One game: somewhere on the way something goes wrong, and later perhaps something else.
class Game {
public:
    Game(std::uint64_t seed, Report& report, std::vector<std::string>& failures)
        : seed_(seed),
          dice_(seed * 7919 + 17),
          plan_(&mistakes()[seed_ % mistakes().size()]),
          stretch_(any_stretch(dice_, *plan_)),
          people_(any_setup(dice_, stretch_.start), dice_),
          report_(report),
          failures_(failures) {}

    void play() {
        while (ply_ + 2 < stretch_.moves.size() && !is_over()) {
            play_turn();
            account();
            if (!check_record()) return;
        }
        for (const Expectation& expectation : pending_) {
            report_[blame_].missed += expectation.found ? 0U : 1U;
            if (!expectation.found)
                fail(fmt::format("missed {}", table::to_string(expectation.kind)));
        }
    }

private:
    [[nodiscard]] bool is_over() const {
        return people_.state().end_noted || people_.state().phase != table::Phase::playing;
    }

    void play_turn() {
        Turn turn{people_, stretch_.moves[ply_], stretch_.moves[ply_ + 1]};
        if (plan_ != nullptr && ply_ >= 1 && plan_->play(turn)) {
            blame_ = plan_->name;
            Tally& tally = report_[blame_];
            ++tally.happened;
            tally.expected += static_cast<unsigned>(turn.expected.size());
            pending_ = turn.expected;
            const chess::Ply played{ply_ + (plan_->takes_two_turns ? 2 : 1)};
            ply_ = turn.back_to.value_or(played).value();
            plan_ = dice_.one_in(3) && pending_.empty() ? &any_mistake() : nullptr;
            return;
        }
        people_.take_turn(stretch_.moves[ply_]);
        ++ply_;
    }

    const Mistake& any_mistake() { return mistakes()[dice_.below(mistakes().size())]; }

    // What was raised belongs to what was expected; the rest is a false alarm, or comes late.
    void account() {
        Tally& tally = report_[blame_];
        for (Expectation& expectation : pending_) {
            if (expectation.in_time) {
                ++tally.at_once;
                expectation.in_time = false;
            }
        }
        for (Raised& raised : people_.raised) {
            if (!raised.expected && !is_known_state(raised)) settle(raised, tally);
            raised.expected = true;
        }
        for (const table::Refusal refusal : people_.refused) {
            ++tally.false_alarms;
            fail(fmt::format("refused {}", table::to_string(refusal)));
        }
        people_.refused.clear();
    }

    void settle(const Raised& raised, Tally& tally) {
        const auto waiting = std::ranges::find_if(pending_, [&](const Expectation& expectation) {
            return !expectation.found && expectation.kind == raised.kind &&
                expectation.about == raised.about;
        });
        if (waiting != pending_.end()) {
            waiting->found = true;
            ++tally.late;
            fail(fmt::format("late {}", table::to_string(raised.kind)));
        } else {
            ++tally.false_alarms;
            fail(fmt::format("false alarm {}", table::to_string(raised.kind)));
        }
    }

    // A board that is no longer kept: once, and never again.
    bool is_known_state(const Raised& raised) {
        const bool first = raised.kind == table::AlertKind::board_not_kept && raised.about &&
            !people_.keeps(*raised.about) && !told_not_kept_;
        told_not_kept_ = told_not_kept_ || first;
        return first;
    }

    bool check_record() {
        const table::State& state = people_.state();
        const bool right = state.made() == chess::Ply{ply_} &&
            (ply_ == 0 || state.plies[state.made()].move == stretch_.moves[ply_ - 1]);
        if (!right) {
            ++report_[blame_].wrong_records;
            fail("the record is not the game");
        }
        return right;
    }

    void fail(const std::string& what) {
        if (failures_.size() < 20) {
            const std::size_t length = std::min<std::size_t>(people_.story.size(), 60);
            const auto first = people_.story.end() - static_cast<std::ptrdiff_t>(length);
            failures_.push_back(fmt::format(
                "game {}, {}: {}; white {} {}, black {} {}: {}",
                seed_,
                blame_,
                what,
                table::to_string(people_.state().seat(Color::white).vision),
                table::to_string(people_.state().seat(Color::white).board),
                table::to_string(people_.state().seat(Color::black).vision),
                table::to_string(people_.state().seat(Color::black).board),
                fmt::join(std::vector<std::string>{first, people_.story.end()}, "; ")
            ));
        }
    }

    std::uint64_t seed_;
    Dice dice_;
    const Mistake* plan_; // what will go wrong; null once it has
    Stretch stretch_;
    People people_;
    Report& report_;
    std::vector<std::string>& failures_;
    std::size_t ply_ = 0;
    std::string_view blame_ = "nothing wrong";
    std::vector<Expectation> pending_;
    bool told_not_kept_ = false;
};

std::string to_line(std::string_view name, const Tally& tally) {
    return fmt::format(
        "{}: happened {}, to be found {}, at once {}, late {}, missed {}, false {}, wrong record "
        "{}",
        name,
        tally.happened,
        tally.expected,
        tally.at_once,
        tally.late,
        tally.missed,
        tally.false_alarms,
        tally.wrong_records
    );
}

void simulate(std::uint64_t games, unsigned least) {
    Report report;
    std::vector<std::string> failures;
    for (std::uint64_t seed = 0; seed < games; ++seed) Game{seed, report, failures}.play();
    for (const std::string& failure : failures) UNSCOPED_INFO(failure);
    for (const auto& [name, tally] : report) {
        UNSCOPED_INFO(to_line(name, tally));
        fmt::print("{}\n", to_line(name, tally));
    }
    CHECK(failures.empty());
    for (const Mistake& mistake : mistakes()) {
        const Tally& tally = report[mistake.name];
        INFO(to_line(mistake.name, tally));
        CHECK(tally.happened >= least);
        CHECK(tally.at_once == tally.expected);
        CHECK(tally.late + tally.missed + tally.false_alarms + tally.wrong_records == 0);
    }
}

} // namespace

TEST_CASE("Every mistake is found at its ply, and there is no false alarm") { simulate(740, 1); }

TEST_CASE("Every mistake is found at its ply in 20,000 games, and no false alarm", "[.long]") {
    simulate(20'000, 10);
}

} // namespace ansage::tests
