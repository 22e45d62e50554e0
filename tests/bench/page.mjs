// SPDX-License-Identifier: GPL-3.0-or-later
// What a page costs: a demo with one and without one side by side, what the gateway holds, and how soon the
// first picture stands in Chromium. node page.mjs PROGRAM
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Browser } from "../app/page/browser.mjs";
import { Home } from "../app/page/table.mjs";

const [program] = process.argv.slice(2);
const chromium = process.env.CHROMIUM ?? "/usr/bin/chromium";
const pairs = 20;
const home = new Home();

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

// Kilobytes; absent: it has ended.
function memory(process, name) {
    try {
        return Number(readFileSync(`/proc/${process}/status`, "utf8").match(new RegExp(`${name}:\\s+(\\d+)`))[1]);
    } catch {
        return undefined;
    }
}

// A whole demo at full speed: seconds, and the most memory that its own process had.
async function play(page, number) {
    const began = performance.now();
    const demo = home.run(program, "demo", "--speed", "max", "--speech", "none", "--language", "en", "--page", page,
        "--journal", join(home.path, `${page}-${number}.ansage`));
    let most = 0;
    const looking = setInterval(() => { most = Math.max(most, memory(demo.child.pid, "VmHWM") ?? 0); }, 5);
    const code = await demo.end();
    clearInterval(looking);
    if (code !== 0) {
        throw new Error(demo.errors);
    }
    return { seconds: (performance.now() - began) / 1000, kilobytes: most };
}

async function compareDemos() {
    const runs = { on: [], none: [] };
    for (let i = 0; i < pairs; ++i) {
        for (const page of i % 2 ? ["on", "none"] : ["none", "on"]) {
            runs[page].push(await play(page, i));
        }
    }
    const of = (page, what) => median(runs[page].map((run) => run[what]));
    const ratio = of("on", "seconds") / of("none", "seconds");
    console.log(`page: a demo takes ${of("on", "seconds").toFixed(2)} s with a page and ${of("none", "seconds").toFixed(2)} s`
        + ` without, medians of ${pairs}: ${ratio.toFixed(3)} times`);
    console.log(`page: its own process has ${((of("on", "kilobytes") - of("none", "kilobytes")) / 1024).toFixed(2)} MB more`
        + ` of ${(of("none", "kilobytes") / 1024).toFixed(1)} MB`);
}

// What a process holds in kilobytes, a page that several share by its share.
function share(process) {
    return Number(readFileSync(`/proc/${process}/smaps_rollup`, "utf8").match(/^Pss:\s+(\d+)/m)[1]);
}

// The browser is open already: how soon that starts is not for us.
async function lookAtGateway() {
    if (!existsSync(chromium)) {
        console.log(`page: not tried in a browser, because ${chromium} is not there`);
        return;
    }
    const browser = new Browser(chromium);
    const page = await browser.page();
    const demo = home.run(program, "demo", "--speed", "10", "--speech", "none", "--language", "en", "--page", "on",
        "--journal", join(home.path, "watched.ansage"));
    await demo.line(1);
    const firstSentence = performance.now();
    await page.go((await demo.line(2)).match(/http:\S+/)[0]);
    await page.until(() => document.querySelector("#white-board table svg"));
    const picture = performance.now();
    console.log(`page: the first picture stands ${((picture - firstSentence) / 1000).toFixed(2)} s after the first`
        + " sentence, in a browser that was open");
    await new Promise((resolve) => setTimeout(resolve, 3000));
    const [gateway] = home.gateways();
    console.log(`page: the gateway holds ${(share(gateway) / 1024).toFixed(1)} MB; with all of what it shares with the`
        + ` demo ${(memory(gateway, "VmRSS") / 1024).toFixed(1)} MB, of which ${(memory(gateway, "RssAnon") / 1024).toFixed(1)}`
        + " MB are not of files");
    await browser.end();
    demo.child.kill("SIGINT");
    await demo.end();
}

try {
    await compareDemos();
    await lookAtGateway();
} finally {
    home.end();
}
