# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash disable=SC2154
# Sourced by ansage, tests/run and .ci/run: what is installed, and installing the rest.
# The caller sets `root` (the source tree) and `program` (who speaks in messages).

say() {
    printf '%s: %s\n' "$program" "$*" >&2
}

die() {
    say "$*"
    exit 2
}

# What time it is in seconds; tests have a clock of their own.
seconds_now() {
    printf '%s' "$EPOCHSECONDS"
}

# left_in_words SECONDS
left_in_words() {
    if [ "$1" -lt 45 ]; then
        printf 'less than a minute left'
    elif [ "$1" -lt 90 ]; then
        printf 'about a minute left'
    else
        printf 'about %s minutes left' $((($1 + 30) / 60))
    fi
}

# tell_tenths: hands on the log of a build or of apt-get, and says at every tenth how far it is: a line that a
# screen reader can bear. What has few steps ends before anybody wonders.
tell_tenths() {
    local line what told='' tenth fewest_steps=20 doing='' since now at='' guess left=0 words
    while IFS= read -r line; do
        printf '%s\n' "$line"
        if [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]]; then
            what=building
            tenth=$((BASH_REMATCH[2] < fewest_steps ? 0 : 10 * BASH_REMATCH[1] / BASH_REMATCH[2]))
        elif [[ $line =~ ^(dl|pm)status:[^:]*:([0-9]+) ]]; then
            what=downloading
            [ "${BASH_REMATCH[1]}" = dl ] || what=installing
            tenth=$((BASH_REMATCH[2] / 10))
        else
            continue
        fi
        if [ "$what" != "$doing" ]; then
            doing=$what at=''
            since=$(seconds_now)
        fi
        if [ "$tenth" -gt 0 ] && [ "$tenth" -lt 10 ] && [[ " $told " != *" $what$tenth "* ]]; then
            now=$(seconds_now)
            guess=$(((now - since) * (10 - tenth) / tenth))
            # The parts are not equally long: what was said before counts twice, so that it stays steady.
            left=$((at ? (2 * (left - now + at) + guess) / 3 : guess))
            at=$now words=''
            # Of a few seconds nothing can be concluded.
            [ $((now - since)) -lt 5 ] || words=", $(left_in_words "$left")"
            say "$what, $tenth of 10 parts done$words"
            told+=" $what$tenth"
        fi
    done
}

# The packages in the named lists, for example: packages_in build test
packages_in() {
    local list
    for list in "$@"; do
        sed -e 's/#.*//' -e '/^[[:space:]]*$/d' "$root/.ci/packages.$list"
    done
}

# The packages in the named lists that are not installed; none where installing is not ours to do:
# ANSAGE_NO_INSTALL=1, or no Debian. Removed but not purged counts as missing.
missing_packages() {
    if [ "${ANSAGE_NO_INSTALL:-0}" = 1 ] || ! command -v dpkg-query >/dev/null; then
        return
    fi
    local wanted
    mapfile -t wanted < <(packages_in "$@" | LC_ALL=C sort -u)
    comm -23 <(printf '%s\n' "${wanted[@]}") <(
        dpkg-query --show --showformat '${Package} ${db:Status-Status}\n' "${wanted[@]}" 2>/dev/null |
            sed -n 's/ installed$//p' | LC_ALL=C sort -u
    )
}

# Runs apt-get as root, everything it says to the log.
as_root_apt_get() {
    local become=()
    if [ "$(id -u)" -ne 0 ]; then
        become=(sudo)
    fi
    "${become[@]}" env DEBIAN_FRONTEND=noninteractive LC_ALL=C \
        apt-get -q -y -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3 -o APT::Status-Fd=1 "$@" \
        </dev/null 2>&1 | tell_tenths >>"$log"
}

# install_missing LIST...: installs what the named lists ask for and dpkg does not know. Says so in one
# line, for it takes a while and may ask for a password.
install_missing() {
    local missing
    mapfile -t missing < <(missing_packages "$@")
    if [ "${#missing[@]}" -eq 0 ]; then
        return
    fi
    if [ "$(id -u)" -ne 0 ] && ! command -v sudo >/dev/null; then
        die "packages are missing and there is no sudo; as root: apt-get install ${missing[*]}"
    fi
    say "installing ${#missing[@]} Debian packages: ${missing[*]}"
    as_root_apt_get update -o APT::Status-Fd=-1 || say "apt-get update failed, see $log; trying all the same"
    as_root_apt_get install --no-install-recommends "${missing[@]}" ||
        die "could not install ${missing[*]}; see $log, or install them and set ANSAGE_NO_INSTALL=1"
}

# install_axe: what judges a page, of npm, in the version that is named here, once for all builds. Where that
# cannot be had the page's test says that it did not try it.
install_axe() {
    local version=4.10.2 folder="$root/build/axe"
    if [ "${ANSAGE_NO_INSTALL:-0}" = 1 ] || grep -qsF "\"version\": \"$version\"" "$folder/node_modules/axe-core/package.json"; then
        return
    fi
    # Not in .ci/packages.test: where another Node.js is installed, Debian's npm cannot be.
    command -v npm >/dev/null || as_root_apt_get install --no-install-recommends npm || true
    mkdir -p "$folder"
    timeout 1200 npm install --prefix "$folder" --ignore-scripts --no-audit --no-fund --silent "axe-core@$version" \
        </dev/null >>"$log" 2>&1 || say "could not install axe-core; see $log"
}

# unpack_pipewire_alsa: what lets ALSA reach PipeWire, unpacked and not installed, for it and PulseAudio, which
# other tests need, exclude each other. Where it is installed that one is tried.
unpack_pipewire_alsa() {
    local folder="$root/build/pipewire-alsa"
    if [ "${ANSAGE_NO_INSTALL:-0}" = 1 ] || [ -d "$folder/usr" ] || ! command -v apt-get >/dev/null; then
        return
    fi
    rm -rf "$folder" && mkdir -p "$folder"
    (cd "$folder" && apt-get -q download pipewire-alsa && dpkg-deb --extract pipewire-alsa_*.deb .) \
        </dev/null >>"$log" 2>&1 || say "could not get pipewire-alsa; see $log"
}

# Lets git read a clone that belongs to somebody else, as it does where CI runs as root.
trust_clone() {
    export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=safe.directory GIT_CONFIG_VALUE_0=$root
}

# configure PRESET [cmake option...]: makes build/PRESET ready. A build folder that was made for a source
# tree at another place (a copied clone) is made anew.
configure() {
    local preset=$1 build="$root/build/$1"
    shift
    if [ -f "$build/CMakeCache.txt" ] &&
        ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$build/CMakeCache.txt"; then
        rm -rf "$build"
    fi
    if [ ! -f "$build/.configured" ] || [ "$#" -gt 0 ]; then
        (cd "$root" && timeout 3000 cmake --preset "$preset" "$@") </dev/null >>"$log" 2>&1 || return
        # A build.ninja is there even when configuring failed half-way.
        touch "$build/.configured"
    fi
}
