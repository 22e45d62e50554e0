// SPDX-License-Identifier: GPL-3.0-or-later
// What `ansage page` gives to the small program that it becomes (gateway.hpp). It lies in memory
// that only the two have: what a program is started with can be read by every account.
#pragma once

#include "base/descriptor.hpp"
#include "gateway/handover/address.hpp"
#include "gateway/handover/file.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace ansage::gateway {

// What there is to see.
enum class Carried : std::uint8_t {
    kept_game, // it is in the site
    watcher, // what a table tells a watcher
    persons, // what it tells each person at it
};

// Of a page on the network.
struct Network {
    std::string identity; // its certificate and the key of that, PEM
    std::vector<std::string> names; // of this machine, in small letters, beside its addresses

    bool operator==(const Network&) const = default;
};

struct Handover {
    Carried carried{};
    std::filesystem::path table; // its socket; empty for a kept game
    std::filesystem::path address_file; // holds our address as long as that table runs
    Address address;
    Network network; // empty for a page of this machine
    std::string told; // what is printed as soon as browsers may come; the address comes first
    std::string unreachable; // the line for people where the table does not answer
    Site site;
    base::Descriptor listening; // at that address
};

// All of it as a file without a name, which cannot be changed any more. `listening` goes by its
// number. Not open: the system refuses, as errno says.
[[nodiscard]] base::Descriptor pack(const Handover& handover);

// Absent: it is none of ours.
[[nodiscard]] std::optional<Handover> unpack(const base::Descriptor& packed);

} // namespace ansage::gateway
