// SPDX-License-Identifier: GPL-3.0-or-later
// What a table's newest state looks like: both boards, the clocks, what each witness said of the move in hand,
// and what is open. Whatever a line says is shown as text, never as markup.
import { Clocks } from "../pages/clocks.js";
import { Boards, colors, fill, showMoves } from "../pages/evidence.js";
import { by, element, put, say } from "../pages/words.js";

const clocks = new Clocks({ white: by("white-clock"), black: by("black-clock") });
let boards = null;
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
    }
    boards ??= new Boards();
    by("game").hidden = false;
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
    const { squares, turn, last } = state.record;
    boards.show(state.boards, { squares, turn, last: last?.squares ?? [] });
    showClocks(state, isLive);
    showMoves(state.moves, saidLanguage);
    showMatters(state);
}
