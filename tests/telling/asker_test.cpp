// SPDX-License-Identifier: GPL-3.0-or-later
#include "speech/spy_speaker.hpp"
#include "support/catch.hpp"
#include "telling/asker.hpp"

namespace ansage::telling {

// What the table answers is text as well, and the newest text replaces the one before.
TEST_CASE("The last sentences of set-up are no text that an answer of the table cuts off") {
    auto spy = std::make_unique<speech::SpySpeaker>();
    const speech::SpySpeaker& heard = *spy;
    Voice voice = Voice::open(std::move(spy), {});
    Asker asker{voice, {table::Audience::ear_white}};
    asker.tell({.text = "Remembered.", .language = "en"});
    asker.tell({.text = "The table is open.", .language = "en"}, speech::Priority::message);
    REQUIRE(heard.lines().size() == 3);
    CHECK(heard.lines()[1] == "ear-white stop text");
    CHECK(heard.lines()[2] == "ear-white message: Remembered. The table is open.");
}

} // namespace ansage::telling
