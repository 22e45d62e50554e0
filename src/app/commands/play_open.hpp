// SPDX-License-Identifier: GPL-3.0-or-later
// Opening the table that ansage play runs: a new one, or one gone on with.
#pragma once

#include "acts/table_setup.hpp"
#include "app/commands/play_settings.hpp"
#include "app/setup/together.hpp"
#include "journal/journal.hpp"
#include "record/braille_choice.hpp"
#include "record/game_resume.hpp"
#include "record/recording_choice.hpp"
#include "session/live_table.hpp"
#include "terminal/command.hpp"
#include "terminal/options.hpp"

#include <optional>
#include <string>

namespace ansage::app {

using OpenBoards = table::PerColor<std::optional<session::OpenBoard>>;

// Everything that a table needs before its first line.
struct OpenedTable {
    acts::TableKit kit;
    journal::Journal journal;
    table::State state;
    OpenBoards boards{};
    std::optional<record::TableRecording> recording{};
    std::unique_ptr<listening::Ear> ear{}; // null: nobody is listened to
    record::Recovery recovered{}; // of a recording that was cut off
    std::optional<table::ArbiterOverrides> overrides{}; // accepted at set-up
    base::Instant begin{};
    bool is_resumed = false;
    std::optional<base::Millis> gap{};
    record::BrailleChoice braille{};
    Choices tones{}; // what each player hears as a tone
    table::PerColor<bool> enter_presses{}; // as the players had it before
    std::string window{}; // whose console the terminal is, and how: "both", "white press"
};

// The boards at these ports; one that is not there yet is waited for.
[[nodiscard]] base::Result<OpenBoards, base::Error>
open_boards(const acts::TableKit& kit, const Choices& ports);

// A table with a new journal, and one whose game goes on; the rest of it is the command's.
[[nodiscard]] base::Result<OpenedTable, base::Error>
begin_table(acts::TableKit kit, const std::filesystem::path& journal);
[[nodiscard]] OpenedTable go_on(record::ResumedGame game);

// What opponent and arbiter have to accept first is asked through `talk`, if it is there.
[[nodiscard]] base::Result<OpenedTable, terminal::Failure>
open_new(const terminal::Arguments& given, const std::optional<SetupTalk>& talk);

// The journal's name as find_journal() takes it.
[[nodiscard]] base::Result<OpenedTable, terminal::Failure>
open_again(const std::string& name, const terminal::Arguments& given);

} // namespace ansage::app
