// SPDX-License-Identifier: GPL-3.0-or-later
// The page of a person as a screen reader has it: what stands on it, in six languages, kept in tests/data/page; and a
// whole game with a dispute by the tree of accessibility, live regions and keys alone.
// node reader.mjs PROGRAM [--update], which writes tests/data/page anew.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Browser } from "./browser.mjs";
import { comparable, linesOfConsole, options, play } from "./blind_game.mjs";
import { isThere } from "./rules.mjs";
import { Home } from "./table.mjs";
import { Player, Tree } from "./tree.mjs";

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
        return found.length > 1 ? found.map((node) => node.name.value) : null;
    }, "the buttons of the roles");
    await player.tabTo(new RegExp(`^button "${buttons[number]}"$`));
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
