// SPDX-License-Identifier: GPL-3.0-or-later
// What this tab keeps of its place at the table, so that a reload comes back to it by itself:
// { role, code, session, last, lines }. It goes with the tab; another tab is another person.
export const name = "ansage " + location.pathname.replace(/[^/]*$/, ""); // of this table's address, in any language

let all = read();

function read() {
    try {
        return JSON.parse(sessionStorage.getItem(name)) ?? {};
    } catch {
        return {}; // this browser keeps nothing, or something else
    }
}

function write() {
    try {
        sessionStorage.setItem(name, JSON.stringify(all));
    } catch {
        // then a reload asks once more who somebody is
    }
}

export const kept = () => all;

export function keep(some) {
    Object.assign(all, some);
    write();
}

export function forget() {
    all = {};
    write();
}
