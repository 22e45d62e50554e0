// SPDX-License-Identifier: GPL-3.0-or-later
// Under the sanitizers everything takes five times as long and more: of a long list whose rows are
// alike in kind, some are tried there, and each of them in the usual build.
#pragma once

#include <cstddef>

namespace ansage::tests {

#ifdef ANSAGE_FEW
inline constexpr bool are_few = true;
#else
inline constexpr bool are_few = false;
#endif

// Whether a row is tried: each of them, and under the sanitizers every `step`th.
constexpr bool is_tried(std::size_t row, std::size_t step) { return !are_few || row % step == 0; }

// How many there must be of something where each of all rows, or every `step`th, was tried; rows
// have more of it and less.
constexpr std::size_t at_least(std::size_t of_all, std::size_t step) {
    return are_few ? of_all * 2 / (3 * step) : of_all;
}

} // namespace ansage::tests
