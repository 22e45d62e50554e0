// SPDX-License-Identifier: GPL-3.0-or-later
// How soon the table answers a press of the clock: at a page by HTTP, at a page in Chromium from the finger to what is
// seen, and at a console (`join --json`), turn about at the same table. Asked: at most 30 ms at the 95th percentile.
// node press.mjs PROGRAM
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Browser } from "../app/page/browser.mjs";
import { game } from "../app/page/game.mjs";
import { Page } from "../app/page/guests.mjs";
import { Home } from "../app/page/table.mjs";

const [program] = process.argv.slice(2);
const chromium = process.env.CHROMIUM ?? "/usr/bin/chromium";
const plies = Number(process.env.ANSAGE_PLIES ?? 40);
const bounce = 200; // ms; an Enter that comes sooner after what was read back is no answer
const thought = 1500; // ms for a ply: who types more than two acts a second has to wait (docs/consoles.md)
const home = new Home();

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const other = (color) => (color === "white" ? "black" : "white");
const share = (values, part) => [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))];

// --- who sits at the table; each one's press() gives milliseconds
class AtPage {
    async sit(url, color) {
        this.page = await new Page(url, color).join();
    }

    async repeat() {
        await this.page.type("w", "n");
    }

    async announce(move) {
        await this.page.type(move);
        await this.page.until(() => this.page.now.due.some((each) => each.id === "confirm"), "what was read back");
        await pause(bounce);
        await this.page.type("");
        await this.page.until(() => !this.page.now.due.some((each) => each.id === "confirm"), "the announcement");
    }

    // Until how it stands has come, which the page shows.
    async press(next) {
        const began = performance.now();
        const answered = this.page.until(() => this.page.now.clocks.runs === next, "the other clock");
        this.page.type(".");
        await answered;
        return performance.now() - began;
    }

    leave() {
        this.page.leave();
    }
}

class AtBrowser {
    constructor(browser) {
        this.browser = browser;
    }

    async sit(url, color) {
        this.page = await this.browser.page();
        await this.page.prepare(() => {
            globalThis.presses = []; // ms from the finger to what is seen
            let since = 0;
            addEventListener("pointerdown", (event) => {
                since = event.target.closest?.("#press") ? performance.now() : 0;
            }, { capture: true });
            addEventListener("DOMContentLoaded", () => new MutationObserver((changes) => {
                if (since && changes.some(({ target }) => target.classList.contains("runs") && target.matches(".clock"))) {
                    globalThis.presses.push(performance.now() - since);
                    since = 0;
                }
            }).observe(document.getElementById("clocks"), { attributes: true, attributeFilter: ["class"], subtree: true }));
        });
        await this.page.look({ width: 390, height: 844 });
        await this.page.go(url);
        await this.page.until(() => !document.getElementById("start").hidden);
        await this.page.tap(`[data-role=${color}]`);
        await this.page.until(() => document.getElementById("phase").textContent);
        this.number = 0;
    }

    async type(...lines) {
        for (const line of lines) {
            await this.page.run(() => document.getElementById("line").focus());
            await this.page.type(line);
            await this.page.key("Enter");
        }
    }

    repeat() {
        return this.type("w", "n");
    }

    async announce(move) {
        await this.type(move);
        await this.page.until(() => document.querySelector("[data-answer=confirm]"));
        await pause(bounce);
        await this.page.tap("[data-answer=confirm]");
        await this.page.until(() => !document.querySelector("[data-answer=confirm]"));
    }

    async press() {
        await this.page.tap("#press");
        const wanted = ++this.number;
        return this.page.until((number) => globalThis.presses.length === number && globalThis.presses.at(-1), wanted);
    }

    async leave() {
        await this.page.close();
    }
}

class AtConsole {
    async sit(_, color) {
        this.console = home.talk(program, "join", color, "--json");
        await this.console.find(/"welcome"/);
    }

    async repeat() {
        this.console.say("w", "n");
    }

    async announce(move) {
        this.console.say(move);
    }

    async press(next) {
        const from = this.console.lines.length;
        const began = performance.now();
        const answered = this.console.until(() => this.console.lines.slice(from)
            .find((line) => line.includes('"kind":"clock"') && line.includes(`"what":"${next}"`)), "the other clock");
        this.console.say(".");
        await answered;
        return performance.now() - began;
    }

    async leave() {
        this.console.child.stdin.end();
        await this.console.end();
    }
}

// --- a game between the two
async function play(seats, presses) {
    const table = home.talk(program, "play", "--mode", "club", "--time", "10h", "--white", "impaired none", "--black",
        "sighted none", "--language", "en", "--speech", "none", "--page", "on", "--journal",
        join(home.path, `${performance.now()}.ansage`));
    const url = (await table.find(/http:/)).match(/http:\S+/)[0];
    for (const color of ["white", "black"]) {
        await seats[color].sit(url, color);
    }
    table.say("white starts");
    await table.find(/^clock white/);
    for (let ply = 0; ply < plies; ++ply) {
        const color = ply % 2 ? "black" : "white";
        if (ply > 0) {
            await seats[color].repeat();
        }
        await seats[color].announce(game[ply]);
        await pause(thought);
        await table.until(() => table.lines.filter((line) => line.startsWith("made "))[ply], `ply ${ply + 1} made`);
        presses[color].push(await seats[color].press(other(color)));
        await table.until(() => table.lines.filter((line) => line.startsWith("completed "))[ply], `ply ${ply + 1}`);
    }
    for (const color of ["white", "black"]) {
        await seats[color].leave();
    }
    table.say("quit");
    await table.end();
}

async function compare(name, make) {
    const presses = { page: [], console: [] };
    for (const color of ["white", "black"]) {
        const seats = { [color]: make(), [other(color)]: new AtConsole() };
        await play(seats, { [color]: presses.page, [other(color)]: presses.console });
    }
    const figures = (values) => `median ${share(values, 0.5).toFixed(1)} ms, 95th percentile ${share(values, 0.95).toFixed(1)}`
        + ` ms, worst ${Math.max(...values).toFixed(1)} ms of ${values.length}`;
    console.log(`press: ${name}: ${figures(presses.page)}; at most 30 ms is asked`);
    console.log(`press: at a console of the same tables: ${figures(presses.console)}; the page takes`
        + ` ${(share(presses.page, 0.5) / share(presses.console, 0.5)).toFixed(2)} times as long by the medians, `
        + `${(share(presses.page, 0.95) / share(presses.console, 0.95)).toFixed(2)} times by the 95th percentiles`);
}

try {
    await compare("at a page by HTTP", () => new AtPage());
    if (existsSync(chromium)) {
        const browser = new Browser(chromium);
        await compare("at a page in Chromium, from the finger to what is seen", () => new AtBrowser(browser));
        await browser.end();
    } else {
        console.log(`press: not tried in a browser, because ${chromium} is not there`);
    }
} finally {
    home.end();
}
