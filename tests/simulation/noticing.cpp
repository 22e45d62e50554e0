// SPDX-License-Identifier: GPL-3.0-or-later
#include "noticing.hpp"

#include "chess/fen.hpp"
#include "consoles/now_line.hpp"
#include "consoles/picture/picture.hpp"
#include "session/braille_console.hpp"
#include "session/clock_face.hpp"
#include "table/model/event_words.hpp"
#include "table/model/input_parts.hpp"
#include "table/model/names.hpp"
#include "telling/silence.hpp"
#include "terminal/text.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace ansage::session {

using chess::Color;
using table::ConsoleRole;

namespace {

constexpr std::array public_roles{
    ConsoleRole::white, ConsoleRole::black, ConsoleRole::assistant, ConsoleRole::spectator};
constexpr std::array braille_owners{
    table::Audience::ear_white, table::Audience::ear_black, table::Audience::assistant};

std::optional<ConsoleRole> asker_of(const table::InputBody& input) {
    return std::visit(
        [](const auto& body) -> std::optional<ConsoleRole> {
            if constexpr (requires { body.console; }) return body.console;
            if constexpr (requires { Color{body.seat}; }) {
                return body.seat == Color::white ? ConsoleRole::white : ConsoleRole::black;
            } else return std::nullopt;
        },
        input
    );
}

bool asks_for_the_end(const table::InputBody& input) {
    const auto* const draws = std::get_if<table::Draws>(&input);
    return std::holds_alternative<table::Pauses>(input) ||
        std::holds_alternative<table::Resigns>(input) ||
        (draws != nullptr && draws->act == table::DrawAct::accept);
}

// A player repeats, or his board is handled: what his opponent did may be told to both.
bool shows(const table::InputBody& input) {
    return std::holds_alternative<table::Repeats>(input) ||
        std::holds_alternative<table::Executes>(input) ||
        std::holds_alternative<table::Lifts>(input) ||
        std::holds_alternative<table::Places>(input) || std::holds_alternative<table::Shows>(input);
}

// "rnb1": a letter a square, rank 8 first, '.' for an empty one.
std::string letters_of(std::string_view placement) {
    std::string letters;
    for (const char sign : placement) {
        if ('1' <= sign && sign <= '8') letters.append(static_cast<std::size_t>(sign - '0'), '.');
        else if (sign != '/') letters += sign;
    }
    return letters;
}

// What may still castle where a table begins is known to everybody, and what is left of it follows
// from the moves that were made: only where a pair begins alike must it look alike.
bool begins_with_same_castling(const Contrast& contrast) {
    const auto castling_of = [](const std::string& fen) {
        const Words fields = terminal::split_words(fen);
        return fields.size() > 2 ? fields[2] : std::string{};
    };
    return castling_of(contrast.positions[0]) == castling_of(contrast.positions[1]);
}

// The two positions of a pair differ; what has changed on them since the start must not.
std::string
without_start(const std::string& looks, const table::State& state, bool compares_castling) {
    auto json = nlohmann::ordered_json::parse(looks);
    if (json["board"].is_null()) return looks;
    if (!compares_castling) json["board"].erase("castling");
    const std::string before = letters_of(to_placement(state.positions.front().reading()));
    const std::string now = letters_of(json["board"]["squares"].get<std::string>());
    std::string changed;
    for (std::size_t i = 0; i < now.size(); ++i)
        if (now[i] != before[i]) changed += fmt::format("{}{} ", i, now[i]);
    json["board"]["squares"] = changed;
    return json.dump();
}

class Noticing final : public Participant {
public:
    Noticing(consoles::ConsoleView view, const Contrast& contrast, Noticed& noticed)
        : view_(std::move(view)),
          presses_before_(contrast.before.size()),
          ends_game_(contrast.ends_game),
          compares_castling_(begins_with_same_castling(contrast)),
          noticed_(noticed) {}

    void note(const Happened& happened) override {
        if (std::holds_alternative<table::UtteranceReported>(happened.input)) return;
        const bool presses =
            std::holds_alternative<table::Presses>(happened.input) && presses_++ == presses_before_;
        // A claim is answered when it is made: to the arbiter, or where there is none to both. What
        // ended the game on the board is told when the clock is stopped or a player gives up, and
        // where no arbiter is, when the opponent has shown that he knows the move (5.1.1).
        const bool ends =
            ends_game_ && (asks_for_the_end(happened.input) || is_shown_by_opponent(happened));
        const bool is_due =
            presses || ends || std::holds_alternative<table::Claims>(happened.input);
        if (is_due && !noticed_.players_before) {
            noticed_.players_before = noticed_.players.size();
            noticed_.arbiter_before = noticed_.arbiter.size();
        }
        for (const table::Event& event : happened.events) note(event, happened);
        note_reply(happened);
        note_faces(happened);
        note_pages(happened);
    }

private:
    [[nodiscard]] bool is_shown_by_opponent(const Happened& happened) const {
        const table::State& state = happened.after;
        const Color first = state.positions.front().turn();
        const Color mover = presses_before_ % 2 == 0 ? first : !first;
        return state.setup->mode != table::Mode::tournament && presses_ == presses_before_ &&
            shows(happened.input) && table::acting_seat(happened.input) == !mover;
    }

