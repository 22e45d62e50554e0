// SPDX-License-Identifier: GPL-3.0-or-later
// How sensors err, which is not how hands do (devices/hands): a board that looks at its squares
// again and again, and now and then sees what is not so. For the tests and for simulated boards.
#pragma once

#include "base/names.hpp"
#include "devices/board/board.hpp"

#include <array>
#include <optional>
#include <string_view>
#include <vector>

namespace ansage::devices::noise {

// How a board looks at its squares, as its protocol and its driver let a table see it.
struct Scanning {
    std::string_view name;
    BoardKind kind{};
    base::Millis every{0}; // one look at all squares
    unsigned agreeing = 1; // so many looks in a row have to say the same
    bool is_by_rank = false; // rank after rank, and told at once, not in one report
};

inline constexpr std::array scannings{
    Scanning{"peg", BoardKind::occupancy, base::Millis{20}, 1},
    Scanning{"sentio", BoardKind::occupancy, base::Millis{100}, 2},
    Scanning{"pegasus", BoardKind::occupancy, base::Millis{100}, 1, true},
    Scanning{"dgt", BoardKind::identity, base::Millis{240}, 1, true},
    Scanning{"chesslink", BoardKind::identity, base::Millis{41}, 1},
    Scanning{"chessnut", BoardKind::identity, base::Millis{150}, 2}};

enum class Fault : std::uint8_t {
    drop_out, // what stands there is not seen
    flicker, // seen and not seen in turn, look after look
    stuck, // goes on showing what it showed
    crosstalk, // the magnet of a neighbour closes it
    slow_magnet, // every change is seen later
    late_reports, // nothing is told until the end; then all of it, in order
    repeated_reports, // every change is told twice
};

struct Disturbance {
    Fault fault{};
    chess::Square square;
    base::Instant from;
    base::Millis length{0};
};

class Sensors {
public:
    Sensors(const Scanning& scanning, const chess::Reading& start);

    // The wires of two squares are exchanged, for good.
    void swap_wires(chess::Square one, chess::Square other);
    void disturb(const Disturbance& disturbance);

    void do_hand(const HandAct& act, base::Instant now);
    // When something may be to tell; absent: nothing changes by itself.
    std::optional<base::Instant> next_deadline() const;
    // What the table hears of it now. No deadline may have been passed over.
    [[nodiscard]] std::vector<SensorEvent> on_time(base::Instant now);

    const chess::Reading& truth() const { return truth_; }

private:
    struct Square {
        chess::SquareReading before; // the last change
        base::Instant changed_at;
        chess::SquareReading told;
        chess::SquareReading seen; // by the last look
        unsigned agreeing = 0; // looks in a row that saw it
    };

    base::Millis step() const;
    // A change is seen by then.
    base::Millis settles_within() const;
    base::Instant next_step(base::Instant after) const;
    bool is_disturbed(Fault fault, base::Instant now) const;
    chess::SquareReading see(chess::Square square, base::Instant now) const;
    chess::SquareReading neighbour_of(chess::Square square) const;
    void look(chess::Square square, base::Instant now, std::vector<SensorEvent>& changes);
    void look_at_all(base::Instant now);
    // Nothing was to be seen until now.
    void skip_to(base::Instant now);

    Scanning scanning_;
    chess::Reading truth_;
    std::array<Square, 64> squares_{};
    std::array<chess::Square, 64> wires_;
    std::vector<Disturbance> disturbances_;
    std::vector<SensorEvent> untold_;
    base::Instant looked_at_;
    base::Instant busy_until_; // a hand's acts are seen by then
};

} // namespace ansage::devices::noise
