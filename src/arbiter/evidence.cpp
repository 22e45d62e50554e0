// SPDX-License-Identifier: GPL-3.0-or-later
#include "arbiter/evidence.hpp"

#include "acts/table_setup.hpp"
#include "base/try.hpp"
#include "clock/time_control.hpp"
#include "files/files.hpp"
#include "files/profile_path.hpp"
#include "journal/replay.hpp"
#include "profiles/braille.hpp"
#include "record/game_file.hpp"
#include "record/game_files.hpp"
#include "record/game_record.hpp"
#include "table/model/names.hpp"
#include "terminal/options.hpp"
#include "terminal/own_words.hpp"

#include <fmt/format.h>
#include <iostream>
#include <iterator>

namespace ansage::arbiter {

using base::Error;
using base::Result;
using chess::Color;
using chess::Position;
using table::ScoreEntry;

namespace {

constexpr std::string_view journal_mark = "SQLite format 3";

Result<std::string, Error> read_input(const std::string& file) {
    if (file == "-") return files::read_all(std::cin, terminal::standard_input());
    return files::read_file(file);
}

// Not a comment in braces, and not a tag of PGN.
bool is_json(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\n";
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos || (text[first] != '{' && text[first] != '[')) return false;
    const std::size_t second = text.find_first_not_of(blanks, first + 1);
    return second != std::string_view::npos &&
        std::string_view{"\"{}[]"}.find(text[second]) != std::string_view::npos;
}

// The table's record as a score. An illegal move that still stands is written, and illegal.
class RecordReader {
public:
    explicit RecordReader(std::shared_ptr<const table::State> state)
        : state_(std::move(state)) {}

    std::optional<ScoreEntry> operator()(chess::Ply ply, const Position&) const {
        if (ply > state_->made()) return std::nullopt;
        const table::PlyRecord& recorded = state_->plies[ply];
        ScoreEntry entry;
        entry.text = recorded.san;
        entry.where = fmt::format("ply {}", ply.value());
        const bool is_announced = recorded.newest(table::Witness::announcement) != nullptr;
        entry.derived_from =
            is_announced ? table::Witness::announcement : table::Witness::mover_board;
        if (recorded.legal) entry.move = recorded.move;
        else entry.fault = table::EntryFault::illegal;
        return entry;
    }

private:
    std::shared_ptr<const table::State> state_;
};

// One player's own score as the journal has it (8.1), which may differ from the table's record.
class OwnScoreReader {
public:
    OwnScoreReader(std::shared_ptr<const record::GameRecord> record, Color color)
        : record_(std::move(record)),
          color_(color) {}

    std::optional<ScoreEntry> operator()(chess::Ply ply, const Position& before) const {
        const chess::PerPly<record::OwnEntry>& entries = record_->scores[color_];
        if (!entries.has(ply)) return std::nullopt;
        ScoreEntry entry;
        entry.where = fmt::format("ply {}", ply.value());
        const std::optional<table::Testimony>& kept = entries[ply].testimony;
        if (!kept) {
            entry.fault = table::EntryFault::missing;
            return entry;
        }
        entry.text = kept->move.text;
        entry.kind = kept->kind;
        if (kept->source == table::Source::device) entry.derived_from = kept->derived_from;
        read(kept->move, before, entry);
        return entry;
    }

private:
    // The words were heard where the table stood; this score may have gone another way since.
    void read(const table::HeardMove& kept, const Position& before, ScoreEntry& entry) const {
        const bool can_stand = kept.move && before.is_legal(*kept.move);
        const table::HeardMove heard = can_stand || kept.text.empty()
            ? kept
            : record_->kit.words.hearing().hear(before, kept.text);
        entry.said = heard.said;
        if (heard.move && before.is_legal(*heard.move)) entry.move = heard.move;
        else entry.fault = heard.error ? table::to_fault(*heard.error) : table::EntryFault::illegal;
    }

