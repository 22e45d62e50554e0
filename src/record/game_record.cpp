// SPDX-License-Identifier: GPL-3.0-or-later
#include "record/game_record.hpp"

#include "base/try.hpp"
#include "journal/replay.hpp"
#include "record/game_files.hpp"
#include "table/apply/apply.hpp"
#include "table/model/event_words.hpp"
#include "telling/outcome.hpp"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <regex>

namespace ansage::record {

using base::Error;
using base::Millis;
using base::Result;
using chess::Color;
using scoresheet::PgnGame;
using table::State;
using table::Testimony;
using table::Witness;
using wording::Catalogue;

namespace {

// What the device keeps for a player by duty 3 (D.2.10): the move as it was announced, else as it
// was made.
constexpr unsigned score_duty = 3;

Testimony spoken_entry(const table::PlyRecord& ply, Color color) {
    const Testimony* const words =
        ply.newest(ply.mover == color ? Witness::announcement : Witness::repetition);
    Testimony entry = words != nullptr ? *words : Testimony{};
    entry.witness = table::score_of(color);
    entry.source = table::Source::speech;
    entry.kind = table::ScoreKind::spoken;
    return entry;
}

Testimony device_entry(const table::PlyRecord& ply) {
    const Testimony* const announced = ply.newest(Witness::announcement);
    Testimony entry;
    entry.source = table::Source::device;
    entry.derived_from = announced != nullptr ? Witness::announcement : Witness::mover_board;
    entry.at = announced != nullptr ? announced->at : ply.made_at.value_or(base::Instant{});
    entry.move = announced != nullptr ? announced->move : table::HeardMove{};
    if (announced == nullptr) {
        entry.move.text = ply.san;
        entry.move.move = ply.move;
    }
    return entry;
}

// Follows the stored events.
class Follower {
public:
    Follower(acts::TableKit kit, std::vector<journal::Session> sessions)
        : record_{
              .state = table::open_table(kit.setup),
              .kit = std::move(kit),
              .opened_at = sessions.front().wall_clock,
          },
          sessions_(std::move(sessions)) {}

    void follow(const table::Event& event) {
        State& state = record_.state;
        remarks_.add(event.body, state);
        if (const auto* testified = std::get_if<table::Testified>(&event.body)) {
            take_entry(*testified);
        } else if (const auto* recorded = std::get_if<table::Recorded>(&event.body)) {
            record_.recordings.push_back(*recorded);
        } else if (const auto* said = std::get_if<table::Said>(&event.body)) {
            if (said->cause == table::Cause::announcement) record_.announcements.push_back(*said);
        } else if (const auto* restored = std::get_if<table::Restored>(&event.body)) {
            take_restoration(restored->ply);
        }
        if (!state.result) ended_at_ = event.at;
        table::apply(state, event);
        record_.end = std::max(record_.end, event.at);
    }

    [[nodiscard]] GameRecord take() {
        record_.remarks = remarks_.take();
        if (const auto doubted = record_.state.move_in_doubt())
            record_.remarks.push_back(remark_of_doubt(record_.state, *doubted));
        record_.ended_at = journal::wall_clock(sessions_, ended_at_);
        for (Remark& remark : record_.remarks) // of a move that was never made
            remark.ply = std::min(remark.ply, record_.state.made());
        std::ranges::stable_sort(record_.remarks, {}, &Remark::ply);
        for (const Color color : chess::both_colors) {
            keep_by_recording(color);
            keep_by_device(color);
        }
        return std::move(record_);
    }

private:
    void take_restoration(chess::Ply kept) {
        const State& state = record_.state;
        Restoration restoration{
            .ply = kept,
            .recorded = record_.recordings.size(),
            .announced = record_.announcements.size()};
        for (chess::Ply ply = kept + 1; state.plies.has(ply); ++ply)
            restoration.moves.push_back(table::numbered(state, ply, state.plies[ply].san));
        record_.restorations.push_back(std::move(restoration));
    }

    void take_entry(const table::Testified& testified) {
        const Witness witness = testified.testimony.witness;
        if (witness != Witness::white_score && witness != Witness::black_score) return;
        OwnEntry& entry =
            entry_for(witness == Witness::white_score ? Color::white : Color::black, testified.ply);
        if (entry.testimony) {
            const bool is_other = entry.testimony->move.text != testified.testimony.move.text;
            if (is_other && !entry.corrected_from)
                entry.corrected_from = entry.testimony->move.text;
        } else {
            const chess::Ply made = record_.state.made();
            entry.behind = made - std::min(made, testified.ply);
        }
        entry.testimony = testified.testimony;
    }

    // What is missing before it is there as a gap.
    OwnEntry& entry_for(Color color, chess::Ply ply) {
        auto& entries = record_.scores[color];
        while (entries.last() < ply) entries.push_back({.ply = entries.last() + 1});
        return entries[ply];
    }

