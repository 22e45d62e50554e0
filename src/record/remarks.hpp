// SPDX-License-Identifier: GPL-3.0-or-later
// What a scoresheet keeps besides the moves: offers, claims, penalties, corrections, signatures.
#pragma once

#include "table/model/event.hpp"
#include "table/model/state.hpp"
#include "wording/catalogue.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ansage::record {

struct Remark {
    chess::Ply ply; // after which it is to be read; 0 before the first
    table::Message message;
};

// Follows a game event by event.
class RemarkCollector {
public:
    // `before` is the table's state before the event.
    void add(const table::EventBody& body, const table::State& before);

    [[nodiscard]] std::vector<Remark> take() { return std::move(remarks_); }

private:
    std::vector<Remark> remarks_;
};

// Of a king's move that sheets leave out: it may have been the way to the middle of the board.
Remark remark_of_doubt(const table::State& state, chess::Ply ply);

// One sentence without a full stop; "(=)" of a draw offer (8.1).
std::string words_of(const Remark& remark, const wording::Catalogue& catalogue);

} // namespace ansage::record
