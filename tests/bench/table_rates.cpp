// SPDX-License-Identifier: GPL-3.0-or-later
// How many events a table decides in a second, with and without a journal; and how long it takes
// from a board's byte to the utterance handed to speech.
#include "acts/table_setup.hpp"
#include "app/demo/table.hpp"
#include "devices/peg/driver.hpp"
#include "devices/peg/simulator.hpp"
#include "files/files.hpp"
#include "record/game_files.hpp"
#include "session/sensor_input.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <unistd.h>

namespace {

using namespace ansage;
using base::Instant;
using base::Millis;
using session::Shell;

acts::TableKit load(const std::string& header_text) {
    auto header = acts::read_header(header_text, "bench");
    REQUIRE(header);
    auto kit = acts::load_table(*header, ansage::tests::share());
    if (!kit) FAIL(base::to_line(kit.error()));
    return std::move(*kit);
}

acts::TableKit demo_kit() { return load("@white impaired occupancy\n@black sighted identity\n"); }

scoresheet::PgnGame demo_game() {
    const auto text =
        files::read_file(std::string{ansage::tests::root()} + "/profiles/games/demo.pgn");
    REQUIRE(text);
    scoresheet::PgnReader reader{*text, "demo.pgn"};
    auto game = reader.next();
    REQUIRE(game);
    return std::move(*game);
}

const journal::Session bench_session{
    .program = "bench", .wall_clock = {}, .boot_id = "bench", .at = {}};

// Everything that reached the table in the shipped demo.
std::vector<table::Input> demo_inputs() {
    acts::TableKit kit = demo_kit();
    auto journal = journal::Journal::create_in_memory(kit.journal_header, bench_session);
    REQUIRE(journal);
    const scoresheet::PgnGame game = demo_game();
    table::PerColor<chess::Reading> pieces{game.start.reading(), game.start.reading()};
    auto boards = app::DemoBoards::open(kit.setup, pieces, app::DemoTime::max, {});
    REQUIRE(boards);
    const app::DemoPlot plot = app::plot_for(game, kit.setup);
    app::DemoSession demo{
        game,
        plot,
        {.shell = Shell{table::open_table(kit.setup), kit.words, &*journal},
         .boards = std::move(*boards),
         .told = {
             [](const table::InputBody&) {}, [](const table::Event&, const table::State&) {}}}};
    REQUIRE(demo.play());
    auto reader = journal->read();
    REQUIRE(reader);
    std::vector<table::Input> inputs;
    while (auto entry = *reader->next()) inputs.push_back(entry->input);
    return inputs;
}

std::size_t replay(
    const std::vector<table::Input>& inputs, const acts::TableKit& kit, journal::Journal* journal
) {
    Shell shell{table::open_table(kit.setup), kit.words, journal};
    std::size_t events = 0;
    for (const table::Input& input : inputs) {
        const auto decided = shell.submit(input.at, input.body);
        events += decided ? decided->size() : 0;
    }
    return events;
}

template <class Run>
void print_rate(const char* what, Run&& run) {
    const auto begin = std::chrono::steady_clock::now();
    std::size_t events = 0;
    unsigned rounds = 0;
    while (std::chrono::steady_clock::now() - begin < std::chrono::seconds{1}) {
        events += run();
        ++rounds;
    }
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    fmt::print(
        "{}: {:.0f} thousand events a second, {} games\n",
        what,
        static_cast<double>(events) / took.count() / 1000.0,
        rounds
    );
}

std::string
file_for_a_journal(const std::filesystem::path& folder = std::filesystem::temp_directory_path()) {
    const auto path = folder / "ansage-bench.ansage";
    std::filesystem::remove(path);
    return path.string();
}

void print_micros(std::string_view what, std::vector<double> micros) {
    std::ranges::sort(micros);
    fmt::print(
        "{}: median {:.0f} us, 99th percentile {:.0f} us\n",
        what,
        micros[micros.size() / 2],
        micros[micros.size() * 99 / 100]
    );
}

template <class Act>
double micros_of(const Act& act) {
    const auto begin = std::chrono::steady_clock::now();
    act();
    return std::chrono::duration<double, std::micro>{std::chrono::steady_clock::now() - begin}
        .count();
}

constexpr int rounds = 2000;

// What nobody who keeps a word before he says it can do sooner: one page, and the disk says it has
// it.
std::vector<double> micros_of_a_page() {
    const std::string name = file_for_a_journal();
    const int file = ::open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    REQUIRE(file >= 0);
    const std::vector<char> page(4096, 'a');
    std::vector<double> micros;
    for (int round = 0; round < rounds; ++round) {
        micros.push_back(micros_of([&] {
            REQUIRE(::write(file, page.data(), page.size()) == 4096);
            REQUIRE(::fdatasync(file) == 0);
        }));
    }
    ::close(file);
    std::filesystem::remove(name);
    return micros;
}

} // namespace

