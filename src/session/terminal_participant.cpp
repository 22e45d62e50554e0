// SPDX-License-Identifier: GPL-3.0-or-later
// Whoever types at the table's own terminal: acts and questions, one a line.
#include "acts/confirmation.hpp"
#include "acts/script.hpp"
#include "acts/spoken_commands.hpp"
#include "acts/typed.hpp"
#include "session/participants.hpp"
#include "table/model/names.hpp"
#include "telling/language.hpp"
#include "telling/silence.hpp"
#include "terminal/output.hpp"
#include "terminal/text.hpp"
#include "terminal/typed_input.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <unistd.h>
#include <utility>

namespace ansage::session {

using table::InputBody;

namespace {

class StandardInput final : public LineSource {
public:
    std::optional<Line> take() override {
        auto line = lines_.take();
        return line ? std::optional{Line{std::move(line->text), line->is_end, line->may_go_on}}
                    : std::nullopt;
    }

    [[nodiscard]] int event_fd() const override { return lines_.event_fd(); }

private:
    terminal::TypedLines lines_{STDIN_FILENO};
};

constexpr unsigned most_refusals = 6;
constexpr base::Millis pause_of_refused{1000};

class TerminalSeat final : public Participant {
public:
    TerminalSeat(std::unique_ptr<LineSource> source, Help help, Confirms confirms, Hush hush)
        : source_(std::move(source)),
          help_(std::move(help)),
          confirms_(confirms),
          hush_(std::move(hush)) {}

    bool take_turn(Table& table) override {
        if (table.now() < waits_until_) return false;
        const auto line = source_->take();
        if (!line) return false;
        if (line->is_end) {
            on_end(line->may_go_on, table);
            return line->may_go_on;
        }
        ++lines_;
        on_line(terminal::trim(line->text), table);
        return true;
    }

    [[nodiscard]] int wake_descriptor() const override { return source_->event_fd(); }

    [[nodiscard]] std::optional<base::Instant> next_deadline(base::Instant now) const override {
        return now < waits_until_ ? std::optional{waits_until_} : std::nullopt;
    }

    void note(const Happened& happened) override {
        for (const table::Event& event : happened.events) {
            has_changed_ = has_changed_ || telling::changes_something(event);
            is_refused_ = is_refused_ || std::holds_alternative<table::Refused>(event.body);
        }
    }

private:
    [[nodiscard]] static const wording::Catalogue& arbiters_words(const Table& table) {
        return table.words().catalogue(table.state().setup->arbiter_language);
    }

    void on_line(std::string_view typed, Table& table) {
        if (std::exchange(is_asked_to_close_, false)) {
            answer_closing(typed, table);
            return;
        }
        if (auto waiting = std::exchange(unconfirmed_, std::nullopt)) {
            const wording::Catalogue& in = arbiters_words(table);
            if (acts::is_yes(typed, in)) {
                do_typed(*waiting, table);
                return;
            }
            reply(table::Reply::unchanged, {}, table);
            if (acts::is_no(typed, in)) return;
        }
        if (typed.empty() && hush_) hush_();
        if (typed.empty() || typed.front() == '#') return;
        const table::State& state = table.state();
        const std::string text =
            acts::in_script_words(typed, state.setup->arbiter_language, table.words());
        if (text == "quit") close_or_ask(table);
        else if (text == "?" && help_.topics) teach(table);
        else if (const auto act = acts::parse_act(text); !act)
            on_key(typed, text, act.error(), table);
        else if (act->body) confirm_or_do(acts::input_of(*act, state), table);
    }

    // Ctrl-D asks as `quit` does, and once more closes.
    void on_end(bool may_go_on, Table& table) {
        unconfirmed_.reset();
        if (!may_go_on || std::exchange(is_asked_to_close_, false)) table.stop();
        else close_or_ask(table);
    }

    // Ending a table is asked for twice where a person types.
    void close_or_ask(Table& table) {
        if (confirms_ == Confirms::no || ::isatty(STDIN_FILENO) == 0) {
            table.stop();
            return;
        }
        is_asked_to_close_ = true;
        const bool is_over = table.state().phase == table::Phase::ended;
        reply(
            table::Reply::confirm_act,
            arbiters_words(table).sentence(is_over ? "act.closes_after" : "act.closes"),
            table
        );
    }

    void answer_closing(std::string_view typed, Table& table) {
        if (acts::is_yes(typed, arbiters_words(table))) table.stop();
        else reply(table::Reply::unchanged, {}, table);
    }

