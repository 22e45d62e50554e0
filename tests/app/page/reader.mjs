// SPDX-License-Identifier: GPL-3.0-or-later
// The page of a person as a screen reader has it: what stands on it, in six languages, kept in tests/data/page; and a
// whole game with a dispute by the tree of accessibility, live regions and keys alone.
// node reader.mjs PROGRAM [--update], which writes tests/data/page anew.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Browser } from "./browser.mjs";
import { comparable, linesOfConsole, options, play } from "./blind_game.mjs";
import { isThere, runAll } from "./rules.mjs";
import { Home } from "./table.mjs";
import { Player } from "./tree.mjs";

const [program, flag] = process.argv.slice(2);
const here = import.meta.dirname ?? new URL(".", import.meta.url).pathname;
const kept = join(here, "../../data/page");
const chromium = process.env.CHROMIUM ?? "/usr/bin/chromium";
const languages = ["da", "de", "en", "nb", "nl", "sv"];
let browser = null;
let home = null;

async function pageAt(url) {
    const page = await browser.page();
    await page.ask("Accessibility.enable");
    await page.go(url);
    return page;
}

// number: of the button by which he says who he is.
async function sit(url, number) {
    const page = await pageAt(url);
    const player = new Player(page);
    const buttons = await player.until((tree) => {
        const found = [...tree.all()].filter((node) => !node.ignored && node.role.value === "button");
        return found.length > 3 ? found.map((node) => node.name.value) : null;
    }, "the buttons of the roles");
    await player.tabTo(new RegExp(`^button "${buttons[number]}"$`));
    await page.key("Enter");
    await player.hears(/./);
    return { page, player };
}

// Clocks differ in every run.
const steady = (lines) => lines.map((line) => line.replace(/\d:\d\d:\d\d/g, "H:MM:SS"));

// Once it stays the same: a page follows its table, and how it stands is told after what was said.
async function standing(player, isThere) {
    let before = "";
    return player.until((tree) => {
        const now = steady(tree.sentences()).join("\n");
        const isDone = isThere(tree, now) && now === before;
        before = now;
        return isDone ? now : null;
    }, "a state of the page");
}

// --- what stands on the page, in each state
const isAsked = (tree) => tree.has("group", 3); // beside the two of lines

// Whose clock: in each language it is marked by a word between the name and the time.
function runs(now) {
    const isRunning = (name) => new RegExp(`${name}( \\([^)]*\\))? [^"(]+ H:MM:SS"`).test(now);
    return isRunning("Anna Ember") ? "White" : isRunning("Bob") ? "Black" : "nobody";
}

// One table: White, who does not see, says e4, Black carries it out, and resigns.
async function statesIn(language) {
    const states = [];
    const keep = (name, text) => states.push(`== ${name}`, text, "");
    const table = home.talk(program, "play", ...options.map((word) => (word === "en" ? language : word)),
        "--journal", join(home.path, `${language}.ansage`));
    const url = (await table.find(/http:/)).match(/http:\S+/)[0];
    const asked = new Player(await pageAt(`${url}${language}`));
    keep("who are you", await standing(asked, (tree) => tree.has("button", 6)));
    await asked.page.close();
    const white = await sit(`${url}${language}`, 0);
    const black = await sit(`${url}${language}`, 1);
    // asked: those who are asked something.
    const both = async (name, { running, asked = [] }) => {
        for (const [who, { player }] of [["White", white], ["Black", black]]) {
            keep(`${who}, ${name}`, await standing(player, (tree, now) => tree.has("textbox", 1) && runs(now) === running
                && isAsked(tree) === asked.includes(who)));
        }
    };
    await both("waiting for the game to begin", { running: "nobody", asked: ["White", "Black"] });
    table.say("black starts");
    await both("playing", { running: "White" });
    await white.player.tabTo(/^text field/);
    await white.player.type("e4");
    await both("a move is read back", { running: "White", asked: ["White"] });
    await white.player.type("y");
    await white.player.until((tree) => !isAsked(tree), "the announcement");
    await white.player.type(".");
    await both("an answer is due", { running: "Black", asked: ["Black"] });
    table.say("black resigns", "y");
    await both("ended", { running: "nobody", asked: ["White", "Black"] });
    table.say("quit");
    assert.equal(await table.end(), 0, table.errors);
    await white.page.close();
    await black.page.close();
    return states.join("\n");
}

// Byte for byte; the first line that differs is told, with the state that it is of.
function expectKept(found, file) {
    const wanted = readFileSync(file, "utf8");
    const lines = found.split("\n");
    const at = lines.findIndex((line, i) => line !== wanted.split("\n")[i]);
    const state = lines.slice(0, at + 1).findLast((line) => line.startsWith("== "));
    assert.ok(found === wanted, `${file}, ${state}, line ${at + 1}: it was\n${wanted.split("\n")[at]}\nand is\n`
        + `${lines[at]}\nIf that is better: node tests/app/page/reader.mjs PROGRAM --update`);
}

// --- the tests
const tests = {
    async "What stands on the page is what is kept, word by word, in six languages"() {
        mkdirSync(kept, { recursive: true });
        for (const language of languages) {
            const file = join(kept, `${language}.txt`);
            const found = await statesIn(language);
            if (flag === "--update") {
                writeFileSync(file, found);
            } else {
                expectKept(found, file);
            }
        }
    },

    async "A whole game with a dispute is played by tree and keys, and told as the console tells it"() {
        const wanted = comparable(await linesOfConsole(home, program)).slice(0, -1); // but for its end
        const table = home.talk(program, "play", ...options, "--journal", join(home.path, "tree.ansage"));
        const { page, player } = await sit((await table.find(/http:/)).match(/http:\S+/)[0], 0);
        await player.hears(/^Console joined/);
        await player.tabTo(/^text field/);
        await play(table, {
            async type(text) {
                assert.match(await player.focus(), /^text field/, "the focus is where it was");
                await player.type(text);
            },
            until: (pattern, from) => player.hears(pattern, from),
        });
        assert.match(await player.focus(), /^text field/, "the focus is where it was");
        assert.deepEqual(comparable(player.told), wanted);
        assert.deepEqual(player.lives, new Set(["polite"]));
        console.log(`  ${wanted.length} lines, each told once`);
        table.say("quit");
        await table.end();
        await page.close();
    },
};

if (isThere(chromium, "the page as a screen reader has it")) {
    home = new Home();
    browser = new Browser(chromium);
    try {
        await runAll(tests);
    } finally {
        await browser.end();
        home.end();
    }
}
