// SPDX-License-Identifier: GPL-3.0-or-later
#include "consoles/view.hpp"

#include "acts/confirmation.hpp"
#include "base/overloaded.hpp"
#include "table/model/names.hpp"
#include "telling/position_words.hpp"
#include "telling/table_words.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace ansage::consoles {

using base::Overloaded;
using chess::Color;
using table::ConsoleRole;
using table::State;
using wording::Argument;
using wording::Term;
using Line = std::optional<ConsoleLine>;

namespace {

std::string_view clock_id(Color color) {
    return color == Color::white ? "clock.white" : "clock.black";
}

// Whose ear it is, as a message.
std::string role_of(table::Audience audience) {
    switch (audience) {
    case table::Audience::ear_white: return "role.white";
    case table::Audience::ear_black: return "role.black";
    case table::Audience::assistant: return "role.assistant";
    case table::Audience::arbiter:
    case table::Audience::room: return "role.arbiter";
    }
    return "role.arbiter";
}

std::string_view language_of(const State& state, ConsoleRole role) {
    const auto seat = table::seat_of(role);
    return seat ? std::string_view{state.seat(*seat).language}
                : std::string_view{state.setup->arbiter_language};
}

bool is_player(ConsoleRole role) { return table::seat_of(role).has_value(); }

// Where no arbiter is present, both players are told what he would be told (principle 9), and so is
// who assists them.
bool is_told_as_arbiter(const State& state, ConsoleRole role) {
    const bool is_told =
        is_player(role) || (role == ConsoleRole::assistant && table::has_assistant(state));
    return role == ConsoleRole::arbiter ||
        (is_told && state.setup->mode != table::Mode::tournament);
}

// In the words of the table, however it was typed, legal or not.
std::string in_table_words(
    const telling::TableWords& words,
    const State& state,
    unsigned ply,
    const table::HeardMove& heard
) {
    return words.sentence(
        {"announcement", {.ply = ply, .said = heard.said, .name = heard.text}},
        state.setup->arbiter_language,
        state.positions
    );
}

// The words by which a ply was announced, as the table has them; absent if it was not.
std::optional<std::string>
announced_words(const telling::TableWords& words, const State& state, unsigned n) {
    if (n == 0 || n > state.plies.size()) return std::nullopt;
    const table::Ply& ply = state.plies[n - 1];
    const table::Testimony* said = ply.newest(table::Witness::announcement);
    if (said == nullptr) return std::nullopt;
    // A device's announcement has no text but its move, legal or not.
    const std::optional<chess::Move> move = said->move.move ? said->move.move : ply.move;
    const bool is_device = said->move.text.empty() && move;
    return is_device ? words.announcement(state.positions[n - 1], *move)
                     : in_table_words(words, state, n, said->move);
}

// Somebody's words of just now, which a line of their own shows.
bool repeats_somebody(const State& state, const table::Said& said, base::Instant at) {
    const std::optional<unsigned> ply = said.message.arguments.ply;
    if (said.cause != table::Cause::announcement || !said.message.arguments.said || !ply ||
        *ply == 0 || *ply > state.plies.size())
        return false;
    return std::ranges::any_of(
        state.plies[*ply - 1].testimonies,
        [at](const table::Testimony& words) {
            const bool spoken =
                words.source == table::Source::speech || words.source == table::Source::assistant;
            return spoken && words.at == at;
        }
    );
}

} // namespace

unsigned public_plies(const State& state) {
    const unsigned completed = table::completed_plies(state);
    unsigned shown = 0;
    while (shown < completed && state.plies[shown].newest(table::Witness::announcement) != nullptr)
        ++shown;
    return shown;
}

// One line being made for one viewer.
class ConsoleView::Draft {
public:
    Draft(const ConsoleView& view, const State& state, Viewer viewer, base::Instant at)
        : view_(view),
          state_(state),
          viewer_(viewer),
          at_(at) {}

