// SPDX-License-Identifier: GPL-3.0-or-later
#include "consoles/watcher/watched_game.hpp"

#include "base/overloaded.hpp"
#include "chess/fen.hpp"
#include "consoles/watcher/version.hpp"
#include "consoles/wire.hpp"
#include "table/disputes/articles.hpp"
#include "table/model/event_words.hpp"
#include "table/model/names.hpp"
#include "table/witnesses/testimony.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace ansage::consoles {

using chess::Color;
using table::ConsoleRole;
using table::State;
using Json = nlohmann::ordered_json;

namespace {

Json seat_json(const table::Seat& seat) {
    return {
        {"name", seat.name},
        {"vision", table::to_string(seat.vision)},
        {"board", table::to_string(seat.board)}};
}

std::string line_text(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

bool is_dispute(const table::EventBody& body) {
    return table::is_one_of<
        table::Alerted,
        table::AlertClosed,
        table::Raised,
        table::MatterChanged,
        table::Ruled,
        table::TakenBack,
        table::Restored,
        table::RecordCorrected>(body);
}

chess::Ply misheard_ply(const State& state) {
    const chess::Ply last = state.plies.last();
    return last > 0 && table::repetition_differs(state, last) ? last : chess::Ply{};
}

} // namespace

WatchedGame::Told WatchedGame::note(const Watched& watched) {
    Told told;
    for (const table::Event& event : watched.events) {
        remember(event, watched);
        const auto line = view_.line(event, watched.after, {.role = ConsoleRole::arbiter});
        if (!line) continue;
        std::string json = wire::to_text(++last_line_, *line);
        json.pop_back(); // the line's end
        told.log.push_back(std::move(json));
    }
    told.stop = stop_at(watched);
    return told;
}

// What the table does not keep: the words of a matter, and on which articles it rests.
void WatchedGame::remember(const table::Event& event, const Watched& watched) {
    const auto add_articles = [&](table::MatterNumber number) {
        std::vector<std::string>& known = remembered_.matters[number].articles;
        // No matter rests on what was before.
        const table::Circumstances around{watched.input, watched.after, watched.after};
        for (std::string& article :
             table::articles_of(event, around, watched.after.setup->arbiter_language))
            if (std::ranges::count(known, article) == 0) known.push_back(std::move(article));
    };
    if (const auto* const raised = std::get_if<table::Raised>(&event.body)) {
        add_articles(raised->number);
        remembered_.matters[raised->number].text = raised->message.words;
    } else if (const auto* const proposed = std::get_if<table::Proposed>(&event.body)) {
        if (!proposed->matter) return;
        add_articles(*proposed->matter);
        remembered_.matters[*proposed->matter].proposed = proposed->proposal.message.words;
    }
}

std::optional<Stop> WatchedGame::stop_at(const Watched& watched) {
    std::optional<Stop> stop;
    bool has_moved = false;
    for (const table::Event& event : watched.events) {
        has_moved = has_moved || may_move_pieces(event.body);
        if (table::is_one_of<table::Ended, table::Adjourned>(event.body)) stop = Stop::end;
        else if (stop != Stop::end && is_dispute(event.body)) stop = Stop::dispute;
        else if (!stop && std::holds_alternative<table::Completed>(event.body)) stop = Stop::ply;
    }
    const table::PerColor<chess::SquareSet> before = remembered_.wrong;
    for (const Color color : chess::both_colors) {
        if (has_moved)
            remembered_.wrong[color] = wrong_squares(watched.after, color, before[color]);
    }
    const chess::Ply misheard = misheard_ply(watched.after);
    const bool is_news = misheard != std::exchange(misheard_, misheard) ||
        before.white.empty() != remembered_.wrong.white.empty() ||
        before.black.empty() != remembered_.wrong.black.empty();
    return is_news && stop != Stop::end ? Stop::dispute : stop;
}

std::string WatchedGame::welcome(const State& state, bool is_live) const {
    const table::TableSetup& setup = *state.setup;
    const wording::Catalogue& in = words_.catalogue(setup.arbiter_language);
    const Json json{
        {"at_ms", 0},
        {"kind", "welcome"},
        {"v", watched_version},
        {"n", 0},
        {"role", "watcher"},
        {"text", in.sentence("watch.welcome")},
        {"prompt", in.sentence("role.watcher") + ": "},
        {"when_lost", in.sentence("console.lost")},
        {"important", false},
        {"mode", table::to_string(setup.mode)},
        {"language", setup.arbiter_language},
        {"said_language", words_.vocabulary().language},
        {"live", is_live},
        {"start", chess::to_fen(setup.start)},
        {"white", seat_json(setup.seats.white)},
        {"black", seat_json(setup.seats.black)}};
    return line_text(json);
}

std::string WatchedGame::bye(const State& state, std::string_view id) const {
    std::string line = wire::to_text(wire::Bye{
        .text = words_.catalogue(state.setup->arbiter_language).sentence(id)});
    line.pop_back(); // its end
    return line;
}

std::optional<std::string> StateLines::next(const TablePicture& picture, const Sending& sending) {
    const ClocksPicture& clocks = picture.clocks;
    // A clock that runs reaches zero when it would have.
    const auto run_of = [&](Color color) {
        const base::Millis left = clocks.remaining[color];
        return clocks.runs == color ? left + clocks.delay_left + picture.at.since_open : left;
    };
    const Run run{
        .runs = clocks.runs,
        .white = run_of(Color::white),
        .black = run_of(Color::black),
        .fallen = clocks.fallen,
        .speed = sending.speed};
    std::string drawn = drawn_text(picture);
    if (run == run_ && drawn == drawn_ && !sending.stop) return std::nullopt;
    run_ = run;
    drawn_ = std::move(drawn);
    return state_line(picture, drawn_, sending);
}

} // namespace ansage::consoles
