// SPDX-License-Identifier: GPL-3.0-or-later
// The arbiter's evidence: both boards, what each witness said, and the open matters, each with its answers and what
// the clocks show if he gives them. The table says all of it; nothing is judged here.
import { Clocks, spoken } from "../pages/clocks.js";
import { Boards, colors, showMoves } from "../pages/evidence.js";
import { by, element, put, say } from "../pages/words.js";
import { Row } from "./answers.js";
import { arrange } from "./buttons.js";

// "White 0:12:03 → 0:14:03", and the same for ears. It goes on as the clocks do.
class Then {
    constructor() {
        this.made = element("div", "then");
        this.heading = this.made.appendChild(element("p"));
        this.lines = {};
        const faces = { before: {}, after: {} };
        for (const color of colors) {
            const line = this.made.appendChild(element("p", "time"));
            const heard = line.appendChild(element("span", "heard"));
            const seen = line.appendChild(element("span"));
            seen.setAttribute("aria-hidden", "true");
            seen.append(element("span", "whose", say("player." + color)), " ");
            faces.before[color] = seen.appendChild(element("span"));
            const change = seen.appendChild(element("span"));
            change.append(" → ");
            faces.after[color] = change.appendChild(element("strong"));
            this.lines[color] = { heard, change };
        }
        this.runs = this.made.appendChild(element("p"));
        this.before = new Clocks(faces.before);
        this.after = new Clocks(faces.after);
    }

    // now: with the clocks as they run, and the instant of all of it.
    show({ text, clocks: { before, after, passing } }, now, isLive) {
        const { delay_ms, hourglass } = now.clocks;
        const running = isLive ? before.runs : null;
        put(this.heading, text);
        this.before.show({ ...before, delay_ms, hourglass, running }, now.unix_ms);
        this.after.show({ ...after, delay_ms, hourglass, running: passing.length > 0 ? running : null }, now.unix_ms);
        for (const color of colors) {
            const [then, later] = [before, after].map((each) => each[color + "_ms"]);
            const { heard, change } = this.lines[color];
            const isOther = then !== later;
            change.hidden = !isOther;
            const language = document.documentElement.lang;
            const player = say("player." + color);
            put(heard, isOther
                ? `${player}: ${spoken(then, language)}, ${say("person_page.clock_then")} ${spoken(later, language)}`
                : `${player}: ${spoken(then, language)}, ${say("person_page.clock_stays")}`);
        }
        const isRunningOther = before.runs !== after.runs;
        put(this.runs, !isRunningOther ? "" : after.runs
            ? say("person_page.clock_runs_then", { text: say("player." + after.runs) })
            : say("person_page.clocks_stand_then"));
    }

    stop() {
        this.before.stop();
        this.after.stop();
    }
}

// One open matter.
class Card {
    constructor(number) {
        this.made = element("li", "matter open");
        this.made.dataset.matter = number;
        this.text = this.made.appendChild(element("p", "off"));
        this.text.id = `matter-${number}`;
        this.articles = this.made.appendChild(element("p"));
        this.proposal = this.made.appendChild(element("p"));
        this.clocks = this.made.appendChild(element("div"));
        this.choice = this.made.appendChild(element("div", "choice"));
        this.choice.setAttribute("role", "group");
        this.choice.setAttribute("aria-labelledby", this.text.id);
        this.thens = new Map(); // by answer
    }

    show(matter, answers, buttons) {
        put(this.text, matter.text);
        const unsaid = matter.articles.filter((article) => !matter.text.includes(article));
        put(this.articles, unsaid.join(", "));
        put(this.proposal, matter.proposal?.text ?? "");
        arrange(this.choice, buttons);
        this.answers = answers.filter((answer) => answer.clocks);
        const before = this.thens;
        this.thens = new Map(this.answers.map(({ id }) => [id, before.get(id) ?? new Then()]));
        for (const [id, then] of before) {
            if (!this.thens.has(id)) {
                then.stop();
            }
        }
        arrange(this.clocks, [...this.thens.values()].map((then) => then.made));
    }

    showClocks(now, isLive) {
        for (const answer of this.answers) {
            this.thens.get(answer.id).show(answer, now, isLive);
        }
    }

    stop() {
        this.thens.forEach((then) => then.stop());
    }
}

export class Evidence {
    // send(answer): true once the table has it.
    constructor(send) {
        this.row = new Row(send);
        this.cards = new Map(); // by the matter's number
        this.boards = null;
        this.now = null;
        this.back = null; // the answer that undoes a ruling, where the clocks change by it
        this.backThen = new Then();
    }

    // The answers that stand here, each beside what it answers; the others are the person's as any other's.
    static owns(now, answer) {
        return Boolean(now.matters) && answer.matter !== undefined;
    }

    // saidLanguage: of what people say.
    show(now, saidLanguage) {
        this.now = now;
        by("evidence").hidden = !now.boards;
        by("main").classList.toggle("judging", Boolean(now.boards));
        if (!now.boards) {
            return;
        }
        this.boards ??= new Boards();
        this.boards.show(now.boards, now.board);
        showMoves(now.moves, saidLanguage);
        this.showMatters();
        this.showClocks(true);
    }

    showMatters() {
        const { matters, due } = this.now;
        const hadFocus = by("evidence").contains(document.activeElement);
        const answers = due.filter((answer) => Evidence.owns(this.now, answer));
        const buttons = this.row.of(answers);
        const of = (isWanted) => buttons.filter((_, i) => isWanted(answers[i]));
        const before = this.cards;
        this.cards = new Map(matters.map(({ number }) => [number, before.get(number) ?? new Card(number)]));
        for (const [number, card] of before) {
            if (!this.cards.has(number)) {
                card.stop();
            }
        }
        for (const matter of matters) {
            const isIts = (answer) => answer.matter === matter.number && answer.id !== "take_back";
            this.cards.get(matter.number).show(matter, answers.filter(isIts), of(isIts));
        }
        arrange(by("matters"), [...this.cards.values()].map((card) => card.made));
        by("matters").hidden = matters.length === 0;
        by("no-matters").hidden = matters.length > 0;
        const back = answers.find((answer) => answer.id === "take_back");
        by("undo").hidden = !back;
        put(by("undo-about"), back?.about ?? "");
        this.back = back?.clocks ? back : null;
        arrange(by("undo-clocks"), this.back ? [this.backThen.made] : []);
        if (!this.back) {
            this.backThen.stop();
        }
        arrange(by("undo-answer"), of((answer) => answer.id === "take_back"));
        // Not to the next answer: a second Enter would give what nobody has read yet.
        if (hadFocus && !by("evidence").contains(document.activeElement)) {
            by("evidence-heading").focus({ preventScroll: true });
        }
    }

    showClocks(isLive) {
        this.cards.forEach((card) => card.showClocks(this.now, isLive));
        if (this.back) {
            this.backThen.show(this.back, this.now, isLive);
        }
    }

    // Nothing goes on any more.
    end() {
        if (this.now?.boards) {
            this.showClocks(false);
        }
    }
}
