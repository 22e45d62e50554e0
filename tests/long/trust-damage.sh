#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Two thousand damaged and altered journals, each given to every command.
exec python3 "$ANSAGE_ROOT/tests/long/trust/damage.py" 2000
