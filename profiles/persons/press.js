// SPDX-License-Identifier: GPL-3.0-or-later
// The button of the own clock: always there, always the same, never disabled, for a press always counts and nobody
// may remind a player of his (12.6).
import { by, put } from "../pages/words.js";
import { button, mark } from "./buttons.js";

const gone = 500; // ms after which no click comes any more of a touch that has ended

// Acts as soon as it is touched; the click that comes of the same touch is not another one. Keys and screen readers
// may send nothing but a click.
function onTouch(made, act) {
    let isActed = false;
    let timer = 0;
    made.addEventListener("pointerdown", (event) => {
        if (event.isPrimary && event.button === 0) {
            clearTimeout(timer);
            isActed = true;
            act();
        }
    });
    const end = () => {
        clearTimeout(timer);
        timer = setTimeout(() => {
            isActed = false;
        }, gone);
    };
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
    made.addEventListener("keydown", () => {
        isActed = false;
    });
    made.addEventListener("click", () => {
        if (isActed) {
            isActed = false;
        } else {
            act();
        }
    });
}

export class Press {
    // send(typed): true once the table has it. failed(): it has not.
    constructor(send, failed) {
        this.made = by("press");
        this.made.replaceChildren(...button("").childNodes);
        this.typed = [];
        onTouch(this.made, async () => {
            mark(this.made, "taken");
            if (!await send(this.typed)) {
                mark(this.made, "failed");
                failed();
            }
        });
    }

    show(press) {
        this.made.hidden = !press;
        if (press) {
            this.typed = press.typed;
            put(this.made.querySelector(".text"), press.text);
        }
    }
}
