// SPDX-License-Identifier: GPL-3.0-or-later
// What was recorded is heard again, exported and erased.
#include "record/recording_index.hpp"
#include "speech/recorder/sound_file.hpp"
#include "support/catch.hpp"
#include "table.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>

namespace ansage::tests {
namespace {

using base::Millis;
using record::SpokenSegment;
using table::RecordingNews;
namespace fs = std::filesystem;

// Two moves of White and one of Black, of which White's second was not recorded.
void record_game(const fs::path& journal, const Folder& folder, const Words& more) {
    RecordedTable table{journal, folder, more};
    table.play({"white", "Eva zwei Eva vier", "1. e4"});
    table.play({"black", "Eva sieben Eva fünf", "1... e5"});
    table.play({"white", "David zwei David vier", "2. d4", false});
    table.write("black resigns");
    table.write("y");
    table.await("result 1-0");
    pass(Millis{500}); // what belongs to no move
    table.quit();
}

Millis length_of(const fs::path& file) {
    const auto frames = speech::recorder::count_frames(file);
    REQUIRE(frames.has_value());
    return speech::recorder::time_of(*frames);
}

Ended listen(const fs::path& journal, const fs::path& wav, const Words& more) {
    Words words{"score", journal.string(), "--audio", wav.string()};
    words.insert(words.end(), more.begin(), more.end());
    return run(words, journal.parent_path());
}

bool is_near(Millis one, Millis other, Millis most) {
    return std::max(one, other) - std::min(one, other) <= most;
}

std::string text_of(const fs::path& path) {
    std::ifstream file{path};
    return {std::istreambuf_iterator<char>{file}, {}};
}

// What the index has for a ply, all of it.
Millis recorded_for(const std::vector<SpokenSegment>& segments, chess::Ply ply) {
    Millis length{0};
    for (const SpokenSegment& segment : segments)
        length += segment.ply == ply ? segment.to - segment.from : Millis{0};
    return length;
}

// Whether the index has a gap in what was recorded for a ply: a busy machine loses sound.
bool has_gap(const std::vector<SpokenSegment>& segments, chess::Ply ply) {
    return std::ranges::any_of(segments, [&](const SpokenSegment& segment) {
        return segment.ply == ply && segment.has_gap;
    });
}

// What is printed where a move is played: that there is a gap where the index has one, and nowhere
// else.
Words played(const std::string& line, const std::string& of, bool gap) {
    Words lines{line};
    if (gap) lines.push_back("Gap: some of the recording of move " + of + " was lost.");
    return lines;
}

Words together(std::initializer_list<Words> parts) {
    Words all;
    for (const Words& part : parts) all.insert(all.end(), part.begin(), part.end());
    return all;
}

// It is the move to the sample, but for a gap, which is said first.
void check_length(const fs::path& wav, Millis length, bool gap) {
    if (gap) CHECK(length_of(wav) > length + Millis{500});
    else CHECK(length_of(wav) == length);
}

TEST_CASE("D.2.7: what was recorded of a move is heard again, one move or a stretch, at any speed"
) {
    const Folder folder;
    const fs::path journal = folder / "game.ansage";
    const fs::path wav = folder / "heard.wav";
    record_game(journal, folder, {});
    const auto segments = record::segments_of(index_of(journal));
    const Millis first = recorded_for(segments, 1);
    const Millis second = recorded_for(segments, 2);
    REQUIRE(first > Millis{300});
    REQUIRE(second > Millis{300});
    CHECK(recorded_for(segments, 3) == Millis{0});

    const bool first_gap = has_gap(segments, 1);
    const bool second_gap = has_gap(segments, 2);
    const Words white = played("play 1. e4", "1 of White", first_gap);
    const Words black = played("play 1... e5", "1 of Black", second_gap);
    const Words none{"Nothing was recorded for move 2 of White."};

    const Ended one = listen(journal, wav, {"--play", "1"});
    CHECK(one.code == 0);
    CHECK(one.lines == white);
    check_length(wav, first, first_gap);
    CHECK(listen(journal, wav, {"--play", "1", "--black"}).lines == black);
    check_length(wav, second, second_gap);
    CHECK(listen(journal, wav, {"--play", "1", "--speed", "2"}).code == 0);
    CHECK((first_gap || is_near(length_of(wav), first / 2, Millis{100})));

    const Ended nothing = listen(journal, wav, {"--play", "2"});
    CHECK(nothing.code == 1);
    CHECK(nothing.lines == none);
    CHECK(length_of(wav) > Millis{1000}); // and it is said

    const Ended all = listen(journal, wav, {"--from", "1", "--to", "2"});
    CHECK(all.code == 0);
    CHECK(all.lines == together({white, black, none}));
    const Ended beyond = listen(journal, wav, {"--play", "3"});
    CHECK(beyond.code == 2);
    CHECK(beyond.errors.starts_with("--play: the game has no such move, only 1 to "));

    Process stepping{
        command_line({"score", journal.string(), "--step", "--audio", folder / "steps.wav"}),
        folder.path()};
    for (const std::string key : {"r", "n", "x", "p", "n", "n", "q"}) stepping.write(key);
    CHECK(stepping.wait() == 0);
    const Words keys{"n next, p previous, r again, q quit"};
    CHECK(stepping.lines() == together({white, white, black, keys, white, black, none}));
}

// Black's first move is taken back and another one is made.
TEST_CASE("D.2.7, D.2.9: of a move that was taken back what stands is heard, the earlier on request"
) {
    const Folder folder;
    const fs::path journal = folder / "game.ansage";
    {
        RecordedTable table{journal, folder};
        table.play({"white", "Eva zwei Eva vier", "1. e4"});
        table.play({"black", "Eva sieben Eva fünf", "1... e5"});
        table.play({"white", "Springer Gustav eins Felix drei", "2. Nf3"});
        table.write("arbiter pauses");
        table.write("arbiter restores ply 1");
        table.write("y");
        table.await("say ear-black: Position restored");
        table.write("white confirms");
        table.write("black confirms");
        table.write("arbiter resumes");
        table.await("clock black");
        table.play({"black", "Cesar sieben Cesar fünf", "1... c5"});
        table.quit();
    }
    const auto segments = record::segments_of(index_of(journal));
    std::vector<Millis> seconds; // of the second ply: what was taken back, what stands
    std::vector<bool> gaps;
    for (const SpokenSegment& segment : segments) {
        if (segment.ply == 2) {
            seconds.push_back(segment.to - segment.from);
            gaps.push_back(segment.has_gap);
        }
    }
    REQUIRE(seconds.size() == 2);
    const Words taken = played("taken back 1... e5", "1 of Black", gaps[0]);
    const fs::path wav = folder / "heard.wav";
    const Ended stands = listen(journal, wav, {"--play", "1", "--black"});
    CHECK(stands.code == 0);
    CHECK(
        stands.lines ==
        together(
            {played("play 1... c5", "1 of Black", gaps[1]),
             Words{"Taken back: there is an earlier recording of move 1 of Black; --taken-back "
                   "plays it."}}
        )
    );
    check_length(wav, seconds[1], gaps[1]);
    const Ended earlier = listen(journal, wav, {"--play", "1", "--black", "--taken-back"});
    CHECK(earlier.code == 0);
    CHECK(earlier.lines == taken);
    CHECK(length_of(wav) > seconds[0] + Millis{500}); // it is said first
    CHECK(length_of(wav) < seconds[0] + Millis{gaps[0] ? 10'000 : 5000});
    // Beyond the last move of the game, too; all of them where none is named.
    CHECK(
        listen(journal, wav, {"--taken-back"}).lines ==
        together({taken, played("taken back 2. Nf3", "2 of White", has_gap(segments, 3))})
    );
    CHECK(
        listen(journal, wav, {"--play", "1", "--taken-back"}).lines ==
        Words{"Nothing was recorded for a move 1 of White that was taken back."}
    );
    // Each player's own score has his own voice, and nothing of what was taken back stands in it.
    const Words of_black{"--play", "1", "--black", "--taken-back", "--of", "black"};
    CHECK(listen(journal, wav, of_black).lines == taken);
    const Ended of_white =
        listen(journal, wav, {"--play", "1", "--black", "--taken-back", "--of", "white"});
    CHECK(of_white.code == 1);
    CHECK(
        of_white.lines == Words{"Nothing was recorded for a move 1 of Black that was taken back."}
    );
    CHECK(
        listen(journal, wav, {"--play", "1", "--of", "white"}).lines ==
        played("play 1. e4", "1 of White", has_gap(segments, 1))
    );
    const Words own{
        "score", journal.string(), "--format", "text", "--of", "white", "--language", "en"};
    CHECK(run(own, folder.path()).lines == Words{"Score of White", "1. e4, as spoken"});
    const fs::path out = folder / "audio";
    const Ended saved =
        run({"score", journal.string(), "--format", "audio", "--out", out.string()}, folder.path());
    CHECK(saved.code == 0);
    CHECK(length_of(out / "001-black.flac") == seconds[1]);
    CHECK(length_of(out / "001-black-taken-back-1.flac") == seconds[0]);
    CHECK(fs::exists(out / "002-white-taken-back-1.flac"));
    CHECK_FALSE(fs::exists(out / "002-white.flac"));
    CHECK(is_near(length_of(out / "game.flac"), recorded_for(segments, 1) + seconds[1], Millis{2}));
}

TEST_CASE("D.2.7: a recording is exported as one file a move, and one with a cue sheet") {
    const Folder folder;
    const fs::path journal = folder / "game.ansage";
    record_game(journal, folder, {"--record-codec", "opus"});
    const auto segments = record::segments_of(index_of(journal));
    const fs::path out = folder / "audio";
    const Ended ended =
        run({"score", journal.string(), "--format", "audio", "--out", out.string()}, folder.path());
    CHECK(ended.code == 0);
    REQUIRE(ended.lines.size() == 4);
    Millis whole{0};
    for (chess::Ply ply = 1; ply <= 2; ++ply) {
        const Millis length = length_of(ended.lines[ply.value() - 1]);
        CHECK(is_near(length, recorded_for(segments, ply), Millis{100}));
        whole += length;
    }
    CHECK(ended.lines[2] == (out / "game.flac").string());
    CHECK(is_near(length_of(out / "game.flac"), whole, Millis{2}));
    const std::string cue = text_of(out / "game.cue");
    CHECK(cue.starts_with("FILE \"game.flac\" WAVE\n  TRACK 01 AUDIO\n"));
    CHECK(cue.find("TRACK 02 AUDIO") != std::string::npos);
    CHECK(cue.find("TRACK 03 AUDIO") == std::string::npos);
}

TEST_CASE("D.2.7: all the time only with everybody's consent; what is no move can be erased") {
    const Folder folder;
    const fs::path journal = folder / "game.ansage";
    const Ended refused =
        run(recording_words(journal, {"--record-continuous", "--consent", "white,arbiter"}),
            folder.path());
    CHECK(refused.code == 2);
    CHECK(refused.errors.find("black has not consented") != std::string::npos);
    CHECK_FALSE(fs::exists(journal));

    record_game(journal, folder, {"--record-continuous", "--consent", "arbiter,black,white"});
    const fs::path file = folder / "game-1.flac";
    const std::vector<table::Recorded> before = index_of(journal);
    CHECK(before.front().news == RecordingNews::began_continuous);
    const Millis length = length_of(file);
    const auto segments = record::segments_of(before);
    const auto last = std::ranges::max_element(segments, {}, &SpokenSegment::to);
    CHECK(recorded_for(segments, 3) > Millis{0});
    const Ended early = run({"score", journal.string(), "--erase-unspoken"}, folder.path());
    CHECK(early.code == 2);
    CHECK(early.errors.find("less than 60 minutes ago") != std::string::npos);

    const Ended erased =
        run({"score", journal.string(), "--erase-unspoken", "--protest-minutes", "0"},
            folder.path());
    CHECK(erased.code == 0);
    CHECK(erased.lines == Words{"erased game-1.flac"});
    CHECK(length_of(file) == length);
    const auto rest = speech::recorder::read_sound(file, last->to, length);
    REQUIRE(rest.has_value());
    CHECK(std::ranges::all_of(*rest, [](std::int16_t sample) { return sample == 0; }));
    const auto move =
        speech::recorder::read_sound(file, segments.front().from, segments.front().to);
    REQUIRE(move.has_value());
    CHECK(std::ranges::any_of(*move, [](std::int16_t sample) { return std::abs(sample) > 1000; }));
    CHECK(index_of(journal).back().news == RecordingNews::erased);
    CHECK(run({"replay", journal.string(), "--verify"}, folder.path()).code == 0);
}

TEST_CASE("D.2.7: what everybody answers at set-up decides whether anybody is recorded") {
    const bool is_agreed = GENERATE(true, false);
    const Folder folder;
    const fs::path journal = folder / "game.ansage";
    Process table{
        command_line(recording_words(journal, {"--together", "--record-continuous"})),
        folder.path()};
    for (const std::string answer : {"", "", "", "", "", ""}) table.write(answer);
    table.write(is_agreed ? "y" : "");
    const bool is_open = table.await("journal ");
    INFO(table.errors());
    REQUIRE(is_open);
    table.write("quit");
    CHECK(table.wait() == 0);
    CHECK(fs::exists(folder / "game-1.flac") == is_agreed);
    CHECK(table.errors().empty() == is_agreed);
    const std::vector<table::Recorded> index = index_of(journal);
    REQUIRE(index.empty() != is_agreed);
    if (is_agreed) CHECK(index.front().news == RecordingNews::began_continuous);
}

// The device announces what is done on the board, at its button.
void announce_by_device(Process& board, Process& table, const std::string& file) {
    board.write("lifts " + file + "2");
    board.write("places " + file + "4 P");
    pass(Millis{1500}); // the board comes to rest
    table.write("white button announce");
    REQUIRE(table.await("made 1. " + file + "4"));
    table.write("white presses");
    REQUIRE(table.await("clock black"));
}

// White's first move is taken back, and another one made.
void play_announced_by_device(Process& board, const fs::path& journal, const Folder& folder) {
    Process table{
        command_line(
            {"play",
             "--white",
             "impaired identity announces=device",
             "--white-board",
             "dgt:" + board.last().substr(5),
             "--black",
             "sighted none",
             "--speech",
             "none",
             "--journal",
             journal.string()}
        ),
        folder.path()};
    REQUIRE(table.await("journal "));
    table.write("arbiter starts");
    REQUIRE(table.await("clock white"));
    announce_by_device(board, table, "e");
    table.write("arbiter pauses");
    table.write("arbiter restores ply 0");
    table.write("y");
    REQUIRE(table.await("say ear-black: Position restored"));
    board.write("lifts e4");
    board.write("places e2 P");
    table.write("black confirms");
    pass(Millis{1500});
    table.write("arbiter resumes");
    REQUIRE(table.await("clock white"));
    announce_by_device(board, table, "d");
    table.write("black announces Eva sieben Eva fünf");
    REQUIRE(table.await("made 1... e5"));
    table.write("quit");
    CHECK(table.wait() == 0);
}

TEST_CASE("D.2.10: where the device announced, its own speech is the record") {
    const Folder folder;
    const fs::path journal = folder / "game.ansage";
    Process board{command_line({"board", "simulate", "dgt"}), folder.path()};
    REQUIRE(board.await("port "));
    play_announced_by_device(board, journal, folder);
    const fs::path wav = folder / "heard.wav";
    const Ended heard = listen(journal, wav, {"--play", "1"});
    CHECK(heard.code == 0);
    CHECK(
        heard.lines ==
        Words{
            "play 1. d4",
            "Taken back: there is an earlier recording of move 1 of White; --taken-back plays it."}
    );
    const Millis stands = length_of(wav);
    CHECK(stands > Millis{700}); // David zwei David vier
    CHECK(stands < Millis{4000}); // and not the other
    // The person who announced was not recorded.
    CHECK(listen(journal, wav, {"--play", "1", "--black"}).code == 1);
    const Ended earlier = listen(journal, wav, {"--play", "1", "--taken-back"});
    CHECK(earlier.code == 0);
    CHECK(earlier.lines == Words{"taken back 1. e4"});
    CHECK(length_of(wav) > Millis{1500}); // it is said first
    CHECK(listen(journal, wav, {"--taken-back"}).lines == Words{"taken back 1. e4"});
}

} // namespace
} // namespace ansage::tests
