// SPDX-License-Identifier: GPL-3.0-or-later
// Has the precompiled header made, which main.cpp cannot use.
#include "support/catch.hpp"
