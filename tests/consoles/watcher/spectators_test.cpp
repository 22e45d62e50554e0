// SPDX-License-Identifier: GPL-3.0-or-later
// A spectator of a game that is played gets none of what a watcher gets: no line of any table
// script has a square, a clock or a witness before its time (6.12; first principle 4).
#include "consoles/view.hpp"
#include "consoles/watcher/scripts.hpp"
#include "consoles/wire.hpp"
#include "table/model/event_words.hpp"

#include <nlohmann/json.hpp>
#include <set>

namespace {

using namespace ansage;
using nlohmann::json;

const std::set<std::string> known_keys{"at_ms", "kind", "what", "n", "text", "important", "words"};
const std::set<std::string> known_kinds{
    "completed", "restored", "corrected", "result", "adjourned"};

// Announced, and pressed or followed by the own next move (6.2.1).
bool is_in_time(const table::State& state, chess::Ply number) {
    const table::PlyRecord& ply = state.plies[number];
    const bool is_done = ply.pressed_at || ply.state == table::PlyState::completed;
    return is_done && ply.newest(table::Witness::announcement) != nullptr;
}

// "1:29:30", as a clock is shown.
bool has_time_of_clock(const std::string& text) {
    for (std::size_t colon = text.find(':'); colon != std::string::npos;
         colon = text.find(':', colon + 1)) {
        if (colon + 1 < text.size() && text[colon + 1] >= '0' && text[colon + 1] <= '9')
            return true;
    }
    return text.find("Clock") != std::string::npos || text.find("Time") != std::string::npos;
}

void check_line(const json& line, const table::Event& event, const table::State& after) {
    INFO(line.dump());
    for (const auto& [key, value] : line.items()) CHECK(known_keys.contains(key));
    const auto kind = line["kind"].get<std::string>();
    CHECK(known_kinds.contains(kind));
    CHECK_FALSE(has_time_of_clock(line["text"].get<std::string>()));
    if (kind == "completed") {
        const chess::Ply ply{std::stoul(line["what"].get<std::string>())};
        REQUIRE(after.plies.has(ply));
        CHECK(is_in_time(after, ply));
    } else {
        CHECK(
            table::
                is_one_of<table::Restored, table::RecordCorrected, table::Ended, table::Adjourned>(
                    event.body
                )
        );
    }
}

} // namespace

TEST_CASE("No spectator's line has a square, a clock or a witness before its time") {
    std::size_t shown = 0;
    for (const auto& path : tests::table_scripts()) {
        INFO(path.string());
        tests::LoadedScript loaded = tests::load(path);
        const consoles::ConsoleView view{loaded.kit.words};
        const consoles::Viewer viewer{.role = table::ConsoleRole::spectator};
        tests::play(std::move(loaded), [&](const session::Happened& happened) {
            for (const table::Event& event : happened.events) {
                const auto line = view.line(event, happened.after, viewer);
                if (!line) continue;
                ++shown;
                check_line(
                    json::parse(consoles::wire::to_text(shown, *line)), event, happened.after
                );
            }
        });
    }
    CHECK(shown > 300);
}
