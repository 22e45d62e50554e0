// SPDX-License-Identifier: GPL-3.0-or-later
#include "journal/structure.hpp"

#include "base/overloaded.hpp"

#include <span>
#include <variant>

namespace ansage::journal {
namespace {

using table::State;
using Wrong = std::optional<base::Phrase>;

// More than anybody can have said or been alerted to.
constexpr std::uint64_t most_ids = std::uint64_t{1} << 52U;
constexpr unsigned most_moves = 100'000;

Wrong no_such_ply(chess::Ply ply) { return base::phrase("there is no ply {}", ply.value()); }

// A ply of the record, or the one that is being played.
Wrong named_ply(const State& state, chess::Ply ply) {
    return ply <= state.made() + 1 ? Wrong{} : no_such_ply(ply);
}

Wrong known_ply(const State& state, chess::Ply ply) {
    return ply > 0 ? named_ply(state, ply) : no_such_ply(ply);
}

Wrong made_ply(const State& state, chess::Ply ply) {
    return ply > 0 && ply <= state.made() ? Wrong{} : no_such_ply(ply);
}

Wrong known_id(std::uint64_t id) {
    return id < most_ids ? Wrong{} : base::phrase("there is no number {}", id);
}

Wrong in_made(const State& state, const table::Made& made) {
    if (const Wrong wrong = known_ply(state, made.ply); wrong || made.ply < state.made())
        return wrong ? wrong : no_such_ply(made.ply);
    const chess::Position& before = state.positions.before(made.ply);
    if (!before.at(made.move.from())) return base::phrase("a move is made from an empty square");
    return made.legal && !before.is_legal(made.move)
        ? Wrong{base::phrase("a move that was legal is none")}
        : Wrong{};
}

// The moves after a corrected one must be moves still: they are played again.
Wrong in_correction(const State& state, const table::MoveCorrection& correction) {
    if (Wrong wrong = made_ply(state, correction.ply)) return wrong;
    chess::Position position = state.positions.before(correction.ply);
    std::optional<chess::Move> move = correction.move;
    for (chess::Ply ply = correction.ply;; ++ply) {
        if (!move || !position.is_legal(*move))
            return base::phrase("a corrected record holds what is no move");
        if (ply == state.made()) return std::nullopt;
        position.play(*move);
        move = state.plies[ply + 1].move;
    }
}

Wrong in_proposal(const State& state, const table::Proposal& proposal) {
    if (Wrong wrong = named_ply(state, proposal.ply)) return wrong;
    return proposal.corrected ? in_correction(state, *proposal.corrected) : Wrong{};
}

// A clock alone has no plies: a flag's alert counts the moves of its player.
Wrong in_alert(const State& state, const table::Alerted& alert) {
    const Wrong wrong = known_id(alert.id);
    return wrong || state.setup->is_clock_alone() ? wrong : named_ply(state, alert.ply);
}

Wrong in_body(const State& state, const table::EventBody& body) {
    return std::visit(
        base::Overloaded{
            [&](const table::Settled& event) {
                return event.matches && *event.matches > state.made() ? no_such_ply(*event.matches)
                                                                      : Wrong{};
            },
            [&](const table::Testified& event) { return known_ply(state, event.ply); },
            [&](const table::Made& event) { return in_made(state, event); },
            [&](const table::Completed& event) { return made_ply(state, event.ply); },
            [&](const table::MovesCounted& event) {
                return event.moves <= most_moves ? Wrong{}
                                                 : Wrong{base::phrase("nobody made so many moves")};
            },
            [&](const table::Alerted& event) { return in_alert(state, event); },
            [&](const table::Proposed& event) { return in_proposal(state, event.proposal); },
            [&](const table::Restored& event) {
                return event.ply <= state.made() ? Wrong{} : no_such_ply(event.ply);
            },
            [&](const table::RecordCorrected& event) {
                return in_correction(state, event.correction);
            },
            [&](const table::EndNoted& event) { return named_ply(state, event.ply); },
            [&](const table::Said& event) { return known_id(event.id); },
            [](const auto& /*event*/) { return Wrong{}; },
        },
        body
    );
}

} // namespace

std::optional<base::Phrase>
structural_fault(const State& state, const table::Event& event, base::Instant now) {
    if (event.at < base::Instant{} || event.at > now)
        return base::phrase("an event is later than its input");
    if (const auto since = state.clocks.running_since(); since && event.at < *since)
        return base::phrase("an event is earlier than the clock's start");
    return in_body(state, event.body);
}

} // namespace ansage::journal
