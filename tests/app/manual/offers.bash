#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# offers.bash FILE WORDS...: what bash offers for the last of the words, with the completions of FILE.
. "$1"
COMP_WORDS=("${@:2}")
COMP_CWORD=$(($# - 2))
_ansage
[ "${#COMPREPLY[@]}" -eq 0 ] || printf '%s\n' "${COMPREPLY[@]}"
