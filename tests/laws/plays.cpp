// SPDX-License-Identifier: GPL-3.0-or-later
#include "laws/plays.hpp"

#include "acts/script_check.hpp"
#include "acts/table_setup.hpp"
#include "files/files.hpp"
#include "profiles/laws.hpp"
#include "session/script_participant.hpp"
#include "session/session.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"
#include "telling/outcome.hpp"

#include <algorithm>
#include <filesystem>
#include <tuple>
#include <utility>

namespace ansage::laws {

namespace {

namespace fs = std::filesystem;

const fs::path root = tests::root();

Plays::Played
play(const acts::Script& script, table::TableSetup setup, const telling::TableWords& words) {
    std::string text;
    const auto show = [&text](const consoles::Decided& decided) {
        std::vector<telling::Outcome> shown;
        for (const table::Event& event : decided.events) {
            auto outcome =
                telling::outcome_of(event, {decided.input, decided.before, decided.after});
            if (!outcome) continue;
            text += telling::to_json(*outcome, 0) + '\n';
            shown.push_back(*std::move(outcome));
        }
        return shown;
    };
    std::vector<acts::LineOutcomes> outcomes(script.lines.size());
    std::vector<session::ParticipantPtr> seats;
    seats.push_back(session::make_listener_participant());
    seats.push_back(session::make_script_participant(script, show, outcomes));
    session::Session session{{
        .shell = session::Shell{table::open_table(std::move(setup)), words, nullptr},
        .pacer = session::make_virtual_pacer({}),
        .participants = std::move(seats),
    }};
    const bool played = session.run().has_value();
    REQUIRE(played);
    const base::Instant end = script.lines.empty() ? base::Instant{} : script.lines.back().at;
    return {
        .shown = text + acts::summary_json(session.state(), end),
        .is_as_written = script.has_expectations && acts::check_script(script, outcomes).empty()};
}

} // namespace

std::list<Case> read_scripts() {
    std::vector<fs::path> paths;
    for (const auto& entry : fs::recursive_directory_iterator{root / "tests/scripts"})
        if (entry.path().extension() == ".table") paths.push_back(entry.path());
    // Those written for it first, and of these the short ones, for they take less time.
    std::ranges::sort(paths, {}, [](const fs::path& path) {
        const bool first = path.parent_path().filename() == "laws";
        return std::tuple{first ? 0 : 1, fs::file_size(path), path.string()};
    });
    std::list<Case> cases;
    for (const fs::path& path : paths) {
        INFO(path.string());
        const auto text = files::read_file(path);
        REQUIRE(text);
        auto script = acts::parse_script(*text, path.filename().string());
        REQUIRE(script);
        cases.push_back({path.filename().string(), *std::move(script)});
    }
    return cases;
}

std::string text_of(const std::string& profile) {
    return files::read_file(root / "profiles/laws" / (profile + ".toml")).value();
}

Edition edition_of(const std::string& text) {
    return profiles::read_edition(profiles::Document::parse(text, "flipped.toml").value()).value();
}

Plays::Plays() {
    for (const fs::directory_entry& entry : fs::directory_iterator{root / "profiles/laws"}) {
        const std::string profile = entry.path().stem().string();
        shipped_.emplace(profile, edition_of(text_of(profile)));
    }
}

Plays::Played Plays::played(
    const Case& of, const std::string& profile, const Edition& edition, const Setting& at
) {
    const acts::TableHeader& header = of.script.header;
    table::TableSetup setup = set_up(of, edition, at);
    const auto& seats = setup.seats;
    const Edition& speaks = header.profile == profile ? edition : shipped_.at(header.profile);
    const std::string& name = header.words.empty()
        ? vocabulary_for(speaks, seats.white.language, seats.black.language)
        : header.words;
    const telling::TableWords& words = words_named(name);
    setup.vocabulary = words.vocabulary().name;
    return play(of.script, std::move(setup), words);
}

table::TableSetup Plays::set_up(const Case& of, const Edition& edition, const Setting& at) {
    table::TableSetup setup = of.script.header.setup;
    setup.edition = edition;
    if (!at.language.empty()) setup.arbiter_language = at.language;
    if (!at.time.empty()) {
        setup.time = clock::parse_time_control(at.time).value();
        setup.supervised = at.supervised;
    }
    return setup;
}

const telling::TableWords& Plays::words_named(const std::string& name) {
    const auto found = words_.find(name);
    if (found != words_.end()) return found->second;
    acts::TableHeader header = acts::default_header();
    header.words = name;
    return words_.emplace(name, acts::load_table(header, tests::share()).value().words)
        .first->second;
}

} // namespace ansage::laws
