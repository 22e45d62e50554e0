// SPDX-License-Identifier: GPL-3.0-or-later
// How the table stands for this person: the newest "now" has all of it. Whatever it says is shown as text.
import { Clocks } from "../pages/clocks.js";
import { by, put, say } from "../pages/words.js";
import { Answers, Menu } from "./answers.js";
import { stayAwake } from "./awake.js";
import { release } from "./buttons.js";
import { Chooser } from "./chooser.js";
import { Evidence } from "./evidence.js";
import { Mover } from "./mover.js";
import { Press } from "./press.js";

const colors = ["white", "black"];
const clocks = new Clocks({ white: by("white-clock"), black: by("black-clock") });

export class Seat {
    // type(texts), press(texts): true once the table has them. failed(): a press has not arrived.
    constructor({ type, press, failed }) {
        this.type = type;
        this.press = new Press(press, failed);
        this.answers = new Answers((answer) => type(answer.typed, answer.text));
        this.evidence = new Evidence((answer) => type(answer.typed, answer.text));
        this.menu = new Menu((answer) => type(answer.typed, answer.text));
        this.chooser = new Chooser(type);
        this.mover = null;
        this.now = null;
    }

    // What does not change as long as the game is played.
    begin(welcome) {
        if (welcome.role === "setup") {
            this.showPlace(true);
            return;
        }
        this.saidLanguage = welcome.said_language;
        this.names = {};
        for (const color of colors) {
            const name = welcome.names?.[color];
            const player = say("player." + color);
            this.names[color] = name ? `${player}: ${name}` : player;
            const isOwn = welcome.role === color;
            put(by(color + "-name"), isOwn ? `${this.names[color]} (${say("person_page.you")})` : this.names[color]);
            by(color + "-side").classList.toggle("own", isOwn);
        }
        document.title = colors.map((color) => welcome.names?.[color] || say("player." + color)).join(" – ");
        put(by("title"), document.title);
        const asks = welcome.vision === "impaired" && welcome.keys?.some(({ id }) => id === "squares");
        this.mover ??= new Mover({
            side: welcome.role === "black" ? "black" : "white",
            send: this.type,
            language: this.saidLanguage,
            asks: asks ? "asks square " : "",
        });
        this.showPlace(true);
    }

    // What everybody has who is let in.
    showPlace(isShown) {
        for (const id of ["field", "log-heading", "to-newest", "leaving"]) {
            by(id).hidden = !isShown;
        }
    }

    // The table is set up, and nobody has a place at it here yet.
    leaveSetUp() {
        this.showPlace(false);
        put(by("phase"), "");
        this.answers.show([]);
        this.menu.show([]);
    }

    show(now) {
        release();
        this.now = now;
        this.showClocks(true);
        put(by("phase"), say("page.phase." + now.phase));
        this.press.show(now.press);
        this.evidence.show(now, this.saidLanguage);
        this.answers.show(now.due.filter((answer) => !Evidence.owns(now, answer)));
        this.showSaid(now.said);
        this.mover?.show(now.board, now.said?.squares ?? [], now.words);
        by("main").classList.toggle("boardless", !now.board);
        this.chooser.show(now, this.saidLanguage);
        this.menu.show(now.menu);
        stayAwake(now.phase === "playing" || now.phase === "halted");
    }

    showClocks(isLive) {
        const { clocks: given, unix_ms } = this.now;
        by("clocks").hidden = !given;
        if (!given) {
            return;
        }
        clocks.show({ ...given, running: isLive ? given.runs : null }, unix_ms);
        for (const color of colors) {
            const words = given.runs === color ? [say("table_page.runs")] : [];
            if (given.fallen.includes(color)) {
                words.push(say("claim.flag"));
            }
            by(color + "-clock").classList.toggle("runs", given.runs === color);
            by(color + "-side").classList.toggle("fallen", given.fallen.includes(color));
            put(by(color + "-runs"), words.join(", "));
        }
    }

    showSaid(said) {
        by("said").hidden = !said && !this.now.press;
        put(by("said-by"), said ? `${this.names[said.mover]}:` : "");
        const words = by("said-words");
        put(words, said ? said.words : say("answer.nothing_yet"));
        if (said && this.saidLanguage && this.saidLanguage !== document.documentElement.lang) {
            words.lang = this.saidLanguage;
        } else {
            words.removeAttribute("lang");
        }
    }

    // Nothing goes on any more; the newest state stays true.
    end() {
        stayAwake(false);
        if (this.now) {
            this.showClocks(false);
        }
        this.evidence.end();
    }
}
