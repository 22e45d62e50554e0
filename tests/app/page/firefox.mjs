// SPDX-License-Identifier: GPL-3.0-or-later
// Firefox without a window, driven by WebDriver BiDi as browser.mjs drives Chromium, with the same calls. No wait is
// without a limit. The WebSocket is that of Node.js from version 22 on, and before it that of Debian's node-ws
// (NODE_PATH=/usr/share/nodejs).
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Page as Chromiums, within } from "./browser.mjs";

const keys = {
    ArrowLeft: "\uE012", ArrowUp: "\uE013", ArrowRight: "\uE014", ArrowDown: "\uE015", Enter: "\uE007", Tab: "\uE004",
    Escape: "\uE00C", Space: " ",
};
const held = [[1, "\uE00A"], [2, "\uE009"], [4, "\uE03D"], [8, "\uE008"]]; // modifiers as browser.mjs has them

// Nothing is asked of anybody outside, and nothing is shown besides the page.
const settings = `user_pref("app.update.disabledForTesting", true);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.startup.homepage_override.mstone", "ignore");
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("dom.w3c_touch_events.enabled", 1);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("remote.prefs.recommended", true);
user_pref("toolkit.telemetry.server", "");
`;

export class Firefox {
    constructor(program) {
        this.home = mkdtempSync(join(tmpdir(), "ansage-firefox-"));
        writeFileSync(join(this.home, "user.js"), settings);
        this.child = spawn(program, ["--headless", "--no-remote", "--profile", this.home, "--remote-debugging-port", "0"],
            { stdio: ["ignore", "ignore", "pipe"], env: { PATH: process.env.PATH, HOME: this.home, MOZ_REMOTE_LOCALES: "en" } });
        this.asked = new Map(); // number: what to do with the answer
        this.pages = new Map(); // context: page
        this.number = 0;
        this.ready = within(this.connect(), "Firefox's beginning");
    }

    async connect() {
        let told = "";
        const address = await new Promise((resolve, reject) => {
            this.child.stderr.setEncoding("utf8").on("data", (text) => {
                told += text;
                const [, found] = told.match(/WebDriver BiDi listening on (\S+)/) ?? [];
                if (found) {
                    resolve(found);
                }
            });
            this.child.on("exit", () => reject(new Error(`Firefox has ended: ${told}`)));
        });
        const Socket = globalThis.WebSocket ?? createRequire(import.meta.url)("ws");
        this.socket = new Socket(address + "/session");
        this.socket.onmessage = ({ data }) => this.take(JSON.parse(data));
        await new Promise((resolve, reject) => {
            this.socket.onopen = resolve;
            this.socket.onerror = () => reject(new Error(`no connection to ${address}`));
        });
        await this.send("session.new", { capabilities: {} });
        await this.send("session.subscribe", { events: ["log.entryAdded", "network.beforeRequestSent"] });
    }

    take(message) {
        if (message.id) {
            const { resolve, reject } = this.asked.get(message.id);
            this.asked.delete(message.id);
            message.type === "error" ? reject(new Error(message.message)) : resolve(message.result);
        } else {
            const { params } = message;
            this.pages.get(params.context ?? params.source?.context)?.note(message.method, params);
        }
    }

    send(method, params) {
        const id = ++this.number;
        const answer = new Promise((resolve, reject) => this.asked.set(id, { resolve, reject }));
        this.socket.send(JSON.stringify({ id, method, params }));
        return within(answer, method);
    }

    async page() {
        await this.ready;
        const { context } = await this.send("browsingContext.create", { type: "tab" });
        const page = new Page(this, context);
        this.pages.set(context, page);
        await page.send("browsingContext.activate"); // else its keys lead nowhere
        return page;
    }

    async end() {
        const ended = new Promise((resolve) => this.child.on("exit", resolve));
        await this.send("browser.close", {}).catch(() => this.child.kill("SIGKILL"));
        await within(ended, "Firefox's end");
        rmSync(this.home, { recursive: true, force: true, maxRetries: 5 });
    }
}

// What is made of run() and of keys is Chromium's.
class Page extends Chromiums {
    constructor(browser, context) {
        super(browser, context, context);
        this.context = context;
    }

    send(method, params = {}) {
        return this.browser.send(method, { context: this.context, ...params });
    }

    ask(method) {
        throw new Error(`Firefox knows no ${method}`);
    }

    note(method, params) {
        if (method === "network.beforeRequestSent") {
            this.requests.push(params.request.url);
        } else if (params.level === "error") {
            this.problems.push(params.text);
        }
    }

    async prepare(script) {
        await this.browser.send("script.addPreloadScript", { functionDeclaration: String(script), contexts: [this.context] });
    }

    async go(url) {
        await this.send("browsingContext.navigate", { url, wait: "none" });
    }

    async run(script, ...given) {
        // A function's value comes as text; a script's own is a plain one.
        const expression = typeof script === "string" ? script
            : `(async () => JSON.stringify([await (${script})(...${JSON.stringify(given)})]))()`;
        const answer = await this.browser.send("script.evaluate",
            { expression, target: { context: this.context }, awaitPromise: true });
        if (answer.type === "exception") {
            throw new Error(answer.exceptionDetails.text);
        }
        return typeof script === "string" ? answer.result.value : JSON.parse(answer.result.value)[0] ?? undefined;
    }

    act(...actions) {
        return this.send("input.performActions", { actions });
    }

    async key(name, modifiers = 0) {
        const with_ = held.filter(([bit]) => modifiers & bit).map(([, key]) => key);
        const value = keys[name] ?? (modifiers ? name.toLowerCase() : name);
        const all = [...with_.map((key) => ["keyDown", key]), ["keyDown", value], ["keyUp", value],
            ...with_.reverse().map((key) => ["keyUp", key])];
        await this.act({ type: "key", id: "keys", actions: all.map(([type, key]) => ({ type, value: key })) });
    }

    async type(text) {
        const actions = [...text].flatMap((letter) => ["keyDown", "keyUp"].map((type) => ({ type, value: letter })));
        if (actions.length > 0) {
            await this.act({ type: "key", id: "keys", actions });
        }
    }

    async point(pointerType, selector) {
        const { x, y } = await this.middle(selector);
        await this.act({ type: "pointer", id: pointerType, parameters: { pointerType }, actions: [
            { type: "pointerMove", x: Math.round(x), y: Math.round(y) },
            { type: "pointerDown", button: 0 }, { type: "pointerUp", button: 0 }] });
    }

    tap(selector) {
        return this.point("touch", selector);
    }

    click(selector) {
        return this.point("mouse", selector);
    }

    // Of colours Firefox cannot be told.
    async look({ width = 1400, height = 1000 } = {}) {
        await this.send("browsingContext.setViewport", { viewport: { width, height } });
    }

    async close() {
        this.browser.pages.delete(this.context);
        await this.send("browsingContext.close");
    }
}
