// SPDX-License-Identifier: GPL-3.0-or-later
// The report on a game's cases, as an appeals committee needs it: what was found, said, claimed,
// proposed and decided, by whom, when by the wall clock and by both game clocks, what stood on both
// boards, the articles, and what was taken back.
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
    bool lags = false; // by right: the opponent's last move falls due at the own press
};

// As it is due.
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

enum class FindingKind : std::uint8_t {
    found, // an alert, a claim, words that differ
    told, // to the arbiter, or to a player: evidence, the hand that puts a board right, an answer
    proposed, // what the arbiter is asked
    decided, // by the arbiter, or by both players where there is none
    done, // what followed of it
};

// Its number in the report is its place.
struct Finding {
    std::uint64_t row = 0; // of the journal: the input that it followed from
    base::Instant at;
    base::Millis wall_clock{0}; // since 1970
    table::PerColor<base::Millis> clocks;
    FindingKind kind{};
    std::string words;
    std::vector<std::string> articles;
    std::optional<base::Instant> taken_back; // a ruling that was reversed stands as reversed
    std::optional<chess::Color> hearer; // whom alone the table told it
    bool is_hands = false; // how many hand movements put a board right
    bool is_private = false; // a player's own question, or a line he withdrew
};

struct Case {
    chess::Ply ply; // that was being played
    chess::MovePlace place; // of it, on a scoresheet
    bool is_dispute = false; // witnesses differ, or something is asked of the arbiter
    Moment before;
    Moment after;
    std::vector<LedgerLine> ledger;
    std::vector<Finding> findings;
    table::PerColor<base::Millis> given; // to each clock by what was decided; less than zero: taken

    // Each once, in the order in which they were cited.
    std::vector<std::string> articles() const;
    // What was decided and stands, what was proposed last, and the hands that this takes; empty
    // where there is none.
    std::string ruling() const;
    std::string proposal() const;
    std::string hands() const;
};

struct Report {
    std::vector<std::pair<std::string, std::string>> facts; // message id of the name, value
    std::string white;
    std::string black;
    std::string edition;
    std::string time; // "90 min + 30 s"
    std::vector<Case> cases;
    std::vector<Finding> differences; // words that the players put right themselves (D.2.8)
    std::string fingerprint; // of all that was stored; empty where something is missing
    std::uint64_t records = 0;
    std::vector<journal::Signature> signatures;
    std::optional<base::Error> fault; // this is only what comes before it
};

struct ReportFor {
    std::string language; // of its sentences
    // A player's copy lacks what only the other was told; absent: the arbiter's.
    std::optional<chess::Color> player{};
    bool with_private = false; // the arbiter adds what players asked for themselves
};

[[nodiscard]] base::Result<Report, base::Error>
report_of(journal::Journal& journal, const acts::TableKit& kit, const ReportFor& reader);

enum class ReportFormat : std::uint8_t { text, html, json };

// `first`: at most three sentences a case, what was found, the ruling with the hands, the clocks.
// `all`: everything, after these.
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
