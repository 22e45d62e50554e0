// SPDX-License-Identifier: GPL-3.0-or-later
// A microphone that is pulled out in the middle of a game, and put in again.
#include "record/recording_index.hpp"
#include "speech/recorder/sound_file.hpp"
#include "support/catch.hpp"
#include "table.hpp"

#include <algorithm>
#include <string_view>

namespace ansage::tests {
namespace {

using base::Millis;
using record::SpokenSegment;
using table::RecordingNews;
namespace fs = std::filesystem;

std::ptrdiff_t times_said(RecordedTable& table, const std::string& line) {
    const Words lines = table.process().lines();
    return std::ranges::count_if(lines, [&](const std::string& each) {
        return each.starts_with(line);
    });
}

std::ptrdiff_t rows_of(const std::vector<table::Recorded>& index, RecordingNews news) {
    return std::ranges::count(index, news, &table::Recorded::news);
}

// As the tone tells, a stretch of it is in the file where the index has it.
void check_heard(const Folder& folder, const SpokenSegment& segment) {
    const auto sound =
        speech::recorder::read_sound(folder / segment.file, segment.from, segment.to);
    REQUIRE(sound.has_value());
    CHECK(speech::recorder::time_of(sound->size()) == segment.to - segment.from);
    CHECK(measure(*sound, speech::recording_rate).has_value());
}

void check_index(const fs::path& journal, const Folder& folder) {
    const std::vector<table::Recorded> index = index_of(journal);
    CHECK(rows_of(index, RecordingNews::began) == 2);
    CHECK(rows_of(index, RecordingNews::microphone_gone) == 1);
    CHECK(rows_of(index, RecordingNews::microphone_back) == 1);
    CHECK(record::files_of(index) == Words{"game-1.flac", "game-2.flac"});
    CHECK(record::unclosed_files(index).empty());
    const auto segments = record::segments_of(index);
    REQUIRE(segments.size() == 2);
    CHECK(segments[0].file == "game-1.flac");
    CHECK(segments[0].ply == chess::Ply{1});
    CHECK(segments[1].file == "game-2.flac");
    CHECK(segments[1].ply == chess::Ply{3});
    for (const SpokenSegment& segment : segments) check_heard(folder, segment);
}

TEST_CASE("D.2.7: a microphone that is pulled out and put in again records again") {
    const Folder folder;
    const fs::path journal = folder / "game.ansage";
    RecordedTable table{journal, folder};
    table.play({"white", "Eva zwei Eva vier", "1. e4"});
    studio().hush();

    studio().unplug();
    // The game waits for nothing.
    table.write("black announces Eva sieben Eva fünf");
    table.write("black executes Eva sieben Eva fünf");
    table.await("made 1... e5");
    table.await("say arbiter: Recording has stopped: the microphone is gone.");
    table.write("black records");
    table.await("say ear-black: Nothing is recorded at this table.");
    table.write("black presses");
    table.await("clock white");

    studio().plug();
    table.await("say arbiter: Recording again: the microphone is back.");
    studio().speak();
    table.play({"white", "Springer Gustav eins Felix drei", "2. Nf3"});
    table.quit();
    for (const std::string audience : {"arbiter", "ear-white"}) {
        CHECK(times_said(table, "say " + audience + ": Recording has stopped") == 1);
        CHECK(times_said(table, "say " + audience + ": Recording again") == 1);
    }
    check_index(journal, folder);
    CHECK(run({"replay", journal.string(), "--verify"}, folder.path()).code == 0);
}

// One `?` for each topic, of which there are fewer.
void await_lesson(RecordedTable& table, const std::string& line) {
    for (int i = 0; i < 24; ++i) table.write("?");
    table.await(line);
}

// Nothing is known of it at the start.
void play_with_another_microphone(
    const fs::path& journal, const Folder& folder, const Words& more, const std::string& name
) {
    RecordedTable table{journal, folder, more};
    table.play({"white", "Eva zwei Eva vier", "1. e4"});
    studio().hush();
    studio().unplug();
    table.await("say arbiter: Recording has stopped: the microphone is gone.");
    await_lesson(table, "say arbiter: records from, and a part of its name");
    table.write("arbiter records from " + name);
    table.await("say ear-white: Recording: no one microphone of that name can be opened. There are:"
    );
    studio().plug("nose");
    studio().add_microphone(name, "nose");
    table.await("say arbiter: Recording again, from " + name + ".", 6);
    table.write("black announces Eva sieben Eva fünf");
    table.write("black executes Eva sieben Eva fünf");
    table.await("made 1... e5");
    table.write("black presses");
    table.await("clock white");
    studio().speak("nose");
    table.play({"white", "Springer Gustav eins Felix drei", "2. Nf3"});
    // While one is recorded another may be chosen; both go on as long as they have to.
    studio().plug();
    table.write("arbiter records from mic");
    table.await("say arbiter: Recording again, from mic.");
    table.quit();
    CHECK(times_said(table, "say ear-white: Recording again") == 2);
    studio().unplug("nose");
}

void check_another_microphone(const Words& more, const std::string& name) {
    const Folder folder;
    const fs::path journal = folder / "game.ansage";
    play_with_another_microphone(journal, folder, more, name);
    const std::vector<table::Recorded> index = index_of(journal);
    CHECK(record::files_of(index) == Words{"game-1.flac", "game-2.flac", "game-3.flac"});
    CHECK(record::unclosed_files(index).empty());
    const auto segments = record::segments_of(index);
    REQUIRE(segments.size() == 2);
    CHECK(segments[1].file == "game-2.flac");
    CHECK(segments[1].ply == chess::Ply{3});
    check_heard(folder, segments[1]);
    CHECK(run({"replay", journal.string(), "--verify"}, folder.path()).code == 0);
    // Whoever goes on with the game goes on with the last of them.
    const Ended again =
        run({"play", "--resume", journal.string(), "--speech", "none"}, folder.path());
    CHECK(again.code == 0);
    CHECK(again.errors == "");
    CHECK(fs::exists(folder / "game-4.flac"));
}

TEST_CASE("D.2.7: another microphone is named at the table, and records on", "[apart]") {
    check_another_microphone({}, "spare");
}

TEST_CASE("D.2.7: a game that is resumed without its microphone records when it is back") {
    const Folder folder;
    const fs::path journal = folder / "game.ansage";
    RecordedTable first{journal, folder};
    first.play({"white", "Eva zwei Eva vier", "1. e4"});
    first.quit();
    studio().unplug();
    Process table{
        command_line({"play", "--resume", journal.string(), "--speech", "none"}), folder.path()};
    REQUIRE(table.await("say arbiter: Recording has stopped: the microphone is gone."));
    studio().plug();
    REQUIRE(table.await("say arbiter: Recording again: the microphone is back."));
    table.write("quit");
    CHECK(table.wait() == 0);
    CHECK(table.errors().find("\"mic\"") != std::string::npos);
    const std::vector<table::Recorded> index = index_of(journal);
    CHECK(record::files_of(index) == Words{"game-1.flac", "game-2.flac", "game-3.flac"});
    CHECK(record::unclosed_files(index).empty());
    const Words listen{"score", journal.string(), "--play", "1", "--audio", folder / "x.wav"};
    Words heard{"play 1. e4"};
    if (record::segments_of(index).at(0).has_gap) // of a busy machine
        heard.emplace_back("Gap: some of the recording of move 1 of White was lost.");
    CHECK(run(listen, folder.path()).lines == heard);
    CHECK(run({"replay", journal.string(), "--verify"}, folder.path()).code == 0);
}

// PortAudio looks for new devices only when every stream is closed, so the ear's is opened anew.
TEST_CASE("D.2.7: another microphone is found while an ear is spoken to", "[.long]") {
    studio().plug("room");
    studio().plug("ear");
    check_another_microphone({"--audio", "room", "--white-ear", "ear"}, "late");
    studio().unplug("ear");
    studio().unplug("room");
}

} // namespace
} // namespace ansage::tests
