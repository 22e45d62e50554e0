// SPDX-License-Identifier: GPL-3.0-or-later
// What a clock's display shows: a small file that the table writes and a display on another
// terminal reads. The table never waits for it, and does not notice whether anybody looks.
#pragma once

#include "base/result.hpp"
#include "table/model/event.hpp"
#include "table/model/state.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ansage::session {

// Both clocks at one moment, in a form that tells how they go on.
struct ClockFace {
    struct Side {
        std::string name;
        base::Millis remaining{0};
        unsigned moves = 0;
        bool flag_fallen = false;
        bool operator==(const Side&) const = default;
    };

    base::Millis at{0}; // boot_time()
    table::PerColor<Side> sides;
    std::optional<chess::Color> running;
    base::Millis delay_left{0}; // of the running side
    bool hourglass = false;
    bool ended = false;
    bool operator==(const ClockFace&) const = default;
};

[[nodiscard]] ClockFace
face_of(const table::State& state, base::Instant now, base::Millis boot_time);
// As of a later boot time.
[[nodiscard]] base::Millis
remaining(const ClockFace& face, chess::Color color, base::Millis boot_time);

// Lines of a key and a value.
[[nodiscard]] std::string to_text(const ClockFace& face);
// Absent: it is no such text.
[[nodiscard]] std::optional<ClockFace> parse_face(std::string_view text);

// The faces of tables that run, the newest first.
[[nodiscard]] std::vector<std::filesystem::path> faces_shown();

// Writes the face of one table, and takes it away at the end. A disk that is full or a folder that
// is not ours means that there is no display, and nothing else.
class FaceWriter {
public:
    // The table's time was `begin` at boot time `boot_time`.
    FaceWriter(base::Instant begin, base::Millis boot_time);
    FaceWriter(const FaceWriter&) = delete;
    FaceWriter& operator=(const FaceWriter&) = delete;
    ~FaceWriter();

    // Only what changes a clock is written.
    void note(const table::Event& event, const table::State& state);

private:
    base::Instant begin_;
    base::Millis boot_time_;
    std::filesystem::path path_; // empty: nothing is shown
};

} // namespace ansage::session
