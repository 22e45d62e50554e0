// SPDX-License-Identifier: GPL-3.0-or-later
// What a table's evidence looks like, to whoever watches and to the arbiter: both boards as their sensors have them,
// and what each witness said of the newest moves. Whatever a line says is shown as text, never as markup.
import { Board, pieceInWords, squaresOf } from "./board.js";
import { by, element, inLanguage, put, say } from "./words.js";

export const colors = ["white", "black"];
const marks = { due: "…", missing: "–", agrees: "✓", differs: "✗" };

// Anew, but only if it is about something else than before.
export function fill(place, about, make) {
    const told = JSON.stringify(about);
    if (place.dataset.told !== told) {
        place.dataset.told = told;
        place.replaceChildren(...make());
    }
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

// Each of these squares: what stands there, and what would by the record.
function differences(board, record) {
    const seen = squaresOf(placement(board.squares));
    const known = squaresOf(record);
    const words = (letter) => (letter ? pieceOf(letter) : say("report.empty"));
    return board.wrong.map((square) =>
        say("page.square_instead", { square, text: words(seen[square]), piece: words(known[square]) })).join("; ");
}

function stateInWords(board, record) {
    const of = {
        agrees: () => say("page.agrees"),
        behind: () => say("table_page.behind"),
        moving: () => say("table_page.moving"),
        differs: () => say("page.differs", { text: differences(board, record) }),
        lost: () => say("page.board_lost"),
        unseen: () => say("page.no_sensors"),
    };
    return of[board.state]?.() ?? board.state;
}

// Both boards, each at its place of the page: `white-board`, and what it says in `white-state` and `white-hand`.
export class Boards {
    constructor() {
        this.boards = {};
        for (const color of colors) {
            this.boards[color] = new Board(say("page.board_of", { text: say("player." + color) }), say);
            by(color + "-board").replaceChildren(this.boards[color].table);
        }
    }

    // given: { white, black }, as a table's line has them; record: the position of the game, { squares, last, turn }.
    show(given, record) {
        for (const color of colors) {
            this.showOne(color, given[color], record);
        }
    }

    showOne(color, board, { squares, last, turn }) {
        const handWords = board.hand ? handInWords(board) : "";
        this.boards[color].show({
            shows: placement(board.squares),
            off: board.wrong,
            last,
            turn,
            hand: board.hand && board.hand.act !== "holds"
                ? { square: board.hand.square, does: board.hand.act, words: handWords } : null,
        });
        const told = by(color + "-state");
        put(told, stateInWords(board, squares));
        told.classList.toggle("off", board.wrong.length > 0 || board.state === "lost");
        put(by(color + "-hand"), board.repair ?? handWords);
    }
}

function witness(each, saidLanguage) {
    const item = element("li", "witness " + each.state);
    item.append(element("span", "name", each.name));
    const said = inLanguage(element("span", "said", each.said || say("page.nothing_said")),
        each.said ? saidLanguage : "");
    const verdict = element("span", each.state === "differs" ? "verdict-of off" : "verdict-of");
    const mark = element("span", "mark", marks[each.state] ?? "");
    mark.setAttribute("aria-hidden", "true");
    const derived = each.derived ? ` ${say("table_page.derived")}` : "";
    verdict.append(mark, ` ${each.word}${derived}`);
    item.append(" ", said, " ", verdict);
    return item;
}

// "2. Nf3 (White)", and what each of its witnesses said.
function moveOf(move, saidLanguage) {
    const whose = say("player." + move.mover);
    const text = say("table_page.move", { text: move.text ? `${move.text} (${whose})` : whose });
    const list = element("ol", "cards");
    list.append(...move.witnesses.filter((each) => each.state !== "none").map((each) => witness(each, saidLanguage)));
    return [element("p", "", move.legal ? text : `${text} ${say("table_page.illegal")}`), list];
}

// The move in hand; and the one before it, as long as a witness of it differs. saidLanguage: of what people say.
export function showMoves(moves, saidLanguage) {
    const differs = (move) => move.witnesses.some((each) => each.state === "differs");
    const shown = moves.filter((move, i) => i === moves.length - 1 || differs(move)).reverse();
    fill(by("moves"), shown, () => shown.flatMap((move) => moveOf(move, saidLanguage)));
    by("no-move").hidden = shown.length > 0;
}
