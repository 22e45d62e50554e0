// SPDX-License-Identifier: GPL-3.0-or-later
// A real brltty between the driver and a virtual display.
#include "brltty.hpp"
#include "devices/braille_display/driver.hpp"
#include "devices/braille_display/virtual_display.hpp"
#include "support/catch.hpp"
#include "terminal.hpp"

#include <csignal>
#include <fmt/format.h>
#include <poll.h>

// A library call that a hanging brltty never answers keeps what it asked for until the end.
extern "C" const char* __lsan_default_suppressions() { // NOLINT(bugprone-reserved-identifier)
    return "leak:libbrlapi";
}

namespace ansage::devices::braille_display {
namespace {

using base::Millis;
using namespace std::chrono_literals;

constexpr Millis patience{150'000};

// The next event, or nothing within the limit.
std::optional<Event> next_event(Display& display, std::vector<Event>& waiting, Millis limit) {
    const auto end = std::chrono::steady_clock::now() + limit;
    while (waiting.empty() && std::chrono::steady_clock::now() < end) {
        pollfd wait{.fd = display.event_fd(), .events = POLLIN, .revents = 0};
        ::poll(&wait, 1, 100);
        waiting = display.take_events();
    }
    if (waiting.empty()) return std::nullopt;
    Event event = waiting.front();
    waiting.erase(waiting.begin());
    return event;
}

VirtualDisplay open_virtual(std::size_t cells) {
    auto opened = VirtualDisplay::open(cells);
    REQUIRE(opened.has_value());
    return std::move(*opened);
}

bool shows(VirtualDisplay& screen, const std::string& text) {
    return screen.await(
        [&](const VirtualDisplay& display) { return display.text() == text; }, patience
    );
}

TEST_CASE("A text is shown, keys come back, and the display survives its brltty") {
    VirtualDisplay screen = open_virtual(40);
    Brltty brltty{screen.port()};
    REQUIRE(screen.connect(patience));
    Display display{brltty.address()};
    std::vector<Event> waiting;

    std::optional<Event> event = next_event(display, waiting, patience);
    while (event && std::holds_alternative<Lost>(*event))
        event = next_event(display, waiting, patience); // brltty was not up yet
    REQUIRE(event.has_value());
    REQUIRE(std::get<Opened>(*event).cells == 40);

    display.show({.text = "Springer Gustav eins Felix drei"});
    CHECK(shows(screen, "Springer Gustav eins Felix drei"));
    display.show({.text = "Läufer fünf"}); // in the C locale too
    CHECK(shows(screen, "Läufer fünf"));
    // L in the German table, capital by dot 7.
    CHECK(screen.await(
        [](const VirtualDisplay& it) { return it.dots().starts_with("1237|"); }, patience
    ));
    display.show({.text = "ab"}); // far shorter than the display
    CHECK(shows(screen, "ab"));

    const std::vector<std::pair<std::string, Key>> keys{
        {"LNUP", Pressed{Command::earlier}},
        {"LNDN", Pressed{Command::later}},
        {"TIME", Pressed{Command::time}},
        {"HOME", Pressed{Command::repeat}},
        {"ROUTE 5", Routed{5}},
        {"KEY_ENTER", Pressed{Command::newest}},
    };
    for (const auto& [name, expected] : keys) {
        INFO("key " << name);
        screen.press(name);
        const auto came = next_event(display, waiting, patience);
        REQUIRE(came.has_value());
        REQUIRE(std::holds_alternative<Key>(*came));
        CHECK(std::get<Key>(*came) == expected);
    }

    brltty.kill();
    const auto lost = next_event(display, waiting, patience);
    REQUIRE(lost.has_value());
    CHECK(std::get<Lost>(*lost).error.where == "--braille");
    display.show({.text = "Gustav fünf"}); // nobody waits for a display that is gone

    brltty.start();
    REQUIRE(screen.connect(patience));
    const auto back = next_event(display, waiting, patience);
    REQUIRE(back.has_value());
    CHECK(std::get<Opened>(*back).cells == 40);
    CHECK(shows(screen, "Gustav fünf"));
}

// Opened, however long brltty takes to be there.
Opened await_opened(Display& display, std::vector<Event>& waiting) {
    std::optional<Event> event = next_event(display, waiting, patience);
    while (event && std::holds_alternative<Lost>(*event))
        event = next_event(display, waiting, patience);
    REQUIRE(event.has_value());
    return std::get<Opened>(*event);
}

TEST_CASE("A table that shows chess letters and digits alike is told, and gets dots of our own") {
    VirtualDisplay screen = open_virtual(40);
    Brltty brltty{screen.port(), "nl"};
    REQUIRE(screen.connect(patience));
    Display display{brltty.address()};
    std::vector<Event> waiting;
    CHECK(await_opened(display, waiting).confuses_chess);
    display.show({.text = "Sf3 c"});
    REQUIRE(shows(screen, "Sf3 c"));
    // What its reader knows: s, f, c; the digit and the letter are one.
    CHECK(screen.await(
        [](const VirtualDisplay& it) { return it.dots().starts_with("234|124|14| |14|"); }, patience
    ));
    display.show({.text = "Sf3 c", .own = {{0, 0x4e}, {1, 0x0b}, {2, 0x29}}});
    CHECK(screen.await(
        [](const VirtualDisplay& it) { return it.dots().starts_with("2347|124|146| |14|"); },
        patience
    ));
    CHECK(screen.text() == "Sf3 c");
}

TEST_CASE("A table that tells all of them apart is left alone") {
    VirtualDisplay screen = open_virtual(40);
    Brltty brltty{screen.port(), "de"};
    REQUIRE(screen.connect(patience));
    Display display{brltty.address()};
    std::vector<Event> waiting;
    CHECK_FALSE(await_opened(display, waiting).confuses_chess);
}

TEST_CASE("The terminal driver shows the same text and dots, and its keys come back") {
    TerminalDisplay screen;
    const std::string table = GENERATE("de", "nl");
    INFO("table " << table);
    Brltty brltty{
        {"-b", "tt", "-d", screen.path(), "-B", "term=vt100,columns=40,lines=1,charset=UTF-8"},
        table};
    Display display{brltty.address()};
    std::vector<Event> waiting;
    const Opened opened = await_opened(display, waiting);
    CHECK(opened == Opened{.cells = 40, .confuses_chess = table == "nl"});
    const auto shows_both = [&](const std::string& text, const std::string& cells) {
        return screen.await(
            [&](const TerminalDisplay& it) { return it.text() == text && it.cells() == cells; },
            patience
        );
    };
    const bool is_german = table == "de";
    display.show({.text = "Läufer Sf3"});
    CHECK(shows_both("Läufer Sf3", is_german ? "⡇⢜⠥⠋⠑⠗⠀⡎⠋⠩" : "⠇⠜⠥⠋⠑⠗⠀⠎⠋⠉"));
    display.show({.text = "Sf3", .own = {{0, 0x4e}, {2, 0x29}}});
    CHECK(shows_both("Sf3", "⡎⠋⠩"));
    const std::vector<std::pair<std::string, Key>> keys{
        {"\x1bOA", Pressed{Command::earlier}},
        {"\x1bOB", Pressed{Command::later}},
        {"4", Typed{U'4'}},
        {"l", Pressed{Command::repeat}},
        {"c", Pressed{Command::time}},
        {"\r", Pressed{Command::newest}},
    };
    for (const auto& [bytes, expected] : keys) {
        screen.press(bytes);
        const auto came = next_event(display, waiting, patience);
        REQUIRE(came.has_value());
        REQUIRE(std::holds_alternative<Key>(*came));
        CHECK(std::get<Key>(*came) == expected);
    }
    brltty.kill();
    const auto lost = next_event(display, waiting, patience);
    REQUIRE(lost.has_value());
    CHECK(std::holds_alternative<Lost>(*lost));
    display.show({.text = "Eva vier"});
    brltty.start();
    CHECK(await_opened(display, waiting).cells == 40);
    CHECK(screen.await([](const TerminalDisplay& it) { return it.text() == "Eva vier"; }, patience)
    );
}

TEST_CASE("Where no brltty is, that is told once") {
    Display display{{.host = "127.0.0.1:1", .authentication = "none"}};
    std::vector<Event> waiting;
    const auto event = next_event(display, waiting, patience);
    REQUIRE(event.has_value());
    const base::Error error = std::get<Lost>(*event).error;
    CHECK(error.what.text().starts_with("there is no braille display"));
    CHECK_FALSE(next_event(display, waiting, 6s)); // it has been tried again by now
}

TEST_CASE("A brltty that hangs stalls nobody") {
    VirtualDisplay screen = open_virtual(20);
    Brltty brltty{screen.port()};
    REQUIRE(screen.connect(patience));
    std::vector<Event> waiting;
    {
        Display display{brltty.address()};
        std::optional<Event> event = next_event(display, waiting, patience);
        while (event && std::holds_alternative<Lost>(*event))
            event = next_event(display, waiting, patience);
        REQUIRE(event.has_value());
        brltty.signal(SIGSTOP);
        // It returns, although nobody reads.
        for (int i = 0; i < 10'000; ++i) display.show({.text = fmt::format("Eva {}", i)});
    }
    brltty.signal(SIGCONT);
}

TEST_CASE("At rest the display is brltty's again, until something is shown") {
    VirtualDisplay screen = open_virtual(40);
    Brltty brltty{screen.port()};
    REQUIRE(screen.connect(patience));
    Display display{brltty.address()};
    display.show({.text = "Eva vier"});
    REQUIRE(shows(screen, "Eva vier"));
    display.rest();
    screen.press("INFO"); // brltty's own line, which nobody sees while the display is ours
    CHECK(screen.await([](const VirtualDisplay& it) { return it.text() != "Eva vier"; }, patience));
    INFO("then: " << screen.text());
    display.show({.text = "Dora fünf"});
    CHECK(shows(screen, "Dora fünf"));
}

} // namespace
} // namespace ansage::devices::braille_display
