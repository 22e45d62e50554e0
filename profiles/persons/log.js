// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of the role, as its console shows them, and what the page has to tell itself.
import { leadToNewest, Region } from "../pages/live.js";
import { by, put } from "../pages/words.js";
import { keep, kept } from "./kept.js";
import { speak } from "./voice.js";

const most = 50; // lines that a reload brings back
const nearEnd = 40; // px

const log = new Region(by("log"), { past: by("past"), isSpaced: true, around: (add) => within(by("scroll"), add) });
const urgent = new Region(by("urgent"), { isSpaced: true, around: (add) => within(by("urgent-scroll"), add) });

leadToNewest(by("newest"));

// Who reads at the end of a box goes on reading there.
function within(box, add) {
    const isAtEnd = box.scrollHeight - box.scrollTop - box.clientHeight < nearEnd;
    add();
    box.tabIndex = 0; // what may have to be scrolled can be reached
    if (isAtEnd) {
        box.scrollTop = box.scrollHeight;
    }
}

// For eyes, on a screen where the log is further down.
function showNewest(text, lang) {
    const line = by("newest-line");
    line.hidden = false;
    line.lang = lang;
    put(line, text);
}

// isKept: a reload brings it back; what the page tells of itself is over by then.
export function tell(text, { lang = document.documentElement.lang, isImportant = false, isKept = false } = {}) {
    if (isImportant) {
        urgent.add(text, { lang });
    } else {
        log.add(text, { lang });
    }
    showNewest(text, lang);
    speak(text, lang);
    if (isKept) {
        keep({ lines: [...kept().lines ?? [], { text, lang }].slice(-most) });
    }
}

// What was told before the page was loaded again.
export function tellAgain() {
    within(by("scroll"), () => {
        for (const { text, lang } of kept().lines ?? []) {
            log.addPast(text, { lang });
            showNewest(text, lang);
        }
    });
}
