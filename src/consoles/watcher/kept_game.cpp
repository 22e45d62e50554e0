// SPDX-License-Identifier: GPL-3.0-or-later
#include "consoles/watcher/kept_game.hpp"

#include "base/try.hpp"
#include "consoles/watcher/watched_game.hpp"
#include "table/apply/apply.hpp"

namespace ansage::consoles {

using base::Error;
using base::Result;

Result<void, Error>
watch_kept_game(record::StoredGame& game, const std::function<void(const std::string&)>& show) {
    auto reader = ANSAGE_TRY(game.journal.read());
    table::State state = table::open_table(game.kit.setup);
    WatchedGame watched{game.kit.words};
    StateLines states;
    const auto show_state = [&](base::Instant now, std::uint64_t last_line, auto stop) {
        const auto line =
            states.next(watched.picture(state, now), {.last_line = last_line, .stop = stop});
        if (line) show(*line);
    };
    show(watched.welcome(state, false));
    show_state({}, 0, std::optional<Stop>{});
    while (const auto entry = ANSAGE_TRY(reader.next())) {
        for (const table::Event& event : entry->events) table::apply(state, event);
        const std::uint64_t last_line = watched.last_line();
        const WatchedGame::Told told =
            watched.note({entry->input.body, entry->events, state, entry->input.at});
        show_state(entry->input.at, last_line, told.stop);
        for (const std::string& line : told.log) show(line);
    }
    show(watched.bye(state, "watch.over"));
    return {};
}

} // namespace ansage::consoles
