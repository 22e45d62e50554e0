// SPDX-License-Identifier: GPL-3.0-or-later
#include "speech/duration.hpp"
#include "speech/null_speaker.hpp"
#include "speech/spy_speaker.hpp"
#include "speech/virtual_speaker.hpp"
#include "support/catch.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <string>
#include <vector>

namespace ansage::speech {
namespace {

using base::Instant;
using base::Millis;

bool readable(int descriptor) {
    pollfd watched{.fd = descriptor, .events = POLLIN, .revents = 0};
    return poll(&watched, 1, 0) == 1;
}

Utterance utterance(
    std::uint64_t id, Priority priority, const std::string& text, Audience audience = Audience::room
) {
    // 60 words a minute are below eSpeak NG's least; 120 make half a second a word.
    return {
        .id = id,
        .audience = audience,
        .priority = priority,
        .segments = {{"de", text}},
        .voice = {.words_per_minute = 120}};
}

std::vector<std::string> named(const std::vector<Report>& reports) {
    std::vector<std::string> lines;
    lines.reserve(reports.size());
    for (const Report& report : reports)
        lines.push_back(fmt::format("{} {}", report.id, to_string(report.outcome)));
    return lines;
}

using Lines = std::vector<std::string>;

TEST_CASE("The names of audiences are those of table scripts") {
    for (const Audience audience : all_audiences)
        CHECK(parse_name<Audience>(to_string(audience)) == audience);
    CHECK(to_string(Audience::ear_white) == "ear-white");
    CHECK_FALSE(parse_name<Audience>("ear_white").has_value());
}

TEST_CASE("The words of an utterance are those of its segments") {
    const Utterance mixed{.segments = {{"en", "white says"}, {"de", "Eva vier"}}};
    CHECK(words(mixed) == "white says Eva vier");
}

TEST_CASE("The report descriptor is readable exactly while reports or changes wait") {
    SpySpeaker spy;
    CHECK_FALSE(readable(spy.report_fd()));
    spy.report(Report{1, Outcome::finished});
    spy.report(OutputChange{Audience::room, false});
    CHECK(readable(spy.report_fd()));
    CHECK(spy.take_reports() == std::vector{Report{1, Outcome::finished}});
    CHECK(readable(spy.report_fd()));
    CHECK(spy.take_output_changes() == std::vector{OutputChange{Audience::room, false}});
    CHECK_FALSE(readable(spy.report_fd()));
    CHECK(spy.take_reports().empty());
}

TEST_CASE("The null speaker finishes everything at once") {
    NullSpeaker speaker;
    speaker.say(utterance(1, Priority::message, "Eva vier"));
    speaker.say(utterance(2, Priority::important, "Bitte den Schiedsrichter"));
    CHECK(named(speaker.take_reports()) == Lines{"1 finished", "2 finished"});
}

TEST_CASE("The spy keeps every call in order, word for word, and reports on demand") {
    SpySpeaker spy;
    spy.say(utterance(7, Priority::message, "Eva vier", Audience::ear_white));
    spy.stop_text(Audience::ear_white);
    spy.say(utterance(8, Priority::text, "Felix drei", Audience::ear_black));
    CHECK(
        spy.lines() ==
        Lines{"ear-white message: Eva vier", "ear-white stop text", "ear-black text: Felix drei"}
    );
    CHECK(spy.said().at(1).segments == std::vector{Segment{"de", "Felix drei"}});
    CHECK(spy.take_reports().empty());
    spy.report(Report{8, Outcome::cut});
    CHECK(named(spy.take_reports()) == Lines{"8 cut"});
}

TEST_CASE("An estimate follows the words and the rate, inside eSpeak NG's limits") {
    CHECK(estimated_duration(utterance(1, Priority::text, "Springer  Felix drei")) == Millis{1500});
    Utterance fast = utterance(1, Priority::text, "drei");
    fast.voice.words_per_minute = 10'000;
    CHECK(estimated_duration(fast) == Millis{133});
    fast.voice.words_per_minute = -1;
    CHECK(estimated_duration(fast) == Millis{750});
    CHECK(estimated_duration({}) == Millis{0});
}

TEST_CASE("In virtual time an utterance ends when its words are over") {
    SilentStage stage;
    VirtualSpeaker speaker(stage);
    CHECK_FALSE(speaker.next_deadline().has_value());
    speaker.advance_to({Millis{1000}});
    speaker.say(utterance(1, Priority::message, "Eva vier"));
    CHECK(speaker.next_deadline() == Instant{Millis{2000}});
    speaker.advance_to({Millis{1999}});
    CHECK(speaker.take_reports().empty());
    speaker.advance_to({Millis{2000}});
    CHECK(named(speaker.take_reports()) == Lines{"1 finished"});
    CHECK_FALSE(speaker.next_deadline().has_value());
}

TEST_CASE(
    "In virtual time what waited begins when the one before ends, however late the clock is read"
) {
    SilentStage stage;
    VirtualSpeaker speaker(stage);
    speaker.say(utterance(1, Priority::message, "Eva vier"));
    speaker.say(utterance(2, Priority::message, "Eva"));
    speaker.advance_to({Millis{1499}});
    CHECK(named(speaker.take_reports()) == Lines{"1 finished"});
    CHECK(speaker.next_deadline() == Instant{Millis{1500}});
    speaker.advance_to({Millis{9000}});
    CHECK(named(speaker.take_reports()) == Lines{"2 finished"});
}

TEST_CASE("Each audience has a queue of its own") {
    SilentStage stage;
    VirtualSpeaker speaker(stage);
    speaker.say(utterance(1, Priority::message, "Eva vier", Audience::ear_white));
    speaker.say(utterance(2, Priority::message, "Eva", Audience::ear_black));
    speaker.say(utterance(3, Priority::text, "drei", Audience::arbiter));
    speaker.stop_text(Audience::ear_white);
    speaker.stop_text(Audience::arbiter);
    CHECK(named(speaker.take_reports()) == Lines{"3 cut"});
    speaker.advance_to({Millis{5000}});
    CHECK(named(speaker.take_reports()) == Lines{"2 finished", "1 finished"});
}

TEST_CASE("In virtual time the priorities hold too") {
    SilentStage stage;
    VirtualSpeaker speaker(stage);
    speaker.say(utterance(1, Priority::text, "eins zwei drei vier"));
    speaker.advance_to({Millis{700}});
    speaker.say(utterance(2, Priority::message, "Eva"));
    CHECK(named(speaker.take_reports()) == Lines{"1 cut"});
    CHECK(speaker.next_deadline() == Instant{Millis{1200}});
}

} // namespace
} // namespace ansage::speech
