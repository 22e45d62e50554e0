// SPDX-License-Identifier: GPL-3.0-or-later
// The recording as a scoresheet (D.2.7): its index, and what must be said of it in time.
#include "table/desk.hpp"
#include "table/names.hpp"

namespace ansage::table {

namespace {

// The arbiter, and whoever needs the recording as a scoresheet.
void tell(Desk& desk, const std::string& id, const MessageArguments& arguments) {
    const Message message{.id = id, .arguments = arguments, .words = {}};
    desk.say(Audience::arbiter, Priority::message, Cause::table, message);
    for (const chess::Color color : chess::both_colors) {
        if (desk.state().seat(color).vision == Vision::impaired) {
            desk.say(ear_of(color), Priority::message, Cause::table, message);
        }
    }
}

// Dropped if anything speaks: it must not be heard in what is recorded.
void answer(Desk& desk, chess::Color seat, const std::string& id) {
    const Message message{.id = id, .arguments = {}, .words = {}};
    desk.say(ear_of(seat), Priority::notification, Cause::request, message);
}

} // namespace

void on_recording(Desk& desk, const RecordingReported& input) {
    const auto& recorder = desk.state().recorder;
    const bool is_first_gap = recorder && !recorder->has_gap;
    desk.emit(Recorded{
        .news = input.news,
        .file = input.file,
        .speaker = input.speaker,
        .ply = input.ply,
        .from = input.from,
        .to = input.to,
        .device = input.device});
    if (input.news == RecordingNews::spoken) {
        look_at_scores(desk); // a recording is a scoresheet
    } else if (input.news == RecordingNews::disk_low) {
        tell(desk, "recording.disk_low", {.time = input.to});
    } else if (input.news == RecordingNews::stopped) {
        tell(desk, "recording.disk_full", {});
    } else if (input.news == RecordingNews::microphone_gone) {
        tell(desk, "recording.microphone_gone", {});
    } else if (input.news == RecordingNews::samples_lost && is_first_gap) {
        tell(desk, "recording.samples_lost", {}); // once a file: whoever is slow is slow again
    } else if (input.news == RecordingNews::microphone_back) {
        const std::string id =
            input.device ? "recording.microphone_other" : "recording.microphone_back";
        tell(desk, id, {.name = input.device.value_or("")});
    } else if (input.news == RecordingNews::microphone_missing) {
        const bool is_any = input.device && !input.device->empty();
        const std::string id = is_any ? "recording.microphone_missing" : "recording.no_microphone";
        tell(desk, id, {.name = input.device.value_or("")});
    }
}

// Nobody is recorded who was not told of it before the first move.
void on_chooses_microphone(Desk& desk, const ChoosesMicrophone& input) {
    if (!desk.state().is_recorded) {
        desk.refuse(Refusal::not_allowed, std::nullopt, "recording.none");
        return;
    }
    desk.emit(MicrophoneChosen{.device = input.device});
}

void on_records(Desk& desk, const Records& input) {
    const auto& recorder = desk.state().recorder;
    if (!recorder || recorder->is_continuous) {
        answer(desk, input.seat, recorder ? "recording.continuous" : "recording.none");
        return;
    }
    const auto& keyed = recorder->keyed;
    const bool again = keyed && keyed->seat == input.seat && keyed->key == input.key;
    const RecordingKey key = again ? RecordingKey::off : input.key;
    desk.emit(RecordingKeyed{.seat = input.seat, .key = key});
    answer(desk, input.seat, "recording." + std::string{to_string(key)});
}

} // namespace ansage::table
