// SPDX-License-Identifier: GPL-3.0-or-later
// What this person is asked, each answer a large button under its question, and the menu of what can be done besides.
import { by, element, put } from "../pages/words.js";
import { arrange, button, isTaken, mark } from "./buttons.js";

const long = 1000; // ms after which an answer that changed nothing, such as a bounce, can be given again

// Rows of buttons, one for each answer, kept as long as it stays the same.
export class Row {
    // send(answer): true once the table has it.
    constructor(send) {
        this.send = send;
        this.buttons = new Map(); // an answer as text: its button
    }

    make(answer) {
        const made = button(answer.text);
        made.dataset.answer = answer.id;
        if (answer.note) {
            made.querySelector(".text").append(" ", element("span", "note", answer.note));
        }
        made.addEventListener("click", async () => {
            if (!isTaken(made)) {
                mark(made, "taken");
                if (await this.send(answer)) {
                    setTimeout(() => isTaken(made) && mark(made, ""), long);
                } else {
                    mark(made, "failed");
                }
            }
        });
        return made;
    }

    // The buttons of these answers, in order.
    of(answers) {
        const before = this.buttons;
        this.buttons = new Map();
        return answers.map((answer) => {
            const { id, text, about, typed, matter, note } = answer; // and not the clocks, which go on
            const key = JSON.stringify([id, text, about, typed, matter, note]);
            const made = before.get(key) ?? this.make(answer);
            this.buttons.set(key, made);
            return made;
        });
    }
}

export class Answers {
    constructor(send) {
        this.row = new Row(send);
        this.groups = new Map(); // a question: its group
    }

    group(about, number) {
        const made = element("div", "question");
        made.setAttribute("role", "group");
        const question = made.appendChild(element("p"));
        question.id = `question-${number}`;
        made.setAttribute("aria-labelledby", about ? question.id : "due-heading");
        put(question, about);
        question.hidden = !about;
        made.append(element("div", "choice"));
        return made;
    }

    show(due) {
        const hadFocus = by("answers").contains(document.activeElement);
        const buttons = this.row.of(due);
        const before = this.groups;
        this.groups = new Map();
        for (const { about } of due) {
            if (!this.groups.has(about)) {
                this.groups.set(about, before.get(about) ?? this.group(about, ++this.number));
            }
        }
        by("due").hidden = due.length === 0;
        arrange(by("answers"), [...this.groups.values()]);
        for (const [about, group] of this.groups) {
            arrange(group.lastChild, buttons.filter((_, i) => due[i].about === about));
        }
        // Not to the next answer: a second Enter would give what nobody has read yet. Nor to the field: a telephone
        // would show its keyboard.
        if (hadFocus && !by("answers").contains(document.activeElement)) {
            by(due.length > 0 ? "due-heading" : "said-heading").focus({ preventScroll: true });
        }
    }

    number = 0;
}

export class Menu {
    constructor(send) {
        this.row = new Row(async (answer) => {
            const isSent = await send(answer);
            if (isSent) {
                this.open(false);
            }
            return isSent;
        });
        by("menu-button").onclick = () => this.open(by("menu").hidden);
    }

    open(isOpen) {
        if (!isOpen && by("menu").contains(document.activeElement)) {
            by("menu-button").focus({ preventScroll: true });
        }
        by("menu").hidden = !isOpen;
        by("menu-button").setAttribute("aria-expanded", String(isOpen));
    }

    show(menu) {
        by("more").hidden = menu.length === 0;
        arrange(by("menu"), this.row.of(menu));
    }
}
