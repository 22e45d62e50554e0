// SPDX-License-Identifier: GPL-3.0-or-later
// A screen that somebody plays by does not go dark. The browser lets go of the lock whenever the page is hidden.
let isWanted = false;
let lock = null;

async function ask() {
    if (!isWanted || document.visibilityState !== "visible" || (lock && !lock.released)) {
        return;
    }
    try {
        lock = await navigator.wakeLock?.request("screen") ?? null;
    } catch {
        lock = null; // the battery is low, or the person does not allow it
    }
}

document.addEventListener("visibilitychange", ask);

export function stayAwake(wanted) {
    isWanted = wanted;
    if (wanted) {
        ask();
    } else {
        lock?.release();
        lock = null;
    }
}
