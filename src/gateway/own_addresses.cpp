// SPDX-License-Identifier: GPL-3.0-or-later
#include "gateway/own_addresses.hpp"

#include "base/descriptor.hpp"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <ifaddrs.h>
#include <memory>
#include <net/if.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace ansage::gateway {

namespace {

// An address of documents (RFC 5737): nobody has it, so that it is reached by the default route.
constexpr const char* elsewhere = "192.0.2.1";
constexpr std::uint16_t any_port = 9;
constexpr in_addr_t link_local = 0xA9FE0000; // 169.254.0.0
constexpr in_addr_t link_local_mask = 0xFFFF0000;

std::string text_of(in_addr address) {
    std::array<char, INET_ADDRSTRLEN> text{};
    ::inet_ntop(AF_INET, &address, text.data(), text.size());
    return text.data();
}

bool is_link_local(in_addr address) {
    return (ntohl(address.s_addr) & link_local_mask) == link_local;
}

std::vector<in_addr> addresses_of_interfaces() {
    ifaddrs* all = nullptr;
    if (::getifaddrs(&all) != 0) return {};
    const std::unique_ptr<ifaddrs, decltype(&::freeifaddrs)> owned{all, &::freeifaddrs};
    std::vector<in_addr> found;
    for (const ifaddrs* each = all; each != nullptr; each = each->ifa_next) {
        const bool is_up = (each->ifa_flags & IFF_UP) != 0 && (each->ifa_flags & IFF_LOOPBACK) == 0;
        if (!is_up || each->ifa_addr == nullptr || each->ifa_addr->sa_family != AF_INET) continue;
        found.push_back(reinterpret_cast<const sockaddr_in*>(each->ifa_addr)->sin_addr);
    }
    return found;
}

// The system says which address it would send from; nothing is sent. Empty: there is no such route.
std::string address_of_default_route() {
    const base::Descriptor socket{::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0)};
    sockaddr_in place{};
    place.sin_family = AF_INET;
    place.sin_port = htons(any_port);
    ::inet_pton(AF_INET, elsewhere, &place.sin_addr);
    socklen_t size = sizeof place;
    auto* const address = reinterpret_cast<sockaddr*>(&place);
    const bool is_known = ::connect(socket.number(), address, size) == 0 &&
        ::getsockname(socket.number(), address, &size) == 0;
    return is_known ? text_of(place.sin_addr) : std::string{};
}

// What a name of a machine has; nothing else is put into a certificate.
bool is_name(const std::string& text) {
    const auto is_letter = [](char letter) {
        return (letter >= '0' && letter <= '9') || (letter >= 'a' && letter <= 'z') ||
            letter == '-' || letter == '.';
    };
    return !text.empty() && text.front() != '.' && std::ranges::all_of(text, is_letter);
}

std::vector<std::string> own_names() {
    std::array<char, 256> name{};
    if (::gethostname(name.data(), name.size() - 1) != 0) return {};
    std::string text = name.data();
    std::ranges::transform(text, text.begin(), [](char letter) {
        return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
    });
    if (!is_name(text)) return {};
    const std::string local = text.substr(0, text.find('.')) + ".local";
    return text == local ? std::vector{text} : std::vector{text, local};
}

} // namespace

OwnAddresses own_addresses() {
    std::vector<in_addr> all = addresses_of_interfaces();
    if (!std::ranges::all_of(all, is_link_local)) std::erase_if(all, is_link_local);
    OwnAddresses own{.names = own_names()};
    for (const in_addr each : all) own.addresses.push_back(text_of(each));
    const std::string first = address_of_default_route();
    const auto is_first = [&](const std::string& each) { return each == first; };
    std::stable_partition(own.addresses.begin(), own.addresses.end(), is_first);
    return own;
}

} // namespace ansage::gateway
