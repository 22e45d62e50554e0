// SPDX-License-Identifier: GPL-3.0-or-later
// What a clock's keys and short lines mean.
#include "acts/keys.hpp"
#include "acts/script.hpp"
#include "support/catch.hpp"

#include <set>

namespace ansage::acts {
namespace {

using Acts = std::vector<std::string>;

TEST_CASE("Every key is a key of its own and does what a table understands") {
    std::set<char> seen;
    for (const ClockKey& key : clock_keys()) {
        INFO("key " << key.key << ' ' << key.topic);
        CHECK(seen.insert(key.key).second);
        CHECK(find_clock_key(key.key) == &key);
        CHECK(parse_act(key.act).has_value());
    }
    CHECK(find_clock_key('\r') == find_clock_key('\n'));
    CHECK(find_clock_key('x') == nullptr);
}

TEST_CASE("Short lines are acts") {
    struct Row {
        std::string line;
        Acts acts;
    };

    const Row row = GENERATE(values<Row>({
        {" ", {"clock presses"}},
        {"f", {"white presses"}},
        {"  j ", {"black presses"}},
        {"", {}},
        {"\t", {}},
        {"white 12:34", {"arbiter sets white 12:34"}},
        {"black 1:02:03", {"arbiter sets black 1:02:03"}},
        {"black +2:00", {"arbiter adds black 2:00"}},
        {"white moves 24", {"arbiter sets white moves 24"}},
        {"white alarms tones", {"white requests alarms tones", "arbiter accepts alarms white"}},
        {"black alarms none", {"black requests alarms none"}},
        {"white asks time", {"white asks time"}},
        {"arbiter ends 1-0 flag", {"arbiter ends 1-0 flag"}},
        {"quit", {"quit"}},
    }));
    INFO("line \"" << row.line << '"');
    CHECK(acts_of_line(row.line) == row.acts);
}

} // namespace
} // namespace ansage::acts
