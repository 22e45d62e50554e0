// SPDX-License-Identifier: GPL-3.0-or-later
// Whoever types at the table's own terminal: acts and questions, one a line.
#include "acts/confirmation.hpp"
#include "acts/time_of_day.hpp"
#include "acts/typed.hpp"
#include "base/overloaded.hpp"
#include "consoles/view.hpp"
#include "session/participants.hpp"
#include "telling/language.hpp"
#include "telling/silence.hpp"
#include "terminal/output.hpp"
#include "terminal/standard_lines.hpp"
#include "terminal/text.hpp"

#include <algorithm>
#include <chrono>
#include <ctime>
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
        if (!line) return std::nullopt;
        return Line{std::move(line->text), line->is_end, line->may_go_on, line->has_gone_on};
    }

    [[nodiscard]] int event_fd() const override { return lines_.event_fd(); }

    bool is_keyboard() const override { return ::isatty(STDIN_FILENO) != 0; }

private:
    terminal::StandardLines lines_;
};

// Whoever sits at the terminal hears with the arbiter's ear.
constexpr auto here = table::ConsoleRole::arbiter;
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
        if (line->has_gone_on) {
            tell_where_it_stands(table);
            return true;
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

    // For whoever stopped the table and comes back to it; nobody hears it.
    static void tell_where_it_stands(const Table& table) {
        const consoles::ConsoleView view{table.words()};
        terminal::print_notice(view.where_it_stands(here, table.state(), table.now()));
    }

    void on_line(std::string_view typed, Table& table) {
        if (std::exchange(is_asked_to_close_, false)) {
            answer_closing(typed, table);
            return;
        }
        auto next = std::exchange(asked_next_, {});
        if (auto waiting = std::exchange(unconfirmed_, std::nullopt)) {
            const wording::Catalogue& in = arbiters_words(table);
            const auto word = std::exchange(word_, std::nullopt);
            const bool is_yes = acts::is_yes(typed, in);
            if (word && is_yes && source_->is_keyboard()) { // asked again, for the word
                ask_to_confirm(*std::move(waiting), table);
                return;
            }
            if (is_yes || (word && acts::is_word(typed, *word, in))) {
                do_typed(*waiting, table);
                return;
            }
            if (acts::is_no(typed, in) && !next.empty()) {
                ask(std::move(next), table);
                return;
            }
            reply(table::Reply::unchanged, {}, table);
            if (acts::is_no(typed, in)) return;
        }
        if (answers_read_back(typed, table)) return;
        if (typed.empty() && hush_) hush_();
        if (typed.empty() || typed.front() == '#') return;
        const table::State& state = table.state();
        auto read = acts::read_at_terminal(
            acts::with_time_of_day(typed, std::chrono::seconds{std::time(nullptr)}),
            state,
            acts::tongue_of(table.words(), state.setup->arbiter_language)
        );
        if (!read) {
            telling::print_not_understood(typed, lines_, read.error(), arbiters_words(table));
            return;
        }
        const auto misses = [&] {
            telling::print_not_understood(typed, lines_, {}, arbiters_words(table));
        };
        std::visit(
            base::Overloaded{
                [&](acts::TypedAct& act) { confirm_or_do(std::move(act), table); },
                [&](const acts::HelpWanted& wanted) { teach_or(wanted.topic, table, misses); },
                [&](const acts::LeaveWanted&) { close_or_ask(table); },
                [&](const acts::HushWanted&) {
                    if (hush_) hush_();
                },
                [&](const acts::EnterWanted&) { misses(); },
            },
            *read
        );
    }

    bool answers_read_back(std::string_view typed, Table& table) {
        const wording::Catalogue& in = arbiters_words(table);
        const bool withdraws = typed == "x" || in.means("command.withdraws", typed) ||
            (!typed.empty() && acts::is_no(typed, in));
        const bool confirms = typed.empty() || acts::is_yes(typed, in);
        if ((!withdraws && !confirms) || !table.state().lines.contains(here)) return false;
        if (typed.empty() && hush_) hush_();
        if (withdraws) table.submit(this, table::WithdrawsLine{here});
        else table.submit(this, table::ConfirmsLine{here, !typed.empty()});
        return true;
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
    void confirm_or_do(acts::TypedAct act, Table& table) {
        const table::State& state = table.state();
        auto near = confirms_ == Confirms::no ? std::vector<telling::NearAct>{}
                                              : table.words().hearing().near(act.body, state);
        if (!near.empty()) {
            ask(std::move(near), table);
            return;
        }
        const auto line = source_->is_keyboard() ? acts::read_back_of(act.body, state, act.is_plain)
                                                 : std::nullopt;
        if (line) {
            table.submit(this, table::TypesLine{here, *line});
            return;
        }
        if (confirms_ == Confirms::no || !acts::confirmation_of(act.body, state, act.is_plain)) {
            do_typed(act.body, table);
            return;
        }
        ask_to_confirm(std::move(act.body), table);
    }

    void ask_to_confirm(InputBody body, Table& table) {
        const table::State& state = table.state();
        body = acts::naming_matter(std::move(body), state);
        std::string words =
            acts::words_of_act(body, state, table.words(), state.setup->arbiter_language);
        word_ = acts::word_wanted(body, state, table.now());
        unconfirmed_ = std::move(body);
        reply(table::Reply::confirm_act, std::move(words), table, word_);
    }

    // For the first; for the next where that is not meant.
    void ask(std::vector<telling::NearAct> near, Table& table) {
        telling::NearAct first = std::move(near.front());
        near.erase(near.begin());
        unconfirmed_ = std::move(first.body);
        asked_next_ = std::move(near);
        reply(table::Reply::confirm_move, std::move(first.move), table);
    }

    void reply(
        table::Reply kind,
        std::string topic,
        Table& table,
        std::optional<std::string> word = std::nullopt
    ) {
        table.submit(
            this,
            table::Replies{
                .console = table::ConsoleRole::arbiter,
                .reply = kind,
                .topic = std::move(topic),
                .word = std::move(word)}
        );
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

    template <class Else>
    void teach_or(const std::string& topic, Table& table, Else otherwise) {
        const auto topics = help_.topics ? help_.topics(table.state()) : std::vector<std::string>{};
        if (topic.empty() && !topics.empty()) teach(table);
        else if (std::ranges::find(topics, topic) != topics.end()) teach(topic, table);
        else otherwise();
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
    std::optional<std::string> word_; // that confirms it; absent: "y" does
    std::vector<telling::NearAct> asked_next_; // where that is not meant
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
