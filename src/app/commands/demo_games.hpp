// SPDX-License-Identifier: GPL-3.0-or-later
// The games of ansage demo, at simulated boards: each played to its end, and told.
#pragma once

#include "acts/table_setup.hpp"
#include "app/demo/players.hpp"
#include "hall/participant.hpp"
#include "journal/journal.hpp"
#include "scoresheet/pgn.hpp"
#include "table/model/state.hpp"
#include "telling/voice.hpp"
#include "terminal/command.hpp"
#include "terminal/options.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ansage::app {

// The profile of a demo's journal that holds the record of its game.
inline constexpr std::string_view demo_record_name = "demo/record.pgn";

struct DemoOptions {
    std::string data;
    std::string language = "en";
    std::optional<double> speed; // absent: max
    bool is_paced = false; // only the quiet moves pass faster than `speed`
    telling::AudioChoice audio;
    bool json = false;
    std::optional<std::string> journal;
    std::vector<std::pair<std::string, std::string>> settings; // by name, as given
    std::optional<hall::Reports> hall{};
    bool has_page = false; // both boards, for browsers on this machine
};

// One game to be played: its record, and whether something goes wrong on the way.
struct DemoAssignment {
    scoresheet::PgnGame game;
    unsigned number = 1;
    bool with_plot = true;
};

struct DemoSitting {
    acts::TableKit kit;
    journal::Journal journal;
    table::State state;
    DemoPlot plot;
    base::Instant begin;
    std::optional<base::Millis> gap; // after a crash
};

// In memory if no journal is named.
[[nodiscard]] base::Result<DemoSitting, base::Error> sit_down(
    const DemoAssignment& assignment,
    const DemoOptions& options,
    const std::optional<std::filesystem::path>& journal
);

// One game, told as it happens.
[[nodiscard]] terminal::Answer tell_game(
    const DemoAssignment& assignment,
    DemoSitting sitting,
    const DemoOptions& options,
    telling::Voice& voice
);

// All games of a file, a line for each.
[[nodiscard]] terminal::Answer
tell_all_games(const std::vector<DemoAssignment>& assignments, const DemoOptions& options);

} // namespace ansage::app
