// SPDX-License-Identifier: GPL-3.0-or-later
#include "arbiter/report.hpp"

#include "base/try.hpp"
#include "record/game_record.hpp"
#include "table/apply/apply.hpp"
#include "table/disputes/articles.hpp"
#include "table/model/event_words.hpp"
#include "table/model/names.hpp"
#include "table/witnesses/watcher.hpp"
#include "telling/table_words.hpp"

#include <algorithm>

namespace ansage::arbiter {

using base::Error;
using base::Instant;
using base::Result;
using chess::Color;
using table::AlertKind;
using table::State;

namespace {

bool is_score(table::Witness witness) {
    return witness == table::Witness::white_score || witness == table::Witness::black_score;
}

// Two witnesses differ, or a move is in question; the rest an arbiter need not rule on.
bool is_dispute(AlertKind kind) {
    switch (kind) {
    case AlertKind::announcement_differs_from_board:
    case AlertKind::repetition_differs:
    case AlertKind::opponent_board_differs:
    case AlertKind::boards_differ:
    case AlertKind::pressed_before_made:
    case AlertKind::illegal_move_completed:
    case AlertKind::touched_piece_not_moved:
    case AlertKind::promotion_not_announced:
    case AlertKind::piece_displaced:
    case AlertKind::scores_differ:
    case AlertKind::sensor_unclear:
    case AlertKind::board_not_kept: return true;
    default: return false;
    }
}

// The opponent's last move falls due at the own press: until then its absence is no difference.
bool lags_by_right(const State& state, Color board) {
    const chess::Ply made = state.made();
    return made > 0 && state.plies[made].mover != board &&
        table::agrees(state.boards[board].reading, state.positions.before(made).reading());
}

Moment moment_of(const State& state, Instant at) {
    Moment moment{.at = at, .position = state.position(), .boards = {}};
    for (const Color color : chess::both_colors) {
        if (state.has_sensors(color)) moment.boards.push_back(picture_of(state, color));
        moment.clocks[color] = state.clocks.remaining(color, at);
    }
    return moment;
}

// Follows the game and writes its disputes down.
class Follower {
public:
    Follower(const acts::TableKit& kit, std::string_view language)
        : kit_(kit),
          catalogue_(kit.words.catalogue(language)) {}

    void follow(const table::Event& event, const State& state) {
        if (const auto* alert = std::get_if<table::Alerted>(&event.body))
            note_alert(*alert, event.at, state);
        else if (open_) note_course(event, state);
    }

    // After everything that one input led to.
    void end_of_input(const State& state, Instant at) {
        if (open_ && is_over(state)) close(state, at);
    }

    std::vector<ReportedDispute> finish(const State& state, Instant at) {
        if (open_) close(state, at);
        return std::move(disputes_);
    }

private:
    void note_alert(const table::Alerted& alert, Instant at, const State& state) {
        if (!is_dispute(alert.kind)) return;
        if (!open_) {
            const chess::Position& start = state.positions.front();
            open_ = ReportedDispute{
                .ply = alert.ply,
                .place = chess::place_of(start, std::max<chess::Ply>(1, alert.ply)),
                .before = moment_of(state, at),
                .after = moment_of(state, at)};
            write_ledger(state);
            last_ = state.plies.last();
        }
        open_->findings.emplace_back(at, alert.message.words);
        cite(table::to_string(alert.kind));
    }

    void cite(std::string_view key) {
        const std::string article = table::article_of(kit_.setup, key, kit_.setup.arbiter_language);
        if (!article.empty() && std::ranges::count(open_->articles, article) == 0)
            open_->articles.push_back(article);
    }

    // The dispute's ply and three before it, the one that is being played last.
    void write_ledger(const State& state) {
        const chess::Ply last = state.plies.last();
        for (chess::Ply number = last > 4 ? last - 3 : 1; number <= last; ++number) {
            const table::PlyRecord& ply = state.plies[number];
            for (const table::Testimony& testimony : ply.testimonies)
                write_line(number, testimony, state);
            for (const Color color : chess::both_colors) write_unwritten(number, color, state);
        }
    }

    void write_unwritten(chess::Ply number, Color color, const State& state) {
        const table::PlyRecord& ply = state.plies[number];
        auto entry = ply.newest(table::score_of(color)) == nullptr
            ? record::unwritten_entry(state, ply, color)
            : std::nullopt;
        if (entry) {
            entry->witness = table::score_of(color);
            write_line(number, *entry, state);
        }
    }

    // A score as spoken holds the slip, one in braille what was meant.
    void write_line(chess::Ply number, const table::Testimony& testimony, const State& state) {
        std::string text = says(testimony.move, state.positions.before(number));
        if (is_score(testimony.witness)) text += ", " + record::kind_words(testimony, catalogue_);
        open_->ledger.push_back(
            {.ply = number,
             .place = chess::place_of(state.positions.front(), number),
             .witness = testimony.witness,
             .person = table::person_of(testimony.witness, state.plies[number].mover),
             .says = std::move(text),
             .at = testimony.at,
             .source = testimony.source,
             .kind = testimony.kind,
             .derived_from = testimony.derived_from}
        );
    }

    std::string says(const table::HeardMove& heard, const chess::Position& before) const {
        if (!heard.text.empty()) return heard.text;
        if (heard.move) return kit_.words.announcement(before, *heard.move);
        std::string squares = heard.said.from ? chess::to_string(*heard.said.from) : std::string{};
        return squares + (heard.said.to ? chess::to_string(*heard.said.to) : std::string{});
    }

