// SPDX-License-Identifier: GPL-3.0-or-later
// In a tournament the repetition is chosen: piece, file, rank, as a tap on the words that the device heard would
// repeat nothing (D.2.2). Which moves are legal is not known here.
import { by, element, inLanguage, put, say } from "../pages/words.js";
import { arrange } from "./buttons.js";

const files = [..."abcdefgh"];
const questions = ["person_page.choose.piece", "person_page.choose.file", "person_page.choose.rank"];

export class Chooser {
    // send(typed): true once the table has it.
    constructor(send) {
        this.send = send;
        this.about = ""; // the announcement that is repeated
        this.words = null;
        this.language = "";
        this.steps = []; // what was chosen: { text, typed }
        this.isSent = false;
        by("choose-back").onclick = () => this.take(this.steps.slice(0, -1));
    }

    // language: of the words.
    show(now, language) {
        const isAsked = now.choose === "repeat";
        const about = isAsked ? JSON.stringify([now.said, now.words]) : "";
        const isNew = about !== this.about;
        if (isNew || this.isSent) {
            this.about = about;
            this.words = now.words;
            this.language = language;
            this.isSent = false;
            const hadFocus = by("choose").contains(document.activeElement);
            by("choose").hidden = !isAsked;
            if (isAsked) {
                this.take([], false);
            } else if (hadFocus) {
                by("said-heading").focus({ preventScroll: true });
            }
        }
    }

    // What can be chosen next: { text, typed, isLast }.
    choices() {
        const { pieces, ranks, short_castling, long_castling } = this.words;
        return [
            [
                ...pieces.map(({ letter, text }) => ({ text, typed: letter })),
                { text: short_castling, typed: "O-O", isLast: true },
                { text: long_castling, typed: "O-O-O", isLast: true },
            ],
            files.map((letter, i) => ({ text: this.words.files[i], typed: letter, hint: letter })),
            ranks.map((text, i) => ({ text, typed: String(i + 1), hint: String(i + 1), isLast: true })),
        ][this.steps.length];
    }

    make(choice) {
        const made = element("button");
        made.type = "button";
        made.append(inLanguage(element("span", "text", choice.text), this.language));
        if (choice.hint && choice.hint !== choice.text) {
            made.append(" ", element("span", "", choice.hint));
        }
        made.onclick = () => {
            const steps = [...this.steps, choice];
            if (choice.isLast) {
                this.finish(steps);
            } else {
                this.take(steps);
            }
        };
        return made;
    }

    take(steps, isAsked = true) {
        this.steps = steps;
        put(by("choose-question"), say(questions[steps.length]));
        this.tell();
        arrange(by("choices"), this.choices().map((choice) => this.make(choice)));
        by("choose-back").hidden = steps.length === 0;
        if (isAsked) {
            by("choose-question").focus({ preventScroll: true });
        }
    }

    tell() {
        const words = this.steps.map((step) => step.text).join(" ");
        by("chosen-words").replaceChildren(inLanguage(element("strong", "", words), this.language));
    }

    async finish(steps) {
        const before = this.steps;
        this.steps = steps;
        this.isSent = true;
        this.tell();
        put(by("choose-question"), say("person_page.taken"));
        arrange(by("choices"), []);
        by("choose-back").hidden = true;
        by("choose-question").focus({ preventScroll: true });
        if (!await this.send(["w " + steps.map((step) => step.typed).join("")])) {
            this.isSent = false;
            this.take(before);
        }
    }
}
