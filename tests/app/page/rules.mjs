// SPDX-License-Identifier: GPL-3.0-or-later
// What holds for every state of every page, and what a test says if something is not there to try it with.
import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export const notTried = (what, why) => console.log(`not tried: ${what}, because ${why}`);

export function isThere(file, what) {
    if (!existsSync(file)) {
        notTried(what, `${file} is not there`);
    }
    return existsSync(file);
}

const here = import.meta.dirname ?? new URL(".", import.meta.url).pathname;
const axeFile = join(here, "../../../build/axe/node_modules/axe-core/axe.min.js");
let axe = "";

export function readAxe() {
    axe = isThere(axeFile, "what axe-core finds in it") ? readFileSync(axeFile, "utf8") : "";
}

export async function expectNoFaults(page, what, widths = [1400]) {
    assert.deepEqual(page.problems, [], what);
    if (!axe) {
        return;
    }
    for (const look of widths.flatMap((width) => [{ width }, { width, dark: true }])) {
        await page.look(look);
        await page.run(`${axe}; true`);
        const faults = await page.run(async () => {
            const rules = { "color-contrast-enhanced": { enabled: true } };
            const { violations } = await globalThis.axe.run(document, { rules });
            return violations.map((each) => `${each.id}: ${each.help}: ${each.nodes[0].html.slice(0, 200)}`);
        });
        assert.deepEqual(faults, [], `axe, ${what}, ${look.width} px, ${look.dark ? "dark" : "light"}`);
    }
    await page.look();
}

// Nothing is wider than the window, and no text ends outside what it stands in.
export const isCut = () => {
    const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    const cut = [...document.querySelectorAll("main p, main h2, main button, main li, main span:not(.heard)")]
        .filter((each) => !each.closest(".heard") && each.offsetParent && each.scrollWidth > each.clientWidth + 1
            && getComputedStyle(each).display !== "inline" && getComputedStyle(each).clipPath === "none");
    return [...(wide > 0 ? [`${wide} px too wide`] : []), ...cut.map((each) => each.outerHTML.slice(0, 200))];
};

const looks = [];
for (const width of [320, 640, 768, 1400]) { // 640: 1280 at 200 %
    looks.push({ width }, { width, dark: true }, { width, forced: true });
}

// pictures: a folder for them, if they are wanted. isWhole: of all of the page, not of one screen.
export async function expectNothingCut(page, what, pictures, { isWhole = true } = {}) {
    for (const look of looks) {
        await page.look({ ...look, height: look.width < 640 && !isWhole ? 640 : 1000 });
        assert.deepEqual(await page.run(isCut), [], `${what} at ${look.width} px`);
        if (pictures) {
            const name = [what, look.width, ...["dark", "forced"].filter((each) => look[each])].join("-");
            writeFileSync(join(pictures, `${name}.png`), await page.picture({ isWhole }));
        }
    }
    await page.look();
}

// Each test by its name, one after the other, with what they all need; ANSAGE_TEST names some of them.
export async function runAll(tests, ...needed) {
    const wanted = process.env.ANSAGE_TEST ?? "";
    for (const [name, test] of Object.entries(tests).filter(([each]) => each.includes(wanted))) {
        const began = Date.now();
        await test(...needed);
        console.log(`${name}: passed after ${((Date.now() - began) / 1000).toFixed(1)} s`);
    }
}
