// SPDX-License-Identifier: GPL-3.0-or-later
// Disputes over two boards: tests/data/arbiter/*.dispute, each named after what went wrong.
//
//   white: 1. e4 e5            White's score, Black's, and what stands on the boards
//   black: 1. e4 e6
//   start: FEN                 where the game begins, if not at the start position
//   white-board: FEN
//   record: 1. e4 e5           the journal's moves, the clocks in ms after each, and at its end
//   clocks: 5400000/5400000 5399000/5400000
//   now: 5390000/5400000
//   = key JSON                 what `arbiter compare --json` gives for that key
//   # text                     a comment
#include "arbiter/evidence.hpp"
#include "arbiter/kit.hpp"
#include "arbiter/ruling_words.hpp"
#include "chess/fen.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"
#include "terminal/text.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

namespace ansage::arbiter {
namespace {

namespace fs = std::filesystem;
using chess::Color;

struct Expectation {
    std::string where;
    std::string key;
    nlohmann::json value;
};

struct DisputeFile {
    std::string name;
    std::map<std::string, std::string> fields;
    std::vector<Expectation> expectations;

    [[nodiscard]] std::string field(const std::string& key) const {
        const auto found = fields.find(key);
        return found == fields.end() ? std::string{} : found->second;
    }
};

void read_line(DisputeFile& file, const std::string& line, unsigned number) {
    if (line.empty() || line.front() == '#') return;
    const std::string where = fmt::format("{}:{}", file.name, number);
    INFO(where);
    if (line.starts_with("= ")) {
        const std::size_t space = line.find(' ', 2);
        REQUIRE(space != std::string::npos);
        file.expectations.push_back(
            {where, line.substr(2, space - 2), nlohmann::json::parse(line.substr(space + 1))}
        );
        return;
    }
    const std::size_t colon = line.find(':');
    REQUIRE(colon != std::string::npos);
    file.fields[line.substr(0, colon)] = terminal::trim(std::string_view{line}.substr(colon + 1));
}

DisputeFile read_dispute(const fs::path& path) {
    DisputeFile file{path.string(), {}, {}};
    std::ifstream stream{path};
    std::string line;
    for (unsigned number = 1; std::getline(stream, line); ++number) read_line(file, line, number);
    return file;
}

table::ClockTimes read_times(const std::string& text) {
    const std::size_t slash = text.find('/');
    REQUIRE(slash != std::string::npos);
    return {base::Millis{std::stoll(text)}, base::Millis{std::stoll(text.substr(slash + 1))}};
}

chess::PerPly<table::PlyRecord> read_record(const DisputeFile& file, chess::Position position) {
    const auto reader = reader_of(file.field("record"), file.name);
    chess::PerPly<table::PlyRecord> plies;
    for (const std::string& text : terminal::split_words(file.field("clocks"))) {
        table::PlyRecord ply;
        const auto entry = reader(plies.last() + 1, position);
        REQUIRE(entry);
        REQUIRE(entry->move);
        const table::ClockTimes times = read_times(text);
        ply.mover = position.turn();
        ply.state = table::PlyState::completed;
        ply.move = entry->move;
        ply.clocks = {times.white, times.black};
        position.play(*ply.move);
        plies.push_back(std::move(ply));
    }
    return plies;
}

std::optional<chess::Reading> board(const DisputeFile& file, const std::string& key) {
    const std::string fen = file.field(key);
    if (fen.empty()) return std::nullopt;
    const auto reading = read_board(fen, key);
    REQUIRE(reading);
    return *reading;
}

// Numbers mean nothing without the position where the game begins.
table::ScoreReader score_reader(const DisputeFile& file, Color color) {
    const std::string start = file.field("start");
    const std::string tag = start.empty() ? "" : fmt::format("[FEN \"{}\"]", start);
    return reader_of(tag + "\n" + file.field(std::string{chess::to_string(color)}), "score");
}

nlohmann::json rule(const DisputeFile& file) {
    table::Dispute dispute;
    if (const std::string fen = file.field("start"); !fen.empty())
        dispute.start = chess::parse_position(fen).value();
    for (const Color color : chess::both_colors) dispute.scores[color] = score_reader(file, color);
    dispute.boards = {board(file, "white-board"), board(file, "black-board")};
    const chess::PerPly<table::PlyRecord> plies = read_record(file, dispute.start);
    if (!file.field("now").empty()) {
        constexpr base::Millis ninety_minutes{5'400'000};
        dispute.clocks = table::ClockRecord{
            &plies, {ninety_minutes, ninety_minutes}, read_times(file.field("now"))};
    }
    const table::Comparison comparison = table::compare(dispute);
    const RulingReader reader{shipped_kit().words, shipped_kit().setup.edition, "de"};
    for (const std::string& line : to_lines(comparison, {}, reader)) {
        // Neither an id nor a placeholder is left over.
        CHECK(line.find("arbiter.") == std::string::npos);
        CHECK(line.find('{') == std::string::npos);
    }
    return nlohmann::json::parse(to_json(comparison, {}, shipped_kit().setup.edition, std::nullopt)
    );
}

std::vector<fs::path> disputes() {
    std::vector<fs::path> paths;
    for (const auto& entry : fs::directory_iterator{tests::root() + "/tests/data/arbiter"})
        if (entry.path().extension() == ".dispute") paths.push_back(entry.path());
    std::ranges::sort(paths);
    return paths;
}

} // namespace

TEST_CASE("D.2.9: every dispute is ruled as its file says", "[arbiter]") {
    REQUIRE(disputes().size() >= 25);
    for (const fs::path& path : disputes()) {
        INFO(path.string());
        const DisputeFile file = read_dispute(path);
        REQUIRE_FALSE(file.expectations.empty());
        const nlohmann::json ruling = rule(file);
        INFO(ruling.dump());
        for (const Expectation& expected : file.expectations) {
            INFO(expected.where);
            REQUIRE(ruling.contains(expected.key));
            CHECK(ruling[expected.key] == expected.value);
        }
    }
}

} // namespace ansage::arbiter
