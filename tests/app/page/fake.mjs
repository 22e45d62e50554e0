// SPDX-License-Identifier: GPL-3.0-or-later
// A gateway with no table behind it: it speaks as the true one does, says what a test tells it to, and keeps what
// the page sent. So every state of the page can be had at once.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { within } from "./browser.mjs";

const here = import.meta.dirname ?? new URL(".", import.meta.url).pathname;
const messages = join(here, "../../../profiles/messages");

// The sentences of a catalogue, by id.
export function sentencesOf(language) {
    const sentences = {};
    const text = readFileSync(join(messages, `${language}.po`), "utf8");
    for (const [, id, words] of text.matchAll(/^msgid "(.+)"\nmsgstr ((?:".*"\n?)+)/gm)) {
        sentences[id] = words.split("\n").filter((line) => line).map((line) => JSON.parse(line)).join("");
    }
    return sentences;
}

const escaped = (text) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

function pageIn(folder, language) {
    const read = (name) => readFileSync(join(folder, name), "utf8");
    const sentences = sentencesOf(language);
    const words = {};
    let page = read("index.html").replace("{drawings}", read("board.svg"));
    for (const id of read("sentences.txt").split("\n").filter((line) => line)) {
        if (!(id in sentences)) {
            throw new Error(`${language} has no ${id}`);
        }
        words[id] = sentences[id];
        page = page.replaceAll(`{${id}}`, escaped(sentences[id]));
    }
    return page.replace("{words}", JSON.stringify(words).replaceAll("</", "<\\/")).replace("{language}", language)
        .replace("{policy}", "").replace("{icon}", "icon.svg")
        .replace("{style}", '<link rel="stylesheet" href="style.css">')
        .replace("{script}", '<script type="module" src="bundle.js"></script>');
}

const headers = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
};

const kinds = { "style.css": "text/css", "bundle.js": "text/javascript", "icon.svg": "image/svg+xml" };

// --- what a table may tell
export const words = {
    pieces: [["", "Bauer"], ["N", "Springer"], ["B", "Läufer"], ["R", "Turm"], ["Q", "Dame"], ["K", "König"]]
        .map(([letter, text]) => ({ letter, text })),
    files: ["Anna", "Bella", "Cäsar", "David", "Eva", "Felix", "Gustav", "Hector"],
    ranks: ["eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht"],
    short_castling: "Kurze Rochade",
    long_castling: "Lange Rochade",
};

export const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

export function now(given = {}) {
    return {
        kind: "now", v: 1, n: 0, at_ms: 12500, unix_ms: Date.now(), phase: "playing",
        clocks: { white_ms: 5400000, black_ms: 5398500, runs: "white", delay_ms: 0, hourglass: false, fallen: [] },
        board: null, said: null, press: { text: "My clock", typed: ["."] }, due: [], choose: null, words, menu: [],
        ...given,
    };
}

export function welcome(given = {}) {
    return {
        kind: "welcome", n: 0, text: "Welcome.", prompt: "Black: ", when_lost: "Lost.", run: "a1b2c3d4", role: "black",
        mode: "club", language: "en", said_language: "de", names: { white: "Anna Ember", black: "Bob" }, ...given,
    };
}

export class Fake {
    constructor(folder, language = "en") {
        this.folder = folder;
        this.language = language;
        this.path = "/secret-of-a-test/";
        this.sessions = new Map(); // session: role
        this.streams = new Map(); // session: response
        this.joined = []; // what was POSTed to join
        this.said = []; // lines that the page has sent, but for what it has seen
        this.seen = []; // numbers
        this.follows = []; // what each stream asked for
        this.status = 204; // of the answer to say; 0: the connection is cut
        this.joinStatus = 200;
        this.isBeingSetUp = false;
        this.first = []; // what every stream begins with
        this.number = 0; // of lines
        this.waiting = [];
    }

    async begin() {
        this.server = createServer((request, response) => this.answer(request, response));
        await new Promise((resolve) => this.server.listen(0, "127.0.0.1", resolve));
        this.url = `http://127.0.0.1:${this.server.address().port}${this.path}`;
        return this;
    }

