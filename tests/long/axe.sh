#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# axe-core looks at pages in headless Chromium: exported games, a short one, a long one, one with clocks, the report
# on a dispute, and the guide as the package ansage-doc has it.
set -euo pipefail

# Not in .ci/packages.long: where another Node.js is installed, Debian's npm cannot be.
command -v npm >/dev/null || apt-get install -y --no-install-recommends npm

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --no-audit --no-fund --silent axe-core@4 puppeteer-core@23
games=$ANSAGE_ROOT/tests/data/games
score() {
    "$ANSAGE_BUILD/ansage" score "$@" --format html --out "$folder/pages" >/dev/null
}
score "$games/with-clocks.pgn" --game 1 --boards start,5,5...,end --language de --letters de
cp "$games/rare-events.pgn" rare.pgn
score rare.pgn --game 3 --language en --letters en-ueb
cp "$games/chess960-selfplay.pgn" chess960.pgn
score chess960.pgn --game 2 --boards start,end
printf 'arbiter starts\nwhite announces Eva zwei Eva vier\nwhite executes e4\nwhite presses\nblack repeats Eva zwei Eva vier\nwhite writes 1 braille e4\nblack resigns\ny\nquit\n' |
    "$ANSAGE_BUILD/ansage" play --white "impaired none" --black "sighted none" --white-name Anna \
        --black-name Bert --journal "$folder/table.ansage" --audio none --speech none >/dev/null
score table.ansage
"$ANSAGE_BUILD/ansage" demo --speed max --audio none --journal demo.ansage >/dev/null
score demo.ansage
for language in en de; do
    "$ANSAGE_BUILD/ansage" arbiter report demo.ansage --format html --language $language >"pages/report-$language.html"
done
for page in "$ANSAGE_ROOT"/docs/guide/*/*.md; do
    language=$(basename "$(dirname "$page")")
    "$ANSAGE_ROOT/.ci/page" "$language" "$page" "pages/guide-$language-$(basename "$page" .md).html"
done
cp "$ANSAGE_ROOT/tests/long/axe/look.mjs" .
node look.mjs pages/*.html
