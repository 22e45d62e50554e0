// SPDX-License-Identifier: GPL-3.0-or-later
// ansage run SCRIPT...: plays table scripts and prints or checks what happens.
#include "acts/script_check.hpp"
#include "acts/table_setup.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/given.hpp"
#include "base/try.hpp"
#include "consoles/ear_log.hpp"
#include "files/files.hpp"
#include "session/script_participant.hpp"
#include "session/session.hpp"
#include "table/model/names.hpp"
#include "terminal/options.hpp"
#include "terminal/output.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iostream>
#include <iterator>

namespace ansage::app {

using base::Error;
using base::Instant;
using base::Result;

namespace {

struct RunOptions {
    std::string data;
    bool check = false;
    bool json = false;
    bool ears = false; // who is told what, instead of the outcomes
    std::optional<table::ConsoleRole> as; // what that console shows, instead of the outcomes
    std::vector<std::string> header_lines; // of --profile, --words ..., after the script's own
};

Result<std::string, Error> read_text(const std::string& file) {
    auto read = ANSAGE_TRY(file == "-" ? files::read_text(std::cin, file) : files::read_text(file));
    terminal::print_warning(read.remark);
    return std::move(read.text);
}

// To be read: without the words that only say aloud what an outcome before them shows.
enum class Which : std::uint8_t { all, to_be_read };

std::vector<telling::Outcome> outcomes_of(const consoles::Decided& decided, Which which) {
    std::vector<telling::Outcome> outcomes;
    for (const table::Event& event : decided.events) {
        std::optional<telling::Outcome> outcome =
            telling::outcome_of(event, {decided.input, decided.before, decided.after});
        if (outcome && (which == Which::all || !telling::repeats_an_outcome(event)))
            outcomes.push_back(*std::move(outcome));
    }
    return outcomes;
}

// What is refused is said to whoever asked for it, and to nobody else.
bool was_refused(const consoles::Decided& decided, table::ConsoleRole role) {
    const auto audience = table::audience_of(role);
    return std::ranges::any_of(decided.events, [&](const table::Event& event) {
        const auto* said = std::get_if<table::Said>(&event.body);
        return said != nullptr && said->cause == table::Cause::refusal &&
            said->audience == audience;
    });
}

session::Show console_lines(const telling::TableWords& words, table::ConsoleRole role, bool json) {
    return [view = consoles::ConsoleView{words}, role, json](const consoles::Decided& decided) {
        std::vector<telling::Outcome> outcomes;
        const consoles::Viewer viewer{.role = role, .has_asked = was_refused(decided, role)};
        for (const table::Event& event : decided.events) {
            if (const auto line = view.line(event, decided.after, viewer)) // read, or for programs
                outcomes.push_back(json ? line->outcome : telling::Outcome{.kind = line->text});
        }
        return outcomes;
    };
}

session::Show ear_lines(const telling::TableWords& words, bool& allowed, bool json) {
    return
        [log = consoles::EarLog{words}, &allowed, json](const consoles::Decided& decided) mutable {
            std::vector<telling::Outcome> outcomes;
            for (const consoles::EarLine& line : log.lines(decided)) {
                allowed = allowed && line.is_allowed;
                outcomes.push_back(
                    json ? consoles::outcome_of(line)
                         : telling::Outcome{.kind = consoles::to_line(line)}
                );
            }
            return outcomes;
        };
}

// Nobody listens to a script: what is said is heard at once, which an interlocked press waits for.
class Player {
public:
    Player(const acts::Script& script, acts::TableKit kit, session::Show show)
        : outcomes_(script.lines.size()),
          session_({
              .shell =
                  session::Shell{
                      table::open_table(std::move(kit.setup)), std::move(kit.words), nullptr},
              .pacer = session::make_virtual_pacer({}),
              .participants = seats(script, std::move(show)),
          }) {}

    Result<void, Error> play() {
        return session_.run().map([](session::End) {});
    }

    const std::vector<acts::LineOutcomes>& outcomes() const { return outcomes_; }

    const table::State& state() const { return session_.state(); }

private:
    std::vector<session::ParticipantPtr> seats(const acts::Script& script, session::Show show) {
        std::vector<session::ParticipantPtr> all;
        all.push_back(session::make_listener_participant());
        all.push_back(session::make_script_participant(script, std::move(show), outcomes_));
        return all;
    }

