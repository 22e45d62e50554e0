// SPDX-License-Identifier: GPL-3.0-or-later
// A table is set up in Chromium, by keys and by what its accessibility tree says. node setup.mjs PROGRAM
import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { Browser } from "./browser.mjs";
import { Fake, now, welcome } from "./fake.mjs";
import { expectNoFaults, isCut, isThere, readAxe, runAll } from "./rules.mjs";
import { Home } from "./table.mjs";

const program = process.argv[2];
const chromium = process.env.CHROMIUM ?? "/usr/bin/chromium";
const folder = process.env.ANSAGE_PERSONS ?? join(dirname(program), "share/ansage/persons");
const languages = ["de", "en", "sv", "da", "nb", "nl"];
const keysAtTerminal = 31; // set-up in a club, "starts", and "e4" with its read-back
let browser = null;

// --- what a screen reader has of a page
async function tree(page) {
    const { nodes } = await page.ask("Accessibility.getFullAXTree");
    const byId = new Map(nodes.map((node) => [node.nodeId, node]));
    const under = (node) => (node.childIds ?? []).flatMap((id) => byId.has(id) ? [byId.get(id), ...under(byId.get(id))]
        : []);
    const roleOf = (node) => node.role?.value;
    const named = (node) => ({ role: roleOf(node), name: node.name?.value ?? "",
        isFocused: node.properties?.some(({ name, value }) => name === "focused" && value.value) ?? false });
    return {
        all: nodes.filter((node) => !node.ignored).map(named),
        told: nodes.filter((node) => roleOf(node) === "log").flatMap(under)
            .filter((node) => roleOf(node) === "StaticText").map((node) => node.name.value),
    };
}

async function heard(page, isWanted) {
    for (let i = 0; i < 3000; ++i) {
        const now = await tree(page);
        if (isWanted(now)) {
            return now;
        }
        await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`not heard: ${isWanted}\n${JSON.stringify(await tree(page), null, 1)}`);
}

const focused = ({ all }) => all.find(({ role, isFocused }) => isFocused && role !== "RootWebArea");
const isInField = (now) => focused(now)?.role === "textbox";

// --- a table at a terminal that is being set up
async function begin() {
    const home = new Home(); // nothing is remembered
    const table = home.talk("/usr/bin/script", "-qec", `${program} play --speech none --page on`, "/dev/null");
    const url = (await table.find(/^page http:/)).match(/http:\S+/)[0].trim();
    const page = await browser.page();
    await page.look();
    await page.go(url);
    return { table, page, home };
}

async function end({ table, page, home }) {
    await page.close();
    table.child.kill("SIGKILL");
    await table.end();
    home.end();
}

let keys = 0;
async function type(page, line) {
    if (line) {
        await page.type(line);
    }
    await page.key("Enter");
    keys += line.length + 1;
}

// What is asked now: the newest line, with the group of buttons that is named after it.
const questionOf = ({ all, told }) => all.some(({ role, name }) =>
    role === "group" && name && told.at(-1)?.startsWith(name)) ? told.at(-1) : "";

// Answers each question that is told, until the table is open. The answer to one that begins so; else Enter.
async function answerAll(page, answers = {}) {
    let count = 0;
    for (;;) {
        const now = await heard(page, (it) => isInField(it) && (it.told.includes("The table is set up.")
            || (it.told.length > count && questionOf(it))));
        if (now.told.includes("The table is set up.")) {
            return;
        }
        count = now.told.length;
        const question = questionOf(now);
        await type(page, answers[Object.keys(answers).find((start) => question.startsWith(start))] ?? "");
    }
}

const question = {
    phase: "setup", clocks: null, press: null, words: null,
    due: [["Enter: Tournament.", ""], ["2: Club.", "2"], ["3: Training.", "3"]]
        .map(([text, typed]) => ({ id: "choice", text, about: "Mode?", typed: [typed] })),
    menu: [["Back", "b"], ["Ask again", "r"], ["Leave", "q"]]
        .map(([text, typed]) => ({ id: "menu", text, about: "", typed: [typed] })),
};

async function asked(language) {
    const fake = await new Fake(folder, language).begin();
    fake.isBeingSetUp = true;
    fake.first = [welcome({ role: "setup", language, names: undefined, said_language: undefined }), now(question)];
    const page = await browser.page();
    await page.look();
    await page.go(fake.url);
    await page.until(() => document.querySelector("#answers button"));
    return { fake, page };
}

