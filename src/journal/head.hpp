// SPDX-License-Identifier: GPL-3.0-or-later
// How far a journal has come, known outside of it. What SQLite keeps in the -wal is lost from the
// first damaged place on, and SQLite says nothing: so what was committed is also noted in a small
// file beside the journal after each commit, and in the journal itself when it is closed. For this
// folder only.
#pragma once

#include "base/descriptor.hpp"
#include "base/instant.hpp"
#include "journal/database.hpp"
#include "journal/digest.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace ansage::journal {

struct Head {
    std::uint64_t records = 0;
    base::Instant at; // of the last record; zero before the first
    Digest digest{}; // of everything committed
    bool operator==(const Head&) const = default;
};

// game.ansage-head
std::string head_file_of(const std::string& file);

// The file of a head. It is written without waiting for the disk, after a commit that has waited:
// so the journal may be ahead of it and is never behind, whatever is cut off.
class HeadFile {
public:
    // `game` is the digest of the journal's header: a head that was left behind by another game is
    // none.
    [[nodiscard]] static Result<HeadFile>
    create(const std::string& file, const Digest& game, const Head& head);

    // False where the disk refuses; the next one makes up for it.
    bool write(const Head& head) const;

private:
    HeadFile(base::Descriptor descriptor, const Digest& game)
        : descriptor_(std::move(descriptor)),
          game_(game) {}

    base::Descriptor descriptor_;
    Digest game_;
};

// Absent where there is none that holds and belongs to this game.
std::optional<Head> read_head_file(const std::string& file, const Digest& game);

// In the journal itself.
[[nodiscard]] Result<std::optional<Head>> read_head_row(Database& database);
[[nodiscard]] Result<void> store_head_row(Database& database, const Head& head);

} // namespace ansage::journal
