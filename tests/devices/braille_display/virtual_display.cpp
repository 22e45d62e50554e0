// SPDX-License-Identifier: GPL-3.0-or-later
#include "devices/braille_display/virtual_display.hpp"

#include <arpa/inet.h>
#include <array>
#include <chrono>
#include <fmt/format.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace ansage::devices::braille_display {

using base::Error;
using base::Millis;
using base::Result;

namespace {

bool is_readable(int descriptor, Millis limit) {
    pollfd wait{.fd = descriptor, .events = POLLIN, .revents = 0};
    return ::poll(&wait, 1, static_cast<int>(limit.count())) > 0;
}

// The words between the first and the last quotation mark.
std::string quoted_part(const std::string& line) {
    const std::size_t begin = line.find('"');
    const std::size_t end = line.rfind('"');
    return begin < end ? line.substr(begin + 1, end - begin - 1) : std::string{};
}

std::string without_blanks_at_end(std::string text) {
    text.resize(text.find_last_not_of(' ') + 1);
    return text;
}

} // namespace

Result<VirtualDisplay, Error> VirtualDisplay::open(std::size_t cells) {
    VirtualDisplay display;
    display.cells_ = cells;
    display.listener_ = base::Descriptor{::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)};
    const int listener = display.listener_.number();
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* const general = reinterpret_cast<sockaddr*>(&address);
    const bool listens = ::bind(listener, general, size) == 0 && ::listen(listener, 1) == 0 &&
        ::getsockname(listener, general, &size) == 0;
    if (!listens) {
        return tl::unexpected(Error{
            base::phrase("no port can be opened: {}", base::system_words(errno)),
            "127.0.0.1",
            base::phrase("close other programs")});
    }
    display.port_ = ntohs(address.sin_port);
    return display;
}

bool VirtualDisplay::connect(Millis limit) {
    if (!is_readable(listener_.number(), limit)) return false;
    line_ = base::Descriptor{::accept4(listener_.number(), nullptr, nullptr, SOCK_CLOEXEC)};
    press(fmt::format("Cells {} 1", cells_));
    return line_.is_open();
}

void VirtualDisplay::press(const std::string& key) const {
    const std::string line = key + "\n";
    static_cast<void>(::send(line_.number(), line.data(), line.size(), MSG_NOSIGNAL));
}

void VirtualDisplay::take(std::string line) {
    std::erase(line, '\r');
    if (line.starts_with("Visual ")) text_ = without_blanks_at_end(quoted_part(line));
    else if (line.starts_with("Braille ")) dots_ = quoted_part(line);
}

bool VirtualDisplay::read_some(Millis limit) {
    std::array<char, 4096> buffer{};
    const ssize_t count = is_readable(line_.number(), limit)
        ? ::read(line_.number(), buffer.data(), buffer.size())
        : 0;
    if (count <= 0) return false;
    unread_.append(buffer.data(), static_cast<std::size_t>(count));
    return true;
}

bool VirtualDisplay::await(const std::function<bool(const VirtualDisplay&)>& wanted, Millis limit) {
    const auto end = std::chrono::steady_clock::now() + limit;
    while (!wanted(*this)) {
        const auto left = std::chrono::ceil<Millis>(end - std::chrono::steady_clock::now());
        const std::size_t line_end = unread_.find('\n');
        if (line_end != std::string::npos) {
            take(unread_.substr(0, line_end));
            unread_.erase(0, line_end + 1);
        } else if (left <= Millis{0} || !read_some(left)) {
            return false;
        }
    }
    return true;
}

} // namespace ansage::devices::braille_display
