// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/narrator.hpp"

#include "base/overloaded.hpp"
#include "table/model/event_words.hpp"
#include "telling/outcome.hpp"

namespace ansage::app {

using base::Overloaded;
using chess::Color;
using table::State;
using wording::Argument;
using wording::Term;

namespace {

using Line = std::optional<std::string>;

std::string name_or(const std::string& name, const std::string& fallback) {
    return name.empty() || name == "?" ? fallback : name;
}

} // namespace

std::string
Narrator::sentence(std::string_view id, std::initializer_list<Argument> arguments) const {
    return words_->catalogue(language_).sentence(id, arguments);
}

std::string Narrator::with_player(std::string_view id, Color player, std::string_view text) const {
    return sentence(id, {{"player", player}, {"text", text}});
}

wording::Sentence Narrator::welcome(const table::TableSetup& setup, bool paced) const {
    return words_->catalogue(language_).compose([&](const wording::Catalogue& in) {
        const std::string white = name_or(setup.seats.white.name, in.sentence("player.white"));
        const std::string black = name_or(setup.seats.black.name, in.sentence("player.black"));
        return in.sentence(
            paced ? "demo.welcome_paced" : "demo.welcome", {{"white", white}, {"black", black}}
        );
    });
}

std::string
Narrator::fast_moves(const Pacing::Stretch& stretch, const chess::Position& start) const {
    const auto number = [&start](chess::Ply ply) -> std::int64_t {
        return chess::place_of(start, ply).number.value();
    };
    return sentence(
        "demo.fast_moves", {{"first", number(stretch.first)}, {"last", number(stretch.last)}}
    );
}

Line Narrator::line_of(const table::InputBody& input) const {
    return std::visit(
        Overloaded{
            [&](const table::Announces& said) -> Line {
                return with_player("demo.announces", said.seat, said.move.text);
            },
            [&](const table::Repeats& said) -> Line {
                return with_player("demo.repeats", said.seat, said.move.text);
            },
            [&](const table::Resigns& said) -> Line {
                return with_player("demo.resigns", said.seat, {});
            },
            [&](const table::Draws& said) -> Line {
                const bool offers = said.act == table::DrawAct::offer;
                return with_player(
                    offers ? "demo.offers_draw" : "demo.accepts_draw", said.seat, {}
                );
            },
            [](const auto&) -> Line { return std::nullopt; },
        },
        input
    );
}

Line Narrator::line_of(const table::Event& event, const State& state) const {
    const table::Message told = table::words_of(event.body, state).aloud;
    if (table::is_one_of<table::ClockHalted, table::ClockStarted>(event.body))
        return sentence(told.id, {});
    if (table::is_one_of<table::Alerted, table::Proposed>(event.body))
        return sentence("demo.to_arbiter", {{"text", told.words}});
    return std::visit(
        Overloaded{
            [&](const table::Completed& completed) -> Line {
                const table::PlyRecord& ply = state.plies[completed.ply];
                return sentence(
                    "demo.completed",
                    {{"text", table::numbered(state, completed.ply, completed.san)},
                     {"player", Term{telling::player_id(ply.mover)}},
                     {"time", ply.clocks[ply.mover]}}
                );
            },
            [&](const table::ClockHalted&) -> Line { return sentence("clock.stopped"); },
            [&](const table::ClockStarted& started) -> Line {
                return sentence(started.color == Color::white ? "clock.white" : "clock.black");
            },
            [&](const table::Alerted& alert) -> Line {
                return sentence("demo.to_arbiter", {{"text", alert.message.words}});
            },
            [&](const table::Proposed& proposed) -> Line {
                return sentence("demo.to_arbiter", {{"text", proposed.proposal.message.words}});
            },
            [&](const table::ProposalEnded& ended) -> Line {
                return ended.accepted ? Line{sentence("demo.arbiter_accepts")} : std::nullopt;
            },
            [&](const table::Said& said) -> Line {
                if (telling::is_told_as_act(said.cause)) return std::nullopt;
                if (said.audience == table::Audience::ear_white ||
                    said.audience == table::Audience::ear_black) {
                    const Color ear =
                        said.audience == table::Audience::ear_white ? Color::white : Color::black;
                    return with_player("demo.in_the_ear", ear, said.message.words);
                }
                return said.message.words;
            },
            [&](const table::Refused& refused) -> Line { return refused.message.words; },
            [](const auto&) -> Line { return std::nullopt; },
        },
        event.body
    );
}

// The table's words keep their own languages, behind the name of whoever they are for.
std::vector<speech::Segment> Narrator::introduced(
    std::string introduction, const table::Message& message, const State& state
) const {
    std::vector<speech::Segment> spoken = words_->segments(message, language_, state);
    spoken.insert(spoken.begin(), {.language = language_, .text = std::move(introduction)});
    return spoken;
}

std::vector<speech::Segment> Narrator::spoken(const table::Event& event, const State& state) const {
    const auto plain = [this](std::string text) {
        return std::vector{speech::Segment{.language = language_, .text = std::move(text)}};
    };
    const auto to_arbiter = [&](const table::Message& message) {
        return introduced(sentence("demo.to_arbiter", {{"text", ""}}), message, state);
    };
    return std::visit(
        Overloaded{
            [&](const table::Alerted& alert) { return to_arbiter(alert.message); },
            [&](const table::Proposed& proposed) { return to_arbiter(proposed.proposal.message); },
            [&](const table::ClockHalted&) { return plain(sentence("clock.stopped")); },
            [&](const table::Ended&) { return plain(ending(state)); },
            [&](const table::Said& said) {
                if (said.cause != table::Cause::repair) {
                    return std::vector<speech::Segment>{};
                }
                const Color ear =
                    said.audience == table::Audience::ear_white ? Color::white : Color::black;
                return introduced(with_player("demo.in_the_ear", ear, ""), said.message, state);
            },
            [](const auto&) { return std::vector<speech::Segment>{}; },
        },
        event.body
    );
}

std::string Narrator::ending(const State& state) const {
    if (!state.result) return sentence("demo.no_result");
    const std::string reason = "result." + std::string{laws::to_string(state.result->termination)};
    return sentence("demo.result", {{"reason", Term{reason}}, {"result", state.result->score}});
}

} // namespace ansage::app
