// SPDX-License-Identifier: GPL-3.0-or-later
#include "table.hpp"

#include "record/recording_index.hpp"
#include "speech/recorder/sound_file.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <fstream>
#include <stdexcept>
#include <thread>

namespace ansage::tests {

namespace {

using base::Millis;
namespace fs = std::filesystem;

} // namespace

Studio::Studio()
    : server_({"mouth"}) {
    add_microphone("mic", "mouth");
    add_device("ear", "ear");
    add_device("room", "room");
    if (!server_.start()) throw std::runtime_error{"the test's sound server does not start"};
    write_rising_tone(server_.folder() / "speech.raw", studio_rate);
}

void Studio::add_device(const std::string& name, const std::string& device) {
    std::ofstream{server_.folder() / "asound.conf", std::ios::app} << fmt::format(
        "pcm.{0} {{\n  type pulse\n  device {1}\n  hint {{ show on\n description \"{0}\" }}\n}}\n",
        name,
        device
    );
}

void Studio::speak(const std::string& sink) {
    sink_ = sink;
    if (!server_.listen()) throw std::runtime_error{"nobody can listen to the test's sound server"};
    speaker_ = std::make_unique<speech::portaudio::Child>(
        Words{
            "pacat",
            "--device=" + sink,
            "--raw",
            "--format=s16le",
            "--rate=22050",
            "--channels=1",
            "--latency-msec=50",
            (server_.folder() / "speech.raw").string()},
        "/dev/null"
    );
}

void Studio::hush() {
    speaker_.reset();
    const auto sounds = server_.heard();
    const std::vector<std::int16_t>& stereo = sounds.at(sink_);
    heard_.clear();
    for (std::size_t i = 0; i < stereo.size(); i += 2) heard_.push_back(stereo[i]);
    // After the speaker was silenced nothing is heard.
    while (!heard_.empty() && std::abs(int{heard_.back()}) < 1000) heard_.pop_back();
}

Millis Studio::heard_until() const { return told_by_tone(heard_, studio_rate); }

Studio& studio() {
    static Studio the_studio;
    return the_studio;
}

Words command_line(const Words& words) {
    Words line{tests::program()};
    line.insert(line.end(), words.begin(), words.end());
    return line;
}

Words recording_words(const fs::path& journal, const Words& more) {
    static_cast<void>(studio());
    Words words{
        "play",
        "--white",
        "impaired none",
        "--black",
        "sighted none",
        "--record",
        "mic",
        "--journal",
        journal.string()};
    words.insert(words.end(), more.begin(), more.end());
    if (std::ranges::find(more, "--white-ear") == more.end())
        words.insert(words.end(), {"--speech", "none"});
    return words;
}

RecordedTable::RecordedTable(
    const fs::path& journal, const Folder& folder, const Words& more, Millis silence
)
    : process_(command_line(recording_words(journal, more)), folder.path()) {
    const bool is_open = process_.await("journal ");
    INFO(process_.errors());
    REQUIRE(is_open);
    studio().speak();
    pass(silence);
    write("arbiter starts");
    await("clock white");
}

void RecordedTable::await(const std::string& line, unsigned patience) {
    INFO(line);
    bool has_come = false;
    for (unsigned i = 0; i < patience && !has_come; ++i) has_come = process_.await(line);
    REQUIRE(has_come);
}

void RecordedTable::play(const Move& move) {
    if (move.is_recorded) write(move.player + " records");
    write(move.player + " announces " + move.words);
    write(move.player + " executes " + move.words);
    await("made " + move.made);
    pass(Millis{500});
    write(move.player + " presses");
    await("clock ");
}

void RecordedTable::quit() {
    write("quit");
    CHECK(process_.wait() == 0);
    studio().hush();
}

void pass(Millis time) { std::this_thread::sleep_for(time); }

Ended run(const Words& words, const fs::path& home) {
    Process process{command_line(words), home.string()};
    process.close_input();
    const int code = process.wait();
    return {code, process.lines(), process.errors()};
}

std::vector<table::Recorded> index_of(const fs::path& journal) {
    auto opened = journal::Journal::open(journal);
    REQUIRE(opened.has_value());
    auto index = record::read_recording_index(*opened);
    REQUIRE(index.has_value());
    return *std::move(index);
}

} // namespace ansage::tests
