// ansage replay GAME: what a journal holds, again.
#include "journal/replay.hpp"

#include "app/cli/options.hpp"
#include "app/cli/text.hpp"
#include "app/commands/commands.hpp"
#include "app/shell/game_files.hpp"
#include "app/shell/outcome.hpp"
#include "app/shell/table_setup.hpp"
#include "table/names.hpp"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace ansage::app {

using base::Error;
using base::Result;

namespace {

struct Game {
    journal::Journal journal;
    TableKit kit;
};

Result<Game, Error> open_game(const std::filesystem::path& path, const std::string& data) {
    auto journal = journal::Journal::open(path);
    if (!journal) {
        return tl::unexpected(journal.error());
    }
    const auto header = journal->header();
    if (!header) {
        return tl::unexpected(header.error());
    }
    auto kit = load_table(*header, data, path.string());
    if (!kit) {
        return tl::unexpected(kit.error());
    }
    return Game{std::move(*journal), std::move(*kit)};
}

void print_timed(base::Instant at, const std::string& line) {
    fmt::print("{} {}\n", to_clock_time(at.since_open), line);
}

// --- what happened
void print_outcome(const table::Event& event, const table::State& state, bool is_json) {
    const auto outcome = outcome_of(event, state);
    if (!outcome) {
        return;
    }
    if (is_json) {
        fmt::print("{}\n", to_json(*outcome, 0));
    } else {
        print_timed(outcome->at, to_line(*outcome));
    }
}

// --- what was said, to whom, and why it was allowed
void print_said(const table::Event& event, bool is_json) {
    const auto* said = std::get_if<table::Said>(&event.body);
    if (said == nullptr) {
        return;
    }
    std::string audience{table::to_string(said->audience)};
    std::ranges::replace(audience, '_', '-');
    const std::string_view cause = table::to_string(said->cause);
    if (is_json) {
        fmt::print(
            "{{\"at_ms\":{},\"kind\":\"said\",\"audience\":{},\"cause\":{},\"words\":{}}}\n",
            event.at.since_open.count(),
            json_text(audience),
            json_text(cause),
            json_text(said->message.words)
        );
    } else {
        print_timed(event.at, fmt::format("{} {}: {}", audience, cause, said->message.words));
    }
}

struct Wanted {
    bool ears = false; // the words instead of the outcomes
    bool json = false;
};

void print_entry(const journal::Entry& entry, const table::State& state, Wanted what) {
    for (const table::Event& event : entry.events) {
        if (what.ears) {
            print_said(event, what.json);
        } else {
            print_outcome(event, state, what.json);
        }
    }
}

Result<int, Error> print_game(Game& game, Wanted what) {
    auto reader = game.journal.read();
    if (!reader) {
        return tl::unexpected(reader.error());
    }
    table::State state = table::open_table(game.kit.setup);
    base::Instant now;
    auto entry = reader->next();
    for (; entry && *entry; entry = reader->next()) {
        now = (*entry)->input.at;
        for (const table::Event& event : (*entry)->events) {
            table::apply(state, event);
        }
        print_entry(**entry, state, what);
    }
    if (!entry) {
        return tl::unexpected(entry.error());
    }
    if (what.json && !what.ears) {
        fmt::print("{}\n", summary_json(state, now));
    }
    return to_int(ExitCode::done);
}

// --- whether it could have happened
std::string to_text(const journal::Difference& difference) {
    switch (difference.kind) {
    case journal::Difference::Kind::digest:
        return fmt::format("digest stored {} found {}", difference.expected, difference.found);
    case journal::Difference::Kind::unreadable:
        return fmt::format("unreadable {}", difference.found);
    case journal::Difference::Kind::event:
        return fmt::format("event stored {} decided {}", difference.expected, difference.found);
    }
    return {};
}

int print_difference(const journal::Difference& difference, bool is_json) {
    if (is_json) {
        fmt::print(
            "{{\"kind\":\"differs\",\"record\":{},\"expected\":{},\"found\":{}}}\n",
            difference.record,
            json_text(difference.expected),
            json_text(difference.found)
        );
    } else {
        fmt::print("differs record {}: {}\n", difference.record, to_text(difference));
    }
    return to_int(ExitCode::no);
}

void print_verified(
    const journal::Verification& verification, const table::State& state, bool is_json
) {
    std::vector<std::string> moves = completed_moves(state);
    const std::string_view result = state.result ? laws::to_string(state.result->score) : "*";
    const std::string_view reason =
        state.result ? laws::to_string(state.result->termination) : std::string_view{};
    const std::string digest = journal::to_string(verification.digest);
    if (is_json) {
        std::ranges::transform(moves, moves.begin(), [](const auto& move) {
            return json_text(move);
        });
        fmt::print(
            "{{\"kind\":\"verified\",\"records\":{},\"moves\":[{}],\"result\":{},\"termination\":{}"
            ","
            "\"digest\":{}}}\n",
            verification.records,
            fmt::join(moves, ","),
            json_text(result),
            json_text(reason),
            json_text(digest)
        );
        return;
    }
    fmt::print("verified ok\nrecords {}\n", verification.records);
    fmt::print("moves {}\n", fmt::join(moves, " "));
    fmt::print("result {}{}{}\n", result, reason.empty() ? "" : " ", reason);
    fmt::print("digest {}\n", digest);
}

Result<int, Error> verify_game(Game& game, bool is_json) {
    const auto verification = journal::verify(game.journal, game.kit.setup);
    if (!verification) {
        return tl::unexpected(verification.error());
    }
    if (verification->difference) {
        return print_difference(*verification->difference, is_json);
    }
    const auto state = journal::rebuild(game.journal, game.kit.setup);
    if (!state) {
        return tl::unexpected(state.error());
    }
    print_verified(*verification, *state, is_json);
    return to_int(ExitCode::done);
}

Result<int, Error> replay_game(const Arguments& given) {
    if (given.words().size() != 1) {
        return tl::unexpected(Error{"one game is wanted", "replay", "name a journal, or last"});
    }
    auto game =
        find_journal(given.words().front()).and_then([&](const std::filesystem::path& path) {
            return open_game(path, given.value_or("data", ""));
        });
    if (!game) {
        return tl::unexpected(game.error());
    }
    const bool is_json = given.has("json");
    return given.has("verify") ? verify_game(*game, is_json)
                               : print_game(*game, {.ears = given.has("ears"), .json = is_json});
}

int replay(const Arguments& given) {
    const auto code = replay_game(given);
    if (!code) {
        print_error(code.error());
        return to_int(ExitCode::bad_input);
    }
    return *code;
}

} // namespace

int run_replay(std::span<const std::string> arguments) {
    Options options{
        "replay",
        "GAME",
        "print what happened in a game. GAME is a journal, its name among the kept games, or last"};
    options.flag("verify", "decide everything again and compare; 1 where it differs")
        .flag("ears", "every word that was said: when, to whom, why")
        .value("data", "FOLDER", "where profiles are looked for first")
        .flag("json", "one JSON object a line");
    return run_with(options, arguments, replay);
}

} // namespace ansage::app
