// SPDX-License-Identifier: GPL-3.0-or-later
#include "journal/playing.hpp"

#include <cerrno>
#include <cstddef>
#include <string>
#include <sys/socket.h>
#include <sys/un.h>
#include <utility>

namespace ansage::journal {
namespace {

// Of the whole machine, not of one user: such names of sockets lie in no folder.
bool take_machine_name(int descriptor, const std::string& name) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    name.copy(&address.sun_path[1], sizeof address.sun_path - 1);
    const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
    return ::bind(descriptor, reinterpret_cast<const sockaddr*>(&address), size) == 0; // NOLINT
}

} // namespace

std::optional<Playing> Playing::begin(const Digest& game) {
    Playing made{::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)};
    const bool is_taken =
        !take_machine_name(made.name_.number(), "ansage-game-" + to_string(game)) &&
        errno == EADDRINUSE;
    return is_taken ? std::nullopt : std::optional{std::move(made)};
}

} // namespace ansage::journal