TEST_CASE("Events decided a second, with and without a journal") {
    const std::vector<table::Input> inputs = demo_inputs();
    const acts::TableKit kit = demo_kit();
    fmt::print("{} inputs in a game of 117 plies\n", inputs.size());
    BENCHMARK("a game decided, no journal") { return replay(inputs, kit, nullptr); };
    BENCHMARK("a game decided, journal in memory") {
        auto journal = journal::Journal::create_in_memory(kit.journal_header, bench_session);
        return replay(inputs, kit, &*journal);
    };
    print_rate("no journal", [&] { return replay(inputs, kit, nullptr); });
    print_rate("journal in memory", [&] {
        auto journal = journal::Journal::create_in_memory(kit.journal_header, bench_session);
        return replay(inputs, kit, &*journal);
    });
    print_rate("journal on disk", [&] {
        auto journal =
            journal::Journal::create(file_for_a_journal(), kit.journal_header, bench_session);
        return replay(inputs, kit, &*journal);
    });
}

TEST_CASE("From a board's byte to the utterance handed to speech") {
    // The device announces at White's press: the lever's line comes in, the announcement goes out.
    const acts::TableKit kit =
        load("@white impaired occupancy announces=device\n@black sighted identity\n");
    Shell ready{table::open_table(kit.setup), kit.words, nullptr};
    devices::peg::SimulatorSettings settings;
    settings.start = chess::Position{}.reading();
    devices::peg::PegSimulator board{settings};
    devices::peg::PegDriver driver;
    driver.start({});
    driver.receive(board.take_output(), {});
    (void)driver.take_events();
    REQUIRE(ready.submit({}, table::Arbiter{table::ArbiterAct::starts}));
    REQUIRE(ready.submit(
        {Millis{1000}}, table::Lifts{chess::Color::white, *chess::parse_square("e2"), {}}
    ));
    REQUIRE(ready.submit(
        {Millis{2000}}, table::Places{chess::Color::white, *chess::parse_square("e4"), {}}
    ));
    REQUIRE(ready.reach({Millis{3000}}));
    // One press after another, each with a line of its own, at tables that stand alike.
    const auto next_line = [&] {
        board.do_hand(devices::PressLever{chess::Color::white}, {Millis{3000}});
        return board.take_output();
    };
    const auto announce = [&](Shell& shell, const std::vector<std::byte>& line) {
        driver.receive(line, {Millis{3000}});
        std::vector<speech::Segment> spoken;
        for (const devices::SensorEvent& event : driver.take_events()) {
            const auto input = session::input_of(event, chess::Color::white);
            const auto events = shell.submit({Millis{3000}}, *input);
            for (const table::Event& decided : *events) {
                if (const auto* said = std::get_if<table::Said>(&decided.body)) {
                    spoken = shell.words().segments(said->message, "en", shell.state());
                }
            }
        }
        return spoken;
    };
    Shell first = ready;
    const std::vector<speech::Segment> heard = announce(first, next_line());
    REQUIRE(heard.size() == 1);
    REQUIRE(heard.front().text.starts_with("Eva zwei"));
    // Each committed to a journal before it is spoken: on the disk, and where nothing waits for
    // one.
    const auto measure = [&](const std::filesystem::path& folder) {
        auto journal =
            journal::Journal::create(file_for_a_journal(folder), kit.journal_header, bench_session);
        REQUIRE(journal);
        std::vector<double> micros;
        for (int round = 0; round < rounds; ++round) {
            Shell shell{ready.state(), ready.words(), &*journal, ready.now()};
            const std::vector<std::byte> line = next_line();
            micros.push_back(micros_of([&] { REQUIRE(announce(shell, line).size() == 1); }));
        }
        return micros;
    };
    print_micros(
        "last byte to utterance, journal on disk", measure(std::filesystem::temp_directory_path())
    );
    print_micros("a page written and kept by that disk", micros_of_a_page());
    print_micros("last byte to utterance, journal in /dev/shm", measure("/dev/shm"));
    BENCHMARK_ADVANCED("byte to utterance")(Catch::Benchmark::Chronometer meter) {
        std::vector<std::vector<std::byte>> lines;
        std::vector<Shell> shells(static_cast<std::size_t>(meter.runs()), ready);
        for (std::size_t i = 0; i < shells.size(); ++i) lines.push_back(next_line());
        meter.measure([&](int run) {
            const auto index = static_cast<std::size_t>(run);
            return announce(shells[index], lines[index]);
        });
    };
}
