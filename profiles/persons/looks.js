// SPDX-License-Identifier: GPL-3.0-or-later
// What this person likes: a screen that is dark, for an opponent reads it across the table, and lines that the browser
// reads aloud, for whoever has no screen reader. Both are off until asked for, and stay so over a reload.
import { by } from "../pages/words.js";
import { keep, kept } from "./kept.js";
import * as voice from "./voice.js";

const isPressed = (button) => button.getAttribute("aria-pressed") === "true";

function mark(button, isOn) {
    button.setAttribute("aria-pressed", String(isOn));
    button.classList.toggle("taken", isOn);
}

// To a screen reader everything stays as it is.
function darken(isDark) {
    document.documentElement.classList.toggle("dark", isDark);
    mark(by("dark"), isDark);
    keep({ isDark });
}

export class Looks {
    // language(): of this person. failed(): no voice of this device speaks it.
    constructor(language, failed) {
        darken(Boolean(kept().isDark));
        by("dark").onclick = () => darken(!isPressed(by("dark")));
        if (!voice.canSpeak) {
            return;
        }
        const readAloud = async (isWanted) => {
            const isOn = isWanted && await voice.begin(language());
            if (!isOn) {
                voice.end();
            }
            mark(by("aloud"), isOn);
            keep({ isAloud: isOn });
            if (isWanted && !isOn) {
                failed();
            }
        };
        by("aloud").hidden = false;
        by("aloud").onclick = () => readAloud(!isPressed(by("aloud")));
        if (kept().isAloud) {
            readAloud(true);
        }
    }
}
