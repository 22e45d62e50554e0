#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The packages, built, installed and tried on Debian 13.
exec bash "$ANSAGE_ROOT/tests/long/debian/packages" trixie
