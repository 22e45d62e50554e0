// SPDX-License-Identifier: GPL-3.0-or-later
#include "window.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sys/wait.h>
#include <thread>

namespace ansage::tests {

namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr auto patience = 300s;
constexpr int audible = 200; // of 32,767
// Stereo, 16 bit, 22,050 Hz: an eighth of a second without a sound is the end of what was said.
constexpr std::uintmax_t bytes_of_pause = 22'050 * 4 / 8;

} // namespace

Window::Window(const std::vector<std::string>& arguments, const std::string& home)
    : program_(terminal_, arguments, home) {}

void Window::type(const std::string& line) const { terminal_.type(line + "\r"); }

bool Window::prints(const std::string& line) {
    const std::string wanted = "\n" + line + "\r\n";
    for (const auto end = Clock::now() + patience;;) {
        // The first line of all has no line before it.
        const std::size_t found = ('\n' + terminal_.printed()).find(wanted, read_);
        if (found != std::string::npos) {
            read_ = found + wanted.size() - 2; // its end is the next one's beginning
            return true;
        }
        if (!terminal_.read_some(10) && Clock::now() > end) return false;
    }
}

int Window::wait() {
    const auto status = program_.wait(terminal_);
    return status && WIFEXITED(*status) ? WEXITSTATUS(*status) : -1;
}

Earphone::Earphone(const speech::portaudio::SoundServer& server, const std::string& sink)
    : recording_(server.folder() / (sink + ".raw")) {}

void Earphone::mark() { mark_ = size() / 4 * 4; }

bool Earphone::has_spoken() {
    const auto end = Clock::now() + patience;
    bool has_begun = false;
    while (Clock::now() < end) {
        has_begun = has_begun || is_loud(mark_);
        const std::uintmax_t now = size() / 4 * 4;
        if (has_begun && now > mark_ + bytes_of_pause && !is_loud(now - bytes_of_pause))
            return true;
        std::this_thread::sleep_for(20ms);
    }
    return false;
}

bool Earphone::is_loud(std::uintmax_t from) const {
    std::ifstream file{recording_, std::ios::binary};
    file.seekg(static_cast<std::streamoff>(from));
    const std::string bytes{std::istreambuf_iterator<char>{file}, {}};
    for (std::size_t at = 0; at + 1 < bytes.size(); at += 2) {
        const auto low = static_cast<unsigned char>(bytes[at]);
        const auto high = static_cast<unsigned char>(bytes[at + 1]);
        const auto sample = static_cast<std::int16_t>(static_cast<std::uint16_t>(low | high << 8U));
        if (std::abs(int{sample}) > audible) return true;
    }
    return false;
}

std::uintmax_t Earphone::size() const {
    std::error_code not_yet;
    const auto bytes = std::filesystem::file_size(recording_, not_yet);
    return not_yet ? 0 : bytes;
}

} // namespace ansage::tests
