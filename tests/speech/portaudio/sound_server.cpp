// SPDX-License-Identifier: GPL-3.0-or-later
#include "sound_server.hpp"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <fmt/format.h>
#include <fstream>
#include <stdexcept>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace ansage::speech::portaudio {

std::vector<std::int16_t> samples_of(const std::filesystem::path& path, std::streamoff header) {
    std::ifstream file(path, std::ios::binary);
    file.seekg(header);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    std::vector<std::int16_t> samples(bytes.size() / 2);
    std::copy_n(bytes.data(), samples.size() * 2, reinterpret_cast<char*>(samples.data()));
    return samples;
}

std::filesystem::path make_folder() {
    std::string name = (std::filesystem::temp_directory_path() / "ansage-sound-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr)
        throw std::runtime_error("cannot make a folder for the test's sound server");
    return name;
}

namespace {

using namespace std::chrono_literals;

// PortAudio sees separate sinks only as ALSA devices with a hint; without a default device its own
// assertion ends the program (19.6).
void write_alsa_file(const std::filesystem::path& path, const std::vector<std::string>& sinks) {
    std::ofstream file(path);
    file << fmt::format(
        "pcm.default {{\n  type pulse\n  device {}\n  hint {{ show on }}\n}}\n", sinks.front()
    );
    for (const std::string& sink : sinks) {
        file << fmt::format(
            "pcm.{0} {{\n  type pulse\n  device {0}\n  hint {{ show on\n description \"{0}\" "
            "}}\n}}\n",
            sink
        );
    }
}

[[noreturn]] void
become(const std::vector<std::string>& command, const std::filesystem::path& output) {
    prctl(PR_SET_PDEATHSIG, SIGKILL); // a test that is killed leaves no server behind
    const int out = open(output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    const int nowhere = open("/dev/null", O_RDWR);
    dup2(nowhere, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    std::vector<char*> arguments;
    for (const std::string& word : command) {
        arguments.push_back(const_cast<char*>(word.c_str())
        ); // execvp takes no const, and changes nothing
    }
    arguments.push_back(nullptr);
    execvp(arguments.front(), arguments.data());
    _exit(127);
}

} // namespace

Child::Child(const std::vector<std::string>& command, const std::filesystem::path& output)
    : pid_(fork()) {
    if (pid_ == 0) become(command, output);
    if (pid_ < 0) throw std::runtime_error("cannot start " + command.front());
}

Child::~Child() { kill(); }

bool Child::running() {
    if (pid_ > 0 && waitpid(pid_, nullptr, WNOHANG) != 0) pid_ = 0;
    return pid_ > 0;
}

void Child::stop() const { ::kill(pid_, SIGSTOP); }

void Child::go_on() const { ::kill(pid_, SIGCONT); }

void Child::kill() {
    if (running()) {
        ::kill(pid_, SIGKILL);
        waitpid(pid_, nullptr, 0);
        pid_ = 0;
    }
}

SoundServer::SoundServer(std::vector<std::string> sinks)
    : folder_(make_folder()),
      sinks_(std::move(sinks)) {
    write_alsa_file(folder_ / "asound.conf", sinks_);
    std::ofstream(folder_ / "client.conf") << "autospawn = no\n";
    setenv("HOME", folder_.c_str(), 1);
    setenv("XDG_RUNTIME_DIR", folder_.c_str(), 1);
    setenv("PULSE_RUNTIME_PATH", folder_.c_str(), 1);
    setenv("PULSE_SERVER", fmt::format("unix:{}/native", folder_.string()).c_str(), 1);
    setenv("PULSE_CLIENTCONFIG", (folder_ / "client.conf").c_str(), 1);
    setenv("ALSA_CONFIG_PATH", (folder_ / "asound.conf").c_str(), 1);
}

SoundServer::~SoundServer() {
    ears_.clear();
    server_.reset();
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
}

bool SoundServer::start() {
    std::filesystem::remove(folder_ / "native");
    std::vector<std::string> command{
        "pulseaudio",
        "-n",
        "--daemonize=no",
        "--use-pid-file=no",
        "--exit-idle-time=-1",
        "--disable-shm=yes",
        "-L",
        fmt::format(
            "module-native-protocol-unix auth-anonymous=1 socket={}/native", folder_.string()
        )};
    for (const std::string& sink : sinks_) {
        command.insert(
            command.end(), {"-L", "module-null-sink rate=22050 channels=2 sink_name=" + sink}
        );
    }
    server_ = std::make_unique<Child>(command, "/dev/null");
    return comes_true([this] {
        return std::filesystem::exists(folder_ / "native") &&
            std::system("timeout 5 pactl list short sinks >/dev/null 2>&1") ==
            0; // NOLINT(cert-env33-c)
    });
}

void SoundServer::freeze() const { server_->stop(); }

void SoundServer::thaw() const { server_->go_on(); }

void SoundServer::pull() {
    ears_.clear();
    if (server_) server_->kill();
}

void SoundServer::unplug(const std::string& sink) {
    const std::string command = fmt::format(
        "pactl list short modules | grep -w 'sink_name={}' | cut -f 1 | xargs -r timeout 5 pactl "
        "unload-module",
        sink
    );
    if (std::system(command.c_str()) != 0) // NOLINT(cert-env33-c)
        throw std::runtime_error("cannot take the sink " + sink + " away");
    std::erase(sinks_, sink);
}

void SoundServer::plug(const std::string& sink) {
    const std::string command = fmt::format(
        "timeout 5 pactl load-module module-null-sink rate=22050 channels=2 sink_name={} "
        ">/dev/null",
        sink
    );
    if (std::system(command.c_str()) != 0) // NOLINT(cert-env33-c)
        throw std::runtime_error("cannot put the sink " + sink + " back");
    sinks_.push_back(sink);
}

bool SoundServer::listen() {
    ears_.clear();
    for (const std::string& sink : sinks_) {
        const std::vector<std::string> command{
            "parec",
            "--device=" + sink + ".monitor",
            "--format=s16le",
            "--rate=22050",
            "--channels=2",
            "--raw",
            "--latency-msec=20"};
        ears_.push_back(std::make_unique<Child>(command, recording(sink)));
    }
    return std::ranges::all_of(sinks_, [this](const std::string& sink) {
        return comes_true([this, &sink] {
            std::error_code not_yet;
            const auto size = std::filesystem::file_size(recording(sink), not_yet);
            return !not_yet && size > 0;
        });
    });
}

bool SoundServer::begins_to_sound(const std::string& sink) const {
    return comes_true([this, &sink] {
        return std::ranges::any_of(samples_of(recording(sink)), [](std::int16_t sample) {
            return std::abs(int{sample}) > 200;
        });
    });
}

std::map<std::string, std::vector<std::int16_t>> SoundServer::heard() {
    // What is on its way to the recording arrives.
    std::this_thread::sleep_for(400ms);
    ears_.clear();
    std::map<std::string, std::vector<std::int16_t>> sounds;
    for (const std::string& sink : sinks_) sounds[sink] = samples_of(recording(sink));
    return sounds;
}

} // namespace ansage::speech::portaudio
