// SPDX-License-Identifier: GPL-3.0-or-later
// ansage hall live: a round as PGN for relays.
#include "app/commands/hall_actions.hpp"
#include "app/commands/hall_given.hpp"
#include "base/try.hpp"
#include "files/files.hpp"
#include "hall/listener.hpp"
#include "hall/live_score.hpp"
#include "terminal/command.hpp"
#include "terminal/output.hpp"

#include <chrono>
#include <csignal>
#include <ctime>
#include <fmt/chrono.h>
#include <fmt/format.h>

namespace ansage::app {

using base::Error;
using base::Millis;
using base::Result;
using namespace std::chrono_literals;

namespace {

constexpr std::int64_t longest_delay_minutes = 1440; // a day
constexpr std::int64_t longest_delay_moves = 500;

// Nobody may leave it out by mistake.
Result<hall::Delay, Error> delay_given(const terminal::Arguments& given) {
    const auto minutes = given.number("delay-minutes");
    const auto moves = given.number("delay-moves");
    if (!minutes && !moves) {
        return tl::unexpected(Error{
            base::phrase("a delay is wanted"),
            "ansage hall live",
            base::phrase(
                "write --delay-minutes N or --delay-moves N as the regulations ask; 0 for none"
            )});
    }
    return hall::Delay{
        std::chrono::minutes{minutes.value_or(0)}, static_cast<unsigned>(moves.value_or(0))};
}

Millis since_start(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration_cast<Millis>(std::chrono::steady_clock::now() - start);
}

terminal::Options hall_live_options() {
    terminal::Options options{
        "hall live",
        "ADDRESS",
        "the games of a round as PGN, later than they are played, until all are over or it is "
        "interrupted"};
    add_hall_options(options);
    options
        .number(
            "delay-minutes",
            "N",
            "each move that long after it was played",
            {0, longest_delay_minutes}
        )
        .number(
            "delay-moves",
            "N",
            "while a game goes on, without its last N moves of each player",
            {0, longest_delay_moves}
        )
        .value("out", "FILE", "replaced whole at each change; round-N.pgn if not given")
        .value("data", "FOLDER", "where profiles are looked for first");
    return options;
}

// NOLINTNEXTLINE(readability-function-size): the macro nests
terminal::Answer run_hall_live(const terminal::Arguments& given) {
    const auto hall = ANSAGE_TRY(hall_given(given));
    const auto delay = ANSAGE_TRY(delay_given(given));
    std::signal(SIGPIPE, SIG_IGN);
    const std::string file =
        given.value_or("out", fmt::format("round-{}.pgn", hall.pairings.round));
    hall::LiveScore score{
        hall.pairings, delay, fmt::format("{:%Y.%m.%d}", fmt::localtime(std::time(nullptr)))};
    const HallTroubles troubles{given};
    hall::Listener listener{hall.address, hall.account, {"arbiter/score", "arbiter/state"}};
    const auto start = std::chrono::steady_clock::now();
    std::string written;
    terminal::print_line("pgn " + file);
    while (!listener.is_interrupted()) {
        for (const hall::Listener::Heard& heard : listener.wait(200ms))
            score.take(heard.table, heard.payload, since_start(start));
        troubles.tell(listener, hall.address);
        const Millis now = since_start(start);
        if (std::string pgn = score.to_pgn(now); pgn != written) {
            ANSAGE_TRY(files::write_file(file, pgn));
            written = std::move(pgn);
        }
        if (score.is_over(now)) {
            terminal::print_line("over");
            break;
        }
    }
    return terminal::ExitCode::done;
}

} // namespace

const terminal::Action hall_live{hall_live_options, run_hall_live};

} // namespace ansage::app