    [[nodiscard]] Line of(const table::EventBody& body) const {
        return viewer_.role == ConsoleRole::spectator ? public_line(body) : table_line(body);
    }

private:
    // A spectator sees completed moves once they are announced, and the end (6.12, principle 4).
    [[nodiscard]] Line public_line(const table::EventBody& body) const {
        return std::visit(
            Overloaded{
                [&](const table::Completed& completed) { return completed_line(completed.ply); },
                [&](const table::Testified& testified) -> Line {
                    const bool late =
                        state_.plies[testified.ply - 1].state == table::PlyState::completed;
                    const bool words = testified.testimony.witness == table::Witness::announcement;
                    return late && words ? completed_line(testified.ply) : std::nullopt;
                },
                [&](const table::Restored& restored) -> Line { return restored_line(restored); },
                [&](const table::RecordCorrected& given) { return corrected_line(given); },
                [&](const table::Ended& ended) -> Line { return ended_line(ended); },
                [&](const table::Adjourned&) -> Line {
                    return plain("adjourned", "console.adjourned");
                },
                [](const auto&) -> Line { return std::nullopt; },
            },
            body
        );
    }

    [[nodiscard]] Line table_line(const table::EventBody& body) const {
        return std::visit(
            Overloaded{
                [&](const table::Said& said) { return said_line(said); },
                [&](const table::Testified& testified) { return spoken_line(testified); },
                [&](const table::ClockPressed& pressed) -> Line {
                    return pressed.switched ? clock_line(!pressed.seat) : std::nullopt;
                },
                [&](const table::ClockStarted& started) { return clock_line(started.color); },
                [&](const table::ClockHalted&) {
                    return important(plain("clock", "clock.stopped"));
                },
                [&](const table::ClockAdjusted& adjusted) { return adjusted_line(adjusted); },
                [&](const table::DrawOffered& offered) {
                    return of_player("draw_offered", "console.draw_offered", offered.seat);
                },
                [&](const table::DrawOfferEnded&) {
                    return plain("draw_declined", "console.draw_declined");
                },
                [&](const table::Claimed& claimed) { return claimed_line(claimed); },
                [&](const table::ClaimEnded& ended) {
                    return plain(
                        "claim", ended.correct ? "console.claim_right" : "console.claim_wrong"
                    );
                },
                [&](const table::TakenBack&) { return plain("taken_back", "console.taken_back"); },
                [&](const table::Signed& signs) {
                    return of_player("signed", "console.signed", signs.seat);
                },
                [&](const table::Restored& restored) { return restored_line(restored); },
                [&](const table::RecordCorrected& given) { return corrected_line(given); },
                [&](const table::Ended& ended) { return ended_line(ended); },
                [&](const table::Adjourned&) { return plain("adjourned", "console.adjourned"); },
                [&](const table::Refused& refused) { return refused_line(refused); },
                [&](const table::Warned& warned) {
                    return of_player("warned", "console.warned", warned.color);
                },
                [&](const table::IllegalCounted& counted) { return illegal_line(counted); },
                [&](const table::Overridden& overridden) { return overridden_line(overridden); },
                [&](const auto& other) { return arbiters_line(other); },
            },
            body
        );
    }

    // What only the arbiter hears, or, where there is none, both players.
    template <class Event>
    [[nodiscard]] Line arbiters_line(const Event& event) const {
        if (!is_told_as_arbiter(state_, viewer_.role)) return std::nullopt;
        if constexpr (std::is_same_v<Event, table::Alerted>) {
            return worded("alert", table::to_string(event.kind), event.message);
        } else if constexpr (std::is_same_v<Event, table::Proposed>) {
            return worded(
                "proposal", table::to_string(event.proposal.kind), event.proposal.message
            );
        } else if constexpr (std::is_same_v<Event, table::Raised>) {
            // The proposal itself is told, and an agenda is the arbiter's.
            const bool is_agreed_on = event.matter == table::MatterKind::suggestion ||
                event.matter == table::MatterKind::restoration;
            if (is_agreed_on && viewer_.role != ConsoleRole::arbiter) return std::nullopt;
            return worded("matter", table::to_string(event.matter), event.message);
        } else if constexpr (std::is_same_v<Event, table::ProposalAgreed>) {
            return agreed_line(event);
        } else if constexpr (std::is_same_v<Event, table::ProposalEnded>) {
            return event.accepted ? std::nullopt : plain("rejected", "console.rejected");
        } else if constexpr (std::is_same_v<Event, table::AlertSettled>) {
            const std::string name{table::to_string(event.kind)};
            const std::string id = "kind." + name;
            return make("settled", name, say("console.settled", {{"kind", Term{id}}}));
        } else if constexpr (std::is_same_v<Event, table::Completed>) {
            return viewer_.role == ConsoleRole::arbiter ? counted_line(event.ply) : std::nullopt;
        } else {
            return std::nullopt;
        }
    }

