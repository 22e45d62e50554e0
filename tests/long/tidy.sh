#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# clang-tidy over every source file of the product.
set -euo pipefail
cd "$ANSAGE_ROOT"
git ls-files -z 'src/*.cpp' 'speech/*.cpp' 'devices/*.cpp' 'phonetics/*.cpp' | xargs -0 .ci/tidy 1700
