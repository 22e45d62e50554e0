// SPDX-License-Identifier: GPL-3.0-or-later
// The demo that is told in three minutes, in virtual time: how long whoever listens would wait.
#include "app/commands/demo_games.hpp"
#include "app/demo/narrator.hpp"
#include "app/demo/pacing.hpp"
#include "app/demo/table.hpp"
#include "files/files.hpp"
#include "scoresheet/pgn.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace {

using namespace ansage;
using app::Pacing;
using base::Instant;
using base::Millis;
using session::Waited;

using Stretches = std::vector<Pacing::Stretch>;

// What a listener has waited for, and whether anybody was hurried who spoke.
struct Waits {
    double listener_ms = 0;
    double quiet_ms = 0; // of these, without a word
    bool hurried = false;
};

class CountingPacer final : public session::Pacer {
public:
    CountingPacer(Waits& waits, const telling::Voice& voice)
        : waits_(waits),
          voice_(voice) {}

    [[nodiscard]] Instant now() const override { return now_; }

    Waited look() override { return Waited::reached; }

    Waited wait_until(std::optional<Instant> instant) override {
        if (!instant) return Waited::never;
        const Instant until = std::max(now_, *instant);
        const double waited = static_cast<double>((until - now_).count()) / speed_;
        waits_.listener_ms += waited;
        waits_.quiet_ms += voice_.room_is_busy() ? 0 : waited;
        waits_.hurried = waits_.hurried || (speed_ > 1 && voice_.room_is_busy());
        now_ = until;
        return Waited::reached;
    }

    void watch(int /*descriptor*/) override {}

    void wake() override {}

    void set_speed(double speed) override { speed_ = speed; }

private:
    Waits& waits_;
    const telling::Voice& voice_;
    Instant now_;
    double speed_ = 1;
};

std::vector<scoresheet::PgnGame> games_of(const std::string& file, std::size_t every) {
    const auto text = files::read_file(std::string{ansage::tests::root()} + "/" + file);
    REQUIRE(text);
    std::vector<scoresheet::PgnGame> games;
    scoresheet::PgnReader reader{*text, file};
    for (std::size_t number = 0; auto game = reader.next(); ++number)
        if (number % every == 0) games.push_back(std::move(*game));
    REQUIRE(!games.empty());
    return games;
}

struct Told {
    Waits waits;
    Stretches quiet;
    unsigned completed = 0; // moves that were told
    std::optional<table::State> end;
};

// What the demo says aloud besides its players.
app::DemoListener tell_aloud(Told& told, const app::Narrator& narrator, telling::Voice& voice) {
    return {
        .input = [](const table::InputBody&) {},
        .event =
            [&](const table::Event& event, const table::State& state) {
                told.completed += std::holds_alternative<table::Completed>(event.body);
                if (auto spoken = narrator.spoken(event, state); !spoken.empty())
                    voice.speak_in_room(std::move(spoken));
            },
        .quiet =
            [&](const Pacing::Stretch& stretch, const table::State& state) {
                told.quiet.push_back(stretch);
                const auto line = narrator.fast_moves(stretch, state.positions.front());
                voice.speak_in_room({{.language = "en", .text = line}});
            }};
}

using Settings = std::vector<std::pair<std::string, std::string>>;

