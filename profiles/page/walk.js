// SPDX-License-Identifier: GPL-3.0-or-later
// A kept game, stop by stop: after each move, and wherever something came to differ, was proposed, ruled or put
// right.
import { begin, show } from "./picture.js";
import { by, element, put, say } from "../pages/words.js";

// What can be gone to: { state, lines: those that tell of it, is_dispute }. Of the states in between only the
// lines are kept.
export function stopsOf(all) {
    const stops = [];
    let lines = [];
    let stop = null;
    for (const line of all) {
        if (line.kind === "state" && (line.stop || stops.length === 0)) {
            stop = { state: line, lines: [], isDispute: line.stop === "dispute", last: 0 };
            stop.lines.push(...lines.splice(0));
            stops.push(stop);
        } else if (line.kind === "state") {
            stop = null;
        } else if (line.kind !== "welcome") {
            (stop?.lines ?? lines).push(line);
        }
    }
    stops.at(-1)?.lines.push(...lines);
    return stops;
}

function paragraphs(stop) {
    return stop.lines.map((line) => element("p", "", line.text));
}

export function walk(all, log) {
    const stops = stopsOf(all);
    const shown = stops.map(paragraphs);
    let at = 0;
    by("past").append(...shown.flat());
    by("log").classList.add("heard"); // its lines stand above, with all the others
    begin(all.find((line) => line.kind === "welcome"));

    const next = (from, step, wanted = () => true) => {
        for (let i = from + step; i >= 0 && i < stops.length; i += step) {
            if (wanted(stops[i])) {
                return i;
            }
        }
        return from;
    };
    const isDispute = (stop) => stop.isDispute;
    const ways = {
        start: () => 0,
        back: () => next(at, -1),
        on: () => next(at, 1),
        dispute_back: () => next(at, -1, isDispute),
        dispute_on: () => next(at, 1, isDispute),
        end: () => stops.length - 1,
    };

    const go = (to, isAsked) => {
        const isOn = to > at;
        at = to;
        show(stops[at].state, false);
        shown.forEach((lines, i) => {
            for (const line of lines) {
                line.hidden = i > at;
                line.classList.toggle("now", i === at);
            }
        });
        by("scroll").scrollTop = by("scroll").scrollHeight;
        const place = say(stops[at].isDispute ? "table_page.walk.place_dispute" : "table_page.walk.place",
            { number: at + 1, text: stops.length });
        const last = stops[at].state.record.last?.text ?? "";
        put(by("place"), last ? `${place} ${say("table_page.last_move", { text: last })}` : place);
        if (isAsked) {
            const lines = isOn ? stops[at].lines : [];
            for (const text of [by("place").textContent, ...lines.map((line) => line.text)]) {
                log.add(text);
            }
        }
    };
    const take = (way) => go(ways[way](), true);
    for (const button of document.querySelectorAll("[data-walk]")) {
        button.onclick = () => take(button.dataset.walk);
    }
    addEventListener("keydown", (event) => {
        const way = { ArrowLeft: "back", ArrowRight: "on" }[event.key];
        if (way && !event.altKey && !event.ctrlKey && !event.metaKey) {
            event.preventDefault();
            take((event.shiftKey ? "dispute_" : "") + way);
        }
    });
    by("walk").hidden = false;
    go(0, false);
}
