// SPDX-License-Identifier: GPL-3.0-or-later
// What a page tells, line by line, for ears, fingers and eyes alike. Screen readers read a live region reliably
// only by these rules:
// 1. The region stands in the first HTML, empty and not hidden, and is never replaced. One is polite
//    (role="log"), one assertive (role="alert"); there are no others.
// 2. Each line is a new element at its end, so the same text twice is two lines. Old lines leave at its front, and
//    never while one is being added.
// 3. Each line is ordinary text, too: a cursor reaches it, and one key leads to the newest. Braille displays show
//    a live region for a moment and lose it.
// 4. Telling moves no focus: whoever types stays where he types.
// 5. Nothing but lines lies in a region: no clock, no board.

const most = 50; // lines that a region keeps
const quiet = 1000; // ms after the newest line before old ones leave

let newest = null; // of all regions of the page

export class Region {
    // past: a list before the region that keeps what leaves it; without one, what leaves is gone.
    constructor(element, { past = null } = {}) {
        this.element = element;
        this.past = past;
        this.timer = 0;
    }

    // lang: of its words, where it is not the page's.
    add(text, { lang } = {}) {
        newest = this.element.appendChild(lineOf(text, lang));
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.trim(), quiet);
        return newest;
    }

    // What was told before this page was opened is there to be read, and is not read out.
    addPast(text, { lang } = {}) {
        const line = this.past.appendChild(lineOf(text, lang));
        if (!this.element.hasChildNodes()) {
            newest = line;
        }
        return line;
    }

    // Whoever reads an old line keeps it under his cursor.
    trim() {
        const lines = this.element.children;
        while (lines.length > most && !lines[0].contains(document.activeElement)) {
            const line = lines[0];
            line.remove();
            this.past?.append(line);
        }
    }
}

function lineOf(text, lang) {
    const line = document.createElement("p");
    line.textContent = text; // whatever it says, it is never markup
    line.tabIndex = -1;
    if (lang && lang !== document.documentElement.lang) {
        line.lang = lang;
    }
    return line;
}

// True if there is a line.
export function goToNewest() {
    newest?.focus();
    return newest !== null;
}

// The one key that leads to the newest line, and the button that does the same.
export function leadToNewest(button) {
    button.onclick = goToNewest;
    addEventListener("keydown", (event) => {
        if (event.altKey && event.shiftKey && event.code === "KeyN") {
            event.preventDefault();
            goToNewest();
        }
    });
}
