#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# One table of six sends 10,000 lies, and then thousands at once: no other card of the arbiters' page changes,
# and how soon the others' next messages show, and the liar's own valid ones.
set -euo pipefail

command -v npm >/dev/null || apt-get install -y --no-install-recommends npm

. "$ANSAGE_ROOT/tests/long/hall/place.sh"
npm install --no-audit --no-fund --silent puppeteer-core@23
cp "$ANSAGE_ROOT/tests/long/hall/liar.mjs" .
port=$(node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port - 3); s.close(); })')
"$ANSAGE_BUILD/ansage" hall setup hall --event cup --tables t1,t2,t3,t4,t5,t6 --arbiters anna --host localhost \
    --port "$port" --page-port "$((port + 1))" >setup.txt
"$ANSAGE_BUILD/ansage" hall serve hall >broker.log 2>&1 &
started+=($!)
ANSAGE_LIES=lies.tsv "$ANSAGE_BUILD/tests/hall/test_hall" '[.lies]' >/dev/null
NODE_PATH=/usr/share/nodejs node liar.mjs "$port" "$((port + 1))" "$(sed -n 's/^password anna //p' setup.txt)" 100
