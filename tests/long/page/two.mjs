// SPDX-License-Identifier: GPL-3.0-or-later
// A whole game in a club, with a dispute, in two browsers at once: White in Chromium, Black in Firefox; once by keys
// only, once by touch. Both have shown what the table has told their roles, and what the terminal console of the role
// prints. node two.mjs PROGRAM
import assert from "node:assert/strict";
import { join } from "node:path";
import { Browser } from "../../app/page/browser.mjs";
import { Firefox } from "../../app/page/firefox.mjs";
import { Console } from "../../app/page/guests.mjs";
import { expectNoFaults, isThere, readAxe } from "../../app/page/rules.mjs";
import { Home } from "../../app/page/table.mjs";

const [program] = process.argv.slice(2);
const chromium = process.env.CHROMIUM ?? "/usr/bin/chromium";
const firefox = process.env.FIREFOX ?? "/usr/bin/firefox-esr";
const bounce = 200; // ms; an Enter that comes sooner after what was read back is no answer
const home = new Home();

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const other = { white: "black", black: "white" };

// --- one person; reach() and take() are by keys, or by touch
class Person {
    async sit(browser, url, color) {
        this.color = color;
        this.page = await browser.page();
        await this.page.prepare(() => {
            globalThis.shown = []; // lines in their order, whichever region they are in
            globalThis.replies = []; // what only this page is told, and is no line of the role
            globalThis.EventSource = class extends EventSource {
                constructor(...given) {
                    super(...given);
                    this.addEventListener("message", ({ data }) => {
                        const { n, text } = JSON.parse(data);
                        globalThis.first ||= n; // a role's first page has nothing of before
                        if (n === 0 && text) {
                            globalThis.replies.push(text);
                        }
                    });
                }
            };
            addEventListener("DOMContentLoaded", () => {
                const watch = new MutationObserver((changes) => changes.forEach((change) =>
                    change.addedNodes.forEach((added) => (added.matches("p") ? [added] : added.querySelectorAll("p"))
                        .forEach((line) => globalThis.shown.push(line.textContent)))));
                watch.observe(document.getElementById("log"), { childList: true });
                watch.observe(document.getElementById("urgent"), { childList: true });
            });
        });
        await this.page.look({ width: 390, height: 844 });
        await this.page.go(url);
        await this.page.until(() => !document.getElementById("start").hidden);
        await this.take(`[data-role=${color}]`);
        await this.page.until(() => document.getElementById("phase").textContent && !document.getElementById("field").hidden);
    }

    // The answer, until it is not asked any more: what moves under a finger, or comes too soon after it was read, is
    // given once more, as a person does it.
    async answer(id) {
        const selector = `#answers [data-answer=${id}]`;
        await this.page.until((wanted) => document.querySelector(wanted), selector);
        let isGone = false;
        for (let i = 0; !isGone && i < 20; ++i) {
            await pause(bounce);
            await this.take(selector).catch(() => {}); // it has just gone
            isGone = await this.page.until((wanted) => {
                const button = document.querySelector(wanted);
                return !button ? "gone" : button.classList.contains("taken") ? "" : "there";
            }, selector) === "gone";
        }
        assert.ok(isGone, `${id} was taken`);
    }

    async logged(words) {
        await this.page.until((wanted) => globalThis.shown.some((line) => line.includes(wanted)), words);
    }

    async move(from, to) {
        await this.page.until(() => document.querySelector("[role=grid]"));
        await this.takeSquare(from);
        await this.takeSquare(to);
        await this.answer("confirm");
    }

    async press() {
        await this.take("#press");
        await this.page.until((color) => document.getElementById(`${color}-clock`).classList.contains("runs"),
            other[this.color]);
    }

    async choose(id) { // of what is behind "More"
        await this.take("#menu-button");
        await this.take(`#menu [data-answer=${id}]`);
    }

    async type(text) {
        await this.reach("#line");
        await this.page.type(text);
        await this.page.key("Enter");
    }

    cell(square) {
        const file = "abcdefgh".indexOf(square[0]);
        const rank = Number(square[1]) - 1;
        const [row, column] = this.color === "black" ? [rank, 7 - file] : [7 - rank, file];
        return { row, column, selector: `#board tbody tr:nth-child(${row + 1}) td:nth-child(${column + 2})` };
    }

    // Those of the role.
    async lines() {
        const replies = await this.page.run(() => globalThis.replies);
        return (await this.page.run(() => globalThis.shown)).filter((line) => {
            const reply = replies.indexOf(line);
            replies.splice(reply, reply < 0 ? 0 : 1);
            return reply < 0;
        });
    }
}

// --- by keys only
class ByKeys extends Person {
    // Back with Shift where it lies before: past the end a browser's own controls would come, which these keys do not
    // reach.
    async reach(selector) {
        const way = () => this.page.run((wanted) => {
            const [here, there] = [document.activeElement, document.querySelector(wanted)];
            if (here?.matches(wanted)) {
                return "there";
            }
            return here.compareDocumentPosition(there) & Node.DOCUMENT_POSITION_PRECEDING ? "before" : "behind";
        }, selector);
        for (let next = await way(), i = 0; next !== "there"; next = await way(), ++i) {
            assert.ok(i < 100, `no number of Tabs leads to ${selector}`);
            await this.page.key("Tab", next === "before" ? 8 : 0);
        }
    }

