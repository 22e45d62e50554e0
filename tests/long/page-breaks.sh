#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A person's page whose gateway is killed 200 times, and whose browser sleeps and wakes 200 times.
exec node "$ANSAGE_ROOT/tests/app/page/breaks.mjs" "$ANSAGE_BUILD/ansage" 100
