// SPDX-License-Identifier: GPL-3.0-or-later
// Lines are typed here as at a console. Arrows bring back what was typed; an empty line is sent, too, for it
// confirms what was read back.
import { by } from "../pages/words.js";

const most = 50; // lines that can be brought back

export class Field {
    // send(typed): true once the table has it.
    constructor(send) {
        this.send = send;
        this.input = by("line");
        this.lines = []; // what was typed, the newest last
        this.back = 0; // how many lines back the field is
        this.draft = ""; // what stood there before
        by("field").addEventListener("submit", (event) => {
            event.preventDefault();
            this.submit();
        });
        this.input.addEventListener("keydown", (event) => this.key(event));
    }

    async submit() {
        const text = this.input.value;
        this.input.value = "";
        this.back = 0;
        this.input.focus();
        if (text.trim()) {
            this.lines = [...this.lines, text].slice(-most);
        }
        // What could not be sent stands there again, unless something else does.
        if (!await this.send([text]) && !this.input.value) {
            this.input.value = text;
        }
    }

    key(event) {
        const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
        const back = this.back + (step ?? 0);
        if (!step || event.altKey || event.ctrlKey || event.metaKey || back < 0 || back > this.lines.length) {
            return;
        }
        event.preventDefault();
        if (this.back === 0) {
            this.draft = this.input.value;
        }
        this.back = back;
        this.input.value = back === 0 ? this.draft : this.lines.at(-back);
    }
}
