// SPDX-License-Identifier: GPL-3.0-or-later
// A round of a hall, for its organiser: ansage hall pair and ansage hall results.
#pragma once

#include "terminal/options.hpp"

#include <string>
#include <vector>

namespace ansage::app {

[[nodiscard]] std::vector<std::string> split_list(const std::string& text);
// "40": table-1 to table-40; or their names.
[[nodiscard]] std::vector<std::string> hall_tables_given(const std::string& text);

[[nodiscard]] terminal::Options hall_pair_options();
[[nodiscard]] terminal::Options hall_results_options();
int run_hall_pair(const terminal::Arguments& given);
int run_hall_results(const terminal::Arguments& given);

} // namespace ansage::app
