// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong with each page that is named, light, dark and in forced colours, on a telephone, a tablet and a
// screen: what axe-core finds, a contrast below 7:1 included, and what is cut. Exit code 1 if anything is.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import puppeteer from "puppeteer-core";

const axe = readFileSync("node_modules/axe-core/axe.min.js", "utf8");
const browser = await puppeteer.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
});
const schemes = {
    light: [{ name: "prefers-color-scheme", value: "light" }],
    dark: [{ name: "prefers-color-scheme", value: "dark" }],
    forced: [{ name: "prefers-color-scheme", value: "dark" }, { name: "forced-colors", value: "active" }],
};
let found = 0;
let states = 0;

async function look(page, file, width, scheme) {
    await page.setViewport({ width, height: 900 });
    const result = await page.evaluate((isForced) => globalThis.axe.run({
        // What the system chose is not known to axe.
        rules: { "color-contrast": { enabled: !isForced }, "color-contrast-enhanced": { enabled: !isForced } },
    }), scheme === "forced");
    for (const broken of result.violations) {
        console.log(`${file}, ${scheme}, ${width} px: ${broken.id} (${broken.impact}): ${broken.help}`);
        for (const node of broken.nodes.slice(0, 3)) {
            console.log(`    ${node.html}`);
        }
    }
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (over > 0) {
        console.log(`${file}, ${scheme}, ${width} px: ${over} px are cut`);
    }
    found += result.violations.length + (over > 0 ? 1 : 0);
    ++states;
    return result.passes.length;
}

for (const file of process.argv.slice(2)) {
    const page = await browser.newPage();
    await page.goto("file://" + resolve(file));
    await page.evaluate(axe);
    await page.evaluate(() => document.querySelectorAll("details").forEach((one) => { one.open = true; }));
    const client = await page.createCDPSession();
    let passed = 0;
    for (const [scheme, features] of Object.entries(schemes)) {
        await client.send("Emulation.setEmulatedMedia", { features });
        for (const width of [320, 768, 1400]) {
            passed = await look(page, file, width, scheme);
        }
    }
    console.log(`${file}: ${passed} rules passed`);
    await page.close();
}
await browser.close();
console.log(`${states} states, ${found} faults`);
process.exit(found === 0 && states > 0 ? 0 : 1);
