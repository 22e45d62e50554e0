// SPDX-License-Identifier: GPL-3.0-or-later
#include "gateway/gateway.hpp"

#include "base/try.hpp"
#include "consoles/place.hpp"
#include "files/profile_path.hpp"

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
Result<Handover, Error> prepared(Gateway gateway) {
    Handover handover{
        .carried = gateway.carried,
        .table = std::move(gateway.table),
        .unreachable = std::move(gateway.unreachable),
        .site = std::move(gateway.site),
    };
    std::optional<Address> kept;
    if (!handover.table.empty()) {
        handover.address_file = consoles::page_address_file(handover.table);
        kept = read_address(handover.address_file);
    }
    const std::uint16_t kept_port = kept ? kept->port : std::uint16_t{0};
    handover.listening = ANSAGE_TRY(listen_at(gateway.port != 0 ? gateway.port : kept_port));
    handover.address = {port_of(handover.listening), kept ? kept->secret : new_secret()};
    if (!handover.table.empty()) ANSAGE_TRY(write_address(handover.address_file, handover.address));
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