    async take(selector) {
        await this.reach(selector);
        await this.page.key("Enter");
    }

    async takeSquare(square) {
        await this.reach("#board td button");
        const wanted = this.cell(square);
        const steps = async () => {
            const [row, column] = await this.page.run(() => {
                const cell = document.activeElement.closest("td");
                return [cell.parentElement.sectionRowIndex, cell.cellIndex - 1];
            });
            return wanted.row < row ? "ArrowUp" : wanted.row > row ? "ArrowDown"
                : wanted.column < column ? "ArrowLeft" : wanted.column > column ? "ArrowRight" : "";
        };
        for (let key = await steps(), i = 0; key; key = await steps(), ++i) {
            assert.ok(i < 20, `no arrows lead to ${square}`);
            await this.page.key(key);
        }
        await this.page.key("Enter");
    }
}

// --- by touch, but for words
class ByTouch extends Person {
    reach(selector) {
        return this.page.tap(selector);
    }

    take(selector) {
        return this.page.tap(selector);
    }

    takeSquare(square) {
        return this.page.tap(this.cell(square).selector);
    }
}

// What the table has told this role since its page came, as to a page that comes back with none of them.
async function told(person) {
    const [run, last] = (await person.page.run(() => JSON.parse(sessionStorage.getItem(sessionStorage.key(0))).last)).split(".");
    const all = new Console(join(home.path, "ansage/table.sock"), person.color, "", { page: true, run, after: 0 });
    await all.until(() => all.lines.at(-1)?.n >= Number(last), `all lines of ${person.color}`);
    all.leave();
    const first = await person.page.run(() => globalThis.first);
    return all.lines.filter((line) => line.n >= first).map((line) => line.text);
}

const moves = [["e2", "e4"], ["e7", "e5"], ["f1", "c4"], ["b8", "c6"], ["d1", "h5"], ["g8", "f6"], ["h5", "f7"]];

async function play(name, seats) {
    const { white, black } = seats;
    const table = home.talk(program, "play", "--mode", "club", "--time", "1h", "--white", "sighted none", "--black",
        "sighted none", "--white-name", "Anna", "--black-name", "Bob", "--language", "en", "--speech", "none", "--page",
        "on", "--journal", join(home.path, `${name}.ansage`));
    const url = (await table.find(/http:/)).match(/http:\S+/)[0];
    await Promise.all([white.sit(white.browser, url, "white"), black.sit(black.browser, url, "black")]);
    const both = [white, black];
    const look = async (what) => {
        for (const { page } of both) {
            await expectNoFaults(page, `${name}, ${what}`, [390, 1400]);
            await page.look({ width: 390, height: 844 });
        }
    };
    await black.answer("start");
    await white.page.until(() => document.getElementById("white-clock").classList.contains("runs"));
    await look("begun");
    for (const [ply, [from, to]] of moves.entries()) {
        const mover = both[ply % 2];
        if (ply === 1) { // he has misheard, is told so, and puts it right
            await black.type("w e3");
            await black.logged("Repetition differs");
            await white.logged("Repetition differs");
            await look("a dispute");
        }
        if (ply > 0) {
            await mover.answer("answered");
        }
        if (ply === 1) {
            await black.logged("Settled: repetition differs");
        }
        await mover.move(from, to);
        if (ply < moves.length - 1) {
            await mover.press();
        }
    }
    await black.answer("answered");
    for (const person of both) {
        await person.logged("Result: ");
    }
    await look("ended");
    for (const person of both) {
        await person.answer("sign");
        await person.answer("yes");
    }
    for (const person of both) {
        await person.logged("Signed: Black."); // lines that come close together wait for a moment
        assert.deepEqual(person.page.problems, [], person.color); // before a console takes its place
        const shown = await person.lines();
        assert.deepEqual(shown, await told(person), `${name}: what ${person.color} was shown`);
        console.log(`  ${person.color}: ${shown.length} lines, as at the console of the role`);
    }
    assert.equal(table.lines.filter((line) => line.startsWith("completed ")).length, moves.length);
    for (const person of both) {
        await person.page.close();
    }
    table.say("quit");
    assert.equal(await table.end(), 0, table.errors);
}

if (isThere(chromium, "a game in two browsers") && isThere(firefox, "a game in two browsers")) {
    readAxe();
    const browsers = { white: new Browser(chromium), black: new Firefox(firefox) };
    try {
        for (const [name, Kind] of [["by keys only", ByKeys], ["by touch", ByTouch]]) {
            const began = Date.now();
            const seats = Object.fromEntries(Object.entries(browsers).map(([color, browser]) =>
                [color, Object.assign(new Kind(), { browser })]));
            await play(name, seats);
            console.log(`a game ${name}, White in Chromium and Black in Firefox: passed after `
                + `${((Date.now() - began) / 1000).toFixed(1)} s`);
        }
    } finally {
        await browsers.white.end();
        await browsers.black.end();
        home.end();
    }
}
