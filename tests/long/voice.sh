#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Whatever text the voice is given, the library behind it reads and writes its own memory only:
# its test of hostile texts under valgrind, which sees into eSpeak NG as the sanitizers do not.
set -euo pipefail
faults=$(mktemp)
trap 'rm -f "$faults"' EXIT
timeout 900 valgrind --quiet --error-limit=no --undef-value-errors=no --log-file="$faults" \
    "$ANSAGE_BUILD/tests/speech/espeak/test_speech_espeak" "No text harms*"
count=$(grep -c 'Invalid' "$faults" || true)
echo "$count places where memory of others is read or written"
if [ "$count" -ne 0 ]; then
    head -n 40 "$faults"
    exit 1
fi
