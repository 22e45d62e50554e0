// SPDX-License-Identifier: GPL-3.0-or-later
// A desktop that nobody sees: Xvfb, a window manager, Orca, which speaks to us, and Firefox ESR; keys as from a
// keyboard. Run it under dbus-run-session: the bus of accessibility is started by that of the session.
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { within } from "../../app/page/browser.mjs";
import { Speech } from "./speech.mjs";

// Nothing that a first start shows or asks.
const preferences = {
    "accessibility.force_disabled": -1,
    "app.update.enabled": false,
    "browser.aboutwelcome.enabled": false,
    "browser.newtab.preload": false,
    "browser.shell.checkDefaultBrowser": false,
    "browser.startup.homepage_override.mstone": "ignore",
    "datareporting.policy.dataSubmissionEnabled": false,
    "termsofuse.bypassNotification": true,
};

export class Desktop {
    constructor() {
        this.home = mkdtempSync(join(tmpdir(), "ansage-orca-"));
        this.log = openSync(join(this.home, "log"), "w");
        this.running = [];
        this.speech = new Speech();
        mkdirSync(join(this.home, "run"), { mode: 0o700 });
        this.environment = { ...process.env, HOME: this.home, XDG_RUNTIME_DIR: join(this.home, "run"),
            TMPDIR: this.home, LC_ALL: "C.UTF-8", LANG: "C.UTF-8", GSETTINGS_BACKEND: "keyfile",
            GNOME_ACCESSIBILITY: "1", SPEECHD_ADDRESS: `unix_socket:${join(this.home, "speech")}` };
    }

    start(program, ...words) {
        const child = spawn(program, words, { env: this.environment, stdio: ["ignore", this.log, this.log] });
        child.ended = new Promise((resolve) => child.on("close", resolve).on("error", resolve));
        this.running.push(child);
        return child;
    }

    async begin() {
        await this.speech.begin(join(this.home, "speech"));
        this.environment.DISPLAY = await this.display();
        execFileSync("gsettings", ["set", "org.gnome.desktop.interface", "toolkit-accessibility", "true"],
            { env: this.environment });
        this.start("openbox");
        this.start("orca", "--replace");
        await this.hears(/^Screen reader on/, 0);
    }

    // Xvfb finds a number that is free, and says so once it can be used.
    display() {
        const screen = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"],
            { stdio: ["ignore", this.log, this.log, "pipe"], env: this.environment });
        screen.ended = new Promise((resolve) => screen.on("close", resolve));
        this.running.push(screen);
        return within(new Promise((resolve, reject) => {
            screen.stdio[3].once("data", (number) => resolve(`:${String(number).trim()}`));
            screen.on("error", reject).on("close", () => reject(new Error("Xvfb ended")));
        }), "Xvfb");
    }

    // Until Orca, which begins to read a page by itself, has read all of it; last: its last words.
    async open(url, last) {
        const profile = join(this.home, "profile");
        mkdirSync(profile);
        writeFileSync(join(profile, "user.js"), Object.entries(preferences)
            .map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`).join(""));
        this.start("firefox-esr", "--no-remote", "--profile", profile, url);
        return this.hears(last, 0);
    }

    // The number of utterances once one from `from` on fits.
    hears(pattern, from) {
        return within(this.speech.until(pattern, from), `${pattern} of Orca`);
    }

    key(...names) {
        execFileSync("xdotool", ["key", "--delay", "50", ...names], { env: this.environment });
    }

    type(text) {
        if (text) {
            execFileSync("xdotool", ["type", "--delay", "50", text], { env: this.environment });
        }
        this.key("Return");
    }

    // Tab by Tab, until Orca says that the focus is where it is wanted. It says the key first.
    async tabTo(pattern) {
        for (let i = 0; i < 60; ++i) {
            const from = this.speech.spoken.length;
            this.key("Tab");
            const there = await this.hears(/\b(push button|entry|link|tool bar|page tab)\b/,
                await this.hears(/^tab$/, from));
            if (pattern.test(this.speech.spoken[there - 1])) {
                return;
            }
        }
        throw new Error(`no Tab leads to ${pattern}`);
    }

    async end() {
        for (const child of this.running.splice(0).reverse()) {
            child.kill("SIGTERM");
            const late = setTimeout(() => child.kill("SIGKILL"), 10000);
            await child.ended;
            clearTimeout(late);
        }
        this.speech.end();
        rmSync(this.home, { recursive: true, force: true, maxRetries: 5 });
    }
}
