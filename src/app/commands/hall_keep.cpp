// SPDX-License-Identifier: GPL-3.0-or-later

#include "acts/settings.hpp"
#include "acts/table_setup.hpp"
#include "app/commands/given.hpp"
#include "app/commands/hall_actions.hpp"
#include "app/commands/hall_given.hpp"
#include "base/try.hpp"
#include "hall/gathered.hpp"
#include "hall/given.hpp"
#include "hall/listener.hpp"
#include "hall/reporter.hpp"
#include "hall/round.hpp"
#include "journal/replay.hpp"
#include "record/game_files.hpp"
#include "record/game_resume.hpp"
#include "terminal/command.hpp"
#include "terminal/output.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <poll.h>
#include <unistd.h>

namespace ansage::app {

using base::Error;
using namespace std::chrono_literals;

namespace {

namespace fs = std::filesystem;
using FetchClock = std::chrono::steady_clock;
using FetchStage = hall::Outcome::Stage;

// --- fetch
constexpr auto patience_for_chunk = 3s;
constexpr unsigned most_questions = 3; // without an answer
constexpr auto patience_for_tables = 3s; // what is kept comes at once
constexpr auto patience_for_broker = 15s;

// One table's journal on its way.
struct FetchedTable {
    enum class Stage : std::uint8_t { waiting, asking, done, failed };

    Stage stage = Stage::waiting;
    bool is_here = false;
    hall::Assembly assembly{};
    FetchClock::time_point asked_at{};
    unsigned questions = 0;
    bool is_confirmed = false; // when it was asked
};

class Fetching {
public:
    Fetching(HallGiven given, const terminal::Arguments& arguments)
        : given_(std::move(given)),
          waits_(arguments.has("wait")),
          folder_(arguments.value_or("out", "journals")),
          data_(data_given(arguments)),
          troubles_(arguments),
          round_(given_.pairings),
          listener_(given_.address, given_.account, {"arbiter/state", "public/here", "journal"}) {
        for (const record::Pairing& game : given_.pairings.games) tables_[game.table];
    }

    terminal::Answer run() {
        std::error_code error;
        if (fs::create_directories(folder_, error))
            fs::permissions(folder_, fs::perms::owner_all, error);
        const FetchClock::time_point begun = FetchClock::now();
        std::optional<FetchClock::time_point> up_since;
        while (!listener_.is_interrupted()) {
            for (const hall::Listener::Heard& heard : listener_.wait(100ms)) take(heard);
            troubles_.tell(listener_, given_.address);
            const FetchClock::time_point now = FetchClock::now();
            if (listener_.link().is_up() && !up_since) up_since = now;
            if (!up_since && !waits_ && now - begun > patience_for_broker) {
                return tl::unexpected(terminal::unavailable(
                    {base::phrase("the hall does not answer"),
                     given_.address.text(),
                     base::phrase("try again when it does")}
                ));
            }
            ask(now);
            if (is_finished(up_since && now - *up_since > patience_for_tables)) break;
        }
        return tell_rest();
    }

private:
    void take(const hall::Listener::Heard& heard) {
        const auto found = tables_.find(heard.table);
        if (found == tables_.end()) return;
        FetchedTable& table = found->second;
        if (heard.what == "public/here") {
            table.is_here = heard.payload.find("true") != std::string::npos;
        } else if (heard.what == "arbiter/state") {
            round_.take_state(heard.table, heard.payload);
            again_if_signed(heard.table, table);
        } else if (table.stage == FetchedTable::Stage::asking) {
            take_chunk(heard.table, table, heard.payload);
        }
    }

    FetchStage stage_of(const std::string& name) const {
        return round_.outcome(*record::find_table(given_.pairings, name)).stage;
    }

    // What was fetched before both had signed is fetched again.
    void again_if_signed(const std::string& name, FetchedTable& table) const {
        const bool is_more = table.stage == FetchedTable::Stage::done && !table.is_confirmed &&
            stage_of(name) == FetchStage::confirmed;
        if (is_more) table = FetchedTable{.is_here = table.is_here};
    }

    void take_chunk(const std::string& name, FetchedTable& table, const std::string& chunk) {
        using News = hall::Assembly::News;
        switch (table.assembly.take(chunk)) {
        case News::none: return;
        case News::more:
            table.asked_at = FetchClock::now();
            table.questions = 0;
            return;
        case News::broken:
            table.assembly = {}; // asked again when the time is up
            return;
        case News::whole: keep(name, table);
        }
    }

    void keep(const std::string& name, FetchedTable& table) const {
        const fs::path file = folder_ / (name + ".ansage");
        const auto kept =
            hall::keep_journal(table.assembly.bytes(), table.assembly.digest(), file, data_);
        table.stage = kept ? FetchedTable::Stage::done : FetchedTable::Stage::failed;
        if (!kept) {
            terminal::print_error(kept.error());
            return;
        }
        terminal::print_line(fmt::format(
            "{}: verified ok, {}, records {}, moves {}, result {}, digest {}",
            name,
            kept->is_new ? "kept" : "kept before",
            kept->records,
            kept->moves,
            kept->result,
            table.assembly.digest()
        ));
    }

    bool is_wanted(const std::string& name) const {
        const FetchStage stage = stage_of(name);
        return stage == FetchStage::confirmed || (!waits_ && stage == FetchStage::ended);
    }

