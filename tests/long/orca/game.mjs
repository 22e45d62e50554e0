// SPDX-License-Identifier: GPL-3.0-or-later
// A whole game by Orca and Firefox. node game.mjs PROGRAM
import assert from "node:assert/strict";
import { join } from "node:path";
import { comparable, linesOfConsole, options, play, steps } from "../../app/page/blind_game.mjs";
import { Home } from "../../app/page/table.mjs";
import { Desktop } from "./desktop.mjs";

const [program] = process.argv.slice(2);
const home = new Home();
const desktop = new Desktop();
const { speech } = desktop;
// What Orca says of itself is no line: the keys that are typed, and where the focus is and no longer is.
const isOwn = (words) => words.length === 1 || steps.some(([who, typed]) => who === "white" && typed.includes(words))
    || /^(tab|return|left shift|space|period|dot|main content|leaving .*|banner|Focus mode|region .*|.* (push button|panel|entry|document web|heading level 1))\.?$/.test(words);

async function playByEar(url, table) {
    await desktop.begin();
    await desktop.open(url, /^Arbiter$/);
    const end = speech.spoken.length;
    desktop.key("ctrl+Home");
    await desktop.hears(/^Skip to the log/, end);
    await desktop.tabTo(/^White push button/);
    const first = speech.spoken.length;
    desktop.key("Return");
    await desktop.hears(/Console joined/, first);
    await desktop.tabTo(/entry/);
    await play(table, {
        type: (text) => desktop.type(text),
        // Lines that come close together are one utterance.
        until: ({ source }, from) => desktop.hears(new RegExp(source.replace(/^\^|\$$/g, "")), Math.max(from, first)),
    });
    return speech.spoken.slice(first).filter((words) => !isOwn(words));
}

process.once("SIGTERM", () => desktop.end().then(() => process.exit(1)));
try {
    const wanted = comparable(await linesOfConsole(home, program));
    const table = home.talk(program, "play", ...options, "--journal", join(home.path, "page.ansage"));
    const spoken = comparable(await playByEar((await table.find(/http:/)).match(/http:\S+/)[0], table));
    table.say("quit");
    await table.end();
    const withoutEnd = wanted.slice(0, -1); // what the console says when the table has gone
    assert.equal(spoken.join(" "), withoutEnd.join(" "));
    console.log(`the console printed ${withoutEnd.length} lines, and Orca spoke each of them once`);
} finally {
    await desktop.end();
    home.end();
}