    // A recording is the impaired player's scoresheet (D.2.7): what was recorded for a ply, in the
    // words that the table has of it.
    void keep_by_recording(Color color) {
        const State& state = record_.state;
        if (state.seat(color).vision != table::Vision::impaired) return;
        for (std::size_t row = 0; row < record_.recordings.size(); ++row) {
            const table::Recorded& recorded = record_.recordings[row];
            const bool is_own = recorded.news == table::RecordingNews::spoken &&
                recorded.speaker == color && recorded.ply && state.plies.has(*recorded.ply) &&
                taken_back_by(record_.restorations, *recorded.ply, row, &Restoration::recorded) ==
                    nullptr;
            if (!is_own) continue;
            OwnEntry& entry = entry_for(color, *recorded.ply);
            if (!entry.testimony) entry.testimony = spoken_entry(state.plies[*recorded.ply], color);
        }
    }

    // What the player did not write himself.
    void keep_by_device(Color color) {
        const State& state = record_.state;
        if (!state.seat(color).device_duties.contains(score_duty)) return;
        for (chess::Ply ply = 1; ply <= state.made() && !state.plies[ply].in_doubt; ++ply) {
            OwnEntry& entry = entry_for(color, ply);
            if (!entry.testimony) entry.testimony = device_entry(state.plies[ply]);
        }
    }

