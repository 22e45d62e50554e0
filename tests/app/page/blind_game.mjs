// SPDX-License-Identifier: GPL-3.0-or-later
// A whole game with a dispute, White's lines typed by whoever does not see, Black's at the table's own terminal, and
// what White's console at a terminal prints of it. Whatever else White plays at has to tell the same.
import { join } from "node:path";
import { Running } from "./table.mjs";

export const options = ["--mode", "club", "--white", "impaired none", "--black", "sighted none", "--white-name",
    "Anna Ember", "--black-name", "Bob", "--language", "en", "--speech", "none", "--page", "on"];

// [who, what is typed, what White is told then at the latest]. Black mishears and is put right; White asks the same
// twice, carries out another move than the one that was announced, and both accept the proposal; a draw is offered.
export const steps = [
    ["table", "black starts", /^Clock: White\.$/],
    ["white", "e4", /Enter\?$/],
    ["white", "", /^Taken down\.$/],
    ["white", ".", /^Clock: Black\.$/],
    ["table", "black repeats Eva zwei Eva drei", /^Repetition differs/],
    ["white", "l", /^Eva vier$/],
    ["white", "l", /^Eva vier$/],
    ["table", "black repeats Eva zwei Eva vier", /^Settled/],
    ["table", "black executes e4", null],
    ["table", "black announces Eva sieben Eva fünf", /^Black: Eva/],
    ["table", "black presses", /^Clock: White\.$/],
    ["white", "w e5", /^Taken down\.$/],
    ["white", "n d5", /^Taken down\.$/],
    ["white", "s e5", /^Eva fünf/],
    ["white", "agenda", /^1: /],
    ["white", "accepts proposal", /White accepts/],
    ["table", "black accepts proposal", /^Move: /],
    ["white", "agenda", /^Nothing is open/],
    ["white", "Nf3", /Enter\?$/],
    ["white", "y", /^Taken down\.$/],
    ["white", ".", /^Clock: Black\.$/],
    ["table", "black repeats Springer Gustav eins Felix drei", /^Black repeats/],
    ["table", "black executes Nf3", null],
    ["white", "offer draw", /^Draw offered/],
    ["table", "black declines draw", /declined/],
    ["white", "resigns", /^Resign the game/],
    ["white", "y", /^To sign/],
    ["white", "u", /^Sign: /],
    ["white", "y", /^Signed: White/],
];

const bounce = 300; // ms, twice as long as the table takes an Enter for a bounce

// hand: White's: type(text), and until(pattern, from), the number of lines told once one from `from` on fits.
export async function play(table, hand) {
    let from = 0;
    for (const [who, text, pattern] of steps) {
        if (who === "table") {
            table.say(text);
        } else {
            if (text === "") {
                await new Promise((resolve) => setTimeout(resolve, bounce));
            }
            await hand.type(text);
        }
        if (pattern) {
            from = await hand.until(pattern, from, text);
        }
    }
}

// Of a console's lines and of a page's: where a terminal begins a new line, and times, which differ in every run.
export const comparable = (lines) => lines.flatMap((line) => line.split("; "))
    .map((line) => line.replace(/(one hour|\d+ hours?)?( ?\d+ (minutes?|seconds?))+/g, "TIME"));

// White's console at a terminal.
class Console extends Running {
    constructor(home, program) {
        super("script", ["-qefc", `"${program}" join white`, "/dev/null"], home.environment(), "pipe");
        this.typed = [];
    }

    // Without the prompts and what was typed there.
    told() {
        const typed = [...this.typed];
        return this.lines.map((line) => line.replace(/\r$/, "")).filter((line) => {
            const isTyped = line === `White: ${typed[0]}`;
            if (isTyped) {
                typed.shift();
            }
            return !isTyped && line !== "White: ";
        });
    }

    type(text) {
        this.typed.push(text);
        this.child.stdin.write(text + "\r");
    }

    until(pattern, from, what) {
        return super.until(() => {
            const found = this.told().findIndex((line, i) => i >= from && pattern.test(line));
            return found < 0 ? undefined : found + 1;
        }, `${pattern} after ${what}`);
    }
}

// What White is told at a terminal, line by line, up to the end of the table.
export async function linesOfConsole(home, program) {
    const table = home.talk(program, "play", ...options, "--journal", join(home.path, "console.ansage"));
    await table.find(/http:/);
    const white = new Console(home, program);
    await white.until(/^Console joined/, 0, "joining");
    await play(table, white);
    table.say("quit");
    await table.end();
    await white.ended;
    return white.told();
}
