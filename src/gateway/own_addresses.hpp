// SPDX-License-Identifier: GPL-3.0-or-later
// How other machines of the network reach this one.
#pragma once

#include <string>
#include <vector>

namespace ansage::gateway {

struct OwnAddresses {
    // IPv4, that of the default route first; those that an interface gave itself (169.254, RFC
    // 3927) only where there is nothing else.
    std::vector<std::string> addresses;
    std::vector<std::string> names; // in small letters: the machine's, and NAME.local (RFC 6762)
};

[[nodiscard]] OwnAddresses own_addresses();

} // namespace ansage::gateway
