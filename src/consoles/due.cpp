// SPDX-License-Identifier: GPL-3.0-or-later
#include "consoles/due.hpp"

#include "acts/confirmation.hpp"
#include "table/asking/rights.hpp"
#include "table/disputes/agenda.hpp"
#include "table/model/event_words.hpp"

#include <array>
#include <fmt/format.h>
#include <iterator>
#include <string_view>

namespace ansage::consoles {

using chess::Color;
using table::ConsoleRole;
using table::Mode;
using table::PlyRecord;
using table::State;
using table::Testimony;
using table::Witness;

namespace {

class Draft {
public:
    Draft(ConsoleRole role, const State& state, const ConsoleView& view)
        : role_(role),
          state_(state),
          view_(view) {}

    void add(std::string id, std::string about, std::vector<std::string> typed) {
        std::string text = view_.sentence(role_, state_, "due." + id);
        answers_.push_back(
            {.id = std::move(id),
             .text = std::move(text),
             .about = std::move(about),
             .typed = std::move(typed)}
        );
    }

    void add(Answer answer) { answers_.push_back(std::move(answer)); }

    [[nodiscard]] std::string line_of(table::EventBody body) const {
        const table::Event event{.body = std::move(body)};
        const auto line = view_.line(event, state_, {.role = role_});
        return line ? line->text : std::string{};
    }

    [[nodiscard]] std::vector<Answer> take() { return std::move(answers_); }

private:
    ConsoleRole role_;
    const State& state_;
    const ConsoleView& view_;
    std::vector<Answer> answers_;
};

bool is_tournament(const State& state) { return state.setup->mode == Mode::tournament; }

// The opponent's move as it was announced, until this player announces one of his own; null: there
// is none.
const PlyRecord* announced_to(Color seat, const State& state) {
    const bool is_made = state.to_move() == seat;
    const chess::Ply ply = is_made ? state.made() : state.made() + 1;
    if (ply == 0 || !state.plies.has(ply)) return nullptr;
    const PlyRecord& record = state.plies[ply];
    const PlyRecord* const own = is_made ? state.open_ply() : nullptr;
    const bool is_answered = own != nullptr && own->newest(Witness::announcement) != nullptr;
    const bool is_his = record.mover == !seat && record.newest(Witness::announcement) != nullptr;
    return is_his && !is_answered ? &record : nullptr;
}

// Said or done after what was announced last.
bool answers(const Testimony* answer, const Testimony& announced) {
    return answer != nullptr && answer->at >= announced.at;
}

bool is_repetition_due(Color seat, const State& state, const PlyRecord& ply) {
    if (state.seat(seat).repeats != table::Repeater::self) return false;
    const Testimony& announced = *ply.newest(Witness::announcement);
    const Testimony* const repeated = ply.newest(Witness::repetition);
    if (!answers(repeated, announced)) return true;
    // Told at once in a club, where he says it anew; before an arbiter only at the press.
    return !is_tournament(state) && table::contradict(announced.move, repeated->move);
}

bool is_execution_due(Color seat, const State& state, const PlyRecord& ply) {
    return !state.has_sensors(seat) &&
        !answers(ply.newest(Witness::opponent_board), *ply.newest(Witness::announcement));
}

void add_move(Draft& draft, Color seat, const State& state, const std::string& about) {
    const PlyRecord* const ply = announced_to(seat, state);
    if (ply == nullptr) return;
    const bool repeats = is_repetition_due(seat, state, *ply);
    const bool executes = is_execution_due(seat, state, *ply);
    if (!is_tournament(state)) {
        if (repeats && executes) draft.add("answered", about, {"w", "n"});
        else if (repeats) draft.add("repeated", about, {"w"});
        else if (executes) draft.add("executed", about, {"n"});
        return;
    }
    // As he has said it himself, right or wrong; before that he chooses its words.
    const Testimony* const repeated = ply->newest(Witness::repetition);
    if (executes && !repeats && repeated != nullptr && !repeated->move.text.empty())
        draft.add("executed", about, {"n " + repeated->move.text});
}

// Whoever has said a move of his own has declined; whether it made one is told at the press.
bool has_said_own(Color seat, const State& state) {
    const auto ply = table::announced_ply(state, seat);
    if (!ply || !state.plies.has(*ply)) return false;
    const PlyRecord& record = state.plies[*ply];
    return !record.pressed_at && record.newest(Witness::announcement) != nullptr;
}

void add_offer(Draft& draft, Color seat, const State& state) {
    if (state.draw_offer != !seat || has_said_own(seat, state)) return;
    const std::string about = draft.line_of(table::DrawOffered{!seat});
    draft.add("accept_draw", about, {"accepts"});
    draft.add("decline_draw", about, {"declines"});
}

// What was proposed to two players without an arbiter.
void add_proposals(Draft& draft, Color seat, const State& state) {
    for (const table::Matter& matter : state.agenda) {
        const bool is_open =
            matter.state == table::MatterState::open && state.phase != table::Phase::ended;
        const bool is_his = table::is_answerable(matter) && !matter.agreed[seat];
        if (!is_open || !is_his || !matter.proposal) continue;
        const std::string about =
            draft.line_of(table::Proposed{.proposal = *matter.proposal, .matter = matter.number});
        const unsigned number = matter.number.value();
        draft.add("accept_proposal", about, {fmt::format("accepts proposal {}", number)});
        draft.add("reject_proposal", about, {fmt::format("rejects proposal {}", number)});
    }
}

struct RulingRow {
    std::string_view id;
    table::ArbiterAct act{};
    std::string_view typed; // before the matter's number
};

constexpr RulingRow accepting{"accept_proposal", table::ArbiterAct::accepts_proposal, "accepts"};
constexpr RulingRow rejecting{"reject_proposal", table::ArbiterAct::rejects_proposal, "rejects"};
// Of a claim on which nothing is proposed he says himself whether it is right.
constexpr RulingRow claim_is_right{
    "rule_correct", table::ArbiterAct::rules_correct, "rules correct"};
constexpr RulingRow claim_is_wrong{
    "rule_incorrect", table::ArbiterAct::rules_incorrect, "rules incorrect"};
constexpr RulingRow taking_back{"take_back", table::ArbiterAct::takes_back, "takes back"};

std::string_view note_on(const Outlook& outlook) {
    if (outlook.is_final) return "due.note.final";
    if (outlook.ends_game) return "due.note.ends_game";
    return outlook.loses_moves ? "due.note.loses_moves" : "";
}

// What the arbiter answers.
class Rulings {
public:
    Rulings(Draft& draft, const State& state, const ConsoleView& view, base::Instant now)
        : draft_(draft),
          state_(state),
          in_(view.catalogue(state.setup->arbiter_language)),
          view_(view),
          now_(now) {}

