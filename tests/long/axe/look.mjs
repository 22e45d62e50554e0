// SPDX-License-Identifier: GPL-3.0-or-later
// What axe-core finds wrong in each page that is named; exit code 1 if it finds anything.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import puppeteer from "puppeteer-core";

const axe = readFileSync("node_modules/axe-core/axe.min.js", "utf8");
const browser = await puppeteer.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu"],
});
let found = 0;
for (const file of process.argv.slice(2)) {
    const page = await browser.newPage();
    await page.goto("file://" + resolve(file));
    await page.evaluate(axe);
    const result = await page.evaluate(() => globalThis.axe.run());
    console.log(`${file}: ${result.passes.length} rules passed, ${result.violations.length} broken`);
    for (const broken of result.violations) {
        console.log(`  ${broken.id} (${broken.impact}): ${broken.help}`);
        for (const node of broken.nodes.slice(0, 3)) {
            console.log(`    ${node.html}`);
        }
    }
    found += result.violations.length;
    await page.close();
}
await browser.close();
process.exit(found === 0 && process.argv.length > 2 ? 0 : 1);
