// SPDX-License-Identifier: GPL-3.0-or-later
// Who does what on a line of a table script.
#include "acts/script.hpp"
#include "acts/verbs.hpp"
#include "base/overloaded.hpp"
#include "table/asking/rights.hpp"
#include "table/model/names.hpp"
#include "terminal/text.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace ansage::acts {

using base::Error;
using base::Result;
using chess::Color;
using table::InputBody;
using table::Performer;

tl::unexpected<Error> bad(base::Phrase what, base::Phrase mend) {
    return tl::unexpected(Error{.what = std::move(what), .where = {}, .mend = std::move(mend)});
}

Body only(const Words& words, std::size_t count, InputBody body) {
    if (words.list.size() > count) {
        return bad(
            base::phrase("\"{}\" is too much", terminal::join_words(words.list, count)),
            base::phrase("end the line before it")
        );
    }
    return body;
}

std::optional<Color> parse_color(std::string_view word) { return table::parse_name<Color>(word); }

namespace {

Body read_verb(
    std::span<const Verb> verbs,
    const Actor& actor,
    const std::vector<std::string>& rest,
    std::string_view who
) {
    if (rest.empty()) return bad(base::phrase("what {} does is missing", who), {});
    const auto verb = std::ranges::find(verbs, rest.front(), &Verb::name);
    if (verb == verbs.end())
        return bad(base::phrase("{} has no verb \"{}\"", who, rest.front()), {});
    return verb->read(actor, {{rest.begin() + 1, rest.end()}, rest.front()});
}

// "assistant", "assistant for white", "white-assistant". Takes its words off `words`.
std::optional<Actor> take_assistant(std::vector<std::string>& words) {
    const auto drop = [&](std::ptrdiff_t count) {
        words.erase(words.begin(), words.begin() + count);
    };
    if (words[0] == "white-assistant" || words[0] == "black-assistant") {
        const Color seat = words[0].starts_with("white") ? Color::white : Color::black;
        drop(1);
        return Actor{.seat = seat, .performer = Performer::assistant};
    }
    if (words[0] != "assistant") return std::nullopt;
    const std::optional<Color> seat =
        words.size() > 2 && words[1] == "for" ? parse_color(words[2]) : std::nullopt;
    drop(seat ? 3 : 1);
    return Actor{
        .seat = seat.value_or(Color::white),
        .performer = Performer::assistant,
        .for_either = !seat};
}

// "... because REASON": the arbiter's reason, of the decisions that keep one.
Body read_arbiter(const std::vector<std::string>& words, std::string_view who) {
    const auto because = std::ranges::find(words, "because");
    Body body = read_verb(arbiter_verbs(), {}, {words.begin(), because}, who);
    if (!body || because == words.end())
        return because == words.end() ? body : read_verb(arbiter_verbs(), {}, words, who);
    const bool is_kept = std::visit(
        [&](auto& input) {
            constexpr bool has_reason = requires { input.reason.has_value(); };
            if constexpr (has_reason)
                input.reason = terminal::join_words({because + 1, words.end()}, 0);
            return has_reason;
        },
        *body
    );
    return is_kept ? body : read_verb(arbiter_verbs(), {}, words, who);
}

Body read_actor(std::vector<std::string>& words, Act& act) {
    const std::string who = words[0];
    if (const std::optional<Actor> assistant = take_assistant(words)) {
        act.for_either = assistant->for_either;
        act.by_assistant = true;
        return read_verb(player_verbs(), *assistant, words, who);
    }
    words.erase(words.begin());
    if (const std::optional<Color> color = parse_color(who))
        return read_verb(player_verbs(), {.seat = *color}, words, who);
    if (who == "white-board" || who == "black-board") {
        return read_verb(
            board_verbs(), {.seat = who == "white-board" ? Color::white : Color::black}, words, who
        );
    }
    if (who == "clock") { // whichever side runs
        act.for_either = true;
        return read_verb(clock_verbs(), {}, words, who);
    }
    if (who == "recorder") return read_verb(recorder_verbs(), {}, words, who);
    if (who == "arbiter") return read_arbiter(words, who);
    return bad(base::phrase("\"{}\" is nobody at the table", who), {});
}

} // namespace

Result<Act, Error> parse_act(std::string_view text) {
    std::vector<std::string> words = terminal::split_words(text);
    if (words.empty()) {
        return bad(
            base::phrase("nothing happens on this line"),
            base::phrase("write who does what, or passes")
        );
    }
    if (words.size() == 1 && words[0] == "passes") return Act{};
    Act act;
    act.text = std::string{text};
    Body body = read_actor(words, act);
    if (!body) return tl::unexpected(body.error());
    act.body = std::move(*body);
    return act;
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
                const table::Ply* open = state.open_ply();
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
