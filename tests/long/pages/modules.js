// SPDX-License-Identifier: GPL-3.0-or-later
// What the pages with a script have in common, tried in a browser: a line for each check. Time is the browser's
// virtual time, so seconds pass at once.
import { Board, squaresOf } from "../../../profiles/pages/board.js";
import { Clocks, figures, left } from "../../../profiles/pages/clocks.js";
import { goToNewest, Region } from "../../../profiles/pages/live.js";

const by = (id) => document.getElementById(id);
const report = [];
const check = (what, holds) => report.push(`${holds ? "ok" : "FAILED"}: ${what}`);
const pass = (ms) => new Promise((done) => setTimeout(done, ms));
const texts = (element) => [...element.children].map((line) => line.textContent);

async function clocks() {
    check("figures round up, so that 0:00:00 is a fallen flag",
        figures(3600001) === "1:00:01" && figures(1) === "0:00:01" && figures(0) === "0:00:00" && figures(-5) === "0:00:00");
    const told = { white_ms: 10000, black_ms: 20000, running: "white", delay_ms: 3000 };
    check("a delay passes before the clock runs", left(told, "white", 0, 2900) === 10000 && left(told, "white", 0, 4000) === 9000);
    check("the other clock stands", left(told, "black", 0, 9000) === 20000);
    check("no clock is told to be below nothing", left(told, "white", 0, 99999) === 0);

    const faces = { white: by("white"), black: by("black") };
    const both = new Clocks(faces);
    both.show({ white_ms: 5400, black_ms: 9000, running: "white", delay_ms: 0 }, Date.now());
    const shown = [];
    new MutationObserver(() => shown.push(faces.white.textContent)).observe(faces.white, { childList: true });
    await pass(2900);
    check("a clock is painted once a second: " + shown.join(" "), shown.join(" ") === "0:00:05 0:00:04 0:00:03");
    check("the running one is marked", faces.white.className === "runs" && faces.black.className === "");
    both.show({ white_ms: 2000, black_ms: 9000, running: null, delay_ms: 0 });
    await pass(3000);
    check("a halted one stands", faces.white.textContent === "0:00:02" && faces.black.textContent === "0:00:09");
}

async function regions() {
    const region = new Region(by("log"), { past: by("past"), isSpaced: true });
    by("field").focus();
    region.addPast("before");
    check("what was told before is outside of the region", by("log").children.length === 0 && texts(by("past")).join() === "before");
    region.add("Not understood.");
    region.add("Not understood.");
    await pass(1500);
    check("the same text twice is two lines", texts(by("log")).join() === "Not understood.,Not understood.");
    const other = new Region(by("urgent"), { isSpaced: true });
    const before = by("log").children.length;
    region.add("one");
    region.add("two");
    region.add("three");
    other.add("at once");
    region.add("four");
    check("the first of several lines is there at once, and no other", by("log").lastElementChild.textContent === "one"
        && by("log").children.length === before + 1 && by("urgent").children.length === 0);
    await pass(600);
    check("those that came close together are added as one", by("log").children.length === before + 2
        && texts(by("log").lastElementChild).join() === "two,three" && by("urgent").children.length === 0);
    await pass(500);
    check("then comes what is for another region", texts(by("urgent")).join() === "at once");
    await pass(1000);
    check("and what came after it", by("log").lastElementChild.textContent === "four");
    by("log").replaceChildren();
    check("the focus stays", document.activeElement === by("field"));
    const changes = [];
    const watch = new MutationObserver((seen) => changes.push(...seen));
    watch.observe(by("log"), { childList: true, subtree: true });
    for (let i = 0; i < 60; ++i) {
        region.add(`line ${i}`, i === 59 ? { lang: "de" } : {});
        await pass(600);
    }
    check("while lines are added none leaves", changes.every((one) => one.removedNodes.length === 0));
    check("every line is one element at the end",
        changes.length === 60 && changes.every((one) => one.addedNodes.length === 1 && one.nextSibling === null));
    await pass(2000);
    check("then fifty stay, and the others stand before them",
        by("log").children.length === 50 && by("past").children.length === 11 && texts(by("past"))[1] === "line 0");
    check("one key leads to the newest", goToNewest() && document.activeElement.textContent === "line 59");
    check("words in another language say so", document.activeElement.lang === "de" && by("log").firstElementChild.lang === "");
    by("log").firstElementChild.focus();
    region.add("<b>one more</b>");
    await pass(2000);
    check("nobody loses the line that he reads", by("log").children.length === 51 && by("log").contains(document.activeElement));
    check("text stays text", by("log").lastElementChild.textContent === "<b>one more</b>" && !by("log").querySelector("b"));
}

function boards() {
    check("a placement is read", JSON.stringify(squaresOf("8/8/8/8/8/8/1x6/K6q")) === '{"b2":"x","a1":"K","h1":"q"}');
    const board = new Board("Board of White", (id, { piece } = {}) => (piece ? `${id} ${piece}` : id));
    by("board").append(board.table);
    const square = (name) => board.cells[name];
    const drawn = (name) => [...square(name).querySelectorAll("use")].map((use) => use.getAttribute("href")).join(" ");
    board.show({ shows: "4k3/8/8/8/x7/8/1x6/4K3", record: "4k3/8/8/8/8/8/1P6/4K3", off: ["a4"], last: ["b2"], turn: "black",
        hand: { square: "e1", does: "lifts", words: "White lifts" } });
    check("a table with 16 headers and 64 squares", board.table.querySelectorAll("th").length === 16
        && Object.keys(board.cells).length === 64 && board.table.caption.textContent === "Board of White");
    check("each piece is a picture and words", drawn("e8") === "#black-king" && square("e8").textContent === "piece.black html.king");
    check("what no sensor can tell is the record's, in outline", drawn("b2") === "#last #white-pawn-outline");
    check("a nameless peg that differs is a peg with a mark", drawn("a4") === "#peg #differs"
        && square("a4").textContent === "piece.unknown, page.square_differs");
    check("a hand is shown and told", drawn("e1") === "#white-king #lifts" && square("e1").textContent.endsWith(", White lifts"));
    check("every drawing is there", [...board.table.querySelectorAll("use")].every((use) => document.querySelector(use.getAttribute("href"))));
    check("who is to move is marked at that side", board.table.querySelector(".turn-black th").textContent === "8");
    const king = square("e8").firstChild;
    board.show({ shows: "4k3/8/8/8/8/8/1x6/4K3", record: "4k3/8/8/8/8/8/1P6/4K3" });
    check("what has not changed is not touched", square("e8").firstChild === king && square("a4").textContent === "");
}

await clocks();
await regions();
boards();
by("report").textContent = report.join("\n");
