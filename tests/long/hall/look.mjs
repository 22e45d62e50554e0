// SPDX-License-Identifier: GPL-3.0-or-later
// The arbiters' page in headless Chromium, by keys and accessibility tree alone: axe finds nothing in any of
// its states and languages, a new matter is told, the focus stays. Arguments: address, name, password, and a
// program that makes something happen at a table, a word each: "claim" opens a matter, "rule" settles it there,
// "confirm" confirms a ruling from the hall, "resume" lets play go on, "cut" ends the broker, which comes back.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import puppeteer from "puppeteer-core";

const [address, name, password, act] = process.argv.slice(2);
const axe = readFileSync("node_modules/axe-core/axe.min.js", "utf8");
const browser = await puppeteer.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    acceptInsecureCerts: true,
    args: ["--no-sandbox", "--disable-gpu"],
});
let faults = 0;

function check(what, holds) {
    console.log(`${holds ? "ok" : "FAILED"}: ${what}`);
    faults += holds ? 0 : 1;
}

const page = await browser.newPage();
page.on("pageerror", (error) => check(`no error of the page: ${error}`, false));

async function look(state) {
    await page.evaluate(axe);
    const found = await page.evaluate(() => globalThis.axe.run());
    check(`axe: ${state}, ${found.passes.length} rules passed`, found.violations.length === 0);
    for (const broken of found.violations) {
        console.log(`  ${broken.id} (${broken.impact}): ${broken.help}`);
        broken.nodes.slice(0, 3).forEach((node) => console.log(`    ${node.html}`));
    }
}

async function tree() {
    return JSON.stringify(await page.accessibility.snapshot({ interestingOnly: false }));
}

async function until(what, holds) {
    for (let i = 0; i < 200; ++i) {
        if (await holds()) {
            check(what, true);
            return;
        }
        await new Promise((done) => setTimeout(done, 50));
    }
    check(what, false);
}

const text = (id) => page.$eval("#" + id, (element) => element.textContent);
const told = (id) => page.$eval("#" + id, (region) => region.lastElementChild?.textContent ?? "");
const focused = () => page.evaluate(() => document.activeElement.id || document.activeElement.textContent);
const tab = async (times) => {
    for (let i = 0; i < times; ++i) {
        await page.keyboard.press("Tab");
    }
};

await page.setExtraHTTPHeaders({ "Accept-Language": "en" });
await page.evaluateOnNewDocument(() => {
    Object.defineProperty(navigator, "languages", { get: () => ["en"] });
});
await page.goto(address);
await until("the words are there", async () => (await text("title")).includes("cup"));
await look("signing in");

// In by keys: the link, the name, the password.
await tab(2);
check("the second stop is the name", (await focused()) === "name");
await page.keyboard.type(name);
await tab(1);
await page.keyboard.type("wrong");
await page.keyboard.press("Enter");
await until("a wrong password is refused in words", async () => (await text("status")).startsWith("Refused"));
check("the focus is where it can be mended", (await focused()) === "name");
await page.keyboard.press("Tab");
await page.keyboard.press("Enter");
await until("the same refusal is a second line", () => page.$$eval("#urgent > p", (lines) => lines.length === 2));
await tab(1);
await page.keyboard.down("Control");
await page.keyboard.press("a");
await page.keyboard.up("Control");
await page.keyboard.type(password);
await page.keyboard.press("Enter");
await until("the hall opens at its open matters", async () => (await focused()) === "matters-heading");
await until("both tables are there", async () =>
    (await page.$$eval("#tables tr", (rows) => rows.length)) === 2);
await until("a table without a matter says so", async () => (await text("matters-heading")).endsWith("(0)"));
await look("nothing open");
await new Promise((done) => setTimeout(done, 2500));

execFileSync(act, ["claim"]);
await until("a new matter is told by the assertive region", async () =>
    (await told("urgent")).startsWith("New, table t1: 1: claim of White"));
await until("players who wait are named", async () => (await text("matters")).includes("players wait"));
await page.keyboard.down("Alt");
await page.keyboard.down("Shift");
await page.keyboard.press("KeyN");
await page.keyboard.up("Shift");
await page.keyboard.up("Alt");
check("a key leads to the newest line", (await focused()).startsWith("New, table t1"));
check("the tree has an alert", (await tree()).includes('"alert"'));
await look("a matter open");

