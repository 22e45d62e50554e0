// SPDX-License-Identifier: GPL-3.0-or-later
#include "gateway/carrier/lines.hpp"
#include "support/catch.hpp"

namespace {

using namespace ansage::gateway;
using namespace std::chrono_literals;

constexpr auto no_wait = 0ms;

} // namespace

TEST_CASE("Whoever comes late is told how it stands, then all lines, then what becomes of it") {
    Lines lines;
    lines.welcome("w");
    lines.state("s1");
    lines.add(1, "one");
    lines.state("s2");
    lines.add(2, "two");
    lines.stand(Standing::open);
    const Lines::News news = lines.after({}, no_wait);
    CHECK(
        news.events ==
        "event: welcome\ndata: w\n\n"
        "event: state\ndata: s2\n\n"
        "id: 1\ndata: one\n\n"
        "id: 2\ndata: two\n\n"
        "event: standing\ndata: {\"standing\":\"open\",\"text\":\"\"}\n\n"
    );
    CHECK(lines.after(news.place, no_wait).events.empty());
}

TEST_CASE("A browser that comes back is told what it missed, and nothing twice") {
    Lines lines;
    for (const int number : {1, 2, 3}) lines.add(static_cast<std::uint64_t>(number), "line");
    lines.add(2, "again"); // as from a table that was joined again
    CHECK(lines.last() == 3);
    Lines::Place place;
    place.line = 2;
    CHECK(lines.after(place, no_wait).events == "id: 3\ndata: line\n\n");
}

TEST_CASE("A state comes before the lines that tell why, and only the newest is told") {
    Lines lines;
    const Lines::Place begin = lines.after({}, no_wait).place;
    lines.state("old");
    lines.add(1, "why");
    lines.state("new");
    CHECK(lines.after(begin, no_wait).events == "event: state\ndata: new\n\nid: 1\ndata: why\n\n");
}

TEST_CASE("A long game is told in parts, and how things stand after the last") {
    Lines lines;
    const std::string text(1000, 'x');
    for (std::uint64_t number = 1; number <= 200; ++number) lines.add(number, text);
    lines.stand(Standing::over, "Closed.");
    Lines::Place place;
    std::string all;
    int parts = 0;
    for (Lines::News news = lines.after(place, no_wait); !news.events.empty();
         news = lines.after(place, no_wait)) {
        place = news.place;
        all += news.events;
        ++parts;
        CHECK(news.events.size() < 80'000);
    }
    CHECK(parts > 2);
    CHECK(all.ends_with("data: {\"standing\":\"over\",\"text\":\"Closed.\"}\n\n"));
    CHECK(all.find("standing") == all.rfind("event: standing") + 7);
}

TEST_CASE("Nobody waits once all is closed") {
    Lines lines;
    lines.close();
    CHECK(lines.after({}, 1h).is_closed);
}
