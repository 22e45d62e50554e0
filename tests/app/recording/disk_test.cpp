// SPDX-License-Identifier: GPL-3.0-or-later
// A disk that gets full while a game is recorded.
#include "record/recording_index.hpp"
#include "small_disk.hpp"
#include "speech/recorder/sound_file.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"
#include "table.hpp"

#include <algorithm>

namespace ansage::tests {
namespace {

using base::Millis;
using table::RecordingNews;
namespace fs = std::filesystem;

constexpr std::uint64_t megabyte = 1'000'000;

const Words all_the_time{"--record-continuous", "--consent", "white,black,arbiter"};

Millis row_of(const std::vector<table::Recorded>& index, RecordingNews news) {
    const auto row = std::ranges::find(index, news, &table::Recorded::news);
    REQUIRE(row != index.end());
    return row->to;
}

TEST_CASE("D.2.7: a disk that gets full is told in time, and the game goes on without a recording"
) {
    const Folder folder;
    SmallDisk disk{folder.path(), 140 * megabyte};
    const fs::path journal = folder / "game.ansage";
    {
        RecordedTable table{journal, folder, all_the_time};
        table.write("white announces Eva zwei Eva vier");
        table.write("white executes Eva zwei Eva vier");
        table.await("made 1. e4");

        disk.fill_up_to(52 * megabyte);
        table.await("say arbiter: Recording: the disk is nearly full, room for 16 minutes");
        table.await("say ear-white: Recording: the disk is nearly full");
        table.write("white presses"); // still recorded
        table.await("clock black");

        disk.fill_up_to(10 * megabyte);
        table.await("say arbiter: Recording has stopped: the disk is full.");
        table.await("say ear-white: Recording has stopped: the disk is full.");
        studio().hush();
        table.write("black announces Eva sieben Eva fünf");
        table.write("black executes Eva sieben Eva fünf");
        table.await("made 1... e5");
        table.write("black presses");
        table.await("clock white");
        table.write("white resigns");
        table.write("y");
        table.await("result 0-1");
        table.write("quit");
        CHECK(table.process().wait() == 0);
        CHECK(table.process().errors().find("the disk is full") != std::string::npos);
    }
    const std::vector<table::Recorded> index = index_of(journal);
    const Millis stopped = row_of(index, RecordingNews::stopped);
    CHECK(row_of(index, RecordingNews::disk_low) < Millis{1'020'000});
    CHECK(row_of(index, RecordingNews::disk_low) > Millis{940'000});
    const auto frames = speech::recorder::count_frames(folder / "game-1.flac");
    REQUIRE(frames.has_value());
    CHECK(speech::recorder::time_of(*frames) == stopped);
    const auto segments = record::segments_of(index);
    const auto first = std::ranges::find(segments, chess::Ply{1}, &record::SpokenSegment::ply);
    REQUIRE(first != segments.end());
    const auto sound = speech::recorder::read_sound(folder / first->file, first->from, first->to);
    REQUIRE(sound.has_value());
    CHECK(speech::recorder::time_of(sound->size()) == first->to - first->from);
    CHECK(told_by_tone(*sound, speech::recording_rate) > Millis{0});
    CHECK(run({"replay", journal.string(), "--verify"}, folder.path()).code == 0);
}

TEST_CASE("A sound file whose disk is full is told once at the table, and at the end") {
    const Folder folder;
    const fs::path full = folder / "full";
    fs::create_directory(full);
    const SmallDisk disk{full, 16'384}; // less than half a second of sound
    const std::string sound = full / "game.wav";
    Process play{
        {tests::program(),
         "play",
         "--language",
         "de",
         "--white",
         "impaired none announces=device",
         "--black",
         "sighted none",
         "--journal",
         folder / "game.ansage",
         "--audio",
         sound},
        folder.path()};
    play.write("arbiter starts");
    REQUIRE(play.await("clock white"));
    play.write("white executes e2e4");
    play.write("white presses");
    REQUIRE(play.await("say room: "));
    REQUIRE(play.await("clock black"));
    play.write("black executes e7e5");
    play.write("black presses");
    REQUIRE(play.await("clock white"));
    play.write("white executes d2d4");
    play.write("white presses");
    REQUIRE(play.await("completed 2. d4"));
    play.write("quit");
    CHECK(play.wait() == 3);
    const std::string errors = play.errors();
    INFO(errors);
    const std::string told = "Ton: Störung.";
    const std::size_t first = errors.find(told);
    REQUIRE(first != std::string::npos);
    CHECK(errors.find(told, first + 1) == std::string::npos);
    const std::size_t last = errors.find(sound, errors.find('\n', first));
    REQUIRE(last != std::string::npos);
    CHECK(errors.find('\n', last) + 1 == errors.size());
}

} // namespace
} // namespace ansage::tests
