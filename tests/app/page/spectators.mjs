// SPDX-License-Identifier: GPL-3.0-or-later
// Spectators' pages at a real table, by HTTP. node spectators.mjs PROGRAM
import assert from "node:assert/strict";
import { join } from "node:path";
import { Page } from "./guests.mjs";
import { Home } from "./table.mjs";

const [program] = process.argv.slice(2);
const home = new Home();

async function open(name) {
    const table = home.talk(program, "play", "--mode", "club", "--white", "impaired none", "--black", "sighted none",
        "--language", "en", "--speech", "none", "--page", "on", "--journal", join(home.path, `${name}.ansage`));
    const url = (await table.find(/http:/)).match(/http:\S+/)[0];
    return { table, url };
}

async function close(table) {
    table.say("quit");
    assert.equal(await table.end(), 0, table.errors);
}

const tests = {
    async "A spectator who comes late sees the game so far, whatever others have read of it"() {
        const { table, url } = await open("late");
        const early = await new Page(url, "spectator").join();
        table.say("white starts", "white announces e4", "white presses");
        await early.until(() => early.lines.some((line) => line.kind === "completed"), "the first move");
        assert.equal((await early.say({ kind: "seen", n: early.lines.at(-1).n })).status, 204);
        await new Promise((resolve) => setTimeout(resolve, 500)); // it is read at the table
        const late = await new Page(url, "spectator").join();
        assert.ok(late.lines.some((line) => line.kind === "completed"), "the first move");
        await close(table);
    },

    async "A spectator who reloads comes back to his place where all are taken"() {
        const { table, url } = await open("full");
        const crowd = [];
        while (crowd.length < 24) {
            crowd.push(await new Page(url, "spectator").join());
        }
        const [page] = crowd;
        page.reload();
        await page.until(() => page.streams === 2 || page.isOver, "the stream again");
        assert.ok(!page.isOver, page.standing.text);
        await close(table);
    },
};

let failed = 0;
for (const [name, test] of Object.entries(tests)) {
    try {
        await test();
        console.log(`${name}: passed`);
    } catch (error) {
        ++failed;
        console.log(`${name}: FAILED: ${error.message}`);
    }
}
home.end();
process.exit(failed > 0 ? 1 : 0); // whoever waits on a line that is over
