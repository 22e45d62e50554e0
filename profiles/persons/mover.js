// SPDX-License-Identifier: GPL-3.0-or-later
// The board that this person may see: a picture, and where nothing else sees his move, one to make it on: two taps,
// a drag, or arrows and Enter. It knows no rules, and hints at no move. For whoever does not see it each square is a
// button all the time, so that a finger that explores finds it at its place; where no move is made, it asks what stands
// there.
import { Board, pieceInWords, squaresOf } from "../pages/board.js";
import { by, element, inLanguage, put, say } from "../pages/words.js";
import { arrange, button } from "./buttons.js";

const far = 8; // px that a finger moves before it drags
const promotions = { q: "html.queen", r: "html.rook", b: "html.bishop", n: "html.knight" };
const arrows = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class Mover {
    // side: whose pieces stand below. send(typed): true once the table has it. language: of announcements. asks: the
    // line that asks for a square, before its name; empty: nobody asks here.
    constructor({ side, send, language, asks }) {
        this.side = side;
        this.send = send;
        this.language = language;
        this.asks = asks;
        this.board = new Board(say("person_page.board"), say, { side });
        this.table = this.board.table;
        this.pieces = {}; // by square
        this.isMovable = false;
        this.chosen = null; // a square
        this.at = null; // where the keys are
        this.drag = null;
        this.squares = new Map(Object.entries(this.board.cells).map(([square, cell]) => [cell, square]));
        by("board").replaceChildren(this.table);
        by("position").classList.toggle("explored", Boolean(asks));
        this.listen();
    }

    listen() {
        this.table.addEventListener("click", (event) => this.click(event));
        this.table.addEventListener("keydown", (event) => this.key(event));
        this.table.addEventListener("pointerdown", (event) => this.down(event));
        this.table.addEventListener("pointermove", (event) => this.move(event));
        this.table.addEventListener("pointerup", (event) => this.up(event));
        this.table.addEventListener("pointercancel", () => this.drop());
        this.table.addEventListener("focusout", () => setTimeout(() => this.shown && this.paint()));
    }

    // announced: the squares of the last announcement, if it names both. words: castling, as it is announced.
    show(board, announced, words) {
        this.words = words;
        by("position").hidden = !board;
        if (!board) {
            this.isMovable = false;
            return;
        }
        const isOther = JSON.stringify(board) !== JSON.stringify(this.shown);
        this.shown = board;
        this.announced = announced;
        this.pieces = squaresOf(board.squares);
        this.isMovable = board.movable;
        if (isOther || !board.movable) {
            this.chosen = null;
            this.drop();
            this.closeQuestion();
        }
        put(by("board-text"), board.text ?? "");
        if (!this.chosen) {
            put(by("chosen"), "");
        }
        by("moving").hidden = !board.movable;
        this.paint();
    }

    // Whoever is on a square stays on it when it is no button any more.
    buttons() {
        if (this.isMovable || this.asks) {
            return Object.keys(this.board.cells);
        }
        const focused = this.squareOf(document.activeElement);
        return focused ? [focused] : [];
    }

    paint() {
        const { squares, last, turn } = this.shown;
        const buttons = this.buttons();
        const isGrid = buttons.length > 1;
        this.board.show({
            shows: squares,
            last: this.announced.length > 0 ? this.announced : last,
            turn,
            chosen: this.chosen && { square: this.chosen, words: say("person_page.chosen") },
            buttons,
        });
        if (isGrid) {
            this.table.setAttribute("role", "grid");
        } else {
            this.table.removeAttribute("role");
        }
        this.at ??= this.side === "black" ? "e7" : "e2";
        for (const [square, cell] of Object.entries(this.board.cells)) {
            cell.classList.toggle("own", this.isMovable && this.isOwn(square));
            if (this.isMovable) {
                cell.setAttribute("aria-selected", String(square === this.chosen));
            } else {
                cell.removeAttribute("aria-selected");
            }
            if (buttons.includes(square)) {
                this.button(square).tabIndex = isGrid && square === this.at ? 0 : -1;
            }
        }
    }

    button(square) {
        return this.board.cells[square].querySelector("button");
    }

    isOwn(square) {
        const letter = this.pieces[square];
        return Boolean(letter) && (letter === letter.toLowerCase() ? "black" : "white") === this.shown.turn;
    }

    // --- two squares make a move
    choose(square) {
        this.chosen = square;
        this.closeQuestion();
        put(by("chosen"), square
            ? say("person_page.chosen_square", { square, piece: pieceInWords(this.pieces[square], say) }) : "");
        this.paint();
    }

    tap(square) {
        if (square === this.chosen) {
            this.choose(null);
        } else if (this.chosen && this.castlings(this.chosen, square).length > 0) {
            this.take(this.chosen, square);
        } else if (this.isOwn(square)) {
            this.choose(square);
        } else if (this.chosen) {
            this.take(this.chosen, square);
        }
    }

    // Those that this king may mean who goes there: onto his rook, or to where he would stand after it. The moves
    // made so far have left them; whether one is legal now is not known here.
    castlings(from, to) {
        return (this.shown.castling ?? []).filter((each) => each.king === from && to !== from
            && (each.rook === to || each.to === to));
    }

    take(from, to) {
        const isPawn = this.pieces[from]?.toLowerCase() === "p";
        const castlings = this.castlings(from, to);
        const isStep = !this.isOwn(to) && Math.abs(from.charCodeAt(0) - to.charCodeAt(0)) < 2;
        if (castlings.length > 1 || (castlings.length > 0 && isStep)) {
            this.askCastling(from, to, castlings, isStep);
        } else if (castlings.length > 0) {
            this.finish(from, castlings[0].typed);
        } else if (isPawn && (to[1] === "8" || to[1] === "1")) {
            this.askPromotion(from, to);
        } else {
            this.finish(from, from + to);
        }
    }

    async finish(from, text) {
        this.closeQuestion();
        this.choose(null);
        put(by("chosen"), say("person_page.moved", { text }));
        if (!await this.send([text]) && this.isMovable) {
            this.choose(from);
        }
    }

    askPromotion(from, to) {
        this.ask(from, say("person_page.promotion"),
            Object.entries(promotions).map(([letter, id]) => ({ text: say(id), typed: from + to + letter })));
    }

    // In Chess960 a step of the king and a castling may end on one square.
    askCastling(from, to, castlings, isStep) {
        const { short_castling, long_castling } = this.words;
        const choices = castlings.map(({ typed }) =>
            ({ text: typed === "O-O" ? short_castling : long_castling, typed, language: this.language }));
        if (isStep) {
            choices.push({ text: say("person_page.move_king", { square: to }), typed: from + to });
        }
        this.ask(from, say("person_page.castling"), choices);
    }

    // choices: { text, typed, language of the text, if not the page's }.
    ask(from, question, choices) {
        const made = choices.map(({ text, typed, language }) => {
            const one = button("");
            one.querySelector(".text").append(inLanguage(element("span", "", text), language));
            one.onclick = () => this.finish(from, typed);
            return one;
        });
        const cancel = button(say("person_page.cancel"));
        cancel.onclick = () => {
            this.choose(null);
            this.button(from)?.focus();
        };
        put(by("promotion-heading"), question);
        arrange(by("promotions"), [...made, cancel]);
        by("promotion").hidden = false;
        by("promotion-heading").focus();
    }

    closeQuestion() {
        if (!by("promotion").hidden) {
            const hadFocus = by("promotion").contains(document.activeElement);
            by("promotion").hidden = true;
            if (hadFocus && this.isMovable) {
                this.button(this.at)?.focus({ preventScroll: true });
            }
        }
    }

    // --- by pointer
    squareOf(target) {
        return this.squares.get(target?.closest?.("td")) ?? null;
    }

    click(event) {
        const square = this.squareOf(event.target);
        const isDragged = this.isDragged && event.detail > 0; // one of a key comes of no drag
        this.isDragged = false;
        if (square && !isDragged && this.button(square)) {
            this.at = square;
            this.act(square);
        }
    }

    act(square) {
        if (this.isMovable) {
            this.tap(square);
        } else if (this.asks) {
            this.send([this.asks + square]);
        }
    }

    down(event) {
        const square = this.squareOf(event.target);
        this.isDragged = false;
        if (this.isMovable && square && event.isPrimary && event.button === 0 && this.isOwn(square)) {
            this.drag = { square, x: event.clientX, y: event.clientY, ghost: null };
        }
    }

    // A piece under the finger; where it is, is the only thing here that is set without a style sheet.
    move(event) {
        const { drag } = this;
        if (!drag) {
            return;
        }
        const { clientX: x, clientY: y } = event;
        if (!drag.ghost && Math.hypot(x - drag.x, y - drag.y) > far) {
            this.table.setPointerCapture(event.pointerId);
            this.isDragged = true;
            this.choose(drag.square);
            const cell = this.board.cells[drag.square];
            drag.ghost = cell.querySelector("svg").cloneNode(true);
            drag.ghost.classList.add("ghost");
            drag.ghost.style.width = `${cell.clientWidth}px`;
            by("board").append(drag.ghost);
        }
        if (drag.ghost) {
            const frame = by("board").getBoundingClientRect();
            drag.ghost.style.left = `${x - frame.left}px`;
            drag.ghost.style.top = `${y - frame.top}px`;
        }
    }

    up(event) {
        const { drag } = this;
        this.drop();
        if (drag?.ghost) {
            const to = this.squareOf(document.elementFromPoint(event.clientX, event.clientY));
            const isMove = to && to !== drag.square
                && (!this.isOwn(to) || this.castlings(drag.square, to).length > 0);
            if (isMove) {
                this.take(drag.square, to);
            } else {
                this.choose(null);
            }
        }
    }

    drop() {
        this.drag?.ghost?.remove();
        this.drag = null;
    }

    // --- by keys; Enter and Space are the buttons' own
    key(event) {
        const cell = event.target.closest("td");
        if (!this.squares.has(cell) || event.altKey || event.ctrlKey || event.metaKey) {
            return;
        }
        const square = this.squares.get(cell);
        if (arrows[event.key]) {
            const [down, right] = arrows[event.key];
            const row = this.table.tBodies[0].rows[cell.parentElement.sectionRowIndex + down];
            this.go(this.squares.get(row?.cells[cell.cellIndex + right]));
        } else if (event.key === "Escape" && this.isMovable) {
            this.choose(null);
        } else {
            return;
        }
        event.preventDefault();
    }

    go(square) {
        const to = square && this.button(square);
        if (to) {
            this.button(this.at).tabIndex = -1;
            this.at = square;
            to.tabIndex = 0;
            to.focus();
        }
    }
}
