// SPDX-License-Identifier: GPL-3.0-or-later
#include "devices/transport/tcp.hpp"

#include <arpa/inet.h>
#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <memory>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>

namespace ansage::devices {
namespace {

struct FreeAddresses {
    void operator()(addrinfo* addresses) const { freeaddrinfo(addresses); }
};

using Addresses = std::unique_ptr<addrinfo, FreeAddresses>;

base::Error not_connected(const std::string& host, std::uint16_t port, base::Phrase reason) {
    return {
        base::phrase("cannot connect ({})", std::move(reason)),
        fmt::format("tcp:{}:{}", host, port),
        base::phrase("is the bridge or simulator running there?")};
}

void send_at_once(int number) {
    const int yes = 1;
    setsockopt(number, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
}

// Waits until a connection attempt has ended; what it ended with, or ETIMEDOUT.
int outcome_of_connect(int number, base::Millis limit) {
    pollfd waited{number, POLLOUT, 0};
    if (::poll(&waited, 1, static_cast<int>(limit.count())) <= 0) return ETIMEDOUT;
    int error = 0;
    socklen_t size = sizeof error;
    getsockopt(number, SOL_SOCKET, SO_ERROR, &error, &size);
    return error;
}

base::Result<Stream, int> connect_to(const addrinfo& address, base::Millis limit) {
    const int type = address.ai_socktype | SOCK_NONBLOCK | SOCK_CLOEXEC;
    Descriptor socket(::socket(address.ai_family, type, address.ai_protocol));
    if (!socket.is_open()) return tl::unexpected(errno);
    if (::connect(socket.number(), address.ai_addr, address.ai_addrlen) != 0) {
        const int error = errno == EINPROGRESS ? outcome_of_connect(socket.number(), limit) : errno;
        if (error != 0) return tl::unexpected(error);
    }
    send_at_once(socket.number());
    return Stream{std::move(socket)};
}

base::Error not_listening(std::uint16_t port) {
    return {
        base::phrase("cannot wait for connections ({})", base::system_words(errno)),
        fmt::format("tcp:localhost:{}", port),
        base::phrase("another program may use the port: take another number, or 0 for any")};
}

sockaddr_in loopback(std::uint16_t port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

} // namespace

base::Result<Stream, base::Error>
connect_tcp(const std::string& host, std::uint16_t port, base::Millis limit) {
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    const int status = getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found);
    const Addresses addresses(found);
    if (status != 0) {
        return tl::unexpected(
            not_connected(host, port, base::phrase("no machine of that name is known"))
        );
    }
    int error = 0;
    for (const addrinfo* address = addresses.get(); address != nullptr;
         address = address->ai_next) {
        auto stream = connect_to(*address, limit);
        if (stream) return *std::move(stream);
        error = stream.error();
    }
    return tl::unexpected(not_connected(host, port, base::system_words(error)));
}

base::Result<TcpListener, base::Error> TcpListener::open(std::uint16_t port) {
    Descriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const int yes = 1;
    sockaddr_in address = loopback(port);
    socklen_t size = sizeof address;
    auto* const generic = reinterpret_cast<sockaddr*>(&address);
    if (!socket.is_open() ||
        setsockopt(socket.number(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) != 0 ||
        bind(socket.number(), generic, size) != 0 || listen(socket.number(), 1) != 0 ||
        getsockname(socket.number(), generic, &size) != 0)
        return tl::unexpected(not_listening(port));
    return TcpListener{std::move(socket), ntohs(address.sin_port)};
}

base::Result<Stream, StreamError> TcpListener::accept(base::Millis limit) {
    pollfd waited{descriptor_.number(), POLLIN, 0};
    const int count = ::poll(&waited, 1, static_cast<int>(limit.count()));
    if (count == 0) return tl::unexpected(StreamError::timed_out);
    Descriptor socket(::accept4(descriptor_.number(), nullptr, nullptr, SOCK_CLOEXEC));
    if (!socket.is_open()) return tl::unexpected(StreamError::failed);
    send_at_once(socket.number());
    return Stream{std::move(socket)};
}

} // namespace ansage::devices
