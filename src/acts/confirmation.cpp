// SPDX-License-Identifier: GPL-3.0-or-later
#include "acts/confirmation.hpp"

#include "base/overloaded.hpp"
#include "table/disputes/agenda.hpp"
#include "telling/outcome.hpp"
#include "terminal/text.hpp"

#include <initializer_list>

namespace ansage::acts {

using table::Reply;

std::optional<Reply> confirmation_of(const table::InputBody& body, const table::State& state) {
    using Wanted = std::optional<Reply>;
    return std::visit(
        base::Overloaded{
            [](const table::Resigns&) -> Wanted { return Reply::confirm_resignation; },
            [&](const table::Draws& draws) -> Wanted {
                // Where nothing is offered the table refuses it.
                const bool is_offered = state.draw_offer == !draws.seat;
                return draws.act == table::DrawAct::accept && is_offered
                    ? Wanted{Reply::confirm_draw}
                    : std::nullopt;
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
                return say("act.adds", {of(adds.color), {"time", adds.time}});
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
            [&](const table::Draws& draws) { return say("act.draws", {of(draws.seat)}); },
            [&](const table::Signs& signs) { return say("act.signs", {of(signs.seat)}); },
            [](const auto&) { return std::string{}; },
        },
        body
    );
}

bool is_yes(std::string_view line, const wording::Catalogue& in) {
    return in.means("command.yes", line);
}

bool is_no(std::string_view line, const wording::Catalogue& in) {
    return terminal::trim(line).empty() || in.means("command.no", line);
}

} // namespace ansage::acts
