// SPDX-License-Identifier: GPL-3.0-or-later
// How late the arbiters' page gets what happens at its tables. Arguments: address, name, password, seconds, and
// the 95th percentile that is allowed, in milliseconds. The tables' clocks and this one are one machine's.
import puppeteer from "puppeteer-core";

const [address, name, password, seconds, allowed] = process.argv.slice(2);
const browser = await puppeteer.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    acceptInsecureCerts: true,
    args: ["--no-sandbox", "--disable-gpu"],
});
const page = await browser.newPage();
// The page's own socket, seen where its messages arrive.
await page.evaluateOnNewDocument(() => {
    const came = (globalThis.came = []);
    const Plain = globalThis.WebSocket;
    globalThis.WebSocket = class extends Plain {
        constructor(...given) {
            super(...given);
            this.addEventListener("message", (event) =>
                came.push([Date.now(), new TextDecoder().decode(event.data)]));
        }
    };
});
await page.goto(address);
await page.type("#name", name);
await page.type("#password", password);
await page.keyboard.press("Enter");
const opened = new Map(); // table: the wall clock at its instant 0
const late = [];
let tables = 0;
const until = Date.now() + Number(seconds) * 1000;
const from = Date.now() + 5000; // what was kept for us is not late
while (Date.now() < until) {
    await new Promise((done) => setTimeout(done, 1000));
    for (const [at, text] of await page.evaluate(() => globalThis.came.splice(0))) {
        // Several packets may come together; the first keys of each are enough.
        for (const packet of text.split("ansage/demo/").slice(1)) {
            const [, table, kind] = /^([^/]+)\/arbiter\/(state|log)/.exec(packet) ?? [];
            const number = (key) => Number(new RegExp(`"${key}":(\\d+)`).exec(packet)?.[1]);
            if (kind === "state" && packet.includes('"wall_ms"')) {
                opened.set(table, number("wall_ms") - number("at_ms"));
            } else if (kind === "log" && opened.has(table) && at > from) {
                late.push(at - opened.get(table) - number("at_ms"));
            }
        }
    }
    tables = await page.$$eval("#tables tr", (rows) => rows.length);
}
// Whoever loads the page again has all tables again.
await page.reload();
await page.waitForFunction(() => !document.getElementById("sign-in").hidden);
await page.type("#name", name);
await page.type("#password", password);
await page.keyboard.press("Enter");
await page.waitForFunction((all) => document.querySelectorAll("#tables tr").length === all, { timeout: 20000 }, tables);
await browser.close();
late.sort((a, b) => a - b);
const part = (share) => late[Math.min(late.length - 1, Math.floor(late.length * share))];
console.log(`${tables} tables, ${late.length} lines: median ${part(0.5)} ms, 95th percentile ${part(0.95)} ms, latest ${late.at(-1)} ms`);
process.exit(late.length > 100 && part(0.95) < Number(allowed) ? 0 : 1);
