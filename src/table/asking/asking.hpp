// SPDX-License-Identifier: GPL-3.0-or-later
// What people ask, offer and claim, what is recorded, and what everybody is told. Private to
// table/.
#pragma once

#include "table/making/decision.hpp"

#include <span>

namespace ansage::table {

void on(Decision& decision, const Asks& input);
void report_console(Decision& decision, const ConsoleReports& input);
void on(Decision& decision, const PageReports& input);
void on(Decision& decision, const Oversteps& input);
void on(Decision& decision, const Replies& input);
void on(Decision& decision, const AnswersProposal& input);
void on(Decision& decision, const RequestsAlarms& input);
void on(Decision& decision, const ArbiterAnswersAlarms& input);
void on(Decision& decision, const Draws& input);
void on(Decision& decision, const Claims& input);
void on(Decision& decision, const Resigns& input);
void on(Decision& decision, const Signs& input);
void on(Decision& decision, const Arrives& input);
void on(Decision& decision, const RecordingReported& input);
void on(Decision& decision, const Records& input);
void on(Decision& decision, const ChoosesMicrophone& input);

// listening.cpp
void on(Decision& decision, const WithdrawsHearing& input);
// A window opens, or, with `off`, the one that is open is closed.
void key_window(Decision& decision, chess::Color seat, RecordingKey key);

// The announcement of that ply once more, in the words that were heard.
Message same_announcement(const State& state, Ply ply);
// Says what people have to hear of what was decided on `body`; `decided` stays as it is.
void notify_people(Decision& decision, const InputBody& body, std::span<const Event> decided);

} // namespace ansage::table
