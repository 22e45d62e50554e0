// SPDX-License-Identifier: GPL-3.0-or-later
#include "acts/typed.hpp"

#include "acts/actor.hpp"
#include "acts/confirmation.hpp"
#include "table/asking/rights.hpp"
#include "table/model/names.hpp"
#include "terminal/text.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace ansage::acts {

using base::Error;
using base::Result;
using chess::Color;
using table::ConsoleRole;

namespace {

// Whom an assistant asks for: the player who has one for telling the times.
Color told_by_assistant(const table::State& state) {
    return state.seat(Color::white).assistant_duties.contains(4) ? Color::white : Color::black;
}

Actor actor_at(ConsoleRole role) {
    const std::string_view word = table::to_string(role);
    if (role == ConsoleRole::arbiter) return {.word = word, .doer = Doer::arbiter};
    if (role == ConsoleRole::assistant) {
        return {
            .word = word,
            .doer = Doer::player,
            .performer = table::Performer::assistant,
            .for_either = true};
    }
    // What a spectator does is refused, whose ever it is.
    const auto seat = table::seat_of(role);
    return {
        .word = word,
        .doer = seat ? Doer::player | Doer::sheet : Doer::player,
        .seat = seat.value_or(Color::white)};
}

// Who is named on the line; a player whom an assistant names is the one that he acts for.
std::optional<Actor> actor_named(Reader& reader, ConsoleRole role) {
    Reader ahead{reader};
    auto actor = take_actor(ahead);
    if (!actor && role == ConsoleRole::assistant) {
        if (const auto player = take_for_player(ahead)) {
            actor = actor_at(role);
            actor->seat = *player;
            actor->for_either = false;
        }
    }
    if (!actor || meet(actor->doer, Doer::clock | Doer::recorder)) return std::nullopt;
    if (role == ConsoleRole::assistant && meet(actor->doer, Doer::player))
        actor->performer = table::Performer::assistant;
    reader = ahead;
    return actor;
}

// Where no arbiter is present the players start and resume, and choose the microphone.
bool is_players_too(const table::InputBody& body) {
    const auto* const arbiter = std::get_if<table::Arbiter>(&body);
    const bool starts = arbiter != nullptr &&
        (arbiter->act == table::ArbiterAct::starts || arbiter->act == table::ArbiterAct::resumes);
    return starts || std::holds_alternative<table::ChoosesMicrophone>(body);
}

// "adjourns", typed by a player where no arbiter is: it is proposed to the other one.
std::optional<table::InputBody>
as_proposal(const table::InputBody& body, ConsoleRole role, const table::State& state) {
    const auto seat = table::seat_of(role);
    const auto agreed =
        seat && state.setup->mode != table::Mode::tournament ? agreed_act(body) : std::nullopt;
    if (!agreed) return std::nullopt;
    return table::Suggests{.seat = *seat, .act = *agreed};
}

// What is the arbiter's elsewhere.
std::optional<Act> arbiters_act(const Reader& reader, ConsoleRole role, const table::State& state) {
    auto act = read_act({.word = "arbiter", .doer = Doer::arbiter | Doer::pair}, reader, &state);
    if (!act) return std::nullopt;
    if (!is_players_too(*act->body)) act->body = as_proposal(*act->body, role, state);
    return act->body ? std::optional{*std::move(act)} : std::nullopt;
}

Result<Act, Error> read_at_console(
    std::string_view line, ConsoleRole role, const table::State& state, const Tongue& tongue
) {
    Reader reader{line, tongue};
    if (const auto named = actor_named(reader, role)) return read_act(*named, reader);
    auto act = read_act(actor_at(role), reader, &state);
    if (!act && role != ConsoleRole::arbiter)
        if (auto other = arbiters_act(reader, role, state)) return *std::move(other);
    if (act && role == ConsoleRole::assistant && std::holds_alternative<table::Asks>(*act->body)) {
        std::get<table::Asks>(*act->body).seat = told_by_assistant(state);
        act->for_either = false;
    }
    return act;
}

// Whoever signs without a name signs with the one that the seat has (8.7).
void complete_signature(table::InputBody& body, const table::State& state) {
    auto* const signs = std::get_if<table::Signs>(&body);
    if (signs != nullptr && !signs->name && !state.seat(signs->seat).name.empty())
        signs->name = state.seat(signs->seat).name;
}

// What a player types nobody at the board has heard; an assistant says it aloud.
void mark_as_typed(table::InputBody& body, ConsoleRole role) {
    if (role != ConsoleRole::white && role != ConsoleRole::black) return;
    std::visit(
        [](auto& input) {
            if constexpr (requires { input.through = table::Medium::keys; })
                input.through = table::Medium::keys;
        },
        body
    );
}

TypedAct typed_act(const Act& act, ConsoleRole role, const table::State& state) {
    TypedAct typed{.body = input_of(act, state), .confirm = {}, .text = act.text};
    if (auto* asks = std::get_if<table::Asks>(&typed.body);
        asks != nullptr && role == ConsoleRole::assistant)
        asks->by = role;
    mark_as_typed(typed.body, role);
    complete_signature(typed.body, state);
    typed.confirm = confirmation_of(typed.body, state);
    return typed;
}

// "? c" and "? clocks" ask for the same, and so do "? accepts" and "? draw".
std::string topic_of(std::string_view words) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 15> taught_with{{
        {"confirms ruling", "hall"},
        {"declines ruling", "hall"},
        {"proposes takeback", "takeback"},
        {"accepts proposal", "proposal"},
        {"rejects", "proposal"},
        {"takes back", "rules"},
        {"offers", "draw"},
        {"accepts", "draw"},
        {"declines", "draw"},
        {"claims ", "claims"},
        {"resumes", "starts"},
        {"adds", "sets"},
        {"asks both", "clocks"},
        {"asks position", "board"},
        {"asks square", "squares"},
    }};
    const auto other = std::ranges::find_if(taught_with, [words](const auto& taught) {
        return words.starts_with(taught.first);
    });
    if (other != taught_with.end()) return std::string{other->second};
    constexpr std::string_view asks = "asks ";
    if (words.starts_with(asks)) words.remove_prefix(asks.size());
    return std::string{words.substr(0, words.find(' '))};
}

