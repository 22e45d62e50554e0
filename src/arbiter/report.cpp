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
#include "terminal/text.hpp"

#include <algorithm>
#include <array>
#include <map>

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

// The Laws end most games; that is nothing to report.
bool is_plain_ending(const table::EventBody& body) {
    const auto* const raised = std::get_if<table::Raised>(&body);
    const auto* const ended = std::get_if<table::Ended>(&body);
    return (raised != nullptr && raised->matter == table::MatterKind::ending) ||
        (ended != nullptr && ended->reason.empty());
}

// With it a case begins, where none is open.
bool begins_case(const table::EventBody& body) {
    if (const auto* const alert = std::get_if<table::Alerted>(&body))
        return is_dispute(alert->kind);
    return !is_plain_ending(body) &&
        table::is_one_of<
            table::Raised,
            table::Claimed,
            table::Ended,
            table::Restored,
            table::RecordCorrected,
            table::IllegalCounted,
            table::Warned,
            table::Overridden,
            table::ExtraTimeGiven,
            table::Ruled,
            table::TakenBack,
            table::ClockAdjusted>(body);
}

FindingKind kind_of(const table::EventBody& body) {
    if (table::is_one_of<table::Alerted, table::Claimed>(body)) return FindingKind::found;
    if (table::is_one_of<table::Raised, table::Proposed>(body)) return FindingKind::proposed;
    const bool follows = table::is_one_of<
        table::ClockAdjusted,
        table::ClockStarted,
        table::ClockHalted,
        table::RepairEnded,
        table::Obliged>(body);
    return follows ? FindingKind::done : FindingKind::decided;
}

// What a report has in the words that were told aloud.
bool is_reported_as_told(const table::EventBody& body) {
    if (const auto* const alert = std::get_if<table::Alerted>(&body))
        return is_dispute(alert->kind);
    return table::is_one_of<
        table::Raised,
        table::Proposed,
        table::ProposalAgreed,
        table::Claimed,
        table::ClaimEnded,
        table::Obliged,
        table::Ended,
        table::Adjourned,
        table::DrawOffered>(body);
}

// The ear that alone hears it.
std::optional<Color> hearer_of(table::Audience audience) {
    if (audience == table::Audience::ear_white) return Color::white;
    if (audience == table::Audience::ear_black) return Color::black;
    return std::nullopt;
}

// The articles and what stands where: both have places of their own in the report.
bool is_evidence(std::string_view id) {
    constexpr std::array<std::string_view, 6> elsewhere{
        "arbiter.articles",
        "arbiter.fen",
        "arbiter.pieces",
        "arbiter.to_move",
        "arbiter.stands",
        "arbiter.stands_something"};
    return (id.starts_with("arbiter.") || id.starts_with("repair.")) &&
        std::ranges::count(elsewhere, id) == 0;
}

// Of a matter, by which it is answered at the console; findings have numbers of their own.
void drop_number(std::string& words) {
    const std::size_t end = words.find(": ");
    const auto is_digit = [](char letter) { return letter >= '0' && letter <= '9'; };
    if (end != std::string::npos &&
        std::all_of(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(end), is_digit))
        words.erase(0, end + 2);
}

// Follows the game and writes its cases down.
class Follower {
public:
    Follower(
        const acts::TableKit& kit,
        const std::vector<journal::Session>& sessions,
        const ReportFor& reader
    )
        : kit_(kit),
          sessions_(sessions),
          reader_(reader),
          state_(table::open_table(kit.setup)) {}

    void follow(const journal::Entry& entry) {
        input_ = &entry.input.body;
        row_ = entry.number;
        now_ = entry.input.at;
        for (const table::Event& event : entry.events) follow(event);
        if (open_ && is_over()) close();
    }

    void finish(Report& report) {
        if (open_) close();
        report.cases = std::move(cases_);
        report.differences = std::move(differences_);
        if (state_.result) report.facts.emplace_back("html.result", outcome());
    }

private:
    void follow(const table::Event& event) {
        const auto* const testified = std::get_if<table::Testified>(&event.body);
        if (testified != nullptr) note_words(*testified, event);
        if (!open_ && begins_case(event.body)) open(event);
        const auto before = open_ ? std::optional{state_} : std::nullopt;
        table::apply(state_, event);
        if (before) note(event, *before);
    }

