// SPDX-License-Identifier: GPL-3.0-or-later
// The line of one person to the table, by way of the gateway: server-sent events from it, POST to it.
const again = 1000; // ms
const patience = 10000; // ms for an answer of the gateway

export class Line {
    // place: { role, code, session, last }, the last two if there was a line before. told: what is to be done with
    // what comes: event(line, id), standing({ standing, text }), joined(session), arrived(id) of what was shown
    // last, closed(status) where the gateway lets nobody in; status is 0 if it does not answer.
    constructor(place, told) {
        Object.assign(this, place);
        this.told = told;
        this.isOver = false;
        this.queue = Promise.resolve(true);
        this.shown = 0; // the number of the last line
        this.timer = 0;
    }

    begin() {
        if (this.session) {
            this.follow();
        } else {
            this.join();
        }
    }

    end() {
        this.isOver = true;
        this.source?.close();
    }

    // The status of the answer; 0 without one.
    async post(path, content) {
        try {
            return await fetch(path, {
                method: "POST",
                headers: { "Content-Type": "application/json" },
                body: JSON.stringify(content),
                signal: AbortSignal.timeout(patience),
            });
        } catch {
            return null;
        }
    }

    async join() {
        if (this.isJoining || this.isOver) {
            return;
        }
        this.isJoining = true;
        this.source?.close();
        const answer = await this.post("join", { role: this.role, code: this.code ?? "" });
        const given = answer?.ok ? await answer.json().catch(() => null) : null;
        this.isJoining = false;
        if (this.isOver) {
            return;
        }
        if (given) {
            this.session = given.session;
            this.told.joined(this.session);
            this.follow();
        } else {
            this.told.closed(answer?.status ?? 0);
            setTimeout(() => this.join(), again);
        }
    }

    follow() {
        const from = this.last ? `&last=${encodeURIComponent(this.last)}` : "";
        const source = new EventSource(`events?session=${encodeURIComponent(this.session)}${from}`);
        this.source = source;
        source.onmessage = (event) => {
            const line = JSON.parse(event.data);
            if (line.n > 0 && event.lastEventId === this.last) {
                return; // it is there
            }
            this.last = event.lastEventId || this.last;
            this.told.event(line);
            if (line.n > 0) {
                this.told.arrived(this.last);
                this.seen(line.n);
            }
        };
        source.addEventListener("standing", (event) => this.told.standing(JSON.parse(event.data)));
        source.onerror = () => {
            if (this.isOver || source !== this.source) {
                return;
            }
            this.told.standing({ standing: "lost", text: "" });
            // As long as there is no answer at all, the browser tries by itself; an answer that is no stream
            // means that the place is not known, after a restart of the gateway.
            if (source.readyState === EventSource.CLOSED) {
                setTimeout(() => source === this.source && this.join(), again);
            }
        };
    }

    // True once the gateway has handed all of it on.
    async say(lines) {
        const answer = await this.post("say", { session: this.session, lines });
        if (answer?.status === 404) {
            this.join();
        }
        return answer?.ok ?? false;
    }

    // One after the other, as they were typed.
    type(texts) {
        const lines = texts.map((text) => ({ kind: "typed", text }));
        this.queue = this.queue.then(() => this.say(lines));
        return this.queue;
    }

    // A press waits for nothing.
    press(texts) {
        return this.say(texts.map((text) => ({ kind: "typed", text })));
    }

    // The table hears at most once a second of what is shown here, and of the newest only.
    seen(number) {
        this.shown = number;
        this.timer ||= setTimeout(async () => {
            this.timer = 0;
            if (!this.isOver && !await this.say([{ kind: "seen", n: this.shown }])) {
                this.seen(this.shown);
            }
        }, again);
    }

    leave() {
        this.end();
        return this.say([{ kind: "leave" }]);
    }
}
