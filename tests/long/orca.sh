#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Orca and Firefox ESR under Xvfb: a whole game with a dispute by keys and by what Orca speaks, the focus in the
# page's field; every line that the console of that role prints is spoken, once and in its order.
set -euo pipefail

timeout 3600 dbus-run-session -- node "$ANSAGE_ROOT/tests/long/orca/game.mjs" "$ANSAGE_BUILD/ansage"
