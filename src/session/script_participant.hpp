// SPDX-License-Identifier: GPL-3.0-or-later
// A table script as a participant: its lines come at their times, and what happens is kept with the
// line that it belongs to.
#pragma once

#include "acts/script.hpp"
#include "acts/script_check.hpp"
#include "consoles/ear_log.hpp"
#include "session/participants.hpp"

#include <functional>
#include <vector>

namespace ansage::session {

// What is shown of an input and its events.
using Show = std::function<std::vector<telling::Outcome>(const consoles::Decided&)>;

// Brings one line to the table on the way on which a person does; false: by nobody's hand, so that
// the line has to be submitted as it is.
using Deliver = std::function<bool(const acts::ScriptLine&, Table&)>;

// What time does between two lines belongs to the first, unless the second only lets time pass.
// `outcomes` has an entry a line; it and `script` must outlive the seat. After the last line boards
// come to rest and the last press is judged; then the session ends.
[[nodiscard]] ParticipantPtr make_script_participant(
    const acts::Script& script,
    Show show,
    std::vector<acts::LineOutcomes>& outcomes,
    Deliver deliver = {}
);

} // namespace ansage::session
