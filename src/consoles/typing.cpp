// SPDX-License-Identifier: GPL-3.0-or-later
#include "consoles/typing.hpp"

#include "acts/confirmation.hpp"
#include "acts/pieces.hpp"
#include "acts/time_of_day.hpp"
#include "base/overloaded.hpp"
#include "consoles/standing.hpp"
#include "consoles/wire.hpp"
#include "table/asking/questions.hpp"
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

// As somebody types it now.
std::string with_time_of_day(const std::string& line) {
    return acts::with_time_of_day(line, std::chrono::seconds{std::time(nullptr)});
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
        std::holds_alternative<table::Corrects>(body) ||
        std::holds_alternative<table::Repeats>(body) ||
        std::holds_alternative<table::Executes>(body) ||
        std::holds_alternative<table::Writes>(body);
}

// That an announcement refers to there.
const chess::Position& position_of(ConsoleRole role, const table::State& state) {
    const auto seat = table::seat_of(role);
    return seat ? table::announcing_position(state, *seat) : state.position();
}

// Whose move is said or made, and whose clock runs still: at one keyboard the press is his, and so
// are words that take the move back.
std::optional<chess::Color> player_at_his_move(const table::State& state) {
    const auto runs = state.clocks.running();
    if (!runs) return std::nullopt;
    const table::Ply made = state.made();
    const bool is_made = made > 0 && state.plies[made].mover == *runs &&
        state.plies[made].state == table::PlyState::made;
    const table::PlyRecord* const open = state.open_ply();
    const bool is_said = open != nullptr && state.to_move() == *runs &&
        open->newest(table::Witness::announcement) != nullptr;
    return is_made || is_said ? runs : std::nullopt;
}

} // namespace

void ConsoleTyping::typed(ConsoleSession& session, const std::string& text) {
    if (!session.role) return;
    const bool is_empty = text.find_first_not_of(" \t") == std::string::npos; // answers no question
    if (!is_empty && answers_question(session, text)) return;
    if (answers_read_back(session, text) || is_empty) return;
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
    auto typed = acts::read_typed(with_time_of_day(text), role, state, view_.tongue(role, state));
    if (!typed) {
        announce(session, text);
        return;
    }
    std::visit(
        Overloaded{
            [&](acts::TypedAct& act) {
                if (!asks_which(session, act, text)) confirm_or_act(session, std::move(act));
            },
            [&](const acts::HelpWanted& wanted) { help(session, wanted.topic); },
            [&](const acts::LeaveWanted&) { leave(session); },
            [](const acts::HushWanted&) {},
            [&](const acts::EnterWanted&) { switch_enter(session); },
        },
        *typed
    );
}

bool ConsoleTyping::is_announcement(ConsoleRole role, const std::string& text) const {
    const table::State& state = table_.state();
    const auto is_act = [&] {
        return acts::read_typed(with_time_of_day(text), role, state, view_.tongue(role, state))
            .has_value();
    };
    return view_.hearing(role, state).is_move(position_of(role, state), text) &&
        (begins_like_a_piece(text) || !is_act());
}

bool ConsoleTyping::is_press(ConsoleRole role, const std::string& text) const {
    const table::State& state = table_.state();
    const auto typed = acts::read_typed(text, role, state, view_.tongue(role, state));
    const auto* const act = typed ? std::get_if<acts::TypedAct>(&*typed) : nullptr;
    return act != nullptr && std::holds_alternative<table::Presses>(act->body);
}

ConsoleRole
ConsoleTyping::speaker_of(const ConsoleSession& session, const std::string& text) const {
    const table::State& state = table_.state();
    const ConsoleRole own = *session.role;
    const ConsoleRole other = own == ConsoleRole::white ? ConsoleRole::black : ConsoleRole::white;
    if (is_announcement(own, text))
        return state.to_move() == chess::Color::white ? ConsoleRole::white : ConsoleRole::black;
    const wording::Catalogue& in = view_.catalogue(own, state);
    const bool withdraws = in.means("command.withdraws", text) || text == "x";
    const bool answers = acts::is_yes(text, in) || acts::is_no(text, in) || withdraws;
    if (state.lines.contains(own)) return own;
    if (answers && state.lines.contains(other)) return other;
    const auto player = player_at_his_move(state);
    if (!player || (!withdraws && !is_press(own, text))) return own;
    return player == chess::Color::white ? ConsoleRole::white : ConsoleRole::black;
}

// "Yes" and "no" answer what was put last, and a key is enough.
bool ConsoleTyping::answers_read_back(ConsoleSession& session, const std::string& text) {
    const table::State& state = table_.state();
    const ConsoleRole role = *session.role;
    const table::ConfirmsLine confirms{role};
    if (!state.lines.contains(role) || !table::may(state, role, confirms)) return false;
    const wording::Catalogue& in = view_.catalogue(role, state);
    const bool is_enter = text.find_first_not_of(" \t") == std::string::npos;
    if (is_enter || acts::is_yes(text, in)) {
        confirm_line(session, !is_enter);
        return true;
    }
    if (!acts::is_no(text, in)) return false; // `x` is an act
    act(session, table::WithdrawsLine{role}, text);
    return true;
}

