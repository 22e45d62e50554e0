// SPDX-License-Identifier: GPL-3.0-or-later
// What a table prints, so that whoever stops reading holds up nobody.
#pragma once

#include "base/result.hpp"
#include "terminal/output.hpp"
#include "wording/catalogue.hpp"

#include <optional>

namespace ansage::app {

// Carries all that the program prints, from here to end().
class TableOutput {
public:
    // `in` tells a reader who reads again how many lines he lost, and must outlive this.
    TableOutput(terminal::Output::When when, const wording::Catalogue& in, bool is_json);

    // The command's exit code, once everything that can be written is written; `code` unless
    // something could not be written, or `sound`, which could not be spoken into its file; either
    // is told on stderr.
    [[nodiscard]] int end(int code, const std::optional<base::Error>& sound = {});

private:
    terminal::Output output_;
};

} // namespace ansage::app
