// SPDX-License-Identifier: GPL-3.0-or-later
// A sensor, lever or button that is stuck or loose reports more than hands can do. It is told once,
// and what comes of it until it is steady is a count: neither the journal nor anybody's turn is
// filled with it.
#pragma once

#include "base/instant.hpp"
#include "table/model/input.hpp"

#include <array>
#include <deque>
#include <optional>
#include <vector>

namespace ansage::session {

class FlutterGuard {
public:
    explicit FlutterGuard(chess::Color board)
        : board_(board) {}

    // What the table is told of what the board reported, which may be nothing.
    void take(table::InputBody input, base::Instant now, std::deque<table::InputBody>& told);
    // What has become steady is told, and how it stands.
    void on_time(base::Instant now, std::deque<table::InputBody>& told);
    [[nodiscard]] std::optional<base::Instant> next_deadline() const;

private:
    // How much came of one source lately.
    struct Noise {
        base::Instant since;
        base::Instant last;
        unsigned lately = 0;
        bool flutters = false;
        unsigned count = 0; // while it flutters
        std::vector<table::InputBody> withheld; // how it stands, as far as that can be told later
    };

    static constexpr std::size_t squares = 64;
    static constexpr std::size_t sources = squares + 3;

    [[nodiscard]] table::BoardReports report(std::size_t source, table::BoardReport what) const;
    // True: it is kept from the table.
    bool withhold(std::size_t source, base::Instant now, std::deque<table::InputBody>& told);

    chess::Color board_;
    std::array<Noise, sources> noise_;
};

} // namespace ansage::session
