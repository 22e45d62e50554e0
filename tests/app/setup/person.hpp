// SPDX-License-Identifier: GPL-3.0-or-later
// Somebody who is asked at set-up, and what there is to choose from.
#pragma once

#include "app/setup/setup_dialog.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"
#include "wording/wording.hpp"

#include <algorithm>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ansage::app {

inline const wording::Wording& catalogues() {
    static const auto opened = wording::Wording::open(tests::locale());
    REQUIRE(opened);
    return *opened;
}

// A person with answers ready, who writes down what is said.
class Person {
public:
    explicit Person(std::deque<std::string> answers, const wording::Wording& wording = catalogues())
        : wording_(wording),
          answers_(std::move(answers)) {}

    SetupTalk talk() {
        const auto answer = [this]() -> std::optional<std::string> {
            if (answers_.empty()) return std::nullopt;
            std::string next = answers_.front();
            answers_.pop_front();
            return next;
        };
        return {
            .tell = [this](const wording::Sentence& sentence
                    ) { heard_.push_back(sentence.language + " " + sentence.text); },
            .hear = answer,
            .press = answer,
            .catalogue = [this](const std::string& language) -> const wording::Catalogue& {
                return wording_.in(language);
            }};
    }

    [[nodiscard]] const std::vector<std::string>& heard() const { return heard_; }

    [[nodiscard]] bool has_heard(const std::string& part) const {
        return std::ranges::any_of(heard_, [&](const std::string& sentence) {
            return sentence.find(part) != std::string::npos;
        });
    }

private:
    const wording::Wording& wording_;
    std::deque<std::string> answers_;
    std::vector<std::string> heard_;
};

inline SetupOffers offers() {
    profiles::TimePreset preset;
    preset.number = 7;
    preset.spec = "2h";
    preset.control = *clock::parse_time_control("2h");
    return {
        .boards = {{"/dev/ttyACM0", "/dev/ttyACM0", {}}, {"/dev/ttyUSB0", "/dev/ttyUSB0", {}}},
        .words = {"fide", "mine"},
        .languages = {"de", "en"},
        .presets = {preset}};
}

inline std::optional<SetupAnswers> answered(Person& person, SetupAnswers defaults = {}) {
    return ask_for_table(person.talk(), offers(), std::move(defaults));
}

inline const std::deque<std::string> enter_alone(12, "");

} // namespace ansage::app
