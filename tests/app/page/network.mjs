// SPDX-License-Identifier: GPL-3.0-or-later
// The page of a person on the network in Chromium, by way of the true gateway. node network.mjs PROGRAM
import assert from "node:assert/strict";
import { networkInterfaces } from "node:os";
import { dirname, join } from "node:path";
import { Browser } from "./browser.mjs";
import { expectNoFaults, isCut, isThere, readAxe, runAll } from "./rules.mjs";
import { SocketTable } from "./socket_table.mjs";
import { Home } from "./table.mjs";

const [program] = process.argv.slice(2);
const chromium = process.env.CHROMIUM ?? "/usr/bin/chromium";
const folder = process.env.ANSAGE_PERSONS ?? join(dirname(program), "share/ansage/persons");
const languages = ["de", "en", "sv", "da", "nb", "nl"];
const least = 44; // px of what is tapped
let browser = null;
let home = null;
let table = null;
let gateway = null;

async function start(...options) {
    gateway = home.run(program, "page", "--lan", ...options);
    return (await gateway.find(/^https:/)).trim();
}

async function opened(url) {
    const page = await browser.page();
    await page.ask("Security.setIgnoreCertificateErrors", { ignore: true }); // as a person does who goes on
    await page.look({ width: 390, height: 844 });
    await page.go(url);
    return page;
}

const isPlaced = () => document.getElementById("start").hidden
    && document.getElementById("phase").textContent !== "" && !document.getElementById("press").hidden;

const focused = (page) => page.run(() => document.activeElement.id);

async function askedFor(page, role) {
    await page.until(() => !document.getElementById("start").hidden);
    await page.tap(`[data-role=${role}]`);
    await page.until(() => !document.getElementById("entry").hidden);
}

const small = (size) => [...document.querySelectorAll("#start button, #start input")]
    .filter((each) => each.offsetHeight < size || each.offsetWidth < size).map((each) => each.outerHTML);

const tests = {
    "A telephone plays at a real table, and nobody else with its code": playFromTelephone,

    async "Whoever takes a role is asked for its code, in six languages"(url) {
        for (const language of languages) {
            const page = await opened(url + language);
            await askedFor(page, "black");
            assert.equal(await focused(page), "digits");
            assert.match(await page.run(() => document.getElementById("entry-label").textContent), /: .{10,}\.$/);
            assert.deepEqual(await page.run(() => ["inputMode", "autocomplete"]
                .map((name) => document.getElementById("digits")[name])), ["numeric", "one-time-code"]);
            for (const width of [320, 390, 1400]) {
                await page.look({ width });
                assert.deepEqual(await page.run(isCut), [], `${language} at ${width} px`);
                assert.deepEqual(await page.run(small, least), [], `${language} at ${width} px`);
            }
            await expectNoFaults(page, `code-${language}`, [320, 1400]);
            await page.close();
        }
    },

    async "A wrong code is told, and the right one lets a browser in, once and for all"(url) {
        const page = await opened(url + "en");
        await askedFor(page, "black");
        await page.key("Enter"); // nothing typed
        await page.until(() => /six digits first/.test(document.getElementById("refused").textContent));
        assert.equal(table.joins.length, 0);
        await page.type("999999");
        await page.key("Enter");
        await page.until(() => [...document.querySelectorAll("#urgent p")]
            .some((line) => line.textContent === "Refused: wrong code."));
        await page.until(() => !document.getElementById("start").hidden && document.activeElement.id === "digits");
        assert.equal(await page.run(() => document.getElementById("digits").value), "");
        // A role, a code, a tap.
        await page.type("123 456");
        await page.tap("#entry button");
        await page.until(isPlaced);
        const [wrong, right] = table.joins;
        assert.deepEqual({ ...right, key: "" },
            { kind: "join", role: "black", code: "123456", page: true, network: true, key: "" });
        assert.match(right.key, /^[A-Za-z0-9_-]{32}$/);
        assert.equal(wrong.key, right.key);
        assert.equal(await page.run(() => document.cookie), "", "no script reads the key");
        assert.equal(await page.run(() => JSON.stringify(Object.entries({ ...sessionStorage, ...localStorage }))
            .includes("123456")), false, "the code is not kept");
        await page.tap("#press");
        while (!table.typed.includes(".")) {
            await new Promise((resolve) => setTimeout(resolve, 20));
        }

        // A reload, and another tab, come back by themselves.
        await page.run(() => document.getElementById("press").remove());
        await page.ask("Page.reload");
        await page.until(isPlaced);
        await page.close();
        const other = await opened(url);
        await other.until(isPlaced);

        // So it is when the gateway dies.
        const count = table.joins.length;
        const port = new URL(url).port;
        home.gateways().forEach((each) => process.kill(each, "SIGKILL"));
        await gateway.end();
        await other.until(() => !document.getElementById("connection").classList.contains("plain"));
        assert.equal(await start(), url, `again at port ${port}`);
        await other.until(() => document.getElementById("connection").classList.contains("plain"));
        await other.until(isPlaced);
        assert.ok(table.joins.length > count);
        for (const again of table.joins.slice(2)) {
            assert.deepEqual([again.key, again.code, again.role], [right.key, "", "black"]);
        }
        assert.ok(other.requests.every((each) => each.startsWith(url) || each.startsWith("data:")));

        // Who leaves is asked anew.
        await other.tap("#leave");
        await other.until(() => !document.getElementById("start").hidden);
        await other.close();
    },
};