const tests = {
    async "The set-up page has no fault in six languages, and its field has the focus"() {
        for (const language of languages) {
            const { fake, page } = await asked(language);
            assert.deepEqual(fake.joined, [{ role: "setup", code: "" }]);
            assert.ok(isInField(await tree(page)), language);
            await expectNoFaults(page, `set-up-${language}`, [320, 1400]);
            await page.look({ width: 320 });
            assert.deepEqual(await page.run(isCut), [], `${language} at 320 px`);
            await page.close();
            await fake.end();
        }
    },

    async "An empty field sends Enter, digits choose, and each choice is a button under its question"() {
        const { fake, page } = await asked("en");
        await page.key("Enter");
        await page.type("2");
        await page.key("Enter");
        await fake.until(() => fake.said.length === 2, "two answers");
        const { all } = await tree(page);
        for (const name of ["Enter: Tournament.", "2: Club.", "3: Training."]) {
            assert.ok(all.some((node) => node.role === "button" && node.name.trim() === name), name);
        }
        assert.ok(all.some((node) => node.role === "group" && node.name === "Mode?"));
        await page.click("#answers button:nth-child(3)");
        await fake.until(() => fake.said.length === 3, "a third");
        assert.deepEqual(fake.said.map((line) => line.text), ["", "2", "3"]);
        await page.close();
        await fake.end();
    },

    async "Once the table is set up the page takes the seat, or asks who is there"() {
        for (const seat of ["black", ""]) {
            const { fake, page } = await asked("en");
            fake.first = [welcome({ role: "black" }), now({})];
            fake.tell({ kind: "bye", text: "The table is set up.", again: true, ...(seat ? { seat } : {}) });
            if (seat) {
                await fake.until(() => fake.joined.length === 2, "the seat");
                assert.deepEqual(fake.joined[1], { role: "black", code: "" });
                await page.until(() => document.getElementById("title").textContent.includes("Anna Ember"));
                assert.ok(isInField(await tree(page)));
            } else {
                await page.until(() => !document.getElementById("start").hidden);
                assert.equal(await page.run(() => document.activeElement.id), "start-heading");
                assert.ok(await page.run(() => document.getElementById("due").hidden));
                await expectNoFaults(page, "after set-up");
            }
            await page.until(() => document.getElementById("log").textContent.includes("The table is set up."));
            assert.ok((await tree(page)).told.includes("The table is set up."));
            await page.close();
            await fake.end();
        }
    },

    async "On another machine the code of the terminal is asked for, and nothing is told where set-up is over"() {
        const fake = await new Fake(folder, "en").begin();
        fake.isBeingSetUp = true;
        const page = await browser.page();
        await page.go(fake.url);
        await fake.until(() => fake.follows.length === 1, "a stream");
        fake.standing("over", "Six digits are needed.");
        await page.until(() => document.activeElement.id === "set-up-code");
        await expectNoFaults(page, "the code of set-up");
        await page.type("123456");
        await page.key("Enter");
        await fake.until(() => fake.joined.length === 2, "the code");
        assert.deepEqual(fake.joined[1], { role: "setup", code: "123456" });
        await fake.until(() => fake.follows.length === 2, "a stream");
        fake.isBeingSetUp = false;
        fake.standing("over", "Refused: this table is set up already.");
        await page.until(() => !document.getElementById("start").hidden);
        assert.equal(await page.run(() => document.querySelectorAll("#urgent p").length), 1);
        await page.close();
        await fake.end();
    },

    async "A table is set up by keys and the tree alone, and the first move is made"() {
        const set = await begin();
        const { table, page } = set;
        keys = 0;
        await heard(page, isInField);
        await expectNoFaults(page, "set-up of a table");
        await answerAll(page, { "Mode?": "2" });
        await heard(page, (now) => isInField(now) && now.all.some(({ role, name }) =>
            role === "button" && /Start the game/.test(name)));
        await type(page, "starts");
        await page.until(() => document.getElementById("white-clock").classList.contains("runs"));
        await type(page, "e4");
        await page.until(() => document.querySelector("#answers [data-answer=confirm]"));
        await new Promise((resolve) => setTimeout(resolve, 200)); // an Enter that comes at once has bounced
        await type(page, "");
        await heard(page, ({ told }) => told.some((line) => /^White: .*vier/.test(line)));
        console.log(`  ${keys} keys from the first question to the first move`);
        assert.ok(keys <= keysAtTerminal, `${keys} keys`);
        const all = (await tree(page)).told.filter((line) => /Enter: /.test(line));
        assert.equal(new Set(all).size, all.length, "no question is told twice");
        await expectNoFaults(page, "a table that was set up");
        await end(set);
        assert.equal(table.errors, "");
    },

    async "Whoever loads the page again, and answers in another language, goes on where he was"() {
        const set = await begin();
        const { page } = set;
        await heard(page, (now) => isInField(now) && now.told.some((line) => line.startsWith("English; Laws")));
        await type(page, "2");
        await page.until(() => document.documentElement.lang === "de");
        await heard(page, (now) => isInField(now) && now.all.some(({ role, name }) =>
            role === "group" && name === "Der eigene Name?"));
        await type(page, "Anna");
        await heard(page, ({ all }) => all.some(({ role, name }) => role === "group" && /Seite|Farbe/.test(name)));
        await page.go(await page.run(() => location.href));
        await heard(page, (now) => isInField(now) && now.all.some(({ role, name }) =>
            role === "group" && /Seite|Farbe/.test(name)));
        const lines = await page.run(() => [...document.querySelectorAll("#past p, #log p")]
            .map((line) => line.textContent).filter((line) => line.startsWith("Der eigene Name?")));
        assert.equal(lines.length, 1);
        await end(set);
    },
};

if (isThere(chromium, "set-up on a page") && isThere(folder, "set-up on a page")) {
    readAxe();
    browser = new Browser(chromium);
    try {
        await runAll(tests);
    } finally {
        await browser.end();
    }
}
