// SPDX-License-Identifier: GPL-3.0-or-later
// ansage replay GAME: what a journal holds, again.
#include "journal/replay.hpp"

#include "acts/table_setup.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/given.hpp"
#include "app/commands/say_aloud.hpp"
#include "base/try.hpp"
#include "consoles/ear_log.hpp"
#include "consoles/watcher/kept_game.hpp"
#include "files/files.hpp"
#include "gateway/gateway.hpp"
#include "gateway/site.hpp"
#include "record/game_files.hpp"
#include "table/apply/apply.hpp"
#include "table/model/names.hpp"
#include "telling/outcome.hpp"
#include "terminal/options.hpp"
#include "terminal/output.hpp"
#include "terminal/text.hpp"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace ansage::app {

using base::Error;
using base::Result;

namespace {

using record::StoredGame;

void print_timed(base::Instant at, const std::string& line) {
    terminal::print_data(terminal::to_clock_time(at.since_open) + ' ' + line);
}

// --- what happened
void print_outcome(const table::Event& event, const table::State& state, bool is_json) {
    const auto outcome = telling::outcome_of(event, state);
    if (!outcome) return;
    if (is_json) terminal::print_data(telling::to_json(*outcome, 0));
    else if (!telling::repeats_an_outcome(event))
        print_timed(outcome->at, telling::to_line(*outcome));
}

// --- what was spoken, again: what people announced and repeated, and every word of the table's.
class GameAloud {
public:
    GameAloud(Aloud aloud, const telling::TableWords& words)
        : aloud_(std::move(aloud)),
          words_(&words) {}

    void speak(const journal::Entry& entry, const table::State& before, const table::State& after) {
        say(words_->spoken_by_person(entry.input.body, before));
        // What both players were told alike is one sentence here.
        std::vector<std::string> heard;
        for (const table::Event& event : entry.events) {
            const auto* said = std::get_if<table::Said>(&event.body);
            if (said != nullptr && std::ranges::find(heard, said->message.words) == heard.end()) {
                heard.push_back(said->message.words);
                say(words_->segments(
                    said->message, telling::language_of(*after.setup, said->audience), after
                ));
            }
        }
    }

    // Why it fell silent.
    const std::optional<terminal::Failure>& problem() const { return problem_; }

private:
    void say(std::vector<speech::Segment> segments) {
        if (problem_ || segments.empty()) return;
        std::fflush(stdout); // read and heard together
        if (const auto said = aloud_.say(std::move(segments)); !said) problem_ = said.error();
    }

