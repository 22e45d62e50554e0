// SPDX-License-Identifier: GPL-3.0-or-later
// The report on a game's disputes: the ledger around each, both boards before and after, the
// clocks, what was proposed and decided, and the articles.
#pragma once

#include "acts/table_setup.hpp"
#include "arbiter/evidence.hpp"
#include "journal/journal.hpp"

#include <string>
#include <utility>
#include <vector>

namespace ansage::arbiter {

// One square of one board that is not as the record has it.
struct SquareOff {
    chess::Square square;
    chess::SquareReading shows;
    std::optional<chess::Piece> should;
};

struct BoardPicture {
    chess::Color board{};
    chess::Reading reading; // what its sensors said
    chess::Reading record; // what should stand there
    std::vector<SquareOff> off;
};

// As it is due: the opponent's last move falls due at the own press.
BoardPicture picture_of(const table::State& state, chess::Color board);

struct LedgerLine {
    chess::Ply ply;
    chess::MovePlace place; // of it, on a scoresheet
    table::Witness witness{};
    chess::Color person{}; // whose mouth, hand or sheet it is
    std::string says; // in the words as heard, or as a move is announced
    base::Instant at;
    table::Source source{};
    std::optional<table::ScoreKind> kind; // of a score
    std::optional<table::Witness> derived_from; // of a score that the device kept
};

// The record and both boards at one moment; a board without sensors is not among them.
struct Moment {
    base::Instant at;
    chess::Position position;
    std::vector<BoardPicture> boards;
    table::PerColor<base::Millis> clocks;
};

struct ReportedDispute {
    chess::Ply ply; // that was being played
    chess::MovePlace place; // of it, on a scoresheet
    Moment before;
    Moment after;
    std::vector<LedgerLine> ledger;
    std::vector<std::pair<base::Instant, std::string>> findings;
    std::vector<std::pair<base::Instant, std::string>> course; // proposals, decisions, repairs
    std::vector<std::string> articles;
    // The newest that was proposed or ruled, with the hands that it takes and what the arbiter said
    // to it; empty where nothing was.
    std::string ruling;
};

struct Report {
    std::string white;
    std::string black;
    std::string edition;
    std::string time; // "90 min + 30 s"
    std::vector<ReportedDispute> disputes;
    std::string fingerprint; // of all that was stored; empty where something is missing
    std::uint64_t records = 0;
    std::vector<journal::Signature> signatures;
    std::optional<base::Error> fault; // this is only what comes before it
};

// Sentences are in `language`.
[[nodiscard]] base::Result<Report, base::Error>
report_of(journal::Journal& journal, const acts::TableKit& kit, std::string_view language);

enum class ReportFormat : std::uint8_t { text, html, json };

// `first`: at most three sentences a dispute, what was found, the ruling with the hands, the
// clocks. `all`: everything, after these.
enum class ReportDepth : std::uint8_t { first, all };

// Text has one fact a line, key word first. HTML is one file without links to others. Only text may
// be short.
std::string write_report(
    const Report& report,
    ReportFormat format,
    const acts::TableKit& kit,
    std::string_view language,
    ReportDepth depth = ReportDepth::all
);

} // namespace ansage::arbiter