    // What was ruled is told in one breath.
    void rule(const std::string& words) {
        open_->ruling += (open_->ruling.empty() ? "" : " ") + words;
    }

    void note_course(const table::Event& event, const State& state) {
        const table::EventBody& body = event.body;
        if (const auto* const said = std::get_if<table::Said>(&body)) {
            note_said(*said, event.at);
        } else if (const auto* const raised = std::get_if<table::Raised>(&body)) {
            open_->ruling = raised->message.words;
        } else if (const auto* const proposed = std::get_if<table::Proposed>(&body)) {
            open_->course.emplace_back(event.at, proposed->proposal.message.words);
            open_->ruling = proposed->proposal.message.words;
        } else {
            const table::EventWords words = table::words_of(body, state);
            if (!words.report.empty())
                note_words(event, table::written(words, words.report), state);
        }
    }

    void note_words(const table::Event& event, const table::Message& message, const State& state) {
        const table::EventBody& body = event.body;
        open_->course.emplace_back(
            event.at, kit_.words.sentence(message, catalogue_.language(), state.positions)
        );
        if (table::is_one_of<table::TakenBack, table::ProposalEnded, table::Restored>(body))
            rule(open_->course.back().second);
        if (std::holds_alternative<table::RecordCorrected>(body)) cite("boards_differ");
        if (std::holds_alternative<table::ClockAdjusted>(body)) cite("clock_setting");
        if (std::holds_alternative<table::Warned>(body)) cite("arbiter");
    }

    // The evidence that was told with a proposal, and what a hand was told while it put a board
    // right.
    void note_said(const table::Said& said, Instant at) {
        if (said.audience == table::Audience::arbiter) {
            note_evidence(said.message, at);
            return;
        }
        const std::optional<Color> hand = said.message.arguments.player;
        if (said.cause == table::Cause::repair && hand) {
            const std::string words = catalogue_.sentence(
                "report.guided", {{"player", *hand}, {"text", said.message.words}}
            );
            open_->course.emplace_back(at, words);
        }
    }

    void note_evidence(const table::Message& message, Instant at) {
        if (message.id.starts_with("arbiter.") || message.id.starts_with("repair."))
            open_->course.emplace_back(at, message.words);
        if (message.id.starts_with("arbiter.movements")) rule(message.words);
    }

    // Nothing is open any more and play has gone on.
    bool is_over(const State& state) const {
        const bool repairing = state.boards.white.repairing || state.boards.black.repairing;
        const bool alert = std::ranges::any_of(state.alerts, [](const table::OpenAlert& open) {
            return open.open &&
                (open.kind == AlertKind::opponent_board_differs ||
                 open.kind == AlertKind::boards_differ || open.kind == AlertKind::piece_displaced ||
                 open.kind == AlertKind::illegal_move_completed);
        });
        const bool went_on = state.plies.last() > last_ || !open_->course.empty();
        return !repairing && !alert && state.open_proposal() == nullptr && state.in_play() &&
            went_on;
    }

    void close(const State& state, Instant at) {
        open_->after = moment_of(state, at);
        disputes_.push_back(std::move(*open_));
        open_.reset();
    }

    const acts::TableKit& kit_;
    const wording::Catalogue& catalogue_;
    std::optional<ReportedDispute> open_;
    chess::Ply last_; // when it began
    std::vector<ReportedDispute> disputes_;
};

} // namespace

BoardPicture picture_of(const State& state, Color board) {
    const chess::Ply shown = lags_by_right(state, board) ? state.made() - 1 : state.made();
    const chess::Reading target = state.positions.after(shown).reading();
    BoardPicture picture{.board = board, .reading = state.boards[board].reading, .record = target};
    for (const chess::Square square : table::differing(picture.reading, target))
        picture.off.push_back({square, picture.reading[square], target[square].piece()});
    return picture;
}

Result<Report, Error>
report_of(journal::Journal& journal, const acts::TableKit& kit, std::string_view language) {
    auto reader = ANSAGE_TRY(journal.read());
    Follower follower{kit, language};
    State state = table::open_table(kit.setup);
    Instant now;
    auto entry = reader.next();
    for (; entry && *entry; entry = reader.next()) {
        now = (*entry)->input.at;
        for (const table::Event& event : (*entry)->events) {
            table::apply(state, event);
            follower.follow(event, state);
        }
        follower.end_of_input(state, now);
    }
    if (!entry) return tl::unexpected{entry.error()};
    const auto signatures = ANSAGE_TRY(journal.signatures());
    const auto& fault = journal.fault();
    return Report{
        .white = kit.setup.seats.white.name,
        .black = kit.setup.seats.black.name,
        .edition = kit.setup.edition.title,
        .time = record::written_time_control(record::pgn_time_control(kit.setup.time)),
        .disputes = follower.finish(state, now),
        .fingerprint = fault ? std::string{} : journal::fingerprint(journal.digest()),
        .records = journal.size(),
        // Nobody vouched for what is here and no longer the same.
        .signatures = fault ? std::vector<journal::Signature>{} : signatures,
        .fault = fault ? std::optional{fault->error} : std::nullopt,
    };
}

} // namespace ansage::arbiter
