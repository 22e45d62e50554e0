#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A thousand journals cut, replaced and deleted under running tables.
set -euo pipefail
python3 "$ANSAGE_ROOT/tests/long/trust/cuts.py" 1000
