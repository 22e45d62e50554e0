// SPDX-License-Identifier: GPL-3.0-or-later
#include "neighbour.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <netdb.h>
#include <poll.h>
#include <sched.h>
#include <sstream>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

namespace ansage::tests {

namespace {

namespace fs = std::filesystem;

constexpr int answer_ms = 2000;
constexpr int refusal_ms = 100; // in which the kernel refuses a datagram that nobody takes

std::string output_of(const std::string& command) {
    std::string output;
    std::FILE* const pipe = ::popen(command.c_str(), "re");
    std::array<char, 4096> buffer{};
    while (pipe != nullptr && std::fgets(buffer.data(), buffer.size(), pipe) != nullptr)
        output += buffer.data();
    if (pipe != nullptr) ::pclose(pipe);
    return output;
}

bool does(const std::string& command) { return std::system(command.c_str()) == 0; }

// The network namespace in which that process is; empty: it has ended.
fs::path space_of(const std::string& process) {
    std::error_code ignored;
    return fs::read_symlink(fs::path{"/proc"} / process / "ns/net", ignored);
}

// Connected, or -1. A name would be asked of a network; these are numbers.
int connected(const char* address, Socket wanted) {
    const int type = (wanted.is_tcp ? SOCK_STREAM : SOCK_DGRAM) | SOCK_CLOEXEC | SOCK_NONBLOCK;
    addrinfo hints{};
    hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV;
    hints.ai_socktype = wanted.is_tcp ? SOCK_STREAM : SOCK_DGRAM;
    addrinfo* found = nullptr;
    if (::getaddrinfo(address, std::to_string(wanted.port).c_str(), &hints, &found) != 0) return -1;
    const int socket = ::socket(found->ai_family, type, 0);
    const bool is_begun =
        ::connect(socket, found->ai_addr, found->ai_addrlen) == 0 || errno == EINPROGRESS;
    ::freeaddrinfo(found);
    pollfd waited{socket, POLLOUT, 0};
    if (is_begun && ::poll(&waited, 1, answer_ms) == 1 && (waited.revents & POLLERR) == 0)
        return socket;
    ::close(socket);
    return -1;
}

} // namespace

std::optional<Neighbour> Neighbour::join() {
    if (::unshare(CLONE_NEWNET) != 0) return std::nullopt;
    const std::string process = output_of("unshare --net sleep 300 >/dev/null 2>&1 & echo -n $!");
    Neighbour there{process};
    const std::string inside = fmt::format("nsenter --net=/proc/{}/ns/net ip", process);
    // The shell says the number before the namespace is made.
    while (space_of(process) == space_of("self")) ::usleep(1000);
    const bool is_joined = does(fmt::format(
        "ip link set lo up && ip link add near type veth peer name far netns {0} && "
        "ip addr add 10.77.0.1/24 dev near && ip addr add fd77::1/64 dev near nodad && "
        "ip link set near up && {1} link set lo up && {1} addr add {2}/24 dev far && "
        "{1} addr add {3}/64 dev far nodad && {1} link set far up",
        process,
        inside,
        v4,
        v6
    ));
    return is_joined ? std::optional{std::move(there)} : std::nullopt;
}

Neighbour::Neighbour(Neighbour&& other) noexcept
    : process_(std::exchange(other.process_, {})) {}

Neighbour::~Neighbour() {
    const fs::path there = process_.empty() ? fs::path{} : space_of(process_);
    for (const auto& entry : fs::directory_iterator("/proc")) {
        const std::string process = entry.path().filename();
        if (!there.empty() && std::atoi(process.c_str()) > 0 && space_of(process) == there)
            ::kill(std::atoi(process.c_str()), SIGKILL);
    }
}

std::vector<std::string> Neighbour::running(const std::vector<std::string>& command) const {
    std::vector<std::string> words{
        "/usr/bin/nsenter", fmt::format("--net=/proc/{}/ns/net", process_)};
    words.insert(words.end(), command.begin(), command.end());
    return words;
}

// "tcp LISTEN 0 100 [::]:8883 [::]:*"
std::vector<Socket> Neighbour::sockets() const {
    std::istringstream lines{
        output_of(fmt::format("nsenter --net=/proc/{}/ns/net ss -Hltun", process_))};
    std::vector<Socket> found;
    std::string kind;
    std::string local;
    std::string rest;
    while (lines >> kind >> rest >> rest >> rest >> local && std::getline(lines, rest)) {
        const auto port = std::stoul(local.substr(local.rfind(':') + 1));
        found.push_back({kind == "tcp", static_cast<std::uint16_t>(port)});
    }
    return found;
}

bool is_reached(const char* address, Socket socket) {
    const int line = connected(address, socket);
    if (line < 0) return false;
    bool is_taken = true;
    if (!socket.is_tcp) {
        pollfd waited{line, POLLERR, 0};
        is_taken = ::send(line, "?", 1, MSG_NOSIGNAL) == 1 && ::poll(&waited, 1, refusal_ms) == 0;
    }
    ::close(line);
    return is_taken;
}

std::string answer(const char* address, std::uint16_t port, const std::string& question) {
    const int line = connected(address, {true, port});
    std::array<char, 64> buffer{};
    pollfd waited{line, POLLIN, 0};
    ssize_t count = 0;
    if (line >= 0 && ::send(line, question.data(), question.size(), MSG_NOSIGNAL) > 0 &&
        ::poll(&waited, 1, answer_ms) == 1)
        count = ::recv(line, buffer.data(), buffer.size(), 0);
    ::close(line);
    return {buffer.data(), count > 0 ? static_cast<std::size_t>(count) : 0};
}

} // namespace ansage::tests
