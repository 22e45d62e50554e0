// SPDX-License-Identifier: GPL-3.0-or-later
// Whether what happened is what a script expects.
#pragma once

#include "acts/script.hpp"
#include "telling/outcome.hpp"

#include <string>
#include <vector>

namespace ansage::acts {

// What one line of a script led to: at once, and by time alone until the next line.
struct LineOutcomes {
    std::vector<telling::Outcome> at_once;
    std::vector<telling::Outcome> later;
};

// One line a `>` line that did not come, and one an alert, refusal, proposal or result that no `>`
// line names: "file:line: what". `outcomes` has one entry a line of the script. What time alone did
// between two lines may be named under either.
[[nodiscard]] std::vector<std::string>
check_script(const Script& script, const std::vector<LineOutcomes>& outcomes);

} // namespace ansage::acts
