// SPDX-License-Identifier: GPL-3.0-or-later
// Sound files that survive what happens to programs.
#include "made_up_sound.hpp"
#include "speech/recorder/speed.hpp"
#include "support/catch.hpp"

#include <chrono>
#include <cmath>
#include <csignal>
#include <fstream>
#include <random>
#include <sys/wait.h>
#include <thread>

namespace ansage::speech::recorder {
namespace {

Sound saw_tooth(std::uint64_t frames) {
    Sound sound;
    for (std::uint64_t frame = 0; frame < frames; ++frame) sound.push_back(sample_at(frame));
    return sound;
}

void write_file(const std::filesystem::path& path, Codec codec, std::uint64_t frames) {
    SoundWriter writer = SoundWriter::create(path, codec).value();
    REQUIRE(writer.write(saw_tooth(frames)).has_value());
    REQUIRE(writer.close().has_value());
}

// A child that records a tenth of a second every millisecond, and tells through the pipe how much,
// until it is killed.
[[noreturn]] void record_until_killed(const std::filesystem::path& path, Codec codec, int told) {
    auto writer = SoundWriter::create(path, codec);
    for (std::uint64_t frame = 0; writer; frame += 1'600) {
        Sound sound;
        for (std::uint64_t i = 0; i < 1'600; ++i) sound.push_back(sample_at(frame + i));
        if (!writer->write(sound)) break;
        const std::uint64_t written = frame + 1'600;
        if (::write(told, &written, sizeof written) < 0) break;
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
    }
    _exit(1);
}

// Frames that the child said it had written when it died: so many tenths of a second at least.
std::uint64_t killed_after(const std::filesystem::path& path, Codec codec, unsigned tenths) {
    std::array<int, 2> pipe{};
    REQUIRE(::pipe(pipe.data()) == 0);
    const pid_t child = fork();
    if (child == 0) {
        ::close(pipe[0]);
        record_until_killed(path, codec, pipe[1]);
    }
    ::close(pipe[1]);
    std::uint64_t frames = 0;
    while (frames < tenths * 1'600U)
        REQUIRE(::read(pipe[0], &frames, sizeof frames) == sizeof frames);
    ::kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    for (std::uint64_t more = 0; ::read(pipe[0], &more, sizeof more) == sizeof more;) frames = more;
    ::close(pipe[0]);
    return frames;
}

void check_killed(Codec codec, int times, std::uint64_t most_lost) {
    std::mt19937 random{20260101};
    for (int time = 0; time < times; ++time) {
        const Folder folder;
        const auto path =
            folder.path() / (std::string{"game-1"} + std::string{extension_of(codec)});
        const unsigned tenths = static_cast<unsigned>(random() % 60) + 1;
        const std::uint64_t written = killed_after(path, codec, tenths);
        INFO("killed " << time << " after " << tenths << " tenths, " << written << " frames");
        const std::uint64_t length = rehead(path).value();
        CHECK(length + most_lost >= written);
        CHECK(count_frames(path).value() == length);
        const Sound sound = read_sound(path, time_of(length / 2), time_of(length)).value();
        REQUIRE(sound.empty() == (length == 0)); // what may be lost may be all there was
        if (codec == Codec::flac && !sound.empty()) {
            const std::uint64_t first = frames_of(time_of(length / 2));
            CHECK(sound.front() == sample_at(first));
            CHECK(sound.back() == sample_at(first + sound.size() - 1));
        }
    }
}

} // namespace

TEST_CASE("a stretch of a file is read from its place to its end") {
    const Folder folder;
    const auto path = folder.path() / "a.flac";
    write_file(path, Codec::flac, 48'000);
    const Sound sound = read_sound(path, base::Millis{500}, base::Millis{1500}).value();
    REQUIRE(sound.size() == 16'000);
    CHECK(sound.front() == sample_at(8'000));
    CHECK(read_sound(path, base::Millis{2500}, base::Millis{9000}).value().size() == 8'000);
    CHECK(read_sound(path, base::Millis{9000}, base::Millis{9500}).value().empty());
    CHECK_FALSE(read_sound(folder.path() / "no.flac", {}, base::Millis{1}).has_value());
}

TEST_CASE("a file is never written over") {
    const Folder folder;
    const auto path = folder.path() / "a.flac";
    write_file(path, Codec::flac, 16'000);
    CHECK_FALSE(SoundWriter::create(path, Codec::flac).has_value());
    CHECK(count_frames(path).value() == 16'000);
}

TEST_CASE("a file into which nothing was recorded is empty and no mistake") {
    const Folder folder;
    const auto path = folder.path() / "a.flac";
    write_file(path, Codec::flac, 0);
    CHECK(count_frames(path).value() == 0);
    CHECK(rehead(path).value() == 0);
    CHECK(read_sound(path, {}, base::Millis{1000}).value().empty());
    CHECK(erase_outside(path, {}).has_value());
}

TEST_CASE("a file whose writer was killed at its very beginning is whatever came so far") {
    const Folder folder;
    const Codec codec = GENERATE(Codec::flac, Codec::opus);
    const auto whole = folder.path() / ("whole" + std::string{extension_of(codec)});
    write_file(whole, codec, 32'000);
    const auto cut = folder.path() / ("cut" + std::string{extension_of(codec)});
    for (std::uintmax_t size = 0; size < 600; ++size) {
        std::filesystem::copy_file(whole, cut, std::filesystem::copy_options::overwrite_existing);
        std::filesystem::resize_file(cut, size);
        INFO("size " << size);
        REQUIRE(count_frames(cut).has_value());
        REQUIRE(read_sound(cut, {}, base::Millis{2000}).has_value());
        REQUIRE(rehead(cut).has_value());
    }
    std::ofstream{cut} << "this is no sound";
    CHECK_FALSE(count_frames(cut).has_value());
}

TEST_CASE("Opus is as long as what was recorded") {
    const Folder folder;
    const auto path = folder.path() / "a.opus";
    write_file(path, Codec::opus, 160'000);
    const auto length = static_cast<double>(count_frames(path).value());
    CHECK(std::abs(length - 160'000) < 1'600);
}

TEST_CASE("a killed program leaves a readable file, and a true header is put before it") {
    check_killed(Codec::flac, 5, 2 * 4'096);
}

TEST_CASE("a killed program leaves readable Opus") { check_killed(Codec::opus, 3, 16'000); }

TEST_CASE("killed a hundred times at random, a hundred recordings are readable", "[.long]") {
    check_killed(Codec::flac, 100, 2 * 4'096);
    check_killed(Codec::opus, 100, 16'000);
}

TEST_CASE("what belongs to no move becomes silence, and nothing moves") {
    const Folder folder;
    const auto path = folder.path() / "a.flac";
    write_file(path, Codec::flac, 64'000);
    const std::vector<Span> spans{{base::Millis{1000}, base::Millis{2000}}};
    REQUIRE(erase_outside(path, spans).has_value());
    const Sound sound = read_sound(path, base::Millis{0}, base::Millis{4000}).value();
    REQUIRE(sound.size() == 64'000);
    for (std::size_t frame = 0; frame < sound.size(); ++frame) {
        const bool is_kept = frame >= 16'000 && frame < 32'000;
        if (sound[frame] != (is_kept ? sample_at(frame) : std::int16_t{0}))
            FAIL("frame " << frame << " is " << sound[frame]);
    }
}

TEST_CASE("speech is faster or slower by what was asked for") {
    Sound sound;
    for (int i = 0; i < 32'000; ++i)
        sound.push_back(static_cast<std::int16_t>(8'000 * std::sin(i * 0.08)));
    for (const double speed : {0.5, 1.5, 3.0}) {
        const auto length = static_cast<double>(at_speed(sound, speed).size());
        CHECK(length == Approx(32'000 / speed).epsilon(0.05));
    }
    CHECK(at_speed({}, 2).empty());
}

} // namespace ansage::speech::recorder