    // The person at this terminal is the arbiter, or writes what others do in the open.
    void confirm_or_do(InputBody body, Table& table) {
        const table::State& state = table.state();
        if (confirms_ == Confirms::no || !acts::confirmation_of(body, state)) {
            do_typed(body, table);
            return;
        }
        const std::string words =
            acts::words_of_act(body, state, table.words(), state.setup->arbiter_language);
        unconfirmed_ = std::move(body);
        reply(table::Reply::confirm_act, words, table);
    }

    void reply(table::Reply kind, std::string topic, Table& table) {
        table.submit(
            this,
            table::Replies{
                .console = table::ConsoleRole::arbiter, .reply = kind, .topic = std::move(topic)}
        );
    }

    // "white e4", "black .": what a player would type at a console of his own, behind his name, for
    // whoever writes here what the two do and say.
    static std::optional<InputBody> as_players_type(const std::string& text, const Table& table) {
        constexpr std::array players{table::ConsoleRole::white, table::ConsoleRole::black};
        const table::State& state = table.state();
        const std::string_view name = std::string_view{text}.substr(0, text.find(' '));
        const auto* const role = std::ranges::find_if(players, [name](table::ConsoleRole player) {
            return table::to_string(player) == name;
        });
        if (role == players.end() || name.size() == text.size()) return std::nullopt;
        const std::string typed = text.substr(name.size() + 1);
        auto read = acts::read_typed(typed, *role, state);
        if (!read && table.words().hearing().is_move(state.position(), typed))
            read = acts::read_typed("announces " + typed, *role, state);
        const auto* const act = read ? std::get_if<acts::TypedAct>(&*read) : nullptr;
        if (act == nullptr) return std::nullopt;
        const auto whole = acts::parse_act(act->text);
        return whole && whole->body ? std::optional{acts::input_of(*whole, state)} : std::nullopt;
    }

    // What `?` teaches here works here: the letters of the arbiter's console, too.
    void on_key(
        std::string_view typed, const std::string& text, const base::Error& error, Table& table
    ) {
        const table::State& state = table.state();
        const auto read = acts::read_typed(text, table::ConsoleRole::arbiter, state);
        const auto* const act = read ? std::get_if<acts::TypedAct>(&*read) : nullptr;
        const auto* const help = read ? std::get_if<acts::HelpWanted>(&*read) : nullptr;
        const auto topics = help_.topics ? help_.topics(state) : std::vector<std::string>{};
        if (act != nullptr) confirm_or_do(act->body, table);
        else if (auto body = as_players_type(text, table)) confirm_or_do(*std::move(body), table);
        else if (help != nullptr && std::ranges::find(topics, help->topic) != topics.end())
            teach(help->topic, table);
        else telling::print_not_understood(typed, lines_, error, arbiters_words(table));
    }

    // Who is refused time and again without end, as by a program that types, waits: each refusal is
    // told, and fills the journal.
    void count_refusals(Table& table) {
        refusals_ = is_refused_ ? refusals_ + 1 : 0;
        if (refusals_ > most_refusals) waits_until_ = table.now() + pause_of_refused;
    }

    // Of what changes nothing nothing is printed: it needs an answer.
    void do_typed(const InputBody& body, Table& table) {
        has_changed_ = false;
        is_refused_ = false;
        const bool is_stored = table.submit(this, body);
        count_refusals(table);
        if (is_stored && !has_changed_) {
            terminal::print_notice(
                arbiters_words(table).sentence(telling::message_of_silence(body, table.state()))
            );
        }
    }

    // Each time the next one.
    void teach(Table& table) {
        const std::vector<std::string> topics = help_.topics(table.state());
        teach(topics[help_given_++ % topics.size()], table);
    }

    void teach(const std::string& topic, Table& table) {
        for (const table::ConsoleRole listener : help_.listeners) {
            table.submit(
                this,
                table::Replies{.console = listener, .reply = table::Reply::help, .topic = topic}
            );
        }
    }

    std::unique_ptr<LineSource> source_;
    Help help_;
    Confirms confirms_;
    std::optional<InputBody> unconfirmed_;
    bool is_asked_to_close_ = false;
    Hush hush_;
    unsigned lines_ = 0;
    bool has_changed_ = false; // since the last line was typed
    bool is_refused_ = false; // what was typed last
    unsigned refusals_ = 0; // in a row
    base::Instant waits_until_;
    std::size_t help_given_ = 0;
};

} // namespace

std::unique_ptr<LineSource> standard_input() { return std::make_unique<StandardInput>(); }

ParticipantPtr make_terminal_participant(
    std::unique_ptr<LineSource> lines, Help help, Confirms confirms, Hush hush
) {
    return std::make_unique<TerminalSeat>(
        std::move(lines), std::move(help), confirms, std::move(hush)
    );
}

} // namespace ansage::session
