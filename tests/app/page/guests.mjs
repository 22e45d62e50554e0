// SPDX-License-Identifier: GPL-3.0-or-later
// Who sits at a table without a browser: at its page, by HTTP as a browser speaks it, or at a console's socket.
// Each keeps every line that comes.
import { request } from "node:http";
import { connect } from "node:net";
import { within } from "./browser.mjs";

class Guest {
    constructor() {
        this.lines = []; // with a number: the role's; the newest of kind "now" is how it stands
        this.now = null;
        this.waiting = [];
        this.bye = null;
    }

    take(line) {
        if (line.kind === "now") {
            this.now = line;
        } else if (line.kind === "bye") {
            this.bye = line;
        } else if (line.kind !== "welcome") {
            this.lines.push(line);
        }
        this.came?.(line);
        this.look();
    }

    look() {
        this.waiting = this.waiting.filter((each) => !each());
    }

    // What `look` gives, once it gives something.
    until(look, what) {
        return within(new Promise((resolve) => {
            const isDone = () => {
                const found = look();
                if (found) {
                    resolve(found);
                }
                return Boolean(found);
            };
            if (!isDone()) {
                this.waiting.push(isDone);
            }
        }), what);
    }

    // The line that comes from now on and matches.
    told(pattern) {
        const from = this.lines.length;
        return this.until(() => this.lines.slice(from).find((line) => pattern.test(line.text)), String(pattern));
    }
}

export class Page extends Guest {
    // url: as the table prints it.
    constructor(url, role, code = "") {
        super();
        this.url = new URL(url);
        this.place = { role, code };
        this.last = ""; // id of the newest line
        this.joins = 0;
        this.isOver = false;
    }

    async join() {
        const { status, text } = await this.post("join", this.place);
        if (status !== 200) {
            throw new Error(`${this.place.role} was not let in: ${status} ${text}`);
        }
        ++this.joins;
        this.session = JSON.parse(text).session;
        this.follow();
        await this.until(() => this.now ?? this.bye, `${this.place.role}'s page`);
        return this;
    }

    // { status, text }; status 0: nobody answers.
    post(name, content) {
        const body = JSON.stringify(content);
        return within(new Promise((resolve) => {
            const asked = request(new URL(name, this.url), {
                method: "POST", agent: false,
                headers: { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body),
                    Origin: this.url.origin },
            }, (answer) => {
                let text = "";
                answer.setEncoding("utf8").on("data", (part) => { text += part; });
                answer.on("close", () => resolve({ status: answer.statusCode, text }));
            });
            asked.on("error", () => resolve({ status: 0, text: "" }));
            asked.end(body);
        }), name);
    }

    follow() {
        const last = this.last ? `&last=${this.last}` : "";
        const asked = request(new URL(`events?session=${this.session}${last}`, this.url), { agent: false });
        this.stream = asked;
        let unread = "";
        asked.on("response", (answer) => {
            answer.setEncoding("utf8").on("data", (text) => {
                const events = (unread + text).split("\n\n");
                unread = events.pop();
                for (const event of events) {
                    this.hear(event);
                }
            });
            answer.on("close", () => this.gone(answer.statusCode));
        });
        asked.on("error", () => this.gone(0));
        asked.end();
    }

    hear(event) {
        const parts = new Map(event.split("\n").map((line) => line.split(/:\s?(.*)/s)).map(([name, text]) => [name, text]));
        if (!parts.has("data")) {
            return;
        }
        const line = JSON.parse(parts.get("data"));
        if (parts.has("event")) {
            this.standing = line;
            this.isOver = this.isOver || line.standing === "over";
            this.look();
            return;
        }
        this.last = parts.get("id") ?? this.last;
        this.take(line);
        if (line.n > 0) {
            this.say({ kind: "seen", n: line.n });
        }
    }

    // As the page itself does it: the same place, or a new one if that is not known any more.
    gone(status) {
        if (this.isOver || this.isLeaving) {
            return;
        }
        setTimeout(() => (status === 404 ? this.join().catch(() => this.gone(404)) : this.follow()), 100);
    }

    say(...lines) {
        return this.post("say", { session: this.session, lines });
    }

    type(...texts) {
        return this.say(...texts.map((text) => ({ kind: "typed", text })));
    }

    leave() {
        this.isLeaving = true;
        this.stream.destroy();
    }
}

export class Console extends Guest {
    // more: what its join says besides.
    constructor(socket, role, code = "", more = {}) {
        super();
        this.socket = connect(socket);
        let unread = "";
        this.socket.setEncoding("utf8").on("data", (text) => {
            const lines = (unread + text).split("\n");
            unread = lines.pop();
            for (const line of lines) {
                this.hear(JSON.parse(line));
            }
        });
        this.socket.on("error", () => {});
        this.say({ kind: "join", role, code, ...more });
    }

    hear(line) {
        this.isWelcome = this.isWelcome || line.kind === "welcome";
        this.take(line);
        if (line.n > 0) {
            this.say({ kind: "seen", n: line.n });
        }
    }

    async join() {
        await this.until(() => this.isWelcome || this.bye, "a console's welcome");
        return this;
    }

    say(...lines) {
        this.socket.write(lines.map((line) => JSON.stringify(line) + "\n").join(""));
    }

    type(...texts) {
        this.say(...texts.map((text) => ({ kind: "typed", text })));
    }

    leave() {
        this.socket.destroy();
    }
}
