// SPDX-License-Identifier: GPL-3.0-or-later
// The main() of every test program.
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
