// SPDX-License-Identifier: GPL-3.0-or-later
// A person who sits at a table that says what a test tells it to (fake.mjs).
import { Fake, now, welcome } from "./fake.mjs";

export const isPlaced = () => !document.getElementById("field").hidden
    && document.getElementById("connection").textContent !== "" && document.getElementById("phase").textContent !== "";

// given: { role, language, now, welcome, prepare: run before anything of the page }.
export async function seatAt(browser, folder, { role = "black", language = "en", ...given } = {}) {
    const fake = await new Fake(folder, language).begin();
    const press = ["white", "black"].includes(role) ? { text: "My clock", typed: ["."] } : null;
    fake.first = [welcome({ role, language, ...given.welcome }), now({ press, ...given.now })];
    const page = await browser.page();
    if (given.prepare) {
        await page.prepare(given.prepare);
    }
    await page.look();
    await page.go(fake.url);
    await page.until(() => !document.getElementById("start").hidden);
    if (role === "arbiter") {
        await sitDown(page, "4711 0815");
    } else {
        await page.click(`[data-role=${role}]`);
    }
    await page.until(isPlaced);
    return { fake, page };
}

// As the arbiter.
export async function sitDown(page, code) {
    await page.run(() => document.getElementById("code").focus());
    await page.type(code);
    await page.key("Enter");
}

export async function leave({ fake, page }) {
    await page.close();
    await fake.end();
}

// Tells how things stand, and waits until the page shows it.
let stamp = 0;
export async function show({ fake, page }, given) {
    const mark = `state ${++stamp}`;
    fake.tell(now(given));
    fake.line(mark);
    await page.until((wanted) => [...document.querySelectorAll("#log p")].some((line) => line.textContent === wanted),
        mark);
    return mark;
}

export const texts = (page, selector) =>
    page.run((wanted) => [...document.querySelectorAll(wanted)].map((each) => each.textContent), selector);

// What a screen reader is given: the names of everything in the page that has this role, in order.
export async function namesOf(page, role) {
    await page.ask("Accessibility.enable");
    const { nodes } = await page.ask("Accessibility.getFullAXTree");
    return nodes.filter((node) => !node.ignored && node.role?.value === role).map((node) => node.name?.value ?? "");
}

// The cell of a square, as its column and row say on the board of Black or White.
export function cellOf(square, side) {
    const file = "abcdefgh".indexOf(square[0]);
    const rank = Number(square[1]) - 1;
    const [row, column] = side === "black" ? [rank, 7 - file] : [7 - rank, file];
    return `#board tbody tr:nth-child(${row + 1}) td:nth-child(${column + 2})`;
}
