#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What the pages have in common, in headless Chromium: clocks, lines that are told, and boards.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
esbuild "$ANSAGE_ROOT/tests/long/pages/modules.js" --bundle --format=esm --log-level=error --outfile=script.js
python3 - "$ANSAGE_ROOT" <<'PYTHON'
import sys
root = sys.argv[1]
page = open(root + "/tests/long/pages/modules.html").read()
page = page.replace("{board}", open(root + "/profiles/pages/board.svg").read())
open("modules.html", "w").write(page.replace("{script}", open("script.js").read()))
PYTHON
HOME=$folder timeout 120 "${CHROMIUM:-chromium}" --headless=new --no-sandbox --disable-gpu --virtual-time-budget=120000 \
    --dump-dom "file://$folder/modules.html" >dom.html 2>chromium.log
sed -n '/<pre id="report">/,/<\/pre>/p' dom.html | sed 's/<[^>]*>//g' | tee report
[ "$(grep -c '^ok: ' report)" -ge 25 ] && ! grep -q FAILED report