void ConsoleTyping::confirm_line(ConsoleSession& session, bool in_words) {
    const ConsoleRole role = *session.role;
    const table::ReadBackAct line = table_.state().lines.at(role).act;
    const Effect effect = table_.submit(role, table::ConfirmsLine{role, in_words});
    if (effect.is_refused || !effect.is_done) return; // told why, or a finger that bounced
    const bool is_announcement = std::holds_alternative<table::Announces>(line);
    if (is_announcement) after_announcement(session);
    if (is_taken_down(table::input_of(line)) && !(is_announcement && presses_at_once(session)))
        reply(session, Reply::taken_down, {});
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
    auto next = std::exchange(session.asked_next, {});
    const bool leaves = std::exchange(session.is_asked_to_leave, false);
    const auto word = std::exchange(session.confirming_word, std::nullopt);
    if (!waiting && !leaves) return false;
    const wording::Catalogue& in = view_.catalogue(*session.role, table_.state());
    if (word && acts::is_yes(text, in)) { // asked again, for the word
        ask_to_confirm(session, *std::move(waiting), {});
        return true;
    }
    if (word ? acts::is_word(text, *word, in) : acts::is_yes(text, in)) {
        if (leaves) table_.leave(session);
        else do_line(session, {.body = *std::move(waiting), .confirm = {}, .text = text});
        return true;
    }
    if (!next.empty() && acts::is_no(text, in)) {
        ask(session, std::move(next));
        return true;
    }
    reply(session, Reply::unchanged, {});
    return acts::is_no(text, in);
}

void ConsoleTyping::announce(ConsoleSession& session, const std::string& line) {
    const ConsoleRole role = *session.role;
    const std::string piece = with_promotion(role, line);
    const std::string& text = piece.empty() ? line : piece;
    const auto typed = acts::read_typed("announces " + text, role, table_.state());
    const auto* const announces = typed ? std::get_if<acts::TypedAct>(&*typed) : nullptr;
    const telling::Hearing hearing = view_.hearing(role, table_.state());
    const table::HeardMove heard =
        hearing.hear(position_of(role, table_.state()), text, phonetics::Reading::by_shape);
    const bool is_move = heard.error != chess::MoveError::not_a_move;
    auto near = announces == nullptr ? std::vector<telling::NearAct>{}
                                     : hearing.near(announces->body, table_.state());
    const bool is_players = table::seat_of(role) || role == ConsoleRole::assistant;
    if (!is_move && near.empty() && !heard.other_words) reply(session, Reply::not_understood, {});
    else if (announces == nullptr || !is_players) {
        reply(session, Reply::not_understood, std::string{topic_of_bare_move});
    } else if (near.empty()) {
        do_line(session, {.body = announces->body, .confirm = {}, .text = text});
    } else ask(session, std::move(near));
}

// "Dame", behind "e8" on a line of its own (D.2.1).
std::string ConsoleTyping::with_promotion(ConsoleRole role, const std::string& line) const {
    const table::State& state = table_.state();
    const auto seat = table::seat_of(role);
    const telling::Hearing hearing = view_.hearing(role, state);
    const auto named = acts::piece_called(line, view_.tongue(role, state));
    const auto piece = named ? named : hearing.promotion_called(line);
    return seat && piece ? hearing.completed(state, *seat, *piece) : std::string{};
}

void ConsoleTyping::do_line(ConsoleSession& session, const acts::TypedAct& typed) {
    const table::InputBody body = as_line(session, typed);
    // The press answers for all of it.
    const bool is_whole =
        presses_at_once(session) && std::holds_alternative<table::Announces>(body);
    const Effect effect =
        is_whole ? do_act(session, body, typed.text) : act(session, body, typed.text);
    const bool is_announcement = std::holds_alternative<table::Announces>(typed.body);
    if (is_announcement && !effect.is_refused && !table_.state().lines.contains(*session.role))
        after_announcement(session);
}

table::InputBody
ConsoleTyping::as_line(const ConsoleSession& session, const acts::TypedAct& act) const {
    // At one keyboard both hear it, unless an ear is the player's own: then it is the announcement.
    const bool both_hear = session.is_shared && !table_.adjust(*session.role, 0, 0);
    const auto line = session.is_keyboard
        ? acts::read_back_of(act.body, table_.state(), act.is_plain)
        : std::nullopt;
    if (!line || (both_hear && is_taken_down(act.body))) return act.body;
    return table::TypesLine{*session.role, *line};
}

bool ConsoleTyping::presses_at_once(const ConsoleSession& session) const {
    const auto seat = table::seat_of(*session.role);
    return seat && enter_presses_[*seat] && table_.state().setup->mode != table::Mode::tournament;
}

