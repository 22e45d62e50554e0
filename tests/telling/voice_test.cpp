// SPDX-License-Identifier: GPL-3.0-or-later
// What of a table's utterance reaches the speaker: words, priority, and how its listener wants to
// be spoken to.
#include "speech/spy_speaker.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"
#include "telling/voice.hpp"
#include "wording/wording.hpp"

namespace ansage::telling {
namespace {

using speech::Audience;
using speech::SpySpeaker;
using speech::Utterance;
using speech::Verbosity;

struct Spied {
    SpySpeaker* spy;
    Voice voice;
};

Spied spied(const speech::Ears& ears) {
    auto speaker = std::make_unique<SpySpeaker>();
    SpySpeaker* const spy = speaker.get();
    return {spy, Voice::open(std::move(speaker), ears)};
}

table::Said said(std::uint64_t id, table::Audience audience, table::Priority priority) {
    return {
        .id = id,
        .audience = audience,
        .priority = priority,
        .cause = table::Cause::request,
        .message = {}};
}

const speech::Ears ears{
    {Audience::ear_white,
     {.device = "a", .listener = {.voice = {.words_per_minute = 450, .pitch = 70, .volume = 150}}}},
    {Audience::ear_black,
     {.device = "b",
      .listener = {
          .voice = {.words_per_minute = 80, .pitch = 20, .volume = 60},
          .verbosity = Verbosity::few}}}};

TEST_CASE("Everybody is spoken to at the own rate, pitch and volume") {
    Spied it = spied(ears);
    it.voice.say(said(1, table::Audience::ear_white, table::Priority::text), {{"en", "a"}}, false);
    it.voice.say(said(2, table::Audience::ear_black, table::Priority::text), {{"de", "b"}}, false);
    it.voice.say(said(3, table::Audience::arbiter, table::Priority::text), {{"en", "c"}}, false);
    const std::vector<Utterance>& utterances = it.spy->said();
    REQUIRE(utterances.size() == 3);
    CHECK(utterances[0].audience == Audience::ear_white);
    CHECK(utterances[0].voice == ears.at(Audience::ear_white).listener.voice);
    CHECK(utterances[1].audience == Audience::ear_black);
    CHECK(utterances[1].voice == ears.at(Audience::ear_black).listener.voice);
    CHECK(utterances[2].voice == speech::VoiceSettings{});
}

TEST_CASE("What a listener knows by heart is a tone in that ear alone, and everything else is words"
) {
    Spied it = spied(ears);
    const auto say = [&](table::Audience audience, std::string id) {
        table::Said one = said(1, audience, table::Priority::message);
        one.message.id = std::move(id);
        it.voice.say(one, {{"en", "words"}}, false);
        return it.spy->said().back().segments;
    };
    const auto tones = parse_tones("clock,refused");
    REQUIRE(tones);
    it.voice.prefer_tones(table::Audience::ear_white, *tones);
    const auto white = say(table::Audience::ear_white, "clock.white");
    REQUIRE(white.size() == 1);
    REQUIRE(white[0].tone);
    CHECK(white[0].text.empty());
    const auto black = say(table::Audience::ear_white, "clock.black");
    REQUIRE(black[0].tone);
    CHECK(black[0].tone != white[0].tone); // whose clock it is can be heard
    CHECK(say(table::Audience::ear_white, "refused.not_a_move")[0].tone);
    // What has to be answered in words, and what was not asked for.
    for (const std::string id :
         {"console.taken_down", "announcement", "refused.ambiguous", "alert.flag_fallen"}) {
        INFO(id);
        CHECK_FALSE(say(table::Audience::ear_white, id)[0].tone);
    }
    CHECK_FALSE(say(table::Audience::ear_black, "clock.white")[0].tone);
    CHECK_FALSE(say(table::Audience::room, "clock.white")[0].tone);
}

TEST_CASE("Tones are named, all of them, or none") {
    CHECK(parse_tones("none")->empty());
    CHECK(parse_tones("")->empty());
    CHECK(parse_tones("all")->contains("draw"));
    CHECK(*parse_tones("taken, clock") == Tones{"clock", "taken"});
    for (const std::string text : {"moves", "all clock", "clock none", "Clock"}) {
        INFO(text);
        CHECK_FALSE(parse_tones(text));
    }
}

TEST_CASE("The five priorities stay what they are; few words leave out the two lowest") {
    using table::Priority;
    constexpr std::array priorities{
        Priority::important,
        Priority::message,
        Priority::text,
        Priority::notification,
        Priority::progress};
    for (const auto audience : {table::Audience::ear_white, table::Audience::ear_black}) {
        Spied it = spied(ears);
        std::uint64_t id = 0;
        for (const Priority priority : priorities)
            it.voice.say(said(++id, audience, priority), {{"en", "x"}}, false);
        const bool few = audience == table::Audience::ear_black;
        REQUIRE(it.spy->said().size() == (few ? 3 : 5));
        for (std::size_t i = 0; i < it.spy->said().size(); ++i) {
            CHECK(
                static_cast<int>(it.spy->said()[i].priority) == static_cast<int>(priorities.at(i))
            );
        }
        // What was left out is reported, so that nothing waits for it.
        CHECK(it.voice.take_reports().size() == (few ? 2 : 0));
    }
}

TEST_CASE("What its listener asked to hear again is a repeat, an answer or an alarm is none") {
    const table::Said answer = said(1, table::Audience::ear_white, table::Priority::text);
    table::Asks asks;
    for (const auto question : {table::Question::last, table::Question::repeat}) {
        asks.question = question;
        CHECK(is_repeat(asks, answer));
    }
    for (const auto question : {table::Question::time, table::Question::moves}) {
        asks.question = question;
        CHECK_FALSE(is_repeat(asks, answer));
    }
    CHECK(is_repeat(table::PressesButton{.button = table::BoardButton::repeat}, answer));
    CHECK_FALSE(is_repeat(table::PressesButton{.button = table::BoardButton::time}, answer));
    // What time did just before the question was put is no answer to it.
    table::Said alarm = answer;
    alarm.cause = table::Cause::standing_request;
    asks.question = table::Question::repeat;
    CHECK_FALSE(is_repeat(asks, alarm));
    Spied it = spied(ears);
    it.voice.say(answer, {{"en", "x"}}, true);
    REQUIRE(it.spy->said().size() == 1);
    CHECK(it.spy->said().front().repeat);
}

TEST_CASE("A key press stops text in that ear") {
    Spied it = spied(ears);
    it.voice.stop_text(table::Audience::ear_black);
    CHECK(it.spy->lines() == std::vector<std::string>{"ear-black stop text"});
}

TEST_CASE("A device that goes away and comes back is one line each, in the terminal's language") {
    const auto wording = wording::Wording::open(tests::locale());
    REQUIRE(wording);
    Spied it = spied(ears);
    it.spy->report(speech::OutputChange{Audience::ear_white, false});
    it.spy->report(speech::OutputChange{Audience::ear_white, true});
    std::vector<std::string> lines;
    for (const speech::OutputChange& change : it.voice.take_output_changes()) {
        lines.push_back(notice_of(change, wording->in("en")));
        lines.push_back(notice_of(change, wording->in("de")));
    }
    CHECK(
        lines ==
        std::vector<std::string>{
            "Device gone: White. Text and braille go on. Plug it in again, it is looked for.",
            "Gerät fort: Weiß. Text und Braille gehen weiter. Wieder einstecken, es wird gesucht.",
            "Device back: White.",
            "Gerät wieder da: Weiß."}
    );
    CHECK(it.voice.take_output_changes().empty());
}

} // namespace
} // namespace ansage::telling
