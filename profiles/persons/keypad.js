// SPDX-License-Identifier: GPL-3.0-or-later
// The console's keys as buttons, for whoever has no keyboard: what is asked at once, and the parts of a line that is put
// together in the field. The last button says the whole line before it sends it.
import { by, element, inLanguage, put, say } from "../pages/words.js";
import { arrange } from "./buttons.js";
import { keep, kept } from "./kept.js";

const files = [..."abcdefgh"];

function keyOf(text, act, language = "") {
    const made = element("button");
    made.type = "button";
    made.append(inLanguage(element("span", "", text), language));
    made.onclick = act;
    return made;
}

export class Keypad {
    // send(typed): true once the table has it. field: where lines are typed.
    constructor(send, field) {
        this.send = send;
        this.field = field;
        this.parts = []; // what stood in the field before each part was added
        this.keys = "";
        this.words = "";
        by("keys-button").onclick = () => this.open(by("keys").hidden);
        by("key-delete").onclick = () => this.delete();
        by("key-send").onclick = () => this.finish();
        by("line").addEventListener("input", () => this.tell());
        this.open(Boolean(kept().hasKeys));
        this.tell();
    }

    open(isOpen) {
        by("keys").hidden = !isOpen;
        by("keys-button").setAttribute("aria-expanded", String(isOpen));
        keep({ hasKeys: isOpen });
    }

    // keys: of the welcome.
    begin(keys) {
        const text = JSON.stringify(keys);
        if (text === this.keys) {
            return; // a line that came back
        }
        this.keys = text;
        by("keypad").hidden = keys.length === 0;
        arrange(by("asked-keys"), keys.filter(({ begun }) => !begun)
            .map(({ text, typed }) => keyOf(text, () => this.send([typed]))));
        arrange(by("begun-keys"), keys.filter(({ begun }) => begun)
            .map(({ text, typed }) => keyOf(text, () => this.add(typed))));
    }

    // words: of the announcements, as "now" has them; language: theirs.
    show(words, language) {
        const text = JSON.stringify(words);
        if (!words || text === this.words) {
            return;
        }
        this.words = text;
        const { pieces, ranks, short_castling, long_castling } = words;
        const part = (word, typed) => keyOf(word, () => this.add(typed), language);
        arrange(by("piece-keys"), [
            ...pieces.map(({ text: word, letter }) => part(word, letter || `${word} `)), // a pawn has a word, too
            part(short_castling, "O-O"),
            part(long_castling, "O-O-O"),
        ]);
        arrange(by("file-keys"), files.map((letter, i) => part(words.files[i], letter)));
        arrange(by("rank-keys"), ranks.map((word, i) => part(word, String(i + 1))));
    }

    // The focus stays on the key: in the field a telephone would show its keyboard.
    add(typed) {
        this.parts.push(this.field.text);
        this.field.text += typed;
        this.tell();
    }

    delete() {
        this.field.text = this.parts.pop() ?? "";
        this.tell();
    }

    async finish() {
        this.parts = [];
        const sent = this.field.send();
        this.tell();
        await sent;
        this.tell(); // what could not be sent stands there again
    }

    tell() {
        put(by("key-send"), [say("person_page.send"), this.field.text.trim()].filter(Boolean).join(": "));
    }
}