    // The own ear's words and the room's. The arbiter sees what every ear is told.
    [[nodiscard]] Line said_line(const table::Said& said) const {
        const auto own = table::audience_of(viewer_.role);
        const bool arbiters =
            said.audience == table::Audience::arbiter && is_told_as_arbiter(state_, viewer_.role);
        const bool mine =
            said.audience == own || said.audience == table::Audience::room || arbiters;
        // The arbiter sees what every ear is told, but not that it was taken down.
        const bool hears = mine ||
            (viewer_.role == ConsoleRole::arbiter && said.priority != table::Priority::notification
            );
        const bool is_own_duty = mine && said.message.id.starts_with("console.must_");
        const bool is_shown_otherwise = (telling::is_told_as_act(said.cause) &&
                                         said.message.id != "console.to_sign" && !is_own_duty) ||
            repeats_somebody(state_, said, at_);
        // A FEN is the arbiter's, for eyes and for copying; the pieces follow in words.
        const bool is_for_eyes =
            said.message.id == "arbiter.fen" && viewer_.role != ConsoleRole::arbiter;
        if (!hears || is_shown_otherwise || is_for_eyes) return std::nullopt;
        std::string audience{table::to_string(said.audience)};
        std::ranges::replace(audience, '_', '-');
        ConsoleLine line{
            .outcome = {.kind = "say", .fields = audience, .words = said.message.words},
            .text = said.message.words,
            .priority = said.priority};
        line.outcome.json = {
            {"audience", telling::json_text(audience)},
            {"cause", telling::json_text(table::to_string(said.cause))},
        };
        if (mine && said.message.id.starts_with("console.confirm_"))
            line.outcome.json.emplace_back("asks", "true");
        if (!mine) line.text = told_to(role_of(said.audience), said.message.words);
        return line;
    }

    // "To White: ...", for the arbiter.
    [[nodiscard]] std::string told_to(std::string_view role, std::string_view words) const {
        return say("console.to_other", {{"role", Term{role}}, {"text", words}});
    }

    // What somebody said aloud, as it was heard, legal or not.
    [[nodiscard]] Line spoken_line(const table::Testified& testified) const {
        const table::Testimony& said = testified.testimony;
        const bool announced = said.witness == table::Witness::announcement;
        const bool spoken =
            said.source == table::Source::speech || said.source == table::Source::assistant;
        if (!spoken || (!announced && said.witness != table::Witness::repetition))
            return std::nullopt;
        const Color mover = state_.plies[testified.ply - 1].mover;
        const Color speaker = announced ? mover : !mover;
        const std::string move = in_table_words(view_.words_, state_, testified.ply, said.move);
        const std::string words =
            say(said.corrects   ? "console.corrected"
                    : announced ? "console.announced"
                                : "console.repeated",
                {{"player", speaker}, {"text", move}});
        return make(announced ? "announced" : "repeated", std::string{name(speaker)}, words);
    }

    [[nodiscard]] Line completed_line(unsigned ply) const {
        const auto words = announced_words(view_.words_, state_, ply);
        if (!words) return std::nullopt;
        const Color mover = state_.plies[ply - 1].mover;
        const auto number = std::int64_t{state_.positions[ply - 1].fullmove_number()};
        return make(
            "completed",
            fmt::format("{}", ply),
            say("console.completed", {{"count", number}, {"player", mover}, {"text", *words}})
        );
    }

