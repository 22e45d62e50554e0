// SPDX-License-Identifier: GPL-3.0-or-later
// Where consoles come in, and how fast.
#include "consoles/door.hpp"

#include <boost/asio/io_context.hpp>

#include <algorithm>
#include <cerrno>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <tuple>
#include <unistd.h>
#include <utility>

namespace ansage::consoles {
namespace {

using base::Error;
using base::Result;
using Protocol = boost::asio::local::stream_protocol;

// The listening queue, and how fast it is let in.
constexpr int waiting_room = 64;
constexpr double most_guests_at_once = 40;
constexpr double most_guests_a_second = 50;
constexpr std::chrono::milliseconds shortest_pause{100};

// Only the owner of the table, and root, who can do anything anyway.
bool is_owner(Door::Socket& socket) {
    ucred peer{};
    socklen_t size = sizeof peer;
    const int known = ::getsockopt(socket.native_handle(), SOL_SOCKET, SO_PEERCRED, &peer, &size);
    return known == 0 && (peer.uid == ::getuid() || peer.uid == 0);
}

} // namespace

Door::Door(boost::asio::io_context& context)
    : acceptor_(context),
      rest_(context),
      guests_(most_guests_at_once, most_guests_a_second) {}

Result<void, Error> Door::listen(const std::filesystem::path& socket) {
    boost::system::error_code error;
    Protocol::acceptor acceptor{acceptor_.get_executor()};
    std::ignore = acceptor.open(Protocol{}, error);
    // An endpoint takes no longer name, and throws.
    if (!error && socket.string().size() >= sizeof(sockaddr_un::sun_path))
        error.assign(ENAMETOOLONG, boost::system::generic_category());
    if (!error) std::ignore = acceptor.bind(Protocol::endpoint{socket.string()}, error);
    // Whoever may use the account may join, and nobody else may even try.
    if (!error && ::chmod(socket.c_str(), 0600) != 0)
        error.assign(errno, boost::system::generic_category());
    if (!error) std::ignore = acceptor.listen(waiting_room, error);
    if (error) {
        return tl::unexpected(Error{
            base::phrase("no console can join: {}", base::system_words(error.value())),
            socket.string(),
            base::phrase("set XDG_RUNTIME_DIR to a folder of yours with a short name")});
    }
    // Whoever waits at the old one is told that it is gone, and waits at this one (accept).
    acceptor_ = std::move(acceptor);
    return {};
}

void Door::open(std::function<void(Socket)> on_guest) {
    on_guest_ = std::move(on_guest);
    accept();
}

void Door::close() {
    boost::system::error_code ignored;
    std::ignore = acceptor_.close(ignored);
    std::ignore = rest_.cancel(ignored);
}

void Door::accept() {
    acceptor_.async_accept([this](const boost::system::error_code& error, Socket socket) {
        if (!error && is_owner(socket)) on_guest_(std::move(socket));
        if (acceptor_.is_open()) accept_in_time(error.failed());
    });
}

// Descriptors may be used up, and guests may come without end: the table has its time first.
void Door::accept_in_time(bool has_failed) {
    const SteadyTime now = std::chrono::steady_clock::now();
    if (guests_.take(now) && !has_failed) {
        accept();
        return;
    }
    rest_.expires_at(std::max(guests_.ready_at(now), now + shortest_pause));
    rest_.async_wait([this](const boost::system::error_code& error) {
        if (!error && acceptor_.is_open()) accept();
    });
}

} // namespace ansage::consoles
