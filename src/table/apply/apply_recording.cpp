// SPDX-License-Identifier: GPL-3.0-or-later
// What is recorded of the players' voices.
#include "table/apply/apply_one.hpp"

namespace ansage::table {

void apply_one(State& state, const Recorded& event, base::Instant /*at*/) {
    switch (event.news) {
    case RecordingNews::began:
    case RecordingNews::began_continuous:
        state.recorder = State::Recorder{
            .is_continuous = event.news == RecordingNews::began_continuous,
            .keyed = {},
            .has_gap = false};
        state.is_recorded = true;
        return;
    case RecordingNews::length:
    case RecordingNews::stopped:
    case RecordingNews::microphone_gone: state.recorder.reset(); return;
    case RecordingNews::spoken:
        if (event.speaker && event.ply && *event.ply > 0 && *event.ply <= state.plies.size())
            state.plies[*event.ply - 1].recorded[*event.speaker] = true;
        return;
    case RecordingNews::samples_lost:
        if (state.recorder) state.recorder->has_gap = true;
        return;
    case RecordingNews::disk_low:
    case RecordingNews::erased:
    case RecordingNews::microphone_back:
    case RecordingNews::microphone_missing: return;
    }
}

void apply_one(State& state, const RecordingKeyed& event, base::Instant /*at*/) {
    if (state.recorder) {
        state.recorder->keyed =
            event.key == RecordingKey::off ? std::nullopt : std::optional{event};
    }
}

void end_keyed(State& state, chess::Color seat) {
    if (state.recorder && state.recorder->keyed && state.recorder->keyed->seat == seat)
        state.recorder->keyed.reset();
}

} // namespace ansage::table
