#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Firefox ESR beside Chromium: a whole game with a dispute in both at once, and the states of a person's page under
# axe-core.
set -euo pipefail

command -v firefox-esr >/dev/null || apt-get install -y --no-install-recommends firefox-esr
[ -e /usr/share/nodejs/ws ] || apt-get install -y --no-install-recommends node-ws
export NODE_PATH=/usr/share/nodejs
node "$ANSAGE_ROOT/tests/long/page/two.mjs" "$ANSAGE_BUILD/ansage"
FIREFOX=$(command -v firefox-esr) ANSAGE_TEST="without a fault" \
    node "$ANSAGE_ROOT/tests/app/page/persons.mjs" "$ANSAGE_BUILD/ansage"
