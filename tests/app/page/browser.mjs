// SPDX-License-Identifier: GPL-3.0-or-later
// Chromium without a window, driven over the two pipes of its own protocol. No wait is without a limit.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const keys = {
    ArrowLeft: { number: 37 }, ArrowUp: { number: 38 }, ArrowRight: { number: 39 }, ArrowDown: { number: 40 },
    Enter: { number: 13, text: "\r" }, Tab: { number: 9 }, Escape: { number: 27 },
    Space: { number: 32, text: " " },
};

const limit = 300000; // ms; long, for a machine that does much else

export function within(promise, what) {
    let timer;
    const late = new Promise((_, reject) => {
        timer = setTimeout(() => reject(new Error(`too late: ${what}`)), limit);
    });
    return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

export class Browser {
    constructor(program) {
        this.home = mkdtempSync(join(tmpdir(), "ansage-browser-"));
        this.child = spawn(program, ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
            "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
            "--remote-debugging-pipe", `--user-data-dir=${this.home}`],
        { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"], env: { PATH: process.env.PATH, HOME: this.home } });
        this.asked = new Map(); // number: what to do with the answer
        this.pages = new Map(); // session: page
        this.number = 0;
        this.unread = "";
        this.child.stdio[4].setEncoding("utf8").on("data", (text) => this.take(text));
        this.child.stdio[3].on("error", () => {});
    }

    take(text) {
        const messages = (this.unread + text).split("\0");
        this.unread = messages.pop();
        for (const message of messages.map((each) => JSON.parse(each))) {
            if (message.id) {
                const { resolve, reject } = this.asked.get(message.id);
                this.asked.delete(message.id);
                message.error ? reject(new Error(message.error.message)) : resolve(message.result);
            } else {
                this.pages.get(message.sessionId)?.note(message.method, message.params);
            }
        }
    }

    ask(method, params = {}, sessionId = undefined) {
        const id = ++this.number;
        const answer = new Promise((resolve, reject) => this.asked.set(id, { resolve, reject }));
        this.child.stdio[3].write(JSON.stringify({ id, method, params, sessionId }) + "\0");
        return within(answer, method);
    }

    async page() {
        const { targetId } = await this.ask("Target.createTarget", { url: "about:blank" });
        const { sessionId } = await this.ask("Target.attachToTarget", { targetId, flatten: true });
        const page = new Page(this, targetId, sessionId);
        this.pages.set(sessionId, page);
        for (const part of ["Runtime", "Log", "Page", "Network"]) {
            await page.ask(part + ".enable");
        }
        return page;
    }

    async end() {
        const ended = new Promise((resolve) => this.child.on("exit", resolve));
        await this.ask("Browser.close").catch(() => this.child.kill("SIGKILL"));
        await within(ended, "the browser's end");
        rmSync(this.home, { recursive: true, force: true, maxRetries: 5 });
    }
}

export class Page {
    constructor(browser, target, session) {
        Object.assign(this, { browser, target, session });
        this.requests = []; // addresses
        this.problems = []; // what the browser complains of
    }

    ask(method, params) {
        return this.browser.ask(method, params, this.session);
    }

    note(method, params) {
        if (method === "Network.requestWillBeSent") {
            this.requests.push(params.request.url);
        } else if (method === "Runtime.exceptionThrown") {
            this.problems.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
        } else if (method === "Log.entryAdded" && params.entry.level === "error") {
            this.problems.push(params.entry.text);
        }
    }

    // Before anything of the page runs.
    async prepare(script) {
        await this.ask("Page.addScriptToEvaluateOnNewDocument", { source: `(${script})()` });
    }

    async go(url) {
        await this.ask("Page.navigate", { url });
    }

    // What a function of the page gives; its arguments are plain values.
    async run(script, ...given) {
        const expression = typeof script === "string" ? script : `(${script})(...${JSON.stringify(given)})`;
        const { result, exceptionDetails } = await this.ask("Runtime.evaluate",
            { expression, awaitPromise: true, returnByValue: true });
        if (exceptionDetails) {
            throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
        }
        return result.value;
    }

    // Asks until the function gives something.
    async until(script, ...given) {
        const end = Date.now() + limit;
        while (Date.now() < end) {
            const value = await this.run(script, ...given).catch(() => undefined); // while it loads
            if (value) {
                return value;
            }
            await new Promise((resolve) => setTimeout(resolve, 20));
        }
        const shown = await this.run(() => document.body.innerText);
        throw new Error(`too late: ${script}; the page says:\n${shown}`);
    }

    // A key by its name; a letter that is only a shortcut is a capital.
    async key(name, modifiers = 0) {
        const { code, number, text } = keys[name] ?? { code: "Key" + name, number: name.charCodeAt(0) };
        const value = name === "Space" ? " " : name;
        const key = { key: value, code: code ?? name, windowsVirtualKeyCode: number, modifiers };
        await this.ask("Input.dispatchKeyEvent", { type: text ? "keyDown" : "rawKeyDown", text, ...key });
        await this.ask("Input.dispatchKeyEvent", { type: "keyUp", ...key });
    }

    async type(text) {
        await this.ask("Input.insertText", { text });
    }

    // The middle of an element, scrolled to.
    async middle(selector) {
        const found = await this.run((wanted) => {
            const element = document.querySelector(wanted);
            element?.scrollIntoView({ block: "center" });
            const box = element?.getBoundingClientRect();
            return box && box.width > 0 ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null;
        }, selector);
        if (!found) {
            throw new Error(`nothing to be seen of ${selector}`);
        }
        return found;
    }

    // A finger, and a mouse.
    async tap(selector) {
        const at = await this.middle(selector);
        await this.ask("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [at] });
        await this.ask("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    }

    async click(selector) {
        const at = await this.middle(selector);
        for (const type of ["mousePressed", "mouseReleased"]) {
            await this.ask("Input.dispatchMouseEvent", { type, ...at, button: "left", clickCount: 1 });
        }
    }

    async drag(from, to) {
        const button = { button: "left", buttons: 1, clickCount: 1 };
        const begin = await this.middle(from);
        const end = await this.run((wanted) => {
            const box = document.querySelector(wanted).getBoundingClientRect();
            return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
        }, to);
        await this.ask("Input.dispatchMouseEvent", { type: "mousePressed", ...begin, ...button });
        for (const part of [0.3, 0.6, 1]) {
            const at = { x: begin.x + part * (end.x - begin.x), y: begin.y + part * (end.y - begin.y) };
            await this.ask("Input.dispatchMouseEvent", { type: "mouseMoved", ...at, ...button });
        }
        await this.ask("Input.dispatchMouseEvent", { type: "mouseReleased", ...end, ...button });
    }

    async look({ width = 1400, height = 1000, dark = false, forced = false, media = "" } = {}) {
        await this.ask("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false });
        await this.ask("Emulation.setEmulatedMedia", { media, features: [
            { name: "prefers-color-scheme", value: dark ? "dark" : "light" },
            { name: "forced-colors", value: forced ? "active" : "none" }] });
    }

    // isWhole: beyond the window, too.
    async picture({ isWhole = true } = {}) {
        const { data } = await this.ask("Page.captureScreenshot", { format: "png", captureBeyondViewport: isWhole });
        return Buffer.from(data, "base64");
    }

    async close() {
        await this.browser.ask("Target.closeTarget", { targetId: this.target });
    }
}
