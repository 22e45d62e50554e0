// SPDX-License-Identifier: GPL-3.0-or-later
// The page's sentences, in the one language that it was asked for, and what is said with them.
const words = JSON.parse(document.getElementById("words").textContent);

export const by = (id) => document.getElementById(id);

export function say(id, given = {}) {
    return (words[id] ?? id).replace(/\{(\w+)\}/g, (whole, key) => given[key] ?? whole);
}

// Only what has changed is touched.
export function put(element, text) {
    if (element.textContent !== text) {
        element.textContent = text;
    }
}

export function element(kind, className = "", text = "") {
    const made = document.createElement(kind);
    made.className = className;
    made.textContent = text;
    return made;
}

// Words of another language than the page's are read by a voice of theirs.
export function inLanguage(made, language) {
    if (language && language !== document.documentElement.lang) {
        made.lang = language;
    }
    return made;
}
