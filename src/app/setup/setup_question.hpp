// SPDX-License-Identifier: GPL-3.0-or-later
// What can be answered at set-up, for whoever has buttons: each as the line that would be typed.
#pragma once

#include "wording/catalogue.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ansage::app {

struct SetupChoice {
    std::string text; // of its button
    std::string typed; // "" is Enter
};

struct SetupQuestion {
    std::string about; // without its answers; empty: it is told already
    std::vector<SetupChoice> choices; // what is proposed first
    std::vector<SetupChoice> menu; // what can be typed at any question
    std::string language; // of the keys
};

// Where one can go besides answering.
enum class Ways : std::uint8_t { none, back };

// A choice whose words are not made yet.
struct OfferedText {
    wording::Text text;
    std::string typed;
};

// All that `in` says of it. An empty `about` is none.
[[nodiscard]] SetupQuestion setup_question(
    const wording::Catalogue& in,
    const wording::Text& about,
    const std::vector<OfferedText>& choices,
    Ways ways
);

[[nodiscard]] wording::Text says(std::string_view id);

// The first of the keys, or words, that mean it.
[[nodiscard]] std::string first_key(const wording::Catalogue& in, std::string_view id);

} // namespace ansage::app
