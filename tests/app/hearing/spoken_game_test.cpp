// SPDX-License-Identifier: GPL-3.0-or-later
// A game spoken into a table's microphone, in figures and by a synthetic voice, and confirmed by
// keys: move for move what was played (docs/hearing.md). What is not understood is said once more,
// by another voice, and then typed, as people do.
#include "../../listening/spoken_table.hpp"
#include "../../speech/pipewire/pipewire_session.hpp"
#include "../../speech/portaudio/sound_server.hpp"
#include "chess/san.hpp"
#include "support/catch.hpp"
#include "support/folder.hpp"
#include "support/process.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <set>
#include <span>
#include <thread>

namespace ansage::tests {
namespace {

using namespace std::chrono_literals;
using chess::Position;
using listening::Sound;
using speech::portaudio::Child;
using speech::portaudio::PipeWireSession;
using speech::portaudio::SoundServer;
using speech::portaudio::Way;
namespace fs = std::filesystem;
using Words = std::vector<std::string>;

// Anderssen - Dufresne, Berlin 1852, to the twentieth move of Black.
constexpr std::array evergreen{"e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5", "b2b4", "c5b4",
                               "c2c3", "b4a5", "d2d4", "e5d4", "e1g1", "d4d3", "d1b3", "d8f6",
                               "e4e5", "f6g6", "f1e1", "g8e7", "c1a3", "b7b5", "b3b5", "a8b8",
                               "b5a4", "a5b6", "b1d2", "c8b7", "d2e4", "g6f5", "c4d3", "f5h5",
                               "e4f6", "g7f6", "e5f6", "h8g8", "a1d1", "h5f3", "e1e7", "c6e7"};
// Of eSpeak NG's those that are understood most: a game has little use for the others.
constexpr std::array voices{"en-us+f5", "en-us+f2"};

// What is played to this sink the microphone "mic" hears.
struct Studio {
    std::string sink;
    fs::path folder;
};

void add_microphone(const Studio& studio) {
    std::ofstream{studio.folder / "asound.conf", std::ios::app} << fmt::format(
        "pcm.mic {{\n  type pulse\n  device {}.monitor\n  hint {{ show on\n description \"mic\" "
        "}}\n}}\n",
        studio.sink
    );
}

// Heard to its last sample, and a moment longer, as people take to press a key.
void speak(const Studio& studio, const Sound& sound) {
    const fs::path file = studio.folder / "spoken.raw";
    std::ofstream{file, std::ios::binary}.write(
        reinterpret_cast<const char*>(sound.data()),
        static_cast<std::streamsize>(sound.size() * sizeof(sound.front()))
    );
    Child player{
        {"pacat",
         "--device=" + studio.sink,
         "--raw",
         "--format=s16le",
         "--rate=16000",
         "--channels=1",
         "--latency-msec=50",
         file.string()},
        "/dev/null"};
    for (int tries = 0; player.running() && tries < 6000; ++tries)
        std::this_thread::sleep_for(10ms);
    REQUIRE_FALSE(player.running());
    std::this_thread::sleep_for(300ms);
}

std::set<std::string> files_in(const fs::path& folder) {
    std::set<std::string> files;
    std::error_code ignored;
    for (const auto& entry : fs::recursive_directory_iterator(folder, ignored))
        if (entry.is_regular_file(ignored)) files.insert(entry.path().string());
    return files;
}

// Files in memory that are not ours: sound servers of tests that run beside this one.
bool is_of_sound_server(const std::string& file) {
    const std::string name = fs::path{file}.lexically_relative("/dev/shm").string();
    return name.starts_with("jack") || name.starts_with("pulse");
}

// Those that came since, and stay: the files of others who listen go by themselves.
std::set<std::string> left_in_memory(const std::set<std::string>& before) {
    std::set<std::string> left = files_in("/dev/shm");
    std::erase_if(left, [&](const std::string& file) {
        return before.contains(file) || is_of_sound_server(file);
    });
    const auto is_nothing_left = [&left] {
        const std::set<std::string> now = files_in("/dev/shm");
        std::erase_if(left, [&now](const std::string& file) { return !now.contains(file); });
        return left.empty();
    };
    return speech::portaudio::comes_true(is_nothing_left) ? std::set<std::string>{} : left;
}

// A table that listens to that microphone.
class SpokenTable {
public:
    SpokenTable(const Studio& studio, const std::string& heard)
        : studio_(studio),
          before_(files_in("/dev/shm")),
          process_(
              {tests::program(),
               "play",
               "--mode",
               "training",
               "--white",
               "impaired none",
               "--black",
               "impaired none",
               "--words",
               "iccf-en",
               "--audio",
               "none",
               "--hear",
               "mic",
               "--heard",
               heard,
               "--journal",
               journal().string()},
              folder_.path()
          ) {
        await("say ear-white: This table listens");
        process_.write("arbiter starts");
        await("clock white");
    }