Told listen_to(const scoresheet::PgnGame& record, Settings settings = {}) {
    const app::DemoAssignment assignment{.game = record};
    const app::DemoOptions options{
        .data = ansage::tests::share(), .is_paced = true, .settings = std::move(settings)};
    auto sitting = app::sit_down(assignment, options, std::nullopt);
    REQUIRE(sitting);
    auto voice = telling::Voice::open({telling::AudioChoice::Kind::silent, {}});
    REQUIRE(voice);
    table::PerColor<chess::Reading> pieces{record.start.reading(), record.start.reading()};
    auto boards =
        app::DemoBoards::open(sitting->kit.setup, pieces, app::DemoTime::max, sitting->begin);
    REQUIRE(boards);
    const app::Narrator narrator{sitting->kit.words, "en"};
    const std::string welcome = narrator.welcome(sitting->kit.setup, true).text;
    voice->speak_in_room({{.language = "en", .text = welcome}});
    Told told;
    app::DemoSession game{
        record,
        sitting->plot,
        {.shell = session::Shell{sitting->state, sitting->kit.words, &sitting->journal, {}},
         .journal = &sitting->journal,
         .boards = std::move(*boards),
         .voice = &*voice,
         .told = tell_aloud(told, narrator, *voice),
         .pacing = Pacing{chess::Ply{record.moves.size()}, sitting->plot, sitting->state.made()},
         .pacer = std::make_unique<CountingPacer>(told.waits, *voice)}};
    const auto end = game.play();
    REQUIRE(end);
    told.end = game.state();
    return told;
}

constexpr double second = 1000;
constexpr double most = 180 * second; // the rest is for a busy machine and a slower voice

void check_game(const scoresheet::PgnGame& game, Settings settings = {}) {
    INFO(fmt::format("{} - {}", game.tag("White").value_or("?"), game.tag("Black").value_or("?")));
    const Told told = listen_to(game, std::move(settings));
    CHECK(told.waits.listener_ms < most);
    CHECK_FALSE(told.waits.hurried);
    CHECK(told.end->phase == table::Phase::ended);
}

} // namespace

TEST_CASE("What goes wrong, its repair, the beginning and the end are told, the rest is quiet") {
    const app::DemoPlot plot{
        .misheard_ply = chess::Ply{20},
        .slip = app::Slip{.ply = 40, .board = {}, .wrong = chess::Square{}}};
    CHECK(Pacing{117, plot, 0}.stretches() == Stretches{{5, 19}, {21, 39}, {43, 115}});
    // A resumed game begins with moves that are told, too.
    CHECK(Pacing{117, plot, 30}.stretches() == Stretches{{43, 115}});
    CHECK(Pacing{117, plot, 50}.stretches() == Stretches{{55, 115}});
    CHECK(Pacing{117, {}, 0}.stretches() == Stretches{{5, 115}});
    // Too few to pass fast.
    CHECK(Pacing{11, {}, 0}.stretches().empty());
    CHECK(Pacing{12, {}, 0}.stretches() == Stretches{{5, 10}});
    for (const std::size_t last : {0U, 1U, 2U})
        CHECK(Pacing{chess::Ply{last}, {}, 0}.stretches().empty());
}

TEST_CASE("The shipped demo takes about three minutes, most of them full of words") {
    const Told told = listen_to(games_of("profiles/games/demo.pgn", 1).front());
    CHECK(told.waits.listener_ms > 120 * second);
    CHECK(told.waits.listener_ms < most);
    CHECK(told.waits.quiet_ms < told.waits.listener_ms * 0.6);
    CHECK_FALSE(told.waits.hurried);
    CHECK(told.quiet == Stretches{{9, 115}});
    CHECK(told.completed < 25);
    CHECK(told.end->made() == chess::Ply{117});
    CHECK(told.end->result->termination == laws::Termination::resignation);
}

TEST_CASE("Every game of the demo is told in less than two hundred seconds") {
    for (const scoresheet::PgnGame& game : games_of("profiles/games/demo.pgn", 1)) check_game(game);
}

TEST_CASE("Games with rare events are told in less than two hundred seconds") {
    for (const scoresheet::PgnGame& game : games_of("tests/data/games/rare-events.pgn", 50))
        check_game(game);
    for (const scoresheet::PgnGame& game : games_of("tests/data/games/chess960-selfplay.pgn", 50))
        check_game(game);
}

TEST_CASE("Other seats, words and languages keep the time of the demo") {
    const auto game = games_of("profiles/games/demo.pgn", 1).front();
    check_game(game, {{"white", "sighted identity"}, {"black", "impaired occupancy"}});
    check_game(game, {{"white", "impaired identity"}, {"black", "impaired identity"}});
    check_game(game, {{"mode", "club"}});
}
