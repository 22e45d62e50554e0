// SPDX-License-Identifier: GPL-3.0-or-later
// Who does what on a line of a table script.
#include "acts/actor.hpp"
#include "acts/script.hpp"
#include "base/overloaded.hpp"
#include "table/asking/rights.hpp"
#include "terminal/text.hpp"

#include <algorithm>
#include <array>

namespace ansage::acts {

using base::Error;
using base::Result;
using chess::Color;
using table::InputBody;
using table::Performer;

namespace {

constexpr std::array actors{
    Actor{.word = "white", .doer = Doer::player},
    Actor{.word = "black", .doer = Doer::player, .seat = Color::black},
    Actor{.word = "white-assistant", .doer = Doer::player, .performer = Performer::assistant},
    Actor{
        .word = "black-assistant",
        .doer = Doer::player,
        .seat = Color::black,
        .performer = Performer::assistant},
    Actor{
        .word = "assistant",
        .doer = Doer::player,
        .performer = Performer::assistant,
        .for_either = true},
    Actor{.word = "white-board", .doer = Doer::board},
    Actor{.word = "black-board", .doer = Doer::board, .seat = Color::black},
    Actor{.word = "clock", .doer = Doer::clock, .for_either = true}, // whichever side runs
    Actor{.word = "recorder", .doer = Doer::recorder},
    Actor{.word = "listener", .doer = Doer::listener},
    Actor{.word = "arbiter", .doer = Doer::arbiter},
};

std::optional<Color> take_player(Reader& reader) {
    for (const Color color : chess::both_colors)
        if (reader.take(chess::to_string(color))) return color;
    return std::nullopt;
}

std::optional<Actor> take_hyphenated_assistant(Reader& reader) {
    for (const Color color : chess::both_colors) {
        if (reader.take_hyphenated(chess::to_string(color), "assistant")) {
            return Actor{
                .word = "assistant",
                .doer = Doer::player,
                .seat = color,
                .performer = Performer::assistant};
        }
    }
    return std::nullopt;
}

} // namespace

std::optional<Color> take_for_player(Reader& reader) {
    Reader ahead{reader};
    const auto player = ahead.take("for") ? take_player(ahead) : std::nullopt;
    if (player) reader = ahead;
    return player;
}

std::optional<Actor> take_actor(Reader& reader) {
    if (auto assistant = take_hyphenated_assistant(reader)) return assistant;
    const auto* const found =
        std::ranges::find_if(actors, [&](const Actor& each) { return reader.take(each.word); });
    if (found == actors.end()) return std::nullopt;
    Actor actor = *found;
    if (actor.word == "assistant") {
        const auto player = take_for_player(reader);
        actor.seat = player.value_or(actor.seat);
        actor.for_either = !player;
    } else if (reader.tongue().in != nullptr && actor.word == chess::to_string(actor.seat)) {
        if (reader.take("assistant")) actor.performer = Performer::assistant;
    }
    return actor;
}

namespace {

Parts parts_of(const Actor& actor, const table::State* state) {
    Parts parts{.doer = actor.doer, .seat = actor.seat, .performer = actor.performer};
    parts.state = state;
    return parts;
}

Act act_of(InputBody body, const Actor& actor, const Reader& reader, bool is_plain) {
    return {
        .body = std::move(body),
        .for_either = actor.for_either,
        .by_assistant = actor.performer == Performer::assistant,
        .is_plain = is_plain,
        .text = std::string{reader.line()}};
}

} // namespace

Result<Act, Error> read_act(const Actor& actor, const Reader& reader, const table::State* state) {
    if (reader.is_at_end())
        return terminal::refused(base::phrase("what {} does is missing", actor.word), {});
    Misfit misfit;
    if (auto body = match(parts_of(actor, state), reader, misfit))
        return act_of(*std::move(body), actor, reader, !reader.line().ends_with('?'));
    if (auto error = misfit.error(reader.line())) return tl::unexpected(*std::move(error));
    return terminal::refused(base::phrase("{} has no verb \"{}\"", actor.word, reader.word()), {});
}

std::optional<Act>
read_script(const Actor& actor, std::string_view script, const table::State& state, Tongue tongue) {
    Misfit unheard;
    const Reader reader{script, tongue};
    auto body = match_script(parts_of(actor, &state), reader, unheard);
    return body ? std::optional{act_of(*std::move(body), actor, reader, false)} : std::nullopt;
}

Result<Act, Error> parse_act(std::string_view text, Tongue tongue) {
    Reader reader{text, tongue};
    if (reader.is_at_end()) {
        return terminal::refused(
            base::phrase("nothing happens on this line"),
            base::phrase("write who does what, or passes")
        );
    }
    if (reader.rest() == "passes") return Act{};
    const std::string_view who = reader.word();
    const auto actor = take_actor(reader);
    if (!actor) return terminal::refused(base::phrase("\"{}\" is nobody at the table", who), {});
    return read_act(*actor, reader);
}

namespace {

// "assistant", not said for whom.
InputBody for_whoever_moves(InputBody body, const table::State& state) {
    const Color mover = state.to_move();
    std::visit(
        base::Overloaded{
            [&](table::Announces& input) { input.seat = mover; },
            // Before the opponent's clock runs (D.2.8).
            [&](table::Corrects& input) { input.seat = state.clocks.running().value_or(mover); },
            [&](table::Presses& input) {
                // The first press starts the clock of the player who is to move (6.6).
                const bool begins = state.phase == table::Phase::not_started;
                input.seat = state.clocks.running().value_or(begins ? !mover : mover);
            },
            [&](table::Records& input) { // for whom the assistant keeps score (D.2.10.3)
                const bool is_black = state.seat(Color::black).assistant_duties.contains(3);
                input.seat = is_black ? Color::black : Color::white;
            },
            [&](table::Repeats& input) {
                const table::PlyRecord* open = state.open_ply();
                const bool open_is_announced =
                    open != nullptr && open->newest(table::Witness::announcement) != nullptr;
                input.seat = open_is_announced ? !mover : mover;
            },
            [](auto&) {},
        },
        body
    );
    return body;
}

// Words are evidence whoever says them; what he asks he asks for himself, of what everybody may
// hear. The rest is his by his duties, or not at all: he starts the opponent's clock by duty 3 of
// the player whom he assists, and never for a sighted one (D.2.10.3, D.2.11).
bool is_his_to_do(const InputBody& body, const table::State& state) {
    const bool is_said = std::holds_alternative<table::Announces>(body) ||
        std::holds_alternative<table::Repeats>(body) ||
        std::holds_alternative<table::Corrects>(body) || std::holds_alternative<table::Asks>(body);
    return is_said || table::may(state, table::ConsoleRole::assistant, body);
}

} // namespace

InputBody input_of(const Act& act, const table::State& state) {
    InputBody body = act.for_either ? for_whoever_moves(*act.body, state) : *act.body;
    if (act.by_assistant && !is_his_to_do(body, state))
        return table::Oversteps{.console = table::ConsoleRole::assistant, .text = act.text};
    return body;
}

} // namespace ansage::acts
