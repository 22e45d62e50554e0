// SPDX-License-Identifier: GPL-3.0-or-later
// The page of a player who does not see, on a telephone without a keyboard, in Chromium: keys as buttons, squares under
// a finger, a dark screen, lines read aloud. node keyless.mjs PROGRAM
import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { Browser } from "./browser.mjs";
import { sentencesOf, start } from "./fake.mjs";
import { expectNoFaults, isCut, isThere, readAxe, runAll } from "./rules.mjs";
import { cellOf, isPlaced, leave, namesOf, seatAt, show, texts } from "./seated.mjs";
import { Home } from "./table.mjs";

const [program] = process.argv.slice(2);
const chromium = process.env.CHROMIUM ?? "/usr/bin/chromium";
const folder = process.env.ANSAGE_PERSONS ?? join(dirname(program), "share/ansage/persons");
const languages = ["da", "de", "en", "nb", "nl", "sv"];
const telephone = { width: 360, height: 780 };
let browser = null;
let home = null;

// The keys that a table tells in its welcome, in words of that language.
function keysIn(language) {
    const sentences = sentencesOf(language);
    const key = (id, typed, begun = false) => ({ id, text: sentences[`keypad.${id}`], typed, begun });
    return [key("last", "l"), key("clocks", "c"), key("score_before", "k -"), key("squares", "s ", true),
        key("withdraws", "x"), key("repeats", "w ", true), key("executes", "n ", true), key("help", "?")];
}

const blind = (given = {}) => ({ vision: "impaired", keys: keysIn("en"), ...given });
const seat = (given) => seatAt(browser, folder, given);
const board = { squares: start, turn: "white", last: [], movable: false };

// The button with these words.
const button = (page, text) => page.run((wanted) => {
    const found = [...document.querySelectorAll("button")].find((each) => each.textContent === wanted);
    found.id ||= `tapped-${wanted.replace(/\W/g, "")}`;
    return `#${found.id}`;
}, text);
const tap = async (page, text) => page.tap(await button(page, text));
const attribute = (page, id, name) => page.run((...given) => document.getElementById(given[0]).getAttribute(given[1]),
    id, name);

// What speaks in a browser: one voice of this device, and one that sends what it says to its maker.
const speaks = (languageOfOwn) => `() => {
    globalThis.spoken = [];
    const voices = [
        { name: "far", lang: "en-US", localService: false },
        { name: "own", lang: "${languageOfOwn}", localService: true },
    ];
    const speech = Object.assign(new EventTarget(), {
        getVoices: () => voices,
        speak: (words) => globalThis.spoken.push([words.voice.name, words.text]),
        cancel: () => globalThis.spoken.push(["cancel"]),
    });
    Object.defineProperty(globalThis, "speechSynthesis", { value: speech });
    globalThis.SpeechSynthesisUtterance = class {
        constructor(text) {
            this.text = text;
        }
    };
}`;