    std::string in_words(const table::Message& message) const {
        return kit_.words.wording().in("en").has(message.id)
            ? kit_.words.words_of(message, reader_.language, state_)
            : message.words; // an older version's
    }

    std::string outcome() const {
        return kit_.words.words_of(
            table::words_of(*state_.result, state_).aloud, reader_.language, state_
        );
    }

    void open(const table::Event& event) {
        const auto* const alert = std::get_if<table::Alerted>(&event.body);
        const chess::Ply ply = alert != nullptr ? alert->ply : state_.made();
        const Moment moment = moment_of(state_, event.at);
        open_ = Case{
            .ply = ply,
            .place = chess::place_of(state_.positions.front(), std::max<chess::Ply>(1, ply)),
            .before = moment,
            .after = moment};
        write_ledger();
        last_ = state_.plies.last();
    }

    // The ply of the case and three before it, the one that is being played last.
    void write_ledger() {
        const chess::Ply last = state_.plies.last();
        for (chess::Ply number = last > 4 ? last - 3 : 1; number <= last; ++number) {
            const table::PlyRecord& ply = state_.plies[number];
            for (const table::Testimony& testimony : ply.testimonies) write_line(number, testimony);
            for (const Color color : chess::both_colors) write_unwritten(number, color);
        }
    }

    void write_unwritten(chess::Ply number, Color color) {
        const table::PlyRecord& ply = state_.plies[number];
        auto entry = ply.newest(table::score_of(color)) == nullptr
            ? record::unwritten_entry(state_, ply, color)
            : std::nullopt;
        if (entry) {
            entry->witness = table::score_of(color);
            write_line(number, *entry);
        }
    }

