// SPDX-License-Identifier: GPL-3.0-or-later
// Lines are typed here as at a console. Arrows bring back what was typed; an empty line is sent, too, for it
// confirms what was read back. Escape silences what is being said.
import { by } from "../pages/words.js";
import { hush } from "./voice.js";

const most = 50; // lines that can be brought back

export class Field {
    // type(texts): true once the table has them.
    constructor(type) {
        this.type = type;
        this.input = by("line");
        this.lines = []; // what was typed, the newest last
        this.back = 0; // how many lines back the field is
        this.draft = ""; // what stood there before
        by("field").addEventListener("submit", (event) => {
            event.preventDefault();
            this.input.focus();
            this.send();
        });
        this.input.addEventListener("keydown", (event) => this.key(event));
    }

    get text() {
        return this.input.value;
    }

    set text(text) {
        this.input.value = text;
    }

    async send() {
        const text = this.input.value;
        this.input.value = "";
        this.back = 0;
        if (text.trim()) {
            this.lines = [...this.lines, text].slice(-most);
        }
        // What could not be sent stands there again, unless something else does.
        if (!await this.type([text]) && !this.input.value) {
            this.input.value = text;
        }
    }

    key(event) {
        if (event.key === "Escape") {
            hush();
            this.type(["hush"]);
            return;
        }
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