    void note(const table::Event& event, const Happened& happened) {
        const auto at = event.at.since_open.count();
        const auto asker = asker_of(happened.input);
        for (const ConsoleRole role : public_roles) {
            const consoles::Viewer viewer{.role = role, .has_asked = asker == role};
            if (const auto line = view_.line(event, happened.after, viewer)) {
                noticed_.players.push_back(fmt::format(
                    "{} {} {} {} {}",
                    at,
                    table::to_string(role),
                    line->outcome.kind,
                    line->outcome.fields,
                    line->text
                ));
            }
        }
        for (const table::Audience owner : braille_owners) {
            if (const auto line = braille_line(event, happened.after, owner)) {
                noticed_.players.push_back(
                    fmt::format("{} braille {} {}", at, table::to_string(owner), *line)
                );
            }
        }
        note_said(event, at);
        if (const auto line = view_.line(event, happened.after, {.role = ConsoleRole::arbiter}))
            noticed_.arbiter.push_back(fmt::format("{} {}", at, line->text));
    }

    // What a console answers to a line besides: that it was taken down, or that it changed nothing.
    void note_reply(const Happened& happened) {
        const auto asker = asker_of(happened.input);
        if (!asker) return;
        bool is_done = false;
        bool is_shown = false;
        for (const table::Event& event : happened.events) {
            if (std::holds_alternative<table::Refused>(event.body)) return;
            is_done = is_done || telling::changes_something(event);
            const consoles::Viewer viewer{.role = *asker, .has_asked = true};
            is_shown = is_shown || view_.line(event, happened.after, viewer).has_value();
        }
        noticed_.players.push_back(fmt::format(
            "{} reply {} {}{}",
            happened.now.since_open.count(),
            table::to_string(*asker),
            is_shown ? "shown " : "",
            is_done ? "done" : telling::reason_of_silence(happened.input, happened.after)
        ));
    }

    void note_said(const table::Event& event, std::int64_t at) {
        const auto* const said = std::get_if<table::Said>(&event.body);
        if (said == nullptr || said->audience == table::Audience::arbiter) return;
        // A tone stands for a sentence by its id.
        noticed_.players.push_back(fmt::format(
            "{} said {} {} {} {} {}",
            at,
            table::to_string(said->audience),
            table::to_string(said->cause),
            table::to_string(said->priority),
            said->message.id,
            said->message.words
        ));
    }

    // The clocks that everybody sees, the levers' and the large display's; what a spectator, or a
    // page of the hall, is shown of the game.
    void note_faces(const Happened& happened) {
        // That time has passed is no news to anybody.
        const bool is_news = std::ranges::any_of(happened.events, [](const table::Event& event) {
            const auto* const testified = std::get_if<table::Testified>(&event.body);
            const bool is_announced = testified != nullptr &&
                testified->testimony.witness == table::Witness::announcement;
            return is_announced ||
                table::is_one_of<
                       table::ClockPressed,
                       table::ClockStarted,
                       table::ClockHalted,
                       table::ClockAdjusted,
                       table::MovesCounted,
                       table::Completed,
                       table::Restored,
                       table::FlagFell,
                       table::Ended,
                       table::Adjourned>(event.body);
        });
        if (!is_news) return;
        std::string face = to_text(face_of(happened.after, happened.now, base::Millis{0})) +
            view_.last_completed(happened.after) +
            view_.last_announced(table::ConsoleRole::spectator, happened.after) +
            fmt::format(", {} half-moves", table::completed_plies(happened.after).value());
        if (face == face_) return;
        face_ = face;
        noticed_.players.push_back(fmt::format("{} face {}", happened.now.since_open.count(), face)
        );
    }

    // What each person's page draws besides its lines, whenever it looks otherwise.
    void note_pages(const Happened& happened) {
        for (const table::Event& event : happened.events) {
            if (!consoles::may_move_pieces(event.body)) continue;
            for (const Color board : chess::both_colors)
                wrong_[board] = consoles::wrong_squares(happened.after, board, wrong_[board]);
        }
        for (const ConsoleRole role : public_roles) {
            const auto line = consoles::now_line(
                role, happened.after, view_, {.asked = {}, .wrong = wrong_}, {happened.now}
            );
            std::string& looks = looks_[static_cast<std::size_t>(role)];
            std::string newer = without_start(line.looks, happened.after, compares_castling_);
            if (newer == looks) continue;
            looks = std::move(newer);
            noticed_.players.push_back(fmt::format(
                "{} page {} {}", happened.now.since_open.count(), table::to_string(role), looks
            ));
        }
    }

    consoles::ConsoleView view_;
    std::size_t presses_before_;
    bool ends_game_;
    bool compares_castling_;
    std::size_t presses_ = 0;
    Noticed& noticed_;
    std::string face_;
    std::array<std::string, base::all_enumerators<ConsoleRole>.size()> looks_; // by role
    table::PerColor<chess::SquareSet> wrong_; // as a page of the arbiter's marks it
};

} // namespace

ParticipantPtr
make_noticing_participant(consoles::ConsoleView view, const Contrast& contrast, Noticed& noticed) {
    return std::make_unique<Noticing>(std::move(view), contrast, noticed);
}

} // namespace ansage::session
