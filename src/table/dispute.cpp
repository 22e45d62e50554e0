// D.2.9 at a running table: what the ledger knows of both scores, and what that leads to.
#include "table/desk.hpp"
#include "table/ruling.hpp"

#include <algorithm>

namespace ansage::table {

using chess::Color;

namespace {

EntryFault fault_of(chess::MoveError error) {
    switch (error) {
    case chess::MoveError::not_a_move:
        return EntryFault::unreadable;
    case chess::MoveError::ambiguous:
        return EntryFault::ambiguous;
    case chess::MoveError::illegal:
        return EntryFault::illegal;
    }
    return EntryFault::unreadable;
}

unsigned last_entry(const State& state, Color color) {
    for (std::size_t i = state.plies.size(); i > 0; --i) {
        if (score_entry(state, state.plies[i - 1], color) != nullptr) {
            return static_cast<unsigned>(i);
        }
    }
    return 0;
}

ScoreEntry to_entry(const Testimony& written) {
    ScoreEntry entry;
    entry.text = written.move.text;
    entry.said = written.move.said;
    entry.move = written.move.move;
    const bool is_spoken =
        written.witness == Witness::announcement || written.witness == Witness::repetition;
    entry.kind = is_spoken ? std::optional{ScoreKind::spoken} : written.kind;
    if (written.move.error) {
        entry.fault = fault_of(*written.move.error);
    }
    return entry;
}

// `state` must outlive the reader.
ScoreReader score_reader(const State& state, Color color) {
    const unsigned last = last_entry(state, color);
    return
        [&state, color, last](unsigned ply, const chess::Position&) -> std::optional<ScoreEntry> {
            if (ply > last) {
                return std::nullopt;
            }
            const Testimony* const written = score_entry(state, state.plies[ply - 1], color);
            if (written != nullptr) {
                return to_entry(*written);
            }
            ScoreEntry entry;
            entry.fault = EntryFault::missing;
            return entry;
        };
}

// The last ply up to which the record is what both scores say.
unsigned record_agrees_until(const State& state, const Comparison& comparison) {
    unsigned ply = 0;
    while (ply < comparison.moves.size() && ply < state.made() &&
           state.plies[ply].move == comparison.moves[ply]) {
        ++ply;
    }
    return ply;
}

bool is_open_difference(const OpenAlert& alert) {
    const bool of_board = alert.kind == AlertKind::opponent_board_differs ||
        alert.kind == AlertKind::boards_differ || alert.kind == AlertKind::piece_displaced;
    return alert.open && of_board;
}

Proposal restoring(const State& state, unsigned ply) {
    Proposal proposal;
    proposal.kind = ProposalKind::restore;
    proposal.ply = ply;
    const PerColor<base::Millis> clocks = clocks_after(state, ply);
    proposal.message.arguments.time = clocks.white;
    proposal.message.arguments.opponent_time = clocks.black;
    return proposal;
}

// What the two scores lead to; nothing where they do not matter.
std::optional<Proposal> by_scores(Desk& desk) {
    const State& state = desk.state();
    Dispute dispute;
    dispute.start = state.positions.front();
    dispute.scores = {score_reader(state, Color::white), score_reader(state, Color::black)};
    const Comparison comparison = compare(dispute);
    if (comparison.difference) {
        MessageArguments arguments;
        const unsigned ply = comparison.difference->ply;
        desk.alert(
            AlertKind::scores_differ,
            {.about = {}, .ply = ply, .squares = {}, .arguments = arguments, .concerns = ply}
        );
        return restoring(state, std::min(comparison.agree_until, state.made()));
    }
    const unsigned common = record_agrees_until(state, comparison);
    // Both wrote down another move than was made: their scores count.
    const bool both_speak = common < comparison.agree_until;
    return both_speak ? std::optional{restoring(state, common)} : std::nullopt;
}

} // namespace

const Testimony* score_entry(const State& state, const Ply& ply, Color color) {
    const Testimony* const written = ply.newest(score_of(color));
    const bool is_audio = ply.recorded[color] && state.seat(color).vision == Vision::impaired;
    if (written != nullptr || !is_audio) {
        return written;
    }
    return ply.newest(ply.mover == color ? Witness::announcement : Witness::repetition);
}

bool has_scores(const State& state) {
    return last_entry(state, Color::white) > 0 || last_entry(state, Color::black) > 0;
}

PerColor<base::Millis> clocks_after(const State& state, unsigned ply) {
    if (ply == 0) {
        const base::Millis start = clock::start_time(state.setup->time);
        return {start, start};
    }
    return state.plies[ply - 1].clocks;
}

void propose_for_boards(Desk& desk, Color board) {
    std::optional<Proposal> proposal = has_scores(desk.state()) ? by_scores(desk) : std::nullopt;
    if (!proposal) {
        proposal = Proposal{};
        proposal->kind = ProposalKind::correct_board;
        proposal->board = board;
        proposal->ply = desk.state().made();
        // 8.4: by analogy, and said so.
        proposal->message.id = has_scores(desk.state()) ? "proposal.correct_board"
                                                        : "proposal.correct_board_unwritten";
    }
    const std::optional<Proposal>& open = desk.state().proposal;
    const bool is_known = open && open->kind == proposal->kind && open->ply == proposal->ply &&
        open->board == proposal->board;
    if (!is_known) {
        desk.propose(std::move(*proposal));
    }
}

// Scores count once boards differ (D.2.9): an entry that comes then may change what is proposed.
void look_at_scores(Desk& desk) {
    const std::vector<OpenAlert>& alerts = desk.state().alerts;
    const auto open = std::find_if(alerts.rbegin(), alerts.rend(), is_open_difference);
    const bool undecided = desk.state().proposal.has_value();
    if (open != alerts.rend() && open->about && undecided) {
        propose_for_boards(desk, *open->about);
    }
}

} // namespace ansage::table
