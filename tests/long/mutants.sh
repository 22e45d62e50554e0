#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What no test notices of 200 mutants that are made by rule; ANSAGE_MUTANT_SEED draws others.
set -euo pipefail

exec "$ANSAGE_ROOT/tests/mutants/by-rule" --seed "${ANSAGE_MUTANT_SEED:-1}"
