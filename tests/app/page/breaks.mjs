// SPDX-License-Identifier: GPL-3.0-or-later
// A person's page in Chromium whose gateway is killed, and whose browser sleeps and wakes, while lines come: what it
// has shown is what the table has told that role, each line once and in order. node breaks.mjs PROGRAM [TIMES]
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Browser } from "./browser.mjs";
import { game } from "./game.mjs";
import { Console } from "./guests.mjs";
import { isThere } from "./rules.mjs";
import { Home } from "./table.mjs";

const [program, given] = process.argv.slice(2);
const times = Number(given ?? process.env.ANSAGE_BREAKS ?? 10);
const chromium = process.env.CHROMIUM ?? "/usr/bin/chromium";
const home = new Home();

// --- a table, and White's page at it
class Seat {
    async begin(browser) {
        this.browser = browser;
        this.table = home.talk(program, "play", "--mode", "club", "--time", "10h", "--white", "impaired none", "--black",
            "sighted none", "--language", "en", "--speech", "none", "--page", "on", "--journal",
            join(home.path, `${performance.now()}.ansage`));
        const url = (await this.table.find(/http:/)).match(/http:\S+/)[0];
        this.page = await browser.page();
        await this.page.prepare(() => {
            globalThis.shown = []; // lines in their order, whichever region they are in
            globalThis.freezes = 0;
            document.addEventListener("freeze", () => ++globalThis.freezes);
            addEventListener("DOMContentLoaded", () => {
                const watch = new MutationObserver((changes) => changes.forEach((change) =>
                    change.addedNodes.forEach((added) => (added.matches("p") ? [added] : added.querySelectorAll("p"))
                        .forEach((line) => globalThis.shown.push(line.textContent)))));
                watch.observe(document.getElementById("log"), { childList: true });
                watch.observe(document.getElementById("urgent"), { childList: true });
            });
        });
        await this.page.go(url);
        await this.page.until(() => !document.getElementById("start").hidden);
        await this.page.click("[data-role=white]");
        await this.page.until(() => document.getElementById("phase").textContent);
        this.table.say("white starts");
        this.acts = game.flatMap((move, ply) => {
            const [mover, hearer] = ply % 2 ? ["black", "white"] : ["white", "black"];
            return [`${mover} announces ${move}`, `${hearer} repeats ${move}`, `${mover} presses`];
        });
        this.asked = 0;
        this.freezes = 0;
        this.kills = 0;
    }

    // Something of the game, and a question whose answer comes after it.
    act() {
        this.table.say(this.acts.shift());
        this.ask();
    }

    ask() {
        this.table.say("white asks both");
        ++this.asked;
    }

    // All that was asked so far is answered on the page.
    async shown() {
        await this.page.until((number) =>
            globalThis.shown.filter((line) => line.startsWith("Your time: ")).length >= number, this.asked + this.asked0);
    }

    // Without what the page tells of its own line.
    async lines() {
        const own = await this.page.run(() => {
            const words = JSON.parse(document.getElementById("words").textContent);
            return ["table_page.connected", "table_page.lost"].map((id) => words[id]);
        });
        return (await this.page.run(() => globalThis.shown)).filter((line) => !own.includes(line)
            && !line.startsWith("Joined: ") && !line.startsWith("Lost: "));
    }

    // What the table has told this role, from the first line on: as a page that comes back with none of them.
    async told() {
        const [run, last] = (await this.page.run(() => JSON.parse(sessionStorage.getItem(sessionStorage.key(0))).last)).split(".");
        const all = new Console(join(home.path, "ansage/table.sock"), "white", "", { page: true, run, after: 0 });
        await all.until(() => all.lines.at(-1)?.n >= Number(last), "all lines of White");
        const numbers = all.lines.map((line) => line.n);
        assert.deepEqual(numbers, numbers.map((_, i) => i + 1), "none of them is given up by the table");
        all.leave();
        return all.lines.map((line) => line.text);
    }

