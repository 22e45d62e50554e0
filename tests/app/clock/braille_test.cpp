// SPDX-License-Identifier: GPL-3.0-or-later
// A braille display at a table: what its owner is shown, and what the keys ask, through a real
// brltty.
#include "../../devices/braille_display/brltty.hpp"
#include "acts/table_setup.hpp"
#include "devices/braille_display/virtual_display.hpp"
#include "session/braille_console.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"
#include "support/process.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

namespace {

using ansage::base::Instant;
using ansage::base::Millis;
using ansage::devices::braille_display::Brltty;
using ansage::devices::braille_display::VirtualDisplay;
using ansage::session::braille_line;
using ansage::tests::Process;
namespace table = ansage::table;

constexpr Millis patience{150'000};

bool shows(VirtualDisplay& screen, const std::string& start) {
    const bool is_shown = screen.await(
        [&](const VirtualDisplay& it) { return it.text().starts_with(start); }, patience
    );
    if (!is_shown) UNSCOPED_INFO("shown: \"" << screen.text() << '"');
    return is_shown;
}

// What was typed before it was taken when this is answered: a key of the display comes another way.
bool is_taken(const Process& play) {
    play.write("white frobnicates");
    const auto end = std::chrono::steady_clock::now() + patience;
    const auto is_answered = [&] { return play.errors().find("frobnicates") != std::string::npos; };
    while (!is_answered() && std::chrono::steady_clock::now() < end)
        std::this_thread::sleep_for(Millis{10});
    return is_answered();
}

// The whole line: blanks at its end are none.
bool shows_just(VirtualDisplay& screen, const std::string& line) {
    return shows(screen, line) && screen.text() == line;
}

// The driver tries again every five seconds, and brltty may not be up at once.
class World {
public:
    explicit World(const std::string& table = "de")
        : screen_(*VirtualDisplay::open(40)),
          brltty_(screen_.port(), table),
          home_(ansage::devices::braille_display::make_brltty_folder()) {
        REQUIRE(screen_.connect(patience));
        const auto address = brltty_.address();
        ::setenv("BRLAPI_HOST", address.host.c_str(), 1);
        ::setenv("BRLAPI_AUTH", address.authentication.c_str(), 1);
    }

    World(const World&) = delete;
    World& operator=(const World&) = delete;
    World(World&&) = delete;
    World& operator=(World&&) = delete;

    ~World() {
        ::unsetenv("BRLAPI_HOST");
        ::unsetenv("BRLAPI_AUTH");
        std::error_code ignored;
        std::filesystem::remove_all(home_, ignored);
    }

    [[nodiscard]] VirtualDisplay& screen() { return screen_; }

    [[nodiscard]] Brltty& brltty() { return brltty_; }

    [[nodiscard]] std::string home() const { return home_.string(); }

private:
    VirtualDisplay screen_;
    Brltty brltty_;
    std::filesystem::path home_;
};

TEST_CASE("Moves, answers, prompts and squares on a braille display at a table") {
    World world;
    Process play{
        {ansage::tests::program(),
         "play",
         "--white",
         "impaired none",
         "--black",
         "sighted none",
         "--mode",
         "training",
         "--speech",
         "none",
         "--braille",
         "white"},
        world.home()};
    REQUIRE(play.await("journal "));
    play.write("arbiter starts");
    play.write("white announces Eva zwei Eva vier");
    play.write("white presses");
    REQUIRE(play.await("clock black"));
    play.write("black announces Eva sieben Eva fünf");
    REQUIRE(play.await("made 1... e5"));
    CHECK(shows(world.screen(), "Eva sieben Eva fünf")); // the last move
    world.screen().press("TIME");
    CHECK(play.await("say ear-white: Your time: "));
    CHECK(shows(world.screen(), "Your time: 1:"));
    CHECK(world.screen().text().find(". Opponent: 1:") != std::string::npos); // both on 40 cells
    world.screen().press("HOME");
    CHECK(play.await("say ear-white: Eva sieben Eva fünf"));
    CHECK(shows(world.screen(), "Eva sieben Eva fünf"));
    world.screen().press("NXDIFLN");
    CHECK(shows(world.screen(), "8 tsldklst")); // a rank with its pieces, which stays
    world.screen().press("ROUTE 6");
    CHECK(play.await("say ear-white: Eva acht: "));
    CHECK(shows(world.screen(), "8 tsldklst Eva acht: "));
    // The own score, a move at a time, and short enough for the cells (8.1, D.2.7).
    play.write("white writes 1 braille e4");
    play.write("white writes 2 braille e5");
    play.write("white writes 3 braille d4");
    REQUIRE(is_taken(play));
    world.screen().press("PRPGRPH");
    CHECK(shows_just(world.screen(), "2 d4")); // the newest move
    world.screen().press("PRPGRPH");
    CHECK(shows_just(world.screen(), "1 e4; e5"));
    world.screen().press("NXPGRPH");
    CHECK(shows_just(world.screen(), "2 d4"));
    world.screen().press("NXPGRPH");
    CHECK(shows(world.screen(), "Your score: nothing for move 3."));
    // One key after the other: brltty's driver reads one line of what came at once, and the next
    // when more comes.
    for (const std::string line : {"2 d4", "1 e4; e5", "2 d4", "Eva acht: "}) {
        world.screen().press("LNUP");
        CHECK(shows(world.screen(), line));
    }
    world.screen().press("RETURN");
    CHECK(shows(world.screen(), "Your score: nothing for move 3."));
    world.screen().press("ROUTE 0");
    play.write("white corrects nonsense");
    CHECK(play.await("refused "));
    world.screen().press("LNUP");
    CHECK(shows(world.screen(), "Your score: nothing for move 3.")); // one line back
    world.brltty().kill();
    play.write("white asks moves");
    CHECK(play.await("say ear-white: ")); // text goes on
    play.write("quit");
    CHECK(play.wait() == 0);
}

// The Dutch table shows 3 as c and S as s; the words stay as their reader knows them.
TEST_CASE("A brltty that dies in the middle of a game costs one line, and shows it all again") {
    World world{"nl"};
    Process play{
        {ansage::tests::program(),
         "play",
         "--white",
         "impaired none",
         "--black",
         "sighted none",
         "--language",
         "white=de",
         "--time",
         "10m",
         "--speech",
         "none",
         "--braille",
         "white"},
        world.home()};
    REQUIRE(play.await("journal "));
    play.write("arbiter starts");
    play.write("white announces Eva zwei Eva vier");
    play.write("white presses");
    REQUIRE(play.await("clock black"));
    play.write("black announces e5");
    REQUIRE(play.await("made 1... e5"));
    const auto has_exact_dots = [](const VirtualDisplay& it) {
        return it.text() == "Eva fünf" && it.dots().starts_with("15|1236|1| |124|1256|1345|124|");
    };
    CHECK(world.screen().await(has_exact_dots, patience));
    const std::string before = play.errors(); // brltty may have been slow to come
    world.brltty().kill();
    play.write("white asks moves");
    REQUIRE(play.await("say ear-white: ")); // text goes on
    const std::string words = play.last().substr(std::string{"say ear-white: "}.size());
    world.brltty().start();
    REQUIRE(world.screen().connect(patience));
    CHECK(shows(world.screen(), words)); // what was said meanwhile
    world.screen().press("LNUP");
    CHECK(world.screen().await(has_exact_dots, patience)); // and nothing is lost
    // Of what was decided at once the first is read first, and the rest behind it.
    play.write("white resigns");
    play.write("y");
    CHECK(shows(world.screen(), "Ergebnis: Aufgabe: Schwarz gewinnt. Zum"));
    world.screen().press("FWINRT");
    CHECK(shows(world.screen(), "Unterschreiben: u"));
    play.write("quit");
    CHECK(play.wait() == 0);
    const std::string errors = play.errors().substr(before.size());
    CHECK(errors.starts_with("Braille display: --braille: there is no braille display"));
    CHECK(std::ranges::count(errors, '\n') == 1);
}

TEST_CASE("Without brltty that is one line, and the clock goes on") {
    const auto home = ansage::devices::braille_display::make_brltty_folder();
    ::setenv("BRLAPI_HOST", "127.0.0.1:1", 1);
    Process clock{
        {ansage::tests::program(),
         "clock",
         "--time",
         "10m",
         "--speech",
         "none",
         "--braille",
         "white"},
        home.string()};
    REQUIRE(clock.await("Time: "));
    clock.write("arbiter starts");
    REQUIRE(clock.await("clock white"));
    // Longer than it takes to be tried again.
    for (int i = 0; i < 8; ++i) {
        clock.write("q");
        REQUIRE(clock.await("say ear-white: "));
        std::this_thread::sleep_for(std::chrono::seconds{1});
    }
    clock.write("quit");
    CHECK(clock.wait() == 0);
    ::unsetenv("BRLAPI_HOST");
    const std::string errors = clock.errors();
    CHECK(errors.starts_with("Braille display: --braille: there is no braille display"));
    CHECK(std::ranges::count(errors, '\n') == 1);
    std::error_code ignored;
    std::filesystem::remove_all(home, ignored);
}

TEST_CASE("A player's display has what that player is told, the arbiter's what the arbiter is") {
    table::TableSetup setup;
    setup.time = *ansage::clock::parse_time_control("10m");
    const table::State state = table::open_table(setup);
    const auto event = [](table::EventBody body) {
        return table::Event{.at = Instant{}, .body = std::move(body)};
    };
    const auto said = [&](table::Audience audience) {
        return event(table::Said{
            .audience = audience, .message = {.id = "x", .arguments = {}, .words = "words"}});
    };
    using table::Audience;
    CHECK(braille_line(said(Audience::ear_white), state, Audience::ear_white) == "words");
    CHECK(braille_line(said(Audience::room), state, Audience::ear_white) == "words");
    CHECK_FALSE(braille_line(said(Audience::ear_black), state, Audience::ear_white));
    CHECK_FALSE(braille_line(said(Audience::arbiter), state, Audience::ear_white));
    CHECK(braille_line(said(Audience::arbiter), state, Audience::arbiter) == "words");
    table::Alerted alerted;
    alerted.message.words = "alert";
    const auto alert = event(alerted);
    CHECK(braille_line(alert, state, Audience::arbiter) == "alert");
    CHECK_FALSE(braille_line(alert, state, Audience::ear_black));
}

TEST_CASE("Times stand in digits on the cells, in the words of their reader, for nobody else") {
    using ansage::session::times_line;
    using table::Audience;
    const auto kit =
        ansage::acts::load_table(ansage::acts::default_header(), ansage::tests::share());
    REQUIRE(kit);
    const auto& german = kit->words.catalogue("de");
    table::Said said;
    said.audience = Audience::ear_white;
    said.message.id = "answer.both_times";
    said.message.arguments.time = Millis{5'397'001};
    said.message.arguments.opponent_time = Millis{-4};
    const auto line = [&](Audience owner) {
        return times_line({.at = {}, .body = said}, owner, german);
    };
    CHECK(line(Audience::ear_white) == "Eigene Zeit: 1:29:58. Gegner: 0:00.");
    CHECK_FALSE(line(Audience::ear_black));
    said.message.id = "answer.own_time";
    CHECK(line(Audience::ear_white) == "Eigene Zeit: 1:29:58.");
    said.message.id = "answer.moves";
    CHECK_FALSE(line(Audience::ear_white));
}

TEST_CASE("The arbiter's keys ask as at the arbiter's console; an assistant's ask for words alone"
) {
    using ansage::devices::braille_display::Command;
    using ansage::devices::braille_display::Key;
    using ansage::devices::braille_display::Pressed;
    using ansage::devices::braille_display::Routed;
    using ansage::devices::braille_display::Typed;
    using ansage::session::question_of;
    ansage::devices::braille_display::Window window;
    CHECK(window.take(Typed{U'4'}, 40));
    const auto asked = [&](const Key& key, table::Audience owner) {
        const auto question = question_of(key, window, owner, 0);
        return question ? std::optional{std::get<table::Asks>(*question)} : std::nullopt;
    };
    const auto clocks = asked(Pressed{Command::time}, table::Audience::arbiter);
    REQUIRE(clocks);
    CHECK(clocks->question == table::Question::both);
    CHECK(clocks->by == table::ConsoleRole::arbiter);
    const auto square = asked(Routed{6}, table::Audience::arbiter);
    REQUIRE(square);
    CHECK(square->square == ansage::chess::parse_square("e4"));
    CHECK(square->by == table::ConsoleRole::arbiter);
    CHECK_FALSE(asked(Pressed{Command::score_back}, table::Audience::arbiter));
    const auto last = asked(Pressed{Command::repeat}, table::Audience::assistant);
    REQUIRE(last);
    CHECK(last->question == table::Question::last);
    CHECK(last->by == table::ConsoleRole::assistant);
    CHECK_FALSE(asked(Pressed{Command::time}, table::Audience::assistant));
    CHECK_FALSE(asked(Routed{6}, table::Audience::assistant));
}

// The event itself is not shown again.
TEST_CASE("A refusal stands once on the display of whoever asked") {
    using table::Audience;
    table::TableSetup setup;
    setup.time = *ansage::clock::parse_time_control("10m");
    const table::State state = table::open_table(setup);
    table::Refused refused;
    refused.seat = ansage::chess::Color::black;
    refused.message.words = "no";
    table::Said answer;
    answer.audience = Audience::ear_black;
    answer.cause = table::Cause::refusal;
    answer.message = refused.message;
    CHECK_FALSE(braille_line({.at = {}, .body = refused}, state, Audience::ear_black));
    CHECK(braille_line({.at = {}, .body = answer}, state, Audience::ear_black) == "no");
    CHECK_FALSE(braille_line({.at = {}, .body = answer}, state, Audience::ear_white));
}

} // namespace
