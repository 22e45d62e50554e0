// SPDX-License-Identifier: GPL-3.0-or-later
// What is made of what was typed: acts, questions, confirmations, help. Between a console's line
// and the table.
#pragma once

#include "acts/typed.hpp"
#include "consoles/connection.hpp"
#include "consoles/view.hpp"

#include <functional>
#include <initializer_list>
#include <string>

namespace ansage::consoles {

class ConsoleTyping {
public:
    // What came of an act.
    struct Effect {
        bool is_refused = false;
        bool is_shown = false; // at the console where it was typed
        bool is_done = false; // it changed something
    };

    struct Table {
        std::function<const table::State&()> state;
        std::function<base::Instant()> now;
        // Decided, journalled and told.
        std::function<Effect(table::ConsoleRole, table::InputBody)> submit;
        // What a role may not do is kept; false: only counted, of one who asks without end.
        std::function<bool(table::ConsoleRole, const std::string&)> overstep;
        std::function<void(ConsoleSession&)> leave;
        // How that role's ear is spoken to; false: it has none.
        std::function<bool(table::ConsoleRole, int volume, int words_per_minute)> adjust;
    };

    // `view` must outlive it.
    ConsoleTyping(const ConsoleView& view, Table table)
        : view_(view),
          table_(std::move(table)) {}

    void typed(ConsoleSession& session, const std::string& text);

    // A move alone announces and presses, for these players; it stays so whoever sits there next.
    void let_enter_press(const table::PerColor<bool>& seats) { enter_presses_ = seats; }

    // The same, asked for where a console joins.
    void ask_enter_press(ConsoleSession& session);

    // Of two at one keyboard, whose line it is if it names nobody: a move is of the player who is
    // to move, a press and a withdrawal of the one whose move was said while his clock runs, and a
    // key answers what was read back to either.
    table::ConsoleRole speaker_of(const ConsoleSession& session, const std::string& text) const;
    // An act, if the role may; what it may not is kept, with the text as typed.
    Effect act(ConsoleSession& session, const table::InputBody& body, const std::string& text);
    // What is said to a player's ear is the table's, and in the journal; a spectator has none.
    void reply(ConsoleSession& session, table::Reply kind, const std::string& topic);
    // To this console alone, and no part of what its role may have missed.
    void tell(
        ConsoleSession& session,
        std::string kind,
        std::string_view id,
        std::initializer_list<wording::Argument> arguments
    ) const;

private:
    // Without a word of answer.
    Effect do_act(ConsoleSession& session, const table::InputBody& body, const std::string& text);
    // True: the line answers what was asked before.
    [[nodiscard]] bool answers_question(ConsoleSession& session, const std::string& text);
    // Absent: nothing was asked, or it is no answer.
    [[nodiscard]] std::optional<table::InputBody>
    answer_about_square(const ConsoleSession& session, const std::string& text) const;
    bool is_announcement(table::ConsoleRole role, const std::string& text) const;
    bool is_press(table::ConsoleRole role, const std::string& text) const;
    // A move alone is an announcement; where the seat wants it so, the whole move. What only comes
    // near one is asked for.
    void announce(ConsoleSession& session, const std::string& line);
    std::string with_promotion(table::ConsoleRole role, const std::string& line) const;
    // Read back first, if a person types it there.
    void do_line(ConsoleSession& session, const acts::TypedAct& typed);
    table::InputBody as_line(const ConsoleSession& session, const acts::TypedAct& act) const;
    bool presses_at_once(const ConsoleSession& session) const;
    void after_announcement(ConsoleSession& session);
    // True: it was the answer to what was read back.
    bool answers_read_back(ConsoleSession& session, const std::string& text);
    // In words that name it, and with the word that confirms it.
    void ask_to_confirm(ConsoleSession& session, table::InputBody body, const std::string& guessed);
    void confirm_line(ConsoleSession& session, bool in_words);
    // True: the line may mean something else, or come near it, and was asked for.
    bool asks_which(ConsoleSession& session, const acts::TypedAct& act, const std::string& text);
    // For the first; for the next where that is not meant.
    void ask(ConsoleSession& session, std::vector<telling::NearAct> near);
    void leave(ConsoleSession& session);
    void switch_enter(ConsoleSession& session);
    void set_enter(chess::Color seat, bool presses);
    // True: it was a key for the own voice.
    [[nodiscard]] bool adjusts_voice(ConsoleSession& session, const std::string& text);
    void confirm_or_act(ConsoleSession& session, acts::TypedAct act);
    // Whoever did something and saw nothing come of it does it again.
    void answer(ConsoleSession& session, const table::InputBody& body, Effect effect);
    void answer_spectator(ConsoleSession& session, acts::TypedAct act);
    void help(ConsoleSession& session, const std::string& topic);

    const ConsoleView& view_;
    Table table_;
    table::PerColor<bool> enter_presses_;
};

} // namespace ansage::consoles
