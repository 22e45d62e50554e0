#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# 200 tables of demo people on one broker: how late the arbiters' page gets what happens, and, where
# brokers and tables are killed, that each line is heard once and in order.
set -euo pipefail

command -v npm >/dev/null || apt-get install -y --no-install-recommends npm

. "$ANSAGE_ROOT/tests/long/hall/place.sh"
npm install --no-audit --no-fund --silent puppeteer-core@23
cp "$ANSAGE_ROOT/tests/long/hall/late.mjs" .
port=$(node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port - 3); s.close(); })')
"$ANSAGE_BUILD/ansage" hall demo --tables "${TABLES:-200}" --speed 1 --port "$port" >demo.txt 2>demo.err &
demo=$!
started+=("$demo")
for _ in $(seq 240); do
    grep -q '^tables' demo.txt && break
    sleep 1
done
grep -q '^tables' demo.txt
node late.mjs "$(sed -n 's/^page //p' demo.txt)" arbiter "$(sed -n 's/^password //p' demo.txt)" 60 200
kill "$demo"
wait "$demo" || true
"$ANSAGE_BUILD/tests/hall/test_hall" "[.load]"
