// SPDX-License-Identifier: GPL-3.0-or-later
// The demo as it is told: one line a fact, the key word first, for eyes and screen readers.
#pragma once

#include "app/demo/pacing.hpp"
#include "telling/table_words.hpp"

#include <string>
#include <vector>

namespace ansage::app {

class Narrator {
public:
    Narrator(const telling::TableWords& words, std::string language)
        : words_(&words),
          language_(std::move(language)) {}

    // `paced`: quiet moves pass fast.
    wording::Sentence welcome(const table::TableSetup& setup, bool paced) const;
    // Which moves now pass fast.
    std::string fast_moves(const Pacing::Stretch& stretch, const chess::Position& start) const;
    // What a person says, in the room; absent for what nobody hears.
    std::optional<std::string> line_of(const table::InputBody& input) const;
    std::optional<std::string> line_of(const table::Event& event, const table::State& state) const;
    // What is said of it in the room, where the table itself speaks to somebody's ear only. Empty:
    // nothing.
    std::vector<speech::Segment> spoken(const table::Event& event, const table::State& state) const;
    std::string ending(const table::State& state) const;
    std::string
    sentence(std::string_view id, std::initializer_list<wording::Argument> arguments = {}) const;

private:
    std::vector<speech::Segment> introduced(
        std::string introduction, const table::Message& message, const table::State& state
    ) const;
    std::string with_player(std::string_view id, chess::Color player, std::string_view text) const;

    const telling::TableWords* words_;
    std::string language_;
};

} // namespace ansage::app
