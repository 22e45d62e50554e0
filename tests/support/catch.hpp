// SPDX-License-Identifier: GPL-3.0-or-later
// The one way tests include Catch2.
#pragma once

#include <catch2/catch.hpp>
