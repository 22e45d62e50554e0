// SPDX-License-Identifier: GPL-3.0-or-later
// How one question of set-up is put, and put again until it is answered: to choose from a list, or
// to write.
#pragma once

#include "app/setup/setup_talk.hpp"
#include "wording/catalogue.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ansage::app {

enum class Next : std::uint8_t { on, back, leave };

struct Choice {
    std::string value;
    wording::Text text; // as it is told
};

[[nodiscard]] wording::Text as_it_is(std::string text);
// "Enter: White."
[[nodiscard]] wording::Text enter_takes(wording::Text taken);

class SetupAsking {
public:
    using Check = std::function<bool(const std::string&)>;
    // Of whoever is asked, which an answer may change.
    using Listeners = std::function<const wording::Catalogue&()>;

    // `talk` must outlive it.
    SetupAsking(const SetupTalk& talk, Listeners listeners)
        : talk_(talk),
          listeners_(std::move(listeners)) {}

    // By its number, or written out where it is `good`. `into` has what Enter takes; the first,
    // where that is none of them.
    [[nodiscard]] Next choose(
        const wording::Text& sentence,
        const std::vector<Choice>& choices,
        std::string& into,
        const Check& good = nullptr
    ) const;
    // `taken` tells what Enter takes; `has_list`: a key has all tell what there is.
    [[nodiscard]] Next write(
        std::string_view id,
        std::string& into,
        const wording::Text& taken,
        const Check& good,
        bool has_list = false
    ) const;

    void tell(const wording::Text& text) const;
    [[nodiscard]] bool means(std::string_view id, std::string_view answer) const;

private:
    void offer(
        const wording::Text& sentence, const std::vector<Choice>& choices, const std::string& taken
    ) const;
    void offer(std::string_view id, const wording::Text& taken, bool has_list) const;
    [[nodiscard]] std::optional<Next> way_out(const std::optional<std::string>& answer) const;
    void tell_again(const std::string& answer, const wording::Text& not_understood) const;

    const SetupTalk& talk_;
    Listeners listeners_;
};

} // namespace ansage::app
