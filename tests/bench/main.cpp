// SPDX-License-Identifier: GPL-3.0-or-later
// The main() of every bench program: Catch2WithMain has no BENCHMARK.
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
