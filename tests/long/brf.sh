#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The filters that print braille with CUPS take our BRF as it is: brftopagedbrf finds our pages where
# we end them, and brftoembosser has no line to mend, but that it returns the carriage after the last
# form feed, too. They are shell programs and need no printer;
# texttobrf and those after it make braille of text by themselves and read no BRF.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
filters=/usr/lib/cups/filter
checked=0

# As much of a printer's description as they ask for: A4, 6 dots, no margins.
cat >"$folder/embosser.ppd" <<'PPD'
*DefaultPageSize: A4
*HWMargins: "0 0 0 0"
*Defaultpage-left: 0
*Defaultpage-right: 0
*Defaultpage-top: 0
*Defaultpage-bottom: 0
*DefaultTextDotDistance: 250
*DefaultTextDots: 6
*DefaultLineSpacing: 500
*DefaultGraphicDotDistance: 200
*DefaultLibLouis: None
*DefaultLibLouis2: None
*DefaultLibLouis3: None
*DefaultLibLouis4: None
*DefaultSendFF: False
*DefaultSendSUB: False
PPD
export PPD=$folder/embosser.ppd LANG=C.UTF-8

filter() {
    "$filters/$1" 1 nobody sheet 1 "$2" "$3" 2>"$folder/filter.log" ||
        { cat "$folder/filter.log" >&2; exit 1; }
}

same() {
    cmp "$1" "$2" || { echo "$3: another file comes out" >&2; exit 1; }
    checked=$((checked + 1))
}

for code in da de en-ueb en-uk en-us nb nl sv; do
    for game in 1 2 3; do
        sheet=$folder/sheet.brf
        "$ANSAGE_BUILD/ansage" score "$ANSAGE_ROOT/tests/data/games/with-clocks.pgn" \
            --game "$game" --format brf --code "$code" --clocks --comments >"$sheet"
        filter brftoembosser "" "$sheet" >"$folder/embossed.brf"
        { cat "$sheet" && printf '\r'; } >"$folder/expected.brf"
        same "$folder/expected.brf" "$folder/embossed.brf" "$code, game $game, brftoembosser"
        pages=$(tr -cd '\f' <"$sheet" | wc -c)
        [ "$pages" -gt 0 ] || { echo "$code, game $game: no page ends" >&2; exit 1; }
        for page in $(seq "$pages"); do
            # Pages end with a form feed, and so do records of awk.
            awk -v RS='\f' -v ORS='\f' -v page="$page" 'NR == page' "$sheet" >"$folder/ours.brf"
            filter brftopagedbrf "page-ranges=$page" "$sheet" >"$folder/theirs.brf"
            same "$folder/ours.brf" "$folder/theirs.brf" "$code, game $game, page $page"
        done
    done
done
echo "$checked files as we wrote them"
