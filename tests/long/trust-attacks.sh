#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Everything that was tried at the console socket and at the page, tried again; the machine should have nothing else to
# do.
set -euo pipefail
python3 "$ANSAGE_ROOT/tests/long/trust/attacks.py" "$ANSAGE_BUILD/ansage" 15
python3 "$ANSAGE_ROOT/tests/long/trust/page_attacks.py" "$ANSAGE_BUILD/ansage" 15
