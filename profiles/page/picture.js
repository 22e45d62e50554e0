// SPDX-License-Identifier: GPL-3.0-or-later
// What a table's newest state looks like: both boards, the clocks, what each witness said of the move in hand,
// and what is open. Whatever a line says is shown as text, never as markup.
import { Board, pieceInWords, squaresOf } from "../pages/board.js";
import { Clocks } from "../pages/clocks.js";
import { by, element, inLanguage, put, say } from "../pages/words.js";

const colors = ["white", "black"];
const marks = { due: "…", missing: "–", agrees: "✓", differs: "✗" };

const boards = {};
const clocks = new Clocks({ white: by("white-clock"), black: by("black-clock") });
let saidLanguage = ""; // of what people say

// What does not change as long as the game is played.
export function begin(welcome) {
    saidLanguage = welcome.said_language;
    const names = colors.map((color) => welcome[color].name || say("player." + color));
    document.title = names.join(" – ");
    put(by("title"), document.title);
    for (const color of colors) {
        const player = say("player." + color);
        const { name } = welcome[color];
        put(by(color + "-heading"), name ? `${player}: ${name}` : player);
        boards[color] ??= new Board(say("page.board_of", { text: player }), say);
        by(color + "-board").replaceChildren(boards[color].table);
    }
    by("game").hidden = false;
}

// A sensor that is unsure has not told more than that something may stand there.
const placement = (squares) => squares.replaceAll("?", "x");

const pieceOf = (letter) => pieceInWords(letter && letter !== "?" ? letter : "x", say);

function handInWords(board) {
    const { act, square, held } = board.hand;
    const pieces = held.map((each) => pieceOf(each.piece)).join(", ");
    const piece = act === "places" ? pieceOf(squaresOf(placement(board.squares))[square]) : pieces;
    return say("table_page." + act, { square, piece });
}

function stateInWords(board) {
    const of = {
        agrees: () => say("page.agrees"),
        behind: () => say("table_page.behind"),
        moving: () => say("table_page.moving"),
        differs: () => say("page.differs", { text: board.wrong.join(", ") }),
        lost: () => say("page.board_lost"),
        unseen: () => say("page.no_sensors"),
    };
    return of[board.state]?.() ?? board.state;
}

function showBoard(color, state) {
    const board = state.boards[color];
    const handWords = board.hand ? handInWords(board) : "";
    boards[color].show({
        shows: placement(board.squares),
        off: board.wrong,
        last: state.record.last?.squares ?? [],
        turn: state.record.turn,
        hand: board.hand && board.hand.act !== "holds"
            ? { square: board.hand.square, does: board.hand.act, words: handWords } : null,
    });
    const told = by(color + "-state");
    put(told, stateInWords(board));
    told.classList.toggle("off", board.wrong.length > 0 || board.state === "lost");
    put(by(color + "-hand"), board.repair ?? handWords);
}

// Time that does not run, as in a kept game, is shown as it was.
function showClocks(state, isLive) {
    const { white_ms, black_ms, runs, delay_ms } = state.clocks;
    const isRunning = isLive && state.speed > 0;
    clocks.show(
        { white_ms, black_ms, delay_ms, running: isRunning ? runs : null, speed: state.speed || 1 },
        state.unix_ms);
    for (const color of colors) {
        by(color + "-clock").classList.toggle("runs", runs === color);
        put(by(color + "-runs"), runs === color ? say("table_page.runs") : "");
    }
}

function witness(each) {
    const item = element("li", "witness " + each.state);
    item.append(element("span", "name", each.name));
    if (each.state !== "none") {
        const said = inLanguage(element("span", "said", each.said || say("page.nothing_said")),
            each.said ? saidLanguage : "");
        const verdict = element("span", each.state === "differs" ? "verdict-of off" : "verdict-of");
        const mark = element("span", "mark", marks[each.state] ?? "");
        mark.setAttribute("aria-hidden", "true");
        const derived = each.derived ? ` ${say("table_page.derived")}` : "";
        verdict.append(mark, ` ${each.word}${derived}`);
        item.append(said, " ", verdict);
    }
    return item;
}

// "2. Nf3 (White)", and what each of its witnesses said.
function moveOf(move) {
    const whose = say("player." + move.mover);
    const text = say("table_page.move", { text: move.text ? `${move.text} (${whose})` : whose });
    const list = element("ol", "cards");
    list.append(...move.witnesses.filter((each) => each.state !== "none").map(witness));
    return [element("p", "", move.legal ? text : `${text} ${say("table_page.illegal")}`), list];
}

// The move in hand; and the one before it, as long as a witness of it differs.
function showMoves(state) {
    const { moves } = state;
    const differs = (move) => move.witnesses.some((each) => each.state === "differs");
    const shown = moves.filter((move, i) => i === moves.length - 1 || differs(move)).reverse();
    fill(by("moves"), shown, () => shown.flatMap(moveOf));
    by("no-move").hidden = shown.length > 0;
}

// Anew, but only if it is about something else than before.
function fill(place, about, make) {
    const told = JSON.stringify(about);
    if (place.dataset.told !== told) {
        place.dataset.told = told;
        place.replaceChildren(...make());
    }
}

function matter(each) {
    const item = element("li", each.state === "open" ? "matter open" : "matter");
    item.append(element("p", each.state === "open" ? "off" : "", each.text));
    if (each.proposal) {
        item.append(element("p", "", each.proposal.text));
    }
    return item;
}

function showMatters(state) {
    fill(by("matters"), state.matters, () => state.matters.map(matter));
    by("matters").hidden = state.matters.length === 0;
    by("no-matters").hidden = state.matters.length > 0;
}

export function show(state, isLive) {
    for (const color of colors) {
        showBoard(color, state);
    }
    showClocks(state, isLive);
    showMoves(state);
    showMatters(state);
}