// --- the tests
const tests = {
    async "Each key of the console is a button, without a fault in six languages"() {
        for (const language of languages) {
            const seated = await seat({ role: "white", language, welcome: blind({ keys: keysIn(language) }) });
            const { fake, page } = seated;
            await page.look(telephone);
            await tap(page, sentencesOf(language)["person_page.keys"]);
            await page.until(() => !document.getElementById("keys").hidden);
            await expectNoFaults(page, `keys-${language}`, [320, 1400]);
            for (const width of [320, 768, 1400]) {
                await page.look({ width });
                assert.deepEqual(await page.run(isCut), [], `${language} at ${width} px`);
                assert.deepEqual(await page.run(() => [...document.querySelectorAll("#keypad button")]
                    .filter((each) => each.offsetHeight < 44 || each.offsetWidth < 44)
                    .map((each) => each.textContent)), []);
            }
            await tap(page, sentencesOf(language)["keypad.clocks"]);
            await tap(page, sentencesOf(language)["keypad.score_before"]);
            assert.deepEqual(await fake.typed(2), ["c", "k -"]);
            await leave(seated);
        }
    },

    async "A line is put together of its parts, and said before it is sent"() {
        const seated = await seat({ role: "white", welcome: blind() });
        const { fake, page } = seated;
        await page.look(telephone);
        await page.tap("#keys-button");
        assert.equal(await page.run(() => document.getElementById("key-send").textContent), "Send");
        for (const part of ["Repeat a move", "Springer", "Gustav", "drei"]) {
            await tap(page, part);
        }
        assert.equal(await page.run(() => document.getElementById("key-send").textContent), "Send: w Ng3");
        await page.tap("#key-delete");
        await page.tap("#key-delete");
        await tap(page, "Felix");
        await tap(page, "drei");
        assert.equal(await page.run(() => document.activeElement.id === "line"), false, "no keyboard opens");
        fake.status = 409;
        await page.tap("#key-send");
        await page.until(() => document.querySelectorAll("#urgent p").length === 1);
        await page.until(() => document.getElementById("key-send").textContent === "Send: w Nf3"); // it is there again
        fake.status = 204;
        await page.tap("#key-send");
        assert.deepEqual(await fake.typed(1), ["w Nf3"]);
        await page.until(() => document.getElementById("key-send").textContent === "Send");
        await tap(page, "Kurze Rochade");
        await page.tap("#key-send");
        await page.tap("#key-send"); // an Enter alone confirms what was read back
        assert.deepEqual((await fake.typed(3)).slice(1), ["O-O", ""]);
        assert.equal(await page.run(() => document.querySelector("#piece-keys span").lang), "de");
        // A line that comes back takes nothing from under the finger; a reload finds the keys open.
        await page.run(() => {
            globalThis.before = document.querySelector("#asked-keys button");
        });
        fake.drop();
        await fake.until(() => fake.follows.length === 2, "the stream again");
        await show(seated, {});
        assert.ok(await page.run(() => globalThis.before.isConnected));
        await page.go(fake.url);
        await page.until(isPlaced);
        assert.equal(await page.run(() => document.getElementById("keys").hidden), false);
        await leave(seated);
    },

    async "Explored by touch each square names itself, at its place over the whole width"() {
        const seated = await seat({ role: "black", welcome: blind(), now: { board } });
        const { fake, page } = seated;
        await page.look(telephone);
        const names = await page.run(() => {
            const box = document.querySelector("#board tbody").getBoundingClientRect();
            const wide = document.documentElement.clientWidth;
            scrollTo(0, box.top + scrollY - 60);
            const top = document.querySelector("#board tbody").getBoundingClientRect().top;
            const found = [];
            for (let row = 0; row < 8; ++row) {
                for (let column = 0; column < 8; ++column) { // a grid over the whole screen, wherever the board is
                    const [x, y] = [(column + 0.5) * wide / 8, top + (row + 0.5) * box.height / 8];
                    found.push(document.elementFromPoint(x, y)?.closest("button")?.textContent ?? "nothing");
                }
            }
            return found;
        });
        const squares = [..."12345678"].flatMap((rank) => [..."hgfedcba"].map((file) => file + rank));
        assert.deepEqual(names.map((name) => name.slice(0, 2)), squares);
        assert.match(names[0], /^h1, white rook$/i);
        const told = await namesOf(page, "button");
        assert.deepEqual(squares.filter((square) => !told.some((name) => name.startsWith(square))), []);
        assert.deepEqual((await namesOf(page, "columnheader")).slice(0, 2), ["h", "g"]);
        await expectNoFaults(page, "explored", [320, 1400]);
        await page.look(telephone);
        await page.tap(`${cellOf("e2", "black")} button`);
        assert.deepEqual(await fake.typed(1), ["asks square e2"]);
        // By keys, too; and the focus stays where it is while the board changes.
        await page.run((wanted) => document.querySelector(wanted).focus(), `${cellOf("e7", "black")} button`);
        await page.key("ArrowLeft");
        await show(seated, { board: { ...board, squares: "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR" } });
        assert.match(await page.run(() => document.activeElement.textContent), /^f7, black pawn$/i);
        await page.key("Enter");
        assert.deepEqual((await fake.typed(2)).slice(1), ["asks square f7"]);
        await show(seated, { board: { ...board, turn: "black", movable: true } });
        await page.tap(`${cellOf("e7", "black")} button`);
        await page.tap(`${cellOf("e5", "black")} button`);
        assert.deepEqual((await fake.typed(3)).slice(2), ["e7e5"]);
        await leave(seated);
    },

    async "A player who sees has no buttons on a board that is not his to move on"() {
        const seated = await seat({ role: "black", welcome: blind({ vision: "sighted" }), now: { board } });
        assert.equal((await texts(seated.page, "#board button")).length, 0);
        await leave(seated);
    },

    async "A dark screen shows nothing to eyes and everything to a screen reader"() {
        const seated = await seat({ role: "white", welcome: blind() });
        const { fake, page } = seated;
        const isSeen = () => page.run(() => getComputedStyle(document.querySelector("main")).opacity !== "0");
        const before = await namesOf(page, "button");
        assert.ok(await isSeen());
        await page.click("#dark");
        assert.equal(await attribute(page, "dark", "aria-pressed"), "true");
        assert.ok(!await isSeen());
        assert.deepEqual(await namesOf(page, "button"), before);
        fake.line("White: Eva vier.");
        await show(seated, {});
        assert.ok((await namesOf(page, "StaticText")).includes("White: Eva vier."));
        await expectNoFaults(page, "dark", [320, 1400]);
        await page.go(fake.url);
        await page.until(isPlaced);
        assert.ok(!await isSeen(), "it stays so");
        await page.click("#dark");
        assert.ok(await isSeen());
        await leave(seated);
    },

    async "Lines are read aloud only when asked, and only by a voice of this device"() {
        const seated = await seat({ role: "white", welcome: blind(), prepare: speaks("en-GB") });
        const { fake, page } = seated;
        const spoken = () => page.run(() => globalThis.spoken.filter(([name]) => name !== "cancel"));
        fake.line("Before.");
        await show(seated, {});
        assert.deepEqual(await spoken(), []);
        await page.click("#aloud");
        await page.until(() => document.getElementById("aloud").getAttribute("aria-pressed") === "true");
        fake.line("White: Eva vier.");
        fake.line("At once.", { important: true });
        const mark = await show(seated, {});
        assert.deepEqual(await spoken(), [["own", "White: Eva vier."], ["own", "At once."], ["own", mark]]);
        await page.run(() => document.getElementById("line").focus());
        await page.key("Escape");
        assert.deepEqual(await fake.typed(1), ["hush"]);
        assert.ok(await page.run(() => globalThis.spoken.at(-1)[0] === "cancel"));
        await page.click("#aloud");
        await show(seated, {});
        assert.equal((await spoken()).length, 3);
        await leave(seated);
    },

    async "Where no voice of this device speaks the language, that is said"() {
        const seated = await seat({ role: "white", welcome: blind(), prepare: speaks("sv-SE") });
        const { fake, page } = seated;
        await page.click("#aloud");
        await page.until(() => /no voice of its own for English/.test(document.getElementById("urgent").textContent));
        fake.line("White: Eva vier.");
        await show(seated, {});
        assert.deepEqual(await page.run(() => globalThis.spoken.filter(([name]) => name !== "cancel")), []);
        assert.equal(await attribute(page, "aloud", "aria-pressed"), "false");
        await leave(seated);
    },

    async "Where fingers type, it is said first who may get the sound of a dictated line"() {
        const seated = await seat({ role: "white", welcome: blind() });
        const { page } = seated;
        const isTold = () => page.run(() => document.getElementById("dictation").getClientRects().length > 0);
        assert.ok(!await isTold());
        await page.ask("Emulation.setTouchEmulationEnabled", { enabled: true });
        await page.look(telephone);
        assert.ok(await isTold());
        assert.ok(await page.run(() => document.getElementById("dictation")
            .compareDocumentPosition(document.getElementById("line")) & Node.DOCUMENT_POSITION_FOLLOWING), "before the field");
        await expectNoFaults(page, "dictation", [320]);
        await leave(seated);
    },

    async "A whole exercise in training is played without a keyboard"() {
        const table = home.talk(program, "play", "--mode", "training", "--white", "impaired none", "--black", "sighted none",
            "--white-name", "Anna Ember", "--black-name", "Bob", "--language", "en", "--speech", "none", "--page", "on",
            "--journal", join(home.path, "keyless.ansage"));
        const url = (await table.find(/http:/)).match(/http:\S+/)[0];
        const page = await browser.page();
        await page.look(telephone);
        await page.go(url);
        await page.until(() => !document.getElementById("start").hidden);
        await page.tap("[data-role=white]");
        await page.until(isPlaced);
        const told = (words) => page.until((wanted) => [...document.querySelectorAll("#log p")]
            .some((line) => line.textContent.toLowerCase().includes(wanted.toLowerCase())), words);
        table.say("white starts");
        await page.until(() => document.getElementById("white-clock").classList.contains("runs"));
        await page.tap("#keys-button");
        for (const part of ["Springer", "Felix", "drei"]) {
            await tap(page, part);
        }
        await page.tap("#key-send");
        await page.until(() => document.querySelector("#answers [data-answer=confirm]"));
        let isConfirmed = false;
        for (let i = 0; !isConfirmed && i < 20; ++i) { // an Enter within 150 ms is a bounce
            await page.tap("#answers [data-answer=confirm]").catch(() => {}); // it has just gone
            isConfirmed = await page.until(() => {
                const asked = document.querySelector("#answers [data-answer=confirm]");
                return !asked ? "gone" : asked.classList.contains("taken") ? "" : "there";
            }) === "gone";
        }
        await told("White: Springer Felix drei.");
        await page.tap("#press");
        await page.until(() => document.getElementById("black-clock").classList.contains("runs"));
        await table.find(/^completed 1\. Nf3/);
        // The start told the clocks, too: the board moves once more when they are told again.
        const clocksTold = (count) => [...document.querySelectorAll("#log p")]
            .filter((line) => line.textContent.startsWith("Your time: ")).length > count;
        await page.until(clocksTold, 0);
        await tap(page, "Both clocks");
        await page.until(clocksTold, 1);
        await page.tap(`${cellOf("f3", "white")} button`);
        await told("Felix drei: weißer Springer.");
        for (const [piece, squares] of [["Dame", "David eins"], ["Bauer", "Anna zwei"]]) {
            await tap(page, "Where a piece stands");
            await tap(page, piece);
            await page.tap("#key-send");
            await told(squares);
        }
        table.say("quit");
        await page.until(() => !document.getElementById("again").hidden);
        assert.equal(await table.end(), 0, table.errors);
        await page.close();
    },
};

if (isThere(chromium, "the page without a keyboard") && isThere(folder, "the page without a keyboard")) {
    readAxe();
    home = new Home();
    browser = new Browser(chromium);
    try {
        await runAll(tests);
    } finally {
        await browser.end();
        home.end();
    }
}
