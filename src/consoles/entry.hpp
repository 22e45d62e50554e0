// SPDX-License-Identifier: GPL-3.0-or-later
// Who may join a table as what. At this machine whoever may use the account may be anybody but the
// arbiter, who has a code; a browser on the network needs the code of its role, which it takes
// once.
#pragma once

#include "consoles/code.hpp"
#include "consoles/shares.hpp"
#include "consoles/wire.hpp"

#include <array>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ansage::consoles {

class Entry {
public:
    // Why somebody may not.
    struct Refusal {
        std::string_view sentence; // its id
        std::chrono::milliseconds locked_for{0}; // until a code can be tried again
        bool is_attempt = false; // the arbiter is told of it
    };

    // A browser that was let in before the table was open.
    struct Seated {
        table::ConsoleRole role{};
        std::string key;
    };

    explicit Entry(std::string_view arbiters_code, const std::optional<Seated>& seated = {});

    // Absent: he may. A browser on the network that was let in needs no code again: it is known by
    // its key.
    [[nodiscard]] std::optional<Refusal> refuse(const wire::Join& join, SteadyTime now);

    // Of the role, for browsers on the network; the arbiter's is another.
    [[nodiscard]] const std::string& code(table::ConsoleRole role) const;
    // Whoever had the role on the network has it no more, and its code is a new one.
    void free(table::ConsoleRole role);
    // It left by itself: the code is good again.
    void leave(table::ConsoleRole role);

private:
    // A role, for browsers on the network.
    struct Place {
        std::string code;
        JoinCode lock{""};
        std::vector<std::string> keys; // of the browsers that have it; the oldest first
    };

    [[nodiscard]] std::optional<Refusal> refuse_on_network(const wire::Join& join, SteadyTime now);

    [[nodiscard]] Place& place(table::ConsoleRole role) {
        return places_[static_cast<std::size_t>(role)];
    }

    JoinCode arbiters_;
    std::array<Place, all_roles.size()> places_;
};

} // namespace ansage::consoles
