#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A clock behind PipeWire, through PipeWire's own plugin for libasound, as Debian's desktops have it: every
# word is heard. The plugin's package and PulseAudio's exclude each other, so it is only unpacked.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download -q pipewire-alsa
dpkg-deb --extract pipewire-alsa_*.deb .
ANSAGE_PIPEWIRE_PLUGIN=$(find "$folder" -name 'libasound_module_pcm_pipewire.so')
export ANSAGE_PIPEWIRE_PLUGIN
"$ANSAGE_BUILD/tests/app/pipewire/test_app_pipewire" '[.pipewire]'
