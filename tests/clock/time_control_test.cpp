// SPDX-License-Identifier: GPL-3.0-or-later
#include "clock/lines.hpp"
#include "clock/time_control.hpp"
#include "support/catch.hpp"

#include <rapidcheck.h>

namespace ansage::clock {
namespace {

using tests::fields_of;
using tests::read_lines;

constexpr ClassLimits limits{std::chrono::minutes{10}, std::chrono::minutes{60}};

rc::Gen<Millis> seconds_up_to(int most) {
    return rc::gen::map(rc::gen::inRange(1, most + 1), [](int count) {
        return Millis{std::chrono::seconds{count}};
    });
}

Period any_period(bool last) {
    Period period;
    period.base = *seconds_up_to(360'000);
    period.kind = *rc::gen::element(
        IncrementKind::none, IncrementKind::fischer, IncrementKind::delay, IncrementKind::bronstein
    );
    if (period.kind != IncrementKind::none) period.increment = *seconds_up_to(3'600);
    if (!last || *rc::gen::arbitrary<bool>()) period.moves = *rc::gen::inRange(1U, 1000U);
    return period;
}

void any_control_is_read_as_written() {
    TimeControl control;
    const int count = *rc::gen::inRange(1, 6);
    for (int number = 1; number <= count; ++number)
        control.periods.push_back(any_period(number == count));
    RC_ASSERT(parse_time_control(to_string(control)) == control);
}

} // namespace

TEST_CASE("Every time control of the table is read, written back and classed (A.1, B.1)") {
    const auto lines = read_lines("clock/time_controls.txt");
    REQUIRE(lines.size() > 20);
    for (const auto& [text, where] : lines) {
        INFO(where);
        const auto fields = fields_of(text);
        REQUIRE(fields.size() == 5);
        const auto control = parse_time_control(fields[0]);
        REQUIRE(control.has_value());
        CHECK(to_string(*control) == fields[1]);
        CHECK(parse_time_control(to_string(*control)) == *control);
        CHECK(start_time(*control) == Millis{std::stoll(fields[2])});
        CHECK(control->periods.size() == std::stoul(fields[3]));
        CHECK(to_string(time_class(*control, limits)) == fields[4]);
    }
}

TEST_CASE("What is no time control gets an error that shows the text and how to write one") {
    const auto lines = read_lines("clock/bad_time_controls.txt");
    REQUIRE(lines.size() > 20);
    for (const auto& [quoted, where] : lines) {
        INFO(where);
        const auto text = quoted.substr(1, quoted.size() - 2);
        const auto control = parse_time_control(text);
        REQUIRE_FALSE(control.has_value());
        CHECK(control.error().where == fmt::format("time control '{}'", text));
        CHECK_FALSE(control.error().what.empty());
        CHECK(control.error().mend.text().find("90m+30s") != std::string::npos);
    }
}

TEST_CASE("A time control that is written down is read as the same one") {
    CHECK(rc::check(any_control_is_read_as_written));
}

TEST_CASE("Delay and Bronstein times count for the class as an increment does") {
    for (const auto* text : {"44m59s d15s", "44m59s b15s", "44m59s+15s"}) {
        INFO(text);
        CHECK(time_class(parse_time_control(text).value(), limits) == TimeClass::rapid);
    }
}

} // namespace ansage::clock
