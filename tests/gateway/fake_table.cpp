// SPDX-License-Identifier: GPL-3.0-or-later
#include "fake_table.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace ansage::tests {

using namespace std::chrono_literals;

namespace {

constexpr auto longest_wait = 30s;

std::string numbered(std::size_t number, const std::string& text) {
    return fmt::format(
        R"({{"at_ms":1500,"kind":"say","n":{},"text":"{}","important":false}})", number, text
    );
}

// What a page says it has; 0: it does not, or of another run.
std::size_t known_of(const std::string& join) {
    const std::size_t at = join.find("\"after\":");
    const bool is_back = at != std::string::npos &&
        join.find(fmt::format("\"run\":\"{}\"", FakeTable::run)) != std::string::npos;
    return is_back ? std::stoul(join.substr(at + 8)) : 0;
}

} // namespace

FakeTable::FakeTable(std::filesystem::path socket)
    : path_(std::move(socket)) {
    open();
    thread_ = std::thread{[this] { serve(); }};
}

FakeTable::~FakeTable() {
    {
        const std::lock_guard lock{mutex_};
        is_ending_ = true;
    }
    thread_.join();
    close();
    for (const Guest& guest : guests_) ::close(guest.socket);
}

void FakeTable::open() {
    sockaddr_un place{};
    place.sun_family = AF_UNIX;
    std::strncpy(place.sun_path, path_.c_str(), sizeof place.sun_path - 1);
    const std::lock_guard lock{mutex_};
    listening_ = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    ::bind(listening_, reinterpret_cast<const sockaddr*>(&place), sizeof place);
    ::listen(listening_, 64);
}

void FakeTable::close() {
    const std::lock_guard lock{mutex_};
    ::close(listening_);
    listening_ = -1;
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
}

void FakeTable::say(const std::string& text) {
    const std::lock_guard lock{mutex_};
    log_.push_back(text);
    for (Guest& guest : guests_)
        if (guest.has_joined) write(guest, numbered(log_.size(), text));
}

void FakeTable::send(const std::string& line) {
    const std::lock_guard lock{mutex_};
    for (Guest& guest : guests_)
        if (guest.has_joined) write(guest, line);
}

void FakeTable::hang_up() {
    const std::lock_guard lock{mutex_};
    for (Guest& guest : guests_) {
        const std::string half = R"({"at_ms":1500,"kind":"say","n":)";
        ::send(guest.socket, half.data(), half.size(), MSG_NOSIGNAL);
        ::close(guest.socket);
    }
    guests_.clear();
    changed_.notify_all();
}

void FakeTable::refuse_with(std::string line) {
    const std::lock_guard lock{mutex_};
    refusal_ = std::move(line);
}

void FakeTable::serve() {
    for (bool is_ending = false; !is_ending; std::this_thread::sleep_for(1ms)) {
        const std::lock_guard lock{mutex_};
        is_ending = is_ending_;
        let_in();
        std::erase_if(guests_, [this](Guest& guest) {
            if (read(guest)) return false;
            ::close(guest.socket);
            return true;
        });
        changed_.notify_all();
    }
}

void FakeTable::let_in() {
    const int socket = listening_ < 0 ? -1 : ::accept4(listening_, nullptr, nullptr, SOCK_CLOEXEC);
    if (socket >= 0) guests_.push_back({.socket = socket});
}

bool FakeTable::read(Guest& guest) {
    std::array<char, 65536> buffer{};
    const ssize_t count = ::recv(guest.socket, buffer.data(), buffer.size(), MSG_DONTWAIT);
    if (count == 0) return false;
    if (count < 0) return errno == EAGAIN;
    guest.incoming.append(buffer.data(), static_cast<std::size_t>(count));
    for (std::size_t end = guest.incoming.find('\n'); end != std::string::npos;
         end = guest.incoming.find('\n')) {
        take(guest, guest.incoming.substr(0, end));
        guest.incoming.erase(0, end + 1);
    }
    return guest.has_joined || refusal_.empty();
}

void FakeTable::take(Guest& guest, const std::string& line) {
    received_.push_back(line);
    if (line.find("\"kind\":\"join\"") == std::string::npos) return;
    if (!refusal_.empty()) {
        write(guest, refusal_);
        return;
    }
    guest.has_joined = true;
    write(
        guest,
        fmt::format(
            R"({{"kind":"welcome","n":0,"text":"Welcome.","when_lost":"Silent.","run":"{}"}})", run
        )
    );
    for (std::size_t number = known_of(line) + 1; number <= log_.size(); ++number)
        write(guest, numbered(number, log_[number - 1]));
}

void FakeTable::write(Guest& guest, const std::string& line) {
    const std::string whole = line + '\n';
    const auto size = static_cast<ssize_t>(whole.size());
    // Whoever does not read is let go.
    if (::send(guest.socket, whole.data(), whole.size(), MSG_NOSIGNAL | MSG_DONTWAIT) != size)
        ::shutdown(guest.socket, SHUT_RDWR);
}

bool FakeTable::wait_for(const Condition& condition) {
    std::unique_lock lock{mutex_};
    return changed_.wait_for(lock, longest_wait, condition);
}

std::size_t FakeTable::count_now(const std::string& text) const {
    return static_cast<std::size_t>(std::ranges::count_if(received_, [&](const std::string& line) {
        return line.find(text) != std::string::npos;
    }));
}

bool FakeTable::await(const std::string& text, std::size_t times) {
    return wait_for([&] { return count_now(text) >= times; });
}

std::size_t FakeTable::count(const std::string& text) const {
    const std::lock_guard lock{mutex_};
    return count_now(text);
}

bool FakeTable::await_guests(std::size_t number) {
    return wait_for([&] { return guests_.size() == number; });
}

} // namespace ansage::tests