bool answers_about_squares(ConsoleRole role, const table::State& state) {
    const auto seat = role == ConsoleRole::white ? Color::white : Color::black;
    const bool identity = state.seat(seat).board == table::BoardKind::identity;
    return state.setup->mode != table::Mode::tournament ||
        (identity && state.seat(seat).square_answers);
}

std::string player_topics(ConsoleRole role, const table::State& state) {
    const auto seat = role == ConsoleRole::white ? Color::white : Color::black;
    const bool tournament = state.setup->mode == table::Mode::tournament;
    const bool looks = tournament && state.seat(seat).vision == table::Vision::sighted;
    std::string topics;
    if (!looks || state.seat(seat).hearing_impaired) topics += "last repeat ";
    if (!looks) {
        topics += "clocks time opponent moves score since ";
        if (answers_about_squares(role, state)) topics += "board squares pieces ";
    }
    if (state.recorder && !state.recorder->is_continuous) topics += "records ";
    if (state.is_recorded && !tournament) topics += "microphone ";
    topics += "announces presses repeats executes corrects draw claims pauses resigns signs ";
    if (!tournament) topics += "enter starts proposal agenda takeback proposes compares ";
    return topics + "voice quit";
}

std::string arbiter_topics(const table::State& state) {
    std::string topics{
        "starts agenda proposal evidence rules sets restores ends adjourns override "};
    if (state.setup->hall_rulings) topics += "hall ";
    if (state.is_recorded) topics += "microphone ";
    return topics + "last repeat clocks board squares pieces quit";
}

// What whoever sits there has to know just now.
bool is_answer_awaited(Color seat, const table::State& state) {
    const table::Matter* const matter = state.newest_answerable();
    return matter != nullptr && !matter->agreed[seat];
}

