// SPDX-License-Identifier: GPL-3.0-or-later
// What a watcher is sent of a game, in order, as docs/consoles.md has it: the same at a running
// table and of a kept game.
#pragma once

#include "consoles/view.hpp"
#include "consoles/watcher/state_line.hpp"
#include "table/model/event.hpp"
#include "table/model/input.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ansage::consoles {

// What led to what is shown now.
struct Watched {
    const table::InputBody& input;
    std::span<const table::Event> events;
    const table::State& after;
    base::Instant now;
};

// Follows a game from its beginning.
class WatchedGame {
public:
    // What tells of one input. A line is JSON, without its end.
    struct Told {
        std::vector<std::string> log;
        std::optional<Stop> stop;
    };

    explicit WatchedGame(const telling::TableWords& words)
        : words_(words),
          view_(words) {}

    [[nodiscard]] Told note(const Watched& watched);

    // The number of the newest line of the log; the first is 1.
    [[nodiscard]] std::uint64_t last_line() const { return last_line_; }

    // How everything stands after what was noted last.
    [[nodiscard]] TablePicture picture(const table::State& state, base::Instant now) const {
        return picture_of(state, words_, now, remembered_);
    }

    // The first line of all. `is_live`: the clocks run on between lines.
    [[nodiscard]] std::string welcome(const table::State& state, bool is_live) const;
    // The last: `id` is its sentence.
    [[nodiscard]] std::string bye(const table::State& state, std::string_view id) const;

private:
    void remember(const table::Event& event, const Watched& watched);
    [[nodiscard]] std::optional<Stop> stop_at(const Watched& watched);

    telling::TableWords words_;
    ConsoleView view_;
    std::uint64_t last_line_ = 0;
    Remembered remembered_;
    chess::Ply misheard_; // whose repetition differs; 0: none
};

// Of one watcher, or one kept game: how it stands, each time it looks different.
class StateLines {
public:
    // Absent: it looks as it did.
    [[nodiscard]] std::optional<std::string>
    next(const TablePicture& picture, const Sending& sending);

private:
    // What stays the same as long as nothing but time passes.
    struct Run {
        std::optional<chess::Color> runs;
        base::Millis white{0};
        base::Millis black{0};
        table::PerColor<bool> fallen;
        double speed = 0;
        friend bool operator==(const Run&, const Run&) = default;
    };

    std::string drawn_;
    Run run_;
};

} // namespace ansage::consoles
