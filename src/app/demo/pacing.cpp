// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/pacing.hpp"

#include <algorithm>

namespace ansage::app {

namespace {

// Enough to hear how a move is announced, repeated and answered.
constexpr unsigned opening = 4;
// The hand goes wrong, the other player presses, the board is put right, play resumes.
constexpr unsigned after_slip = 2;
constexpr unsigned ending = 2;
// Fewer moves are not worth a sentence that they pass fast.
constexpr unsigned fewest_quiet = 6;

// What the quiet moves of a game may take together, and what a ply takes in real time.
constexpr double quiet_seconds = 20;
constexpr double seconds_of_ply = 15;
constexpr double least_speed = 10;

bool is_disturbed(const table::State& state) {
    return state.phase != table::Phase::playing || state.clocks.halted() ||
        state.open_proposal() != nullptr || state.boards.white.repairing ||
        state.boards.black.repairing;
}

} // namespace

Pacing::Pacing(chess::Ply last, const DemoPlot& plot, chess::Ply made) {
    std::vector<Stretch> scenes{{made + 1, made + opening}};
    if (plot.misheard_ply) scenes.push_back({*plot.misheard_ply, *plot.misheard_ply});
    if (plot.slip) scenes.push_back({plot.slip->ply, plot.slip->ply + after_slip});
    scenes.push_back({std::max(last, chess::Ply{ending}) - ending + 1, last});
    std::ranges::sort(scenes, {}, &Stretch::first);
    chess::Ply next = made + 1;
    for (const Stretch& scene : scenes) {
        if (scene.first >= next + fewest_quiet) quiet_.push_back({next, scene.first - 1});
        next = std::max(next, scene.last + 1);
    }
}

const Pacing::Stretch* Pacing::quiet(const table::State& state) const {
    if (is_disturbed(state)) return nullptr;
    const chess::Ply made = state.made();
    const bool is_completed = made == 0 || state.plies[made].state == table::PlyState::completed;
    const chess::Ply ply = is_completed ? made + 1 : made;
    const auto found = std::ranges::find_if(quiet_, [ply](const Stretch& stretch) {
        return stretch.first <= ply && ply <= stretch.last;
    });
    return found == quiet_.end() ? nullptr : &*found;
}

double Pacing::quiet_speed() const {
    double plies = 0;
    for (const Stretch& stretch : quiet_) plies += stretch.last - stretch.first + 1;
    return std::max(least_speed, plies * seconds_of_ply / quiet_seconds);
}

} // namespace ansage::app
