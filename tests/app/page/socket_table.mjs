// SPDX-License-Identifier: GPL-3.0-or-later
// A table's socket without a table, which lets browsers of the network in by a code for each role, and then by their
// keys (docs/consoles.md).
import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { now, welcome } from "./fake.mjs";

export class SocketTable {
    // home: where its programs look for tables. codes: { role: code }.
    constructor(home, codes) {
        this.folder = join(home.path, "ansage");
        this.codes = codes;
        this.keys = new Map(); // role: key
        this.joins = []; // lines, as they came
        this.typed = []; // texts
        this.guests = new Set();
    }

    async begin() {
        mkdirSync(this.folder, { recursive: true, mode: 0o700 });
        writeFileSync(join(this.folder, "table.pages"), "persons en\n\nnetwork\n\n");
        // Whoever holds the lock is open.
        this.lock = spawn("flock", [join(this.folder, "table.lock"), "sh", "-c", "echo held; exec cat"],
            { stdio: ["pipe", "pipe", "inherit"] });
        await new Promise((resolve) => this.lock.stdout.once("data", resolve));
        this.server = createServer((guest) => this.greet(guest));
        await new Promise((resolve) => this.server.listen(join(this.folder, "table.sock"), resolve));
        return this;
    }

    async end() {
        this.guests.forEach((guest) => guest.destroy());
        await new Promise((resolve) => this.server.close(resolve));
        const ended = new Promise((resolve) => this.lock.on("close", resolve));
        this.lock.stdin.end();
        await ended;
    }

    greet(guest) {
        this.guests.add(guest);
        guest.on("close", () => this.guests.delete(guest)).on("error", () => {});
        let unread = "";
        guest.setEncoding("utf8").on("data", (text) => {
            const lines = (unread + text).split("\n");
            unread = lines.pop();
            lines.forEach((line) => this.take(guest, JSON.parse(line)));
        });
    }

    take(guest, line) {
        const say = (told) => guest.write(JSON.stringify(told) + "\n");
        if (line.kind === "typed") {
            this.typed.push(line.text);
        } else if (line.kind === "join") {
            this.joins.push(line);
            if (line.code && line.code === this.codes[line.role]) {
                this.keys.set(line.role, line.key);
            }
            if (this.keys.get(line.role) === line.key) {
                say(welcome({ role: line.role }));
                say(now());
            } else {
                guest.end(JSON.stringify({ kind: "bye", text: "Refused: wrong code.", again: false }) + "\n");
            }
        }
    }
}
