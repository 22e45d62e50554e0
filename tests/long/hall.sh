#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The arbiters' page of a hall: a real broker, two real tables, headless Chromium and axe-core.
set -euo pipefail

# Not in .ci/packages.long: where another Node.js is installed, Debian's npm cannot be.
command -v npm >/dev/null || apt-get install -y --no-install-recommends npm

. "$ANSAGE_ROOT/tests/long/hall/place.sh"
ansage=$ANSAGE_BUILD/ansage
free_port() {
    node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })'
}
port=$(free_port)
page_port=$(free_port)
"$ansage" hall setup hall --event cup --tables t1,t2 --arbiters anna --host localhost --port "$port" --page-port "$page_port" >setup.txt
password=$(sed -n 's/^password anna //p' setup.txt)
# Whenever it is killed it is started again.
serve() {
    trap 'kill "$(cat broker)"; exit' TERM
    while :; do
        "$ansage" hall serve hall >>broker.log 2>&1 &
        echo $! >broker
        wait $! || sleep 1
    done
}
serve &
started+=($!)
for table in t1 t2; do
    mkfifo "$table.in"
    "$ansage" play --white "impaired none" --black "sighted none" --white-name Anna --black-name Bert --speech none \
        --language en --journal "$table.ansage" --hall "mqtts://localhost:$port/cup/$table" \
        --hall-account "hall/accounts/$table.account" --hall-rulings <"$table.in" >"$table.txt" 2>&1 &
    started+=($!)
done
exec 3>t1.in 4>t2.in
printf 'arbiter starts\n' >&3
printf 'arbiter starts\n' >&4
cat >act <<'EOF'
#!/bin/sh
case $1 in
claim) printf 'white pauses\nwhite claims threefold\n' >>t1.in ;;
confirm) printf 'confirm ruling\n' >>t1.in ;;
resume) printf 'arbiter resumes\n' >>t1.in ;;
cut) kill "$(cat broker)" ;;
rule) printf 'arbiter rules incorrect\ny\narbiter resumes\ny\n' >>t1.in ;;
esac
EOF
chmod +x act
npm install --no-audit --no-fund --silent axe-core@4 puppeteer-core@23
cp "$ANSAGE_ROOT/tests/long/hall/look.mjs" .
# Chromium keeps what it needs in a home of its own.
node look.mjs "https://localhost:$page_port/" anna "$password" ./act
if [ -n "${HALL_PICTURES:-}" ]; then
    cp hall-*.png "$HALL_PICTURES"
fi
