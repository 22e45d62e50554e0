// SPDX-License-Identifier: GPL-3.0-or-later
// The arbiter's evidence and castling by touch, in Chromium. node evidence.mjs PROGRAM [FOLDER FOR PICTURES]
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Browser } from "./browser.mjs";
import { start } from "./fake.mjs";
import { expectNoFaults, isCut, isThere, readAxe, runAll } from "./rules.mjs";
import { cellOf, isPlaced, leave, namesOf, seatAt, show, sitDown, texts } from "./seated.mjs";
import { Home } from "./table.mjs";

const [program, pictures] = process.argv.slice(2);
const chromium = process.env.CHROMIUM ?? "/usr/bin/chromium";
const folder = process.env.ANSAGE_PERSONS ?? join(dirname(program), "share/ansage/persons");
const languages = ["da", "de", "en", "nb", "nl", "sv"];
let browser = null;
let home = null;

// --- what a table may tell its arbiter
const witnesses = (differing = "") => ["announcement", "repetition", "mover_board", "opponent_board", "white_score",
    "black_score"].map((witness, i) => ({
    witness, name: ["announcement of White", "repetition of Black", "board of White", "board of Black",
        "score of White", "score of Black"][i],
    state: witness === differing ? "differs" : i < 4 ? "agrees" : "due",
    word: witness === differing ? "differs" : i < 4 ? "agrees" : "may still come",
    said: i < 4 ? (witness === differing ? "Eva drei: weißer Bauer" : "Eva zwei Eva vier") : "",
    at_ms: i < 4 ? 8000 : null, derived: false, squares: witness === differing ? ["e3", "e4"] : [],
}));
const afterE4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR";
const board = (given = {}) =>
    ({ squares: afterE4, state: "agrees", unfit: [], wrong: [], hand: null, repair: null, ...given });
const differing = board({ squares: "rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR", state: "differs",
    unfit: ["e3", "e4"], wrong: ["e3", "e4"] });
const stands = (white_ms, black_ms, runs = null) => ({ white_ms, black_ms, runs });
const gives = { before: stands(723000, 65000), after: stands(843000, 65000), passing: [] };
const matter = (number, text, given = {}) => ({
    number, kind: "boards", about: "black", ply: 1, state: "open", articles: ["D.2.9"], text: `${number}: ${text}`,
    squares: ["e3", "e4"], clocks: null, final: false,
    proposal: { kind: "correct_board", board: "black", text: "Proposal: Black corrects the board, clocks unchanged." },
    ...given,
});
const answers = (number, { clocks = null, note = "", typed = ["y"] } = {}) => [
    { id: "accept_proposal", text: `Accept ${number}`, about: "", typed: [`accepts ${number}`, ...note ? [] : typed],
        matter: number, note, clocks },
    { id: "reject_proposal", text: `Reject ${number}`, about: "", typed: [`rejects ${number}`, "y"], matter: number,
        note: "", clocks: null },
];
const undo = { id: "take_back", text: "Undo ruling 1",
    about: "The ruling on 1 is taken back: moves, clocks and counted offences as before it", typed: ["takes back 1", "y"],
    matter: 1, note: "", clocks: null };
const judged = (given = {}) => ({
    press: null, phase: "halted", board: { squares: afterE4, turn: "black", last: ["e2", "e4"], movable: false,
        castling: [] },
    clocks: { white_ms: 723000, black_ms: 65000, runs: null, delay_ms: 0, hourglass: false, fallen: [] },
    boards: { white: board(), black: board() },
    moves: [{ ply: 1, mover: "white", text: "1. e4", state: "made", legal: true, witnesses: witnesses() }],
    matters: [], due: [], ...given,
});
const disputed = judged({
    boards: { white: board(), black: differing },
    moves: [{ ply: 1, mover: "white", text: "1. e4", state: "made", legal: true,
        witnesses: witnesses("opponent_board") }],
    matters: [
        matter(2, "the boards differ (D.2.9)."),
        matter(3, "claim of Black, illegal move: 2 minutes are added for White, and the move is taken back (7.5.5).",
            { proposal: null, clocks: gives }),
        matter(4, "White's flag has fallen: Black wins (6.9).", { final: true }),
    ],
    due: [...answers(2), ...answers(3, { clocks: gives, typed: ["back"] }),
        ...answers(4, { note: "cannot be undone" }), undo],
});

