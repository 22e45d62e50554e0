// SPDX-License-Identifier: GPL-3.0-or-later
// Catch2 3, which Debian 13 has, by the name and with the words of 2.13.
#pragma once

#include <catch2/catch_all.hpp>

namespace Catch {
using Matchers::EndsWith;
using Matchers::Equals;
using Matchers::StartsWith;

inline auto Contains(const std::string& part) { return Matchers::ContainsSubstring(part); }
} // namespace Catch

using Catch::Approx;
