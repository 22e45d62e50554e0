// SPDX-License-Identifier: GPL-3.0-or-later
// "h 14:30", at noon and in the nights in which clocks are set forward or back.
#include "acts/time_of_day.hpp"
#include "support/catch.hpp"

#include <chrono>
#include <cstdlib>
#include <ctime>
#include <string>

namespace ansage::acts {
namespace {

// The time zone of a place that has summer time, for this test.
class InBerlin {
public:
    // In words that need no list of places: Debian is there without one, too.
    InBerlin() { set("CET-1CEST,M3.5.0,M10.5.0/3"); }

    InBerlin(const InBerlin&) = delete;
    InBerlin& operator=(const InBerlin&) = delete;

    ~InBerlin() { set(before_.c_str()); }

private:
    static void set(const char* zone) {
        if (*zone == '\0') ::unsetenv("TZ");
        else ::setenv("TZ", zone, 1);
        ::tzset();
    }

    std::string before_ = std::getenv("TZ") == nullptr ? "" : std::getenv("TZ");
};

struct Row {
    std::string line;
    long long now = 0; // seconds since 1970
    std::string read;
};

TEST_CASE("A time of day is the newest that has been", "[acts]") {
    const InBerlin here;
    constexpr long long noon = 1'795'950'000; // 2026-11-29 12:00, in winter
    constexpr long long forward = 1'774'746'600; // 2026-03-29 03:10, ten minutes after 01:59
    constexpr long long back = 1'792'890'600; // 2026-10-25 02:10, for the second time
    const Row row = GENERATE_COPY(values<Row>({
        {"h 11:30", noon, "asks since 0:30:00"},
        {"H 11:30", noon, "asks since 0:30:00"},
        {"white h 11:30", noon, "white asks since 0:30:00"},
        {"weiß h 11:30", noon, "weiß asks since 0:30:00"},
        {"h 12:30", noon, "asks since 23:30:00"},
        {"h 12:00", noon + 20, "asks since 0:00:20"},
        {"h 01:30", forward, "asks since 0:40:00"},
        {"white h 01:30", forward, "white asks since 0:40:00"},
        {"h 02:30", forward, "asks since 23:40:00"}, // no clock showed it this night
        {"h 02:05", back, "asks since 0:05:00"},
        {"h 02:30", back, "asks since 0:40:00"}, // the first time
        {"h 01:30", back, "asks since 1:40:00"},
        {"h 10", noon, "h 10"},
        {"h 24:00", noon, "h 24:00"},
        {"h", noon, "h"},
        {"white 12:34", noon, "white 12:34"},
        {"s e4", noon, "s e4"},
    }));
    INFO(row.line << " at " << row.now);
    CHECK(with_time_of_day(row.line, std::chrono::seconds{row.now}) == row.read);
}

} // namespace
} // namespace ansage::acts
