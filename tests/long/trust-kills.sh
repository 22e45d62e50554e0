#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A thousand kills of a table, four thousand of whatever else writes.
set -euo pipefail
python3 "$ANSAGE_ROOT/tests/long/trust/kills.py" play 1000
python3 "$ANSAGE_ROOT/tests/long/trust/kills.py" all 4000
