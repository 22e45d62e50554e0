// SPDX-License-Identifier: GPL-3.0-or-later
// Who hears through what: the words of the options, the file, and what must not share a device.
#include "profiles/ears.hpp"
#include "support/catch.hpp"
#include "telling/alarm_tones.hpp"
#include "telling/ears.hpp"

#include <algorithm>

namespace ansage::telling {
namespace {

using speech::Audience;
using speech::Ear;
using speech::Ears;
using speech::Side;
using speech::Verbosity;
using namespace std::chrono_literals;

TEST_CASE("An ear is a device's name, and settings after it") {
    const auto ear = parse_ear("HDA Intel: ALC (hw:0,0) side=left rate=320 volume=150 say=few", {});
    REQUIRE(ear.has_value());
    CHECK(ear->device == "HDA Intel: ALC (hw:0,0)");
    CHECK(ear->side == Side::left);
    CHECK(ear->listener.voice.words_per_minute == 320);
    CHECK(ear->listener.voice.volume == 150);
    CHECK(ear->listener.voice.pitch == 50);
    CHECK(ear->listener.verbosity == Verbosity::few);
}

TEST_CASE("What is left out stays as it was, and default is the default device") {
    Ear before;
    before.device = "phones";
    before.listener.voice.words_per_minute = 450;
    CHECK(parse_ear("pitch=70", before)->device == "phones");
    CHECK(parse_ear("pitch=70", before)->listener.voice.words_per_minute == 450);
    CHECK(parse_ear("default", before)->device.empty());
}

TEST_CASE("Settings out of their range are named") {
    const auto text = GENERATE(
        "x rate=79",
        "x rate=451",
        "x pitch=101",
        "x volume=201",
        "x side=top",
        "x say=all,few",
        "x rate="
    );
    INFO(text);
    const auto ear = parse_ear(text, {});
    REQUIRE_FALSE(ear.has_value());
    CHECK_FALSE(ear.error().mend.empty());
}

TEST_CASE("What goes to an ear never shares its device with anybody, but for the sides of one") {
    const auto ears = [](const Ear& white, const Ear& other) {
        return Ears{{Audience::ear_white, white}, {Audience::room, other}};
    };
    CHECK(check_ears({}).has_value());
    CHECK(check_ears(ears({.device = "a"}, {.device = "b"})).has_value());
    CHECK_FALSE(check_ears(ears({.device = "a"}, {.device = "a"})).has_value());
    CHECK_FALSE(check_ears(ears({.device = ""}, {.device = ""})).has_value());
    CHECK_FALSE(check_ears(ears({.device = "a", .side = Side::left}, {.device = "a"})).has_value());
    CHECK(check_ears(ears({.device = "a", .side = Side::left}, {.device = "a", .side = Side::right})
    )
              .has_value());
}

TEST_CASE("The file is read as it was written") {
    const Ears ears{
        {Audience::room, {}},
        {Audience::ear_white,
         {.device = "a \"quoted\" \\ name",
          .side = Side::right,
          .listener = {
              .voice = {.words_per_minute = 400, .pitch = 10, .volume = 200},
              .verbosity = Verbosity::few}}}};
    const auto document = profiles::Document::parse(profiles::to_toml(ears), "ears.toml");
    REQUIRE(document.has_value());
    const auto read = profiles::load_ears(*document);
    REQUIRE(read.has_value());
    CHECK(*read == ears);
}

TEST_CASE("A mistake in the file is named with its line") {
    const auto text = GENERATE(
        "[nobody]\ndevice = \"x\"\n",
        "[room]\nspeed = 3\n",
        "[room]\nrate = 20\n",
        "[room]\nside = \"top\"\n"
    );
    INFO(text);
    const auto read = profiles::Document::parse(text, "ears.toml")
                          .and_then([](const profiles::Document& document) {
                              return profiles::load_ears(document);
                          });
    REQUIRE_FALSE(read.has_value());
    CHECK(read.error().where.text().starts_with("ears.toml:"));
}

TEST_CASE("No two alarms but the seconds of the countdown sound alike") {
    std::vector<speech::Tone> tones;
    for (const base::Millis left : {600s, 300s, 120s, 60s, 30s, 10s, 9s}) {
        tones.push_back(alarm_tone(left));
        CHECK(std::count(tones.begin(), tones.end(), tones.back()) == 1);
    }
    CHECK(alarm_tone(1s) == alarm_tone(9s));
}

} // namespace
} // namespace ansage::telling
