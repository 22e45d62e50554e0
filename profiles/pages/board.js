// SPDX-License-Identifier: GPL-3.0-or-later
// A board: to eyes the picture that scoresheets and reports have (board.svg), to a screen reader a table with
// headers, whose squares are words.

const files = "abcdefgh";
const roles = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };
const colorOf = (letter) => (letter === letter.toLowerCase() ? "black" : "white");

// The letters of a placement as FEN has it, by square, such as { e1: "K" }; x stands where a sensor sees that
// something stands and not what.
export function squaresOf(placement) {
    const squares = {};
    placement.split("/").forEach((rank, below) => {
        let file = 0;
        for (const letter of rank) {
            if (/\d/.test(letter)) {
                file += Number(letter);
            } else {
                squares[files[file++] + (8 - below)] = letter;
            }
        }
    });
    return squares;
}

export function pieceInWords(letter, say) {
    const role = roles[letter.toLowerCase()];
    const id = `piece.${colorOf(letter)}${role === "queen" ? "_queen" : ""}`;
    return role ? say(id, { piece: say("html." + role) }) : say("piece.unknown");
}

function picture(names) {
    const space = "http://www.w3.org/2000/svg";
    const svg = document.createElementNS(space, "svg");
    svg.setAttribute("viewBox", "0 0 45 45");
    svg.setAttribute("aria-hidden", "true");
    for (const name of names) {
        svg.appendChild(document.createElementNS(space, "use")).setAttribute("href", "#" + name);
    }
    return svg;
}

function heard(text) {
    const span = document.createElement("span");
    span.className = "heard";
    span.textContent = text;
    return span;
}

function header(row, scope, text) {
    const cell = row.appendChild(document.createElement("th"));
    cell.scope = scope;
    cell.textContent = text;
    return cell;
}

export class Board {
    // say(id, given): the sentence of that id in the page's language. side: whose pieces stand below.
    constructor(caption, say, { side = "white" } = {}) {
        this.say = say;
        this.table = document.createElement("table");
        this.table.className = "board";
        this.table.createCaption().textContent = caption;
        this.cells = {};
        const ranks = [8, 7, 6, 5, 4, 3, 2, 1];
        const across = [...files];
        if (side === "black") {
            ranks.reverse();
            across.reverse();
        }
        const body = this.table.createTBody();
        for (const rank of ranks) {
            const row = body.insertRow();
            row.dataset.rank = rank;
            header(row, "row", String(rank));
            for (const file of across) {
                this.cells[file + rank] = row.insertCell();
            }
        }
        const row = this.table.createTHead().insertRow();
        row.insertCell();
        for (const file of across) {
            header(row, "col", file);
        }
    }

    // shows: the board as its sensors have it, a placement. record: of the game; where a sensor cannot tell a piece,
    // the record's is drawn in outline. off: squares that differ; last: those of the last move; turn: "white" or
    // "black"; hand: { square, does: "lifts" or "places", words }; chosen: a square, and the word for it; buttons:
    // the squares that are buttons, each with its name, for whoever goes from one to the next. Only what has changed is
    // touched.
    show({
        shows, record = "8/8/8/8/8/8/8/8", off = [], last = [], turn = "", hand = null, chosen = null, buttons = [],
    }) {
        const seen = squaresOf(shows);
        const known = squaresOf(record);
        for (const [square, cell] of Object.entries(this.cells)) {
            const letter = seen[square] ?? "";
            const names = [];
            const isButton = buttons.includes(square);
            const words = isButton ? [square] : [];
            if (last.includes(square)) {
                names.push("last");
            }
            if (letter) {
                const told = letter === "x" ? known[square] ?? letter : letter;
                names.push(told === "x" ? "peg" : `${colorOf(told)}-${roles[told.toLowerCase()]}`
                    + (letter === "x" ? "-outline" : ""));
                words.push(pieceInWords(told, this.say));
            }
            if (off.includes(square)) {
                names.push("differs");
                words.push(this.say("page.square_differs"));
            }
            if (hand?.square === square) {
                names.push(hand.does);
                words.push(hand.words);
            }
            if (chosen?.square === square) {
                words.push(chosen.words);
            }
            cell.classList.toggle("chosen", chosen?.square === square);
            this.fill(cell, names, words.join(", "), isButton);
        }
        for (const row of this.table.tBodies[0].rows) {
            row.classList.toggle("turn-white", turn === "white" && row.dataset.rank === "1");
            row.classList.toggle("turn-black", turn === "black" && row.dataset.rank === "8");
        }
    }

    // A button stays the same element, so that a finger or the focus on it is not lost.
    fill(cell, names, words, isButton) {
        const now = [names.join(" "), words, isButton].join("|");
        if (cell.dataset.now === now) {
            return;
        }
        cell.dataset.now = now;
        const inside = [...(names.length > 0 ? [picture(names)] : []), ...(words ? [heard(words)] : [])];
        if (!isButton) {
            cell.replaceChildren(...inside);
            return;
        }
        let button = cell.querySelector("button");
        if (!button) {
            button = document.createElement("button");
            button.type = "button";
            button.className = "square";
            button.tabIndex = -1;
            cell.replaceChildren(button);
        }
        button.replaceChildren(...inside);
    }
}