    GameRecord record_;
    std::vector<journal::Session> sessions_;
    base::Instant ended_at_;
    RemarkCollector remarks_;
};

void set_tag(PgnGame& game, std::string_view name, std::string value) {
    const auto found =
        std::ranges::find(game.tags, name, &std::pair<std::string, std::string>::first);
    if (found == game.tags.end()) game.tags.emplace_back(name, std::move(value));
    else found->second = std::move(value);
}

void append(std::string& comment, const std::string& more) {
    comment += comment.empty() ? "" : "; ";
    comment += more;
}

void set_tags(PgnGame& game, const GameRecord& record) {
    const std::time_t day =
        std::chrono::duration_cast<std::chrono::seconds>(record.opened_at).count();
    set_tag(game, "Date", fmt::format("{:%Y.%m.%d}", fmt::localtime(day)));
    if (const auto& pairing = record.pairing) set_tags(game, *pairing, pairing->games.front());
    const clock::TimeControl& time = record.state.setup->time;
    set_tag(game, "TimeControl", pgn_time_control(time));
    if (std::ranges::any_of(time.periods, [](const clock::Period& period) {
            return period.kind == clock::IncrementKind::delay ||
                period.kind == clock::IncrementKind::bronstein;
        })) {
        // PGN's own field cannot say it.
        set_tag(game, "TimeControlText", clock::to_string(time));
    }
}

// What is remarked after so many plies, or after the last.
std::string& comment_after(PgnGame& game, std::size_t ply) {
    const std::size_t held = game.notes.size();
    ply = std::min(ply, held + game.rest.size());
    if (ply == 0) return game.comment;
    return ply <= held ? game.notes[ply - 1].comment : game.rest[ply - held - 1].note.comment;
}

std::string& last_comment(PgnGame& game) {
    return comment_after(game, game.notes.size() + game.rest.size());
}

void add_remarks(PgnGame& game, const GameRecord& record, const Catalogue& catalogue) {
    for (const Remark& remark : record.remarks)
        append(comment_after(game, remark.ply.value()), words_of(remark, catalogue));
}

// What follows an entry that nobody can play, and that entry.
scoresheet::SheetMove
rest_entry(const OwnEntry& entry, const State& state, const Catalogue& catalogue) {
    scoresheet::SheetMove written{.place = chess::place_of(state.positions.front(), entry.ply)};
    if (!entry.testimony) {
        written.text = "-";
        written.remark = catalogue.sentence("score.entry_missing");
        return written;
    }
    const table::HeardMove& heard = entry.testimony->move;
    written.text = heard.text;
    const bool is_legal = heard.move && state.positions.has_before(entry.ply) &&
        state.positions.before(entry.ply).is_legal(*heard.move);
    if (is_legal) {
        written.before = state.positions.before(entry.ply);
        written.after = written.before->after(*heard.move);
        written.move = heard.move;
    } else {
        written.remark = catalogue.sentence("score.entry_unreadable", {{"text", heard.text}});
    }
    return written;
}

// Nobody takes a part for the whole.
void tell_fault(PgnGame& game, const GameRecord& record, const Catalogue& catalogue) {
    if (record.fault) {
        const std::string words =
            catalogue.sentence("report.damaged", {{"text", catalogue.words(record.fault->what)}});
        append(last_comment(game), words);
        game.problems.push_back(*record.fault);
    }
}

std::string seconds_text(Millis time) {
    return std::to_string(std::chrono::duration_cast<std::chrono::seconds>(time).count());
}

} // namespace

std::string pgn_time_control(const clock::TimeControl& control) {
    std::string text;
    for (const clock::Period& period : control.periods) {
        text += text.empty() ? "" : ":";
        text += control.hourglass ? "*" : "";
        text += period.moves ? fmt::format("{}/", *period.moves) : "";
        text += seconds_text(period.base);
        if (period.kind == clock::IncrementKind::fischer) {
            text += '+';
            text += seconds_text(period.increment);
        }
    }
    return text;
}

namespace {

std::string written_seconds(unsigned seconds) {
    const bool whole = seconds >= 60 && seconds % 60 == 0;
    const bool both = seconds > 60 && !whole;
    return whole ? fmt::format("{} min", seconds / 60)
        : both   ? fmt::format("{} min {} s", seconds / 60, seconds % 60)
                 : fmt::format("{} s", seconds);
}

} // namespace

std::string written_time_control(std::string_view pgn) {
    static const std::regex period{R"((\d{1,3}/)?(\d{1,6})(?:\+(\d{1,4}))?)"};
    std::string written;
    for (std::size_t begin = 0; begin <= pgn.size();) {
        const std::size_t end = std::min(pgn.find(':', begin), pgn.size());
        const std::string text{pgn.substr(begin, end - begin)};
        std::smatch parts;
        if (!std::regex_match(text, parts, period)) return std::string{pgn};
        written += (written.empty() ? "" : ", ") + parts[1].str();
        written += written_seconds(static_cast<unsigned>(std::stoul(parts[2].str())));
        if (parts[3].matched)
            written += " + " + written_seconds(static_cast<unsigned>(std::stoul(parts[3].str())));
        begin = end + 1;
    }
    return written;
}

Result<GameRecord, Error> read_game_record(
    const std::filesystem::path& path, const std::string& data, journal::Extent extent
) {
    return journal::Journal::open(path, extent).and_then([&](journal::Journal journal) {
        return read_game_record(journal, data);
    });
}

Result<GameRecord, Error> read_game_record(journal::Journal& journal, const std::string& data) {
    const auto header = ANSAGE_TRY(journal.header());
    const auto sessions = ANSAGE_TRY(journal.sessions());
    auto kit = ANSAGE_TRY(acts::load_table(header, data, journal.file()));
    // Checked whole before anything is taken from it.
    ANSAGE_TRY(journal::rebuild(journal, kit.setup));
    auto reader = ANSAGE_TRY(journal.read());
    Follower follower{std::move(kit), sessions};
    for (;;) {
        const auto entry = ANSAGE_TRY(reader.next());
        if (!entry) break;
        for (const table::Event& event : entry->events) follower.follow(event);
    }
    GameRecord record = follower.take();
    record.pairing = pairing_of(header);
    record.doubt = journal.end_in_doubt();
    if (const auto& fault = journal.fault()) record.fault = fault->error;
    return record;
}

PgnGame game_of(const GameRecord& record, const Catalogue& catalogue) {
    PgnGame game = scoresheet_of(record.state, catalogue.sentence("score.illegal_stands"));
    set_tags(game, record);
    add_remarks(game, record, catalogue);
    tell_fault(game, record, catalogue);
    return game;
}

PgnGame own_game_of(const GameRecord& record, Color color, const Catalogue& catalogue) {
    PgnGame game = scoresheet_of(record.state, {});
    set_tags(game, record);
    set_tag(game, "Score", std::string{chess::to_string(color)});
    game.moves.clear();
    game.notes.clear();
    game.rest.clear();
    chess::Position position = game.start;
    for (const OwnEntry& entry : record.scores[color]) {
        const bool can_stand = game.rest.empty() && entry.testimony && entry.testimony->move.move &&
            position.is_legal(*entry.testimony->move.move);
        if (can_stand) {
            game.moves.push_back(*entry.testimony->move.move);
            game.notes.emplace_back();
            position.play(game.moves.back());
        } else {
            game.rest.push_back(rest_entry(entry, record.state, catalogue));
        }
        if (entry.corrected_from) {
            append(
                last_comment(game),
                catalogue.sentence("score.entry_corrected", {{"text", *entry.corrected_from}})
            );
        }
    }
    tell_fault(game, record, catalogue);
    return game;
}

std::optional<Testimony>
unwritten_entry(const State& state, const table::PlyRecord& ply, Color color) {
    const table::Seat& seat = state.seat(color);
    if (seat.vision == table::Vision::impaired && ply.recorded[color])
        return spoken_entry(ply, color);
    const bool is_kept = seat.device_duties.contains(score_duty);
    return is_kept && ply.state != table::PlyState::open ? std::optional{device_entry(ply)}
                                                         : std::nullopt;
}

std::string kind_words(const Testimony& testimony, const Catalogue& catalogue) {
    if (testimony.source == table::Source::device) {
        return catalogue.sentence(
            testimony.derived_from == Witness::announcement ? "score.kind_device_announcement"
                                                            : "score.kind_device_board"
        );
    }
    if (!testimony.kind) return catalogue.sentence("score.kind_unknown");
    switch (*testimony.kind) {
    case table::ScoreKind::spoken: return catalogue.sentence("score.kind_spoken");
    case table::ScoreKind::braille: return catalogue.sentence("score.kind_braille");
    case table::ScoreKind::typed: return catalogue.sentence("score.kind_typed");
    }
    return {};
}

} // namespace ansage::record