const lines = (page) => page.run(() => [...document.querySelectorAll("#log p, #past p")].map((each) => each.textContent));

async function playFromTelephone() {
    const own = new Home();
    const real = own.talk(program, "play", "--mode", "club", "--white", "impaired none", "--black", "sighted none",
        "--language", "en", "--speech", "none", "--page", "lan", "--journal", join(own.path, "a.ansage"));
    try {
        const url = (await real.find(/^page https:/)).match(/https:\S+/)[0];
        const code = (await real.find(/^Code for Black: /)).match(/\d{6}/)[0];
        const page = await opened(url);
        await askedFor(page, "black");
        await page.type(code);
        await page.tap("#entry button");
        await page.until(isPlaced);
        real.say("starts", "white announces e4");
        const isTold = (words) => page.until((wanted) => [...document.querySelectorAll("#log p, #past p")]
            .some((each) => each.textContent.includes(wanted)), words);
        await isTold("White: Eva vier");
        await page.ask("Page.reload");
        await page.until(isPlaced);
        // The table starts the gateway again; what was said meanwhile is told, and nothing twice.
        own.gateways().forEach((each) => process.kill(each, "SIGKILL"));
        real.say("white corrects d4");
        await isTold("David vier");
        const told = await lines(page);
        assert.equal(told.filter((each) => each.includes("White: Eva vier")).length, 1, told.join("\n"));
        // The code was good once.
        const other = new Browser(chromium);
        try {
            const thief = await other.page();
            await thief.ask("Security.setIgnoreCertificateErrors", { ignore: true });
            await thief.look();
            await thief.go(url);
            await askedFor(thief, "black");
            await thief.type(code);
            await thief.key("Enter");
            await thief.until(() => !document.getElementById("refused").hidden);
            assert.equal(await focused(thief), "digits");
            assert.equal(await thief.run(() => document.getElementById("press").hidden), true);
        } finally {
            await other.end();
        }
        real.say("quit");
        assert.equal(await real.end(), 0, real.errors);
    } finally {
        own.end();
    }
}

const isOnNetwork = Object.values(networkInterfaces()).flat().some((each) => each.family === "IPv4" && !each.internal);
if (!isOnNetwork) {
    console.log("not tried: the page on the network, because this machine is on none");
} else if (isThere(chromium, "the page of a person") && isThere(folder, "the page of a person")) {
    readAxe();
    home = new Home();
    table = await new SocketTable(home, { black: "123456" }).begin();
    browser = new Browser(chromium);
    try {
        const url = await start();
        await runAll(tests, url);
    } finally {
        await browser.end();
        await table.end();
        home.end();
    }
}