    void add_all() {
        for (const table::Matter& matter : state_.agenda) {
            if (matter.state != table::MatterState::open) continue;
            const bool is_claim = matter.claim && !matter.proposal;
            add(is_claim ? claim_is_right : accepting, matter.number, about(matter));
            add(is_claim ? claim_is_wrong : rejecting, matter.number, about(matter));
        }
        if (!state_.rulings.empty()) add(taking_back, state_.rulings.back().matter, {});
    }

private:
    // Nothing, where the table would refuse it.
    void add(const RulingRow& row, table::MatterNumber number, std::string about) {
        const table::Arbiter act{.act = row.act, .reason = {}, .matter = number};
        auto outlook = outlook_of(state_, act, now_);
        if (!outlook) return;
        const std::string_view note = note_on(*outlook);
        Answer answer{
            .id = std::string{row.id},
            .text = in_.sentence(
                fmt::format("due.{}_on", row.id),
                {{"number", static_cast<std::int64_t>(number.value())}}
            ),
            .about = about.empty() ? view_.words_of_act(ConsoleRole::arbiter, state_, act) + '.'
                                   : std::move(about),
            .typed = {fmt::format("{} {}", row.typed, number.value())},
            .matter = number,
            .note = note.empty() ? std::string{} : in_.sentence(note),
            .outlook = outlook};
        // The table asks before it does so, and the rest it need not ask: he sees what follows.
        if (note.empty() && acts::confirmation_of(act, state_)) answer.typed.push_back(yes_to(act));
        draft_.add(std::move(answer));
    }

