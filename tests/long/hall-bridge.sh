#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Two halls with a broker each, and a third broker for the arbiters of both: the bridge as docs/hall.md
# writes it. A ruling goes from the centre to a table of a hall and its answer back; the centre's broker
# and a hall's are killed; at the centre all is heard as in the halls.
set -euo pipefail

. "$ANSAGE_ROOT/tests/long/hall/place.sh"
ansage=$ANSAGE_BUILD/ansage
declare -A port broker
port[centre]=$((20000 + $$ % 10000 * 4))
port[east]=$((port[centre] + 1)) port[west]=$((port[centre] + 2))

serve() {
    mosquitto -c "$1/mosquitto.conf" 2>>"$1.log" &
    broker[$1]=$!
    started+=($!)
}

# Until that file has a line like that.
await() {
    for _ in $(seq 300); do
        ! grep -q -- "$2" "$1" || return 0
        sleep 0.1
    done
    echo "no \"$2\" in $1:" >&2
    tail -5 "$1" >&2
    exit 1
}

setup() {
    "$ansage" hall setup "$1" --event cup --tables "$2" --arbiters anna --host localhost \
        --port "${port[$1]}" --page-port $((port[$1] + 10)) >"$1.txt"
}
setup centre east-1,west-1
setup east east-1
setup west west-1

# --- the configuration of docs/hall.md
for hall in east west; do
    password=$(openssl rand -hex 16)
    mosquitto_passwd -b centre/passwords "bridge-$hall" "$password"
    cat >>centre/rights <<RIGHTS

user bridge-$hall
topic write ansage/cup/$hall-1/public/#
topic write ansage/cup/$hall-1/arbiter/#
topic write ansage/cup/$hall-1/journal
topic read ansage/cup/$hall-1/ask
topic readwrite ansage/cup/$hall-1/care/+
topic read ansage/cup/$hall-1/rule/+
RIGHTS
    tables=$hall-1
    [ "$hall" = east ] || tables=+ # all that it has
    cp centre/ca.crt "$hall/centre.crt"
    cat >>"$hall/mosquitto.conf" <<CONF

connection $hall
address localhost:${port[centre]}
bridge_cafile $folder/$hall/centre.crt
remote_username bridge-$hall
remote_password $password
bridge_protocol_version mqttv311
notifications false
try_private true
restart_timeout 1 5
topic ansage/cup/$tables/public/# out 1
topic ansage/cup/$tables/arbiter/# out 1
topic ansage/cup/$tables/journal out 1
topic ansage/cup/$tables/ask in 1
topic ansage/cup/$tables/care/+ both 1
topic ansage/cup/$tables/rule/+ in 1
CONF
done

serve centre
serve east
serve west
for hall in east west; do
    mkfifo "$hall.in"
    "$ansage" play --white "impaired none" --black "sighted none" --white-name Anna --black-name Bert --speech none \
        --language en --journal "$hall.ansage" --hall "mqtts://localhost:${port[$hall]}/cup/$hall-1" \
        --hall-account "$hall/accounts/$hall-1.account" --hall-rulings <"$hall.in" >"$hall.out" 2>&1 &
    started+=($!)
done
exec 3>east.in 4>west.in
mkfifo centre.in
listen() { # HALL FILE
    "$ansage" hall watch "mqtts://localhost:${port[$1]}/cup" --account "$1/accounts/anna.account" --all --json </dev/null >"$2" 2>>"$1.log" &
    started+=($!)
}
listen centre centre.json
listen east east.json
listen west west.json
"$ansage" hall watch "mqtts://localhost:${port[centre]}/cup" --account centre/accounts/anna.account <centre.in >watch.txt 2>&1 &
started+=($!)
exec 5>centre.in

moves() {
    printf '%s\n' "white announces Eva zwei Eva vier" "white executes e2e4" "white presses" \
        "black repeats Eva zwei Eva vier" "black announces Eva sieben Eva fünf" "black executes e7e5" "black presses"
}
echo "arbiter starts" >&3
echo "arbiter starts" >&4
moves >&3
moves >&4
await centre.json '"table":"east-1".*Move 1, Black'
await centre.json '"table":"west-1".*Move 1, Black'

# --- a ruling across the bridge
printf 'white pauses\nwhite claims threefold\n' >&4
await watch.txt 'west-1.* 1'
echo "take west-1 1" >&5
sleep 1
echo "no west-1 1" >&5
sleep 1
echo "y" >&5
await west.out 'From the hall'
echo "confirm ruling" >&4
await watch.txt 'west-1.*confirmed\|confirmed.*west-1'

# --- the centre's broker is killed, then a hall's, while people play
kill -9 "${broker[centre]}"
wait "${broker[centre]}" 2>/dev/null || true
echo "arbiter pauses" >&3
sleep 1
serve centre
echo "arbiter resumes" >&3
sleep 8
kill -9 "${broker[east]}"
wait "${broker[east]}" 2>/dev/null || true
echo "arbiter pauses" >&3
sleep 1
serve east
echo "arbiter resumes" >&3

# --- the centre has heard what each hall has: each line once, in order
lines() { grep '"what":"line"' "$1" | grep "\"table\":\"$2\"" | sed 's/.*"told"://'; }
for hall in east west; do
    for _ in $(seq 60); do
        lines centre.json "$hall-1" >"centre.$hall"
        lines "$hall.json" "$hall-1" >"own.$hall"
        [ "$(wc -l <"own.$hall")" -ge 13 ] && cmp -s "centre.$hall" "own.$hall" && break
        sleep 1
    done
    cmp "centre.$hall" "own.$hall"
    [ "$(wc -l <"own.$hall")" -ge 13 ]
    echo "$hall-1: $(wc -l <"own.$hall") lines, in its hall and at the centre the same"
done
