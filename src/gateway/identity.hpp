// SPDX-License-Identifier: GPL-3.0-or-later
// The certificate of this machine's pages on the network. Nobody else vouches for it, so that a
// browser asks once, and not again as long as it stays the same.
#pragma once

#include "base/result.hpp"
#include "gateway/own_addresses.hpp"

#include <filesystem>
#include <optional>
#include <string>

namespace ansage::gateway {

struct Identity {
    std::string pem; // the certificate and its key
    std::string fingerprint; // SHA-256: "3F2A 9C01 ...", sixteen groups of four, to be read aloud
};

// ~/.config/ansage/page.pem, for its owner alone.
[[nodiscard]] std::filesystem::path identity_file();

// Absent: there is none, or one that cannot be used any more.
[[nodiscard]] std::optional<Identity> read_identity(const std::filesystem::path& file);

// The one that is kept there; else a new one, for those names and addresses, which is kept. Where
// they change it stays: whoever has accepted it knows it. Error: others can read its key, or it
// cannot be kept.
[[nodiscard]] base::Result<Identity, base::Error>
read_or_make_identity(const std::filesystem::path& file, const OwnAddresses& own);

} // namespace ansage::gateway