    Aloud aloud_;
    const telling::TableWords* words_;
    std::optional<terminal::Failure> problem_;
};

// --- what was said, to whom, and why it was allowed. False if something was not.
bool print_heard(const std::vector<consoles::EarLine>& lines, bool is_json) {
    for (const consoles::EarLine& line : lines) {
        if (is_json) terminal::print_data(telling::to_json(consoles::outcome_of(line), 0));
        else print_timed(line.at, consoles::to_line(line));
    }
    return std::ranges::all_of(lines, &consoles::EarLine::is_allowed);
}

bool says_something(const journal::Entry& entry) {
    return std::ranges::any_of(entry.events, [](const table::Event& event) {
        return std::holds_alternative<table::Said>(event.body);
    });
}

// Reads the game once, and shows each entry when its events have been applied.
template <class Show>
Result<table::State, Error> follow(StoredGame& game, const Show& show) {
    auto reader = ANSAGE_TRY(game.journal.read());
    table::State state = table::open_table(game.kit.setup);
    while (const auto entry = ANSAGE_TRY(reader.next())) {
        // Kept only where somebody may ask whether something was allowed to be said.
        const std::optional<table::State> before =
            says_something(*entry) ? std::optional{state} : std::nullopt;
        for (const table::Event& event : entry->events) table::apply(state, event);
        show(*entry, before ? *before : state, state);
    }
    return state;
}

terminal::Answer print_ears(StoredGame& game, bool is_json) {
    consoles::EarLog log{game.kit.words};
    bool allowed = true;
    const auto show =
        [&](const journal::Entry& entry, const table::State& before, const table::State& after) {
            const consoles::Decided decided{
                entry.input.body, entry.events, before, after, entry.input.at};
            allowed = print_heard(log.lines(decided), is_json) && allowed;
        };
    ANSAGE_TRY(follow(game, show));
    return terminal::done_or_no(allowed);
}

terminal::Answer print_game(StoredGame& game, bool is_json, GameAloud* aloud) {
    base::Instant now;
    const auto show =
        [&](const journal::Entry& entry, const table::State& before, const table::State& after) {
            now = entry.input.at;
            for (const table::Event& event : entry.events) print_outcome(event, after, is_json);
            if (aloud != nullptr) aloud->speak(entry, before, after);
        };
    const table::State state = ANSAGE_TRY(follow(game, show));
    if (is_json) terminal::print_data(acts::summary_json(state, now));
    return terminal::ExitCode::done;
}

// The game is printed to its end, even if its sound is not.
terminal::Answer tell_game_again(StoredGame& game, bool is_json, const std::string& audio) {
    GameAloud aloud{
        ANSAGE_TRY(Aloud::open(telling::parse_audio(audio), "--audio")), game.kit.words};
    auto answer = print_game(game, is_json, &aloud);
    return answer && aloud.problem() ? tl::unexpected(*aloud.problem()) : answer;
}

// --- as a page
// The language of the table's words is the page's.
Result<gateway::Subject, Error> subject_of(StoredGame& game) {
    gateway::Subject subject;
    const auto add = [&subject](const std::string& line) { subject.lines += line + '\n'; };
    ANSAGE_TRY(consoles::watch_kept_game(game, add));
    subject.language = telling::language_of(game.kit.setup, table::Audience::arbiter);
    return subject;
}

terminal::Answer write_page(const std::string& page, const std::string& file) {
    ANSAGE_TRY(files::write_file(file, page));
    terminal::print_line(file);
    return terminal::ExitCode::done;
}

terminal::Answer show_page(StoredGame& game, const terminal::Arguments& given) {
    for (const std::string_view other : {"ears", "audio", "json"}) {
        if (given.has(other)) {
            return tl::unexpected(Error{
                base::phrase("the page shows the game itself"),
                "--page",
                base::phrase("leave out --ears, --audio and --json")});
        }
    }
    const std::string data = data_given(given);
    const auto wording = ANSAGE_TRY(acts::load_wording(data));
    const auto subject = ANSAGE_TRY(subject_of(game));
    if (const auto file = given.value("out")) {
        const auto page = ANSAGE_TRY(gateway::make_file(data, *wording, subject));
        return write_page(page, *file);
    }
    auto site = ANSAGE_TRY(gateway::make_site(data, *wording, subject));
    return tl::unexpected(gateway::become({.site = std::move(site)}));
}

// --- whether it could have happened
std::string to_text(const journal::Difference& difference) {
    switch (difference.kind) {
    case journal::Difference::Kind::digest:
        return fmt::format("digest stored {} found {}", difference.expected, difference.found);
    case journal::Difference::Kind::unreadable:
        return fmt::format("unreadable {}", difference.found);
    case journal::Difference::Kind::lost: return difference.found;
    case journal::Difference::Kind::event:
        return fmt::format("event stored {} decided {}", difference.expected, difference.found);
    }
    return {};
}

void print_difference(const journal::Difference& difference, std::string_view kind, bool is_json) {
    if (is_json) {
        terminal::print_data(fmt::format(
            R"({{"kind":"{}","record":{},"expected":{},"found":{}}})",
            kind,
            difference.record,
            telling::json_text(difference.expected),
            telling::json_text(difference.found)
        ));
    } else {
        terminal::print_data(
            fmt::format("{} record {}: {}", kind, difference.record, to_text(difference))
        );
    }
}

void print_verified(
    const journal::Verification& verification, const table::State& state, bool is_json
) {
    std::vector<std::string> moves = acts::completed_moves(state);
    const std::string_view result = state.result ? laws::to_string(state.result->score) : "*";
    const std::string_view reason =
        state.result ? laws::to_string(state.result->termination) : std::string_view{};
    const std::string digest = journal::to_string(verification.digest);
    if (is_json) {
        std::ranges::transform(moves, moves.begin(), [](const auto& move) {
            return telling::json_text(move);
        });
        terminal::print_data(fmt::format(
            "{{\"kind\":\"verified\",\"records\":{},\"moves\":[{}],\"result\":{},\"termination\":{}"
            ","
            "\"digest\":{}}}",
            verification.records,
            fmt::join(moves, ","),
            telling::json_text(result),
            telling::json_text(reason),
            telling::json_text(digest)
        ));
        return;
    }
    terminal::print_data("verified ok");
    terminal::print_data(fmt::format("records {}", verification.records));
    terminal::print_data(fmt::format("moves {}", fmt::join(moves, " ")));
    terminal::print_data(fmt::format("result {}{}{}", result, reason.empty() ? "" : " ", reason));
    terminal::print_data("digest " + digest);
}

// False: one of them is not of this game.
Result<bool, Error> tell_signatures(journal::Journal& journal, bool is_json) {
    const auto signatures = ANSAGE_TRY(journal.signatures());
    bool all_hold = true;
    for (const journal::Signature& signature : signatures) {
        all_hold = all_hold && signature.holds;
        terminal::print_data(fmt::format(
            fmt::runtime(
                is_json ? R"({{"kind":"signature","holds":{},"records":{},"key":"{}"}})"
                        : "signature {} records {} key {}"
            ),
            is_json ? (signature.holds ? "true" : "false") : (signature.holds ? "ok" : "wrong"),
            signature.records,
            journal::fingerprint(signature.key)
        ));
    }
    return all_hold;
}

terminal::Answer verify_game(StoredGame& game, bool is_json) {
    const auto verification = ANSAGE_TRY(journal::verify(game.journal, game.kit.setup));
    for (const journal::Difference& difference : verification.by_older_rules)
        print_difference(difference, "older_rules", is_json);
    if (verification.difference) {
        print_difference(*verification.difference, "differs", is_json);
        return terminal::ExitCode::no;
    }
    const auto state = ANSAGE_TRY(journal::rebuild(game.journal, game.kit.setup));
    print_verified(verification, state, is_json);
    const bool are_genuine = ANSAGE_TRY(tell_signatures(game.journal, is_json));
    if (!are_genuine) return terminal::ExitCode::no;
    if (game.journal.end_in_doubt())
        terminal::print_data(is_json ? R"({"kind":"end_not_proven"})" : "end not proven");
    return terminal::ExitCode::done;
}

// Everything: what is drawn is for programs.
terminal::Answer print_for_watcher(StoredGame& game) {
    const auto show = [](const std::string& line) { terminal::print_json(line); };
    return consoles::watch_kept_game(game, show).map([] { return terminal::ExitCode::done; });
}

terminal::Answer show_game(StoredGame& game, const terminal::Arguments& given) {
    const bool is_json = given.has("json");
    if (given.value("as")) return print_for_watcher(game);
    if (given.value_or("page", "") == "on") return show_page(game, given);
    if (given.has("ears")) return print_ears(game, is_json);
    const auto audio = given.value("audio");
    return audio ? tell_game_again(game, is_json, *audio) : print_game(game, is_json, nullptr);
}

// All of it is checked before any of it is shown.
terminal::Answer check_and_show(StoredGame& game, const terminal::Arguments& given) {
    ANSAGE_TRY(journal::rebuild(game.journal, game.kit.setup));
    auto code = show_game(game, given);
    terminal::print_warning(game.journal.end_in_doubt());
    if (const auto& fault = game.journal.fault(); fault && code) {
        std::fflush(stdout);
        return tl::unexpected(fault->error);
    }
    return code;
}

terminal::Answer replay(const terminal::Arguments& given) {
    const auto path = ANSAGE_TRY(game_given(given));
    const bool verifies = given.has("verify");
    auto game = ANSAGE_TRY(record::open_game(
        path, data_given(given), verifies ? journal::Extent::to_verify : extent_given(given)
    ));
    if (given.has("audio") && (verifies || given.has("ears"))) {
        return tl::unexpected(Error{
            base::phrase("only the game itself is spoken"),
            "--audio",
            base::phrase("leave out --verify and --ears")});
    }
    if (given.value_or("page", "") == "on" ? verifies : given.has("out")) {
        return tl::unexpected(Error{
            base::phrase("--out is the file of a page"),
            "--out",
            base::phrase("give --page on, and leave out --verify")});
    }
    return verifies ? verify_game(game, given.has("json")) : check_and_show(game, given);
}

terminal::Options replay_options() {
    return terminal::Options{
        "replay",
        "GAME",
        "print what happened in a game. GAME is a journal, its name among the kept games, or last"}
        .flag("verify", "check and decide everything again; 1 where it differs")
        .flag("damaged", "of a damaged or altered game, show what comes before that place")
        .flag(
            "ears",
            "every word that was said or shown: when, to whom, why; 1 where no cause allowed it"
        )
        .value(
            "audio",
            "default|none|DEVICE|FILE.wav",
            "says again what was announced, repeated and told, as it is printed"
        )
        .value("as", "watcher", "what a page draws from, one JSON object a line")
        .value("page", "on|none", "the game as a page, move by move, for browsers on this machine")
        .value("out", "FILE.html", "with --page on: one file that needs no server")
        .value("data", "FOLDER", "where profiles are looked for first")
        .flag("json", "one JSON object a line");
}

} // namespace

const terminal::Command replay_command{
    "replay", "print, or verify, a kept game", {{replay_options, replay}}};

} // namespace ansage::app
