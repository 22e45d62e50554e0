// SPDX-License-Identifier: GPL-3.0-or-later
#include "gateway/handover/address.hpp"

#include "gateway/handover/private_file.hpp"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <cerrno>
#include <fmt/format.h>
#include <fstream>
#include <netinet/in.h>
#include <sodium.h>
#include <sstream>
#include <sys/socket.h>

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

// What a line of the file ends with whose address is on the network.
constexpr std::string_view network_mark = "lan";

Error no_port(int reason, Reach reach) {
    return {
        base::phrase("no port of this machine can be used: {}", base::system_words(reason)),
        reach == Reach::network ? "0.0.0.0" : loopback,
        reach == Reach::network ? base::phrase("look at what uses the ports of this machine")
                                : base::phrase("look at what uses the ports of 127.0.0.1")};
}

// Absent: it is none. "4711 SECRET", and a mark where it is on the network.
std::optional<Address> parse_address(const std::string& line) {
    std::istringstream in{line};
    Address address;
    std::string mark;
    in >> address.port >> address.secret;
    if (!in || address.port == 0 || address.secret.size() != secret_letters) return std::nullopt;
    in >> mark;
    if (!mark.empty() && mark != network_mark) return std::nullopt;
    address.reach = mark.empty() ? Reach::this_machine : Reach::network;
    return address;
}

std::string line_of(const Address& address) {
    const bool is_on_network = address.reach == Reach::network;
    return fmt::format(
        "{} {}{}{}\n",
        address.port,
        address.secret,
        is_on_network ? " " : "",
        is_on_network ? network_mark : ""
    );
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

bool has_letters_of_secret(std::string_view text) {
    const auto is_letter = [](char letter) {
        return (letter >= '0' && letter <= '9') || (letter >= 'a' && letter <= 'z') ||
            (letter >= 'A' && letter <= 'Z') || letter == '-' || letter == '_';
    };
    return text.size() == secret_letters && std::ranges::all_of(text, is_letter);
}

bool is_secret(std::string_view given, const std::string& secret) {
    return !secret.empty() && given.size() == secret.size() &&
        ::sodium_memcmp(given.data(), secret.data(), secret.size()) == 0;
}

std::string url_of(const Address& address) {
    return fmt::format("http://{}:{}/{}/", loopback, address.port, address.secret);
}

std::string network_url(const std::string& host, std::uint16_t port) {
    return fmt::format("https://{}:{}/", host, port);
}

Result<base::Descriptor, Error> listen_at(std::uint16_t port, Reach reach) {
    base::Descriptor socket{::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)};
    const int yes = 1;
    sockaddr_in place{};
    place.sin_family = AF_INET;
    place.sin_port = htons(port);
    place.sin_addr.s_addr = htonl(reach == Reach::network ? INADDR_ANY : INADDR_LOOPBACK);
    const bool listens = socket.is_open() &&
        // Connections of the gateway before may still be ending.
        ::setsockopt(socket.number(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) == 0 &&
        ::bind(socket.number(), reinterpret_cast<const sockaddr*>(&place), sizeof place) == 0 &&
        ::listen(socket.number(), waiting_room) == 0;
    if (!listens) return tl::unexpected(no_port(errno, reach));
    return socket;
}

std::uint16_t port_of(const base::Descriptor& socket) {
    sockaddr_in place{};
    socklen_t size = sizeof place;
    ::getsockname(socket.number(), reinterpret_cast<sockaddr*>(&place), &size);
    return ntohs(place.sin_port);
}

std::optional<Address> read_address(const fs::path& file, Reach reach) {
    std::ifstream in{file};
    for (std::string line; std::getline(in, line);) {
        auto address = parse_address(line);
        if (address && address->reach == reach) return address;
    }
    return std::nullopt;
}

Result<void, Error> write_address(const fs::path& file, const Address& address) {
    const bool is_on_network = address.reach == Reach::network;
    const auto other = read_address(file, is_on_network ? Reach::this_machine : Reach::network);
    const std::string line = line_of(address);
    const std::string others = other ? line_of(*other) : std::string{};
    // Versions before read the first line, which is this machine's.
    const std::string text = is_on_network ? others + line : line + others;
    return write_private(file, text);
}

} // namespace ansage::gateway
