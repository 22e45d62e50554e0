// SPDX-License-Identifier: GPL-3.0-or-later
// What each role's consoles may have of the table's time and of its journal: nobody has more than
// his share, and what is too much is counted instead.
#pragma once

#include "base/names.hpp"
#include "consoles/connection.hpp"
#include "consoles/limits.hpp"
#include "table/model/input.hpp"

#include <array>
#include <deque>
#include <optional>
#include <string>
#include <vector>

namespace ansage::consoles {

inline constexpr auto all_roles = base::all_enumerators<table::ConsoleRole>;

class Shares {
public:
    Shares();

    // Its next line may be taken; else it waits until `waits_until`.
    [[nodiscard]] bool may_go_on(ConsoleSession& session, SteadyTime now);
    // Whoever comes and goes without end is not told each time where the game stands.
    [[nodiscard]] bool may_be_told(table::ConsoleRole role);
    // Absent: there were so many that it is only counted.
    [[nodiscard]] std::optional<table::Oversteps>
    overstep(table::ConsoleRole role, const std::string& text);
    // What was only counted so far.
    [[nodiscard]] std::vector<table::Oversteps> take_counted();

private:
    // What a role may not do and asked for all the same.
    struct Overstepped {
        Allowance share;
        unsigned uncounted = 0; // and neither stored nor told
        std::string text; // the newest of these
    };

    [[nodiscard]] Allowance& acts_of(table::ConsoleRole role) {
        return acts_[static_cast<std::size_t>(role)];
    }

    std::vector<Allowance> acts_; // by role
    std::vector<Overstepped> overstepped_; // by role
};

// Who came and went, not yet told: what is told late is told once, with its number.
class Comings {
public:
    Comings();

    void add(table::ConsoleRole role, table::ConsoleChange change);
    // A page went without a word. A telephone that slept, a page that is loaded again and a gateway
    // that died come back, and nobody has to hear of it before they are missed.
    void went_silently(table::ConsoleRole role, SteadyTime now);
    // One of those of that role is waited for no more; false: there was none, or it was missed.
    [[nodiscard]] bool take_silent(table::ConsoleRole role);
    void forget_silent(table::ConsoleRole role);
    // The next, in its time.
    [[nodiscard]] std::optional<table::ConsoleReports> take(SteadyTime now);
    // Absent: there is none.
    [[nodiscard]] std::optional<SteadyTime> ready_at(SteadyTime now) const;
    [[nodiscard]] std::vector<table::ConsoleReports> take_refused();

private:
    struct Silent {
        table::ConsoleRole role{};
        SteadyTime missed_at;
    };

    void miss(SteadyTime now);

    std::deque<table::ConsoleReports> waiting_;
    std::deque<Silent> silent_; // the oldest first
    Allowance news_;
};

} // namespace ansage::consoles
