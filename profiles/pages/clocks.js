// SPDX-License-Identifier: GPL-3.0-or-later
// Two clocks as a table told them last, and what they show now. Times are milliseconds; an instant is one of
// Date.now(), which goes on while a telephone sleeps.

// "1:29:05", as a clock shows it: it reaches 0:00:00 when the flag falls, and not a second before.
export function figures(ms) {
    const seconds = Math.max(0, Math.ceil(ms / 1000));
    const two = (number) => String(number).padStart(2, "0");
    return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

// The same for ears: "1 hour, 29 minutes, 5 seconds", in that language.
export function spoken(ms, language) {
    const seconds = Math.max(0, Math.ceil(ms / 1000));
    const parts = [["hour", Math.floor(seconds / 3600)], ["minute", Math.floor(seconds / 60) % 60],
        ["second", seconds % 60]];
    const told = parts.filter(([unit, number]) => number > 0 || (unit === "second" && seconds === 0));
    return new Intl.ListFormat(language, { type: "unit" }).format(told.map(([unit, number]) =>
        new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(number)));
}

// What is left to `color` now. clocks: { white_ms, black_ms, running, delay_ms, hourglass } as they were at `at`;
// running is "white", "black" or null; in an hourglass the other clock gains what it loses.
export function left(clocks, color, at, now = Date.now()) {
    const passed = clocks.running ? Math.max(0, now - at - (clocks.delay_ms ?? 0)) : 0;
    const lost = clocks.running === color ? passed : 0;
    const gained = clocks.running !== color && clocks.hourglass ? passed : 0;
    return Math.max(0, clocks[color + "_ms"] - lost + gained);
}

// Paints both clocks once a second, at the moment when a second ends; while they stand, nothing is painted.
// Their elements lie in no live region: nobody is read a clock that he did not ask for.
export class Clocks {
    // faces: { white, black }, elements whose text is the figures.
    constructor(faces) {
        this.faces = faces;
        this.timer = 0;
    }

    show(clocks, at = Date.now()) {
        this.clocks = clocks;
        this.at = at;
        this.paint();
    }

    stop() {
        clearTimeout(this.timer);
    }

    paint() {
        clearTimeout(this.timer);
        const now = Date.now();
        for (const [color, face] of Object.entries(this.faces)) {
            const text = figures(left(this.clocks, color, this.at, now));
            if (face.textContent !== text) {
                face.textContent = text;
            }
            face.classList.toggle("runs", this.clocks.running === color);
        }
        const { running } = this.clocks;
        const rest = running ? left(this.clocks, running, this.at, now) : 0;
        if (rest > 0) {
            this.timer = setTimeout(() => this.paint(), rest % 1000 || 1000);
        }
    }
}
