// SPDX-License-Identifier: GPL-3.0-or-later
// The recording of a game survives the program (D.2.7): it is killed while somebody speaks.
#include "record/recording_index.hpp"
#include "speech/recorder/sound_file.hpp"
#include "support/catch.hpp"
#include "table.hpp"
#include "table/model/names.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <random>

namespace ansage::tests {
namespace {

using base::Millis;
using record::SpokenSegment;
using speech::recorder::Sound;
using table::RecordingNews;
namespace fs = std::filesystem;

struct Round {
    bool is_continuous = false;
    bool is_opus = false;
    Millis kill_after{0}; // from the second move's beginning
};

Words options_of(const Round& round) {
    Words words;
    if (round.is_continuous) words = {"--record-continuous", "--consent", "white,black,arbiter"};
    if (round.is_opus) words.insert(words.end(), {"--record-codec", "opus"});
    return words;
}

// One whole move, and another that is being spoken when the program dies.
void play_and_kill(const Round& round, const Folder& folder) {
    // The tone sounds before anything is kept.
    RecordedTable table{folder / "game.ansage", folder, options_of(round), Millis{1000}};
    table.play({"white", "Eva zwei Eva vier", "1. e4"});
    table.write("black records");
    table.write("black announces Eva sieben Eva fünf");
    pass(round.kill_after);
    table.process().kill();
    studio().hush();
    CHECK(table.process().errors() == "");
}

Sound sound_of(const fs::path& file, Millis from, Millis to) {
    const auto sound = speech::recorder::read_sound(file, from, to);
    REQUIRE(sound.has_value());
    return *sound;
}

Millis length_in(const std::vector<table::Recorded>& index, const std::string& file) {
    const auto row = std::ranges::find_if(index, [&](const table::Recorded& each) {
        return each.news == RecordingNews::length && each.file == file;
    });
    REQUIRE(row != index.end());
    return row->to;
}

// Whatever was said, except for what a killed program takes with it.
void check_index(const std::vector<table::Recorded>& index, const std::string& file) {
    const Millis length = length_in(index, file);
    const std::vector<SpokenSegment> segments = record::segments_of(index);
    Millis end{0};
    for (const SpokenSegment& segment : segments) {
        if (segment.file == file) {
            CHECK(segment.from <= segment.to);
            CHECK(segment.to <= length);
            CHECK((segment.ply == 1 || segment.ply == 2));
            end = std::max(end, segment.to);
        }
    }
    std::string rows;
    for (const table::Recorded& row : index) {
        rows += fmt::format(
            "{} {} ply {} {} to {}\n",
            table::to_string(row.news),
            row.file,
            row.ply.value_or(chess::Ply{}).value(),
            row.from.count(),
            row.to.count()
        );
    }
    INFO(rows);
    CHECK(std::ranges::any_of(segments, [&](const SpokenSegment& segment) {
        return segment.ply == 1 && segment.file == file && segment.to > segment.from;
    }));
}

// The rising tone tells what is missing. The sound server of a busy machine stumbles, and what it
// lost, the studio's own ear has lost too: that is not ours.
void check_whole(std::span<const std::int16_t> samples) {
    const auto ours = measure(samples, speech::recording_rate);
    REQUIRE(ours.has_value());
    const std::span heard{studio().heard()};
    const auto theirs =
        measure(part_between(heard, studio_rate, ours->from, ours->to), studio_rate);
    REQUIRE(theirs.has_value());
    INFO(
        "missing " << ours->missing.count() << " ms, of which the server lost "
                   << theirs->missing.count() << "; silent " << ours->silence.count()
    );
    CHECK(ours->missing - theirs->missing < Millis{50});
}

void check_round(const Round& round) {
    INFO(
        (round.is_continuous ? "continuous" : "by key")
        << (round.is_opus ? ", Opus" : ", FLAC") << ", killed after " << round.kill_after.count()
        << " ms"
    );
    const Folder folder;
    const fs::path journal = folder / "game.ansage";
    play_and_kill(round, folder);
    const std::string name = round.is_opus ? "game-1.opus" : "game-1.flac";
    const fs::path file = folder / name;

    // As it lies there, before anybody mended it.
    const auto frames = speech::recorder::count_frames(file);
    REQUIRE(frames.has_value());
    const Sound raw = sound_of(file, Millis{0}, speech::recorder::time_of(*frames));
    const Millis lost = studio().heard_until() - told_by_tone(raw, speech::recording_rate);
    CHECK(lost < Millis{1000});
    if (round.is_continuous) check_whole(raw);

    // Whoever does not go on with the game can listen all the same, to the last word.
    const fs::path wav = folder / "last.wav";
    const Words listen{
        "score", journal.string(), "--play", "1", "--black", "--audio", wav.string()};
    if (!round.is_continuous && round.kill_after > Millis{1000}) {
        CHECK(run(listen, folder.path()).code == 0);
        CHECK(speech::recorder::count_frames(wav).value() > speech::recording_rate);
    }

    const Ended again =
        run({"play", "--resume", journal.string(), "--speech", "none"}, folder.path());
    CHECK(again.code == 0);
    CHECK(again.errors == "");
    const std::vector<table::Recorded> index = index_of(journal);
    check_index(index, name);
    const Millis length = length_in(index, name);
    CHECK(length == speech::recorder::time_of(*frames));
    CHECK(speech::recorder::count_frames(file).value() == *frames);
    // Its end can be sought, so its header is true.
    const Sound last = sound_of(file, length - Millis{300}, length);
    CHECK(last.size() == speech::recorder::frames_of(Millis{300}));
    for (const SpokenSegment& segment : record::segments_of(index)) {
        if (segment.file == name && segment.ply == 1 && !round.is_continuous) {
            const Sound whole = sound_of(file, segment.from, segment.to);
            CHECK(speech::recorder::time_of(whole.size()) == segment.to - segment.from);
            check_whole(whole);
        }
    }
    CHECK(run({"replay", journal.string(), "--verify"}, folder.path()).code == 0);
    CHECK(record::unclosed_files(index).empty());
}

// Seeded, so that a failure can be had again.
void check_rounds(unsigned count, unsigned seed) {
    std::mt19937 random{seed};
    for (unsigned i = 0; i < count; ++i) {
        const Round round{
            .is_continuous = i % 2 == 1,
            .is_opus = i % 3 == 2,
            .kill_after = Millis{std::uniform_int_distribution{0, 2500}(random)}};
        INFO("round " << i << " of seed " << seed);
        check_round(round);
    }
}

TEST_CASE(
    "D.2.7: what was recorded survives the program, killed while somebody speaks", "[apart]"
) {
    check_rounds(3, 1);
}

TEST_CASE("D.2.7: a recording survives being killed, 100 of 100", "[.long]") {
    check_rounds(100, 2026);
}

} // namespace
} // namespace ansage::tests
