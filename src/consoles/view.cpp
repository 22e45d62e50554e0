// SPDX-License-Identifier: GPL-3.0-or-later
#include "consoles/view.hpp"

#include "acts/confirmation.hpp"
#include "base/overloaded.hpp"
#include "table/model/event_words.hpp"
#include "table/model/names.hpp"
#include "table/witnesses/testimony.hpp"
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
    chess::Ply ply,
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
announced_words(const telling::TableWords& words, const State& state, chess::Ply n) {
    if (!state.plies.has(n)) return std::nullopt;
    const table::PlyRecord& ply = state.plies[n];
    const table::Testimony* said = ply.newest(table::Witness::announcement);
    if (said == nullptr) return std::nullopt;
    // A device's announcement has no text but its move, legal or not.
    const std::optional<chess::Move> move =
        table::meant_move(state.positions.before(n), said->move);
    const bool is_device = said->move.text.empty() && move;
    return is_device ? words.announcement(state.positions.before(n), *move)
                     : in_table_words(words, state, n, said->move);
}

// Announced, and pressed or followed by the own next move (6.2.1): whether it was completed as the
// Laws see it, and what the boards make of the reply, depends on what is legal.
bool is_public(const table::PlyRecord& ply) {
    const bool is_done = ply.pressed_at || ply.state == table::PlyState::completed;
    return is_done && ply.newest(table::Witness::announcement) != nullptr;
}

// Somebody's words of just now, which a line of their own shows.
bool repeats_somebody(const State& state, const table::Said& said, base::Instant at) {
    const std::optional<chess::Ply> ply = said.message.arguments.ply;
    if (said.cause != table::Cause::announcement || !said.message.arguments.said || !ply ||
        !state.plies.has(*ply))
        return false;
    return std::ranges::any_of(state.plies[*ply].testimonies, [at](const table::Testimony& words) {
        const bool spoken =
            words.source == table::Source::speech || words.source == table::Source::assistant;
        return spoken && words.at == at;
    });
}

} // namespace

