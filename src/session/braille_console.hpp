// SPDX-License-Identifier: GPL-3.0-or-later
// A braille display at a table: it shows its owner what is meant for the owner, and its keys ask.
#pragma once

#include "base/instant.hpp"
#include "base/result.hpp"
#include "devices/braille_display/driver.hpp"
#include "record/braille_choice.hpp"
#include "scoresheet/display_cells.hpp"
#include "table/model/event.hpp"
#include "table/model/input.hpp"
#include "table/model/state.hpp"
#include "telling/table_words.hpp"
#include "terminal/options.hpp"

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ansage::session {

// What the owner's display shows of an event: the opponent's move as it was announced, answers,
// prompts, alerts; the arbiter's display has what the arbiter is told. Absent: nothing.
[[nodiscard]] std::optional<std::string>
braille_line(const table::Event& event, const table::State& state, table::Audience owner);

// The times in digits, which fit the cells; absent: it tells no times to the owner.
[[nodiscard]] std::optional<std::string> times_line(
    const table::Event& event, table::Audience owner, const wording::Catalogue& owners_language
);

// What a key asks the table; absent: nothing, or the display answers by itself.
[[nodiscard]] std::optional<table::InputBody> question_of(
    const devices::braille_display::Key& key,
    const devices::braille_display::Window& window,
    table::Audience owner,
    chess::MoveNumber reviewed // the move of the own score that was shown last; 0: none
);

class BrailleConsole;

// --braille OWNER; null where it was not given. A player who chose a code reads by its table,
// whatever the language. BRLAPI_HOST and BRLAPI_AUTH say where brltty is, as
// for every program of its kind.
[[nodiscard]] base::Result<std::unique_ptr<BrailleConsole>, base::Error>
braille_given(const terminal::Arguments& given, const record::BrailleChoice& codes = {});

class BrailleConsole {
public:
    // Tables of liblouis by language, for displays whose own table shows chess letters alike.
    using DisplayTables = std::map<std::string, std::string>;

    // `owner` is anybody but the room.
    BrailleConsole(
        table::Audience owner, devices::braille_display::Address address, DisplayTables tables
    );

    // What one decision led to is one line, read on with the keys for a long line: of several lines
    // only the last would stand on the cells.
    void note(
        std::span<const table::Event> events,
        const table::State& state,
        const telling::TableWords& words,
        base::Instant now
    );

    // The questions since the last call.
    [[nodiscard]] std::vector<table::InputBody> take_inputs(base::Instant now);
    // Once: there is no display, or it went away.
    [[nodiscard]] std::optional<base::Error> take_problem();
    // Gives the display back to brltty while nothing is played and nobody reads.
    void on_time(const table::State& state, base::Instant now);

    // For an event loop.
    [[nodiscard]] int event_fd() const { return display_.event_fd(); }

private:
    void take_key(const devices::braille_display::Key& key, std::vector<table::InputBody>& inputs);
    void refresh(base::Instant now);
    void show(const std::string& told, bool is_of_square, bool is_notice_over, base::Instant now);
    [[nodiscard]] std::map<std::size_t, devices::braille_display::Dots> own_dots();
    void open_table();
    [[nodiscard]] std::string fitting(
        const std::string& line,
        const table::Event& event,
        const table::State& state,
        const telling::TableWords& words
    ) const;

    table::Audience owner_;
    devices::braille_display::Display display_;
    devices::braille_display::Window window_;
    chess::MoveNumber reviewed_;
    std::size_t cells_ = 0; // 0: there is no display
    DisplayTables tables_;
    std::string language_; // of the owner; empty until something was told
    bool confuses_chess_ = false;
    std::optional<scoresheet::DisplayCells> dots_;
    base::Instant used_at_;
    bool rests_ = true;
    std::string announced_; // the opponent's move, as long as nothing else was told
    bool is_notice_ = false; // what was told last: true only until something else happens
    std::optional<base::Error> problem_;
};

} // namespace ansage::session