    // True: understood, and so confirmed by a key.
    bool play(const Position& position, const std::string& uci) {
        const std::string player = position.turn() == chess::Color::white ? "white" : "black";
        const chess::Move move = chess::parse_uci(position, uci).value();
        bool is_understood = false;
        for (std::size_t i = 0; i < voices.size() && !is_understood; ++i)
            is_understood = say(player, voice_.said_in(position, uci, voices.at(i)), uci);
        if (is_understood)
            std::this_thread::sleep_for(500ms); // a key at once is none, but a bounce
        process_.write(player + (is_understood ? " confirms line" : " announces " + uci));
        await("made ");
        const std::string san = chess::to_san_without_check(position, move);
        CHECK(process_.last().ends_with(' ' + san));
        process_.write(player + " presses");
        await("clock ");
        return is_understood;
    }

    // The microphone is open, or closed, by what the sound server says.
    [[nodiscard]] static bool comes_to_listen(bool listens) {
        return speech::portaudio::comes_true([listens] {
            const bool is_open =
                std::system("timeout 20 pactl list short source-outputs | grep -q .") ==
                0; // NOLINT(cert-env33-c)
            return is_open == listens;
        });
    }

    // A player whose voice was heard is heard no more.
    void withdraw(const std::string& player) {
        process_.write(player + " unheard");
        await("say ear-" + player + ": No more listening");
    }

    // A window in which he speaks, and in which nobody hears him.
    void speak_unheard(const std::string& player, const Position& position, const char* uci) {
        process_.write(player + " records");
        await("say ear-" + player + ": Your voice is not listened to");
        speak(studio_, voice_.said_in(position, uci, voices.front()));
    }

