#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A whole game with four roles and 24 spectators, all on pages: nothing grows.
exec node "$ANSAGE_ROOT/tests/long/page/crowd.mjs" "$ANSAGE_BUILD/ansage"
