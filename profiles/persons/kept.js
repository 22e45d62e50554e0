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

// On the network a browser is one person, whom the table knows by a cookie: the role in which it let that browser in
// is kept, so that a new tab comes back to it without a code. Empty: none.
export const isOnNetwork = location.protocol === "https:";

export function letIn() {
    try {
        return isOnNetwork ? localStorage.getItem(name) ?? "" : "";
    } catch {
        return "";
    }
}

export function keepLetIn(role) {
    try {
        if (isOnNetwork) {
            role ? localStorage.setItem(name, role) : localStorage.removeItem(name);
        }
    } catch {
        // then a new tab asks once more who somebody is
    }
}

export function keep(some) {
    Object.assign(all, some);
    write();
}

export function forget() {
    all = {};
    write();
    keepLetIn("");
}