std::string topic_at(const Reader& reader) {
    std::string words;
    for (Reader reading = reader.readings(true).front(); !reading.is_at_end();)
        words.append(words.empty() ? "" : " ").append(reading.take_word());
    return topic_of(words);
}

// What is no act of anybody's.
std::optional<Typed> command_at(std::string_view line, const Tongue& tongue) {
    if (line.starts_with('?')) return HelpWanted{topic_at({line.substr(1), tongue})};
    for (Reader reading : Reader{line, tongue}.readings(false)) {
        if (reading.take("?")) return HelpWanted{topic_at(reading)};
        const bool leaves = reading.take("quit");
        const bool switches = !leaves && reading.take("enter") && reading.take("presses");
        if (leaves && reading.is_at_end()) return LeaveWanted{};
        if (switches && reading.is_at_end()) return EnterWanted{};
    }
    return std::nullopt;
}

// "white e4", "black .": what a player would type at a console of his own, behind his name. The
// one who writes it here has heard it.
std::optional<Act>
players_act(std::string_view line, const table::State& state, const Tongue& tongue) {
    Reader reader{line, tongue};
    const auto actor = take_actor(reader);
    const bool is_player = actor && meet(actor->doer, Doer::player) &&
        actor->performer == table::Performer::player && !reader.is_at_end();
    if (!is_player) return std::nullopt;
    const auto role = actor->seat == Color::white ? ConsoleRole::white : ConsoleRole::black;
    auto act = read_at_console(reader.rest(), role, state, tongue);
    const std::string said{reader.rest()};
    if (!act && tongue.words != nullptr && tongue.words->hearing().is_move(state.position(), said))
        act = read_at_console("announces " + said, role, state, {});
    return act ? std::optional{*std::move(act)} : std::nullopt;
}

Error nothing(base::Phrase what) { return {std::move(what), {}, base::phrase("type ? for help")}; }

} // namespace

Result<Typed, Error>
read_typed(std::string_view line, ConsoleRole role, const table::State& state, Tongue tongue) {
    const std::string_view text = terminal::trim(line);
    if (text.empty()) return tl::unexpected(nothing(base::phrase("nothing was typed")));
    if (auto command = command_at(text, tongue)) return *std::move(command);
    return read_at_console(text, role, state, tongue).map([&](const Act& act) -> Typed {
        return typed_act(act, role, state);
    });
}

Result<Typed, Error>
read_at_terminal(std::string_view line, const table::State& state, Tongue tongue) {
    const std::string_view text = terminal::trim(line);
    if (auto command = command_at(text, tongue)) return *std::move(command);
    auto act = parse_act(text, tongue);
    if (!act)
        if (auto own = read_at_console(text, ConsoleRole::arbiter, state, tongue)) act = own;
    if (!act)
        if (auto players = players_act(text, state, tongue)) act = *std::move(players);
    if (!act) return tl::unexpected(act.error());
    if (!act->body) return tl::unexpected(nothing(base::phrase("nothing happens")));
    return TypedAct{input_of(*act, state), {}, act->text};
}

std::vector<std::string> help_topics(ConsoleRole role, const table::State& state) {
    switch (role) {
    case ConsoleRole::white:
    case ConsoleRole::black: return terminal::split_words(player_topics(role, state));
    case ConsoleRole::assistant:
        return {"last", "repeat", "announces", "repeats", "presses", "corrects", "quit"};
    case ConsoleRole::arbiter: return terminal::split_words(arbiter_topics(state));
    case ConsoleRole::spectator: return {"last", "board", "moves", "quit"};
    }
    return {};
}

std::string topic_of_now(ConsoleRole role, const table::State& state) {
    const auto seat = table::seat_of(role);
    if (!seat) return {};
    if (state.phase == table::Phase::ended) return "signs";
    if (state.draw_offer == !*seat) return "draw";
    if (state.setup->mode == table::Mode::tournament) return {};
    if (is_answer_awaited(*seat, state)) return "proposal";
    return state.clocks.running() ? "" : "starts";
}

} // namespace ansage::acts
