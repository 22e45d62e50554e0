// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a journal holds what was stored, from the header to the end. For this folder only.
#pragma once

#include "journal/head.hpp"
#include "journal/journal.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ansage::journal {

// Follows the chain of digests through sessions and rows in the order in which they were stored.
class Chain {
public:
    Chain(const Header& header, std::vector<StoredSession> sessions);

    // What it comes to with what is stored next.
    Digest with(const Row& row) const { return digest_after(digest_, row); }

    // The sessions that begin before record `number`; gives the first whose digest is another, and
    // `each(digest)` is called for the others.
    template <class Each>
    const StoredSession* begin_sessions(std::uint64_t number, const Each& each) {
        while (begun_ < sessions_.size() && sessions_[begun_].session.first_input <= number) {
            const StoredSession& next = sessions_[begun_];
            if (digest_after(digest_, next.session) != next.digest) return &next;
            digest_ = next.digest;
            ++begun_;
            each(digest_);
        }
        return nullptr;
    }

    void take(const Digest& digest) { digest_ = digest; }

    const Digest& digest() const { return digest_; }

    // That begins after a record which is not there.
    bool has_later_session() const;

    std::size_t sessions_begun() const { return begun_; }

private:
    Digest digest_;
    std::vector<StoredSession> sessions_;
    std::size_t begun_ = 0;
};

// What was found up to the first fault, or the end.
struct Examined {
    Head last; // of what can be trusted
    Digest game{}; // of the header
    std::size_t sessions = 0; // that can be trusted
    std::optional<Fault> fault;
    bool is_end_proven = false;
};

// An error is a journal of which nothing can be shown.
[[nodiscard]] Result<Examined> examine(Database& database, const std::string& file, int version);

[[nodiscard]] Result<Header> read_header(Database& database, const std::string& file);
[[nodiscard]] Result<std::vector<StoredSession>> read_sessions(Database& database);

} // namespace ansage::journal
