// SPDX-License-Identifier: GPL-3.0-or-later
// A journal that came over the line in chunks: put together, checked, verified and kept.
#pragma once

#include "base/result.hpp"
#include "journal/digest.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace ansage::hall {

class Assembly {
public:
    enum class News : std::uint8_t { none, more, whole, broken };

    // A message of the topic `journal` (docs/hall.md). One of another copy begins anew; broken: all
    // of it is there, and it is not what its hash says.
    News take(const std::string& json);

    // The first that is not there.
    std::uint64_t missing() const;
    // Once it is whole: the file, and what the table says is the digest of its journal.
    std::string bytes() const;

    const std::string& digest() const { return digest_; }

private:
    News check() const;

    std::string hash_;
    std::string digest_;
    std::uint64_t size_ = 0;
    std::uint64_t held_ = 0; // of that many bytes
    std::vector<std::optional<std::string>> chunks_;
};

struct Kept {
    std::uint64_t records = 0;
    unsigned moves = 0;
    std::string result; // "*": none
    bool is_new = true; // false: it was kept before
};

// Verifies the game as `ansage replay --verify` does, and keeps it under that name for its owner
// only. A file that is there already must be the same game, not longer. `data` is the --data
// option, empty if not given.
[[nodiscard]] base::Result<Kept, base::Error> keep_journal(
    const std::string& bytes,
    const std::string& digest,
    const std::filesystem::path& file,
    const std::string& data
);

} // namespace ansage::hall
