// SPDX-License-Identifier: GPL-3.0-or-later
// Whether what lies of a game on the disk is what this program left there. For this folder only.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace ansage::journal {

// What the system tells of a file without opening it: whoever closes the journal's file, on which
// SQLite has its lock, takes the lock away.
struct Trace {
    std::uint64_t device = 0;
    std::uint64_t number = 0;
    std::int64_t size = 0;
    std::int64_t changed = 0; // in nanoseconds since 1970
    bool operator==(const Trace&) const = default;
};

class Watch {
public:
    enum class Condition : std::uint8_t {
        as_left,
        touched, // somebody wrote into a file, or lost the head: it may still be whole
        cut, // shorter, another file, or none
    };

    // As all lies now.
    explicit Watch(std::string file);

    // After a commit of this program, which leaves so many frames in the -wal.
    void note_commit(int frames);
    // After it brought the -wal into the journal.
    void note_checkpoint(int frames);

    Condition look() const;

private:
    bool has_all_frames() const;

    std::string file_;
    std::optional<Trace> journal_;
    std::optional<Trace> wal_;
    std::optional<Trace> head_;
    int frames_ = 0;
};

} // namespace ansage::journal
