// SPDX-License-Identifier: GPL-3.0-or-later
// The page of a table in Chromium. node page.mjs PROGRAM [FOLDER FOR PICTURES]
import assert from "node:assert/strict";
import { join } from "node:path";
import { Browser } from "./browser.mjs";
import { expectNoFaults, expectNothingCut, isCut, isThere, notTried, readAxe } from "./rules.mjs";
import { Home } from "./table.mjs";

const [program, pictures] = process.argv.slice(2);
const chromium = process.env.CHROMIUM ?? "/usr/bin/chromium";
const kills = Number(process.env.ANSAGE_KILLS ?? 3);
const heaviest = 100000; // bytes of a first visit
const colors = ["white", "black"];
let home = null;
let browser = null;

// --- what the page should show
async function watched(journal) {
    const replay = home.run(program, "replay", journal, "--as", "watcher", "--json");
    assert.equal(await replay.end(), 0, replay.errors);
    return replay.lines.map((line) => JSON.parse(line));
}

const isLog = (line) => !["welcome", "state", "bye"].includes(line.kind);

function squaresOf(placement) {
    const squares = {};
    placement.split("/").forEach((rank, below) => {
        const letters = rank.replace(/\d/g, (digit) => " ".repeat(Number(digit)));
        [...letters].forEach((letter, file) => {
            squares["abcdefgh"[file] + (8 - below)] = letter.trim();
        });
    });
    return squares;
}

const roles = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };

function inWords(letter) {
    if (!letter || !roles[letter.toLowerCase()]) {
        return letter ? "the piece" : "";
    }
    return (letter === letter.toLowerCase() ? "black " : "white ") + roles[letter.toLowerCase()];
}

// --- what it shows: the words of each square, as a screen reader finds them by its headers
const squaresShown = (color) => {
    const table = document.querySelector(`#${color}-board table`);
    const files = [...table.tHead.rows[0].cells].slice(1).map((head) => head.textContent);
    const squares = {};
    for (const row of table.tBodies[0].rows) {
        [...row.cells].slice(1).forEach((cell, i) => {
            squares[files[i] + row.cells[0].textContent] = cell.textContent;
        });
    }
    return squares;
};

async function expectBoards(page, state) {
    for (const color of colors) {
        const wanted = squaresOf(state.boards[color].squares);
        const shown = await page.run(squaresShown, color);
        for (const [square, letter] of Object.entries(wanted)) {
            assert.equal(shown[square].split(", ")[0].replace(/^differs$/, "").toLowerCase(), inWords(letter), `${color} ${square}`);
            assert.equal(/differs/.test(shown[square]), state.boards[color].wrong.includes(square), `${color} ${square}`);
        }
    }
}

const linesShown = () => [...document.querySelectorAll("#past p, #log p")].filter((line) => !line.hidden)
    .map((line) => line.textContent);

const isOver = () => /stays on this page/.test(document.getElementById("connection").textContent);
const isConnected = () => document.getElementById("connection").textContent === "Connected.";

// --- rules for every state of the page
async function expectRegions(page, url) {
    const first = await (await fetch(url)).text();
    for (const id of ["log", "urgent"]) {
        assert.match(first, new RegExp(`<div id="${id}"[^>]*></div>`), `${id} stands empty in the first HTML`);
    }
    assert.equal(await page.run(() => document.querySelectorAll("[aria-live], [role=log], [role=alert], [role=status]").length), 2);
    // Old lines leave once no new one has come for a moment.
    await page.until(() => document.querySelectorAll("#log p").length <= 50);
    assert.equal(await page.run(() => document.querySelectorAll("#log .clock, #log table, #urgent table").length), 0);
}