// --- a person at the fake table
const seat = (given) => seatAt(browser, folder, { role: "arbiter", ...given });
const squareCell = (square, side = "white") => cellOf(square, side);
const text = (page, selector) => page.run((wanted) => document.querySelector(wanted).textContent, selector);
const isHidden = (page, id) => page.run((wanted) => document.getElementById(wanted).hidden, id);

const small = () => [...document.querySelectorAll("#evidence button")]
    .filter((each) => each.offsetHeight < 44 || each.offsetWidth < 44)
    .map((each) => `${each.textContent}: ${each.offsetWidth} x ${each.offsetHeight}`);

async function expectGood(page, what) {
    await expectNoFaults(page, what, [320, 768, 1400]);
    for (const width of [320, 768, 1400]) {
        for (const look of [{ width }, { width, dark: true }, { width, forced: true }]) {
            await page.look(look);
            assert.deepEqual(await page.run(isCut), [], `${what} at ${width} px`);
            assert.deepEqual(await page.run(small), [], `${what} at ${width} px`);
            if (pictures) {
                const kind = ["dark", "forced"].filter((each) => look[each]).map((each) => `-${each}`).join("");
                writeFileSync(join(pictures, `evidence-${what}-${width}${kind}.png`), await page.picture());
            }
        }
    }
    await page.look({ width: 320, forced: true });
    await expectNoFaults(page, what, []);
    await page.look();
}

const figuresOf = (page, number) => page.run((wanted) => [...document.querySelectorAll(
    `[data-matter="${wanted}"] .then .time`)].map((line) => line.querySelector("[aria-hidden]").innerText
    .replaceAll(/\s+/g, " ").trim()), number);

// --- castling by touch: [what it is, position, castling, from, to, what is typed, or the choices of a question]
const short = (king, rook) => ({ king, rook, to: "g1", typed: "O-O" });
const long = (king, rook) => ({ king, rook, to: "c1", typed: "O-O-O" });
const castlings = [
    ["the king onto his rook", "4k3/8/8/8/8/8/8/4K2R", [short("e1", "h1")], "e1", "h1", "O-O"],
    ["the king two squares", "4k3/8/8/8/8/8/8/R3K2R", [long("e1", "a1"), short("e1", "h1")], "e1", "c1", "O-O-O"],
    ["Chess960, onto the rook beside him", "4k3/8/8/8/8/8/8/5KR1", [short("f1", "g1")], "f1", "g1", "O-O"],
    ["Chess960, a step or castling", "4k3/8/8/8/8/8/8/5K1R", [short("f1", "h1")], "f1", "g1",
        ["Kurze Rochade", "King to g1"], ["O-O", "f1g1"]],
    ["Chess960, either castling", "4k3/8/8/8/8/8/8/RKR5", [long("b1", "a1"), short("b1", "c1")], "b1", "c1",
        ["Lange Rochade", "Kurze Rochade"], ["O-O-O", "O-O"]],
    ["a step, where no castling ends", "4k3/8/8/8/8/8/8/4K2R", [short("e1", "h1")], "e1", "d1", "e1d1"],
    ["no castling is left", "4k3/8/8/8/8/8/8/4K2R", [], "e1", "g1", "e1g1"],
];

