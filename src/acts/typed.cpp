// SPDX-License-Identifier: GPL-3.0-or-later
#include "acts/typed.hpp"

#include "acts/actor.hpp"
#include "acts/confirmation.hpp"
#include "acts/gist.hpp"
#include "table/asking/questions.hpp"
#include "table/asking/rights.hpp"
#include "table/model/input_parts.hpp"
#include "table/model/names.hpp"
#include "terminal/text.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
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
    if (!actor || meet(actor->doer, Doer::clock | Doer::recorder | Doer::listener))
        return std::nullopt;
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

// "yes" answers the last question that was put to that player: whether he accepts a draw.
std::optional<Act> answer_to_offer(
    std::string_view line, ConsoleRole role, const table::State& state, const Tongue& tongue
) {
    const auto seat = table::seat_of(role);
    if (!seat || state.draw_offer != !*seat || tongue.in == nullptr) return std::nullopt;
    const bool is_yes = acts::is_yes(line, *tongue.in);
    if (!is_yes && !(acts::is_no(line, *tongue.in))) return std::nullopt;
    const auto act = is_yes ? table::DrawAct::accept : table::DrawAct::decline;
    return Act{.body = table::Draws{.seat = *seat, .act = act}, .text = std::string{line}};
}

constexpr Actor players_together{.word = "arbiter", .doer = Doer::arbiter | Doer::pair};

// What is the arbiter's elsewhere.
std::optional<Act>
as_players_act(std::optional<Act> act, ConsoleRole role, const table::State& state) {
    if (act && !is_players_too(*act->body)) act->body = as_proposal(*act->body, role, state);
    return act && act->body ? act : std::nullopt;
}

std::optional<Act> to_optional(Result<Act, Error> act) {
    return act ? std::optional{*std::move(act)} : std::nullopt;
}

// In the words that are taught.
Result<Act, Error>
read_as_taught(const Reader& reader, ConsoleRole role, const table::State& state) {
    Reader behind{reader};
    const auto named = actor_named(behind, role);
    if (named) return read_act(*named, behind);
    auto act = read_act(actor_at(role), reader, &state);
    if (act || role == ConsoleRole::arbiter) return act;
    auto other =
        as_players_act(to_optional(read_act(players_together, reader, &state)), role, state);
    return other ? Result<Act, Error>{*std::move(other)} : act;
}

// Whether a player proposes to take a ruling back where there is none: he means his move.
bool takes_back_nothing(const table::InputBody& body, const table::State& state) {
    const auto* const suggests = std::get_if<table::Suggests>(&body);
    const auto* const ruling =
        suggests != nullptr ? std::get_if<table::Arbiter>(&suggests->act) : nullptr;
    return ruling != nullptr && ruling->act == table::ArbiterAct::takes_back && !ruling->matter &&
        state.agenda.empty();
}

// Whether what is taught says no more than that a name follows, "sign the scoresheet", or a move,
// and none follows: "repeat please".
bool is_vague(const Act& act, const Reader& reader, const table::State& state) {
    if (takes_back_nothing(*act.body, state)) return true;
    const auto* const signs = std::get_if<table::Signs>(&*act.body);
    const std::string* const move = words_of_move(*act.body);
    if (move == nullptr || reader.tongue().words == nullptr) return signs != nullptr && signs->name;
    const bool is_key = reader.word().size() == 1 || reader.word() == "repeats";
    return move->empty() ? !is_key
                         : !reader.tongue().words->hearing().is_move(state.position(), *move);
}

// "Sorry, knight f3" corrects only what has been said (D.2.8).
bool has_announced(const table::State& state, std::optional<Color> seat) {
    const auto ply = seat ? table::announced_ply(state, *seat) : std::nullopt;
    return ply && state.plies.has(*ply) &&
        state.plies[*ply].newest(table::Witness::announcement) != nullptr;
}

// Whether the line is a move, and does not correct one that was announced (D.2.8): then it means
// nothing else.
bool is_only_a_move(const Reader& reader, ConsoleRole role, const table::State& state) {
    const bool is_announced =
        state.to_move() == table::seat_of(role) && has_announced(state, state.to_move());
    return !is_announced &&
        reader.tongue().words->hearing().is_move(state.position(), std::string{reader.line()});
}

// Whether it answers an offer that the other one has made, tells a move in words of moves, or does
// neither.
bool makes_sense(const table::InputBody& body, const table::State& state, const Tongue& tongue) {
    if (const auto* const draws = std::get_if<table::Draws>(&body))
        return draws->act == table::DrawAct::offer || state.draw_offer == !draws->seat;
    if (const auto* const corrects = std::get_if<table::Corrects>(&body);
        corrects != nullptr && !has_announced(state, corrects->seat))
        return false;
    const std::string* const move = words_of_move(body);
    return move == nullptr || tongue.words->hearing().is_move(state.position(), *move);
}