    // The arbiter has read the words when they were said.
    [[nodiscard]] Line counted_line(unsigned ply) const {
        const auto number = std::int64_t{state_.positions[ply - 1].fullmove_number()};
        return make(
            "completed",
            fmt::format("{}", ply),
            say("console.move_completed",
                {{"count", number}, {"player", state_.plies[ply - 1].mover}})
        );
    }

    [[nodiscard]] Line claimed_line(const table::Claimed& claimed) const {
        const std::string kind = "claim." + std::string{table::to_string(claimed.kind)};
        const std::string move =
            claimed.with ? view_.words_.announcement(state_.position(), *claimed.with) : "";
        return make(
            "claimed",
            std::string{name(claimed.seat)},
            say(claimed.with ? "console.claimed_with" : "console.claimed",
                {{"player", claimed.seat}, {"claim", Term{kind}}, {"move", move}})
        );
    }

    [[nodiscard]] Line adjusted_line(const table::ClockAdjusted& adjusted) const {
        return make(
            "clock_set",
            std::string{name(adjusted.color)},
            say("console.clock_set", {{"player", adjusted.color}, {"time", adjusted.remaining}})
        );
    }

    [[nodiscard]] Line restored_line(const table::Restored& restored) const {
        const std::string at = fmt::format("{}", restored.ply);
        if (restored.ply == 0) return make("restored", at, say("console.restored_start", {}));
        const table::Ply& ply = state_.plies[restored.ply - 1];
        const std::string move = ply.move
            ? view_.words_.announcement(state_.positions[restored.ply - 1], *ply.move)
            : std::string{};
        const auto number = std::int64_t{state_.positions[restored.ply - 1].fullmove_number()};
        return make(
            "restored",
            at,
            say("console.restored", {{"number", number}, {"player", ply.mover}, {"move", move}})
        );
    }

    [[nodiscard]] Line corrected_line(const table::RecordCorrected& given) const {
        const auto& [ply, move] = given.correction;
        const std::string words = view_.words_.announcement(state_.positions[ply - 1], move);
        return make(
            "corrected",
            fmt::format("{}", ply),
            say("console.record_corrected",
                {{"player", state_.plies[ply - 1].mover}, {"move", words}})
        );
    }

    [[nodiscard]] Line ended_line(const table::Ended& ended) const {
        const Argument result{"result", ended.score};
        const std::string reason =
            view_.words_.result_id(laws::to_string(ended.termination), state_.setup->mode);
        const std::string words = ended.reason.empty()
            ? say("console.result", {{"reason", Term{reason}}, result})
            : say("console.result_in_words", {{"text", ended.reason}, result});
        return make("result", std::string{laws::to_string(ended.score)}, words);
    }

    [[nodiscard]] Line illegal_line(const table::IllegalCounted& counted) const {
        const auto count = std::int64_t{state_.illegal_moves[counted.color]};
        return make(
            "ruled_illegal",
            std::string{name(counted.color)},
            say(counted.two_hands.value_or(false) ? "console.ruled_two_hands"
                                                  : "console.ruled_illegal",
                {{"player", counted.color}, {"count", count}})
        );
    }

    [[nodiscard]] Line overridden_line(const table::Overridden& overridden) const {
        return make(
            "overridden",
            overridden.clause,
            say("console.overridden", {{"text", overridden.clause}, {"where", overridden.reason}})
        );
    }

    // In answer to whoever asked; the arbiter sees them all, and to which player each went.
    [[nodiscard]] Line refused_line(const table::Refused& refused) const {
        if (!viewer_.has_asked && viewer_.role != ConsoleRole::arbiter) return std::nullopt;
        Line line = worded("refused", table::to_string(refused.reason), refused.message);
        if (!viewer_.has_asked && refused.seat) {
            line->text = told_to(
                *refused.seat == Color::white ? "role.white" : "role.black", refused.message.words
            );
        }
        return line;
    }

    [[nodiscard]] Line clock_line(Color runs) const {
        return make("clock", std::string{name(runs)}, say(clock_id(runs), {}));
    }

    [[nodiscard]] Line plain(std::string kind, std::string_view id) const {
        return make(std::move(kind), {}, say(id, {}));
    }

