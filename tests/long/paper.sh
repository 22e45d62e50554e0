#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Scoresheets as a browser prints them: sixty moves with their times, a remark, the final position and the lines for
# the signatures are one A4 page, as on paper, and what the witnesses said is not printed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
failed=0
# Knights go to and fro for sixty moves, half a minute each.
game() {
    cat <<PGN
[Event "Open of the town with a long name"]
[Site "Hamburg"]
[Date "2026.11.27"]
[Round "3.1"]
[Board "7"]
[White "Anna Ember-Schmidtmeier"]
[Black "Bert Wolf"]
[TimeControl "40/5400+30:1800+30"]
[Result "1/2-1/2"]

PGN
    local moves=(Nf3 Nf6 Ng1 Ng8) ply
    for ((ply = 0; ply < $1; ++ply)); do
        printf '%s { [%%clk 1:%02d:%02d] %s} ' "${moves[ply % 4]}" $((59 - ply / 4)) $((ply * 7 % 60)) \
            "$([ $((ply % 40)) != 21 ] || echo '(=)')"
    done
    printf '1/2-1/2\n'
}
# The pages of a sheet on paper, whatever its language.
pages() {
    HOME=$folder timeout 120 "${CHROMIUM:-chromium}" --headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage \
        --no-pdf-header-footer --print-to-pdf="$1.pdf" "file://$folder/$1" 2>>chromium.log
    pdfinfo "$1.pdf" | sed -n 's/^Pages: *//p'
}
expect() {
    local found
    found=$(pages "$1")
    if [ "$found" = "$2" ]; then
        echo "ok: $1 is $found pages"
    else
        echo "FAILED: $1 is $found pages, expected $2"
        failed=1
    fi
}
game 120 >sixty.pgn
game 121 >more.pgn
for language in en de nl; do
    "$ANSAGE_BUILD/ansage" score sixty.pgn --format html --language $language >"sixty-$language.html"
    expect "sixty-$language.html" 1
done
pdftotext -layout sixty-en.html.pdf - | grep -q '60 .*Nf3 .*Ng8\|60 .*Ng1.*Ng8' || { echo "FAILED: the last move is not on it"; failed=1; }
pdftotext sixty-en.html.pdf - | grep -qx Arbiter || { echo "FAILED: nobody can sign"; failed=1; }
# A kept game, with a ledger.
"$ANSAGE_BUILD/ansage" demo --speed max --audio none --journal demo.ansage >/dev/null
"$ANSAGE_BUILD/ansage" score demo.ansage --format html >demo.html
expect demo.html 1
# Opened, the evidence is printed, too, after the sheet.
sed 's/<details>/<details open>/' demo.html >opened.html
[ "$(pages opened.html)" -gt 1 ] || { echo "FAILED: what is opened is not printed"; failed=1; }
exit $failed