    async end() {
        this.drop();
        this.server.closeAllConnections();
        await new Promise((resolve) => this.server.close(resolve));
    }

    async answer(request, response) {
        const url = new URL(request.url, "http://127.0.0.1");
        const name = url.pathname.startsWith(this.path) ? url.pathname.slice(this.path.length) : "nothing";
        const give = (status, type = "text/plain", content = "") =>
            response.writeHead(status, { ...headers, "Content-Type": type }).end(content);
        if (request.method === "POST") {
            let text = "";
            for await (const part of request) {
                text += part;
            }
            const isJson = request.headers["content-type"] === "application/json";
            this.take(name, isJson ? JSON.parse(text) : {}, give, response);
        } else if (name === "events") {
            this.follow(url.searchParams, request, response, give);
        } else if (name === "setup") {
            give(200, "application/json", JSON.stringify({ setup: this.isBeingSetUp }));
        } else if (name in kinds) {
            give(200, kinds[name], readFileSync(join(this.folder, name)));
        } else if (name === "" || /^[a-z]{2}$/.test(name)) {
            give(200, "text/html; charset=utf-8", pageIn(this.folder, name || this.language));
        } else {
            give(404);
        }
    }

    take(name, content, give, response) {
        if (name === "join") {
            this.joined.push(content);
            if (this.joinStatus === 200) {
                const session = `session${this.joined.length}`;
                this.sessions.set(session, content.role);
                give(200, "application/json", JSON.stringify({ session }));
            } else {
                give(this.joinStatus);
            }
        } else if (!this.sessions.has(content.session)) {
            give(404);
        } else {
            const seen = content.lines.filter((line) => line.kind === "seen");
            this.seen.push(...seen.map((line) => line.n));
            if (seen.length > 0 || this.status === 204) {
                this.said.push(...content.lines.filter((line) => line.kind !== "seen"));
                give(204);
            } else if (this.status === 0) {
                response.destroy();
            } else {
                give(this.status);
            }
        }
        this.look();
    }

    follow(given, request, response, give) {
        const session = given.get("session");
        if (!this.sessions.has(session)) {
            give(404);
            return;
        }
        this.streams.get(session)?.end();
        this.streams.set(session, response);
        this.follows.push({ session, last: request.headers["last-event-id"] ?? given.get("last") });
        response.writeHead(200, { ...headers, "Content-Type": "text/event-stream" }).write("retry: 50\n\n");
        this.write(response, "standing", { standing: "open", text: "" });
        for (const line of this.first) {
            this.write(response, "", line);
        }
        this.look();
    }

    write(response, event, data) {
        const id = data.n > 0 ? `id: a1b2c3d4.${data.n}\n` : "";
        response.write(`${event ? `event: ${event}\n` : ""}${id}data: ${JSON.stringify(data)}\n\n`);
    }

    // To all who follow.
    tell(...lines) {
        for (const line of lines) {
            for (const stream of this.streams.values()) {
                this.write(stream, "", line);
            }
        }
    }

    line(text, more = {}) {
        this.tell({ at_ms: 1500, kind: "say", n: ++this.number, text, important: false, words: text, ...more });
    }

    standing(standing, text = "") {
        for (const stream of this.streams.values()) {
            this.write(stream, "standing", { standing, text });
        }
    }

    // All streams end; sessions that are forgotten have to join again.
    drop({ isForgotten = false } = {}) {
        for (const stream of this.streams.values()) {
            stream.destroy();
        }
        this.streams.clear();
        if (isForgotten) {
            this.sessions.clear();
        }
    }

    look() {
        this.waiting = this.waiting.filter((each) => !each());
    }

    until(isThere, what) {
        return within(new Promise((resolve) => {
            this.waiting.push(() => isThere() && (resolve(), true));
            this.look();
        }), what);
    }

    // The lines that were typed, once there are so many.
    async typed(number) {
        await this.until(() => this.said.length >= number, `${number} typed lines`);
        return this.said.map((line) => line.text);
    }
}
