// SPDX-License-Identifier: GPL-3.0-or-later
// What tables publish, held against messages.json, and the order in which it is worked on: whatever one table
// sends, the page's other tables lose nothing by it.
import rules from "./messages.json";

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();
const longestMatch = 100; // of a pattern

// What hides, turns a direction or piles up over its neighbours becomes a mark that can be seen (base::visible).
export function visible(text) {
    return text.replace(/[\0-\x1f]/g, (control) => String.fromCharCode(0x2400 + control.charCodeAt(0)))
        .replace(/\x7f/g, "\u2421")
        .replace(/[\x80-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu, "\ufffd")
        .replace(/(\p{M}{3})\p{M}+/gu, "$1\ufffd");
}

const isText = (value) => typeof value === "string" && !/\p{Surrogate}/u.test(value);
const patterns = new Map();

function isLike(text, pattern) {
    if (!patterns.has(pattern)) {
        patterns.set(pattern, new RegExp(`^(?:${pattern})$`));
    }
    return isText(text) && text.length <= longestMatch && patterns.get(pattern).test(text);
}

const all = (values) => (values.includes(undefined) ? undefined : values);
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const only = (holds) => (value, ...given) => (holds(value, ...given) ? value : undefined);

// What of a value its type names, with texts that can be shown; undefined: it is not of that type.
const verbs = {
    flag: only((value) => typeof value === "boolean"),
    number: only((value, least, most) => Number.isInteger(value) && value >= least && value <= most),
    one: only((value, ...words) => words.includes(value)),
    like: only(isLike),
    plain: only(isLike),
    text(value, longest) {
        const fits = isText(value) && value.length <= longest && encoder.encode(value).length <= longest;
        return fits ? visible(value) : undefined;
    },
    list(value, most, type, key) {
        const fits = Array.isArray(value) && value.length <= most;
        const list = fits ? all(value.map((one) => known(type, one))) : undefined;
        return list && key && new Set(list.map((one) => one[key])).size < list.length ? undefined : list;
    },
    row(value, ...types) {
        const fits = Array.isArray(value) && value.length === types.length;
        return fits ? all(value.map((one, i) => known(types[i], one))) : undefined;
    },
    both(value, ...types) {
        const parts = all(types.map((type) => known(type, value)));
        return parts && Object.assign({}, ...parts);
    },
};

function knownObject(type, value) {
    const object = {};
    for (const [key, own] of isObject(value) ? Object.entries(type) : []) {
        const name = key.replace(/\?$/, "");
        if (Object.hasOwn(value, name)) {
            object[name] = known(own, value[name]);
        } else if (name === key) {
            return undefined;
        }
    }
    return isObject(value) ? all(Object.values(object)) && object : undefined;
}

function known(type, value) {
    if (typeof type !== "string") {
        return Array.isArray(type) ? verbs[type[0]](value, ...type.slice(1)) : knownObject(type, value);
    }
    return type.endsWith("?") && value === null ? null : known(rules.types[type.replace(/\?$/, "")], value);
}

// "care/7" is one of "care".
function ruleOf(what) {
    const name = /^care\/[1-9][0-9]{0,8}$/.test(what) ? "care" : what;
    return what !== "care" && Object.hasOwn(rules.messages, name) ? rules.messages[name] : undefined;
}

// What a message of that table says; undefined: it breaks the rules. The topic says whose it is.
export function read(table, what, bytes) {
    const rule = ruleOf(what);
    if (!rule || bytes.length > rule.bytes) {
        return undefined;
    }
    try {
        const text = decoder.decode(bytes);
        const message = known(rule.holds, rule.holds[0] === "plain" ? text : JSON.parse(text));
        return isObject(message) && (message.table ?? table) !== table ? undefined : message;
    } catch {
        return undefined; // no UTF-8, or no JSON
    }
}

const mostWaiting = 4000000; // bytes; a table that reports without a pause says less
const bytesOfAny = 500; // it costs, however short it is
const slice = 8; // ms, so that the browser shows what there is

// One message of each table in turn. `take` is given them, `lost` one for which too much of its table waits.
export class Turns {
    constructor(take, lost) {
        this.take = take;
        this.lost = lost;
        this.tables = new Map(); // by name, the next first: { messages, size }
        this.isDue = false;
        const { port1, port2 } = new MessageChannel(); // of a page in the background timers are late
        port1.onmessage = () => this.run();
        this.later = () => port2.postMessage(null);
    }

    add(table, message) {
        const waiting = this.tables.get(table) ?? { messages: [], size: 0 };
        const size = message.bytes.length + bytesOfAny;
        if (waiting.size + size > mostWaiting) {
            this.lost(table, message);
            return;
        }
        waiting.messages.push(message);
        waiting.size += size;
        this.tables.set(table, waiting);
        this.wake();
    }

    wake() {
        if (!this.isDue && this.tables.size > 0) {
            this.isDue = true;
            this.later();
        }
    }

    run() {
        this.isDue = false;
        const until = performance.now() + slice;
        while (this.tables.size > 0 && performance.now() < until) {
            const [table, waiting] = this.tables.entries().next().value;
            this.tables.delete(table);
            const message = waiting.messages.shift();
            waiting.size -= message.bytes.length + bytesOfAny;
            if (waiting.messages.length > 0) {
                this.tables.set(table, waiting);
            }
            this.take(table, message);
        }
        this.wake();
    }
}
