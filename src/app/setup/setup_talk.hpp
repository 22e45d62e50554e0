// SPDX-License-Identifier: GPL-3.0-or-later
// How somebody is asked at set-up, by print and voice.
#pragma once

#include "app/setup/setup_question.hpp"
#include "wording/catalogue.hpp"

#include <functional>
#include <optional>
#include <string>

namespace ansage::app {

// Printed and spoken; the newest sentence stops the one before.
struct SetupTalk {
    std::function<void(const wording::Sentence&)> tell;
    // The last of set-up: nothing that the table answers then cuts it off.
    std::function<void(const wording::Sentence&)> tell_last;
    std::function<std::optional<std::string>()> hear; // a line; absent: the input has ended
    std::function<std::optional<std::string>()> press; // one key, without Enter; "" is Enter
    std::function<const wording::Catalogue&(const std::string& language)> catalogue;
    // What can be answered to what was told last, before it is heard; may be empty.
    std::function<void(const SetupQuestion&)> offer{};
};

} // namespace ansage::app
