// SPDX-License-Identifier: GPL-3.0-or-later
#include "speech/wav.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <bit>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <memory>
#include <string>
#include <sys/resource.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace ansage::speech {
namespace {

using base::Instant;
using base::Millis;

// "440x1000" sounds as the sample value 440 for 1000 ms; a text without an x has no voice.
class FakeSynthesiser : public Synthesiser {
public:
    base::Result<Samples, base::Error>
    render(const std::vector<Segment>& segments, VoiceSettings /*voice*/) override {
        Samples samples;
        for (const Segment& segment : segments) {
            const std::size_t cross = segment.text.find('x');
            if (cross == std::string::npos) {
                return tl::unexpected(base::Error{
                    base::as_it_is(std::string{"no voice"}),
                    segment.language,
                    base::as_it_is(std::string{"install it"})});
            }
            const auto value = static_cast<std::int16_t>(std::stoi(segment.text.substr(0, cross)));
            const auto millis = std::stoul(segment.text.substr(cross + 1));
            samples.insert(samples.end(), millis * sample_rate / 1000, value);
        }
        return samples;
    }

    void start(std::vector<Segment> /*segments*/, VoiceSettings /*voice*/, Listener /*listener*/)
        override {
        FAIL("a file is not written in pieces");
    }
};

// A path of its own for one test, removed at the end.
class TemporaryFile {
public:
    explicit TemporaryFile(const std::string& name)
        : path_(
              std::filesystem::temp_directory_path() / fmt::format("ansage-{}-{}", getpid(), name)
          ) {}

    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    TemporaryFile(TemporaryFile&&) = delete;
    TemporaryFile& operator=(TemporaryFile&&) = delete;

    ~TemporaryFile() { std::filesystem::remove(path_); }

