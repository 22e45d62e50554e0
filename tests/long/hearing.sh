#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# How many announcements "ansage hear" understands: figures of people in five rooms, the words of D.2.1 by
# synthetic voices, and sounds in which no legal move is said. The people are those of the Heidelberg Digits
# (CC BY 4.0), which are not part of Ansage: ANSAGE_VOICES names the folder where they lie.
set -euo pipefail

voices=${ANSAGE_VOICES:-$ANSAGE_ROOT/../shared/voices}
positions=$ANSAGE_ROOT/tests/data/speech/heard-positions.txt
program=$ANSAGE_BUILD/ansage
if [ ! -d "$voices" ]; then
    echo "skipped: no voices in $voices; name their folder in ANSAGE_VOICES"
    exit 0
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# measure NAME WORDS OPTION...: counts what is understood of a folder that corpus.py makes.
measure() {
    local name=$1 words=$2
    shift 2
    /usr/bin/python3 "$ANSAGE_ROOT/tests/long/hearing/corpus.py" \
        "$program" "$voices" "$positions" "$folder/$name" --words "$words" "$@"
    # Not understood is an answer (1); whether there were too many is asked below.
    "$program" hear "$folder/$name" --truths "$folder/$name/truths.tsv" --words "$words" --json |
        tail -n 1 >"$folder/$name.json" || [ "${PIPESTATUS[0]}" = 1 ]
    printf '%s: %s\n' "$name" "$(cat "$folder/$name.json")"
}

declare -A words_of=([english]=iccf-en [german]=iccf-de)
for language in english german; do
    words=${words_of[$language]}
    for condition in quiet small babble room echo; do
        measure "$language-$condition" "$words" --language "$language" --people 6-11 --condition "$condition"
    done
    measure "$language-others" "$words" --language "$language" --people 6-11 --kind others --count 150
    for condition in babble room; do
        measure "$language-others-$condition" "$words" --language "$language" --people 6-11 --kind others \
            --condition "$condition"
    done
    measure "$language-illegal" "$words" --language "$language" --people 6-11 --kind illegal
    measure "$language-illegal-room" "$words" --language "$language" --people 6-11 --kind illegal --condition room
done
# What the same voices say with seed 1 found the limits.
measure german-names fide --kind words --count 220 --seed 2
measure english-names en --kind words --voice en-us --count 220 --seed 2
# One word away from a legal move: what is read back is then another move than was said.
measure german-names-illegal fide --kind illegal-words --count 176 --seed 2
measure english-names-illegal en --kind illegal-words --voice en-us --count 176 --seed 2

# What must hold in every room: what is understood is what was said, and noise is no move.
/usr/bin/python3 - "$folder" <<'PYTHON'
import json
import pathlib
import sys

failed = []
understood = wrong = others = taken = 0
for path in sorted(pathlib.Path(sys.argv[1]).glob("*.json")):
    counts = json.loads(path.read_text())
    if "names" in path.stem:
        if counts["wrong"] > 0.03 * (counts["right"] + counts["wrong"]):
            failed.append(path.stem)
        if counts["others_taken"] > 0.15 * counts["others"]:
            failed.append(path.stem)
        continue
    understood += counts["right"] + counts["wrong"]
    wrong += counts["wrong"]
    others += counts["others"]
    taken += counts["others_taken"]
    if path.stem.endswith("quiet") and counts["right"] < 0.75 * counts["announcements"]:
        failed.append(path.stem)
print(f"{wrong} of {understood} understood were wrong, {taken} of {others} other sounds were taken for a move")
if wrong > 0.02 * understood or taken > 0.03 * others or failed:
    sys.exit(f"too many; too few in {failed}")
PYTHON
