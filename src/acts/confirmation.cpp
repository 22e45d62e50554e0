// SPDX-License-Identifier: GPL-3.0-or-later
#include "acts/confirmation.hpp"

#include "acts/gist.hpp"
#include "acts/grammar.hpp"
#include "base/overloaded.hpp"
#include "table/decide/decide.hpp"
#include "table/disputes/agenda.hpp"
#include "table/model/names.hpp"
#include "telling/outcome.hpp"
#include "terminal/text.hpp"

#include <initializer_list>

namespace ansage::acts {

using table::Reply;

std::optional<Reply>
confirmation_of(const table::InputBody& body, const table::State& state, bool is_plain) {
    using Wanted = std::optional<Reply>;
    return std::visit(
        base::Overloaded{
            [](const table::Resigns&) -> Wanted { return Reply::confirm_resignation; },
            [&](const table::Draws& draws) -> Wanted {
                if (draws.act == table::DrawAct::offer && !is_plain) return Reply::confirm_act;
                // Where nothing is offered the table refuses it.
                const bool is_offered = state.draw_offer == !draws.seat;
                return draws.act == table::DrawAct::accept && is_offered
                    ? Wanted{Reply::confirm_draw}
                    : std::nullopt;
            },
            [&](const table::Claims&) -> Wanted {
                return is_plain ? std::nullopt : Wanted{Reply::confirm_act};
            },
            [&](const table::Signs&) -> Wanted {
                // Before the end the table refuses it.
                return state.result ? Wanted{Reply::confirm_signature} : std::nullopt;
            },
            [](const table::ArbiterSets&) -> Wanted { return Reply::confirm_act; },
            [](const table::ArbiterAdds&) -> Wanted { return Reply::confirm_act; },
            [](const table::ArbiterRestores&) -> Wanted { return Reply::confirm_act; },
            [](const table::ArbiterEnds&) -> Wanted { return Reply::confirm_act; },
            [&](const table::ArbiterRulesIllegal&) -> Wanted {
                // Two hands that are not punished (7.5.4) the table refuses.
                return table::consequence_of(state, body) ? Wanted{Reply::confirm_act}
                                                          : std::nullopt;
            },
            [&](const table::Arbiter& arbiter) -> Wanted {
                // What answers nothing that is open the table refuses.
                const bool is_asked = arbiter.act == table::ArbiterAct::adjourns ||
                    table::consequence_of(state, body);
                return is_asked ? Wanted{Reply::confirm_act} : std::nullopt;
            },
            [](const auto&) -> Wanted { return std::nullopt; },
        },
        body
    );
}

table::InputBody naming_matter(table::InputBody body, const table::State& state) {
    if (auto* const act = std::get_if<table::Arbiter>(&body)) table::name_matter(state, *act);
    return body;
}

std::optional<std::string>
word_wanted(const table::InputBody& body, const table::State& state, base::Instant now) {
    if (read_back_of(body, state, false) || std::holds_alternative<table::Signs>(body))
        return std::nullopt; // a player's own act, which takes nothing from anybody
    bool loses_moves = false;
    bool takes_time = false;
    for (const table::Event& event : table::decide(state, {.at = now, .body = body})) {
        if (const auto* const ended = std::get_if<table::Ended>(&event.body))
            return ended->score == laws::Score::draw ? "draw" : "win";
        const auto* const restored = std::get_if<table::Restored>(&event.body);
        loses_moves = loses_moves || (restored != nullptr && restored->ply < state.made());
        const auto* const set = std::get_if<table::ClockAdjusted>(&event.body);
        takes_time = takes_time ||
            (set != nullptr && set->remaining < state.clocks.remaining(set->color, now));
    }
    if (loses_moves) return "back";
    return takes_time ? std::optional<std::string>{"time"} : std::nullopt;
}

std::optional<table::ReadBackAct>
read_back_of(const table::InputBody& body, const table::State& state, bool is_plain) {
    const auto by_move = [&](const auto& input) { return state.is_read_back(input.seat); };
    const bool is_read_back = std::visit(
        base::Overloaded{
            [&](const table::Announces& input) { return by_move(input); },
            [&](const table::Corrects& input) { return by_move(input); },
            [](const table::Claims&) { return true; },
            [&](const table::Draws&) { return confirmation_of(body, state, is_plain).has_value(); },
            [](const table::Resigns&) { return true; },
            [](const auto&) { return false; },
        },
        body
    );
    return is_read_back ? typed_act(body) : std::nullopt;
}

std::string words_of_act(
    const table::InputBody& body,
    const table::State& state,
    const telling::TableWords& words,
    std::string_view language
) {
    const wording::Catalogue& in = words.catalogue(language);
    const auto say = [&](std::string_view id,
                         std::initializer_list<wording::Argument> arguments = {}) {
        return in.sentence(id, arguments);
    };
    const auto of = [](chess::Color player) { return wording::Argument{"player", player}; };
    if (const auto consequence = table::consequence_of(state, body)) {
        std::string sentence = words.sentence(*consequence, language, state.positions);
        if (sentence.ends_with('.')) // the question goes on behind it
            sentence.pop_back();
        return sentence;
    }
    return std::visit(
        base::Overloaded{
            [&](const table::ArbiterSets& sets) {
                return say("act.sets", {of(sets.color), {"time", sets.remaining}});
            },
            [&](const table::ArbiterAdds& adds) {
                const bool both = adds.both.value_or(false);
                const bool takes = adds.time < base::Millis{0};
                const std::string_view id = takes ? (both ? "act.takes_both" : "act.takes")
                                                  : (both ? "act.adds_both" : "act.adds");
                return say(id, {of(adds.color), {"time", std::chrono::abs(adds.time)}});
            },
            [&](const table::ArbiterRestores& restores) {
                return restores.ply == 0 ? say("act.restores_start")
                                         : say("act.restores", {{"count", restores.ply.value()}});
            },
            [&](const table::ArbiterEnds& ends) {
                return say("act.ends", {{"result", ends.score}, {"text", ends.reason}});
            },
            [&](const table::Arbiter&) { return say("act.adjourns"); },
            [&](const table::Resigns& resigns) { return say("act.resigns", {of(resigns.seat)}); },
            [&](const table::Draws& draws) {
                const bool is_offer = draws.act == table::DrawAct::offer;
                return say(is_offer ? "act.offers_draw" : "act.draws", {of(draws.seat)});
            },
            [&](const table::Claims& claims) {
                const std::string id = "claim." + std::string{table::to_string(claims.kind)};
                return say("act.claims", {of(claims.seat), {"claim", say(id)}});
            },
            [&](const table::Signs& signs) { return say("act.signs", {of(signs.seat)}); },
            [](const auto&) { return std::string{}; },
        },
        body
    );
}

bool is_word(std::string_view line, const std::string& wanted, const wording::Catalogue& in) {
    return in.means("command.confirms_" + wanted, line);
}

bool is_yes(std::string_view line, const wording::Catalogue& in) {
    return in.means("command.yes", line) || is_meant("yes", line, in);
}

bool is_no(std::string_view line, const wording::Catalogue& in) {
    return terminal::trim(line).empty() || in.means("command.no", line) || is_meant("no", line, in);
}

} // namespace ansage::acts