    [[nodiscard]] Line of_player(std::string kind, std::string_view id, Color player) const {
        return make(std::move(kind), std::string{name(player)}, say(id, {{"player", player}}));
    }

    [[nodiscard]] Line agreed_line(const table::ProposalAgreed& event) const {
        const std::string_view id = event.matter ? "console.agreed_on" : "console.agreed";
        const auto number = static_cast<std::int64_t>(event.matter.value_or(0));
        return make(
            "agreed",
            std::string{name(event.seat)},
            say(id, {{"player", event.seat}, {"number", number}})
        );
    }

    // Comes between even while a line is typed.
    [[nodiscard]] static Line important(Line line) {
        line->priority = table::Priority::important;
        return line;
    }

    [[nodiscard]] static Line
    worded(std::string kind, std::string_view fields, const table::Message& message) {
        return make(std::move(kind), std::string{fields}, message.words);
    }

    [[nodiscard]] static Line make(std::string kind, std::string fields, const std::string& words) {
        ConsoleLine line{
            .outcome = {.kind = std::move(kind), .fields = std::move(fields), .words = words},
            .text = words};
        line.outcome.json = {{"what", telling::json_text(line.outcome.fields)}};
        return line;
    }

    [[nodiscard]] static std::string_view name(Color color) { return chess::to_string(color); }

    [[nodiscard]] std::string
    say(std::string_view id, std::initializer_list<Argument> arguments) const {
        return view_.sentence(viewer_.role, state_, id, arguments);
    }

    const ConsoleView& view_;
    const State& state_;
    Viewer viewer_;
    base::Instant at_;
};

Line ConsoleView::line(const table::Event& event, const State& state, Viewer viewer) const {
    Line line = Draft{*this, state, viewer, event.at}.of(event.body);
    if (line) line->outcome.at = event.at;
    return line;
}

std::string ConsoleView::sentence(
    ConsoleRole role,
    const State& state,
    std::string_view id,
    std::initializer_list<Argument> arguments
) const {
    return catalogue(role, state).sentence(id, arguments);
}

std::string
ConsoleView::words_of_act(ConsoleRole role, const State& state, const table::InputBody& act) const {
    return acts::words_of_act(act, state, words_, language_of(state, role));
}

const wording::Catalogue& ConsoleView::catalogue(ConsoleRole role, const State& state) const {
    return words_.catalogue(language_of(state, role));
}

acts::Tongue ConsoleView::tongue(ConsoleRole role, const State& state) const {
    return acts::tongue_of(words_, language_of(state, role));
}

bool ConsoleView::is_move(const State& state, const std::string& text) const {
    return words_.hearing().is_move(state.position(), text);
}

std::string ConsoleView::last_completed(const State& state) const {
    const unsigned ply = public_plies(state);
    const auto words = announced_words(words_, state, ply);
    if (!words) return sentence(ConsoleRole::spectator, state, "answer.nothing_yet");
    return sentence(
        ConsoleRole::spectator,
        state,
        "console.completed",
        {{"count", state.positions[ply - 1].fullmove_number()},
         {"player", state.plies[ply - 1].mover},
         {"text", *words}}
    );
}

std::string ConsoleView::last_announced(const State& state) const {
    for (auto ply = static_cast<unsigned>(state.plies.size()); ply > 0; --ply) {
        if (const auto words = announced_words(words_, state, ply)) {
            return sentence(
                ConsoleRole::spectator,
                state,
                "console.announced",
                {{"player", state.plies[ply - 1].mover}, {"text", *words}}
            );
        }
    }
    return {};
}

std::string ConsoleView::completed_position(const State& state) const {
    const telling::PositionWords words{
        words_.vocabulary(),
        catalogue(ConsoleRole::spectator, state),
        [](const phonetics::Announcement& word) { return phonetics::to_text(word); }};
    const std::string board = words.ranks(state.positions[public_plies(state)].reading());
    return sentence(ConsoleRole::spectator, state, "answer.board", {{"board", board}});
}

} // namespace ansage::consoles
