// SPDX-License-Identifier: GPL-3.0-or-later
#include "gateway/handover/address.hpp"

#include <arpa/inet.h>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <fstream>
#include <netinet/in.h>
#include <sodium.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ansage::gateway {

using base::Error;
using base::Result;
namespace fs = std::filesystem;

namespace {

constexpr std::size_t secret_bytes = 24;
constexpr std::size_t secret_letters = 32;
constexpr int base64_kind = sodium_base64_VARIANT_URLSAFE_NO_PADDING;
// Connections that have not been let in yet.
constexpr int waiting_room = 64;

Error no_port(int reason) {
    return {
        base::phrase("no port of this machine can be used: {}", base::system_words(reason)),
        loopback,
        base::phrase("look at what uses the ports of 127.0.0.1")};
}

} // namespace

std::string new_secret() {
    std::array<unsigned char, secret_bytes> bytes{};
    ::randombytes_buf(bytes.data(), bytes.size());
    std::string letters(sodium_base64_ENCODED_LEN(secret_bytes, base64_kind), '\0');
    ::sodium_bin2base64(letters.data(), letters.size(), bytes.data(), bytes.size(), base64_kind);
    letters.resize(secret_letters); // without the byte that ends it
    return letters;
}

bool is_secret(std::string_view given, const std::string& secret) {
    return !secret.empty() && given.size() == secret.size() &&
        ::sodium_memcmp(given.data(), secret.data(), secret.size()) == 0;
}

std::string url_of(const Address& address) {
    return fmt::format("http://{}:{}/{}/", loopback, address.port, address.secret);
}

Result<base::Descriptor, Error> listen_at(std::uint16_t port) {
    base::Descriptor socket{::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)};
    const int yes = 1;
    sockaddr_in place{};
    place.sin_family = AF_INET;
    place.sin_port = htons(port);
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const bool listens = socket.is_open() &&
        // Connections of the gateway before may still be ending.
        ::setsockopt(socket.number(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) == 0 &&
        ::bind(socket.number(), reinterpret_cast<const sockaddr*>(&place), sizeof place) == 0 &&
        ::listen(socket.number(), waiting_room) == 0;
    if (!listens) return tl::unexpected(no_port(errno));
    return socket;
}

std::uint16_t port_of(const base::Descriptor& socket) {
    sockaddr_in place{};
    socklen_t size = sizeof place;
    ::getsockname(socket.number(), reinterpret_cast<sockaddr*>(&place), &size);
    return ntohs(place.sin_port);
}

std::optional<Address> read_address(const fs::path& file) {
    std::ifstream in{file};
    Address address;
    in >> address.port >> address.secret;
    const bool is_whole = in && address.port != 0 && address.secret.size() == secret_letters;
    return is_whole ? std::optional{address} : std::nullopt;
}

Result<void, Error> write_address(const fs::path& file, const Address& address) {
    const std::string text = fmt::format("{} {}\n", address.port, address.secret);
    const std::string draft = file.string() + ".new";
    ::unlink(draft.c_str());
    const base::Descriptor out{
        ::open(draft.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600)};
    const bool is_written = out.is_open() &&
        ::write(out.number(), text.data(), text.size()) == static_cast<ssize_t>(text.size()) &&
        ::rename(draft.c_str(), file.c_str()) == 0;
    if (!is_written) {
        return tl::unexpected(Error{
            base::phrase("this file cannot be written: {}", base::system_words(errno)),
            file.string(),
            base::phrase("look into that folder")});
    }
    return {};
}

} // namespace ansage::gateway