    std::vector<acts::LineOutcomes> outcomes_;
    session::Session session_;
};

void print_line(
    const std::vector<telling::Outcome>& outcomes, const acts::ScriptLine& line, bool json
) {
    for (const telling::Outcome& outcome : outcomes) {
        terminal::print_data(
            json ? telling::to_json(outcome, line.number) : "> " + telling::to_line(outcome)
        );
    }
}

void print_script(const acts::Script& script, const Player& player, bool json, bool summary) {
    for (std::size_t i = 0; i < script.lines.size(); ++i) {
        const acts::ScriptLine& line = script.lines[i];
        if (!json) terminal::print_data(line.text);
        print_line(player.outcomes()[i].at_once, line, json);
        print_line(player.outcomes()[i].later, line, json);
    }
    if (summary) {
        terminal::print_data(acts::summary_json(
            player.state(), script.lines.empty() ? Instant{} : script.lines.back().at
        ));
    }
}

terminal::ExitCode check(const acts::Script& script, const Player& player) {
    const std::vector<std::string> problems = acts::check_script(script, player.outcomes());
    for (const std::string& problem : problems) terminal::print_data(problem);
    return terminal::done_or_no(problems.empty());
}

terminal::Answer run_script(const std::string& file, const RunOptions& options) {
    const auto text = ANSAGE_TRY(read_text(file));
    auto script = ANSAGE_TRY(acts::parse_script(text, file));
    for (const std::string& line : options.header_lines)
        ANSAGE_TRY(acts::read_header_line(script.header, line));
    auto kit = ANSAGE_TRY(acts::load_table(script.header, options.data));
    if (const auto checked = acts::check_languages(kit); !checked)
        terminal::print_error(checked.error()); // a script from elsewhere is run all the same
    bool allowed = true;
    const Which which = options.check || options.json ? Which::all : Which::to_be_read;
    session::Show show = options.as ? console_lines(kit.words, *options.as, options.json)
        : options.ears
        ? ear_lines(kit.words, allowed, options.json)
        : [which](const consoles::Decided& decided) { return outcomes_of(decided, which); };
    Player player{script, std::move(kit), std::move(show)};
    ANSAGE_TRY(player.play());
    if (options.check && !options.json) return check(script, player);
    const bool whole = !options.ears && !options.as;
    print_script(script, player, options.json, options.json && whole);
    if (!allowed) return terminal::ExitCode::no;
    return options.check ? check(script, player) : terminal::ExitCode::done;
}

Result<RunOptions, Error> options_of(const terminal::Arguments& given) {
    RunOptions options{
        .data = data_given(given),
        .check = given.has("check"),
        .json = given.has("json"),
        .ears = given.has("ears"),
        .as = table::parse_name<table::ConsoleRole>(given.value_or("as", ""))};
    const int views = (options.check ? 1 : 0) + (options.ears ? 1 : 0) + (options.as ? 1 : 0);
    if (views > 1) {
        return tl::unexpected(Error{
            base::phrase("too much is wanted at once"),
            "run",
            base::phrase("choose one of --check, --ears and --as")});
    }
    for (const std::string_view name : {"profile", "words", "mode", "time"}) {
        if (const auto value = given.value(name))
            options.header_lines.push_back(fmt::format("@{} {}", name, *value));
    }
    return options;
}

// Tells where the next script begins in what is printed of several; what differs names its file.
void print_beginning(const std::string& file, const RunOptions& options) {
    if (options.json) {
        terminal::print_data(R"({"kind":"script","file":)" + telling::json_text(file) + '}');
    } else if (!options.check) terminal::print_data("# " + file);
}

terminal::Answer run_all(const terminal::Arguments& given) {
    if (given.words().empty()) {
        return tl::unexpected(Error{
            base::phrase("no script to run"),
            "run",
            base::phrase("name one or more files, or - for standard input")});
    }
    const auto options = ANSAGE_TRY(options_of(given));
    auto worst = terminal::ExitCode::done;
    for (const std::string& file : given.words()) {
        if (given.words().size() > 1) print_beginning(file, options);
        // The scripts after one that cannot be run wait until it is mended, so that there is one
        // line to hear.
        const auto code = ANSAGE_TRY(run_script(file, options));
        worst = std::max(worst, code);
    }
    return worst;
}

terminal::Options run_options() {
    return terminal::Options{"run", "SCRIPT...", "run table scripts and print what happens"}
        .flag("check", "compare with the > lines; prints only what differs")
        .flag("json", "one JSON object an outcome, the summary last")
        .value(
            "as",
            "white|black|assistant|arbiter|spectator",
            "what the console of that role shows, instead of the outcomes"
        )
        .flag("ears", "who is told what, and why, instead; 1 where no cause allows it")
        .value("profile", "NAME", "the edition of the Laws, instead of the script's")
        .value("words", "NAME", "the vocabulary, instead of the script's")
        .value("mode", "tournament|club|training", "instead of the script's")
        .value("time", "SPEC", "the time control, instead of the script's")
        .value("data", "FOLDER", "where profiles are looked for first");
}

} // namespace

const terminal::Command run_command{
    "run", "run table scripts, and check them", {{run_options, run_all}}};

} // namespace ansage::app