    std::shared_ptr<const record::GameRecord> record_;
    Color color_;
};

// Moves for fingers. What could not be read ends what the score can testify.
class BrailleReader {
public:
    explicit BrailleReader(scoresheet::PgnGame game)
        : game_(std::make_shared<const scoresheet::PgnGame>(std::move(game))) {}

    std::optional<ScoreEntry> operator()(chess::Ply ply, const Position&) const {
        ScoreEntry entry;
        if (game_->has(ply)) {
            entry.move = game_->move_of(ply);
            entry.kind = table::ScoreKind::braille;
            return entry;
        }
        if (ply.value() > game_->moves.size() + 1 || game_->problems.empty()) return std::nullopt;
        entry.fault = table::EntryFault::unreadable;
        entry.text = game_->problems.front().what.text();
        entry.where = game_->problems.front().where.text();
        return entry;
    }

private:
    std::shared_ptr<const scoresheet::PgnGame> game_;
};

bool is_braille(const std::string& file, const std::string& text) {
    constexpr std::string_view first_pattern_bytes = "\xE2\xA0";
    return file.ends_with(".brf") || file.ends_with(".BRF") ||
        text.find(first_pattern_bytes) != std::string::npos;
}

Result<std::vector<ScoreEvidence>, Error>
read_braille(const std::string& text, const std::string& file, const ReadFrom& from) {
    const record::ReadSettings settings{
        .kind = record::SheetKind::braille,
        .code = from.braille_code,
        .start = from.start,
        .data = from.data.empty() ? std::nullopt : std::optional{from.data}};
    return record::read_sheets(text, file, settings)
        .map([&](std::vector<scoresheet::PgnGame> games) {
            if (games.empty()) {
                games.emplace_back().start = from.start; // a sheet on which nothing was written
            }
            std::vector<ScoreEvidence> evidence;
            for (scoresheet::PgnGame& game : games) {
                const Position start = game.start;
                evidence.push_back({start, BrailleReader{std::move(game)}, std::nullopt});
            }
            return evidence;
        });
}

ScoreEvidence to_evidence(TableRecord record) {
    ScoreEvidence evidence;
    evidence.start = record.state->positions.front();
    evidence.reader = RecordReader{record.state};
    evidence.record = std::move(record);
    return evidence;
}

Result<ScoreEvidence, Error>
read_own_score(const std::string& journal, Color color, const ReadFrom& from) {
    return record::find_journal(journal)
        .and_then([&](const std::filesystem::path& path) {
            return record::read_game_record(path, from.data);
        })
        .map([&](record::GameRecord read) {
            const auto record = std::make_shared<const record::GameRecord>(std::move(read));
            return ScoreEvidence{
                .start = record->state.positions.front(),
                .reader = OwnScoreReader{record, color},
                .record = TableRecord{
                    .state = std::shared_ptr<const table::State>{record, &record->state},
                    .end = record->end,
                    .doubt = record->doubt}};
        });
}

// "game.ansage:white": that player's own score; a file of that whole name goes first.
std::optional<std::pair<std::string, Color>> own_score_named(const std::string& file) {
    const std::size_t colon = file.rfind(':');
    std::error_code ignored;
    if (colon == std::string::npos || std::filesystem::exists(file, ignored)) return std::nullopt;
    const auto color = table::parse_name<Color>(file.substr(colon + 1));
    return color ? std::optional{std::pair{file.substr(0, colon), *color}} : std::nullopt;
}

// A journal may be named as everywhere: "last".
std::string file_of(const std::string& name) {
    std::error_code ignored;
    const bool is_file = name == "-" || std::filesystem::exists(name, ignored);
    const auto journal =
        is_file ? Result<std::filesystem::path, Error>{name} : record::find_journal(name);
    return journal ? journal->string() : name;
}

} // namespace