// The first of the words that are taught for it.
std::string taught(const Gist& gist, const wording::Catalogue& in) {
    const std::string phrases =
        in.sentence("command" + gist.meaning.substr(gist.meaning.find('.')));
    return phrases.substr(0, phrases.find(','));
}

// In other words than those that are taught. What has a meaning already is not guessed at. What a
// player does himself goes before what he would propose.
std::optional<Act>
read_as_meant(const Reader& reader, ConsoleRole role, const table::State& state, bool has_meaning) {
    const Tongue& tongue = reader.tongue();
    if (tongue.in == nullptr || tongue.words == nullptr) return std::nullopt;
    const bool is_move = is_only_a_move(reader, role, state);
    const std::vector<Gist> gists = gists_of(reader.line(), *tongue.in);
    const auto read = [&](bool is_guess, bool is_together) -> std::optional<Act> {
        for (const Gist& gist : gists) {
            // An assistant, whose rights are few, is not guessed at.
            const bool is_sure = !is_guess && !is_move;
            const bool may_ask = is_guess && role != ConsoleRole::assistant;
            const bool is_correction = !is_guess && has_announced(state, table::seat_of(role));
            if ((gist.unknown > 0) != is_guess ||
                !(gist.is_answered() || is_sure || may_ask || is_correction))
                continue;
            const Actor actor = is_together ? players_together : actor_at(role);
            auto act = read_script(actor, gist.script, state, tongue);
            if (is_together) act = as_players_act(std::move(act), role, state);
            if (!act || !makes_sense(*act->body, state, tongue)) continue;
            if (is_move && !gist.is_answered() &&
                !std::holds_alternative<table::Corrects>(*act->body))
                continue;
            act->text = std::string{reader.line()};
            if (is_guess && !gist.is_answered()) act->guessed = taught(gist, *tongue.in);
            return act;
        }
        return std::nullopt;
    };
    auto act = read(false, false);
    if (!act && role != ConsoleRole::arbiter) act = read(false, true);
    if (has_meaning || is_move) return act;
    if (!act) act = read(true, false);
    if (!act && role != ConsoleRole::arbiter) act = read(true, true);
    return act;
}

