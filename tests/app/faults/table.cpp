// SPDX-License-Identifier: GPL-3.0-or-later
#include "table.hpp"

#include "support/catch.hpp"
#include "support/places.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace ansage::tests::faults {

namespace {

bool is_outcome(const std::string& line) {
    const auto begins = [&](const char* word) { return line.starts_with(word); };
    return !std::ranges::any_of(
        std::initializer_list<const char*>{"journal ", "code ", "resume ", "table ", "scoresheet "},
        begins
    );
}

// Without the time in front.
Words kept_outcomes(const Folder& folder) {
    Process replay{{tests::program(), "replay", journal_in(folder)}, folder.path()};
    const int code = replay.wait();
    INFO(replay.errors());
    CHECK(code == 0);
    Words lines = replay.lines();
    for (std::string& line : lines) line.erase(0, line.find(' ') + 1);
    return lines;
}

// Each in its order; those of an earlier sitting may lie between.
Words missing_from(const Words& kept, const Words& printed) {
    Words missing;
    auto at = kept.begin();
    for (const std::string& line : printed) {
        const auto found = std::find(at, kept.end(), line);
        if (found == kept.end()) missing.push_back(line);
        else at = found + 1;
    }
    return missing;
}

} // namespace

Words under(const Fault& fault) {
    return {
        "/usr/bin/env",
        "LD_PRELOAD=" ANSAGE_FAULTS,
        "FAULTS_AT=" + fault.at,
        "FAULTS_DO=" + fault.act,
        "FAULTS_FIRST=" + std::to_string(fault.first),
        "FAULTS_MANY=" + std::to_string(fault.many)};
}

std::string contents(const std::string& file) {
    std::ifstream stream{file, std::ios::binary};
    return {std::istreambuf_iterator<char>{stream}, {}};
}

std::string journal_in(const Folder& folder) { return folder / "game.ansage"; }

Words new_table(const Folder& folder) {
    return {
        tests::program(),
        "play",
        "--speech",
        "none",
        "--journal",
        journal_in(folder),
        "--white",
        "impaired none",
        "--black",
        "sighted none"};
}

Words resumed_table(const Folder& folder) {
    return {tests::program(), "play", "--resume", journal_in(folder), "--speech", "none"};
}

Words short_game() {
    return {
        "arbiter starts",
        "white announces e2e4",
        "black repeats e2e4",
        "white executes e2e4",
        "white presses",
        "white writes 1 e4",
        "black announces e7e5",
        "white repeats e7e5",
        "black executes e7e5",
        "black presses",
        "white asks both",
        "white offers draw",
        "quit"};
}

Sitting sit(const Folder& folder, const Words& before, const Words& program, const Words& typed) {
    Words words = before;
    words.insert(words.end(), program.begin(), program.end());
    Process table{words, folder.path()};
    for (const std::string& line : typed) {
        try {
            table.write(line);
        } catch (const std::exception&) {
            break; // it has ended
        }
    }
    table.close_input();
    Sitting sitting;
    sitting.code = table.wait();
    sitting.printed = table.lines();
    std::erase_if(sitting.printed, [](const std::string& line) { return !is_outcome(line); });
    sitting.errors = table.errors();
    return sitting;
}

long count_of_writes(const Words& typed) {
    const Folder folder;
    const std::string count = folder / "count";
    std::ofstream{count} << std::string(sizeof(std::int64_t), '\0');
    Words before = under({.act = ""});
    before.push_back("FAULTS_COUNT=" + count);
    const Sitting sitting = sit(folder, before, new_table(folder), typed);
    CHECK(sitting.code == 0);
    CHECK(sitting.errors.empty());
    CHECK(sitting.printed.size() > typed.size() / 2);
    std::int64_t writes = 0;
    std::ifstream{count}.read(reinterpret_cast<char*>(&writes), sizeof writes);
    return writes;
}

void check_nothing_lost(const Folder& folder, const Sitting& sitting) {
    INFO(sitting.errors);
    CHECK(sitting.errors.find("report this") == std::string::npos);
    CHECK(sitting.errors.find("a check of its own") == std::string::npos);
    if (sitting.code > 0) {
        CHECK(sitting.code <= 3);
        CHECK(!sitting.errors.empty());
    }
    if (!std::filesystem::exists(journal_in(folder))) {
        CHECK(sitting.printed.empty());
        CHECK(sitting.code != 0);
        return;
    }
    CHECK(missing_from(kept_outcomes(folder), sitting.printed) == Words{});
    Process verify{{tests::program(), "replay", journal_in(folder), "--verify"}, folder.path()};
    CHECK(verify.wait() == 0);
    INFO(verify.errors());
    CHECK(std::ranges::count(verify.lines(), "end not proven") == 0);
}

void check_goes_on(const Folder& folder) {
    if (!std::filesystem::exists(journal_in(folder))) return;
    const Sitting sitting =
        sit(folder, {}, resumed_table(folder), {"arbiter resumes", "white asks both", "quit"});
    INFO(sitting.errors);
    CHECK(sitting.code == 0);
    CHECK(!sitting.printed.empty());
    check_nothing_lost(folder, sitting);
}

} // namespace ansage::tests::faults
