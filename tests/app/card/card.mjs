// SPDX-License-Identifier: GPL-3.0-or-later
// The cards of "ansage card" in Chromium: a page each, on paper and on screens. node card.mjs PROGRAM [FOLDER FOR PICTURES]
import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Browser } from "../page/browser.mjs";
import { Home } from "../page/table.mjs";

const [program, pictures] = process.argv.slice(2);
const chromium = process.env.CHROMIUM ?? "/usr/bin/chromium";
const axeFile = new URL("../../../build/axe/node_modules/axe-core/axe.min.js", import.meta.url).pathname;
const languages = ["en", "de", "nl", "da", "nb", "sv"];
const editions = ["fide-2023", "de-2014", "sv-2014", "nl-2001"]; // nb-2023 and da-2023 say what fide-2023 does
const ownWords = { en: "en", de: "de-2014", nl: "nl", da: "da", nb: "nb", sv: "sv" };
const inch = 25.4; // mm
const papers = { opponent: [148, 210], organiser: [210, 297] }; // mm
const smallest = 18; // pt, of the opponent's card on paper

const notTried = (what, why) => console.log(`not tried: ${what}, because ${why}`);

// Every card of these persons that is laid out otherwise: the modes, the editions, the words.
function cards() {
    const all = [];
    for (const person of Object.keys(papers)) {
        for (const language of languages) {
            for (const mode of ["tournament", "club", "training"]) {
                all.push({ person, language, mode });
            }
            for (const profile of editions.slice(1)) {
                all.push({ person, language, profile });
            }
            all.push({ person, language, words: ownWords[language] });
        }
    }
    for (const language of ["en", "de"]) {
        all.push({ person: "opponent", language, words: `iccf-${language}` }); // castling is longest in figures
    }
    return all;
}

// Written by the program, and opened.
async function open(page, home, { person, ...options }) {
    const file = join(home.path, "card.html");
    const given = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
    const card = home.run(program, "card", person, ...given, "--out", file);
    assert.equal(await card.end(), 0, card.errors);
    await page.go("about:blank");
    await page.until(() => location.href === "about:blank");
    await page.go(`file://${file}`);
    await page.until(() => document.readyState === "complete" && document.title);
}

// The size of each sheet that a browser prints, in mm.
async function sheets(page) {
    const { data } = await page.ask("Page.printToPDF", { preferCSSPageSize: true });
    const text = Buffer.from(data, "base64").toString("latin1");
    const pages = text.match(/\/Type\s*\/Page\b/g) ?? [];
    const [box] = text.match(/\/MediaBox\s*\[[^\]]*\]/);
    const [, , width, height] = box.match(/[0-9.]+/g).map((each) => Math.round(Number(each) / 72 * inch));
    return { count: pages.length, size: [width, height] };
}

const smallestText = () => Math.min(...[...document.querySelectorAll("main *")]
    .filter((each) => !each.closest(".heard") && each.firstChild?.nodeType === Node.TEXT_NODE && each.textContent.trim())
    .map((each) => parseFloat(getComputedStyle(each).fontSize)));

// What the window cuts, and ids or marks that were not filled.
const faultsSeen = () => {
    const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    return [...(wide > 0 ? [`${wide} px too wide`] : []),
        ...(document.body.innerText.match(/\{[a-z._]*\}|\b(card|article|files|pieces)\.[a-z]+\S*/g) ?? [])];
};

async function faultsOfAxe(page, axe) {
    await page.run(`${axe}; true`);
    return page.run(async () => {
        const { violations } = await globalThis.axe.run(document, { rules: { "color-contrast-enhanced": { enabled: true } } });
        return violations.map((each) => `${each.id}: ${each.nodes[0].html.slice(0, 200)}`);
    });
}

async function expectOneSheet(page, card, name) {
    const { count, size } = await sheets(page);
    assert.equal(count, 1, `${name} is ${count} pages`);
    assert.deepEqual(size, papers[card.person], name);
    await page.look({ media: "print" });
    if (card.person === "opponent") {
        const points = await page.run(smallestText) / 96 * 72;
        assert.ok(points >= smallest - 0.01, `${name} has ${points} pt`);
    }
    await page.look();
}

async function expectNothingCut(page, name) {
    for (const width of [320, 768, 1400]) {
        for (const look of [{ width }, { width, dark: true }, { width, forced: true }]) {
            await page.look(look);
            assert.deepEqual(await page.run(faultsSeen), [], `${name} at ${width} px`);
            if (pictures) {
                const kind = ["dark", "forced"].filter((each) => look[each]);
                writeFileSync(join(pictures, `${[name, width, ...kind].join("-")}.png`), await page.picture());
            }
        }
    }
    await page.look();
}

async function expectNoFaults(page, axe, name) {
    for (const dark of [false, true]) {
        await page.look({ dark });
        assert.deepEqual(await faultsOfAxe(page, axe), [], `axe, ${name}, ${dark ? "dark" : "light"}`);
    }
    await page.look();
}

async function tryAll(browser, home) {
    const axe = existsSync(axeFile) ? readFileSync(axeFile, "utf8") : "";
    if (!axe) {
        notTried("what axe-core finds in the cards", `${axeFile} is not there`);
    }
    const page = await browser.page();
    for (const card of cards()) {
        const name = Object.values(card).join("-");
        await open(page, home, card);
        assert.equal(await page.run(() => document.documentElement.lang), card.language, name);
        await expectOneSheet(page, card, name);
        assert.deepEqual(await page.run(faultsSeen), [], name);
        if (card.mode === "tournament") { // the others have the same elements
            await expectNothingCut(page, name);
            if (axe) {
                await expectNoFaults(page, axe, name);
            }
        }
        assert.deepEqual(page.problems, [], name);
    }
    assert.deepEqual(page.requests.filter((each) => !/^(file|about|data):/.test(each)), [], "asks nobody");
    console.log(`${cards().length} cards: one sheet each`);
}

if (existsSync(chromium)) {
    const home = new Home();
    const browser = new Browser(chromium);
    try {
        await tryAll(browser, home);
    } finally {
        await browser.end();
        home.end();
    }
} else {
    notTried("the cards on paper", `${chromium} is not there`);
}