Result<Act, Error> read_at_console(
    std::string_view line, ConsoleRole role, const table::State& state, const Tongue& tongue
) {
    if (auto answer = answer_to_offer(line, role, state, tongue)) return *std::move(answer);
    const Reader reader{line, tongue};
    auto act = read_as_taught(reader, role, state);
    const bool has_meaning = act.has_value();
    if (!has_meaning || is_vague(*act, reader, state)) {
        const bool is_no_move = has_meaning && words_of_move(*act->body) != nullptr;
        if (auto meant = read_as_meant(reader, role, state, has_meaning && !is_no_move))
            act = *std::move(meant);
    }
    if (act && role == ConsoleRole::assistant && act->for_either &&
        std::holds_alternative<table::Asks>(*act->body)) {
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

// "draw", said to somebody who has just offered one.
void accept_what_is_offered(table::InputBody& body, const table::State& state) {
    auto* const draws = std::get_if<table::Draws>(&body);
    if (draws != nullptr && draws->act == table::DrawAct::offer && state.draw_offer == !draws->seat)
        draws->act = table::DrawAct::accept;
}

// What a player types nobody at the board has heard; an assistant says it aloud.
void mark_as_typed(table::InputBody& body, ConsoleRole role) {
    if (role == ConsoleRole::white || role == ConsoleRole::black) table::mark_as_typed(body);
}

TypedAct typed_act(const Act& act, ConsoleRole role, const table::State& state) {
    TypedAct typed{input_of(act, state), {}, act.text, act.is_plain, act.guessed};
    if (auto* asks = std::get_if<table::Asks>(&typed.body);
        asks != nullptr && role == ConsoleRole::assistant)
        asks->by = role;
    mark_as_typed(typed.body, role);
    accept_what_is_offered(typed.body, state);
    complete_signature(typed.body, state);
    typed.confirm = confirmation_of(typed.body, state, act.is_plain);
    if (!typed.confirm && !act.guessed.empty()) typed.confirm = table::Reply::confirm_act;
    return typed;
}

// "? c" and "? clocks" ask for the same, and so do "? accepts" and "? draw".
std::string topic_of(std::string_view words) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 13> taught_with{{
        {"read-back", "read_back"},
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
    }};
    const auto other = std::ranges::find_if(taught_with, [words](const auto& taught) {
        return words.starts_with(taught.first);
    });
    if (other != taught_with.end()) return std::string{other->second};
    constexpr std::string_view asks = "asks ";
    if (words.starts_with(asks)) words.remove_prefix(asks.size());
    const std::string_view word = words.substr(0, words.find(' '));
    const auto row = std::ranges::find(table::questions(), word, &table::QuestionRow::written);
    const bool is_taught = row != table::questions().end() && !row->topic.empty();
    return std::string{is_taught ? row->topic : word};
}

// Of the questions about that, each topic once.
std::string topics_about(table::About about) {
    std::string topics;
    for (const table::QuestionRow& row : table::questions()) {
        const std::string topic = fmt::format("{} ", row.topic);
        const bool is_new = !row.topic.empty() && !topics.ends_with(topic);
        if (row.about == about && is_new) topics += topic;
    }
    return topics;
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
    if (!looks || state.seat(seat).hearing_impaired) topics += topics_about(table::About::words);
    if (!looks) {
        topics += topics_about(table::About::play);
        if (answers_about_squares(role, state)) topics += topics_about(table::About::squares);
    }
    const bool records = state.recorder && !state.recorder->is_continuous;
    if (records || state.listening.consents[seat]) topics += "records ";
    if (state.is_recorded && !tournament) topics += "microphone ";
    topics +=
        "announces withdraws presses repeats executes corrects draw claims pauses resigns signs ";
    if (state.listening.consents[seat]) topics += "unheard ";
    if (!tournament) topics += "enter read_back starts proposal agenda takeback proposes compares ";
    return topics + "voice quit";
}

std::string arbiter_topics(const table::State& state) {
    std::string topics{
        "starts agenda proposal evidence rules sets restores ends adjourns override "};
    if (state.setup->hall_rulings) topics += "hall ";
    if (state.setup->pages == table::Pages::lan) topics += "frees ";
    if (state.is_recorded) topics += "microphone ";
    topics += topics_about(table::About::words) + "clocks ";
    return topics + topics_about(table::About::squares) + "quit";
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

std::optional<Typed> command_of(Reader reading) {
    if (reading.take("?")) return HelpWanted{topic_at(reading)};
    const std::string_view command = reading.take_word();
    const bool switches = command == "enter" && reading.take("presses");
    if (!reading.is_at_end()) return std::nullopt;
    if (command == "quit") return LeaveWanted{};
    if (command == "hush") return HushWanted{};
    return switches ? std::optional<Typed>{EnterWanted{}} : std::nullopt;
}

// What the line means above all, if that is no act of anybody's; a guess where it has unknown
// words.
std::optional<Typed> command_meant(std::string_view line, const Tongue& tongue, bool is_guess) {
    if (tongue.in == nullptr) return std::nullopt;
    const std::vector<Gist> gists = gists_of(line, *tongue.in);
    const bool is_one = !gists.empty() && (gists.front().unknown > 0) == is_guess &&
        (!is_guess || gists.front().is_answered()); // nobody leaves by a guess
    return is_one ? command_of({gists.front().script, tongue}) : std::nullopt;
}

// What is no act of anybody's. "help please" asks for no topic of that name.
std::optional<Typed> command_at(std::string_view line, const Tongue& tongue) {
    if (line.starts_with('?')) return HelpWanted{topic_at({line.substr(1), tongue})};
    if (auto command = command_meant(line, tongue, false)) return command;
    for (const Reader& reading : Reader{line, tongue}.readings(false))
        if (auto command = command_of(reading)) return command;
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
    if (!act && tongue.words != nullptr) {
        auto announces = read_at_console("announces " + said, role, state, {});
        const telling::Hearing& hearing = tongue.words->hearing();
        const bool is_move = announces &&
            (hearing.is_move(table::announcing_position(state, actor->seat), said) ||
             !hearing.near(*announces->body, state).empty());
        if (is_move) act = std::move(announces);
    }
    return act ? std::optional{*std::move(act)} : std::nullopt;
}

Error nothing(base::Phrase what) { return {std::move(what), {}, base::phrase("type ? for help")}; }

} // namespace

Result<Typed, Error>
read_typed(std::string_view line, ConsoleRole role, const table::State& state, Tongue tongue) {
    const std::string_view text = terminal::trim(line);
    if (text.empty()) return tl::unexpected(nothing(base::phrase("nothing was typed")));
    if (auto command = command_at(text, tongue)) return *std::move(command);
    const auto act = read_at_console(text, role, state, tongue);
    if (!act)
        if (auto command = command_meant(text, tongue, true)) return *std::move(command);
    return act.map([&](const Act& done) -> Typed { return typed_act(done, role, state); });
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
    if (!act->body || !act->guessed.empty())
        return tl::unexpected(nothing(base::phrase("nothing happens")));
    return TypedAct{input_of(*act, state), {}, act->text, act->is_plain};
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
