#!/usr/bin/env fish
# SPDX-License-Identifier: GPL-3.0-or-later
# offers.fish FILE LINE: what fish offers after LINE and the Tab key, with the completions of FILE.
source $argv[1]
complete -C "$argv[2]" | string replace -r '\t.*' '' | sort -u
