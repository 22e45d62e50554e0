// The recording as a scoresheet (D.2.7): its index, and what must be said of it in time.
#include "table/desk.hpp"

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

} // namespace

void on_recording(Desk& desk, const RecordingReported& input) {
    desk.emit(Recorded{
        .news = input.news,
        .file = input.file,
        .speaker = input.speaker,
        .ply = input.ply,
        .from = input.from,
        .to = input.to});
    if (input.news == RecordingNews::disk_low) {
        tell(desk, "recording.disk_low", {.time = input.to});
    } else if (input.news == RecordingNews::stopped) {
        tell(desk, "recording.stopped", {});
    }
}

} // namespace ansage::table
