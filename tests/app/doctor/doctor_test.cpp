// SPDX-License-Identifier: GPL-3.0-or-later
// The doctor, with sound and without.
#include "../../devices/braille_display/brltty.hpp"
#include "../../speech/portaudio/sound_server.hpp"
#include "app/commands/failure.hpp"
#include "base/check.hpp"
#include "devices/braille_display/virtual_display.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"
#include "support/process.hpp"
#include "terminal/shell.hpp"

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace {

using ansage::speech::portaudio::SoundServer;
using ansage::tests::Process;
using Words = std::vector<std::string>;

// One program, one world of sound.
SoundServer& server() {
    static SoundServer the_server({"room", "white"});
    return the_server;
}

// ... in which there is something to be heard.
SoundServer& sounding() {
    if (!server().runs()) REQUIRE(server().start());
    return server();
}

Words doctor_with(const Words& words) {
    Words line{ansage::tests::program(), "doctor"};
    line.insert(line.end(), words.begin(), words.end());
    return line;
}

bool holds(const Words& lines, const std::string& part) {
    return std::ranges::any_of(lines, [&](const std::string& line) {
        return line.find(part) != std::string::npos;
    });
}

int loudest(const std::vector<std::int16_t>& samples) {
    int loudest = 0;
    for (const std::int16_t sample : samples) loudest = std::max(loudest, std::abs(int{sample}));
    return loudest;
}

TEST_CASE("1: Without sound the exit code says so, and the line how to mend it") {
    server().pull();
    Process doctor{doctor_with({"--json"}), server().folder().string()};
    CHECK(doctor.wait() == 3);
    CHECK(doctor.errors().empty());
    bool has_audio = false;
    for (const std::string& line : doctor.lines()) {
        INFO(line);
        const auto finding = nlohmann::json::parse(line);
        CHECK(finding.contains("part"));
        if (!finding.at("good").get<bool>())
            CHECK_FALSE(finding.at("mend").get<std::string>().empty());
        has_audio = has_audio || finding.at("part") == "audio";
    }
    CHECK(has_audio);
}

// A container may have no /sys. Where it is, only root may take it away, and not in a chroot, whose
// mounts are not its own.
TEST_CASE("1a: Where serial ports cannot be listed the line says what to do") {
    const std::string home = server().folder().string();
    const bool is_there = std::filesystem::exists("/sys/class");
    if (is_there && Process{{"/usr/bin/unshare", "--mount", "/bin/true"}, home}.wait() != 0) {
        WARN("/sys cannot be taken away here: not tried");
        return;
    }
    Words line{
        "/bin/sh",
        "-c",
        "unset LANG LC_ALL; exec " + ansage::tests::program() + " doctor --language en"};
    if (is_there) {
        line[2] = "umount -l /sys && " + line[2];
        line.insert(line.begin(), {"/usr/bin/unshare", "--mount"});
    }
    Process doctor{line, home};
    std::ignore = doctor.wait();
    CHECK(holds(
        doctor.lines(),
        "ports: the list of serial ports cannot be read; mount /sys; until then name the port"
    ));
}

TEST_CASE("1b: A braille display is found, and what keeps brltty from showing it is told") {
    using namespace ansage::devices::braille_display;
    constexpr ansage::base::Millis patience{150'000};
    auto screen = VirtualDisplay::open(40);
    REQUIRE(screen.has_value());
    Brltty brltty{screen->port(), "nl"};
    REQUIRE(screen->connect(patience));
    Display display{brltty.address()};
    display.show({.text = "ready"});
    REQUIRE(screen->await([](const auto& it) { return it.text() == "ready"; }, patience));
    ::setenv("BRLAPI_HOST", brltty.address().host.c_str(), 1);
    ::setenv("BRLAPI_AUTH", "none", 1);
    Process found{doctor_with({}), server().folder().string()};
    static_cast<void>(found.wait());
    CHECK(holds(found.lines(), "braille: a display of 40 cells, whose table shows letters"));
    ::setenv("BRLAPI_AUTH", "keyfile:/nonesuch", 1);
    ::setenv("BRLAPI_HOST", "127.0.0.1:1", 1);
    Process locked{doctor_with({}), server().folder().string()};
    static_cast<void>(locked.wait());
    CHECK(holds(locked.lines(), "braille: brltty runs, but there is no braille display ("));
    CHECK(holds(locked.lines(), "become a member of the group brlapi"));
    ::unsetenv("BRLAPI_HOST");
    ::unsetenv("BRLAPI_AUTH");
}

// In a process of its own, which the failed check ends; what speaks is the program, a second one.
TEST_CASE("1c: What broke is said aloud") {
    SoundServer& world = sounding();
    REQUIRE(world.listen());
    const pid_t child = ::fork();
    if (child == 0) {
        ansage::app::say_failures_aloud(ansage::tests::program(), "en");
        ansage::base::set_failure_handler(ansage::app::on_failure);
        std::signal(SIGABRT, SIG_DFL);
        ANSAGE_CHECK(child != 0);
    }
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    CHECK((WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT));
    // Until it was heard, and then to its end, for its world ends with this test.
    int heard = 0;
    int now = 0;
    for (int tries = 0; (heard == 0 || now > 0) && tries < 20; ++tries) {
        std::this_thread::sleep_for(std::chrono::seconds{2});
        now = loudest(world.heard().at("room"));
        heard = std::max(heard, now);
        REQUIRE(world.listen());
    }
    CHECK(heard > 1000);
    std::ignore = world.heard();
}

TEST_CASE("2: Every device and every voice is tried") {
    Process doctor{
        doctor_with({"--white-ear", "white side=left", "--black-ear", "nonesuch"}),
        sounding().folder().string()};
    CHECK(doctor.wait() == 3); // for the ear that is not there
    const Words& lines = doctor.lines();
    CHECK(holds(lines, "audio: room, tried"));
    CHECK(holds(lines, "audio: white, tried"));
    CHECK(holds(lines, "voice: de, tried"));
    CHECK(holds(lines, "voice: en, tried"));
    CHECK(holds(lines, "hearing: pocketsphinx "));
    CHECK(holds(lines, "ear-white: white, left, 175 words a minute, tried"));
    CHECK(holds(lines, "ear-black: nonesuch: it cannot be opened"));
    CHECK(holds(lines, "locale: "));
    CHECK(holds(lines, "braille: "));
}

TEST_CASE("2b: What is found is told in the language of whoever asks") {
    Process doctor{
        doctor_with(
            {"--language", "de", "--white-ear", "white side=left", "--black-ear", "nonesuch"}
        ),
        sounding().folder().string()};
    CHECK(doctor.wait() == 3);
    const Words& lines = doctor.lines();
    CHECK(holds(lines, "Ton: white, geprüft"));
    CHECK(holds(lines, "Stimme: de, geprüft, "));
    CHECK(holds(lines, "Ohr von Weiß: white, links, 175 Wörter in der Minute, geprüft"));
    CHECK(holds(lines, "Ohr von Schwarz: nonesuch: es lässt sich nicht öffnen; mit ansage doctor"));
    // Somebody's brltty may run: that of whoever sits here, or of a test beside this one.
    CHECK((holds(lines, "Braille: keine Zeile; ") || holds(lines, "Braille: brltty läuft, aber")));
    for (const std::string& line : lines) {
        INFO(line);
        CHECK(line.find("tried") == std::string::npos);
        CHECK(line.find("doctor.") == std::string::npos); // no id without words
    }
    Process in_terminals_language{
        {"/usr/bin/env", "LC_ALL=de_DE.UTF-8", ansage::tests::program(), "doctor"},
        sounding().folder().string()};
    CHECK(in_terminals_language.wait() != 2);
    CHECK(holds(in_terminals_language.lines(), "Profile: fide-2023, Wörter fide"));
}

// What is said of the microphone, if anything.
std::string said_of_microphone(const Words& words) {
    Process doctor{doctor_with(words), sounding().folder().string()};
    static_cast<void>(doctor.wait());
    std::string said;
    for (const std::string& line : doctor.lines())
        if (line.starts_with("microphone: ")) said = line;
    return said;
}

// Two minutes of samples that are at most so loud.
void write_noise(const std::filesystem::path& path, int loudness) {
    std::ofstream file{path, std::ios::binary};
    std::minstd_rand random{1};
    std::uniform_int_distribution<int> level{-loudness, loudness};
    for (int i = 0; i < 22'050 * 120; ++i) {
        const auto sample = static_cast<std::int16_t>(level(random));
        file.write(reinterpret_cast<const char*>(&sample), sizeof sample);
    }
}

std::string said_in_noise(int loudness) {
    const std::filesystem::path noise = server().folder() / "noise.raw";
    write_noise(noise, loudness);
    const ansage::speech::portaudio::Child player{
        {"pacat",
         "--device=room",
         "--raw",
         "--format=s16le",
         "--rate=22050",
         "--channels=1",
         noise.string()},
        "/dev/null"};
    REQUIRE(sounding().listen());
    REQUIRE(sounding().begins_to_sound("room"));
    const std::string said = said_of_microphone({"--hear", "mic"});
    std::ignore = sounding().heard();
    return said;
}

// A null sink's monitor gives nothing but zeros while nobody plays.
TEST_CASE("2c: The microphone that a table would listen to is tried, and how loud it is") {
    std::ofstream{sounding().folder() / "asound.conf", std::ios::app}
        << "pcm.mic {\n type pulse\n device room.monitor\n"
           " hint { show on\n description \"mic\" }\n}\n";
    CHECK(said_of_microphone({}) == ""); // nobody asked
    CHECK(
        said_of_microphone({"--hear", "nonesuch"}) ==
        "microphone: --hear: there is no one microphone called \"nonesuch\" that can be opened; "
        "connect one, or see \"ansage doctor\""
    );
    CHECK(
        said_of_microphone({"--hear", "mic"}) ==
        "microphone: mic gives no sound at all; switch it on, or take another one"
    );
    CHECK(said_in_noise(300) == "microphone: mic, tried: quiet enough for moves to be understood");
    CHECK(
        said_in_noise(3000) ==
        "microphone: it is loud at mic: moves will often not be understood; try a microphone near "
        "the mouth, or a quieter room, or type the moves"
    );
}

TEST_CASE("3: An ear is chosen by ear, and kept") {
    const std::string home = sounding().folder().string();
    Process doctor{doctor_with({"--choose-ears"}), home};
    REQUIRE(sounding().listen());
    REQUIRE(doctor.await("Choosing ears. Enter takes what you hear"));
    REQUIRE(doctor.await("Ear of White: "));
    doctor.write("k");
    REQUIRE(doctor.await("Keys: "));
    for (int i = 0; i < 3 && doctor.last().find(": white,") == std::string::npos; ++i) {
        doctor.write("n");
        REQUIRE(doctor.await("Ear of White: "));
    }
    doctor.write("l");
    REQUIRE(doctor.await("Ear of White: white, left side"));
    doctor.write("+");
    REQUIRE(doctor.await("Ear of White: white, left side, 200 words"));
    REQUIRE(sounding().begins_to_sound("white")); // whoever types on hears no more
    doctor.write("");
    // Nobody else gets the same: told at once, before there is more to choose.
    REQUIRE(doctor.await("Ear of Black: "));
    for (int i = 0; i < 3 && doctor.last().find(": white,") == std::string::npos; ++i) {
        doctor.write("n");
        REQUIRE(doctor.await("Ear of Black: "));
    }
    doctor.write("");
    REQUIRE(doctor.await("Taken: White hears this device."));
    doctor.write("h");
    REQUIRE(doctor.await("Ear of Black: white, both sides, 175 words a minute. Pitch 60, volume"));
    doctor.write("s");
    for (int i = 0; i < 3; ++i) {
        REQUIRE(doctor.await("Ear of "));
        doctor.write("s");
    }
    REQUIRE(doctor.await("Kept: "));
    CHECK(doctor.wait() == 0);
    CHECK(loudest(sounding().heard().at("white")) > 200); // or nothing has begun there
    std::ifstream file{home + "/.config/ansage/devices/ears.toml"};
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    CHECK(text.find("[ear-white]\ndevice = \"white\"\nside = \"left\"\nrate = 200\n") == 0);
}

TEST_CASE("3b: The choice is spoken in the chooser's language, and q changes nothing") {
    Process doctor{
        doctor_with({"--choose-ears", "--language", "de", "--ears", "none"}),
        sounding().folder().string()};
    REQUIRE(doctor.await("Ohren wählen. "));
    REQUIRE(doctor.await("Ohr, Weiß: das Standardgerät, beide Seiten, 175 Wörter"));
    doctor.write("q");
    CHECK(doctor.wait() == 1);
}

TEST_CASE("3c: A choice that was stopped goes on where it was") {
    ansage::tests::Shell shell{sounding().folder().string()};
    REQUIRE(shell.is_there());
    shell.type(ansage::tests::program() + " doctor --choose-ears --ears none\n");
    REQUIRE(shell.await("Ear of White: "));
    for (int i = 0; i < 2; ++i) {
        REQUIRE(shell.terminal().awaits_raw());
        CHECK(shell.stops());
        CHECK(shell.goes_on());
        const bool asks_again = shell.await("Ear of White: ");
        INFO(shell.terminal().printed());
        CHECK(asks_again);
        shell.type("l");
        CHECK(shell.await("left side"));
    }
    shell.type("q");
    CHECK(shell.has_ended());
}

TEST_CASE("3e: Where nothing can be heard, a choice that was stopped is told as it stands") {
    ansage::tests::Shell shell{sounding().folder().string()};
    REQUIRE(shell.is_there());
    shell.type(ansage::tests::program() + " doctor --choose-ears --ears none\n");
    REQUIRE(shell.await("Ear of White: "));
    server().pull();
    shell.type("n");
    REQUIRE(shell.await("Silent: "));
    REQUIRE(shell.terminal().awaits_raw());
    CHECK(shell.stops());
    CHECK(shell.goes_on());
    CHECK(shell.await("Ear of White: "));
    shell.type("q");
    CHECK(shell.has_ended());
}

// Seconds from the first loud sample to the last, of interleaved stereo.
double length_of_sound(const std::vector<std::int16_t>& stereo) {
    const auto is_loud = [](std::int16_t sample) { return std::abs(int{sample}) > 200; };
    const auto first = std::ranges::find_if(stereo, is_loud);
    const auto last = std::find_if(stereo.rbegin(), stereo.rend(), is_loud).base();
    return first == stereo.end() ? 0.0 : static_cast<double>(last - first) / 2 / 22'050;
}

// How long the keys are read out, if `key` is typed after their first three seconds, or never until
// well after; script(1) gives the program a terminal.
double read_out(const std::string& key, int& exit_code) {
    Process doctor{
        {"/usr/bin/script",
         "-qec",
         ansage::tests::program() + " doctor --choose-ears --ears none",
         "/dev/null"},
        sounding().folder().string()};
    REQUIRE(doctor.await("Ear of White: "));
    REQUIRE(sounding().listen());
    doctor.type("k"); // without Enter
    REQUIRE(doctor.await("Keys: "));
    REQUIRE(sounding().begins_to_sound("room")); // a voice may take its time to begin
    std::this_thread::sleep_for(std::chrono::seconds{3});
    doctor.type(key);
    std::this_thread::sleep_for(std::chrono::seconds{key.empty() ? 6 : 3});
    if (key.empty()) doctor.type("q");
    exit_code = doctor.wait();
    return length_of_sound(sounding().heard().at("room"));
}

TEST_CASE("3d: At a terminal each key acts at once, and ends what is being said") {
    int code = 0;
    const double whole = read_out("", code);
    CHECK(code == 1);
    const double cut = read_out("q", code);
    CHECK(code == 1);
    INFO("whole " << whole << " s, cut " << cut << " s");
    CHECK(cut > 0.5);
    CHECK(cut < whole - 3);
}

TEST_CASE("3c: Two names of one device are found out") {
    Process doctor{
        doctor_with({"--ears", "none", "--white-ear", "whit", "--black-ear", "white"}),
        sounding().folder().string()};
    CHECK(doctor.wait() == 3);
    CHECK(holds(doctor.lines(), "ears: \"whit\" and \"white\" are one device"));
    Process clock{
        {ansage::tests::program(),
         "clock",
         "--time",
         "10m",
         "--ears",
         "none",
         "--white-ear",
         "whit",
         "--black-ear",
         "white"},
        sounding().folder().string()};
    CHECK(clock.wait() == 2);
}

// As the third case leaves it, where that did not run.
void keep_white_ear(const std::filesystem::path& home) {
    const std::filesystem::path file = home / ".config/ansage/devices/ears.toml";
    if (!std::filesystem::exists(file)) {
        std::filesystem::create_directories(file.parent_path());
        std::ofstream{file} << "[ear-white]\ndevice = \"white\"\nside = \"left\"\n";
    }
}

TEST_CASE("4: What was kept is used, and what is private stays so") {
    const std::string home = sounding().folder().string();
    keep_white_ear(home);
    Process clock{
        {ansage::tests::program(),
         "clock",
         "--time",
         "10m",
         "--audio",
         "room",
         "--black",
         "sighted"},
        home};
    REQUIRE(clock.await("Time: "));
    REQUIRE(sounding().listen());
    clock.write("e");
    REQUIRE(clock.await("say ear-white: Your time: 10 minutes."));
    REQUIRE(sounding().begins_to_sound("white")); // and takes about three seconds to say
    std::this_thread::sleep_for(std::chrono::seconds{4});
    auto sounds = sounding().heard();
    CHECK(loudest(sounds.at("white")) > 1000);
    CHECK(loudest(sounds.at("room")) == 0);
    clock.write("quit");
    CHECK(clock.wait() == 0);
}

} // namespace