    // What was written is the journal, with or after the game; no sound is among it.
    void quit() {
        process_.write("quit");
        CHECK(process_.wait() == 0);
        CHECK(process_.errors() == "");
        CHECK(left_in_memory(before_) == std::set<std::string>{});
        for (const std::string& file : files_in(folder_.path())) {
            INFO(file);
            const std::string name = fs::path{file}.filename().string();
            const bool is_known = name.starts_with("game.ansage") || name.starts_with("errors-") ||
                name == "table.lock" || name == "cookie";
            CHECK(is_known);
            CHECK(fs::file_size(file) < 500'000); // as much as fifteen seconds of sound
        }
    }

    // Replayed where no model of speech is: root alone can take it away, and not everywhere.
    void verify() const {
        Words line{tests::program(), "replay", journal().string(), "--verify"};
        const Words without{
            "/usr/bin/unshare",
            "--mount",
            "/bin/sh",
            "-c",
            "mount -t tmpfs none /usr/share/pocketsphinx && exec \"$@\"",
            "sh"};
        Words probe = without;
        probe.emplace_back("/bin/true");
        if (Process{probe, folder_.path()}.wait() == 0)
            line.insert(line.begin(), without.begin(), without.end());
        else WARN("the model cannot be taken away here: verified beside it");
        Process process{line, folder_.path()};
        const int code = process.wait();
        INFO(process.errors());
        CHECK(code == 0);
    }

    // The median from the key that closes a window to the line that is read back, in seconds.
    [[nodiscard]] double answer_time() const {
        std::vector<std::chrono::duration<double>> times = answers_;
        std::ranges::sort(times);
        return times.empty() ? 0 : times.at(times.size() / 2).count();
    }

    [[nodiscard]] fs::path journal() const { return fs::path{folder_.path()} / "game.ansage"; }

private:
    void await(const std::string& line) {
        const bool has_come = process_.await(line);
        INFO(line << " did not come; " << process_.errors());
        REQUIRE(has_come);
    }

    bool say(const std::string& player, const Sound& sound, const std::string& uci) {
        const std::string ear = "say ear-" + player + ": ";
        process_.write(player + " records");
        await(ear + "I am listening.");
        speak(studio_, sound);
        process_.write(player + " records");
        const auto closed_at = std::chrono::steady_clock::now();
        await(ear + "No longer listening.");
        await(ear);
        answers_.push_back(std::chrono::steady_clock::now() - closed_at);
        const std::string& line = process_.last();
        if (!line.ends_with("Enter?")) return false;
        const bool is_right = line.find(in_figures(uci)) != std::string::npos;
        if (!is_right) {
            WARN(uci << " was heard as " << line);
            process_.write(player + " withdraws");
        }
        return is_right;
    }

    // "five two five four"
    static std::string in_figures(const std::string& uci) {
        static constexpr std::array names{
            "one", "two", "three", "four", "five", "six", "seven", "eight"};
        std::string words;
        for (const char sign : uci.substr(0, 4)) {
            const auto figure = static_cast<std::size_t>(sign >= 'a' ? sign - 'a' : sign - '1');
            words += (words.empty() ? "" : " ") + std::string{names.at(figure)};
        }
        return words;
    }

    Studio studio_;
    Folder folder_;
    std::set<std::string> before_;
    listening::Table voice_{"iccf-en"};
    std::vector<std::chrono::duration<double>> answers_;
    Process process_;
};

std::size_t play_spoken_game(const Studio& studio, std::size_t plies) {
    SpokenTable table{studio, "both"};
    Position position;
    std::size_t understood = 0;
    for (const char* const uci : std::span{evergreen}.first(plies)) {
        INFO(uci);
        understood += table.play(position, uci) ? 1U : 0U;
        position = position.after(chess::parse_uci(position, uci).value());
    }
    table.quit();
    table.verify();
    WARN(
        understood << " of " << plies << " moves were understood, the others typed; "
                   << table.answer_time() << " s from the key to the read-back"
    );
    return understood;
}

Studio on_pulseaudio() {
    static SoundServer server{{"mouth"}};
    const Studio studio{.sink = "mouth", .folder = server.folder()};
    if (!server.runs()) {
        add_microphone(studio);
        REQUIRE(server.start());
    }
    return studio;
}

void play_on_pipewire(std::size_t plies) {
    PipeWireSession server{Way::pulse};
    const Studio studio{.sink = "room", .folder = server.folder()};
    add_microphone(studio);
    REQUIRE(server.start());
    CHECK(play_spoken_game(studio, plies) >= plies / 4);
}

} // namespace

TEST_CASE("A game is spoken to a table, on PulseAudio") {
    CHECK(play_spoken_game(on_pulseaudio(), 8) >= 2);
}

TEST_CASE("Whoever has not consented is not heard, and nothing of his voice is kept") {
    SpokenTable table{on_pulseaudio(), "white"};
    Position position;
    table.play(position, "e2e4");
    position = position.after(chess::parse_uci(position, "e2e4").value());
    table.speak_unheard("black", position, "e7e5");
    CHECK(SpokenTable::comes_to_listen(true));
    table.withdraw("white"); // nobody is left who may be heard
    CHECK(SpokenTable::comes_to_listen(false));
    table.quit();
    table.verify();
}

TEST_CASE("A game is spoken to a table, on PipeWire") { play_on_pipewire(6); }

TEST_CASE("A game of forty plies is spoken to a table, on PulseAudio", "[.long]") {
    CHECK(play_spoken_game(on_pulseaudio(), evergreen.size()) >= evergreen.size() / 2);
}

TEST_CASE("A game of forty plies is spoken to a table, on PipeWire", "[.long]") {
    play_on_pipewire(evergreen.size());
}

} // namespace ansage::tests
