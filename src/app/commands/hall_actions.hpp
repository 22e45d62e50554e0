// SPDX-License-Identifier: GPL-3.0-or-later
// The actions of `ansage hall` that have files of their own.
#pragma once

#include "terminal/command.hpp"

namespace ansage::app {

extern const terminal::Action hall_demo;
extern const terminal::Action hall_serve;
extern const terminal::Action hall_watch;
extern const terminal::Action hall_pair;
extern const terminal::Action hall_results;
extern const terminal::Action hall_live;
extern const terminal::Action hall_fetch;
extern const terminal::Action hall_catch_up;

} // namespace ansage::app
