// SPDX-License-Identifier: GPL-3.0-or-later
// A disk that gets full while a game is recorded.
#include "record/recording_index.hpp"
#include "small_disk.hpp"
#include "speech/recorder/sound_file.hpp"
#include "support/catch.hpp"
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
    const auto first = std::ranges::find(segments, 1U, &record::SpokenSegment::ply);
    REQUIRE(first != segments.end());
    const auto sound = speech::recorder::read_sound(folder / first->file, first->from, first->to);
    REQUIRE(sound.has_value());
    CHECK(speech::recorder::time_of(sound->size()) == first->to - first->from);
    CHECK(told_by_tone(*sound, speech::recording_rate) > Millis{0});
    CHECK(run({"replay", journal.string(), "--verify"}, folder.path()).code == 0);
}

} // namespace
} // namespace ansage::tests
