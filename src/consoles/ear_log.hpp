// SPDX-License-Identifier: GPL-3.0-or-later
// Who was told what, when and why: what the arbiter can print of a game. Every word to an ear is an
// event of the journal; here each gets its cause judged.
#pragma once

#include "consoles/view.hpp"
#include "table/model/event.hpp"
#include "table/model/input.hpp"
#include "table/model/state.hpp"
#include "telling/outcome.hpp"

#include <set>
#include <span>
#include <string>
#include <vector>

namespace ansage::consoles {

struct EarLine {
    base::Instant at;
    std::string who; // "ear-white", "room", "console-white"
    std::string why; // a cause; for a console, the kind of line that it showed
    std::string words;
    bool is_allowed = true; // a private utterance without an allowed cause is a fault of ours
};

// An input and what it led to.
struct Decided {
    const table::InputBody& input;
    std::span<const table::Event> events;
    const table::State& before;
    const table::State& after;
    base::Instant at{}; // of the input
};

// Whether `said`, one of the events, may be said to that audience for that cause: on the request of
// that very ear and in a mode in which it is answered, on a standing request that was accepted,
// for a repair that was accepted, as the neutral sentence to both players at once, or as the
// announcement of a device that has that duty.
[[nodiscard]] bool is_allowed(const table::Said& said, const Decided& decided);

// Follows a game. Consoles that are there are listed with what they showed besides.
class EarLog {
public:
    explicit EarLog(const telling::TableWords& words)
        : view_(words) {}

    [[nodiscard]] std::vector<EarLine> lines(const Decided& decided);

private:
    void add_counted(std::vector<EarLine>& lines, const Decided& decided) const;
    void note_presence(const table::ConsoleStatus& status);
    void add_shown(
        std::vector<EarLine>& lines, const table::Event& event, const table::State& state
    ) const;

    ConsoleView view_;
    std::set<table::ConsoleRole> present_;
};

// "ear-white request: Your time: ...", with "unallowed" in front where it is.
[[nodiscard]] std::string to_line(const EarLine& line);
// For programs: a "said" with "audience", "cause" and "allowed".
[[nodiscard]] telling::Outcome outcome_of(const EarLine& line);

} // namespace ansage::consoles
