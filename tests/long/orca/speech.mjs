// SPDX-License-Identifier: GPL-3.0-or-later
// What stands where speech-dispatcher would: it says nothing, and keeps what Orca speaks, utterance by utterance.
import { createServer } from "node:net";

const brief = 100; // ms that an utterance takes: a quick voice

// "<speak><mark name="0:5"/>Clock: ...</speak>": the words.
function wordsOf(text) {
    const entities = { lt: "<", gt: ">", amp: "&", quot: "\"", apos: "'" };
    return text.replace(/<[^>]*>/g, "").replace(/&(\w+);/g, (whole, name) => entities[name] ?? whole)
        .replace(/\s+/g, " ").trim();
}

export class Speech {
    constructor() {
        this.spoken = [];
        this.waiting = [];
        this.number = 0;
        this.saying = []; // { socket, number, words }, the first of them now
        this.timer = 0;
        this.server = createServer((socket) => this.serve(socket));
    }

    begin(path) {
        return new Promise((resolve) => this.server.listen(path, resolve));
    }

    end() {
        this.server.close();
    }

    serve(socket) {
        let unread = "";
        let text = null; // that is being sent
        socket.on("error", () => {});
        socket.setEncoding("utf8").on("data", (more) => {
            const lines = (unread + more).split("\r\n");
            unread = lines.pop();
            for (const line of lines) {
                if (text === null) {
                    this.cutIf(/^(stop|cancel)/i.test(line));
                    text = /^speak/i.test(line) ? [] : null;
                    socket.write(this.answer(line));
                } else if (line === ".") {
                    socket.write(this.queued());
                    this.saying.push({ socket, number: this.number, words: wordsOf(text.join("\n")) });
                    text = null;
                    this.sayNext();
                } else {
                    text.push(line.replace(/^\.\./, "."));
                }
            }
        });
    }

    queued() {
        return `225-${++this.number}\r\n225 OK MESSAGE QUEUED\r\n`;
    }

    // As the protocol SSIP has it: a number that begins with 2, and what was asked.
    answer(line) {
        const [verb, what] = line.toUpperCase().split(" ");
        const answers = {
            SPEAK: () => "230 OK RECEIVING DATA\r\n", CHAR: () => this.queued(), KEY: () => this.queued(),
            SOUND_ICON: () => this.queued(), QUIT: () => "231 HAPPY HACKING\r\n",
            LIST: () => what === "OUTPUT_MODULES" ? "250-ear\r\n250 OK MODULE LIST SENT\r\n"
                : "249-ear\ten\tnone\r\n249 OK VOICE LIST SENT\r\n",
            GET: () => "251-0\r\n251 OK GET RETURNED\r\n", HISTORY: () => "245-1\r\n245 OK CLIENT ID SENT\r\n",
        };
        return answers[verb]?.() ?? "200 OK\r\n";
    }

    // One after the other. Orca is told when each begins and ends; before it has done with the page that it reads
    // aloud by itself, it takes letters for its own keys.
    sayNext() {
        if (!this.timer && this.saying.length > 0) {
            this.tell(this.saying[0], 701, "BEGIN");
            this.timer = setTimeout(() => {
                const said = this.saying.shift();
                this.timer = 0;
                this.tell(said, 702, "END");
                this.take(said.words);
                this.sayNext();
            }, brief);
        }
    }

    tell({ socket, number }, code, what) {
        socket.write(`${code}-${number}\r\n${code}-1\r\n${code} ${what}\r\n`);
    }

    // A key silences what is being said, and what was to be said then.
    cutIf(isSilenced) {
        if (isSilenced) {
            clearTimeout(this.timer);
            this.timer = 0;
            for (const cut of this.saying.splice(0)) {
                this.tell(cut, 703, "CANCELED");
                console.log(`  Orca was silenced at: ${cut.words}`);
            }
        }
    }

    take(words) {
        if (words) {
            this.spoken.push(words);
            console.log(`  Orca: ${words}`);
            this.waiting = this.waiting.filter((each) => !each());
        }
    }

    // The number of utterances once one from `from` on fits.
    until(pattern, from) {
        return new Promise((resolve) => {
            const isDone = () => {
                const found = this.spoken.findIndex((words, i) => i >= from && pattern.test(words));
                if (found >= 0) {
                    resolve(found + 1);
                }
                return found >= 0;
            };
            if (!isDone()) {
                this.waiting.push(isDone);
            }
        });
    }
}
