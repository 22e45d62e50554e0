// SPDX-License-Identifier: GPL-3.0-or-later
// What a watcher is sent of a game, in order, as docs/consoles.md has it: the same at a running
// table and of a kept game.
#pragma once

#include "consoles/view.hpp"
#include "consoles/watcher/picture.hpp"
#include "table/model/event.hpp"
#include "table/model/input.hpp"
#include "table/model/state.hpp"
#include "telling/table_words.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ansage::consoles {

// A line for the socket, without its end.
struct WatchedLine {
    std::uint64_t number = 0; // of the log, from 1
    std::string json;
};

// What led to what is shown now.
struct Watched {
    const table::InputBody& input;
    std::span<const table::Event> events;
    const table::State& after;
    base::Instant now;
};

// Follows a game from its beginning: a pure function of what happened.
class WatchedGame {
public:
    explicit WatchedGame(telling::TableWords words);

    // The lines of the log that tell of it.
    [[nodiscard]] std::vector<WatchedLine> note(const Watched& watched);

    // The first line of all. `is_live`: the clocks run on between lines.
    [[nodiscard]] std::string welcome(const table::State& state, bool is_live) const;
    // How everything stands, after what was noted last.
    [[nodiscard]] TablePicture picture(const table::State& state, base::Instant now) const;
    // The last line of all.
    [[nodiscard]] std::string bye(const table::State& state) const;

    // The number of the newest line of the log.
    [[nodiscard]] std::uint64_t last() const { return last_; }

private:
    ConsoleView view_;
    telling::TableWords words_;
    std::uint64_t last_ = 0;
    table::PerColor<chess::SquareSet> wrong_; // when the board was at rest last
};

} // namespace ansage::consoles