    [[nodiscard]] std::string path() const { return path_.string(); }

private:
    std::filesystem::path path_;
};

std::string bytes_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

template <class T>
T number_at(const std::string& bytes, std::size_t offset) {
    T number{};
    std::memcpy(&number, bytes.data() + offset, sizeof number);
    return number;
}

// Read by hand, so that the library that wrote the file is not its own judge.
Samples read_wav(const std::string& path) {
    static_assert(std::endian::native == std::endian::little);
    const std::string bytes = bytes_of(path);
    REQUIRE(bytes.size() >= 44);
    CHECK(bytes.substr(0, 4) == "RIFF");
    CHECK(number_at<std::uint32_t>(bytes, 4) == bytes.size() - 8);
    CHECK(bytes.substr(8, 8) == "WAVEfmt ");
    CHECK(number_at<std::uint16_t>(bytes, 20) == 1); // PCM
    CHECK(number_at<std::uint16_t>(bytes, 22) == 1); // channels
    CHECK(number_at<std::uint32_t>(bytes, 24) == 22'050);
    CHECK(number_at<std::uint16_t>(bytes, 34) == 16); // bits
    CHECK(bytes.substr(36, 4) == "data");
    CHECK(number_at<std::uint32_t>(bytes, 40) == bytes.size() - 44);
    Samples samples((bytes.size() - 44) / 2);
    std::copy_n(bytes.data() + 44, samples.size() * 2, reinterpret_cast<char*>(samples.data()));
    return samples;
}

// "0x500 440x1000": runs of one value with their length in milliseconds.
std::string runs(const Samples& samples) {
    std::string line;
    for (auto at = samples.begin(); at != samples.end();) {
        const auto end = std::find_if(at, samples.end(), [value = *at](std::int16_t other) {
            return other != value;
        });
        line +=
            fmt::format("{}{}x{}", line.empty() ? "" : " ", *at, (end - at) * 1000 / sample_rate);
        at = end;
    }
    return line;
}

Utterance sound(const std::string& text, Audience audience = Audience::room) {
    return {.audience = audience, .segments = {{"de", text}}};
}

TEST_CASE("An utterance sounds at its instant, and silence fills what is between") {
    const TemporaryFile file("between.wav");
    FakeSynthesiser synthesiser;
    auto timeline = WavTimeline::create(file.path(), synthesiser);
    REQUIRE(timeline);
    const auto first = timeline->place(sound("440x1000"), Millis{500});
    REQUIRE(first);
    CHECK(first->start == Millis{500});
    CHECK(first->duration == Millis{1000});
    REQUIRE(timeline->place(sound("220x200"), Millis{2000}));
    CHECK(runs(read_wav(file.path())) == "0x500 440x1000 0x500 220x200");
    CHECK(timeline->length() == Millis{2200});
}

TEST_CASE("A file that is called - is a file") {
    const auto before = std::filesystem::current_path();
    const auto folder = std::filesystem::temp_directory_path() / fmt::format("ansage-{}", getpid());
    std::filesystem::create_directory(folder);
    std::filesystem::current_path(folder);
    FakeSynthesiser synthesiser;
    auto timeline = WavTimeline::create("-", synthesiser);
    REQUIRE(timeline);
    REQUIRE(timeline->place(sound("440x100"), Millis{0}));
    std::filesystem::current_path(before);
    CHECK(runs(read_wav(folder / "-")) == "440x100");
    std::filesystem::remove_all(folder);
}

TEST_CASE("Utterances that would overlap sound one after the other, as the room hears them") {
    const TemporaryFile file("overlap.wav");
    FakeSynthesiser synthesiser;
    auto timeline = WavTimeline::create(file.path(), synthesiser);
    REQUIRE(timeline->place(sound("440x1000"), Millis{0}));
    const auto second = timeline->place(sound("220x200"), Millis{300});
    CHECK(second->start == Millis{1000});
    CHECK(second->duration == Millis{200});
    CHECK(runs(read_wav(file.path())) == "440x1000 220x200");
}

TEST_CASE("The file is whole after every utterance, while it is still being written") {
    const TemporaryFile file("whole.wav");
    FakeSynthesiser synthesiser;
    auto timeline = WavTimeline::create(file.path(), synthesiser);
    CHECK(read_wav(file.path()).empty());
    REQUIRE(timeline->place(sound("440x100"), Millis{0}));
    CHECK(runs(read_wav(file.path())) == "440x100");
    REQUIRE(timeline->extend_to(Millis{400}));
    CHECK(runs(read_wav(file.path())) == "440x100 0x300");
}

TEST_CASE("What is cut ends at that instant, and what follows goes on from there") {
    const TemporaryFile file("cut.wav");
    FakeSynthesiser synthesiser;
    auto timeline = WavTimeline::create(file.path(), synthesiser);
    REQUIRE(timeline->place(sound("440x1000"), Millis{0}));
    REQUIRE(timeline->cut_at(Millis{400}));
    REQUIRE(timeline->cut_at(Millis{800}));
    CHECK(runs(read_wav(file.path())) == "440x400");
    REQUIRE(timeline->place(sound("220x200"), Millis{400}));
    CHECK(runs(read_wav(file.path())) == "440x400 220x200");
}

TEST_CASE("An utterance without a voice leaves the file as it was") {
    const TemporaryFile file("voice.wav");
    FakeSynthesiser synthesiser;
    auto timeline = WavTimeline::create(file.path(), synthesiser);
    const auto placed = timeline->place(sound("nobody"), Millis{1000});
    REQUIRE_FALSE(placed);
    CHECK(to_line(placed.error()) == "de: no voice; install it");
    CHECK(read_wav(file.path()).empty());
}

TEST_CASE("A file that cannot be created is named in one line") {
    FakeSynthesiser synthesiser;
    const auto timeline = WavTimeline::create("/nowhere/at/all.wav", synthesiser);
    REQUIRE_FALSE(timeline);
    const std::string line = to_line(timeline.error());
    CHECK(line.starts_with("/nowhere/at/all.wav: cannot create the sound file"));
    CHECK(line.find('\n') == std::string::npos);
}

// While it lives, no file of this process grows beyond `bytes`: a full disk.
class FullDisk {
public:
    explicit FullDisk(rlim_t bytes)
        : old_handler_(std::signal(SIGXFSZ, SIG_IGN)) {
        getrlimit(RLIMIT_FSIZE, &old_limit_);
        const rlimit limit{.rlim_cur = bytes, .rlim_max = old_limit_.rlim_max};
        setrlimit(RLIMIT_FSIZE, &limit);
    }

    FullDisk(const FullDisk&) = delete;
    FullDisk& operator=(const FullDisk&) = delete;
    FullDisk(FullDisk&&) = delete;
    FullDisk& operator=(FullDisk&&) = delete;

    ~FullDisk() {
        setrlimit(RLIMIT_FSIZE, &old_limit_);
        std::signal(SIGXFSZ, old_handler_);
    }

private:
    void (*old_handler_)(int);
    rlimit old_limit_{};
};

TEST_CASE("A full disk is an error, not the end of the program") {
    const TemporaryFile file("full.wav");
    FakeSynthesiser synthesiser;
    auto timeline = WavTimeline::create(file.path(), synthesiser);
    std::string line;
    {
        const FullDisk full(10'000);
        const auto placed = timeline->place(sound("440x1000"), Millis{0});
        line = placed ? "placed" : to_line(placed.error());
    }
    INFO(line);
    CHECK(line.starts_with(file.path() + ": cannot write sound"));
}

TEST_CASE("A speaker in virtual time puts what the room hears into the file, and nothing else") {
    const TemporaryFile file("stage.wav");
    FakeSynthesiser synthesiser;
    WavStage stage(*WavTimeline::create(file.path(), synthesiser), Audience::room);
    VirtualSpeaker speaker(stage);
    speaker.advance_to({Millis{100}});
    speaker.say(sound("440x1000"));
    speaker.say(sound("220x200"));
    speaker.say(sound("secret", Audience::ear_white));
    speaker.advance_to({Millis{3000}});
    CHECK(runs(read_wav(file.path())) == "0x100 440x1000 220x200");
    CHECK(speaker.take_reports().size() == 3);
    CHECK_FALSE(stage.take_error().has_value());
}

TEST_CASE("In the file of a speaker in virtual time an important utterance cuts what sounds") {
    const TemporaryFile file("important.wav");
    FakeSynthesiser synthesiser;
    WavStage stage(*WavTimeline::create(file.path(), synthesiser), Audience::room);
    VirtualSpeaker speaker(stage);
    speaker.say(sound("440x1000"));
    speaker.advance_to({Millis{400}});
    Utterance stop = sound("220x200");
    stop.priority = Priority::important;
    speaker.say(stop);
    speaker.advance_to({Millis{9000}});
    CHECK(runs(read_wav(file.path())) == "440x400 220x200 440x1000");
}

TEST_CASE("What cannot be spoken is reported as failed, and the stage says why") {
    const TemporaryFile file("failed.wav");
    FakeSynthesiser synthesiser;
    WavStage stage(*WavTimeline::create(file.path(), synthesiser), Audience::room);
    VirtualSpeaker speaker(stage);
    speaker.say(sound("nobody"));
    CHECK(speaker.take_reports() == std::vector{Report{0, Outcome::failed}});
    CHECK(
        stage.take_error() ==
        base::Error{
            base::as_it_is(std::string{"no voice"}),
            "de",
            base::as_it_is(std::string{"install it"})}
    );
    CHECK_FALSE(stage.take_error().has_value());
}

} // namespace
} // namespace ansage::speech