// Whoever relays both at one keyboard has said it to the other, which is no witness; where the seat
// wants it so, one line is the whole move.
void ConsoleTyping::after_announcement(ConsoleSession& session) {
    const ConsoleRole role = *session.role;
    const auto seat = table::seat_of(role);
    if (!seat) return;
    if (session.is_shared) table_.submit(role, table::Repeats{.seat = !*seat, .move = {}});
    if (!presses_at_once(session)) return;
    if (!table_.state().has_sensors(*seat))
        table_.submit(role, table::Executes{.seat = *seat, .move = {}});
    const table::Presses press{.seat = *seat};
    Effect effect = do_act(session, press, "presses");
    effect.is_done = true; // the move was taken down, whichever clock runs
    answer(session, press, effect);
}

// "s f3" is a knight and a question, with Caps Lock or without it; what the letter cannot move to
// is no move, unless it stands there like a piece's.
bool ConsoleTyping::asks_which(
    ConsoleSession& session, const acts::TypedAct& act, const std::string& text
) {
    const table::State& state = table_.state();
    const auto seat = table::seat_of(*session.role);
    const std::string line{terminal::trim(text)};
    const bool is_key = line.size() > 2 && line[1] == ' ' && seat && may_announce(state, *seat);
    const telling::Hearing hearing = view_.hearing(*session.role, state);
    const chess::Position& position = position_of(*session.role, state);
    const std::string move = is_key ? hearing.in_words(position, line) : std::string{};
    const bool may_be_move =
        !move.empty() && (begins_like_a_piece(line) || hearing.is_possible(position, line));
    if (!may_be_move) {
        auto near = hearing.near(act.body, state);
        const bool is_near = !near.empty();
        if (is_near) ask(session, std::move(near));
        return is_near;
    }
    const auto typed = acts::read_typed("announces " + line, *session.role, state);
    ask(session, {{std::get<acts::TypedAct>(*typed).body, move}, {act.body, {}}});
    return true;
}

// Without words of its own it is what the line was otherwise.
void ConsoleTyping::ask(ConsoleSession& session, std::vector<telling::NearAct> near) {
    telling::NearAct first = std::move(near.front());
    near.erase(near.begin());
    if (first.move.empty()) {
        do_line(session, {.body = std::move(first.body), .confirm = {}, .text = {}});
        return;
    }
    session.unconfirmed = std::move(first.body);
    session.asked_next = std::move(near);
    reply(session, Reply::confirm_move, first.move);
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
    const auto seat = *table::seat_of(*session.role);
    const bool presses = !enter_presses_[seat];
    set_enter(seat, presses);
    if (session.is_shared) set_enter(!seat, presses); // one Enter for two
}

void ConsoleTyping::ask_enter_press(ConsoleSession& session) {
    const auto seat = table::seat_of(*session.role);
    if (!seat || !enter_presses_[*seat]) switch_enter(session);
}

// The reply is what the journal keeps of it, for a game that is gone on with.
void ConsoleTyping::set_enter(chess::Color seat, bool presses) {
    enter_presses_[seat] = presses;
    const auto role = seat == chess::Color::white ? ConsoleRole::white : ConsoleRole::black;
    table_.submit(
        role,
        table::Replies{
            .console = role,
            .reply = Reply::help,
            .topic = presses ? "enter_presses" : "enter_waits"}
    );
}

void ConsoleTyping::confirm_or_act(ConsoleSession& session, acts::TypedAct act) {
    if (session.role == ConsoleRole::spectator) {
        answer_spectator(session, std::move(act));
        return;
    }
    const table::InputBody line = as_line(session, act);
    if (std::holds_alternative<table::TypesLine>(line)) {
        this->act(session, line, act.text);
        return;
    }
    if (act.confirm && table::may(table_.state(), *session.role, act.body)) {
        if (act.confirm == Reply::confirm_act) {
            ask_to_confirm(session, std::move(act.body), act.guessed);
        } else {
            const std::string words = topic_of_confirmation(act, table_.state());
            session.unconfirmed = std::move(act.body);
            reply(session, *act.confirm, words);
        }
        return;
    }
    this->act(session, act.body, act.text);
}

void ConsoleTyping::ask_to_confirm(
    ConsoleSession& session, table::InputBody body, const std::string& guessed
) {
    body = acts::naming_matter(std::move(body), table_.state());
    std::string words = view_.words_of_act(*session.role, table_.state(), body);
    if (words.empty()) words = guessed;
    session.confirming_word = acts::word_wanted(body, table_.state(), table_.now());
    session.unconfirmed = std::move(body);
    table_.submit(
        *session.role,
        table::Replies{
            .console = *session.role,
            .reply = Reply::confirm_act,
            .topic = std::move(words),
            .word = session.confirming_word}
    );
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
    table::InputBody typed = body;
    // Nobody hears a key as a hand on the clock is heard.
    if (auto* const press = std::get_if<table::Presses>(&typed))
        press->through = table::Medium::keys;
    return table_.submit(role, std::move(typed));
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
    const table::State& state = table_.state();
    if (asks != nullptr && table::is_about(*asks, table::About::words)) {
        send_text(session, "last", view_.last_completed(state));
    } else if (asks != nullptr && asks->question == table::Question::position) {
        send_text(session, "position", view_.completed_position(state));
    } else this->act(session, act.body, act.text);
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
