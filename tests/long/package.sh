#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The Debian packages as a helper of a club installs them: built twice, at two places, with the same bytes, no
# place in the program, what Debian asks of a program hardened, and nothing that lintian calls an error or a
# warning; what they hold is unpacked and played.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export DEB_BUILD_OPTIONS="nocheck parallel=$(nproc)" LC_ALL=C.UTF-8

# build PLACE: its packages lie in PLACE. The second one takes nothing from a cache.
build() {
    mkdir -p "$folder/$1"
    git -c safe.directory="$ANSAGE_ROOT" -C "$ANSAGE_ROOT" archive --prefix=ansage/ HEAD | tar -x -C "$folder/$1"
    (cd "$folder/$1/ansage" && dpkg-buildpackage -b -uc -us) >"$folder/$1/log" 2>&1 ||
        { tail -n 40 "$folder/$1/log"; exit 1; }
}

build first
CCACHE_DISABLE=1 build a-second-place
for package in "$folder"/first/*.deb; do
    echo "$(basename "$package")"
    cmp "$package" "$folder/a-second-place/$(basename "$package")"
done

lintian --fail-on error,warning --allow-root "$folder"/first/*.changes

for package in "$folder"/first/*.deb; do
    case $package in *dbgsym*) ;; *) dpkg-deb -x "$package" "$folder/root" ;; esac
done
program=$folder/root/usr/bin/ansage
if grep -qaF -e "$folder" -e "$ANSAGE_ROOT" -e "$HOME" "$program"; then
    echo "a place of the build is in the program"
    exit 1
fi
readelf -hd "$program" | grep -q 'DYN (Position-Independent'
readelf -d "$program" | grep -q BIND_NOW
readelf -sW --dyn-syms "$program" | grep -q __stack_chk_fail

desktop-file-validate "$folder"/root/usr/share/applications/*.desktop
appstreamcli validate --no-net "$folder"/root/usr/share/metainfo/*.xml
mkdir "$folder/home"
export HOME=$folder/home XDG_RUNTIME_DIR=$folder/home AUTOPKGTEST_TMP=$folder/home PATH=$folder/root/usr/bin:$PATH
cd "$folder/home"
sh "$ANSAGE_ROOT/debian/tests/demo"
ansage help player --language de | head -n 3
