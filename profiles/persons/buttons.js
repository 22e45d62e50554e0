// SPDX-License-Identifier: GPL-3.0-or-later
// Buttons that send lines. One that was taken says so until the table tells anything; one that could not be sent
// says that, and can be taken again.
import { element, put, say } from "../pages/words.js";

const kinds = { taken: "person_page.taken", failed: "person_page.failed" };
const soon = 300; // ms between a line and how things stand after it, and more
const marked = new Set();
let timer = 0;

export function button(text, lang = "") {
    const made = element("button", "large");
    made.type = "button";
    const words = made.appendChild(element("span", "text", text));
    if (lang) {
        words.lang = lang;
    }
    made.append(" ", element("span", "state"));
    return made;
}

// kind: taken, failed or "".
export function mark(made, kind) {
    made.classList.toggle("taken", kind === "taken");
    put(made.querySelector(".state"), kind ? say(kinds[kind]) : "");
    if (kind) {
        marked.add(made);
    } else {
        marked.delete(made);
    }
}

export const isTaken = (made) => made.classList.contains("taken");

// The table has told how things stand: whatever was sent has arrived.
export function release() {
    clearTimeout(timer);
    for (const made of [...marked]) {
        mark(made, "");
    }
}

// It has told something; if nothing has changed by it, nothing else will come.
export function releaseSoon() {
    clearTimeout(timer);
    timer = setTimeout(release, soon);
}

// The children of `parent` become these; one that stays is not touched, so that a finger or the focus on it is
// not lost.
export function arrange(parent, wanted) {
    for (const child of [...parent.children]) {
        if (!wanted.includes(child)) {
            child.remove();
        }
    }
    wanted.forEach((child, i) => {
        if (parent.children[i] !== child) {
            parent.insertBefore(child, parent.children[i] ?? null);
        }
    });
}
