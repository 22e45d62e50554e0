// SPDX-License-Identifier: GPL-3.0-or-later
// Programs of ours that a test runs, each in a home of the test's own, and what they say.
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { within } from "./browser.mjs";

export class Home {
    constructor() {
        this.path = mkdtempSync(join(tmpdir(), "ansage-page-"));
    }

    environment() {
        return { ...process.env, HOME: this.path, XDG_RUNTIME_DIR: this.path, TMPDIR: this.path, LC_ALL: "C" };
    }

    run(program, ...words) {
        return new Running(program, words, this.environment());
    }

    // One that is typed to.
    talk(program, ...words) {
        return new Running(program, words, this.environment(), "pipe");
    }

    // Its gateways, oldest first: what a process was started with is known to /proc.
    gateways() {
        const found = [];
        for (const process of readdirSync("/proc").filter((name) => /^[0-9]+$/.test(name))) {
            try {
                const words = readFileSync(`/proc/${process}/cmdline`, "utf8").split("\0");
                const environment = readFileSync(`/proc/${process}/environ`, "utf8").split("\0");
                if (words[1] === "page" && environment.includes(`HOME=${this.path}`)) {
                    found.push(Number(process));
                }
            } catch {
                // it has just ended
            }
        }
        return found.sort((a, b) => a - b);
    }

    async forsaken() {
        await within((async () => {
            while (this.gateways().length > 0) {
                await new Promise((resolve) => setTimeout(resolve, 50));
            }
        })(), "the gateway's end");
    }

    end() {
        for (const gateway of this.gateways()) {
            process.kill(gateway, "SIGKILL");
        }
        rmSync(this.path, { recursive: true, force: true, maxRetries: 5 }); // a table may still be closing
    }
}

export class Running {
    constructor(program, words, env, input = "ignore") {
        this.child = spawn(program, words, { env, stdio: [input, "pipe", "pipe"] });
        this.lines = [];
        this.errors = "";
        this.waiting = [];
        let unread = "";
        this.child.stdout.setEncoding("utf8").on("data", (text) => {
            const lines = (unread + text).split("\n");
            unread = lines.pop();
            this.lines.push(...lines);
            this.waiting = this.waiting.filter((each) => !each());
        });
        this.child.stderr.setEncoding("utf8").on("data", (text) => {
            this.errors += text;
        });
        this.ended = new Promise((resolve) => this.child.on("close", (code) => resolve(code ?? -1)));
        this.ended.then(() => this.waiting.forEach((each) => each()));
    }

    say(...lines) {
        this.child.stdin.write(lines.map((line) => line + "\n").join(""));
    }

    // The line of that number, from 1.
    line(number) {
        return this.until(() => this.lines[number - 1], `line ${number}`);
    }

    // The first line of that kind.
    find(pattern) {
        return this.until(() => this.lines.find((line) => pattern.test(line)), String(pattern));
    }

    until(look, what) {
        return within(new Promise((resolve, reject) => {
            const isDone = () => {
                const line = look();
                if (line !== undefined) {
                    resolve(line);
                } else if (this.child.exitCode !== null) {
                    reject(new Error(`ended without ${what}: ${this.errors}\n${this.lines.join("\n")}`));
                }
                return line !== undefined || this.child.exitCode !== null;
            };
            if (!isDone()) {
                this.waiting.push(isDone);
            }
        }), what);
    }

    end() {
        return within(this.ended, "the program's end");
    }
}
