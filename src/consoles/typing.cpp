// SPDX-License-Identifier: GPL-3.0-or-later
#include "consoles/typing.hpp"

#include "acts/confirmation.hpp"
#include "acts/pieces.hpp"
#include "base/overloaded.hpp"
#include "consoles/wire.hpp"
#include "table/asking/rights.hpp"
#include "table/model/names.hpp"
#include "telling/silence.hpp"
#include "terminal/text.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <ctime>
#include <fmt/format.h>
#include <tuple>
#include <utility>

namespace ansage::consoles {

using base::Overloaded;
using table::ConsoleRole;
using table::Reply;

namespace {

// Of a reply that something was not understood: it was a move, and nothing before it.
constexpr std::string_view topic_of_bare_move = "move";

struct VoiceKey {
    std::string_view id; // of the catalogue
    std::string_view topic; // what is said then
    int volume = 0;
    int words_per_minute = 0;
};

// The keys of `doctor --choose-ears`, in a game.
constexpr std::array voice_keys{
    VoiceKey{"key.louder", "louder", 20, 0},
    VoiceKey{"key.softer", "softer", -20, 0},
    VoiceKey{"key.faster", "faster", 0, 25},
    VoiceKey{"key.slower", "slower", 0, -25},
};

// Longer than anything that is said at a table.
constexpr std::size_t longest_typed = 1000;

void send_text(ConsoleSession& session, std::string kind, const std::string& text) {
    const ConsoleLine line{.outcome = {.kind = std::move(kind), .words = text}, .text = text};
    std::ignore = session.send(wire::to_text(0, line));
}

// "h 14:30": since that time of day, the newest one that has been. As a script has it, how far
// back.
std::string with_time_of_day(const std::string& line) {
    const std::vector<std::string> words = terminal::split_words(line);
    const bool is_key = words.size() == 2 && (words[0] == "h" || words[0] == "H") &&
        words[1].find(':') != std::string::npos;
    const auto named = is_key ? terminal::parse_clock_time(words[1] + ":00") : std::nullopt;
    if (!named || *named >= std::chrono::hours{24}) return line;
    const std::time_t now = std::time(nullptr);
    std::tm local{};
    ::localtime_r(&now, &local);
    constexpr long day = 24L * 60 * 60;
    const long at = (local.tm_hour * 60L + local.tm_min) * 60 + local.tm_sec;
    const long named_at = std::chrono::duration_cast<std::chrono::seconds>(*named).count();
    const long back = (at - named_at + day) % day;
    return fmt::format("asks since {}:{:02}:{:02}", back / 3600, back / 60 % 60, back % 60);
}

// "S f3", "N g1 f3": an upper-case letter before lower-case ones is no key typed with Caps Lock.
bool begins_like_a_piece(std::string_view text) {
    const auto is_upper = [](char letter) { return letter >= 'A' && letter <= 'Z'; };
    const auto is_lower = [](char letter) { return letter >= 'a' && letter <= 'z'; };
    text = terminal::trim(text);
    return text.size() > 2 && is_upper(text[0]) && text[1] == ' ' &&
        std::ranges::any_of(text, is_lower);
}

// What was typed; where somebody signs with another name than the seat's, as a script has it, for
// the table says that name (8.7).
std::string topic_of_confirmation(const acts::TypedAct& act, const table::State& state) {
    const auto* const signs = std::get_if<table::Signs>(&act.body);
    if (signs == nullptr || !signs->name || *signs->name == state.seat(signs->seat).name)
        return act.text;
    return fmt::format("{} signs {}", chess::to_string(signs->seat), *signs->name);
}

// The words of a move are taken down, legal or not (first principle 3).
bool is_taken_down(const table::InputBody& body) {
    return std::holds_alternative<table::Announces>(body) ||
        std::holds_alternative<table::Repeats>(body) ||
        std::holds_alternative<table::Executes>(body) ||
        std::holds_alternative<table::Writes>(body);
}

} // namespace

void ConsoleTyping::typed(ConsoleSession& session, const std::string& text) {
    if (!session.role) return;
    if (answers_question(session, text)) return;
    if (text.find_first_not_of(" \t") == std::string::npos) return;
    if (text.size() > longest_typed) {
        reply(session, Reply::not_understood, {});
        return;
    }
    if (adjusts_voice(session, text)) return;
    if (auto answer = answer_about_square(session, text)) {
        act(session, *answer, text);
        return;
    }
    const ConsoleRole role = *session.role;
    const table::State& state = table_.state();
    if (begins_like_a_piece(text) && view_.is_move(state, text)) {
        announce(session, text);
        return;
    }
    auto typed = acts::read_typed(with_time_of_day(text), role, state, view_.tongue(role, state));
    if (!typed) {
        if (view_.is_move(state, text)) announce(session, text);
        else reply(session, Reply::not_understood, {});
        return;
    }
    std::visit(
        Overloaded{
            [&](acts::TypedAct& act) { confirm_or_act(session, std::move(act)); },
            [&](const acts::HelpWanted& wanted) { help(session, wanted.topic); },
            [&](const acts::LeaveWanted&) { leave(session); },
            [&](const acts::EnterWanted&) { switch_enter(session); },
        },
        *typed
    );
}

// What stands on the square that this person has just been asked for (D.2.9), as people say it.
std::optional<table::InputBody>
ConsoleTyping::answer_about_square(const ConsoleSession& session, const std::string& text) const {
    const table::State& state = table_.state();
    const bool has_arbiter = state.setup->mode == table::Mode::tournament;
    const auto seat = table::seat_of(*session.role);
    const auto asked = state.inquiry ? state.inquiry->asked : std::nullopt;
    const bool is_asked =
        asked && (has_arbiter ? session.role == ConsoleRole::arbiter : seat == asked->board);
    const auto content =
        is_asked ? acts::content_called(text, view_.tongue(*session.role, state)) : std::nullopt;
    if (!content) return std::nullopt;
    return table::AnswersSquare{.seat = seat, .piece = content->piece};
}

bool ConsoleTyping::answers_question(ConsoleSession& session, const std::string& text) {
    auto waiting = std::exchange(session.unconfirmed, std::nullopt);
    const bool leaves = std::exchange(session.is_asked_to_leave, false);
    if (!waiting && !leaves) return false;
    const wording::Catalogue& in = view_.catalogue(*session.role, table_.state());
    if (acts::is_yes(text, in)) {
        if (leaves) table_.leave(session);
        else act(session, *waiting, text);
        return true;
    }
    reply(session, Reply::unchanged, {});
    return acts::is_no(text, in);
}

void ConsoleTyping::announce(ConsoleSession& session, const std::string& text) {
    const ConsoleRole role = *session.role;
    const auto seat = table::seat_of(role);
    auto typed = acts::read_typed("announces " + text, role, table_.state());
    if (!typed || (!seat && role != ConsoleRole::assistant)) {
        reply(session, Reply::not_understood, std::string{topic_of_bare_move});
        return;
    }
    const auto& announces = std::get<acts::TypedAct>(*typed);
    const bool is_whole =
        seat && session.enter_presses && table_.state().setup->mode != table::Mode::tournament;
    if (!is_whole) {
        act(session, announces.body, text);
        return;
    }
    // The press answers for all of it.
    if (do_act(session, announces.body, text).is_refused) return;
    if (!table_.state().has_sensors(*seat))
        table_.submit(role, table::Executes{.seat = *seat, .move = {}});
    act(session, table::Presses{.seat = *seat}, "presses");
}

// Ending a table is asked for twice.
void ConsoleTyping::leave(ConsoleSession& session) {
    if (!session.is_window) {
        table_.leave(session);
        return;
    }
    session.is_asked_to_leave = true;
    const bool is_over = table_.state().phase == table::Phase::ended;
    reply(
        session,
        Reply::confirm_act,
        view_.sentence(
            *session.role, table_.state(), is_over ? "act.closes_after" : "act.closes", {}
        )
    );
}

bool ConsoleTyping::adjusts_voice(ConsoleSession& session, const std::string& text) {
    const wording::Catalogue& in = view_.catalogue(*session.role, table_.state());
    const auto* const key = std::ranges::find_if(voice_keys, [&](const VoiceKey& each) {
        return in.means(each.id, text);
    });
    if (key == voice_keys.end() || session.role == ConsoleRole::spectator) return false;
    const bool is_heard = table_.adjust(*session.role, key->volume, key->words_per_minute);
    reply(
        session, is_heard ? Reply::help : Reply::unchanged, is_heard ? std::string{key->topic} : ""
    );
    return true;
}

// Back again where it was so; never before an arbiter, who sees both hands (7.5.3).
void ConsoleTyping::switch_enter(ConsoleSession& session) {
    const bool may_press = table::seat_of(*session.role).has_value() &&
        table_.state().setup->mode != table::Mode::tournament;
    if (!may_press) {
        reply(session, Reply::unchanged, {});
        return;
    }
    session.enter_presses = !session.enter_presses;
    reply(session, Reply::help, session.enter_presses ? "enter_presses" : "enter_waits");
}

void ConsoleTyping::confirm_or_act(ConsoleSession& session, acts::TypedAct act) {
    if (session.role == ConsoleRole::spectator) {
        answer_spectator(session, std::move(act));
        return;
    }
    if (act.confirm && table::may(table_.state(), *session.role, act.body)) {
        const std::string words = act.confirm == Reply::confirm_act
            ? view_.words_of_act(*session.role, table_.state(), act.body)
            : topic_of_confirmation(act, table_.state());
        session.unconfirmed = std::move(act.body);
        reply(session, *act.confirm, words);
        return;
    }
    this->act(session, act.body, act.text);
}

ConsoleTyping::Effect
ConsoleTyping::act(ConsoleSession& session, const table::InputBody& body, const std::string& text) {
    const Effect effect = do_act(session, body, text);
    if (session.role) answer(session, body, effect);
    return effect;
}

ConsoleTyping::Effect ConsoleTyping::do_act(
    ConsoleSession& session, const table::InputBody& body, const std::string& text
) {
    if (!session.role) return {.is_refused = true};
    const ConsoleRole role = *session.role;
    if (!table::may(table_.state(), role, body)) {
        const bool is_told = table_.overstep(role, text);
        if (role == ConsoleRole::spectator || !is_told)
            tell(session, "refused", "refused.not_your_part", {});
        return {.is_refused = true};
    }
    return table_.submit(role, body);
}

void ConsoleTyping::answer(ConsoleSession& session, const table::InputBody& body, Effect effect) {
    if (effect.is_refused) return;
    if (!effect.is_done) {
        reply(
            session, Reply::unchanged, std::string{telling::reason_of_silence(body, table_.state())}
        );
    } else if (is_taken_down(body) || !effect.is_shown) {
        reply(session, Reply::taken_down, {});
    }
}

// Nothing but the completed moves and the position after them; nobody's ear, so no journal.
void ConsoleTyping::answer_spectator(ConsoleSession& session, acts::TypedAct act) {
    const auto* asks = std::get_if<table::Asks>(&act.body);
    const auto question = asks == nullptr ? std::nullopt : std::optional{asks->question};
    const table::State& state = table_.state();
    if (question == table::Question::last || question == table::Question::repeat)
        send_text(session, "last", view_.last_completed(state));
    else if (question == table::Question::position)
        send_text(session, "position", view_.completed_position(state));
    else this->act(session, act.body, act.text);
}

// "?" teaches one command at a time.
void ConsoleTyping::help(ConsoleSession& session, const std::string& topic) {
    std::vector<std::string> topics = acts::help_topics(*session.role, table_.state());
    if (session.is_window && !topics.empty()) topics.back() = "closes";
    if (session.is_shared) topics.insert(topics.begin(), "keyboard");
    if (topic.empty()) {
        const std::string now = acts::topic_of_now(*session.role, table_.state());
        const bool is_new = std::exchange(session.taught_now, now) != now && !now.empty();
        reply(session, Reply::help, is_new ? now : topics[session.help_given++ % topics.size()]);
        return;
    }
    const bool known = std::ranges::find(topics, topic) != topics.end();
    reply(session, known ? Reply::help : Reply::not_understood, known ? topic : std::string{});
}

void ConsoleTyping::reply(ConsoleSession& session, Reply kind, const std::string& topic) {
    if (!session.role) return;
    const ConsoleRole role = *session.role;
    if (role != ConsoleRole::spectator) {
        table_.submit(role, table::Replies{.console = role, .reply = kind, .topic = topic});
        return;
    }
    std::string id = "console." + std::string{table::to_string(kind)};
    if (kind == Reply::help) {
        id += '.';
        id += topic;
    }
    tell(session, "reply", id, {});
}

void ConsoleTyping::tell(
    ConsoleSession& session,
    std::string kind,
    std::string_view id,
    std::initializer_list<wording::Argument> arguments
) const {
    const ConsoleRole role = session.role.value_or(ConsoleRole::spectator);
    send_text(session, std::move(kind), view_.sentence(role, table_.state(), id, arguments));
}

} // namespace ansage::consoles
