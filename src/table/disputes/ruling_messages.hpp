// SPDX-License-Identifier: GPL-3.0-or-later
// A comparison as sentences for the arbiter: typed data, one fact a message, worded by the shell.
#pragma once

#include "laws/edition.hpp"
#include "table/disputes/boards_ruling.hpp"
#include "table/model/event.hpp"

#include <string>
#include <vector>

namespace ansage::table {

// What an arbiter needs at once, beside what is proposed: what was found, how much the hands have
// to do, and the clocks as they are. Three sentences at most.
[[nodiscard]] std::vector<Message> messages_at_first(const Comparison& comparison);

// Where the evidence agrees, where not, and where it stops being evidence.
[[nodiscard]] std::vector<Message> messages_of_scores(const Comparison& comparison);

// What is proposed.
[[nodiscard]] std::vector<Message> messages_of_ruling(const Comparison& comparison);

// The position that belongs on the boards, and what stands there: long for ears.
[[nodiscard]] std::vector<Message> messages_of_positions(const Comparison& comparison);

// How a hand changes each board, the clocks, what else is against the Laws, and the articles.
[[nodiscard]] std::vector<Message> messages_of_remedy(
    const Comparison& comparison, const laws::Edition& edition, std::string_view language
);

// The articles that the ruling rests on, without those that the edition does not print.
[[nodiscard]] std::vector<std::string>
articles_of(const Comparison& comparison, const laws::Edition& edition, std::string_view language);

} // namespace ansage::table
