// SPDX-License-Identifier: GPL-3.0-or-later
#include "speech_dispatcher.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <thread>
#include <tuple>
#include <unistd.h>

namespace ansage::tests {

namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

constexpr auto patience = 10s;
constexpr int patience_of_reply = 3000; // ms

bool is_installed() {
    return std::system( // NOLINT(cert-env33-c)
               "command -v speech-dispatcher >/dev/null && "
               "ls /usr/lib*/speech-dispatcher-modules/sd_espeak-ng >/dev/null 2>&1"
           ) == 0;
}

fs::path make_folder() {
    std::string name = (fs::temp_directory_path() / "ansage-spd-XXXXXX").string();
    return mkdtemp(name.data()) == nullptr ? fs::path{} : fs::path{name};
}

} // namespace

std::unique_ptr<SpeechDispatcher> SpeechDispatcher::open(const std::string& sink) {
    if (!is_installed()) return nullptr;
    std::unique_ptr<SpeechDispatcher> opened{new SpeechDispatcher{sink}};
    return opened->connect() ? std::move(opened) : nullptr;
}

SpeechDispatcher::SpeechDispatcher(const std::string& sink)
    : folder_(make_folder()) {
    fs::create_directories(folder_ / "modules");
    std::ofstream{folder_ / "modules" / "espeak-ng.conf"} << "";
    std::ofstream{folder_ / "speechd.conf"}
        << "LogLevel 0\nLogDir \"" << folder_.string() << "\"\nAudioOutputMethod \"pulse\"\n"
        << "AudioPulseDevice \"" << sink << "\"\nAudioPulseMinLength 10\n"
        << "AddModule \"espeak-ng\" \"sd_espeak-ng\" \"espeak-ng.conf\"\n"
        << "DefaultModule espeak-ng\nDefaultLanguage \"en\"\nDefaultRate 100\n";
    server_ = std::make_unique<speech::portaudio::Child>(
        std::vector<std::string>{
            "speech-dispatcher",
            "--run-single",
            "--timeout",
            "0",
            "--communication-method",
            "unix_socket",
            "--socket-path",
            (folder_ / "socket").string(),
            "--config-dir",
            folder_.string(),
            "--log-dir",
            folder_.string(),
            "--pid-file",
            (folder_ / "pid").string()},
        "/dev/null"
    );
}

SpeechDispatcher::~SpeechDispatcher() {
    if (socket_ >= 0) ::close(socket_);
    server_.reset();
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
}

bool SpeechDispatcher::connect() {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string path = (folder_ / "socket").string();
    std::copy_n(path.data(), std::min(path.size(), sizeof address.sun_path - 1), address.sun_path);
    for (const auto end = std::chrono::steady_clock::now() + patience;
         std::chrono::steady_clock::now() < end;
         std::this_thread::sleep_for(50ms)) {
        socket_ = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        const auto* const generic = reinterpret_cast<const sockaddr*>(&address);
        if (::connect(socket_, generic, sizeof address) == 0) {
            send("SET self CLIENT_NAME bench:ansage:keys");
            send("SET self PRIORITY text");
            return true;
        }
        ::close(socket_);
        socket_ = -1;
    }
    return false;
}

void SpeechDispatcher::say(const std::string& text) const {
    send("SPEAK");
    send(text + "\r\n.");
}

void SpeechDispatcher::send(const std::string& line) const {
    const std::string whole = line + "\r\n";
    std::ignore = ::write(socket_, whole.data(), whole.size());
    await_reply();
}

// "208 OK CLIENT NAME SET": the last line has a blank after its number.
void SpeechDispatcher::await_reply() const {
    std::string text;
    const auto is_whole = [&text] {
        const std::size_t last =
            text.size() < 2 ? std::string::npos : text.rfind('\n', text.size() - 2);
        const std::size_t begin = last == std::string::npos ? 0 : last + 1;
        return text.ends_with('\n') && text.size() > begin + 3 && text[begin + 3] == ' ';
    };
    while (!is_whole()) {
        pollfd waits{.fd = socket_, .events = POLLIN, .revents = 0};
        std::array<char, 512> buffer{};
        const bool comes = ::poll(&waits, 1, patience_of_reply) > 0;
        const ssize_t count = comes ? ::read(socket_, buffer.data(), buffer.size()) : 0;
        if (count <= 0) return;
        text.append(buffer.data(), static_cast<std::size_t>(count));
    }
}

} // namespace ansage::tests