chess::Ply last_public_ply(const State& state) {
    chess::Ply next = 1;
    while (next <= state.made() && is_public(state.plies[next])) ++next;
    return next - 1;
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
    // A spectator sees a move once it was announced and pressed, and the end (6.12, principle 4).
    [[nodiscard]] Line public_line(const table::EventBody& body) const {
        return std::visit(
            Overloaded{
                [&](const table::ClockPressed& pressed) { return pressed_line(pressed); },
                [&](const table::Completed& completed) {
                    const bool is_told = state_.plies[completed.ply].pressed_at.has_value();
                    return is_told ? std::nullopt : completed_line(completed.ply);
                },
                [&](const table::Testified& testified) -> Line {
                    const bool words = testified.testimony.witness == table::Witness::announcement;
                    const auto& pressed_at = state_.plies[testified.ply].pressed_at;
                    const bool late = words && is_public(state_.plies[testified.ply]) &&
                        pressed_at < testified.testimony.at;
                    return late ? completed_line(testified.ply) : std::nullopt;
                },
                [&](const auto&) -> Line {
                    const bool is_for_all = table::is_one_of<
                        table::Restored,
                        table::RecordCorrected,
                        table::Ended,
                        table::Adjourned>(body);
                    return is_for_all ? told_line(body) : std::nullopt;
                },
            },
            body
        );
    }

    [[nodiscard]] Line table_line(const table::EventBody& body) const {
        return std::visit(
            Overloaded{
                [&](const table::Said& said) { return said_line(said); },
                [&](const table::Testified& testified) { return spoken_line(testified); },
                [&](const table::Refused& refused) { return refused_line(refused); },
                [&](const table::Completed& completed) -> Line {
                    return viewer_.role == ConsoleRole::arbiter ? counted_line(completed.ply)
                                                                : std::nullopt;
                },
                [&](const auto&) { return told_line(body); },
            },
            body
        );
    }

    // What is done in the open; what is the arbiter's alone, only he reads, or, where there is
    // none, both players. A suggestion is told by its proposal, and an agenda is the arbiter's.
    [[nodiscard]] Line told_line(const table::EventBody& body) const {
        const auto* const raised = std::get_if<table::Raised>(&body);
        const bool is_agreed_on = raised != nullptr &&
            (raised->matter == table::MatterKind::suggestion ||
             raised->matter == table::MatterKind::restoration ||
             raised->matter == table::MatterKind::ending);
        const bool is_hidden =
            table::is_arbiters(body) && !is_told_as_arbiter(state_, viewer_.role);
        if (is_hidden || (is_agreed_on && viewer_.role != ConsoleRole::arbiter))
            return std::nullopt;
        table::EventWords words = table::words_of(body, state_);
        if (words.kind.empty()) return std::nullopt;
        if (words.aloud.words.empty()) {
            words.aloud.words =
                view_.words_.words_of(words.aloud, language_of(state_, viewer_.role), state_);
        }
        Line line = make(std::string{words.kind}, std::move(words.what), words.aloud.words);
        // Comes between even while a line is typed.
        if (std::holds_alternative<table::ClockHalted>(body))
            line->priority = table::Priority::important;
        return line;
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
        const std::string audience = telling::audience_name(said.audience);
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
        const Color mover = state_.plies[testified.ply].mover;
        const Color speaker = announced ? mover : !mover;
        const std::string words =
            say(said.corrects   ? "console.corrected"
                    : announced ? "console.announced"
                                : "console.repeated",
                {{"player", speaker},
                 {"text", in_table_words(view_.words_, state_, testified.ply, said.move)}});
        return make(announced ? "announced" : "repeated", std::string{name(speaker)}, words);
    }

    [[nodiscard]] Line completed_line(chess::Ply ply) const {
        const auto words = announced_words(view_.words_, state_, ply);
        if (!words) return std::nullopt;
        const Color mover = state_.plies[ply].mover;
        return make(
            "completed",
            fmt::format("{}", ply.value()),
            say("console.completed",
                {{"count", state_.positions.before(ply).fullmove_number().value()},
                 {"player", mover},
                 {"text", *words}})
        );
    }

    [[nodiscard]] Line pressed_line(const table::ClockPressed& pressed) const {
        const auto ply = std::ranges::find_if(state_.plies, [&](const table::PlyRecord& each) {
            return pressed.switched && each.mover == pressed.seat && each.pressed_at == at_;
        });
        return ply == state_.plies.end()
            ? std::nullopt
            : completed_line(chess::Ply{static_cast<std::size_t>(ply - state_.plies.begin() + 1)});
    }

    // The arbiter has read the words when they were said.
    [[nodiscard]] Line counted_line(chess::Ply ply) const {
        return make(
            "completed",
            fmt::format("{}", ply.value()),
            say("console.move_completed",
                {{"count", state_.positions.before(ply).fullmove_number().value()},
                 {"player", state_.plies[ply].mover}})
        );
    }

    // In answer to whoever asked; the arbiter sees them all, and to which player each went.
    [[nodiscard]] Line refused_line(const table::Refused& refused) const {
        if (!viewer_.has_asked && viewer_.role != ConsoleRole::arbiter) return std::nullopt;
        Line line =
            make("refused", std::string{table::to_string(refused.reason)}, refused.message.words);
        if (!viewer_.has_asked && refused.seat) {
            line->text = told_to(
                *refused.seat == Color::white ? "role.white" : "role.black", refused.message.words
            );
        }
        return line;
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

std::string_view ConsoleView::language(ConsoleRole role, const State& state) const {
    return language_of(state, role);
}

const wording::Catalogue& ConsoleView::catalogue(ConsoleRole role, const State& state) const {
    return words_.catalogue(language_of(state, role));
}

acts::Tongue ConsoleView::tongue(ConsoleRole role, const State& state) const {
    return acts::tongue_of(words_, language_of(state, role));
}

telling::Hearing ConsoleView::hearing(ConsoleRole role, const State& state) const {
    return words_.hearing().of(language_of(state, role));
}

std::string ConsoleView::last_completed(const State& state) const {
    return last_completed(ConsoleRole::spectator, state);
}

std::string ConsoleView::last_completed(ConsoleRole reader, const State& state) const {
    const chess::Ply ply = last_public_ply(state);
    const auto words = announced_words(words_, state, ply);
    if (!words) return sentence(reader, state, "answer.nothing_yet");
    return sentence(
        reader,
        state,
        "console.completed",
        {{"count", state.positions.before(ply).fullmove_number().value()},
         {"player", state.plies[ply].mover},
         {"text", *words}}
    );
}

std::string
ConsoleView::where_it_stands(ConsoleRole role, const State& state, base::Instant now) const {
    std::string move = last_completed(role, state);
    const std::optional<Color> own = table::seat_of(role);
    const auto may_ask = [&](Color seat) {
        table::Asks clocks{.seat = seat};
        clocks.question = table::Question::both;
        if (!own) clocks.by = role;
        return table::may(state, role, clocks);
    };
    const Color seat = own.value_or(Color::white);
    if (role == ConsoleRole::spectator || !(may_ask(seat) || (!own && may_ask(!seat)))) return move;
    const std::string clocks = sentence(
        role,
        state,
        own ? "answer.both_times" : "answer.both_clocks",
        {{"time", state.clocks.remaining(seat, now)},
         {"opponent_time", state.clocks.remaining(!seat, now)}}
    );
    return last_public_ply(state) == chess::Ply{} ? clocks : move + ' ' + clocks;
}

std::optional<ConsoleView::Announcement> ConsoleView::newest_announcement(const State& state
) const {
    for (chess::Ply ply = state.plies.last(); ply > 0; --ply) {
        if (auto words = announced_words(words_, state, ply)) {
            const table::PlyRecord& record = state.plies[ply];
            const table::Testimony& announced = *record.newest(table::Witness::announcement);
            return Announcement{ply, record.mover, *std::move(words), announced.move.said};
        }
    }
    return std::nullopt;
}

std::string ConsoleView::last_announced(ConsoleRole role, const State& state) const {
    const auto newest = newest_announcement(state);
    if (!newest) return {};
    return sentence(
        role, state, "console.announced", {{"player", newest->mover}, {"text", newest->words}}
    );
}

std::string ConsoleView::completed_position(const State& state) const {
    const std::string& language = words_.vocabulary().language;
    const bool is_known = words_.wording().has(language); // the board is told in one language
    const telling::PositionWords words{
        words_.vocabulary(),
        is_known ? words_.catalogue(language) : catalogue(ConsoleRole::spectator, state),
        [](const phonetics::Announcement& word) { return phonetics::to_text(word); }};
    const std::string board = words.ranks(state.positions.after(last_public_ply(state)).reading());
    return sentence(ConsoleRole::spectator, state, "answer.board", {{"board", board}});
}

} // namespace ansage::consoles
