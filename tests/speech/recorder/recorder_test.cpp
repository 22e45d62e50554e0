// The recorder itself, with made-up sound: nothing here needs a device.
#include "made_up_sound.hpp"
#include "support/catch.hpp"

#include <chrono>
#include <thread>

namespace ansage::speech::recorder {
namespace {

using namespace std::chrono_literals;

template <class Condition>
bool comes_true(Condition condition) {
    const auto end = std::chrono::steady_clock::now() + 10s;
    while (!condition()) {
        if (std::chrono::steady_clock::now() > end) {
            return false;
        }
        std::this_thread::sleep_for(5ms);
    }
    return true;
}

// A recorder, and the input that it reads from.
struct Set {
    Folder folder;
    MadeUpInput* input = nullptr;
    std::unique_ptr<Recorder> recorder;
    std::filesystem::path file;

    explicit Set(RecorderSettings settings = {}) {
        auto made = std::make_unique<MadeUpInput>();
        input = made.get();
        file = settings.file.empty() ? folder.path() / "game-1.flac" : settings.file;
        settings.file = file;
        auto opened = Recorder::open(std::move(made), std::move(settings));
        REQUIRE(opened.has_value());
        recorder = *std::move(opened);
    }

    void come(std::uint64_t frames) {
        input->let_come(frames);
        REQUIRE(comes_true([this] { return input->is_read(); }));
    }
};

RecorderSettings with_disk(std::function<std::uint64_t(const std::filesystem::path&)> free) {
    RecorderSettings settings;
    settings.is_continuous = true;
    settings.free_bytes = std::move(free);
    return settings;
}

} // namespace

TEST_CASE("D.2.7: what was said before the key went down is recorded with what came after") {
    Set set;
    set.come(80'000); // five seconds of which nobody pressed
    const base::Millis from = set.recorder->begin();
    set.come(16'000);
    const base::Millis to = set.recorder->end();
    set.come(16'000); // after the key went up
    CHECK(from == base::Millis{0});
    CHECK(to == base::Millis{2500});
    CHECK(set.recorder->begin() == to);
    set.recorder->end();
    const Sound sound = read_sound(set.file, from, to).value();
    REQUIRE(sound.size() == 40'000);
    CHECK(sound.front() == sample_at(80'000 - 24'000));
    CHECK(sound.back() == sample_at(96'000 - 1));
}

TEST_CASE("a recording by consent has everything, and is whole when it is closed") {
    Folder kept;
    RecorderSettings settings;
    settings.is_continuous = true;
    settings.file = kept.path() / "game-1.flac";
    {
        Set set{settings};
        set.come(50'000);
        CHECK(set.recorder->length() == base::Millis{3125});
    }
    CHECK(count_frames(settings.file).value() == 50'000);
}

TEST_CASE("a disk that gets full is told in time, and stops the recording and nothing else") {
    std::atomic<std::uint64_t> free = 1'000'000'000;
    Set set{with_disk([&](const std::filesystem::path&) { return free.load(); })};
    set.come(16'000);
    free = 52'000'000;
    std::vector<News> news;
    const auto is_told = [&] {
        const std::vector<News> more = set.recorder->take_news();
        news.insert(news.end(), more.begin(), more.end());
        return !news.empty();
    };
    REQUIRE(comes_true(is_told));
    CHECK(news.front().kind == News::Kind::disk_low);
    CHECK(news.front().to == base::Millis{1'000'000}); // 32 of 52 MB, at 32 kB a second
    CHECK(set.recorder->is_recording());
    set.come(16'000);
    news.clear();
    free = 20'000'000;
    REQUIRE(comes_true(is_told));
    CHECK(news.front().kind == News::Kind::stopped);
    CHECK(news.front().why.has_value());
    CHECK_FALSE(set.recorder->is_recording());
    CHECK(count_frames(set.file).value() == 32'000);
    set.come(16'000);
    CHECK(count_frames(set.file).value() == 32'000);
}

TEST_CASE("a microphone that goes stops the recording, which is kept") {
    Set set{with_disk([](const std::filesystem::path&) { return 1'000'000'000; })};
    set.come(16'000);
    set.input->go();
    REQUIRE(comes_true([&] { return !set.recorder->is_recording(); }));
    CHECK(set.recorder->take_news().size() == 1);
    CHECK(count_frames(set.file).value() == 16'000);
}

TEST_CASE("a file that cannot be written is told at once") {
    RecorderSettings settings;
    settings.file = "/nowhere/game-1.flac";
    const auto opened = Recorder::open(std::make_unique<MadeUpInput>(), settings);
    REQUIRE_FALSE(opened.has_value());
    CHECK(opened.error().where == "/nowhere/game-1.flac");
}

} // namespace ansage::speech::recorder
