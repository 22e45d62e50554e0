# SPDX-License-Identifier: GPL-3.0-or-later
# A folder of its own for brokers and tables, and the home of what runs there; whatever is named in `started`
# ends with the proof that sources this, and the folder goes.
folder=$(mktemp -d)
cd "$folder"
started=()
cleanup() {
    for process in "${started[@]}"; do
        kill "$process" 2>/dev/null || true
    done
    wait
    rm -rf "$folder"
}
trap cleanup EXIT
export HOME=$folder XDG_RUNTIME_DIR=$folder
