// SPDX-License-Identifier: GPL-3.0-or-later
#include "gateway/gateway.hpp"

#include "base/try.hpp"
#include "consoles/place.hpp"
#include "files/profile_path.hpp"
#include "gateway/identity.hpp"
#include "gateway/own_addresses.hpp"

#include <array>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <optional>
#include <unistd.h>
#include <utility>

extern char** environ; // NOLINT(*-redundant-declaration)

namespace ansage::gateway {

using base::Error;
using base::Result;
namespace fs = std::filesystem;

namespace {

constexpr const char* program_name = "ansage-gateway";

// Beside a program in its build folder; of an installed one, where programs lie that nobody starts
// himself.
fs::path small_program() {
    const fs::path folder = files::program_directory();
    std::error_code ignored;
    const fs::path beside = folder / program_name;
    return fs::exists(beside, ignored)
        ? beside
        : (folder / ".." / "libexec" / "ansage" / program_name).lexically_normal();
}

// With the secret that the page had; at its port, or else at one that was asked for, or at any.
Result<void, Error> listen(Handover& handover, const Gateway& gateway) {
    std::optional<Address> kept;
    if (!handover.table.empty()) {
        handover.address_file = consoles::page_address_file(handover.table);
        kept = read_address(handover.address_file, gateway.reach);
    }
    const std::uint16_t kept_port = kept ? kept->port : std::uint16_t{0};
    const std::uint16_t port = gateway.port != 0 ? gateway.port : kept_port;
    handover.listening = ANSAGE_TRY(listen_at(port, gateway.reach));
    handover.address = {
        port_of(handover.listening), kept ? kept->secret : new_secret(), gateway.reach};
    if (!handover.table.empty()) ANSAGE_TRY(write_address(handover.address_file, handover.address));
    return {};
}

// Who this machine is to others, and where they find it.
Result<Network, Error> network_of(const OwnAddresses& own) {
    if (own.addresses.empty()) {
        return tl::unexpected(Error{
            base::phrase("this machine has no address on a network"),
            "--lan",
            base::phrase("connect it to the network of the telephones first")});
    }
    const Identity identity = ANSAGE_TRY(read_or_make_identity(identity_file(), own));
    return Network{identity.pem, own.names};
}

Result<Handover, Error> prepared(Gateway gateway) {
    Handover handover{
        .carried = gateway.carried,
        .table = std::move(gateway.table),
        .unreachable = std::move(gateway.unreachable),
        .site = std::move(gateway.site),
    };
    const bool is_on_network = gateway.reach == Reach::network;
    const OwnAddresses own = is_on_network ? own_addresses() : OwnAddresses{};
    if (is_on_network) handover.network = ANSAGE_TRY(network_of(own));
    ANSAGE_TRY(listen(handover, gateway));
    const std::string url = is_on_network
        ? network_url(own.addresses.front(), handover.address.port)
        : url_of(handover.address);
    handover.told = url + '\n';
    if (gateway.invitation)
        for (const std::string& line : gateway.invitation(url)) handover.told += line + '\n';
    return handover;
}

bool stays_open(const base::Descriptor& descriptor) {
    return descriptor.is_open() && ::fcntl(descriptor.number(), F_SETFD, 0) == 0;
}

// With "page", as the program that it was; the file that it reads is named by its number.
void start(const fs::path& program, const base::Descriptor& packed) {
    std::string name = program_name;
    std::string command = "page";
    std::string number = std::to_string(packed.number());
    std::array<char*, 4> words{name.data(), command.data(), number.data(), nullptr};
    std::fflush(nullptr);
    ::execve(program.c_str(), words.data(), environ);
}

} // namespace

Error unreachable(const fs::path& table, Carried carried) {
    return {
        base::phrase("this table does not answer"),
        table.string(),
        carried == Carried::watcher ? base::phrase("is ansage demo still running there?")
                                    : base::phrase("is ansage play still running there?")};
}

Error become(Gateway gateway) {
    const auto handover = prepared(std::move(gateway));
    if (!handover) return handover.error();
    const fs::path program = small_program();
    const base::Descriptor packed = pack(*handover);
    if (stays_open(packed) && stays_open(handover->listening)) start(program, packed);
    return {
        base::phrase("it cannot be used ({})", base::system_words(errno)),
        program.string(),
        base::phrase("build or install Ansage again")};
}

} // namespace ansage::gateway
