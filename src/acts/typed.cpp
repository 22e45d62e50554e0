// SPDX-License-Identifier: GPL-3.0-or-later
#include "acts/typed.hpp"

#include "acts/confirmation.hpp"
#include "chess/types.hpp"
#include "table/asking/rights.hpp"
#include "table/model/names.hpp"
#include "table/model/state.hpp"
#include "terminal/text.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace ansage::acts {

using base::Error;
using base::Result;
using chess::Color;
using table::ConsoleRole;

namespace {

struct ConsoleKey {
    std::string_view key;
    std::string_view act; // as a table script has it
    std::string_view topic; // of the help
};

// The letters that blind players know from lichess, the same in every language, with or without
// Caps Lock; "u" as in Unterschrift, underskrift, ondertekenen.
constexpr std::array console_keys{
    ConsoleKey{"l", "asks last", "last"},
    ConsoleKey{"r", "asks repeat", "repeat"},
    ConsoleKey{"c", "asks both", "clocks"},
    ConsoleKey{"t", "asks time", "time"},
    ConsoleKey{"o", "asks opponent", "opponent"},
    ConsoleKey{"m", "asks moves", "moves"},
    ConsoleKey{"k", "asks score", "score"},
    ConsoleKey{"h", "asks since", "since"},
    ConsoleKey{"v", "records", "records"},
    ConsoleKey{"u", "signs", "signs"},
    ConsoleKey{"b", "asks position", "board"},
    ConsoleKey{"p", "asks pieces", "pieces"},
    ConsoleKey{"s", "asks squares", "squares"},
    ConsoleKey{"d", "asks squares diagonal", "squares"},
    ConsoleKey{"a", "asks squares around", "squares"},
    ConsoleKey{"w", "repeats", "repeats"},
    ConsoleKey{"n", "executes", "executes"},
    ConsoleKey{".", "presses", "presses"},
};

const ConsoleKey* key_called(std::string_view word) {
    const char letter = word.size() == 1 ? word.front() : '\0';
    const char lower =
        letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
    const auto* const key =
        std::ranges::find(console_keys, std::string_view{&lower, 1}, &ConsoleKey::key);
    return key == console_keys.end() ? nullptr : key;
}

constexpr std::array<std::string_view, 7> actors{
    "white", "black", "assistant", "white-assistant", "black-assistant", "arbiter", "white-board"};

// "k -" and "k +": the move before and after the one that was told last.
std::string step_in_score(bool back, ConsoleRole role, const table::State& state) {
    const unsigned reviewed =
        state.reviewed[role == ConsoleRole::black ? Color::black : Color::white];
    return reviewed == 0
        ? "asks score"
        : fmt::format("asks score {}", back ? std::max(1U, reviewed - 1) : reviewed + 1);
}

bool is_number(const std::string& word) { return terminal::parse_number(word).has_value(); }

// "k" is the own score, "k 12" of move 12; "k Sc6" corrects (D.2.8).
std::string score_or_correction(
    const std::vector<std::string>& words, ConsoleRole role, const table::State& state
) {
    const bool is_step = words.size() == 2 && (words[1] == "-" || words[1] == "+");
    if (is_step) return step_in_score(words[1] == "-", role, state);
    if (words.size() < 2) return "asks score";
    const bool is_move = words.size() > 2 || !is_number(words[1]);
    return (is_move ? "corrects " : "asks score ") + terminal::join_words(words, 1);
}

// A letter with what follows it. "s e4" asks for a square, "s e" and "s 4" for a line of them;
// "v r" records the repetition.
std::string act_of_key(
    const ConsoleKey& key,
    const std::vector<std::string>& words,
    ConsoleRole role,
    const table::State& state
) {
    if (key.key == "k") return score_or_correction(words, role, state);
    if (key.key == "v" && words.size() == 2 && words[1] == "r") return "records repetition";
    std::string rest = terminal::join_words(words, 1);
    if (key.topic == "squares") { // "S D1", with Caps Lock
        std::ranges::transform(
            rest,
            rest.begin(),
            [](char letter) {
                return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a')
                                                      : letter;
            }
        );
    }
    const bool one_square = key.key == "s" && words.size() == 2 && rest.size() == 2;
    const std::string act{one_square ? std::string_view{"asks square"} : key.act};
    return rest.empty() ? act : act + ' ' + rest;
}

// On the own scoresheet people count moves, not half-moves: "writes Sf3" is the next entry,
// "writes 12 Sf3" White's move 12, and "writes 12 ... Sc6", or once White's is written "writes 12
// Sc6", Black's.
std::string
entry_as_in_scripts(std::vector<std::string> words, Color sheet, const table::State& state) {
    const chess::Position& start = state.positions.front();
    const unsigned first_half = start.turn() == Color::black ? 1 : 0;
    const auto is_written = [&](unsigned ply) {
        return ply <= state.plies.size() &&
            state.plies[ply - 1].newest(table::score_of(sheet)) != nullptr;
    };
    unsigned ply = 1;
    std::size_t text = 1;
    const auto number = words.size() > 1 ? terminal::parse_number(words[1]) : std::nullopt;
    if (number) {
        text = 2;
        const unsigned before = *number - std::min(*number, start.fullmove_number());
        const bool is_blacks = words.size() > 2 && words[2] == "...";
        text += is_blacks ? 1 : 0;
        const unsigned half = before * 2 + (is_blacks ? 1 : 0);
        ply = half + 1 - std::min(half, first_half);
        const bool is_next = !is_blacks && is_written(ply) && words.size() > text;
        ply += is_next ? 1 : 0;
    } else {
        while (is_written(ply)) ++ply;
    }
    return fmt::format("writes {} {}", ply, terminal::join_words(words, text));
}

// Whom an assistant asks for: the player who has one for telling the times.
Color told_by_assistant(const table::State& state) {
    return state.seat(Color::white).assistant_duties.contains(4) ? Color::white : Color::black;
}

std::string actor_of(ConsoleRole role, bool asks, const table::State& state) {
    switch (role) {
    case ConsoleRole::white:
    case ConsoleRole::black:
    case ConsoleRole::arbiter: return std::string{table::to_string(role)};
    case ConsoleRole::assistant:
        return asks ? fmt::format("assistant for {}", chess::to_string(told_by_assistant(state)))
                    : "assistant";
    case ConsoleRole::spectator: return "white"; // and then it is refused
    }
    return {};
}

// "announces Eva zwei Eva vier" at White's console is White's act; a player whom the assistant
// names is the one that he acts for.
std::string whole_act(std::string_view line, ConsoleRole role, const table::State& state) {
    const std::vector<std::string> words = terminal::split_words(line);
    const ConsoleKey* const key = key_called(words.front());
    std::string text =
        key == nullptr ? terminal::join_words(words, 0) : act_of_key(*key, words, role, state);
    const auto seat = table::seat_of(role);
    if (seat && words.front() == "writes") text = entry_as_in_scripts(words, *seat, state);
    if (role == ConsoleRole::assistant && (words.front() == "white" || words.front() == "black"))
        return fmt::format("{}-assistant {}", words.front(), terminal::join_words(words, 1));
    if (std::ranges::find(actors, words.front()) != actors.end()) return text;
    // Where no arbiter is present the players start and resume, and choose the microphone.
    const bool is_arbiters = words.front() == "starts" || words.front() == "resumes" ||
        text.starts_with("records from ");
    return is_arbiters ? "arbiter " + text
                       : actor_of(role, text.starts_with("asks "), state) + ' ' + text;
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

// "? c" and "? clocks" ask for the same, and so do "? accepts" and "? draw".
std::string topic_of(std::string_view words) {
    if (const ConsoleKey* const key = key_called(words)) return std::string{key->topic};
    constexpr std::array<std::pair<std::string_view, std::string_view>, 16> taught_with{{
        {"confirms ruling", "hall"},
        {"declines ruling", "hall"},
        {"proposes takeback", "takeback"},
        {"accepts proposal", "proposal"},
        {"rejects proposal", "proposal"},
        {"rejects", "proposal"},
        {"asks agenda", "agenda"},
        {"agenda", "agenda"},
        {"takes back", "rules"},
        {"asks evidence", "evidence"},
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
    return std::string{
        other != taught_with.end() ? other->second : words.substr(0, words.find(' '))};
}

bool answers_about_squares(ConsoleRole role, const table::State& state) {
    const auto seat = role == ConsoleRole::white ? Color::white : Color::black;
    const bool identity = state.seat(seat).board == table::BoardKind::identity;
    return state.setup->mode != table::Mode::tournament ||
        (identity && state.seat(seat).square_answers);
}

std::vector<std::string> player_topics(ConsoleRole role, const table::State& state) {
    const auto seat = role == ConsoleRole::white ? Color::white : Color::black;
    const bool tournament = state.setup->mode == table::Mode::tournament;
    const bool looks = tournament && state.seat(seat).vision == table::Vision::sighted;
    std::vector<std::string> topics;
    if (!looks || state.seat(seat).hearing_impaired) topics = {"last", "repeat"};
    if (!looks) {
        topics.insert(topics.end(), {"clocks", "time", "opponent", "moves", "score", "since"});
        if (answers_about_squares(role, state))
            topics.insert(topics.end(), {"board", "squares", "pieces"});
    }
    if (state.recorder && !state.recorder->is_continuous) topics.emplace_back("records");
    if (state.is_recorded && !tournament) topics.emplace_back("microphone");
    topics.insert(
        topics.end(),
        {"announces",
         "presses",
         "repeats",
         "executes",
         "corrects",
         "draw",
         "claims",
         "pauses",
         "resigns",
         "signs"}
    );
    if (!tournament) {
        topics.insert(
            topics.end(),
            {"enter", "starts", "proposal", "agenda", "takeback", "proposes", "compares"}
        );
    }
    topics.insert(topics.end(), {"voice", "quit"});
    return topics;
}

std::vector<std::string> arbiter_topics(const table::State& state) {
    std::vector<std::string> topics{
        "starts",
        "agenda",
        "proposal",
        "evidence",
        "rules",
        "sets",
        "restores",
        "ends",
        "adjourns",
        "override"};
    if (state.setup->hall_rulings) topics.emplace_back("hall");
    if (state.is_recorded) topics.emplace_back("microphone");
    topics.insert(topics.end(), {"last", "repeat", "clocks", "board", "squares", "pieces", "quit"});
    return topics;
}

// What whoever sits there has to know just now.
bool is_answer_awaited(Color seat, const table::State& state) {
    const table::Matter* const matter = state.newest_answerable();
    return matter != nullptr && !matter->agreed[seat];
}

std::string as_proposal(std::string_view text, ConsoleRole role) {
    return fmt::format("{} proposes {}", table::to_string(role), text);
}

// "adjourns", typed by a player where no arbiter is: it is proposed to the other one.
bool is_agreed_on(std::string_view text, ConsoleRole role, const table::State& state) {
    return table::seat_of(role) && state.setup->mode != table::Mode::tournament &&
        parse_act(as_proposal(text, role)).has_value();
}

} // namespace

Result<Typed, Error>
read_typed(std::string_view line, ConsoleRole role, const table::State& state) {
    const std::string_view text = terminal::trim(line);
    if (text.empty()) {
        return tl::unexpected(Error{
            base::phrase("nothing was typed"), {}, base::phrase("type ? for help")});
    }
    if (text.front() == '?') return HelpWanted{topic_of(terminal::trim(text.substr(1)))};
    if (text == "quit") return LeaveWanted{};
    std::string whole = whole_act(text, role, state);
    auto act = parse_act(whole);
    if (!act && is_agreed_on(text, role, state)) {
        whole = as_proposal(text, role);
        act = parse_act(whole);
    }
    if (!act || !act->body) {
        return tl::unexpected(
            act ? Error{base::phrase("nothing happens"), {}, base::phrase("type ? for help")}
                : act.error()
        );
    }
    TypedAct typed{.body = input_of(*act, state), .confirm = {}, .text = whole};
    if (auto* asks = std::get_if<table::Asks>(&typed.body);
        asks != nullptr && role == ConsoleRole::assistant)
        asks->by = role;
    mark_as_typed(typed.body, role);
    complete_signature(typed.body, state);
    typed.confirm = confirmation_of(typed.body, state);
    return typed;
}

std::vector<std::string> help_topics(ConsoleRole role, const table::State& state) {
    switch (role) {
    case ConsoleRole::white:
    case ConsoleRole::black: return player_topics(role, state);
    case ConsoleRole::assistant:
        return {"last", "repeat", "announces", "repeats", "presses", "corrects", "quit"};
    case ConsoleRole::arbiter: return arbiter_topics(state);
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
