// SPDX-License-Identifier: GPL-3.0-or-later
// The table that is not open yet: its page sets it up. On another machine that needs a code of the terminal.
import { by } from "../pages/words.js";

const patience = 10000; // ms for an answer of the gateway

export async function isBeingSetUp() {
    try {
        const answer = await fetch("setup", { signal: AbortSignal.timeout(patience) });
        return answer.ok && (await answer.json()).setup === true;
    } catch {
        return false; // then joining tells what is wrong
    }
}

export function showSetUpCode() {
    by("set-up").hidden = false;
    by("set-up-code").focus();
}

// begin(code)
export function onSetUpCode(begin) {
    by("set-up").onsubmit = (event) => {
        event.preventDefault();
        by("set-up").hidden = true;
        begin(by("set-up-code").value.trim());
    };
}
