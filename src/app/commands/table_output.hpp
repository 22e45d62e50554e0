// SPDX-License-Identifier: GPL-3.0-or-later
// What a table prints, so that whoever stops reading holds up nobody.
#pragma once

#include "base/result.hpp"
#include "table/model/event.hpp"
#include "table/model/state.hpp"
#include "terminal/command.hpp"
#include "terminal/output.hpp"
#include "wording/catalogue.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace ansage::app {

// Carries all that the program prints, from here to end().
class TableOutput {
public:
    // `in` tells a reader who reads again how many lines he lost, and must outlive this.
    TableOutput(terminal::Output::When when, const wording::Catalogue& in, bool is_json);

    // Text for ears, key word first, or one JSON object a line.
    void outcome(const table::Event& event, const table::State& state) const;
    // "journal /home/anna/game.ansage"
    void fact(std::string_view key, const std::string& value) const;

    [[nodiscard]] bool is_json() const { return is_json_; }

    // For programs only.
    void summary(const table::State& state, base::Instant now) const;

    // The command's answer, once everything that can be written is written; `answer` unless
    // something could not be written, or `sound`, which could not be spoken into its file; either
    // is told on stderr.
    [[nodiscard]] terminal::Answer
    end(terminal::Answer answer, const std::optional<base::Error>& sound = {});

private:
    terminal::Output output_;
    bool is_json_;
};

} // namespace ansage::app