// --- the tests
const tests = {
    async "The arbiter's evidence is without a fault in six languages, wide and narrow"() {
        for (const language of languages) {
            const seated = await seat({ language, now: judged() });
            assert.equal(await isHidden(seated.page, "evidence"), false);
            if (language === "de" || language === "en") {
                await expectGood(seated.page, `agreed-${language}`);
            }
            await show(seated, disputed);
            await expectGood(seated.page, `disputed-${language}`);
            await leave(seated);
        }
    },

    async "Nobody else has it on his page, and the arbiter not what is not there"() {
        for (const role of ["white", "spectator"]) {
            const seated = await seat({ role, now: { board: judged().board } });
            assert.equal(await isHidden(seated.page, "evidence"), true);
            await leave(seated);
        }
    },

    async "Where a board differs it is seen in the tree, in words and by a mark"() {
        const seated = await seat({ now: disputed });
        const { page } = seated;
        assert.match(await text(page, "#black-state"),
            /^Differs on: e3: White pawn, by the record empty; e4: empty, by the record White pawn$/i);
        assert.equal(await text(page, "#white-state"), "Agrees with the record.");
        assert.equal((await texts(page, "#black-board use")).length > 0, true);
        assert.equal(await page.run(() => document.querySelectorAll("#black-board use[href='#differs']").length), 2);
        assert.equal(await page.run(() => document.querySelectorAll("#white-board use[href='#differs']").length), 0);
        const tables = await namesOf(page, "table");
        assert.ok(tables.includes("White's board") || tables.some((name) => /White/.test(name)), String(tables));
        const cells = await namesOf(page, "cell");
        assert.equal(cells.filter((name) => /differs/.test(name)).length, 2, "two squares say it");
        assert.ok(cells.some((name) => /pawn.*differs/i.test(name)), String(cells.filter((name) => /differs/.test(name))));
        const shown = await texts(page, "#moves .witness");
        assert.equal(shown.length, 6);
        assert.match(shown[3], /board of Black Eva drei: weißer Bauer ✗ differs/);
        assert.equal(await text(page, "#moves .witness:nth-child(4) .off"), "✗ differs");
        await leave(seated);
    },

    async "Open matters stand in their order, each with article, proposal, clocks and its buttons"() {
        const seated = await seat({ now: disputed });
        const { page } = seated;
        assert.deepEqual(await texts(page, "#matters .off"), disputed.matters.map((each) => each.text));
        assert.deepEqual(await figuresOf(page, 2), []);
        assert.deepEqual(await figuresOf(page, 3), ["White 0:12:03 → 0:14:03", "Black 0:01:05"]);
        assert.deepEqual(await texts(page, "[data-matter='3'] .then .heard"),
            ["White: 12 minutes, 3 seconds, then 14 minutes, 3 seconds", "Black: 1 minute, 5 seconds, as now"]);
        const buttons = await namesOf(page, "button");
        for (const name of ["Accept 2", "Reject 2", "Accept 3", "Reject 3", "Accept 4 cannot be undone", "Reject 4",
            "Undo ruling 1"]) {
            assert.ok(buttons.includes(name), `${name} in ${buttons}`);
        }
        assert.equal(await isHidden(page, "due"), true, "and nowhere a second time");
        await leave(seated);
    },

    async "One press answers a matter; what cannot be undone is asked once more"() {
        const seated = await seat({ now: disputed });
        const { fake, page } = seated;
        const tap = (number, id) => page.tap(`[data-matter='${number}'] [data-answer=${id}]`);
        await tap(3, "accept_proposal");
        assert.deepEqual(await fake.typed(2), ["accepts 3", "back"]);
        await show(seated, disputed);
        await tap(2, "reject_proposal");
        assert.deepEqual((await fake.typed(4)).slice(2), ["rejects 2", "y"]);
        await show(seated, disputed);
        await page.tap("#undo button");
        assert.deepEqual((await fake.typed(6)).slice(4), ["takes back 1", "y"]);
        await show(seated, disputed);
        await tap(4, "accept_proposal");
        assert.deepEqual((await fake.typed(7)).slice(6), ["accepts 4"]);
        const about = "Confirm: 4: White's flag has fallen: Black wins (6.9). Type win.";
        await show(seated, { ...disputed, due: [{ id: "yes", text: "Yes", about, typed: ["win"] },
            { id: "no", text: "No", about, typed: ["n"] }, ...disputed.due] });
        assert.match(await text(page, "#answers"), /Black wins/);
        await expectGood(page, "asked-again");
        await page.tap("#answers [data-answer=yes]");
        assert.deepEqual((await fake.typed(8)).slice(7), ["win"]);
        await leave(seated);
    },

    async "A clock that runs goes on before and after, and the button under the finger stays the same"() {
        const running = { ...disputed, phase: "playing", clocks: { ...disputed.clocks, runs: "white" } };
        const clocks = { before: stands(723000, 65000, "white"), after: stands(843000, 65000, "black"),
            passing: ["white"] };
        const instant = Date.now();
        const given = (past) => ({ ...running, unix_ms: instant - past,
            due: answers(3, { clocks }), matters: [disputed.matters[1]] });
        const seated = await seat({ now: judged() });
        const { page } = seated;
        await page.run((fixed) => {
            Date.now = () => fixed; // whatever time the machine takes
        }, instant);
        await show(seated, given(60000));
        assert.deepEqual(await figuresOf(page, 3), ["White 0:11:03 → 0:13:03", "Black 0:01:05"]);
        assert.match(await text(page, "[data-matter='3'] .then"), /Then the clock of Black runs\./);
        await page.run(() => {
            globalThis.before = document.querySelector("[data-answer=accept_proposal]");
            globalThis.before.focus();
        });
        await show(seated, given(120000));
        assert.deepEqual(await figuresOf(page, 3), ["White 0:10:03 → 0:12:03", "Black 0:01:05"]);
        assert.ok(await page.run(() => document.activeElement === globalThis.before));
        assert.equal(await page.run(() => document.querySelectorAll("[role=log] .time, [role=alert] .time").length), 0);
        await show(seated, judged());
        assert.equal(await page.run(() => document.activeElement.id), "evidence-heading", "the focus is not lost");
        await leave(seated);
    },

    async "A whole dispute is seen and ruled on by the page, and the clocks become what they were promised"() {
        const board = home.talk(program, "board", "simulate", "dgt");
        const port = (await board.line(1)).replace("port ", "");
        const table = home.talk(program, "play", "--mode", "tournament", "--page", "on", "--speech", "none",
            "--white-name", "Anna Ember", "--black-name", "Bob", "--language", "en",
            "--white", "impaired none", "--black", "sighted identity", "--black-board", `dgt:${port}`,
            "--journal", join(home.path, "dispute.ansage"));
        const code = (await table.find(/^code /)).slice("code ".length);
        const url = (await table.find(/http:/)).match(/http:\S+/)[0];
        const page = await browser.page();
        await page.look();
        await page.go(url);
        await page.until(() => !document.getElementById("start").hidden);
        await sitDown(page, code);
        await page.until(isPlaced);
        table.say("arbiter starts", "white announces e4", "white executes e4", "white presses");
        await table.find(/^completed 1\. e4/);
        board.say("lifts e2", "places e3 P");
        await page.until(() => /e3/.test(document.getElementById("black-state").textContent));
        table.say("black repeats e4", "black announces e5");
        board.say("lifts e7", "places e5 p");
        await table.find(/^made 1\.\.\. e5/);
        table.say("black presses");
        await page.until(() => document.querySelector("#matters [data-answer=accept_proposal]"));
        table.say("arbiter pauses");
        await page.until(() => /stand|stopped/i.test(document.getElementById("phase").textContent)
            && document.querySelectorAll("#matters > li").length > 0);
        assert.match(await text(page, "#black-state"), /e3: White pawn, by the record empty/i);
        assert.equal((await namesOf(page, "cell")).filter((name) => /differs/.test(name)).length, 2);
        assert.equal(await page.run(() => document.querySelectorAll("#black-board use[href='#differs']").length), 2);
        await expectGood(page, "real-dispute");
        await page.tap("#matters [data-answer=accept_proposal]");
        await page.until(() => document.querySelectorAll("#matters > li").length === 0);
        await page.until(() => document.querySelector("#undo button"));
        board.say("lifts e3", "places e4 P");
        await page.until(() => document.getElementById("black-state").textContent === "Agrees with the record.");
        assert.equal(await page.run(() => document.querySelectorAll("#black-board use[href='#differs']").length), 0);

        // A move that is illegal, and what his clock and his opponent's become.
        table.say("arbiter resumes", "white announces Ke5", "white executes e1e5", "white presses");
        await page.until(() => document.querySelector("#matters .then"));
        table.say("arbiter pauses");
        await page.until(() => document.querySelector("#white-runs").textContent === ""
            && document.querySelector("#black-runs").textContent === "");
        const number = Number(await page.run(() => document.querySelector("#matters > li").dataset.matter));
        const promised = (await figuresOf(page, number)).map((line) => line.replace(/^.*[ >]/, ""));
        await page.tap("#matters [data-answer=accept_proposal]");
        await page.until(() => document.querySelectorAll("#matters > li").length === 0);
        assert.deepEqual(await texts(page, "#white-clock, #black-clock"), promised);
        // And back again, with one press.
        const before = (await texts(page, "#undo .time [aria-hidden]"))
            .map((line) => line.replace(/^.*[ >]/, ""));
        await page.tap("#undo button");
        await page.until(() => document.querySelectorAll("#matters > li").length === 1);
        assert.deepEqual(await texts(page, "#white-clock, #black-clock"), before);
        table.say("quit");
        assert.equal(await table.end(), 0, table.errors);
        board.child.stdin.end();
        await board.end();
        await page.close();
    },

    async "Castling is made by taps, by dragging and by keys"() {
        const seated = await seat({ role: "white" });
        const { fake, page } = seated;
        const ways = {
            async taps(from, to) {
                await page.tap(squareCell(from));
                await page.tap(squareCell(to));
            },
            drag: (from, to) => page.drag(squareCell(from), squareCell(to)),
            async keys(from, to) {
                await page.run((wanted) => document.querySelector(wanted).focus(), `${squareCell(from)} button`);
                await page.key("Enter");
                const step = to > from ? "ArrowRight" : "ArrowLeft";
                for (let i = Math.abs(to.charCodeAt(0) - from.charCodeAt(0)); i > 0; --i) {
                    await page.key(step);
                }
                await page.key("Enter");
            },
        };
        let number = 0;
        for (const [what, squares, castling, from, to, wanted, typed] of castlings) {
            const movable = { squares, turn: "white", last: [], movable: true, castling };
            for (const [way, make] of Object.entries(ways)) {
                const choices = typed ? wanted : [null];
                for (const i of choices.keys()) {
                    await show(seated, { board: { ...movable, last: [] } });
                    await make(from, to);
                    if (typed) {
                        await page.until(() => !document.getElementById("promotion").hidden);
                        assert.deepEqual(await texts(page, "#promotions .text"), [...wanted, "Cancel"],
                            `${what} by ${way}`);
                        if (way === "taps" && i === 0) {
                            await expectNoFaults(page, what, [320, 1400]);
                        }
                        await page.tap(`#promotions button:nth-child(${i + 1})`);
                    }
                    assert.equal((await fake.typed(++number)).at(-1), typed?.[i] ?? wanted, `${what} by ${way}`);
                }
            }
        }
        await leave(seated);
    },
};

if (isThere(chromium, "the arbiter's evidence") && isThere(folder, "the arbiter's evidence")) {
    readAxe();
    home = new Home();
    browser = new Browser(chromium);
    try {
        await runAll(tests);
    } finally {
        await browser.end();
        home.end();
    }
}
