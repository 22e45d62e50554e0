// SPDX-License-Identifier: GPL-3.0-or-later
// The arbiters' page in headless Chromium while t2 sends the lies of lies.tsv. Arguments: the broker's port, the
// page's, the password of anna, and the 95th percentile that is allowed, in milliseconds.
import { createReadStream, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import puppeteer from "puppeteer-core";

const mqtt = createRequire(import.meta.url)("mqtt"); // Debian's, as in the page
const [port, pagePort, password, allowed] = process.argv.slice(2);
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
let faults = 0;

function check(what, holds) {
    console.log(`${holds ? "ok" : "FAILED"}: ${what}`);
    faults += holds ? 0 : 1;
}

// --- tables
async function sitDown(name) {
    const account = readFileSync(`hall/accounts/${name}.account`, "utf8");
    const word = (key) => new RegExp(`^${key} (.*)$`, "m").exec(account)?.[1];
    const client = mqtt.connect(`mqtts://localhost:${port}`, { username: word("user"), password: word("password"),
        clientId: word("client"), ca: readFileSync("hall/ca.crt"), reconnectPeriod: 200 });
    client.on("connect", () => client.stream.setNoDelay(true)); // as a table does
    await new Promise((up) => client.once("connect", up));
    const say = (what, payload, retain = false) => new Promise((done) =>
        client.publish(`ansage/cup/${name}/${what}`, payload, { qos: 1, retain }, done));
    return { name, client, say };
}

const begun = Date.now() - 60000;
const matter = (name, number) => ({ number, kind: "claim", state: "open", about: "white", ply: 1, since_ms: 1000 * Number(name[1]),
    changed_ms: 1000, text: `matter ${number} of ${name}`, proposal: `proposal of ${name}`, players_wait: number === 1,
    lapses: false, rulings: { yes: "It holds.", no: "It does not." } });
const board = { sensors: true, lost: false, shows: "8/8/8/8/8/8/8/8", record: "8/8/8/8/8/8/8/8", off: ["e4"] };
const state = (name, completed) => JSON.stringify({ table: name, language: "en", white: `White of ${name}`,
    black: `Black of ${name}`, mode: "tournament", phase: "halted", at_ms: Date.now() - begun, wall_ms: Date.now(),
    clocks: { white_ms: 60000, black_ms: 61000, running: null, delay_ms: 0, to_move: "white" }, announced: "",
    completed, moves: 1, pairing: null, result: null, termination: null, signed: [], confirmed: false, n: 1,
    game: 1700000000000, takes_rulings: true, asked: null, open: [matter(name, 1), matter(name, 2)], closed: 0,
    boards: { white: board, black: board }, ledger: [{ ply: 1, player: "white", state: "announced", san: "e4", legal: true,
        said: [{ witness: "announcement", source: "speech", at_ms: 1, text: `said at ${name}` }] }] });
const tables = {};
for (const name of ["t1", "t2", "t3", "t4", "t5", "t6"]) {
    tables[name] = await sitDown(name);
    await tables[name].say("public/here", '{"here":true}', true);
    await tables[name].say("arbiter/state", state(name, "at first"), true);
    await tables[name].say("arbiter/log", JSON.stringify({ n: 1, text: `line of ${name}` }));
}

// --- the page
const browser = await puppeteer.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    acceptInsecureCerts: true, args: ["--no-sandbox", "--disable-gpu"] });
const page = await browser.newPage();
page.on("pageerror", (error) => check(`no error of the page: ${error}`, false));
await page.evaluateOnNewDocument(() => {
    Object.defineProperty(navigator, "languages", { get: () => ["en"] });
});
await page.goto(`https://localhost:${pagePort}/`);
await page.type("#name", "anna");
await page.type("#password", password);
await page.keyboard.press("Enter");
await page.waitForFunction(() => document.querySelectorAll("#matters > li").length === 12, { timeout: 20000 });

