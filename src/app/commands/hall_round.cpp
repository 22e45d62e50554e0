// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/commands/hall_actions.hpp"
#include "app/commands/hall_given.hpp"
#include "base/try.hpp"
#include "files/files.hpp"
#include "hall/listener.hpp"
#include "hall/round.hpp"
#include "terminal/command.hpp"
#include "terminal/options.hpp"
#include "terminal/output.hpp"
#include "terminal/text.hpp"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fmt/format.h>
#include <set>

namespace ansage::app {

using base::Error;
using base::Result;
using namespace std::chrono_literals;

namespace {

namespace fs = std::filesystem;
using hall::Tournament;
using record::Pairing;
using record::Pairings;
using RoundStage = hall::Outcome::Stage;

// What is kept comes at once; whoever tells nothing within that time is not there.
constexpr std::int64_t most_rounds = 100;
constexpr auto patience_for_states = 3s;
constexpr auto patience_for_hall = 15s;

Error round_usage(base::Phrase what, base::Phrase mend) {
    return {std::move(what), "ansage hall", std::move(mend)};
}

Result<Tournament, Error> read_tournament(const std::string& file) {
    const auto bytes = ANSAGE_TRY(files::read_file(file));
    const base::Decoded decoded = base::decode(bytes);
    terminal::print_warning(base::encoding_remark(decoded.taken_for, base::as_it_is(file)));
    // It is written again as it was, letter by letter, but for what has no letters of one byte.
    const bool is_wide =
        decoded.taken_for == base::Encoding::utf16 || decoded.taken_for == base::Encoding::utf32;
    return Tournament::read(is_wide ? decoded.text : bytes, file);
}

// --- pair
Result<unsigned, Error>
round_given(const terminal::Arguments& given, const Tournament& tournament) {
    const auto number = given.number("round");
    if (number) return static_cast<unsigned>(*number);
    if (const auto open = tournament.open_round()) return *open;
    return tl::unexpected(round_usage(
        base::phrase("no round has a game without a result"),
        base::phrase("write the round's pairings into the file with the pairing program")
    ));
}

// Only games in which one of them plays.
Result<void, Error> keep_players(const terminal::Arguments& given, Pairings& pairings) {
    const auto list = given.value("players");
    if (!list) return {};
    std::set<unsigned> wanted;
    for (const std::string& text : split_list(*list)) {
        const auto number = terminal::parse_number(text);
        const bool plays =
            number && std::ranges::any_of(pairings.games, [&](const Pairing& game) {
                return game.players.white.number == *number || game.players.black.number == *number;
            });
        if (!plays) {
            return tl::unexpected(round_usage(
                base::phrase("{} has no game in this round", terminal::printable(text)),
                base::phrase("give the numbers of players, such as --players 3,17")
            ));
        }
        wanted.insert(*number);
    }
    std::erase_if(pairings.games, [&](const Pairing& game) {
        return !wanted.contains(game.players.white.number) &&
            !wanted.contains(game.players.black.number);
    });
    return {};
}

Result<void, Error> name_tables(const terminal::Arguments& given, Pairings& pairings) {
    const auto given_tables = given.value("tables");
    const std::vector<std::string> tables =
        hall_tables_given(given_tables.value_or(std::to_string(pairings.games.size())));
    if (pairings.games.empty() || tables.size() < pairings.games.size()) {
        return tl::unexpected(round_usage(
            base::phrase("{} games for {} tables", pairings.games.size(), tables.size()),
            base::phrase("name a table for each game with --tables, or choose games with --players")
        ));
    }
    std::set<std::string> seen;
    for (std::size_t i = 0; i < pairings.games.size(); ++i) {
        if (!hall::is_name(tables[i]) || !seen.insert(tables[i]).second) {
            return tl::unexpected(round_usage(
                base::phrase("\"{}\" names no table, or two", terminal::printable(tables[i])),
                base::phrase("a name has letters, digits, - and _, at most 40")
            ));
        }
        pairings.games[i].table = tables[i];
    }
    return {};
}

Result<Pairings, Error>
pairings_of(const terminal::Arguments& given, const Tournament& tournament) {
    const auto round = ANSAGE_TRY(round_given(given, tournament));
    auto pairings = ANSAGE_TRY(tournament.pairings(round));
    ANSAGE_TRY(keep_players(given, pairings));
    ANSAGE_TRY(name_tables(given, pairings));
    return pairings;
}

std::string players_of(const Pairing& game) {
    return fmt::format(
        "White {} {}; Black {} {}",
        game.players.white.number,
        game.players.white.name,
        game.players.black.number,
        game.players.black.name
    );
}

// What each table has to type.
void tell_pairings(
    const terminal::Arguments& given, const Pairings& pairings, const fs::path& file
) {
    terminal::print_line(fmt::format("round {} {}", pairings.round, pairings.event));
    for (const Pairing& game : pairings.games)
        terminal::print_line(fmt::format("{}: {}", game.table, players_of(game)));
    terminal::print_line("pairings " + file.string());
    const auto hall = given.value("hall");
    for (const Pairing& game : pairings.games) {
        terminal::print_line(
            hall ? fmt::format(
                       "type ansage play --hall {}/{} --pairings {}",
                       *hall,
                       game.table,
                       file.filename().string()
                   )
                 : fmt::format(
                       "type ansage play --table {} --pairings {}",
                       game.table,
                       file.filename().string()
                   )
        );
    }
}

terminal::Answer pair_round(const terminal::Arguments& given) {
    if (given.words().size() != 1) {
        return tl::unexpected(round_usage(
            base::phrase("one is wanted"),
            base::phrase("write ansage hall pair FILE, a tournament as TRF16")
        ));
    }
    if (const auto hall = given.value("hall")) {
        const auto address = hall::read_address(*hall, "--hall");
        if (!address || !address->table.empty()) {
            return tl::unexpected(
                address ? round_usage(
                              base::phrase("this names a table"),
                              base::phrase("write mqtts://HOST/EVENT")
                          )
                        : address.error()
            );
        }
    }
    const auto tournament = ANSAGE_TRY(read_tournament(given.words().front()));
    const auto pairings = ANSAGE_TRY(pairings_of(given, tournament));
    const fs::path file = given.value_or("out", fmt::format("round-{}.pairings", pairings.round));
    std::error_code ignored;
    if (fs::exists(file, ignored)) {
        return tl::unexpected(Error{
            base::phrase("it is there already"),
            file.string(),
            base::phrase("remove it, or name another with --out")});
    }
    ANSAGE_TRY(files::write_file(file, record::to_text(pairings)));
    tell_pairings(given, pairings, file);
    return terminal::ExitCode::done;
}

// --- results
struct ResultsPlan {
    HallGiven hall;
    std::optional<Tournament> tournament;
    fs::path folder;
};

Result<ResultsPlan, Error> plan_of_results(const terminal::Arguments& given) {
    auto hall = ANSAGE_TRY(hall_given(given));
    ResultsPlan plan{std::move(hall), {}, given.value_or("out", ".")};
    if (const auto trf = given.value("trf")) plan.tournament = ANSAGE_TRY(read_tournament(*trf));
    return plan;
}

enum class Heard : std::uint8_t { all, some, nobody, interrupted };

// Until all that is wanted was heard.
Heard listen_for_states(
    hall::Listener& listener,
    hall::Round& round,
    const ResultsPlan& plan,
    const terminal::Arguments& given
) {
    const bool waits_for_all = given.has("wait");
    const HallTroubles troubles{given};
    using Clock = std::chrono::steady_clock;
    const Clock::time_point begun = Clock::now();
    std::optional<Clock::time_point> up_since;
    const auto is_enough = [&] { return waits_for_all ? round.is_confirmed() : round.is_heard(); };
    while (!is_enough()) {
        for (const hall::Listener::Heard& heard : listener.wait(100ms))
            round.take_state(heard.table, heard.payload);
        troubles.tell(listener, plan.hall.address);
        if (listener.is_interrupted()) return Heard::interrupted;
        const Clock::time_point now = Clock::now();
        if (listener.link().is_up() && !up_since) up_since = now;
        if (!waits_for_all && up_since && now - *up_since > patience_for_states) return Heard::some;
        if (!waits_for_all && !up_since && now - begun > patience_for_hall) return Heard::nobody;
    }
    return Heard::all;
}

Result<void, Error> write_results(ResultsPlan& plan, const hall::Round& round) {
    std::error_code ignored;
    fs::create_directories(plan.folder, ignored);
    const std::string name = fmt::format("round-{}", plan.hall.pairings.round);
    const fs::path csv = plan.folder / (name + ".csv");
    ANSAGE_TRY(files::write_file(csv, round.to_csv()));
    terminal::print_line("csv " + csv.string());
    if (!plan.tournament) return {};
    ANSAGE_TRY(round.write_results(*plan.tournament));
    const fs::path trf = plan.folder / (name + ".trf");
    ANSAGE_TRY(files::write_file(trf, plan.tournament->text()));
    terminal::print_line("trf " + trf.string());
    return {};
}

void tell_results(const hall::Round& round) {
    for (const Pairing& game : round.pairings().games) {
        const hall::Outcome outcome = round.outcome(game);
        const std::string result = outcome.result ? fmt::format(
                                                        "{} {}, ",
                                                        laws::to_string(outcome.result->score),
                                                        laws::to_string(outcome.result->termination)
                                                    )
                                                  : "";
        terminal::print_line(
            fmt::format("{}: {}{}", game.table, result, hall::to_string(outcome.stage))
        );
    }
}

terminal::Options hall_pair_options() {
    return terminal::Options{
        "hall pair",
        "FILE",
        "from a tournament as TRF16, who plays at which table: a file for play --pairings, and "
        "what each table has to type"}
        .number(
            "round",
            "N",
            "which round; the last that has games without a result if not given",
            {1, most_rounds}
        )
        .value("tables", "N|LIST", "their names, in the order of the boards; as many as games")
        .value("players", "LIST", "only games in which one of these numbers plays")
        .value("hall", "ADDRESS", "mqtts://HOST/EVENT, for what is to be typed")
        .value("out", "FILE", "round-N.pairings if not given");
}

terminal::Options hall_results_options() {
    terminal::Options options{
        "hall results",
        "ADDRESS",
        "the results of a round that both players signed (8.7), as CSV and TRF; 1 while one lacks"};
    add_hall_options(options);
    options.value("trf", "FILE", "the tournament that it was made of; the results go into a copy")
        .value("out", "FOLDER", "where round-N.csv and round-N.trf go; here if not given")
        .flag("wait", "until all are confirmed");
    return options;
}

terminal::Answer run_hall_results(const terminal::Arguments& given) {
    auto plan = ANSAGE_TRY(plan_of_results(given));
    std::signal(SIGPIPE, SIG_IGN);
    hall::Round round{plan.hall.pairings};
    hall::Listener listener{plan.hall.address, plan.hall.account, {"arbiter/state"}};
    if (listen_for_states(listener, round, plan, given) == Heard::nobody) {
        return tl::unexpected(terminal::unavailable(
            {base::phrase("the hall does not answer"),
             plan.hall.address.text(),
             base::phrase("try again when it does")}
        ));
    }
    tell_results(round);
    ANSAGE_TRY(write_results(plan, round));
    return terminal::done_or_no(round.is_confirmed());
}

} // namespace

const terminal::Action hall_pair{hall_pair_options, pair_round};
const terminal::Action hall_results{hall_results_options, run_hall_results};

} // namespace ansage::app