await page.focus("#matters .take");
await page.keyboard.press("Enter");
await until("everybody sees who takes it", async () => (await text("matters")).includes("taken by anna"));
check("the focus stays on the key that took it", (await focused()) === "Give back table t1");
await page.keyboard.press("Enter");
await until("and gives it back", async () => !(await text("matters")).includes("taken by"));
await page.focus("#matters .take");
await page.keyboard.press("Enter");
await page.keyboard.down("Alt");
await page.keyboard.down("Shift");
await page.keyboard.press("KeyT");
await page.keyboard.up("Shift");
await page.keyboard.up("Alt");
check("a key leads to the tables", (await focused()) === "tables-heading");
await page.focus("#matters button");
await page.keyboard.press("Enter");
await until("details open at their heading", async () => (await focused()) === "details-heading");
await until("its lines come", async () => (await page.$$eval("#lines li", (lines) => lines.length)) > 3);
check("both boards are there", (await page.$$eval("table.board", (boards) => boards.length)) === 2);
const boards = await tree();
check("their pieces are told by color and name", boards.includes("white Queen") && boards.includes("black Rook"));
check("and not as letters", !boards.includes('"name":"r"'));
await look("details");
for (const [width, height, kind] of [[1280, 900, "wide"], [360, 740, "narrow"]]) {
    await page.setViewport({ width, height });
    await page.screenshot({ path: `hall-${kind}.png`, fullPage: true });
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    check(`nothing runs over the edge: ${kind}`, over <= 0);
}
for (const language of ["da", "de", "nb", "nl", "sv", "en"]) {
    await page.select("#language", language);
    const missing = await page.evaluate(() =>
        [...document.querySelectorAll("[data-words]")].filter((one) => /^page\./.test(one.textContent)).length);
    check(`every word is there: ${language}`, missing === 0);
    await look(language);
}

// A ruling from the hall, by keys: from the button that takes the matter on to the table's answer.
await page.setViewport({ width: 360, height: 740 });
await page.focus("#matters .take");
await tab(1);
check("after taking comes what he has to say", await page.evaluate(() => document.activeElement.className) === "there");
check("the tree has a group for the ruling", (await tree()).includes("Ruling on table t1"));
check("and what follows of a yes and a no", (await text("matters")).includes("Yes: 1: ")
    && (await text("matters")).includes("No: 1: "));
await tab(1);
await page.keyboard.press("Enter");
await until("who does not say it is asked to", async () => (await told("urgent")).startsWith("Say first"));
check("the focus is on what he has to say", await page.evaluate(() => document.activeElement.className) === "there");
await page.keyboard.press("Space");
await page.screenshot({ path: "hall-ruling.png", fullPage: true });
await look("a ruling begun");
await tab(1);
await page.keyboard.press("Enter");
await until("the table is asked", async () => (await told("polite")).includes("Table t1 is asked to confirm"));
await until("all see that it waits", async () => (await text("matters")).includes("ruling of anna waits"));
check("the focus is on its heading", (await focused()) === "Table t1");
await look("a ruling that waits");
execFileSync(act, ["confirm"]);
await until("the answer is told", async () => (await told("polite")).includes("Table t1 has confirmed your ruling."));
await until("and the matter is settled", async () => (await text("matters-heading")).endsWith("(0)"));
execFileSync(act, ["resume"]);
await until("play goes on after the ruling", async () => (await text("tables")).includes("playing"));
execFileSync(act, ["claim"]);
await until("a second matter is open", async () => (await text("matters-heading")).endsWith("(1)"));
await page.select("#needs", "mine");
check("what is not one's own is not shown", (await page.$$("#matters > li")).length === 0);
await page.select("#needs", "free");
check("what nobody has taken is", (await page.$$("#matters > li")).length === 1);
await page.select("#needs", "all");

await page.focus("#matters button");
execFileSync(act, ["rule"]);
await until("a settled one is told by the polite region", async () =>
    (await told("polite")).startsWith("Settled, table t1"));
await until("the focus goes to the heading when its matter goes", async () =>
    (await focused()) === "matters-heading");
await until("play goes on", async () => (await text("tables")).includes("playing"));
await page.focus("#tables tr:nth-child(2) button");
const before = await focused();
execFileSync(act, ["claim"]);
await until("another matter is open", async () => (await text("matters-heading")).endsWith("(1)"));
check("the focus stays on its table", (await focused()) === before);
await page.keyboard.press("Escape");
check("Escape closes the details", await page.$eval("#details", (one) => one.hidden));

execFileSync(act, ["cut"]);
await until("a lost line is told", async () => (await text("status")).startsWith("Connection lost"));
await until("and comes back by itself", async () => (await text("status")).startsWith("Connected"));
await until("with what is open", async () => (await text("matters-heading")).endsWith("(1)"));
execFileSync(act, ["rule"]);
await until("what happens then is told", async () => (await text("matters-heading")).endsWith("(0)"));
await browser.close();
process.exit(faults === 0 ? 0 : 1);
