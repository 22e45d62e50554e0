// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipewire_session.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <span>
#include <stdexcept>
#include <thread>

namespace ansage::speech::portaudio {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

constexpr std::string_view room_sink = R"(context.objects = [
  { factory = adapter args = { factory.name = support.null-audio-sink node.name = "room"
    media.class = Audio/Sink object.linger = true audio.position = [ FL FR ] } } ]
)";

// In its place when it is not installed: it and pulseaudio exclude each other (.ci/setup.sh).
fs::path pipewire_plugin() {
    for (const char* folder : {"/usr/lib", ANSAGE_PIPEWIRE_ALSA "/usr/lib"}) {
        std::error_code ignored;
        for (const auto& machine : fs::directory_iterator(folder, ignored)) {
            fs::path file = machine.path() / "alsa-lib/libasound_module_pcm_pipewire.so";
            if (fs::exists(file, ignored)) return file;
        }
    }
    throw std::runtime_error("pipewire-alsa is neither installed nor unpacked");
}

void set(const char* name, const std::string& value) { ::setenv(name, value.c_str(), 1); }

bool succeeds(const std::string& command) {
    return std::system(("{ " + command + "; } >/dev/null 2>&1").c_str()) ==
        0; // NOLINT(cert-env33-c)
}

} // namespace

PipeWireSession::PipeWireSession(Way way)
    : folder_(make_folder()) {
    write_files(way);
    const std::string folder = folder_.string();
    for (const char* name : {"HOME", "XDG_RUNTIME_DIR", "PIPEWIRE_RUNTIME_DIR"}) set(name, folder);
    set("PULSE_RUNTIME_PATH", folder + "/pulse");
    set("XDG_CONFIG_HOME", folder + "/.config");
    set("XDG_STATE_HOME", folder + "/state");
    set("PULSE_SERVER", "unix:" + folder + "/pulse/native");
    set("PULSE_CLIENTCONFIG", folder + "/client.conf");
    set("DBUS_SESSION_BUS_ADDRESS", "unix:path=" + folder + "/bus");
    set("ALSA_CONFIG_PATH", folder + "/asound.conf");
    set("PIPEWIRE_ALSA", "{ media.role = Game }"); // a user's own, which is joined with ours
}

void PipeWireSession::write_files(Way way) const {
    const fs::path settings = folder_ / ".config/pipewire/pipewire.conf.d";
    fs::create_directories(settings);
    std::ofstream(settings / "room.conf") << room_sink;
    std::ofstream(folder_ / "client.conf") << "autospawn = no\n";
    std::ofstream alsa{folder_ / "asound.conf"};
    if (way == Way::pulse) {
        alsa << "pcm.default { type pulse hint { show on description \"default\" } }\n"
                "pcm.headset { type pulse device \"head\" hint { show on description \"headset\" "
                "} }\n";
        return;
    }
    alsa << fmt::format("pcm_type.pipewire {{ lib \"{}\" }}\n", pipewire_plugin().string());
    if (way == Way::both)
        alsa << "pcm.pulse { type pulse hint { show on description \"pulse\" } }\n";
    alsa << "pcm.default { type pipewire playback_node \"-1\" capture_node \"-1\" "
            "hint { show on description \"default\" } }\n"
            "pcm.headset { type pipewire playback_node \"head\" "
            "hint { show on description \"headset\" } }\n";
}

PipeWireSession::~PipeWireSession() {
    ears_.clear();
    while (!programs_.empty()) programs_.pop_back();
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
}

void PipeWireSession::run(const std::vector<std::string>& command) {
    programs_.push_back(std::make_unique<Child>(command, folder_ / (command.front() + ".log")));
}

bool PipeWireSession::start() {
    run(
        {"dbus-daemon",
         "--session",
         "--nofork",
         "--nopidfile",
         "--address=unix:path=" + (folder_ / "bus").string()}
    );
    const auto exists = [this](const char* name) {
        return comes_true([this, name] { return fs::exists(folder_ / name); });
    };
    if (!exists("bus")) return false;
    run({"pipewire"});
    if (!exists("pipewire-0")) return false;
    run({"wireplumber"});
    run({"pipewire-pulse"});
    return comes_true([] { return succeeds("timeout 20 pactl list short sinks | grep -w room"); });
}

void PipeWireSession::keep_quantum(int frames) const {
    const std::string command =
        fmt::format("timeout 20 pw-metadata -n settings 0 clock.min-quantum {}", frames);
    if (!succeeds(command)) throw std::runtime_error("cannot set the quantum");
}

void PipeWireSession::plug() const {
    if (!succeeds("timeout 20 pactl load-module module-null-sink sink_name=head") ||
        !comes_true([] { return succeeds("timeout 20 pactl list short sinks | grep -w head"); }))
        throw std::runtime_error("cannot plug the earphone in");
}

void PipeWireSession::unplug() const {
    if (!succeeds("timeout 20 pactl unload-module module-null-sink"))
        throw std::runtime_error("cannot pull the earphone out");
}

fs::path PipeWireSession::recording(const std::string& sink) const {
    return folder_ / (sink + ".raw");
}

bool PipeWireSession::listen(const std::string& sink) {
    const std::vector<std::string> command{
        "parec",
        "--device=" + sink + ".monitor",
        "--property=node.dont-reconnect=true",
        "--format=s16le",
        "--rate=22050",
        "--channels=1",
        "--raw",
        "--latency-msec=20"};
    ears_.emplace_back(sink, std::make_unique<Child>(command, recording(sink)));
    return comes_true([&] {
        std::error_code not_yet;
        const auto size = fs::file_size(recording(sink), not_yet);
        return !not_yet && size > 0;
    });
}

namespace {

bool has_sound(std::span<const std::int16_t> samples) {
    return std::ranges::any_of(samples, [](std::int16_t sample) {
        return std::abs(int{sample}) > 100;
    });
}

} // namespace

bool PipeWireSession::begins_to_sound(const std::string& sink) const {
    return comes_true([&] { return has_sound(samples_of(recording(sink))); });
}

bool PipeWireSession::falls_silent(const std::string& sink) const {
    constexpr std::size_t pause = 2 * sample_rate;
    return comes_true([&] {
        const Samples samples = samples_of(recording(sink));
        return samples.size() > pause && !has_sound(std::span(samples).last(pause));
    });
}

Samples PipeWireSession::heard(const std::string& sink) {
    std::this_thread::sleep_for(400ms); // what is on its way to the recording arrives
    std::erase_if(ears_, [&](const auto& ear) { return ear.first == sink; });
    return samples_of(recording(sink));
}

} // namespace ansage::speech::portaudio