    // A table that is not there is not asked.
    void ask(FetchClock::time_point now) {
        for (auto& [name, table] : tables_) {
            const bool may_ask = table.is_here && is_wanted(name);
            const bool begins = table.stage == FetchedTable::Stage::waiting && may_ask;
            const bool repeats = table.stage == FetchedTable::Stage::asking &&
                now - table.asked_at > patience_for_chunk;
            if (repeats && ++table.questions >= most_questions) {
                table = FetchedTable{
                    .stage = waits_ ? FetchedTable::Stage::waiting : FetchedTable::Stage::failed,
                    .is_here = false};
                continue;
            }
            if ((begins || repeats) &&
                listener_.ask(name, fmt::format("{{\"journal\":{}}}", table.assembly.missing()))) {
                table.stage = FetchedTable::Stage::asking;
                table.asked_at = now;
                table.is_confirmed = stage_of(name) == FetchStage::confirmed;
            }
        }
    }

    bool is_finished(bool has_waited) const {
        using Stage = FetchedTable::Stage;
        return std::ranges::all_of(tables_, [&](const auto& one) {
            const auto& [name, table] = one;
            const bool is_over = table.stage == Stage::done || table.stage == Stage::failed;
            const bool will_not_come = has_waited && !waits_ && table.stage == Stage::waiting;
            return (is_over && (!waits_ || table.is_confirmed)) || will_not_come;
        });
    }

    terminal::ExitCode tell_rest() const {
        bool are_all = true;
        for (const auto& [name, table] : tables_) {
            if (table.stage == FetchedTable::Stage::done) continue;
            are_all = false;
            terminal::print_line(
                is_wanted(name)
                    ? fmt::format(
                          "{}: not fetched; at its machine: ansage hall catch-up "
                          "JOURNAL --hall {}/{} --stay",
                          name,
                          given_.address.text(),
                          name
                      )
                    : fmt::format("{}: not fetched; {}", name, hall::to_string(stage_of(name)))
            );
        }
        return terminal::done_or_no(are_all);
    }

    HallGiven given_;
    bool waits_;
    fs::path folder_;
    std::string data_;
    HallTroubles troubles_;
    hall::Round round_;
    std::map<std::string, FetchedTable> tables_;
    hall::Listener listener_;
};

// --- catch-up
// True: all of it is told, and the broker has it.
bool tell_all(
    hall::Reporter& reporter, base::Instant begin, const HallTroubles& troubles, bool stays
) {
    const int stop = hall::open_stop_descriptor();
    const FetchClock::time_point begun = FetchClock::now();
    bool is_told = false;
    reporter.connect();
    while (stays || !is_told) {
        std::array<pollfd, 2> waits{
            pollfd{stop, POLLIN, 0}, pollfd{reporter.wake_descriptor(), POLLIN, 0}};
        ::poll(waits.data(), waits.size(), 20);
        const auto passed = std::chrono::duration_cast<base::Millis>(FetchClock::now() - begun);
        reporter.step(begin + passed);
        if (const auto trouble = reporter.take_trouble())
            troubles.tell(*trouble, reporter.address());
        if (const auto error = reporter.take_error()) {
            terminal::print_error(*error);
            break;
        }
        if (!is_told && reporter.is_all_confirmed()) {
            is_told = true;
            terminal::print_line(fmt::format(
                "told {} lines, {} of them to everybody",
                reporter.count(hall::Audience::arbiter) + reporter.count(hall::Audience::everybody),
                reporter.count(hall::Audience::everybody)
            ));
        }
        const bool is_late = !stays && !is_told && passed > patience_for_broker;
        if (waits[0].revents != 0 || is_late) break;
    }
    ::close(stop);
    reporter.disconnect();
    return is_told;
}

terminal::Options hall_fetch_options() {
    terminal::Options options{
        "hall fetch",
        "ADDRESS",
        "the journals of a round's games that are over, verified, into one folder; 1 while one "
        "lacks"};
    add_hall_options(options);
    options.value("out", "FOLDER", "where they are kept; journals if not given")
        .flag("wait", "until all are there, each when both players have signed")
        .value("data", "FOLDER", "where profiles are looked for first");
    return options;
}

terminal::Answer run_hall_fetch(const terminal::Arguments& given) {
    auto hall = ANSAGE_TRY(hall_given(given));
    std::signal(SIGPIPE, SIG_IGN);
    return Fetching{std::move(hall), given}.run();
}

terminal::Options hall_catch_up_options() {
    terminal::Options options{
        "hall catch-up",
        "JOURNAL",
        "tells a hall what is in the journal of a table that is closed"};
    acts::add_settings(options, {"hall", "hall-account"})
        .flag("stay", "until interrupted, so that hall fetch gets the journal");
    return acts::add_settings(options, {"data"});
}

terminal::Answer run_hall_catch_up(const terminal::Arguments& given) {
    auto reports = ANSAGE_TRY(hall::reports_given(given));
    if (!reports) {
        return tl::unexpected(Error{
            base::phrase("--hall is wanted"),
            "ansage hall catch-up",
            base::phrase("write mqtts://HOST/EVENT/TABLE")});
    }
    const auto path = ANSAGE_TRY(game_given(given));
    auto [journal, kit] = ANSAGE_TRY(record::open_game(path, data_given(given)));
    ANSAGE_TRY(journal::rebuild(journal, kit.setup));
    std::signal(SIGPIPE, SIG_IGN);
    const base::Instant end = journal.last_instant().value_or(base::Instant{});
    hall::Reporter reporter{*std::move(reports), journal, kit.setup, kit.words};
    reporter.stand_still(end);
    const bool is_told = tell_all(reporter, end, HallTroubles{given}, given.has("stay"));
    return is_told ? terminal::ExitCode::done : terminal::ExitCode::unavailable;
}

} // namespace

const terminal::Action hall_fetch{hall_fetch_options, run_hall_fetch};
const terminal::Action hall_catch_up{hall_catch_up_options, run_hall_catch_up};

} // namespace ansage::app
