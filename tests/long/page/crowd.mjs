// SPDX-License-Identifier: GPL-3.0-or-later
// A whole game of 85 plies at a table with a page for each of White, Black, an assistant and the arbiter, and for 24 spectators
// who reload, go and come: what the table and its gateway hold of memory, threads and descriptors. An hour's events
// come as fast as a console may type them, for nobody at the table has to think.
// The first third of the game warms up; from the middle to the last third nothing may grow by more than stands here.
// node crowd.mjs PROGRAM
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { game } from "../../app/page/game.mjs";
import { Page } from "../../app/page/guests.mjs";
import { Home } from "../../app/page/table.mjs";

const [program] = process.argv.slice(2);
const plies = Number(process.env.ANSAGE_PLIES ?? game.length);
const spectators = 24;
const bounce = 200; // ms; an Enter that comes sooner after what was read back is no answer
// KB: a table keeps its game, and threads that come and go leave their heaps' pieces behind.
const most = { ansage: 1024, gateway: 512 };
const questions = { white: ["t", "l"], black: ["c", "r"], assistant: ["l", "r"], arbiter: ["c", "l"] };
const home = new Home();

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const middle = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

function held(process) {
    const status = readFileSync(`/proc/${process}/status`, "utf8");
    const number = (name) => Number(status.match(new RegExp(`^${name}:\\s+(\\d+)`, "m"))[1]);
    return { memory: number("VmRSS"), threads: number("Threads"), descriptors: readdirSync(`/proc/${process}/fd`).length };
}

// --- what people do
const isAsked = (page) => page.now.due.some((each) => each.id === "confirm");

async function announce(page, move) {
    await page.type(move);
    await page.until(() => isAsked(page), `${move} read back`);
    await pause(bounce);
    await page.type("");
    await page.until(() => !isAsked(page), `${move} announced`);
}

async function ask(pages) {
    const asked = Object.entries(questions).flatMap(([role, lines]) => lines.map((line) => [pages[role], line]));
    for (const [page, line] of asked) {
        const from = page.lines.length;
        await page.type(line);
        await page.until(() => page.lines.slice(from).some((each) => each.cause === "request") || undefined,
            `the answer to ${line}`);
    }
}

async function playPly(pages, ply, table) {
    const [mover, hearer] = ply % 2 ? [pages.black, pages.white] : [pages.white, pages.black];
    const move = game[ply];
    await announce(mover, move);
    await hearer.type(`w ${move}`);
    await mover.type(`n ${move}`);
    await hearer.type(`n ${move}`);
    await ask(pages);
    await mover.type(".");
    await table.until(() => table.lines.filter((line) => line.startsWith("completed "))[ply], `ply ${ply + 1}`);
    if (ply % 8 === 7) {
        await pages.arbiter.type("pauses");
        await pages.arbiter.until(() => pages.arbiter.now.phase === "halted", "the clocks stopped");
        await pages.arbiter.type("resumes");
        await pages.arbiter.until(() => pages.arbiter.now.phase === "playing", "the clocks running");
    }
}

// One leaves, one reloads, and one comes; the table has to have noticed before there is room.
async function change(crowd, ply, url, table) {
    const { descriptors } = held(table.child.pid);
    await crowd.shift().leave();
    while (held(table.child.pid).descriptors >= descriptors) {
        await pause(5);
    }
    const page = crowd[ply % crowd.length];
    const streams = page.streams;
    page.reload();
    await page.until(() => page.streams > streams, "the stream of a page that was loaded again");
    crowd.push(await new Page(url, "spectator").join());
}

// --- what is wrong
function checkLines(page, role) {
    const numbers = page.lines.filter((line) => line.n > 0).map((line) => line.n);
    assert.deepEqual(numbers, numbers.map((_, i) => numbers[0] + i), `${role}: no line is lost, and none comes twice`);
}

// What has grown too much.
function growth(samples, name) {
    const third = Math.floor(samples.length / 3);
    const [before, after] = [samples.slice(third, 2 * third), samples.slice(2 * third)].map((some) => Object.fromEntries(
        ["memory", "threads", "descriptors"].map((what) => [what, middle(some.map((each) => each[name][what]))])));
    console.log(`crowd: ${name}: memory ${before.memory} KB in the middle third, ${after.memory} KB in the last `
        + `(${after.memory - before.memory} KB more), threads ${before.threads} and ${after.threads}, descriptors `
        + `${before.descriptors} and ${after.descriptors}; at the beginning ${samples[0][name].memory} KB, at the end `
        + `${samples.at(-1)[name].memory} KB`);
    return [
        ...(after.memory - before.memory > most[name] ? [`${name}: ${after.memory - before.memory} KB more`] : []),
        ...["threads", "descriptors"].filter((what) => after[what] > before[what]).map((what) => `${name}: more ${what}`),
    ];
}

try {
    const began = Date.now();
    const table = home.talk(program, "play", "--mode", "tournament", "--time", "2h", "--white",
        "impaired none assistant=1,2,3", "--black", "impaired none", "--white-name", "Anna", "--black-name", "Bob",
        "--language", "en", "--speech", "none", "--page", "on", "--journal", join(home.path, "game.ansage"));
    const code = (await table.find(/^code /)).slice(5);
    const url = (await table.find(/http:/)).match(/http:\S+/)[0];
    const pages = {};
    for (const role of Object.keys(questions)) {
        pages[role] = await new Page(url, role, role === "arbiter" ? code : "").join();
    }
    const crowd = [];
    while (crowd.length < spectators) {
        crowd.push(await new Page(url, "spectator").join());
    }
    await pages.arbiter.type("starts");
    await pages.arbiter.until(() => pages.arbiter.now.phase === "playing", "the start");
    const samples = [];
    const [gateway] = home.gateways();
    for (let ply = 0; ply < plies; ++ply) {
        await playPly(pages, ply, table);
        await Promise.all(crowd.map((each) => each.until(() => each.lines.some((line) => line.what === String(ply + 1))
            || undefined, `ply ${ply + 1} at a spectator`)));
        samples.push({ ansage: held(table.child.pid), gateway: held(gateway) });
        await change(crowd, ply, url, table);
    }
    assert.equal(home.gateways()[0], gateway, "the gateway has lived all the time");
    Object.entries(pages).forEach(([role, page]) => checkLines(page, role));
    crowd.forEach((page) => checkLines(page, "spectator"));
    const minutes = ((Date.now() - began) / 60000).toFixed(1);
    console.log(`crowd: ${plies} plies, ${pages.arbiter.lines.length} lines at the arbiter's page, ${pages.white.lines.length}`
        + ` at White's, ${spectators} spectators; ${minutes} minutes for an hour's events`);
    const grown = Object.keys(most).flatMap((name) => growth(samples, name));
    assert.deepEqual(grown, []);
    table.say("quit");
    assert.equal(await table.end(), 0, table.errors);
    await Promise.all([...Object.values(pages), ...crowd].map((each) => each.until(() => each.isOver, "the end")));
} finally {
    home.end();
}
process.exit(process.exitCode ?? 0); // whoever waits on a line that is over
