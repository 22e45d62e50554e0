// SPDX-License-Identifier: GPL-3.0-or-later
// A whole game by Orca and Firefox. node game.mjs PROGRAM
import assert from "node:assert/strict";
import { join } from "node:path";
import { comparable, linesOfConsole, options, play } from "../../app/page/blind_game.mjs";
import { Home } from "../../app/page/table.mjs";
import { Desktop } from "./desktop.mjs";

const [program] = process.argv.slice(2);
const home = new Home();
const desktop = new Desktop();
const { speech } = desktop;
// What Orca says of itself is no line: the keys that are typed, and where the focus is and no longer is.
const isOwn = (words) => words.length === 1
    || /^(tab|return|space|period|dot|main content|leaving .*|region .*|.* (push button|panel|entry|document web))\.?$/.test(words);

async function playByEar(url, table) {
    await desktop.begin();
    await desktop.open(url, /^Arbiter$/);
    const end = speech.spoken.length;
    desktop.key("ctrl+Home");
    await desktop.hears(/^Skip to the log/, end);
    await desktop.tabTo(/^White push button/);
    const first = speech.spoken.length;
    desktop.key("Return");
    await desktop.hears(/^Console joined/, first);
    await desktop.tabTo(/entry/);
    await play(table, {
        type: (text) => desktop.type(text),
        until: (pattern, from) => desktop.hears(pattern, Math.max(from, first)),
    });
    return speech.spoken.slice(first).filter((words) => !isOwn(words));
}

process.once("SIGTERM", () => desktop.end().then(() => process.exit(1)));
try {
    const wanted = comparable(await linesOfConsole(home, program));
    const table = home.talk(program, "play", ...options, "--journal", join(home.path, "page.ansage"));
    const spoken = comparable(await playByEar((await table.find(/http:/)).match(/http:\S+/)[0], table));
    console.log(spoken.join("\n"));
    table.say("quit");
    await table.end();
    assert.deepEqual(spoken, wanted);
} finally {
    await desktop.end();
    home.end();
}
