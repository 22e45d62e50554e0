// SPDX-License-Identifier: GPL-3.0-or-later
// What the commands of an organiser have in common: the hall, who asks, the round, and what is said
// where the line is not as it should be.
#pragma once

#include "app/commands/given.hpp"
#include "hall/link.hpp"
#include "hall/listener.hpp"
#include "record/pairing.hpp"
#include "terminal/options.hpp"

#include <string>
#include <vector>

namespace ansage::app {

// "hall results mqtts://HOST/EVENT --account FILE --pairings FILE"
struct HallGiven {
    hall::Address address;
    hall::Account account;
    record::Pairings pairings;
};

[[nodiscard]] base::Result<HallGiven, base::Error> hall_given(const terminal::Arguments& given);
void add_hall_options(terminal::Options& options);

// "40": table-1 to table-40; or their names.
std::vector<std::string> hall_tables_given(const std::string& text);

// In the language of whoever sits there.
class HallTroubles {
public:
    explicit HallTroubles(const terminal::Arguments& given);

    // Each once, until it is well again.
    void tell(hall::Link& link, const hall::Address& address) const;
    // And each table that sends what is invalid.
    void tell(hall::Listener& listener, const hall::Address& address) const;
    void tell(hall::Trouble trouble, const hall::Address& address) const;

private:
    std::optional<Reader> reader_; // absent: there are no words
};

} // namespace ansage::app