    // A score as spoken holds the slip, one in braille what was meant.
    void write_line(chess::Ply number, const table::Testimony& testimony) {
        std::string text = says(testimony.move, state_.positions.before(number));
        if (is_score(testimony.witness))
            text += ", " + record::kind_words(testimony, kit_.words.catalogue(reader_.language));
        open_->ledger.push_back(
            {.ply = number,
             .place = chess::place_of(state_.positions.front(), number),
             .witness = testimony.witness,
             .person = table::person_of(testimony.witness, state_.plies[number].mover),
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

    // Words that differ from those before them, whether or not anybody was alerted: a repetition
    // from the announcement (D.2.1), an announcement from an earlier one (D.2.8).
    void note_words(const table::Testified& said, const table::Event& event) {
        using table::Witness;
        const Witness witness = said.testimony.witness;
        const bool is_repetition = witness == Witness::repetition;
        if ((!is_repetition && witness != Witness::announcement) || !state_.plies.has(said.ply))
            return;
        const table::PlyRecord& ply = state_.plies[said.ply];
        const table::Testimony* const other = ply.newest(Witness::announcement);
        if (other == nullptr || !table::contradict(other->move, said.testimony.move)) return;
        const chess::Position& before = state_.positions.before(said.ply);
        const table::Message message{
            is_repetition ? "report.repeated_otherwise" : "report.announced_otherwise",
            {.player = table::person_of(witness, ply.mover),
             .number = before.fullmove_number().value(),
             .where = says(other->move, before),
             .name = says(said.testimony.move, before)}};
        Finding finding = finding_of(event.at, FindingKind::found, in_words(message));
        finding.articles = articles("repetition_differs");
        (open_ ? open_->findings : differences_).push_back(std::move(finding));
    }

    std::vector<std::string> articles(std::string_view key) const {
        const std::string article = table::article_of(kit_.setup, key, reader_.language);
        return article.empty() ? std::vector<std::string>{} : std::vector{article};
    }

    Finding finding_of(Instant at, FindingKind kind, std::string words) const {
        Finding finding{
            .row = row_,
            .at = at,
            .wall_clock = journal::wall_clock(sessions_, at),
            .kind = kind,
            .words = std::move(words)};
        for (const Color color : chess::both_colors)
            finding.clocks[color] = state_.clocks.remaining(color, at);
        return finding;
    }

    void add(Finding finding) {
        const bool is_mine =
            !finding.hearer || !reader_.player || *finding.hearer == *reader_.player;
        if (is_mine && (!finding.is_private || reader_.with_private || reader_.player))
            open_->findings.push_back(std::move(finding));
    }

    void note(const table::Event& event, const State& before) {
        const table::EventBody& body = event.body;
        open_->is_dispute |= table::is_one_of<table::Raised, table::Claimed>(body) ||
            (std::holds_alternative<table::Alerted>(body) && begins_case(body));
        note_course(body, event, before);
        if (const auto* const said = std::get_if<table::Said>(&body))
            return note_said(*said, event.at);
        const table::EventWords words = table::words_of(body, state_);
        const table::Message message = !words.report.empty() ? table::written(words, words.report)
            : is_reported_as_told(body)                      ? words.aloud
                                                             : table::Message{};
        if (std::holds_alternative<table::LineEnded>(body)) note_withdrawn(words.aloud, event.at);
        if (message.id.empty()) return;
        Finding finding = finding_of(event.at, kind_of(body), in_words(message));
        if (std::holds_alternative<table::Raised>(body)) drop_number(finding.words);
        finding.articles = table::articles_of(
            event, {.input = *input_, .before = before, .after = state_}, reader_.language
        );
        if (ruling_) rows_of_rulings_[*ruling_].emplace_back(cases_.size(), open_->findings.size());
        add(std::move(finding));
    }

    // Which ruling it follows from, what that gave to each clock, and what was taken back.
    void note_course(const table::EventBody& body, const table::Event& event, const State& before) {
        if (const auto* const ruled = std::get_if<table::Ruled>(&body)) {
            ruling_ = ruled->number;
        } else if (const auto* const changed = std::get_if<table::MatterChanged>(&body)) {
            if (ruling_ == changed->number) ruling_.reset();
        } else if (const auto* const adjusted = std::get_if<table::ClockAdjusted>(&body)) {
            const Color color = adjusted->color;
            open_->given[color] += adjusted->remaining - before.clocks.remaining(color, event.at);
        } else if (const auto* const back = std::get_if<table::TakenBack>(&body)) {
            for (const auto& [number, row] : rows_of_rulings_[back->number]) {
                auto& findings = (number < cases_.size() ? cases_[number] : *open_).findings;
                if (row < findings.size()) findings[row].taken_back = event.at;
            }
            rows_of_rulings_.erase(back->number);
        }
    }

    // Noted without a sound for the arbiter, and for nobody else (8.1.2, 11.3.1).
    void note_withdrawn(const table::Message& message, Instant at) {
        if (message.id.empty() || reader_.player) return;
        Finding finding = finding_of(at, FindingKind::found, in_words(message));
        finding.is_private = true;
        add(std::move(finding));
    }

    // The evidence that was told with a proposal, what a hand was told while it put a board right,
    // and what a player asked for himself.
    void note_said(const table::Said& said, Instant at) {
        const std::optional<Color> hearer = hearer_of(said.audience);
        if (said.audience == table::Audience::arbiter) {
            note_evidence(said.message, at);
        } else if (said.cause == table::Cause::repair) {
            const auto hand = hearer ? hearer : said.message.arguments.player;
            if (hand) note_told("report.guided", *hand, said, at);
        } else if (said.cause == table::Cause::request && hearer) {
            note_told("report.asked", *hearer, said, at);
        }
    }

    void note_told(const std::string& id, Color player, const table::Said& said, Instant at) {
        const table::Message message{id, {.player = player, .name = in_words(said.message)}};
        Finding finding = finding_of(at, FindingKind::told, in_words(message));
        finding.hearer = hearer_of(said.audience);
        finding.is_private = said.cause == table::Cause::request;
        add(std::move(finding));
    }

    void note_evidence(const table::Message& message, Instant at) {
        if (!is_evidence(message.id)) return;
        Finding finding = finding_of(at, FindingKind::told, in_words(message));
        finding.is_hands = message.id.starts_with("arbiter.movements");
        add(std::move(finding));
    }

    // Nothing is open any more and play has gone on.
    bool is_over() const {
        const bool repairing = state_.boards.white.repairing || state_.boards.black.repairing;
        const bool alert = std::ranges::any_of(state_.alerts, [](const table::OpenAlert& open) {
            return open.open &&
                (open.kind == AlertKind::opponent_board_differs ||
                 open.kind == AlertKind::boards_differ || open.kind == AlertKind::piece_displaced ||
                 open.kind == AlertKind::illegal_move_completed);
        });
        const bool went_on = state_.plies.last() > last_ || open_->findings.size() > 1;
        return !repairing && !alert && state_.open_proposal() == nullptr && state_.in_play() &&
            went_on;
    }

    void close() {
        open_->after = moment_of(state_, now_);
        cases_.push_back(std::move(*open_));
        open_.reset();
    }

    const acts::TableKit& kit_;
    const std::vector<journal::Session>& sessions_;
    const ReportFor& reader_;
    State state_;
    const table::InputBody* input_ = nullptr;
    std::uint64_t row_ = 0;
    Instant now_;
    std::optional<Case> open_;
    chess::Ply last_; // when it began
    std::vector<Case> cases_;
    std::vector<Finding> differences_;
    std::optional<table::MatterNumber> ruling_; // that is being carried out
    // Case and finding of all that a ruling did.
    std::map<table::MatterNumber, std::vector<std::pair<std::size_t, std::size_t>>>
        rows_of_rulings_;
};

// What stands on top of a scoresheet, as far as it is known (8.1.1).
std::vector<std::pair<std::string, std::string>>
facts_of(const std::optional<record::Pairings>& pairing, base::Millis opened) {
    std::vector<std::pair<std::string, std::string>> facts;
    if (pairing) {
        facts.emplace_back("html.event", pairing->event);
        facts.emplace_back("html.site", pairing->site);
        facts.emplace_back("html.round", std::to_string(pairing->round));
        facts.emplace_back("report.table", pairing->games.front().table);
    }
    std::erase_if(facts, [](const auto& fact) { return fact.second.empty(); });
    facts.emplace_back("html.date", terminal::to_local_day(opened));
    return facts;
}

} // namespace

std::vector<std::string> Case::articles() const {
    std::vector<std::string> all;
    for (const Finding& finding : findings) {
        for (const std::string& article : finding.articles)
            if (std::ranges::count(all, article) == 0) all.push_back(article);
    }
    return all;
}

std::string Case::ruling() const {
    std::string decided;
    for (const Finding& finding : findings) {
        if (finding.kind == FindingKind::decided && !finding.taken_back)
            decided += (decided.empty() ? "" : " ") + finding.words;
    }
    return decided;
}

std::string Case::proposal() const {
    std::string proposed;
    for (const Finding& finding : findings)
        if (finding.kind == FindingKind::proposed) proposed = finding.words;
    return proposed;
}

std::string Case::hands() const {
    std::string taken;
    std::uint64_t row = 0;
    for (const Finding& finding : findings) {
        if (finding.kind == FindingKind::proposed) taken.clear();
        if (!finding.is_hands || (!taken.empty() && finding.row != row)) continue;
        taken += (taken.empty() ? "" : " ") + finding.words;
        row = finding.row;
    }
    return taken;
}

BoardPicture picture_of(const State& state, Color board) {
    const bool lags = lags_by_right(state, board);
    const chess::Ply shown = lags ? state.made() - 1 : state.made();
    const chess::Reading target = state.positions.after(shown).reading();
    BoardPicture picture{
        .board = board, .reading = state.boards[board].reading, .record = target, .lags = lags};
    for (const chess::Square square : table::differing(picture.reading, target))
        picture.off.push_back({square, picture.reading[square], target[square].piece()});
    return picture;
}

Result<Report, Error>
report_of(journal::Journal& journal, const acts::TableKit& kit, const ReportFor& reader) {
    const auto header = ANSAGE_TRY(journal.header());
    const auto sessions = ANSAGE_TRY(journal.sessions());
    const auto signatures = ANSAGE_TRY(journal.signatures());
    const auto& fault = journal.fault();
    Report report{
        .facts = facts_of(record::pairing_of(header), sessions.front().wall_clock),
        .white = kit.setup.seats.white.name,
        .black = kit.setup.seats.black.name,
        .edition = kit.setup.edition.title,
        .time = record::written_time_control(record::pgn_time_control(kit.setup.time)),
        .fingerprint = fault ? std::string{} : journal::fingerprint(journal.digest()),
        .records = journal.size(),
        // Nobody vouched for what is here and no longer the same.
        .signatures = fault ? std::vector<journal::Signature>{} : signatures,
        .fault = fault ? std::optional{fault->error} : std::nullopt,
    };
    auto entries = ANSAGE_TRY(journal.read());
    Follower follower{kit, sessions, reader};
    auto entry = entries.next();
    for (; entry && *entry; entry = entries.next()) follower.follow(**entry);
    if (!entry) return tl::unexpected{entry.error()};
    follower.finish(report);
    return report;
}

} // namespace ansage::arbiter