// An arbiter has ruled at t1, whose details are open; t2 knows all that t1 knows of it.
const ruling = new Promise((done) => tables.t1.client.subscribe("ansage/cup/t1/rule/anna").on("message", (topic, said) =>
    topic.endsWith("/rule/anna") && done(JSON.parse(said))));
const row = '#matters > li[data-key="t1 1"] ';
await page.click(row + ".take");
await page.waitForFunction((one) => !document.querySelector(one + ".ruling").hidden, {}, row);
await page.click(row + ".there");
await page.click(row + ".yes");
const { id } = await ruling;
await page.click(row + ".look");
await sleep(2500);

// Of each card of another table what it says, in their order, whenever anything changes, when each move is on the
// screen, and whether the line was cut.
await page.evaluate(() => {
    const cells = (one) => [...one.children].map((part) => part.textContent);
    const cards = () => ({
        tables: [...document.querySelectorAll("#tables tr")].map((one) => [one.dataset.key, ...cells(one)])
            .filter(([name]) => name !== "t2").map((texts) => texts.with(6, "").join("|")),
        matters: [...document.querySelectorAll("#matters > li")].filter((one) => !one.dataset.key.startsWith("t2 "))
            .map((one) => [one.dataset.key, ...cells(one), one.querySelector(".ruling").hidden].join("|").replace(/\d+ minutes/, "")),
        details: document.getElementById("details").textContent,
    });
    const moves = () => Object.fromEntries([...document.querySelectorAll("#tables tr")].map((one) => [one.dataset.key, one.children[5].textContent]));
    const seen = { first: JSON.stringify(cards()), changes: [], cuts: 0, shown: {}, looks: 0, said: [], lines: new WeakSet() };
    const look = () => {
        ++seen.looks;
        const now = JSON.stringify(cards());
        if (now !== seen.first && seen.changes.length < 5) {
            seen.changes.push(now);
        }
        seen.cuts += document.getElementById("status").textContent === "Connected." ? 0 : 1;
        for (const line of document.querySelectorAll("#polite > p, #urgent > p")) {
            if (!seen.lines.has(line)) {
                seen.lines.add(line);
                seen.said.push(line.textContent);
            }
        }
        const texts = Object.values(moves());
        requestAnimationFrame(() => texts.forEach((text) => {
            const [, number, name] = /^move (\d+) of (t\d)$/.exec(text) ?? [];
            if (name && !seen.shown[name]?.some(([shown]) => shown === Number(number))) {
                (seen.shown[name] ??= []).push([Number(number), Date.now()]);
            }
        }));
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
    globalThis.seen = seen;
});

// --- the lies, and between them what is true
const kept = new Set(["public/here", "public/state", "arbiter/state", "arbiter/score"]);
const sent = { "the others, without a lie": [], "the others": [], "the liar's own": [] };
const honest = ["t3", "t4", "t5", "t6"];
let lies = 0;
let truths = 0;
async function tellTruth(where, name) {
    const number = ++truths;
    sent[where].push({ name, number, at: Date.now() });
    await tables[name].say("arbiter/state", state(name, `move ${number} of ${name}`), true);
}
const some = []; // for a burst
for (let i = 0; i < 200; ++i) {
    await tellTruth("the others, without a lie", honest[i % honest.length]);
    await sleep(50);
}
for await (const line of createInterface({ input: createReadStream("lies.tsv") })) {
    const [what, , encoded] = line.split("\t");
    const lie = [what, Buffer.from(encoded, "base64"), kept.has(what)];
    await tables.t2.say(...lie);
    ++lies;
    if (lies % 2 === 0) {
        some.push(lie);
    }
    if (lies % 10 === 0) {
        await tellTruth("the others", honest[lies / 10 % honest.length]);
    }
    if (lies % 50 === 0) { // before the next lie, which may be valid and tell something else
        await tellTruth("the liar's own", "t2");
        await sleep(150);
    }
    if (lies % 1000 === 0) {
        await tables.t2.say("arbiter/answer", JSON.stringify({ id, answer: "confirmed" }));
    }
    await sleep(15); // ten times as often as a table has something to say
}
await sleep(1000);

// As much at once as its line takes, and then what is true of the others.
async function burst(what, messages) {
    const begun = Date.now();
    await Promise.all(messages.map((message) => tables.t2.say(...message)));
    const told = Date.now();
    const last = {};
    for (const name of honest) {
        last[name] = ++truths;
        await tables[name].say("arbiter/state", state(name, `move ${truths} of ${name}`), true);
    }
    const shows = await page.waitForFunction((all) => Object.entries(all).every(([name, number]) =>
        globalThis.seen.shown[name].some(([one]) => one === number)), { timeout: 30000 }, last).then(() => true, () => false);
    check(`${messages.length} ${what} in ${told - begun} ms: the others' next messages show, ${Date.now() - told} ms later`, shows);
}
await burst("lies", some);
await burst("valid states", Array.from({ length: 20000 }, (_, i) => ["arbiter/state", state("t2", `${i} at once`), true]));

const paced = await page.evaluate(() => globalThis.seen);
check(`${lies} lies, ${paced.looks} looks at the page: no other card changed, in words or order`, lies === 10000 && paced.changes.length === 0);
check("the page's line was never cut", paced.cuts === 0);
paced.changes.slice(0, 1).forEach((change) => console.log(`  before ${paced.first}\n  after  ${change}`));
check("t2 answered no ruling of t1", !paced.said.some((said) => said.includes("confirmed your ruling")));
await tables.t2.say("public/here", "no JSON", true);
await page.waitForFunction(() => document.querySelector('#tables tr[data-key="t2"]').textContent.includes("invalid messages"));
check("t2 is marked, and was told of once", paced.said.filter((said) => said.includes("t2 has sent an invalid")).length === 1);

await tables.t1.say("arbiter/answer", JSON.stringify({ id, answer: "confirmed" }));
await page.waitForFunction(() => globalThis.seen.said.some((one) => one.includes("t1 has confirmed your ruling")));
check("t1's own answer counts", true);

// The next game at t1, whose details are open: its first line comes before its state, and again when it is asked for.
async function showsLine(text) {
    const is = (one) => document.getElementById("lines").textContent === one;
    return page.waitForFunction(is, { timeout: 10000 }, text).then(() => true, () => false);
}
const tell = (text) => tables.t1.say("arbiter/log", JSON.stringify({ n: 1, text }));
await tell("of this game");
check("a line of t1 is shown", await showsLine("of this game"));
await new Promise((done) => tables.t1.client.subscribe("ansage/cup/t1/ask", done));
tables.t1.client.on("message", (topic) => topic.endsWith("/ask") && tell("of the next game"));
await tell("of the next game");
await tables.t1.say("arbiter/state", JSON.stringify({ ...JSON.parse(state("t1", "anew")), game: 1700000000001 }), true);
check("then only those of its next game", await showsLine("of the next game"));

const { shown } = await page.evaluate(() => globalThis.seen);
for (const [whose, all] of Object.entries(sent)) {
    // A newer one may come before it was shown.
    const late = all.map(({ name, number, at }) => (shown[name]?.find(([one]) => one >= number)?.[1] ?? Infinity) - at)
        .sort((a, b) => a - b);
    const part = (share) => late[Math.min(late.length - 1, Math.floor(late.length * share))];
    check(`${late.length} messages of ${whose}: median ${part(0.5)} ms, 95th percentile ${part(0.95)} ms, latest ${late.at(-1)} ms`,
        part(0.95) <= Number(allowed));
}
await browser.close();
Object.values(tables).forEach(({ client }) => client.end(true));
process.exit(faults === 0 ? 0 : 1);
