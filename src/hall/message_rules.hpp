// SPDX-License-Identifier: GPL-3.0-or-later
// What a table may publish, field by field (profiles/hall/messages.json, which the arbiters' page
// reads too). A message that breaks the rules is refused whole, and marks its table.
#pragma once

#include "consoles/limits.hpp"
#include "hall/address.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace ansage::hall {

// The topic alone says whose a message is, whatever the message names.
struct Place {
    std::string table;
    std::string what; // "arbiter/state", "care/7"
};

// Absent: it is not of that event, or not of that table if the address names one.
std::optional<Place> place_of(const Address& address, const std::string& topic);

bool is_valid(const Place& place, const std::string& payload);

class MessageRules {
public:
    // Whether it may be believed; so is what is valid and no more than a table has to say.
    [[nodiscard]] bool
    allows(const Place& place, const std::string& payload, consoles::SteadyTime now);

    // One of its topics has not had a valid message since.
    bool is_broken_by(const std::string& table) const;
    // The tables that broke them for the first time since this was asked, each once.
    [[nodiscard]] std::vector<std::string> take_breakers();

private:
    struct Conduct {
        consoles::Allowance bytes;
        std::set<std::string> broken{}; // topics
    };

    [[nodiscard]] static bool
    is_within(Conduct& conduct, const Place& place, std::size_t size, consoles::SteadyTime now);

    std::map<std::string, Conduct> tables_;
    std::vector<std::string> breakers_;
    std::set<std::string> told_;
};

} // namespace ansage::hall
