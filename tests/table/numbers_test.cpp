// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers that count different things do not meet in one expression.
#include "support/catch.hpp"
#include "table/model/input.hpp"

#include <cstddef>

namespace ansage {
namespace {

using chess::MoveNumber;
using chess::Ply;
using table::MatterNumber;

template <class One, class Other>
concept Equated = requires(One one, Other other) {
    one == other;
};

template <class One, class Other>
concept Ordered = requires(One one, Other other) {
    one < other;
};

template <class One, class Other>
concept Added = requires(One one, Other other) {
    one + other;
};

template <class One, class Other>
concept Subtracted = requires(One one, Other other) {
    one - other;
};

template <class One, class Other>
concept Assigned = requires(One& one, Other other) {
    one = other;
};

template <class One, class Other>
constexpr bool meet = Equated<One, Other> || Ordered<One, Other> || Added<One, Other> ||
    Subtracted<One, Other> || Assigned<One, Other> || Assigned<Other, One>;

// What is no literal says first what it counts; what is added or taken away are steps.
template <class Number, class Count>
constexpr bool is_taken_for = Equated<Number, Count> || Ordered<Number, Count> ||
    Assigned<Number, Count> || Assigned<Count, Number> || Subtracted<Count, Number>;

template <class Number>
constexpr bool counts_alone =
    meet<Number, Number> && !Added<Number, Number> && !is_taken_for<Number, unsigned> &&
    !is_taken_for<Number, std::size_t> && !is_taken_for<Number, bool>;

static_assert(counts_alone<MatterNumber> && counts_alone<Ply> && counts_alone<MoveNumber>);
static_assert(!meet<Ply, MatterNumber> && !meet<Ply, MoveNumber> && !meet<MatterNumber, MoveNumber>);

TEST_CASE("Numbers of one kind are counted, compared and subtracted") {
    MatterNumber number = 1;
    CHECK(++number == MatterNumber{2U});
    CHECK(number + 3 == MatterNumber{5U});
    CHECK(number + 3 - number == 3U);
    CHECK(--number - 1 == MatterNumber{});
    CHECK(MatterNumber{7U}.value() == 7U);
    CHECK((number > 0 && number < 2));
}

TEST_CASE("What there is for each ply is found by the ply, from the first on") {
    chess::PerPly<char> letters;
    CHECK(letters.last() == Ply{});
    for (const char letter : {'a', 'b', 'c'}) letters.push_back(letter);
    CHECK(letters[1] == 'a');
    CHECK(letters.last() == Ply{3U});
    CHECK((letters.has(3) && !letters.has(0) && !letters.has(4)));
    letters.keep(4);
    CHECK(letters.size() == 3);
    letters.keep(1);
    CHECK(letters.back() == 'a');
    letters.keep(0);
    CHECK(letters.empty());
}

} // namespace
} // namespace ansage
