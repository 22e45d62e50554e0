#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The rules of devices/60-ansage.rules, as udev carries them out beside Debian's own: boards are plugged into a
# tree of devices that is made for this, and somebody who sits at the machine, a member of the group dialout and
# a stranger try to read and write them. Of a modem nothing changes.
set -euo pipefail
if [ "${1:-}" != inside ]; then
    [ "$(id -u)" -eq 0 ] && become=() || become=(sudo "ANSAGE_ROOT=$ANSAGE_ROOT")
    exec "${become[@]}" unshare --mount bash "$0" inside
fi
for folder in /sys /run /dev; do
    mount -t tmpfs none "$folder"
done
mknod -m 666 /dev/null c 1 3
ln -s /proc/self/fd /dev/fd
mkdir -p /run/udev/rules.d /run/systemd/seats
cp "$ANSAGE_ROOT/devices/60-ansage.rules" /run/udev/rules.d/
# Who sits at the machine, as systemd-logind writes it.
sitting=64001
member=64002
stranger=64003
printf 'IS_SEAT0=1\nACTIVE=1\nACTIVE_UID=%s\n' "$sitting" >/run/systemd/seats/seat0
export SYSTEMD_DEVICE_VERIFY_SYSFS=0
failures=0

# may UID [GROUP]: whether one may read and write the device.
may() {
    local groups=--clear-groups
    [ -z "${2:-}" ] || groups=--groups=$2
    setpriv --reuid="$1" --regid="$1" "$groups" test -r "$node" -a -w "$node" && printf yes || printf no
}

number=0
# plug SUBSYSTEM NAME VENDOR PRODUCT MAKER EXPECTED: what may they: sitting, member, stranger
plug() {
    local usb=/sys/devices/pci0000:00/usb1/1-$((++number)) device told
    device=$usb/1-$number:1.0/$1/$2
    node=/dev/$2
    mkdir -p "$device" "/sys/class/$1" /sys/bus/usb
    echo "$3" >"$usb/idVendor"
    echo "$4" >"$usb/idProduct"
    echo "$5" >"$usb/manufacturer"
    echo 02 >"$usb/1-$number:1.0/bInterfaceClass"
    ln -s /sys/bus/usb "$usb/subsystem"
    ln -s /sys/bus/usb "$usb/1-$number:1.0/subsystem"
    ln -s "/sys/class/$1" "$device/subsystem"
    echo DEVTYPE=usb_device >"$usb/uevent"
    echo DEVTYPE=usb_interface >"$usb/1-$number:1.0/uevent"
    printf 'MAJOR=240\nMINOR=%d\nDEVNAME=%s\n' "$number" "$2" >"$device/uevent"
    mknod -m 600 "$node" c 240 "$number"
    told=$(udevadm test --action=add "${device#/sys}" 2>&1) || { echo "$told"; exit 1; }
    # A test carries out no RUN; whoever is to get what is tagged gets it by this one.
    if grep -q "^run: 'uaccess'" <<<"$told"; then
        udevadm test-builtin uaccess "${device#/sys}" >/dev/null 2>&1
    fi
    told="$(may "$sitting") $(may "$member" dialout) $(may "$stranger")"
    echo "$1 $3:$4 $5: $told"
    if [ "$told" != "$6" ]; then
        echo "not as it should be, which is $6"
        failures=$((failures + 1))
    fi
}

plug hidraw hidraw0 2d80 8003 Chessnut 'yes yes no'
plug hidraw hidraw1 2d80 ff01 Chessnut 'yes yes no'
plug tty ttyACM0 04d8 000a DGT 'yes yes no'
plug tty ttyUSB0 0403 6001 FTDI 'yes yes no'
plug tty ttyUSB1 10c4 ea60 'Silicon Labs' 'yes yes no'
plug tty ttyUSB2 1a86 7523 QinHeng 'yes yes no'
plug tty ttyACM1 2341 0043 Arduino 'yes yes no'
plug tty ttyACM2 2e8a 000a 'Raspberry Pi' 'yes yes no'
plug hidraw hidraw2 046d c31c Logitech 'no no no'
plug tty ttyUSB3 12d1 1001 Huawei 'no yes no'
plug tty ttyUSB4 0403 6010 FTDI 'no yes no'
exit "$((failures > 0))"