table::ClockRecord TableRecord::clocks() const {
    const base::Millis start = clock::start_time(state->setup->time);
    return {
        .plies = &state->plies,
        .start = {start, start},
        .now =
            {state->clocks.remaining(Color::white, end),
             state->clocks.remaining(Color::black, end)},
    };
}

Result<TableRecord, Error> read_record(const std::filesystem::path& path, const std::string& data) {
    auto journal = ANSAGE_TRY(journal::Journal::open(path));
    const auto header = ANSAGE_TRY(journal.header());
    const auto kit = ANSAGE_TRY(acts::load_table(header, data, path.string()));
    auto state = ANSAGE_TRY(journal::rebuild(journal, kit.setup));
    return TableRecord{
        std::make_shared<const table::State>(std::move(state)),
        journal.last_instant().value_or(base::Instant{}),
        journal.end_in_doubt()};
}

Result<scoresheet::Braille, Error> open_braille(const std::string& code, const std::string& data) {
    const auto given = data.empty() ? std::nullopt : std::optional{data};
    return files::data_directories(given)
        .and_then([&](const std::vector<std::filesystem::path>& directories) {
            return files::find_profile(directories, files::ProfileKind::braille, code);
        })
        .and_then([](const std::filesystem::path& path) { return profiles::Document::read(path); })
        .and_then([](const profiles::Document& document) {
            return profiles::load_braille(document);
        })
        .and_then([](scoresheet::BrailleCode read) {
            return scoresheet::Braille::open(std::move(read));
        });
}

Result<std::vector<ScoreEvidence>, Error>
read_scores(const std::string& name, const telling::TableWords& words, const ReadFrom& from) {
    if (const auto own = own_score_named(name)) {
        return read_own_score(own->first, own->second, from).map([](ScoreEvidence evidence) {
            return std::vector<ScoreEvidence>{std::move(evidence)};
        });
    }
    const std::string file = file_of(name);
    const auto bytes = ANSAGE_TRY(read_input(file));
    std::vector<ScoreEvidence> evidence;
    if (bytes.starts_with(journal_mark)) {
        return read_record(file, from.data).map([&](TableRecord record) {
            evidence.push_back(to_evidence(std::move(record)));
            return std::move(evidence);
        });
    }
    const auto [text, remark] =
        files::to_text(bytes, file == "-" ? terminal::standard_input() : file);
    if (text.find('\0') != std::string::npos) {
        return tl::unexpected{Error{
            base::phrase("this is no text, and no score that can be compared"),
            file == "-" ? terminal::standard_input() : file,
            base::phrase("give a score: PGN, moves in plain text, or a journal")}};
    }
    terminal::print_warning(remark);
    if (is_braille(file, text)) return read_braille(text, file, from);
    if (is_json(text)) {
        return tl::unexpected{Error{
            base::phrase("this is JSON, and no score that can be compared"),
            file == "-" ? terminal::standard_input() : file,
            base::phrase("give a score: PGN, moves in plain text, or a journal")}};
    }
    auto scores =
        ANSAGE_TRY(read_written_scores(text, file == "-" ? terminal::standard_input() : file));
    for (WrittenScore& score : scores) {
        ANSAGE_TRY(check_is_score(score, words));
        score.start = score.start == Position{} ? from.start : score.start;
        const Position start = score.start;
        evidence.push_back({start, reader_of(std::move(score), words), std::nullopt});
    }
    return evidence;
}

Result<chess::Reading, Error> read_board(const std::string& fen, const std::string& option) {
    const std::string placement = fen.substr(0, fen.find(' '));
    const auto reading = chess::parse_placement(placement);
    if (!reading) {
        return tl::unexpected{Error{
            base::phrase("\"{}\" is no board", terminal::printable(placement)),
            "--" + option,
            base::phrase("write it as a FEN, rank 8 first; x is a square that holds something")}};
    }
    return *reading;
}

} // namespace ansage::arbiter
