// SPDX-License-Identifier: GPL-3.0-or-later
// The recording as a scoresheet (D.2.7): its index, and what must be said of it in time.
#include "table/asking/asking.hpp"
#include "table/disputes/dispute.hpp"
#include "table/model/names.hpp"

namespace ansage::table {

namespace {

// The arbiter, and whoever needs the recording as a scoresheet.
void tell(Decision& decision, const std::string& id, const MessageArguments& arguments) {
    const Message message{id, arguments};
    decision.say(Audience::arbiter, Priority::message, Cause::table, message);
    for (const chess::Color color : chess::both_colors) {
        if (decision.state().seat(color).vision == Vision::impaired)
            decision.say(ear_of(color), Priority::message, Cause::table, message);
    }
}

// Dropped if anything speaks: it must not be heard in what is recorded.
void answer(Decision& decision, chess::Color seat, const std::string& id) {
    decision.say(ear_of(seat), Priority::notification, Cause::request, {id});
}

// The key does nothing for that player.
std::string why_not(const State& state, chess::Color seat) {
    if (state.recorder) return "recording.continuous";
    if (state.listening.consents[seat]) return "hearing.gone";
    return state.listening.has_microphone ? "hearing.none" : "recording.none";
}

template <class Keyed>
bool is_open(const std::optional<Keyed>& keyed, const Records& input) {
    return keyed && keyed->seat == input.seat && keyed->key == input.key;
}

} // namespace

void on(Decision& decision, const RecordingReported& input) {
    const auto& recorder = decision.state().recorder;
    const bool is_first_gap = recorder && !recorder->has_gap;
    decision.emit(Recorded{
        .news = input.news,
        .file = input.file,
        .speaker = input.speaker,
        .ply = input.ply,
        .from = input.from,
        .to = input.to,
        .device = input.device});
    if (input.news == RecordingNews::spoken) {
        look_at_scores(decision); // a recording is a scoresheet
    } else if (input.news == RecordingNews::disk_low) {
        tell(decision, "recording.disk_low", {.time = input.to});
    } else if (input.news == RecordingNews::stopped) {
        tell(decision, "recording.disk_full", {});
    } else if (input.news == RecordingNews::microphone_gone) {
        tell(decision, "recording.microphone_gone", {});
    } else if (input.news == RecordingNews::samples_lost && is_first_gap) {
        tell(decision, "recording.samples_lost", {}); // once a file: whoever is slow is slow again
    } else if (input.news == RecordingNews::microphone_back) {
        const std::string id =
            input.device ? "recording.microphone_other" : "recording.microphone_back";
        tell(decision, id, {.name = input.device.value_or("")});
    } else if (input.news == RecordingNews::microphone_missing) {
        const bool is_any = input.device && !input.device->empty();
        const std::string id = is_any ? "recording.microphone_missing" : "recording.no_microphone";
        tell(decision, id, {.name = input.device.value_or("")});
    }
}

// Nobody is recorded who was not told of it before the first move.
void on(Decision& decision, const ChoosesMicrophone& input) {
    if (!decision.state().is_recorded) {
        decision.refuse(Refusal::not_allowed, std::nullopt, "recording.none");
        return;
    }
    decision.emit(MicrophoneChosen{.device = input.device});
}

void on(Decision& decision, const Records& input) {
    const State& state = decision.state();
    const bool records = state.recorder && !state.recorder->is_continuous;
    const bool hears = state.hears(input.seat) && state.in_play();
    if (!records && !hears) {
        if (state.hears(input.seat)) decision.refuse(Refusal::clock_halted, input.seat);
        else answer(decision, input.seat, why_not(state, input.seat));
        return;
    }
    const bool again = (records && is_open(state.recorder->keyed, input)) ||
        (hears && is_open(state.listening.keyed, input));
    const RecordingKey key = again ? RecordingKey::off : input.key;
    if (records) decision.emit(RecordingKeyed{.seat = input.seat, .key = key});
    // What is recorded and heard is one window, and one sound tells of it.
    if (hears) key_window(decision, input.seat, key);
    else answer(decision, input.seat, "recording." + std::string{to_string(key)});
}

} // namespace ansage::table
