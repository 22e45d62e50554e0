// SPDX-License-Identifier: GPL-3.0-or-later
// What a page tells, line by line, for ears, fingers and eyes alike. Screen readers read a live region reliably
// only by these rules:
// 1. The region stands in the first HTML, empty and not hidden, and is never replaced. One is polite
//    (role="log"), one assertive (role="alert"); there are no others. It has no name: Orca says it before each line.
// 2. Each line is a new element at its end, so the same text twice is two lines. Old lines leave at its front, and
//    never while one is being added.
// 3. Each line is ordinary text, too: a cursor reaches it, and one key leads to the newest. Braille displays show
//    a live region for a moment and lose it.
// 4. Telling moves no focus: whoever types stays where he types.
// 5. Nothing but lines lies in a region: no clock, no board.
// 6. Lines that come close together are added as one element. Orca looks at an addition when it has the time, and
//    leaves out all but the newest of those that came to the same region until then; and an assertive line throws
//    away the polite ones that wait to be said.

const most = 50; // lines that a region keeps
const quiet = 1000; // ms after the newest line before old ones leave
const apart = 500; // ms between two additions, to whichever region

let newest = null; // of all regions of the page
let waiting = []; // { region, line } to be added, in order
let gate = 0; // closed until this timer ends

// All lines that wait for one region, up to the first for another.
function addNext() {
    gate = 0;
    if (waiting.length === 0) {
        return;
    }
    const { region } = waiting[0];
    const other = waiting.findIndex((each) => each.region !== region);
    const lines = waiting.splice(0, other < 0 ? waiting.length : other).map((each) => each.line);
    region.append(lines);
    newest = lines.at(-1);
    gate = setTimeout(addNext, apart);
}

// After the page has moved the focus: Orca throws away what waits to be said when it sees that.
export function hold() {
    clearTimeout(gate);
    gate = setTimeout(addNext, apart);
}

export class Region {
    // past: a list before the region that keeps what leaves it; without one, what leaves is gone. isSpaced: by rule 6;
    // other lines come as soon as they are told. around(add): what has to be done before and after an addition.
    constructor(element, { past = null, isSpaced = false, around = (add) => add() } = {}) {
        this.around = around;
        this.isSpaced = isSpaced;
        this.element = element;
        this.past = past;
        this.timer = 0;
    }

    // lang: of its words, where it is not the page's.
    add(text, { lang } = {}) {
        const line = lineOf(text, lang);
        if (!this.isSpaced) {
            this.append([line]);
            newest = line;
            return;
        }
        waiting.push({ region: this, line });
        if (!gate) {
            addNext();
        }
    }

    append(lines) {
        let added = lines[0];
        if (lines.length > 1) {
            added = document.createElement("div");
            added.tabIndex = -1; // without it Firefox shows screen readers the lines, and no element around them
            added.append(...lines);
        }
        this.around(() => this.element.append(added));
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.trim(), quiet);
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
        const lines = [...this.element.querySelectorAll("p")];
        for (const line of lines.slice(0, Math.max(0, lines.length - most))) {
            if (line.contains(document.activeElement)) {
                return;
            }
            const group = line.parentElement;
            line.remove();
            this.past?.append(line);
            if (group !== this.element && !group.hasChildNodes()) {
                group.remove();
            }
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
