#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A day in virtual time, and thirty minutes in real time, with devices that flap.
set -euo pipefail
python3 "$ANSAGE_ROOT/tests/long/trust/soak.py" virtual 24
python3 "$ANSAGE_ROOT/tests/long/trust/soak.py" real 30
