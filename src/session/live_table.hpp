// SPDX-License-Identifier: GPL-3.0-or-later
// A table in real time: who takes part where boards, consoles, a terminal, the clock and the voice
// meet.
#pragma once

#include "consoles/client.hpp"
#include "consoles/entry.hpp"
#include "consoles/place.hpp"
#include "session/participants.hpp"
#include "session/session.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ansage::session {

class LiveTable {
public:
    struct Parts {
        Shell shell;
        journal::Journal* journal = nullptr; // the shell's; never null
        telling::Voice voice;
        table::PerColor<std::optional<OpenBoard>> boards;
        std::unique_ptr<BrailleConsole> braille; // may be null
        // What the arbiter's console has to give; absent: no console can join.
        std::optional<std::string> console_code;
        table::Pages pages = table::Pages::none; // what the arbiter accepted
        // Where consoles join, if it was held before; absent: anywhere.
        std::optional<consoles::ConsolePlace> place{};
        // Of the network, who set the table up there.
        std::optional<consoles::Entry::Seated> seated{};
        // A role on the network was freed, and has this code now; may be empty.
        std::function<void(table::ConsoleRole, const std::string& code)> on_role_code{};
        table::PerColor<bool> enter_presses{}; // at the players' consoles, from before
        std::optional<record::TableRecording> recording;
        std::unique_ptr<listening::Ear> ear{}; // may be null: nobody is listened to
        std::vector<table::RecordingReported> recovered; // of an interrupted recording
        // What the arbiter set aside at set-up; the first thing that the table takes.
        std::optional<table::ArbiterOverrides> overrides;
        // After an interruption.
        std::optional<Session::Resumed> resumed;
        Help help;
        // At the terminal.
        Confirms confirms = Confirms::yes;
        // Whose console the terminal is; absent, or where no console can join: every line names who
        // acts. Its socket is the table's own.
        std::optional<consoles::ConsoleChoice> window;
        // Who takes part besides, such as what reports to a hall.
        std::vector<ParticipantPtr> others{};
        // Called after everything that is told has been committed.
        std::function<void(const table::Event&, const table::State&)> told;
    };

    explicit LiveTable(Parts parts);
    LiveTable(const LiveTable&) = delete;
    LiveTable& operator=(const LiveTable&) = delete;
    ~LiveTable();

    // Until whoever types says `quit` or the input ends, or a signal stops the program; then
    // everything is stored. An error is the journal's.
    [[nodiscard]] base::Result<void, base::Error> play();

    [[nodiscard]] const table::State& state() const;
    [[nodiscard]] base::Instant now() const;
    // Whether everything that the voice had to say could be said.
    [[nodiscard]] const std::optional<base::Error>& sound_fault() const;
    // What a browser on the network has to give to be let in as that role; empty: none can join.
    [[nodiscard]] std::string code_of(table::ConsoleRole role) const;
    // What carries the table's pages has gone, or is there again. From any thread, as long as the
    // table is.
    void note_page(bool is_there);
    // The name by which consoles find this table, or why none can join.
    [[nodiscard]] base::Result<std::string, base::Error> console_table() const;

private:
    struct Contents;

    std::unique_ptr<Contents> contents_;
};

} // namespace ansage::session