    [[nodiscard]] std::string yes_to(const table::Arbiter& act) const {
        const auto word = acts::word_wanted(act, state_, now_);
        return word ? in_.sentence("command.confirms_" + *word) : "y";
    }

    [[nodiscard]] std::string about(const table::Matter& matter) const {
        if (!matter.proposal) return {};
        return draft_.line_of(table::Proposed{.proposal = *matter.proposal, .matter = matter.number}
        );
    }

    Draft& draft_;
    const State& state_;
    const wording::Catalogue& in_;
    const ConsoleView& view_;
    base::Instant now_;
};

// Before an arbiter he starts and resumes; where none is, the players do.
void add_start(Draft& draft, const State& state) {
    if (state.phase == table::Phase::not_started) draft.add("start", {}, {"starts"});
    else if (state.phase == table::Phase::playing && state.clocks.halted())
        draft.add("resume", {}, {"resumes"});
}

void add_asked(Draft& draft, ConsoleRole role, const State& state, const Asked& asked) {
    if (state.lines.contains(role)) { // Enter alone confirms it
        draft.add("confirm", asked.question, {""});
        draft.add("withdraw", asked.question, {"x"});
    } else if (asked.is_open) {
        draft.add("yes", asked.question, {asked.yes});
        draft.add("no", asked.question, {"n"});
    }
}

struct MenuRow {
    std::string_view id;
    std::string_view typed;
    bool is_club = false; // not before an arbiter
};

constexpr std::array menu_rows{
    MenuRow{"offers_draw", "offers draw"},
    MenuRow{"claims_threefold", "claims threefold"},
    MenuRow{"claims_fifty", "claims fifty"},
    MenuRow{"claims_flag", "claims flag"},
    MenuRow{"pauses", "pauses"},
    MenuRow{"compares", "compares boards", true},
    MenuRow{"takeback", "takeback", true},
    MenuRow{"resigns", "resigns"},
};

} // namespace

bool is_acceptance(const Answer& answer) {
    return answer.id == accepting.id || answer.id == claim_is_right.id;
}

std::vector<Answer> answers_due(
    ConsoleRole role,
    const State& state,
    const ConsoleView& view,
    const Asked& asked,
    base::Instant now
) {
    Draft draft{role, state, view};
    if (role == ConsoleRole::spectator) return {};
    add_asked(draft, role, state, asked);
    const auto seat = table::seat_of(role);
    const bool is_arbiter = role == ConsoleRole::arbiter;
    if (is_arbiter) Rulings{draft, state, view, now}.add_all(); // a result, too, is taken back
    if (state.phase == table::Phase::ended) {
        if (seat && !asked.is_open) draft.add("sign", {}, {"u"});
        return draft.take();
    }
    if (seat) {
        add_offer(draft, *seat, state);
        add_move(draft, *seat, state, view.last_announced(role, state));
    }
    const bool settles = seat && !is_tournament(state);
    if (settles) add_proposals(draft, *seat, state);
    if (is_arbiter || settles) add_start(draft, state);
    return draft.take();
}

bool is_repetition_chosen(ConsoleRole role, const State& state) {
    const auto seat = table::seat_of(role);
    if (!seat || !is_tournament(state) || state.phase != table::Phase::playing) return false;
    const PlyRecord* const ply = announced_to(*seat, state);
    return ply != nullptr && is_repetition_due(*seat, state, *ply);
}

std::vector<Answer> menu_of(ConsoleRole role, const State& state, const ConsoleView& view) {
    std::vector<Answer> menu;
    if (!table::seat_of(role) || state.phase != table::Phase::playing) return menu;
    for (const MenuRow& row : menu_rows) {
        if (row.is_club && is_tournament(state)) continue;
        const std::string id = fmt::format("menu.{}", row.id);
        menu.push_back(
            {.id = std::string{row.id},
             .text = view.sentence(role, state, id),
             .about = {},
             .typed = {std::string{row.typed}}}
        );
    }
    return menu;
}

std::optional<Answer> press_of(ConsoleRole role, const State& state, const ConsoleView& view) {
    if (!table::seat_of(role)) return std::nullopt;
    return Answer{
        .id = "press",
        .text = view.sentence(role, state, "due.press"),
        .about = {},
        .typed = {"."}};
}

} // namespace ansage::consoles
