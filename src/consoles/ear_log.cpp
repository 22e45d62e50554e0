// SPDX-License-Identifier: GPL-3.0-or-later
#include "consoles/ear_log.hpp"

#include "base/overloaded.hpp"
#include "table/asking/questions.hpp"
#include "table/model/event_words.hpp"
#include "table/model/input_parts.hpp"
#include "table/model/names.hpp"
#include "terminal/text.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>
#include <span>

namespace ansage::consoles {

using base::Overloaded;
using chess::Color;
using table::Audience;
using table::Cause;
using table::Said;

namespace {

Audience ear_of(Color color) {
    return color == Color::white ? Audience::ear_white : Audience::ear_black;
}

std::optional<Color> player_of(Audience audience) {
    if (audience == Audience::ear_white) return Color::white;
    return audience == Audience::ear_black ? std::optional{Color::black} : std::nullopt;
}

// Whose ear asked, if the input is a question or something typed.
std::optional<Audience> asking_ear(const table::InputBody& input) {
    using Ear = std::optional<Audience>;
    return std::visit(
        Overloaded{
            [](const table::Asks& asks) -> Ear {
                return asks.by ? table::audience_of(*asks.by) : ear_of(asks.seat);
            },
            [](const table::Records& records) -> Ear { return ear_of(records.seat); },
            [](const table::PressesButton& button) -> Ear {
                const bool asks = button.button == table::BoardButton::repeat ||
                    button.button == table::BoardButton::time ||
                    button.button == table::BoardButton::announce; // the key that records
                return asks ? Ear{ear_of(button.board)} : std::nullopt;
            },
            [](const table::ChoosesReadBack& chooses) -> Ear { return ear_of(chooses.seat); },
            [](const table::WithdrawsHearing& withdraws) -> Ear { return ear_of(withdraws.seat); },
            [](const table::HearingReported& heard) -> Ear {
                return heard.speaker ? Ear{ear_of(*heard.speaker)} : std::nullopt;
            },
            [&](const auto&) -> Ear {
                const auto console = table::console_of(input);
                return console ? table::audience_of(*console) : std::nullopt;
            },
        },
        input
    );
}

bool is_one_of(std::span<const std::string_view> ids, const table::Message& message) {
    return std::ranges::find(ids, message.id) != ids.end();
}

// D.2.6, D.2.10.4, and what everybody heard anyway.
constexpr std::array<std::string_view, 14> tournament_answers{
    "answer.own_time",
    "answer.opponent_time",
    "answer.both_times",
    "answer.opponent",
    "answer.moves",
    "answer.own_clock_runs",
    "answer.opponent_clock_runs",
    "answer.clocks_stand",
    "answer.period",
    "answer.period_moves",
    "answer.score",
    "answer.nothing_yet",
    "answer.no_score",
    "answer.no_score_entry"};

// Whether the own voice is being recorded (D.2.7).
constexpr std::array<std::string_view, 5> recording_answers{
    "recording.own",
    "recording.repetition",
    "recording.off",
    "recording.none",
    "recording.continuous"};

constexpr std::array<std::string_view, 7> square_answers{
    "answer.square",
    "answer.empty_square",
    "answer.unknown_square",
    "answer.pieces",
    "answer.squares",
    "answer.no_pieces",
    "answer.board"};

// Nothing but announcements and the own score (D.2.6).
bool tells_moves_only(const table::Message& message) {
    const auto& parts = message.arguments.parts;
    return !parts || std::ranges::all_of(*parts, [](const table::Message& part) {
        return part.id.starts_with("since.");
    });
}

bool asks_for_words(const table::InputBody& input) {
    const auto* asks = std::get_if<table::Asks>(&input);
    const auto* button = std::get_if<table::PressesButton>(&input);
    return (asks != nullptr && table::is_about(*asks, table::About::words)) ||
        (button != nullptr && button->button == table::BoardButton::repeat);
}

// In whatever words.
bool is_same(const table::Message& one, const table::Message& other) {
    return one.id == other.id && one.arguments == other.arguments;
}

// It was announced aloud, or said to that ear or in the room before.
bool was_heard(const Said& said, const Decided& decided) {
    const std::map<Audience, Said>& last = decided.before.last_said;
    const auto is_it = [&](Audience audience) {
        const auto heard = last.find(audience);
        return heard != last.end() && is_same(heard->second.message, said.message);
    };
    return said.message.id == "announcement" || said.message.id == "answer.nothing_yet" ||
        said.message.id == "answer.not_announced" || is_it(said.audience) || is_it(Audience::room);
}

// What two players without an arbiter decide together (first principle 9).
bool asks_what_is_open(const table::InputBody& input) {
    const auto* asks = std::get_if<table::Asks>(&input);
    return asks != nullptr && table::is_about(*asks, table::About::matters);
}

// Typed, confirmed or withdrawn by a person: read back to that ear, and told to the others.
bool is_line(const table::InputBody& input) {
    return std::holds_alternative<table::TypesLine>(input) ||
        std::holds_alternative<table::ConfirmsLine>(input) ||
        std::holds_alternative<table::WithdrawsLine>(input);
}

// What was typed there is read back there, for as long as it is open.
bool is_own_line(Audience ear, const Decided& decided) {
    const auto has_line = [ear](const table::State& state) {
        return std::ranges::any_of(state.lines, [ear](const auto& line) {
            return table::audience_of(line.first) == ear;
        });
    };
    return has_line(decided.before) || has_line(decided.after);
}

// In training anything may be asked (first principle 9); in a tournament a sighted player looks.
bool may_be_answered(const Said& said, const Decided& decided) {
    const table::State& state = decided.before;
    const std::optional<Color> player = player_of(said.audience);
    const bool is_reply = std::holds_alternative<table::Replies>(decided.input) ||
        said.message.id.starts_with("hearing.") ||
        std::holds_alternative<table::ChoosesReadBack>(decided.input);
    if (state.setup->mode == table::Mode::training || !player || is_reply) return true;
    const table::Seat& seat = state.seat(*player);
    const bool in_tournament = state.setup->mode == table::Mode::tournament;
    const bool looks = in_tournament && seat.vision == table::Vision::sighted;
    if (is_one_of(recording_answers, said.message)) return true;
    if (asks_what_is_open(decided.input)) return !in_tournament;
    if (asks_for_words(decided.input))
        return was_heard(said, decided) && (!looks || seat.hearing_impaired);
    if (is_one_of(square_answers, said.message)) {
        const bool is_open = seat.board == table::BoardKind::identity && seat.square_answers;
        return !in_tournament || (is_open && !looks);
    }
    if (said.message.id.starts_with("answer.since"))
        return !in_tournament || (tells_moves_only(said.message) && !looks);
    return is_one_of(tournament_answers, said.message) && !looks;
}

// What becomes of the own scoresheet, the player is told (D.2.7).
bool is_recorders_news(const table::InputBody& input) {
    return std::holds_alternative<table::RecordingReported>(input);
}

// What becomes of the microphone, whoever may be listened to is told.
bool is_hearings_news(Color player, const Decided& decided) {
    const auto* const heard = std::get_if<table::HearingReported>(&decided.input);
    return heard != nullptr && !heard->speaker && decided.before.listening.consents[player];
}

// That his window is closed, also by time alone.
bool is_own_window(const Said& said, Color player, const Decided& decided) {
    const auto& keyed = decided.before.listening.keyed;
    return said.message.id == "hearing.closed" && keyed && keyed->seat == player;
}

// The arbiter's word, or that of both players where there is none, began the repair.
bool was_accepted(const table::InputBody& input) {
    return std::holds_alternative<table::Arbiter>(input) ||
        std::holds_alternative<table::ArbiterRestores>(input) ||
        std::holds_alternative<table::ArbiterRulesIllegal>(input) ||
        std::holds_alternative<table::AnswersProposal>(input) ||
        std::holds_alternative<table::Draws>(input); // "accepts" alone
}

bool is_said_to_both(const Decided& decided, Cause cause) {
    const auto says = [&](Audience audience) {
        return std::ranges::any_of(decided.events, [audience, cause](const table::Event& event) {
            const auto* said = std::get_if<Said>(&event.body);
            return said != nullptr && said->cause == cause && said->audience == audience;
        });
    };
    return says(Audience::ear_white) && says(Audience::ear_black);
}

bool has_device_for_words(const table::State& state) {
    return std::ranges::any_of(chess::both_colors, [&](Color color) {
        const table::Seat& seat = state.seat(color);
        return seat.announces == table::Announcer::device || seat.device_duties.contains(2);
    });
}

// What was typed is said to those who could not hear it.
bool was_typed(const table::InputBody& input) {
    return table::medium_of(input) == table::Medium::keys;
}

template <class... Events>
bool has(const Decided& decided) {
    return std::ranges::any_of(decided.events, [](const table::Event& event) {
        return table::is_one_of<Events...>(event.body);
    });
}

// An answer to the request for alarms, given by the arbiter or, where there is none, at once.
bool answers_about_alarms(const table::InputBody& input, Color player) {
    const auto* asks = std::get_if<table::RequestsAlarms>(&input);
    const auto* answers = std::get_if<table::ArbiterAnswersAlarms>(&input);
    return (asks != nullptr && asks->seat == player) ||
        (answers != nullptr && answers->color == player);
}

// Alerts and proposals are nobody's but the arbiter's, unless there is none (principles 5 and 9).
bool is_open_act(const table::Message& message, const Decided& decided) {
    const auto& parts = message.arguments.parts;
    const std::string& id = parts ? parts->front().id : message.id; // of several, what they are
    const bool is_arbiters = id.starts_with("alert.") || id.starts_with("proposal.") ||
        id.starts_with("console.agreed") || id == "agenda.several" || id == "console.rejected" ||
        id == "console.settled";
    if (is_arbiters) return decided.before.setup->mode != table::Mode::tournament;
    return has<
        table::ClockStarted,
        table::ClockHalted,
        table::ClockAdjusted,
        table::Restored,
        table::RecordCorrected,
        table::Signed,
        table::Warned,
        table::IllegalCounted,
        table::Overridden,
        table::TakenBack>(decided);
}

// The decision on a claim (Guidelines III.5.2).
bool is_postponed(const table::InputBody& input) {
    const auto* const act = std::get_if<table::Arbiter>(&input);
    return act != nullptr &&
        (act->act == table::ArbiterAct::postpones || act->act == table::ArbiterAct::rules_postponed
        );
}

// Only what was refused just now, and in the words of the refusal.
bool is_refusal(const Said& said, const Decided& decided) {
    return std::ranges::any_of(decided.events, [&](const table::Event& event) {
        const auto* refused = std::get_if<table::Refused>(&event.body);
        const bool same = refused != nullptr && is_same(refused->message, said.message);
        const std::optional<Color> player = player_of(said.audience);
        return same && (!player || !refused->seat || refused->seat == player);
    });
}

// Questions of one kind that were answered and only counted.
struct Counted {
    Audience ear{};
    std::string kind; // as the catalogue has it
    unsigned count = 0;
    base::Instant from;
};

std::optional<Counted> counted_in(const table::InputBody& input) {
    const auto counted = [&](const auto& given, std::string_view kind) {
        const auto ear = asking_ear(input);
        const base::Instant from = given.from.value_or(base::Instant{});
        return ear && given.count
            ? std::optional{Counted{*ear, std::string{kind}, *given.count, from}}
            : std::nullopt;
    };
    if (const auto* const asks = std::get_if<table::Asks>(&input))
        return counted(*asks, table::to_string(asks->question));
    const auto* const replies = std::get_if<table::Replies>(&input);
    return replies == nullptr ? std::nullopt : counted(*replies, table::to_string(replies->reply));
}

} // namespace

bool is_allowed(const Said& said, const Decided& decided) {
    if (said.audience == Audience::arbiter) return true;
    const std::optional<Color> player = player_of(said.audience);
    switch (said.cause) {
    case Cause::request:
        if (is_own_line(said.audience, decided)) return true;
        if (player && is_own_window(said, *player, decided)) return true;
        return asking_ear(decided.input) == said.audience && may_be_answered(said, decided);
    case Cause::standing_request:
        return player &&
            (decided.after.alarms[*player] != table::Alarms::none ||
             answers_about_alarms(decided.input, *player));
    case Cause::repair:
        return player && (decided.before.boards[*player].repairing || was_accepted(decided.input));
    case Cause::call_arbiter:
        return said.message.id == "call_arbiter" && is_said_to_both(decided, said.cause);
    case Cause::announcement:
        return has_device_for_words(decided.before) || was_typed(decided.input) ||
            is_line(decided.input) || decided.before.setup->mode != table::Mode::tournament;
    case Cause::draw_offer:
        return is_said_to_both(decided, said.cause) &&
            // a claim that was not right is an offer (9.1.2.3)
            has<table::DrawOffered, table::DrawOfferEnded, table::ClaimEnded>(decided);
    case Cause::claim:
        return is_said_to_both(decided, said.cause) &&
            (has<table::Claimed, table::ClaimEnded>(decided) || is_postponed(decided.input));
    case Cause::result:
        return is_said_to_both(decided, said.cause) && has<table::Ended, table::Adjourned>(decided);
    case Cause::act:
        if (said.message.id == "answer.own_clock_runs")
            return has<table::ClockPressed, table::ClockStarted>(decided);
        return is_said_to_both(decided, said.cause) && is_open_act(said.message, decided);
    case Cause::refusal: return is_refusal(said, decided);
    case Cause::table:
        // Where no arbiter is present, both players are told alike, at once (principle 9); which
        // screens may be at the board, they are told by anybody (11.3.2).
        return said.audience == Audience::room || is_recorders_news(decided.input) ||
            (player && is_hearings_news(*player, decided)) ||
            ((decided.before.setup->mode != table::Mode::tournament ||
              said.message.id.starts_with("pages.")) &&
             is_said_to_both(decided, said.cause));
    }
    return false;
}

std::vector<EarLine> EarLog::lines(const Decided& decided) {
    std::vector<EarLine> lines;
    add_counted(lines, decided);
    for (const table::Event& event : decided.events) {
        if (const auto* said = std::get_if<Said>(&event.body)) {
            lines.push_back(
                {.at = event.at,
                 .who = telling::audience_name(said->audience),
                 .why = std::string{table::to_string(said->cause)},
                 .words = said->message.words,
                 .is_allowed = is_allowed(*said, decided)}
            );
        } else {
            add_shown(lines, event, decided.after);
        }
        if (const auto* status = std::get_if<table::ConsoleStatus>(&event.body))
            note_presence(*status);
    }
    return lines;
}

// Each was answered when it was asked; `at` of the row is when they were stored.
void EarLog::add_counted(std::vector<EarLine>& lines, const Decided& decided) const {
    const auto counted = counted_in(decided.input);
    if (!counted) return;
    using std::chrono::seconds;
    const std::string from =
        terminal::to_clock_time(std::chrono::floor<seconds>(counted->from.since_open));
    const std::string to =
        terminal::to_clock_time(std::chrono::ceil<seconds>(decided.at.since_open));
    const std::string question = "counted." + counted->kind;
    lines.push_back(
        {.at = decided.at,
         .who = telling::audience_name(counted->ear),
         .why = std::string{table::to_string(Cause::request)},
         .words = view_.sentence(
             table::ConsoleRole::arbiter,
             decided.after,
             counted->count == 1 ? "counted.once" : "counted.often",
             {{"count", counted->count},
              {"from", from},
              {"to", to},
              {"question", wording::Term{question}}}
         )}
    );
}

// One that is replaced is there all the same; one that was refused never was.
void EarLog::note_presence(const table::ConsoleStatus& status) {
    if (status.change == table::ConsoleChange::joined) present_.insert(status.console);
    else if (status.change == table::ConsoleChange::left || status.change == table::ConsoleChange::dropped)
        present_.erase(status.console);
}

// The arbiter reads this himself, and hears everything.
void EarLog::add_shown(
    std::vector<EarLine>& lines, const table::Event& event, const table::State& state
) const {
    const auto* refused = std::get_if<table::Refused>(&event.body);
    for (const table::ConsoleRole role : present_) {
        if (role == table::ConsoleRole::arbiter) continue;
        const bool asked = refused != nullptr && refused->seat == table::seat_of(role);
        if (const auto line = view_.line(event, state, {.role = role, .has_asked = asked})) {
            lines.push_back(
                {.at = event.at,
                 .who = fmt::format("console-{}", table::to_string(role)),
                 .why = line->outcome.kind,
                 .words = line->text}
            );
        }
    }
}

std::string to_line(const EarLine& line) {
    return fmt::format(
        "{}{} {}: {}", line.is_allowed ? "" : "unallowed ", line.who, line.why, line.words
    );
}

telling::Outcome outcome_of(const EarLine& line) {
    return {
        .at = line.at,
        .kind = "said",
        .words = line.words,
        .json = {
            {"audience", telling::json_text(line.who)},
            {"cause", telling::json_text(line.why)},
            {"allowed", line.is_allowed ? "true" : "false"}}};
}

} // namespace ansage::consoles
