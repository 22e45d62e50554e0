// SPDX-License-Identifier: GPL-3.0-or-later
// Under the address sanitizer, which makes everything ten times slower, one game in `thinning`
// stands for all the others; the usual build takes every game.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace ansage::tests {

#ifdef __SANITIZE_ADDRESS__
inline constexpr std::size_t thinning = 16;
#else
inline constexpr std::size_t thinning = 1;
#endif

template <class T>
std::vector<T> thinned(std::vector<T> all) {
    std::vector<T> kept;
    for (std::size_t i = 0; i < all.size(); i += thinning) kept.push_back(std::move(all[i]));
    return kept;
}

} // namespace ansage::tests
