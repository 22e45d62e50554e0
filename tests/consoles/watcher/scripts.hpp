// SPDX-License-Identifier: GPL-3.0-or-later
// Every table script, played as `ansage run` plays it, and somebody who sees each step.
#pragma once

#include "acts/script.hpp"
#include "acts/table_setup.hpp"
#include "consoles/ear_log.hpp"
#include "files/files.hpp"
#include "session/script_participant.hpp"
#include "session/session.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"
#include "table/model/state.hpp"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace ansage::tests {

inline std::vector<std::filesystem::path> table_scripts() {
    std::vector<std::filesystem::path> paths;
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(tests::root() + "/tests/scripts"))
        if (entry.path().extension() == ".table") paths.push_back(entry.path());
    std::ranges::sort(paths);
    return paths;
}

struct LoadedScript {
    acts::Script script;
    acts::TableKit kit;
};

inline LoadedScript load(const std::filesystem::path& path) {
    const auto text = files::read_file(path);
    REQUIRE(text);
    auto script = acts::parse_script(*text, path.string());
    REQUIRE(script);
    auto kit = acts::load_table(script->header, tests::share());
    REQUIRE(kit);
    return {*std::move(script), *std::move(kit)};
}

using EachStep = std::function<void(const session::Happened&)>;

class Onlooker final : public session::Participant {
public:
    explicit Onlooker(EachStep see)
        : see_(std::move(see)) {}

    void note(const session::Happened& happened) override { see_(happened); }

private:
    EachStep see_;
};

inline void play(LoadedScript loaded, EachStep see) {
    std::vector<acts::LineOutcomes> outcomes(loaded.script.lines.size());
    std::vector<session::ParticipantPtr> seats;
    seats.push_back(std::make_unique<Onlooker>(std::move(see)));
    seats.push_back(session::make_listener_participant());
    seats.push_back(session::make_script_participant(
        loaded.script,
        [](const consoles::Decided&) { return std::vector<telling::Outcome>{}; },
        outcomes
    ));
    session::Session session{{
        .shell =
            session::Shell{
                table::open_table(std::move(loaded.kit.setup)),
                std::move(loaded.kit.words),
                nullptr},
        .pacer = session::make_virtual_pacer({}),
        .participants = std::move(seats),
    }};
    REQUIRE(session.run());
}

} // namespace ansage::tests
