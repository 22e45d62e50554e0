// SPDX-License-Identifier: GPL-3.0-or-later
// The recorder itself, with made-up sound: nothing here needs a device.
#include "made_up_sound.hpp"
#include "support/catch.hpp"

#include <chrono>
#include <csignal>
#include <sys/resource.h>
#include <thread>

namespace ansage::speech::recorder {
namespace {

using namespace std::chrono_literals;

template <class Condition>
bool comes_true(Condition condition) {
    const auto end = std::chrono::steady_clock::now() + 100s;
    while (!condition()) {
        if (std::chrono::steady_clock::now() > end) return false;
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

TEST_CASE("D.2.7: what was said around the key is recorded too, for people are not exact") {
    Set set;
    set.come(80'000); // five seconds of which nobody pressed
    const base::Millis from = set.recorder->begin();
    set.come(16'000);
    const base::Millis to = set.recorder->end();
    set.come(16'000); // after the key went up
    CHECK(set.recorder->finish() == to);
    CHECK(from == base::Millis{0});
    CHECK(to == base::Millis{3000});
    const Sound sound = read_sound(set.file, from, to).value();
    REQUIRE(sound.size() == 48'000);
    CHECK(sound.front() == sample_at(80'000 - 24'000));
    CHECK(sound.back() == sample_at(96'000 + 8'000 - 1));
    CHECK(count_frames(set.file).value() == 48'000);
}

TEST_CASE("a key that goes down soon again has all that came before it, and nothing twice") {
    Set set;
    set.come(80'000);
    set.recorder->begin();
    set.come(16'000);
    set.recorder->end();
    const std::uint64_t gap = GENERATE(0U, 4'000U, 8'000U, 12'000U);
    INFO("frames between: " << gap);
    set.come(gap);
    const base::Millis from = set.recorder->begin();
    CHECK(from == time_of(40'000 + gap) - base::Millis{1500});
    set.come(16'000);
    set.recorder->end();
    CHECK(set.recorder->finish() >= time_of(40'000 + gap + 16'000));
    const Sound sound = read_sound(set.file, from, from + base::Millis{2500}).value();
    REQUIRE(sound.size() == 40'000);
    CHECK(sound.front() == sample_at(96'000 + gap - 24'000));
    CHECK(sound.back() == sample_at(96'000 + gap + 16'000 - 1));
}

TEST_CASE("what was lost on its way is told with its place in the file, and the file goes on") {
    RecorderSettings settings;
    settings.is_continuous = true;
    Set set{settings};
    set.come(16'000);
    CHECK(set.recorder->take_news().empty());
    set.input->lose();
    set.come(8'000);
    set.input->lose();
    set.come(8'000);
    std::vector<News> news;
    REQUIRE(comes_true([&] {
        for (News& each : set.recorder->take_news()) news.push_back(std::move(each));
        return !news.empty() && set.recorder->length() == base::Millis{2000};
    }));
    for (const News& each : news) {
        CHECK(each.kind == News::Kind::samples_lost);
        CHECK(each.from >= base::Millis{1000});
        CHECK(each.to > each.from);
        CHECK(each.to <= base::Millis{2000});
        CHECK_FALSE(each.why);
    }
    CHECK(set.recorder->is_recording());
    CHECK(set.recorder->finish() == base::Millis{2000});
    CHECK(time_of(count_frames(set.file).value()) == base::Millis{2000});
}

TEST_CASE("what was lost before the key went down is told only if it is in the file") {
    const bool is_long_ago = GENERATE(false, true);
    Set set;
    set.come(40'000);
    set.input->lose();
    set.come(100); // it is noted before anything else comes
    set.come(is_long_ago ? 32'000 : 8'000);
    CHECK(set.recorder->take_news().empty());
    CHECK(set.recorder->begin() == base::Millis{0});
    const std::vector<News> news = set.recorder->take_news();
    REQUIRE(news.size() == (is_long_ago ? 0 : 1));
    if (!is_long_ago) {
        CHECK(news[0].kind == News::Kind::samples_lost);
        CHECK(news[0].to > news[0].from);
        CHECK(news[0].to <= base::Millis{1500});
    }
}

TEST_CASE("the end of what was said is waited for before the file is closed") {
    Set set;
    set.come(80'000);
    set.recorder->begin();
    set.come(16'000);
    const base::Millis to = set.recorder->end();
    std::thread late{[&] {
        std::this_thread::sleep_for(200ms);
        set.input->let_come(16'000);
    }};
    CHECK(set.recorder->finish() == to);
    late.join();
    CHECK_FALSE(set.recorder->is_recording());
    CHECK(time_of(count_frames(set.file).value()) == to);
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

TEST_CASE("a disk that takes no more stops the recording, and what came before is whole") {
    constexpr std::uint64_t most = 60'000; // bytes
    rlimit old{};
    REQUIRE(getrlimit(RLIMIT_FSIZE, &old) == 0);
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit narrow{.rlim_cur = most, .rlim_max = old.rlim_max};
    REQUIRE(setrlimit(RLIMIT_FSIZE, &narrow) == 0);
    Set set{with_disk([](const std::filesystem::path&) { return 1'000'000'000; })};
    for (int i = 0; i < 600 && set.recorder->is_recording(); ++i) set.come(16'000);
    REQUIRE(setrlimit(RLIMIT_FSIZE, &old) == 0);
    const std::vector<News> news = set.recorder->take_news();
    REQUIRE(news.size() == 1);
    CHECK(news.front().kind == News::Kind::stopped);
    CHECK(news.front().why.has_value());
    const std::uint64_t frames = rehead(set.file).value();
    CHECK(frames > 32'000);
    const Sound sound = read_sound(set.file, {}, time_of(frames)).value();
    std::uint64_t wrong = 0;
    for (std::uint64_t i = 0; i < sound.size(); ++i) wrong += sound[i] == sample_at(i) ? 0U : 1U;
    CHECK(wrong == 0);
}

TEST_CASE("a microphone that goes stops the recording, which is kept") {
    Set set{with_disk([](const std::filesystem::path&) { return 1'000'000'000; })};
    set.come(16'000);
    set.input->go();
    REQUIRE(comes_true([&] { return !set.recorder->is_recording(); }));
    const std::vector<News> news = set.recorder->take_news();
    REQUIRE(news.size() == 1);
    CHECK(news.front().kind == News::Kind::microphone_gone);
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