// --- the tests
const tests = {
    async "A demo at full speed ends on the page as the game does, and the gateway with its last browser"() {
        const journal = join(home.path, "fast.ansage");
        const demo = home.run(program, "demo", "--speed", "max", "--speech", "none", "--page", "on", "--language", "en",
            "--journal", journal);
        const url = (await demo.line(2)).match(/http:\S+/)[0];
        assert.match(url, /^http:\/\/127\.0\.0\.1:[0-9]+\/[A-Za-z0-9_-]{32}\/$/);
        const page = await browser.page();
        await page.go(url);
        await page.until(isOver);
        assert.equal(await demo.end(), 0, demo.errors);
        const lines = await watched(journal);
        await expectBoards(page, lines.findLast((line) => line.kind === "state"));
        assert.deepEqual(await page.run(linesShown), lines.filter(isLog).map((line) => line.text));
        await expectRegions(page, url);
        await expectNoFaults(page, "over");
        const base = new URL(url);
        assert.deepEqual(page.requests.filter((each) => !each.startsWith(base.href)), [], "asks nobody else");
        let weight = 0;
        for (const address of new Set(page.requests.filter((each) => !each.includes("events")))) {
            weight += (await (await fetch(address)).arrayBuffer()).byteLength;
        }
        console.log(`  a first visit is ${weight} bytes`);
        assert.ok(weight <= heaviest, `${weight} bytes`);
        await page.go(url); // it was reloaded, and nothing is missing
        await page.until(isOver);
        assert.equal((await page.run(linesShown)).length, lines.filter(isLog).length);
        await page.close();
        await home.forsaken();
    },

    async "A dispute is marked before it is told, and a gateway that is killed loses nothing"() {
        const journal = join(home.path, "dispute.ansage");
        const demo = home.run(program, "demo", "--speed", "10", "--speech", "none", "--page", "on", "--language", "en",
            "--journal", journal);
        const url = (await demo.line(2)).match(/http:\S+/)[0];
        const page = await browser.page();
        await page.prepare(() => {
            globalThis.told = []; // what a line said, and whether a square was marked then
            document.addEventListener("DOMContentLoaded", () => {
                new MutationObserver((changes) => {
                    const lines = changes.flatMap((change) => [...change.addedNodes]);
                    const isMarked = document.querySelector("#white-state.off, #black-state.off") !== null;
                    globalThis.told.push(...lines.map((line) => [line.textContent, isMarked]));
                }).observe(document.getElementById("log"), { childList: true });
            });
        });
        await page.go(url);
        await page.until(isConnected);
        await expectNoFaults(page, "under way");
        const alert = await page.until(() => globalThis.told.find(([text]) => text.startsWith("Board differs:")));
        assert.ok(alert[1], "the square was marked when its line came");
        await page.until(() => document.querySelector(".matter.open"));
        await expectNoFaults(page, "a dispute");
        for (let i = 0; i < kills; ++i) {
            const [gateway] = home.gateways();
            process.kill(gateway, "SIGKILL");
            await page.until(() => document.getElementById("connection").textContent.startsWith("No connection"));
            await page.until(isConnected);
            assert.notEqual(home.gateways()[0], gateway);
        }
        assert.equal(demo.child.exitCode, null, "the demo plays on");
        demo.child.kill("SIGINT");
        await page.until(isOver);
        await demo.end();
        const lines = (await watched(journal)).filter(isLog).map((line) => line.text);
        assert.deepEqual(await page.run(linesShown), lines, "no line is lost, and none comes twice");
        await page.close();
        await home.forsaken();
    },

    async "A kept game is walked by keys and buttons, in one file that asks nobody"() {
        const journal = join(home.path, "fast.ansage");
        const file = join(home.path, "game.html");
        const replay = home.run(program, "replay", journal, "--page", "on", "--out", file);
        assert.equal(await replay.end(), 0, replay.errors);
        const states = (await watched(journal)).filter((line) => line.kind === "state");
        const stops = states.filter((state, i) => i === 0 || state.stop);
        const page = await browser.page();
        await page.go(`file://${file}`);
        await page.until(() => document.getElementById("place").textContent);
        await expectBoards(page, stops[0]);
        const disputes = stops.filter((state) => state.stop === "dispute");
        assert.ok(disputes.length > 2);
        for (const dispute of disputes) {
            await page.key("ArrowRight", 8); // with Shift
            await expectBoards(page, dispute);
            if (dispute.boards.white.wrong.length + dispute.boards.black.wrong.length > 0
                && dispute.matters.some((matter) => matter.proposal)) {
                await expectNoFaults(page, "a kept dispute");
                await expectNothingCut(page, "dispute", pictures);
                break;
            }
        }
        await page.run(() => document.querySelector("[data-walk=start]").click());
        for (const stop of stops.slice(1, 20)) {
            await page.key("ArrowRight");
            await expectBoards(page, stop);
        }
        await page.key("ArrowLeft");
        await expectBoards(page, stops[18]);
        await page.run(() => document.querySelector("[data-walk=end]").click());
        await expectBoards(page, stops.at(-1));
        await page.key("N", 1 | 8); // Alt and Shift
        assert.equal(await page.run(() => document.activeElement.tagName), "P", "the newest line has the focus");
        assert.deepEqual(page.requests.filter((each) => !each.startsWith("file:") && !each.startsWith("data:")), []);
        await page.close();
    },

    async "The page stands at a terminal, and elsewhere only where it is asked for"() {
        const demo = [program, "demo", "--speed", "10", "--speech", "none", "--language", "en", "--journal"];
        // What the second line says; then the game is given up.
        const secondLine = async (...words) => {
            const running = home.run(...words);
            const line = await running.line(2);
            running.child.kill("SIGTERM");
            await running.end();
            return line;
        };
        const game = (name) => join(home.path, name + ".ansage");
        // script(1) makes a terminal for it, whose output comes to us.
        const words = [...demo, game("terminal")].map((word) => `'${word}'`).join(" ");
        assert.match(await secondLine("script", "-qec", words, "/dev/null"), /http:\/\/127\.0\.0\.1:/);
        for (const [name, ...more] of [["pipe"], ["none", "--page", "none"], ["json", "--json"]]) {
            assert.doesNotMatch(await secondLine(...demo, game(name), ...more), /http:/, name);
        }
        await home.forsaken();
    },

    async "Without a port, one line says so and the demo plays"() {
        // A network of its own with one port, which another demo has.
        const alone = ["--map-root-user", "--user", "--net"];
        const range = "/proc/sys/net/ipv4/ip_local_port_range";
        if (await home.run("unshare", ...alone, "sh", "-c", `echo 50000 50000 >${range}`).end() !== 0) {
            notTried("a demo without a port", "this machine gives no network namespace");
            return;
        }
        const script = `echo 50000 50000 >${range}; mkfifo other; exec 3<>other
            "$0" demo --speed 1 --speech none --page on --journal other.ansage >&3 & read -r line <&3; read -r line <&3
            "$0" demo --speed max --speech none --page on --language en --journal alone.ansage; code=$?
            kill $!; exit $code`;
        const demo = home.run("unshare", ...alone, "sh", "-c", `cd '${home.path}'; ${script}`, program);
        assert.equal(await demo.end(), 0, demo.errors);
        assert.equal(demo.errors.split("\n").filter((line) => line).length, 1, demo.errors);
        assert.match(demo.errors, /no port of this machine can be used/);
        assert.ok(!demo.lines.some((line) => /http:/.test(line)));
        assert.match(demo.lines.at(-1), /./);
        await home.forsaken();
    },

    async "In every language the page has a name for everything, and nothing is cut"() {
        for (const language of ["de", "en", "sv", "da", "nb", "nl"]) {
            const journal = join(home.path, `${language}.ansage`);
            const file = join(home.path, `${language}.html`);
            const demo = home.run(program, "demo", "--speed", "max", "--speech", "none", "--page", "none",
                "--language", language, "--journal", journal);
            assert.equal(await demo.end(), 0, demo.errors);
            const replay = home.run(program, "replay", journal, "--page", "on", "--out", file);
            assert.equal(await replay.end(), 0, replay.errors);
            const page = await browser.page();
            await page.go(`file://${file}`);
            await page.until(() => document.getElementById("place").textContent);
            assert.equal(await page.run(() => document.documentElement.lang), language);
            await page.key("ArrowRight", 8); // with Shift, to the first dispute
            await expectNoFaults(page, language);
            for (const width of [320, 1400]) {
                await page.look({ width });
                assert.deepEqual(await page.run(isCut), [], `${language} at ${width} px`);
            }
            await page.close();
        }
    },

    async "On paper the page has its boards and its log, and no buttons"() {
        const page = await browser.page();
        await page.go(`file://${join(home.path, "game.html")}`);
        await page.until(() => document.getElementById("place").textContent);
        await page.run(() => document.querySelector("[data-walk=end]").click()); // the lines so far are printed
        await page.look({ media: "print" });
        const isSeen = (selector) => page.run((wanted) => [...document.querySelectorAll(wanted)]
            .some((each) => each.getClientRects().length > 0), selector);
        assert.ok(await isSeen("#white-board table"), "a board");
        assert.ok(await isSeen("#past p, #log p"), "the log");
        assert.ok(!await isSeen("button"), "a button");
        const hidden = await page.run(() => {
            const box = document.getElementById("scroll");
            return box.scrollHeight - box.clientHeight;
        });
        assert.ok(hidden <= 1, `${hidden} px of the log`);
        await page.close();
    },

    async "Without a script the page says how to go on"() {
        const page = await browser.page();
        await page.ask("Emulation.setScriptExecutionDisabled", { value: true });
        await page.go(`file://${join(home.path, "game.html")}`);
        await page.until(() => document.readyState === "complete"); // else its elements are still exchanged
        const { root } = await page.ask("DOM.getDocument", { depth: -1 });
        const { nodeId } = await page.ask("DOM.querySelector", { nodeId: root.nodeId, selector: "noscript p" });
        assert.notEqual(nodeId, 0, "the sentence is an element, not a text that is passed over");
        const { outerHTML } = await page.ask("DOM.getOuterHTML", { nodeId });
        assert.match(outerHTML, /ansage join/);
        await page.close();
    },

    async "A kept game is served until its last browser has left"() {
        const replay = home.run(program, "replay", join(home.path, "fast.ansage"), "--page", "on");
        const url = (await replay.line(1)).match(/http:\S+/)[0];
        // Who has the page and takes his time is waited for.
        assert.ok((await fetch(url)).ok);
        await new Promise((resolve) => setTimeout(resolve, 5000));
        const page = await browser.page();
        await page.go(url);
        await page.until(() => document.getElementById("place").textContent);
        await expectNoFaults(page, "a kept game");
        await page.close();
        assert.equal(await replay.end(), 0, replay.errors);
    },
};

if (isThere(chromium, "the page of a table")) {
    readAxe();
    home = new Home();
    browser = new Browser(chromium);
    try {
        for (const [name, test] of Object.entries(tests)) {
            const began = Date.now();
            await test();
            console.log(`${name}: passed after ${((Date.now() - began) / 1000).toFixed(1)} s`);
        }
    } finally {
        await browser.end();
        home.end();
    }
}
