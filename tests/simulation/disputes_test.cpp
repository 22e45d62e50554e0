// SPDX-License-Identifier: GPL-3.0-or-later
// Disputes that nobody has written down: each fault, in each edition and at each kind of table,
// ruled on, left alone, or ruled on, taken back and ruled on again.
#include "disputed_game.hpp"
#include "support/catch.hpp"
#include "table/model/names.hpp"

#include <array>
#include <fmt/format.h>
#include <map>

namespace ansage::tests {
namespace {

struct Kind {
    Fault fault{};
    std::string edition;
    table::Mode mode{};
    auto operator<=>(const Kind&) const = default;
};

// Of a fault, what not every game has.
struct Special {
    Fault fault{};
    std::string_view trait;
    auto operator<=>(const Special&) const = default;
};

struct Counts {
    std::map<Kind, unsigned> kinds;
    std::map<Special, unsigned> specials;
};

Counts play_disputes(std::uint64_t games) {
    Counts counts;
    for (std::uint64_t seed = 0; seed < games; ++seed) {
        const Plan plan = plan_of(seed);
        for (const std::string_view trait : play_disputed_game(plan))
            ++counts.specials[{plan.fault, trait}];
        ++counts.kinds[{plan.fault, plan.edition->name, plan.mode}];
    }
    return counts;
}

void check_counts(const Counts& counts, unsigned least) {
    CHECK(counts.kinds.size() == fault_count * all_editions().size() * modes.size());
    for (const auto& [kind, count] : counts.kinds) {
        INFO(to_string(kind.fault) << ", " << kind.edition << ", " << table::to_string(kind.mode));
        CHECK(count >= least);
    }
}

} // namespace

TEST_CASE("Whatever fault is ruled on, undone or ignored, the dispute is whole") {
    check_counts(play_disputes(3 * 144), 3);
}

TEST_CASE("Ten thousand disputes are whole", "[.long]") {
    const Counts counts = play_disputes(10'000);
    for (const auto& [kind, count] : counts.kinds) {
        fmt::print(
            "{}, {}, {}: {}\n",
            to_string(kind.fault),
            kind.edition,
            table::to_string(kind.mode),
            count
        );
    }
    for (const auto& [special, count] : counts.specials) {
        fmt::print("{}, {}: {}\n", to_string(special.fault), special.trait, count);
        CHECK(count >= 30);
    }
    check_counts(counts, 30);
}

} // namespace ansage::tests