    // Of a gateway that died the arbiter is told once that it went, and once that it came back; of the persons on its
    // page nothing, for none was missed.
    async arbiterHeard(kills) {
        const told = (text) => this.table.lines.filter((line) => line.startsWith(`say arbiter: ${text}`)).length;
        await this.table.until(() => told("The page is back.") >= kills || undefined, `the page back after ${kills}`);
        assert.equal(told("The page went away."), kills);
        assert.equal(told("The page is back."), kills);
        assert.equal(told("Console left"), 0);
        assert.equal(told("Console joined: White."), 1);
    }

    async end() {
        const shown = await this.lines();
        const told = await this.told();
        assert.deepEqual(shown, told, "no line is lost, and none comes twice");
        assert.ok(told.length > this.asked, `${told.length} lines`);
        assert.deepEqual(this.page.problems.filter((each) => !/^Failed to load resource/.test(each)), []);
        console.log(`  ${told.length} lines, each once`);
        await this.page.close();
        this.table.say("quit");
        assert.equal(await this.table.end(), 0, this.table.errors);
        await home.forsaken(); // or the next break would meet this table's gateway
    }
}

// --- what breaks
const breaks = {
    async "the gateway is killed"(seat) {
        const [gateway] = home.gateways();
        seat.act();
        process.kill(gateway, "SIGKILL");
        seat.ask();
        await seat.shown();
        assert.notEqual(home.gateways()[0], gateway);
        await seat.arbiterHeard(++seat.kills); // one that dies before it has said a word was never back
    },

    async "the page is frozen and woken"(seat) {
        seat.act();
        await seat.page.ask("Page.setWebLifecycleState", { state: "frozen" });
        seat.ask();
        await seat.table.until(() => isAnswered(seat), "the answer at the table");
        await seat.page.ask("Page.setWebLifecycleState", { state: "active" });
        await seat.shown();
        assert.equal(await seat.page.run(() => globalThis.freezes), ++seat.freezes, "it was frozen");
    },

    async "the browser is stopped and goes on"(seat) {
        seat.act();
        const all = seat.browser.processes();
        all.forEach((each) => signal(each, "SIGSTOP"));
        seat.ask();
        await seat.table.until(() => isAnswered(seat), "the answer at the table");
        all.forEach((each) => signal(each, "SIGCONT"));
        await seat.shown();
    },

    async "the gateway is killed while the browser is stopped"(seat) {
        const [gateway] = home.gateways();
        const all = seat.browser.processes();
        all.forEach((each) => signal(each, "SIGSTOP"));
        seat.act();
        process.kill(gateway, "SIGKILL");
        seat.ask();
        await seat.table.until(() => isAnswered(seat), "the answer at the table");
        all.forEach((each) => signal(each, "SIGCONT"));
        await seat.shown();
        await seat.arbiterHeard(++seat.kills);
    },
};

function signal(process_, name) {
    try {
        process.kill(process_, name);
    } catch {
        // it has ended
    }
}

// The terminal of the table shows what it tells, too.
const answers = (seat) => seat.table.lines.filter((line) => line.startsWith("say ear-white: Your time: ")).length;
const isAnswered = (seat) => answers(seat) >= seat.asked + seat.asked0 || undefined;

if (isThere(chromium, "breaks of a person's page")) {
    const browser = new Browser(chromium);
    browser.processes = () => {
        const parents = new Map(readdirSync("/proc").filter((name) => /^[0-9]+$/.test(name)).map((name) => {
            try {
                return [Number(name), Number(readFileSync(`/proc/${name}/stat`, "utf8").split(") ").at(-1).split(" ")[1])];
            } catch {
                return [Number(name), 0];
            }
        }));
        const ours = [browser.child.pid];
        for (const each of ours) {
            ours.push(...[...parents].filter(([, parent]) => parent === each).map(([child]) => child));
        }
        return ours;
    };
    try {
        for (const [name, break_] of Object.entries(breaks)) {
            const began = Date.now();
            const seat = new Seat();
            await seat.begin(browser);
            await seat.table.find(/^clock white/);
            seat.asked0 = answers(seat);
            for (let i = 0; i < times; ++i) {
                await break_(seat);
            }
            await seat.arbiterHeard(seat.kills);
            await seat.end();
            console.log(`${name}, ${times} times: passed after ${((Date.now() - began) / 1000).toFixed(1)} s`);
        }
    } finally {
        await browser.end();
        home.end();
    }
}
