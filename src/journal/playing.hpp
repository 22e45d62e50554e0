// SPDX-License-Identifier: GPL-3.0-or-later
// One program at a time plays a game, whatever file it lies in: a copy of a game that is being
// played on this machine is known as one. For this folder only.
#pragma once

#include "base/descriptor.hpp"
#include "journal/digest.hpp"

#include <optional>

namespace ansage::journal {

// Kept while the game is played. The system gives it back when the program ends, however it ends,
// and no file of it stays.
class Playing {
public:
    // `game` is the digest of the game's first session, which no other game shares. Absent where
    // somebody plays it already. Where the system has no such names, nobody is held up.
    static std::optional<Playing> begin(const Digest& game);

private:
    explicit Playing(int name)
        : name_(name) {}

    base::Descriptor name_;
};

} // namespace ansage::journal
