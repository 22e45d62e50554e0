// SPDX-License-Identifier: GPL-3.0-or-later
// The page of a person at a table in Chromium. node persons.mjs PROGRAM [FOLDER FOR PICTURES]
// ANSAGE_TEST=WORDS: only tests whose names have them. FIREFOX=PROGRAM: in that one instead, for tests that use nothing
// of Chromium's own.
import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { Browser } from "./browser.mjs";
import { Fake, now, start, welcome } from "./fake.mjs";
import { Firefox } from "./firefox.mjs";
import { expectNoFaults, expectNothingCut, isCut, isThere, readAxe, runAll } from "./rules.mjs";
import { cellOf, isPlaced, leave, seatAt, show, texts } from "./seated.mjs";
import { Home } from "./table.mjs";

const [program, pictures] = process.argv.slice(2);
const chromium = process.env.CHROMIUM ?? "/usr/bin/chromium";
const folder = process.env.ANSAGE_PERSONS ?? join(dirname(program), "share/ansage/persons");
const heaviest = 150000; // bytes of a first visit
const languages = ["de", "en", "sv", "da", "nb", "nl"];
let browser = null;
let home = null;

// --- a person at the fake table
const seat = (given) => seatAt(browser, folder, given);

const text = (page, id) => page.run((wanted) => document.getElementById(wanted).textContent, id);

const count = (page, selector) => page.run((wanted) => document.querySelectorAll(wanted).length, selector);

const isAsked = (page, words) =>
    page.until((wanted) => document.getElementById("choose-question").textContent.includes(wanted), words);

const movable = { squares: start, turn: "black", last: ["e2", "e4"], movable: true };
const heard = { mover: "white", words: "Springer Gustav eins Felix drei", squares: ["g1", "f3"] };
const answered = { id: "answered", text: "Repeated, and made on my board",
    about: "White: Springer Gustav eins Felix drei.", typed: ["w", "n"] };
const readBack = [
    { id: "confirm", text: "Yes", about: "Eva fünf. Enter?", typed: [""] },
    { id: "withdraw", text: "No, take it back", about: "Eva fünf. Enter?", typed: ["x"] },
];
const menu = [
    { id: "offers_draw", text: "Offer a draw", about: "", typed: ["offers draw"] },
    { id: "claims_fifty", text: "Claim: fifty moves without a capture or a pawn's move", about: "",
        typed: ["claims fifty"] },
    { id: "resigns", text: "Resign", about: "", typed: ["resigns"] },
];
const proposal = "Proposal: White corrects the board, clocks unchanged. Where no score speaks, the announcements as "
    + "repeated stand for it.";
const proposals = [1, 2, 3].flatMap((number) => [
    { id: "accept_proposal", text: "Accept the proposal", about: `${number}: ${proposal}`,
        typed: [`accepts ${number}`] },
    { id: "reject_proposal", text: "Reject the proposal", about: `${number}: ${proposal}`,
        typed: [`rejects ${number}`] },
]);
const evil = "<img src=x onerror=\"document.title='broken'\"><script>document.title='broken'</script>";

// What each role may meet: [name, now, what is done then].
const playersStates = [
    ["not-started", { phase: "not_started", board: { ...movable, turn: "white", movable: false, last: [] },
        due: [{ id: "start", text: "Start the game", about: "", typed: ["starts"] }] }],
    ["heard", { board: { ...movable, movable: false }, said: heard, due: [answered], menu }],
    ["moving", { board: movable, said: heard, menu }],
    ["read-back", { board: movable, said: heard, due: readBack, menu }],
    ["menu", { board: movable, said: heard, menu }, (page) => page.click("#menu-button")],
    ["disputed", { board: movable, said: heard, due: proposals, menu, phase: "halted" }],
    ["choose", { said: { ...heard, squares: [] }, choose: "repeat", menu }],
    ["choose-rank", { said: { ...heard, squares: [] }, choose: "repeat", menu }, async (page) => {
        await page.click("#choices button:nth-child(2)");
        await page.click("#choices button:nth-child(6)");
    }],
    ["promotion", { board: { ...movable, squares: "4k3/8/8/8/8/8/4p3/8", last: [] }, menu }, async (page) => {
        await page.click(squareCell("e2"));
        await page.click(squareCell("e1"));
    }],
    ["ended", { phase: "ended", board: { ...movable, movable: false }, said: heard,
        clocks: { white_ms: 0, black_ms: 5, runs: null, delay_ms: 0, hourglass: false, fallen: ["white"] },
        due: [{ id: "sign", text: "Sign the scoresheet", about: "", typed: ["u"] }] }],
];
const othersStates = {
    assistant: [["asked", { clocks: null, said: heard, due: readBack, press: null }]],
    arbiter: [["asked", { said: heard, board: { ...movable, movable: false }, due: proposals, press: null,
        phase: "halted" }]],
    spectator: [["looking", { clocks: null, board: { ...movable, movable: false }, press: null }]],
};

const squareCell = (square, side = "black") => cellOf(square, side);

// --- rules of this page
// Whatever is tapped is large enough, the clock and the answers more so; a square is as large as eight of them allow.
const small = () => {
    const least = (element) => {
        if (element.matches(".square")) {
            return Math.min(44, Math.floor((document.documentElement.clientWidth - 20) / 8) - 1);
        }
        return element.matches("#press, #answers button") ? 72 : 44;
    };
    return [...document.querySelectorAll("button, input")]
        .filter((each) => each.getClientRects().length > 0)
        .filter((each) => each.clientHeight + 4 < least(each) || each.offsetWidth < Math.min(44, least(each)))
        .map((each) => `${each.outerHTML.slice(0, 100)}: ${each.offsetWidth} x ${each.offsetHeight}`);
};

// Text twice as large, where the browser's own setting does it.
const twice = (page, isTwice) => page.run((wanted) => {
    document.documentElement.style.fontSize = wanted ? "200%" : "";
}, isTwice);

async function expectGood(page, what, { isPictured = false } = {}) {
    await expectNoFaults(page, what, [320, 1400]);
    for (const width of [320, 640, 768, 1400]) {
        await page.look({ width });
        assert.deepEqual(await page.run(isCut), [], `${what} at ${width} px`);
        assert.deepEqual(await page.run(small), [], `${what} at ${width} px`);
        if (width < 700) { // with the text of a wider one, the page is as on a narrow one
            await twice(page, true);
            assert.deepEqual(await page.run(isCut), [], `${what} at ${width} px, text twice as large`);
            await twice(page, false);
        }
    }
    await page.look();
    if (pictures && isPictured) {
        await expectNothingCut(page, what, pictures, { isWhole: false });
    }
}

// The answer of a broken connection, which a browser complains of.
const forgive = (page) => {
    assert.deepEqual(page.problems.filter((each) => !/^Failed to load resource/.test(each)), []);
    page.problems.length = 0;
};

// --- a person at a real table
let games = 0;
// given: options of the table. Its own input is the voices of all; a page is Black's.
async function realSeat(...given) {
    const table = home.talk(program, "play", "--white-name", "Anna Ember", "--black-name", "Bob", "--language", "en",
        "--speech", "none", "--page", "on", "--journal", join(home.path, `${++games}.ansage`), ...given);
    const url = (await table.find(/http:/)).match(/http:\S+/)[0];
    const page = await browser.page();
    await page.look({ width: 390, height: 844 });
    await page.go(url);
    await page.until(() => !document.getElementById("start").hidden);
    await page.tap("[data-role=black]");
    await page.until(isPlaced);
    return { table, page, taps: 0 };
}

async function touch(real, selector) {
    ++real.taps;
    await real.page.tap(selector);
}

const due = (page, id) => page.until((wanted) => document.querySelector(`#answers [data-answer=${wanted}]`), id);
// The table takes an Enter that comes within 150 ms for a bounce; no finger is so fast, and a test gives it once more.
const answer = async (real, id) => {
    await due(real.page, id);
    ++real.taps;
    let isGone = false;
    for (let i = 0; !isGone && i < 20; ++i) {
        await real.page.tap(`#answers [data-answer=${id}]`).catch(() => {}); // it has just gone
        isGone = await real.page.until((wanted) => {
            const button = document.querySelector(`#answers [data-answer=${wanted}]`);
            return !button ? "gone" : button.classList.contains("taken") ? "" : "there";
        }, id) === "gone";
    }
    assert.ok(isGone, `${id} was taken`);
};
const logged = (page, words) => page.until((wanted) => [...document.querySelectorAll("#log p")]
    .some((line) => line.textContent.includes(wanted)), words);
const runs = (page, color) => page.until(
    (wanted) => document.getElementById(`${wanted}-clock`).classList.contains("runs"), color);
const press = async (real, next) => {
    await touch(real, "#press");
    await runs(real.page, next);
};

// --- the tests
const tests = {
    async "Somebody who opens the page is asked who he is, in six languages, and a wrong code is told"() {
        for (const language of languages) {
            const fake = await new Fake(folder, language).begin();
            const page = await browser.page();
            await page.go(fake.url);
            await page.until(() => !document.getElementById("start").hidden);
            assert.equal(await page.run(() => document.documentElement.lang), language);
            await expectGood(page, `start-${language}`, { isPictured: language === "de" });
            if (language === "en") {
                fake.first = [{ kind: "bye", text: "Refused: wrong code.", again: false }];
                await page.run(() => document.getElementById("code").focus());
                await page.type("1");
                await page.key("Enter");
                await fake.until(() => fake.follows.length === 1, "a stream");
                fake.standing("over", "Refused: wrong code.");
                await page.until(() => document.querySelector("#urgent p")?.textContent === "Refused: wrong code.");
                assert.deepEqual(fake.joined, [{ role: "arbiter", code: "1" }]);
                await expectGood(page, "refused");
            }
            await leave({ fake, page });
        }
    },

    async "A player finds each state without a fault"() {
        for (const language of ["de", "en"]) {
            for (const role of ["black", "white"]) {
                const seated = await seat({ role, language });
                for (const [name, given, act] of playersStates) {
                    const { board = null } = given;
                    await show(seated, { ...given, board: board?.movable ? { ...board, turn: role } : board });
                    if (role === "black" || name !== "promotion") {
                        await act?.(seated.page);
                    }
                    await expectGood(seated.page, `${role}-${name}-${language}`,
                        { isPictured: role === "black" && language === "de" });
                    if (name === "menu") {
                        await seated.page.click("#menu-button");
                    }
                }
                await leave(seated);
            }
        }
    },

    async "In the other languages the player's main states are without a fault, too"() {
        for (const language of ["sv", "da", "nb", "nl"]) {
            const seated = await seat({ language });
            for (const [name, given] of playersStates.slice(1, 4)) {
                await show(seated, given);
                await expectGood(seated.page, `black-${name}-${language}`);
            }
            await leave(seated);
        }
    },

    async "Assistant, arbiter and spectator find each state without a fault"() {
        for (const language of ["de", "en"]) {
            for (const [role, states] of Object.entries(othersStates)) {
                const seated = await seat({ role, language });
                for (const [name, given] of states) {
                    await show(seated, given);
                    await expectGood(seated.page, `${role}-${name}-${language}`, { isPictured: language === "de" });
                    assert.equal(await seated.page.run(() => document.getElementById("press").hidden), true);
                    assert.equal(await seated.page.run(() => document.getElementById("clocks").hidden),
                        given.clocks === null);
                }
                await leave(seated);
            }
        }
    },

    async "A press goes out once for each touch, click and key, whatever else is shown"() {
        const seated = await seat({ now: { board: movable, due: proposals, menu } });
        const { fake, page } = seated;
        let number = 0;
        const expectPress = async () => {
            assert.equal((await fake.typed(++number)).at(-1), ".");
            await page.until(() => document.querySelector("#press .state").textContent !== "");
            await show(seated, { board: movable, due: proposals, menu });
            assert.equal(await page.run(() => document.querySelector("#press .state").textContent), "");
        };
        await page.tap("#press");
        await expectPress();
        await page.tap("#press");
        await expectPress();
        await page.click("#press");
        await expectPress();
        await page.run(() => document.getElementById("press").focus());
        for (const key of ["Enter", "Space"]) {
            await page.key(key);
            await expectPress();
        }
        await page.run(() => document.getElementById("press").click()); // as a screen reader does
        await expectPress();
        await page.click("#menu-button");
        await page.tap("#press");
        await page.tap("#press");
        await fake.typed(number + 2);
        assert.deepEqual(fake.said.map((line) => line.text), Array(number + 2).fill("."));
        assert.equal(await page.run(() => document.getElementById("press").disabled), false);
        await leave(seated);
    },

    async "The clock's button keeps its place and its size"() {
        const seated = await seat();
        const place = () => seated.page.run(() => {
            const box = document.getElementById("press").getBoundingClientRect();
            return [box.x, box.y, box.width, box.height];
        });
        for (const look of [{ width: 320, height: 640 }, { width: 768 }, { width: 1400 }]) {
            let first = null;
            for (const [name, given, act] of playersStates) {
                await show(seated, given);
                await seated.page.look(look);
                await act?.(seated.page);
                await seated.page.run(() => scrollTo(0, 0));
                first ??= await place();
                assert.deepEqual(await place(), first, `${name} at ${look.width} px`);
                if (name === "menu") {
                    await seated.page.run(() => document.getElementById("menu-button").click());
                }
            }
        }
        await leave(seated);
    },

    // A finger on its way to a square would come down on another.
    async "The board keeps its place whatever is told beside it"() {
        const long = "The boards differ since move 12: on the board of White a knight stands on f3, on that of Black "
            + "on g1; whoever has it otherwise puts it right, and the clocks stand until both have said so.";
        const steps = [
            ["nothing was told yet", {}],
            ["an announcement", { said: heard }],
            ["a longer one", { said: { ...heard, words: `${heard.words} schlägt, en passant, Schach und matt` } }],
            ["answers", { said: heard, due: proposals, menu }],
            ["a line", { said: heard }, "White: Springer Gustav eins Felix drei."],
            ["a long line", { said: heard }, long],
            ["nothing announced", {}, "The arbiter has restored the position."],
        ];
        for (const look of [{ width: 320, height: 640 }, { width: 390, height: 844 }, { width: 768 }, { width: 1400 }]) {
            const seated = await seat({ now: { board: movable } });
            await seated.page.look(look);
            let first = null;
            for (const [name, given, line] of steps) {
                await show(seated, { board: movable, ...given });
                if (line) {
                    seated.fake.line(line);
                    await seated.page.until((wanted) =>
                        document.getElementById("newest-line").textContent === wanted, line);
                }
                const top = await seated.page.run(() =>
                    document.querySelector("#board tbody").getBoundingClientRect().top + scrollY);
                first ??= top;
                assert.equal(top, first, `${name} at ${look.width} px`);
            }
            await leave(seated);
        }
    },

    async "What could not be sent is told, and can be sent again"() {
        const seated = await seat({ now: { board: movable, said: heard, due: [answered] } });
        const { fake, page } = seated;
        const urgent = () => texts(page, "#urgent p");
        fake.status = 409;
        await page.tap("#press");
        await page.until(() => document.querySelectorAll("#urgent p").length === 1);
        assert.deepEqual(await urgent(), ["Your press did not reach the table. Press again."]);
        await page.tap("#answers button");
        await page.until(() => document.querySelectorAll("#urgent p").length === 2);
        assert.deepEqual(await texts(page, "#answers .state"), ["Not sent"]);
        await expectNothingCut(page, "failed", pictures, { isWhole: false });
        fake.status = 0;
        await page.run(() => document.getElementById("line").focus());
        await page.type("offer draw");
        await page.key("Enter");
        await page.until(() => document.querySelectorAll("#urgent p").length === 3);
        assert.equal(await page.run(() => document.getElementById("line").value), "offer draw", "it is there again");
        assert.deepEqual(fake.said, []);
        forgive(page);
        await expectGood(page, "failed");
        fake.status = 204;
        await page.key("Enter");
        await page.tap("#answers button");
        await page.tap("#press");
        assert.deepEqual(await fake.typed(4), ["offer draw", "w", "n", "."]);
        await leave(seated);
    },

    async "An answer is taken once, with all its lines at once"() {
        const seated = await seat({ now: { board: movable, said: heard, due: [answered], menu } });
        const { fake, page } = seated;
        await page.tap("#answers button");
        await page.tap("#answers button");
        await page.until(() => document.querySelector("#answers .state").textContent === "Sent");
        await show(seated, { board: movable, due: readBack, menu });
        assert.deepEqual(await fake.typed(2), ["w", "n"]);
        assert.equal(await text(page, "answers"), "Eva fünf. Enter?Yes No, take it back ");
        await page.run(() => document.querySelector("#answers button").focus());
        await page.key("Enter");
        assert.deepEqual(await fake.typed(3), ["w", "n", ""]);
        await show(seated, { board: movable, menu });
        assert.equal(await page.run(() => document.activeElement.id), "said-heading", "the focus is not lost");
        await page.click("#menu-button");
        await page.tap("#menu button:nth-child(3)");
        assert.deepEqual((await fake.typed(4)).at(-1), "resigns");
        await page.until(() => document.getElementById("menu").hidden);
        await leave(seated);
    },

    async "Moves are made by taps, by dragging and by keys, on the board as the player sees it"() {
        for (const side of ["black", "white"]) {
            const board = { ...movable, turn: side };
            const seated = await seat({ role: side, now: { board } });
            const { fake, page } = seated;
            const cell = (square) => squareCell(square, side);
            const [from, to, knight, other] = side === "black" ? ["e7", "e5", "g8", "f6"] : ["e2", "e4", "g1", "f3"];
            assert.equal((await texts(page, "#board tbody th"))[0], side === "black" ? "1" : "8");
            await page.tap(cell(from));
            await page.until((wanted) => document.querySelector(wanted).classList.contains("chosen"), cell(from));
            assert.match(await text(page, "chosen"), new RegExp(`Chosen: ${side} pawn on ${from}`, "i"));
            await expectNoFaults(page, "chosen", [320, 1400]);
            await page.tap(cell(to));
            assert.deepEqual(await fake.typed(1), [from + to]);
            await show(seated, { board });
            await page.drag(cell(knight), cell(other));
            assert.equal((await fake.typed(2)).at(-1), knight + other);
            await show(seated, { board });
            await page.run((wanted) => document.querySelector(wanted).focus(), `${cell(from)} button`);
            await page.key("Enter");
            await page.key("ArrowUp");
            await page.key("ArrowUp");
            await page.key("Space");
            assert.equal((await fake.typed(3)).at(-1), from + to, "up is away from the player");
            // Another piece instead, and none.
            await page.tap(cell(from));
            await page.tap(cell(knight));
            await page.tap(cell(knight));
            await page.tap(cell(to));
            await show(seated, { board });
            assert.equal(fake.said.length, 3);
            await show(seated, { board: { ...board, movable: false } });
            assert.equal(await count(page, "#board [tabindex='0'], #board [role=grid]"), 0);
            await leave(seated);
        }
    },

    async "A pawn that reaches the last rank is asked what it becomes"() {
        const board = { ...movable, squares: "4k3/8/8/8/8/8/4p3/8" };
        const seated = await seat({ now: { board } });
        const { fake, page } = seated;
        for (const [i, letter] of [..."qrbn"].entries()) {
            await page.look({ width: 320, height: 640 });
            await page.tap(squareCell("e2"));
            await page.tap(squareCell("e1"));
            await page.until(() => {
                const button = document.querySelector("#promotions button");
                const box = button?.getBoundingClientRect();
                return box && button.contains(document.elementFromPoint(box.x + box.width / 2, box.bottom - 5));
            });
            await page.tap(`#promotions button:nth-child(${i + 1})`);
            assert.equal((await fake.typed(i + 1)).at(-1), "e2e1" + letter);
            await show(seated, { board });
        }
        await page.tap(squareCell("e2"));
        await page.tap(squareCell("e1"));
        await page.tap("#promotions button:nth-child(5)");
        await page.until(() => document.getElementById("promotion").hidden);
        await show(seated, { board });
        assert.equal(fake.said.length, 4);
        await leave(seated);
    },

    async "In a tournament the repetition is chosen, by touch and by keys, with a way back"() {
        const given = { said: { ...heard, squares: [] }, choose: "repeat" };
        const seated = await seat({ now: given });
        const { fake, page } = seated;
        const choices = () => texts(page, "#choices .text");
        const next = (words) => isAsked(page, words);
        assert.deepEqual((await choices()).slice(0, 2), ["Bauer", "Springer"]);
        assert.equal((await choices()).length, 8);
        await page.tap("#choices button:nth-child(3)"); // the bishop, and back
        await next("file");
        await page.tap("#choose-back");
        await next("piece");
        await page.tap("#choices button:nth-child(2)");
        await next("file");
        await show(seated, { ...given, menu }); // something else has changed
        await page.tap("#choices button:nth-child(6)");
        await next("rank");
        await page.tap("#choose-back");
        await next("file");
        assert.equal(await text(page, "chosen-words"), "Springer");
        await page.tap("#choices button:nth-child(6)");
        await next("rank");
        assert.equal(await text(page, "chosen-words"), "Springer Felix");
        await page.tap("#choices button:nth-child(3)");
        assert.deepEqual(await fake.typed(1), ["w Nf3"]);
        assert.equal(await text(page, "chosen-words"), "Springer Felix drei");
        await show(seated, given); // it was refused
        await next("piece");
        const byKey = async (number) => {
            await page.run(() => document.getElementById("choose-question").focus());
            for (let i = 0; i < number; ++i) {
                await page.key("Tab");
            }
            await page.key("Enter");
        };
        await byKey(1); // the pawn
        await next("file");
        await byKey(5);
        await next("rank");
        await byKey(4);
        assert.equal((await fake.typed(2)).at(-1), "w e4");
        for (const [i, castling] of ["w O-O", "w O-O-O"].entries()) {
            await show(seated, given);
            await next("piece");
            await page.tap(`#choices button:nth-child(${7 + i})`);
            assert.equal((await fake.typed(3 + i)).at(-1), castling);
        }
        // What could not be sent is chosen again from its last step.
        await show(seated, given);
        await next("piece");
        fake.status = 409;
        await page.tap("#choices button:nth-child(1)");
        await next("file");
        await page.tap("#choices button:nth-child(5)");
        await next("rank");
        await page.tap("#choices button:nth-child(4)");
        await page.until(() => document.querySelectorAll("#urgent p").length === 1);
        await next("rank");
        assert.equal(await page.run(() => document.querySelectorAll("[role=grid]").length), 0);
        await leave(seated);
    },

    async "What is typed goes out as at a console, and the focus stays in the field while lines come"() {
        const seated = await seat({ now: { board: movable, due: readBack } });
        const { fake, page } = seated;
        await page.run(() => document.getElementById("line").focus());
        for (const line of ["c", "Sf6"]) {
            await page.type(line);
            await page.key("Enter");
        }
        await page.key("Enter");
        assert.deepEqual(await fake.typed(3), ["c", "Sf6", ""]);
        const [up, down] = ["ArrowUp", "ArrowDown"];
        for (const [key, wanted] of [[up, "Sf6"], [up, "c"], [up, "c"], [down, "Sf6"], [down, ""]]) {
            await page.key(key);
            assert.equal(await page.run(() => document.getElementById("line").value), wanted);
        }
        fake.line("White: Eva vier.");
        fake.line("Board differs: look at e4.", { important: true });
        await show(seated, { board: movable, due: [answered] });
        assert.equal(await page.run(() => document.activeElement.id), "line");
        await leave(seated);
    },

    async "Lines are told by the rules of live regions, and the table hears what was seen"() {
        const seated = await seat();
        const { fake, page } = seated;
        const first = await (await fetch(fake.url)).text();
        for (const id of ["log", "urgent"]) {
            assert.match(first, new RegExp(`<div id="${id}"[^>]*></div>`), `${id} stands empty in the first HTML`);
        }
        assert.equal(await count(page, "[aria-live], [role=log], [role=alert], [role=status]"), 2);
        await page.run(() => {
            globalThis.regions = ["log", "urgent"].map((id) => document.getElementById(id));
        });
        fake.line("The same.");
        fake.line("The same.");
        fake.line("At once.", { important: true });
        const mark = await show(seated, {});
        const lines = await texts(page, "#log p");
        assert.equal(lines.filter((line) => line === "The same.").length, 2);
        assert.ok(!lines.includes("At once."));
        assert.deepEqual(await texts(page, "#urgent p"), ["At once."]);
        assert.ok(await page.run(() => globalThis.regions.every((each) => each.isConnected)));
        await page.key("N", 1 | 8); // Alt and Shift
        assert.equal(await page.run(() => document.activeElement.textContent), mark);
        await page.run(() => document.activeElement.blur()); // a line that is read stays
        for (let i = 0; i < 80; ++i) {
            fake.line(`line ${i}`);
        }
        await fake.until(() => fake.seen.at(-1) === fake.number, "what was seen");
        await page.until(() => document.querySelectorAll("#log p").length <= 50);
        assert.ok(fake.seen.length < 10, `${fake.seen.length} times`);
        assert.equal(new Set(fake.seen).size, fake.seen.length, "nothing is said twice");
        assert.equal(await count(page, "#log .clock, #log table, #urgent table"), 0);
        await leave(seated);
    },

    async "HTML and scripts in names, words and lines are shown as text"() {
        const long = "Donaudampfschifffahrtsgesellschaft";
        for (const name of [evil, long]) {
            const seated = await seat({ welcome: { names: { white: name, black: name }, text: name } });
            const { fake, page } = seated;
            fake.line(name, { important: true });
            await show(seated, {
                board: { ...movable, text: name }, said: { ...heard, words: name },
                due: [{ id: name, text: name, about: name, typed: [name] }],
                menu: [{ id: name, text: name, about: "", typed: [name] }],
                choose: "repeat", press: { text: "My clock", typed: ["."] },
            });
            assert.equal(await page.run(() => document.querySelectorAll("img, main script").length), 0);
            assert.notEqual(await page.run(() => document.title), "broken");
            assert.equal(await text(page, "said-words"), name);
            await expectGood(page, "text");
            await leave(seated);
        }
    },

    async "A reload comes back by itself, with its lines and from where it was"() {
        const seated = await seat({ role: "arbiter" });
        const { fake, page } = seated;
        fake.line("Before.");
        const mark = await show(seated, { press: null });
        await page.go(fake.url);
        await fake.until(() => fake.follows.length === 2, "the stream of a page that was loaded again");
        await page.until(isPlaced);
        assert.deepEqual(fake.follows[1], { session: "session1", last: `a1b2c3d4.${fake.number}` });
        assert.equal(fake.joined.length, 1);
        assert.deepEqual(await texts(page, "#past p"), ["Welcome.", "Before.", mark]);
        assert.equal(await page.run(() => document.querySelectorAll("#log p").length), 0, "nothing is read out again");
        // The gateway was started again and knows nobody.
        fake.drop({ isForgotten: true });
        await fake.until(() => fake.joined.length === 2, "another join");
        await fake.until(() => fake.follows.length === 3, "another stream");
        assert.deepEqual(fake.joined[1], { role: "arbiter", code: "4711 0815" });
        assert.deepEqual(fake.follows[2], { session: "session2", last: `a1b2c3d4.${fake.number}` });
        fake.sessions.clear(); // though its stream goes on
        await page.run(() => document.getElementById("line").focus());
        await page.type("c");
        await page.key("Enter");
        await fake.until(() => fake.joined.length === 3, "a join after a refused line");
        await fake.until(() => fake.follows.length === 4, "its stream");
        // Whoever leaves is asked anew.
        await page.run(() => document.getElementById("leave").click());
        await page.until(() => !document.getElementById("start").hidden);
        assert.deepEqual(fake.said.at(-1), { kind: "leave" });
        await leave(seated);
    },

    async "A page in another language goes to the person's, and other words than its own have their language"() {
        const fake = await new Fake(folder, "en").begin();
        fake.first = [welcome({ language: "sv" }), now({ said: heard, choose: "repeat" })];
        const page = await browser.page();
        await page.go(fake.url);
        await page.until(() => !document.getElementById("start").hidden);
        await page.click("[data-role=black]");
        await page.until(() => document.documentElement.lang === "sv" && !document.getElementById("field").hidden);
        assert.equal(fake.joined.length, 1);
        await page.until(() => document.getElementById("said-words").textContent);
        assert.equal(await page.run(() => document.getElementById("said-words").lang), "de");
        assert.equal(await count(page, "#choices .text:not([lang=de])"), 0);
        await page.until(() => document.querySelector("#log p")); // the greeting waits until the focus has moved
        assert.equal(await page.run(() => document.querySelector("#log p").lang), "");
        await leave({ fake, page });
    },

    async "Connection lost, back and over is told, and everything stays on the page"() {
        const seated = await seat({ now: { board: movable, said: heard } });
        const { fake, page } = seated;
        fake.standing("lost", "The table does not answer.");
        await page.until(() => document.getElementById("connection").textContent === "The table does not answer.");
        await expectGood(page, "lost");
        fake.drop();
        await fake.until(() => fake.follows.length === 2, "the stream again");
        await page.until(() => document.getElementById("connection").textContent === "Connected.");
        fake.tell({ kind: "bye", text: "The table closes.", again: false });
        fake.standing("over");
        await page.until(() => /The table closes\./.test(document.getElementById("connection").textContent));
        assert.equal(await page.run(() => document.querySelectorAll("#board table").length), 1);
        forgive(page);
        await expectGood(page, "over");
        await page.click("#again");
        await fake.until(() => fake.joined.length === 2, "another join");
        await leave(seated);
    },

    async "A page that too many others keep out says so and comes in later"() {
        const fake = await new Fake(folder, "en").begin();
        fake.joinStatus = 429;
        fake.first = [welcome(), now()];
        const page = await browser.page();
        await page.go(fake.url);
        await page.until(() => !document.getElementById("start").hidden);
        await page.click("[data-role=black]");
        await page.until(() => /Too many/.test(document.getElementById("connection").textContent));
        fake.joinStatus = 200;
        await page.until(isPlaced);
        await leave({ fake, page });
    },

    async "The clocks go on by themselves, and in an hourglass one gains what the other loses"() {
        const clocks = { white_ms: 60000, black_ms: 60000, runs: "white", delay_ms: 0, hourglass: true, fallen: [] };
        const seated = await seat({ now: { clocks, unix_ms: Date.now() } });
        await seated.page.until(() => document.getElementById("white-clock").textContent <= "0:00:58");
        assert.ok(await text(seated.page, "black-clock") >= "0:01:01");
        await leave(seated);
    },

    async "The screen stays awake while a game is played, and is asked for again when it is seen again"() {
        const fake = await new Fake(folder, "en").begin();
        fake.first = [welcome(), now({ phase: "not_started" })];
        const page = await browser.page();
        await page.prepare(() => {
            globalThis.locks = [];
            navigator.wakeLock.request = async (kind) => {
                const lock = { kind, released: false, release() { this.released = true; } };
                globalThis.locks.push(lock);
                return lock;
            };
        });
        await page.go(fake.url);
        await page.until(() => !document.getElementById("start").hidden);
        await page.click("[data-role=black]");
        await page.until(isPlaced);
        assert.equal(await page.run(() => globalThis.locks.length), 0);
        await show({ fake, page }, { phase: "playing" });
        await page.until(() => globalThis.locks.length === 1);
        await page.run(() => {
            globalThis.locks[0].released = true; // as the browser does with a hidden page
            document.dispatchEvent(new Event("visibilitychange"));
        });
        await page.until(() => globalThis.locks.length === 2);
        await show({ fake, page }, { phase: "ended" });
        assert.ok(await page.run(() => globalThis.locks.every((lock) => lock.released)));
        await leave({ fake, page });
    },

    async "A first visit is light and asks nobody else; on paper and without a script the page is of use"() {
        const seated = await seat({ now: { board: movable, said: heard, due: [answered], menu } });
        const { fake, page } = seated;
        assert.deepEqual(page.requests.filter((each) => !each.startsWith(fake.url)), []);
        let weight = 0;
        for (const address of new Set(page.requests.filter((each) => !/events|join|say/.test(each)))) {
            weight += (await (await fetch(address)).arrayBuffer()).byteLength;
        }
        console.log(`  a first visit is ${weight} bytes`);
        assert.ok(weight <= heaviest, `${weight} bytes`);
        await page.look({ media: "print" });
        const isSeen = (selector) => page.run((wanted) => [...document.querySelectorAll(wanted)]
            .some((each) => each.getClientRects().length > 0), selector);
        assert.ok(await isSeen("#board table"), "a board");
        assert.ok(!await isSeen("button"), "a button");
        await page.look();
        await page.ask("Emulation.setScriptExecutionDisabled", { value: true });
        await page.go(fake.url);
        await page.until(() => document.readyState === "complete");
        const { root } = await page.ask("DOM.getDocument", { depth: -1 });
        const { nodeId } = await page.ask("DOM.querySelector", { nodeId: root.nodeId, selector: "noscript p" });
        const { outerHTML } = await page.ask("DOM.getOuterHTML", { nodeId });
        assert.match(outerHTML, /ansage join/);
        await leave(seated);
    },

    async "A whole game in a club: one plays by touch on the page, the other at a console"() {
        const real = await realSeat("--mode", "club", "--white", "impaired none", "--black", "sighted none");
        const { table, page } = real;
        const white = home.talk(program, "join", "white");
        await white.find(/Joined: White/);
        await answer(real, "start");
        await runs(page, "white");
        const cell = (square) => squareCell(square);
        const makeMove = async (from, to) => {
            await touch(real, cell(from));
            await touch(real, cell(to));
            await answer(real, "confirm");
        };
        white.say("e4", ".");
        await runs(page, "black");
        // He mishears, is told so, and puts it right.
        await page.run(() => document.getElementById("line").focus());
        await page.type("w e3");
        await page.key("Enter");
        await logged(page, "Repetition differs");
        await answer(real, "answered");
        await logged(page, "Settled: repetition differs");
        await makeMove("e7", "e5");
        await press(real, "white");
        const linesShown = async () =>
            (await texts(page, "#past p, #log p")).filter((words) => !words.startsWith("Console "));
        await page.until(() => [...document.querySelectorAll("#log p")].at(-1)?.textContent
            === document.getElementById("newest-line").textContent); // lines that come close together wait for a moment
        const shownBefore = await linesShown();
        await page.go(await page.run(() => location.href)); // he loads the page again, and goes on
        await page.until(isPlaced);
        assert.deepEqual(await linesShown(), shownBefore, "no line is lost, and none comes twice");
        const before = real.taps;
        white.say("w", "n", "Sf3", ".");
        await runs(page, "black");
        await answer(real, "answered");
        const answered = real.taps - before;
        await makeMove("b8", "c6");
        await press(real, "white");
        const all = real.taps - before;
        console.log(`  ${answered} tap answers a move, ${all} with his own on the drawn board and the clock`);
        assert.deepEqual([answered, all], [1, 5]);
        await white.find(/Bella acht/);
        await page.tap("#menu-button");
        await page.tap("#menu [data-answer=resigns]");
        await answer(real, "confirm");
        await due(page, "sign");
        await expectGood(page, "a game that has ended");
        await white.find(/Result: Resignation: White wins/);
        assert.deepEqual(table.lines.filter((line) => /^completed/.test(line)),
            ["completed 1. e4", "completed 1... e5", "completed 2. Nf3", "completed 2... Nc6"]);
        table.say("quit");
        await page.until(() => !document.getElementById("again").hidden);
        assert.equal(await table.end(), 0, table.errors);
        white.child.stdin.end();
        await white.end();
        await page.close();
    },

    async "At a board that tells his moves, a player in a club taps nothing but his clock"() {
        const board = home.talk(program, "board", "simulate", "dgt");
        const port = (await board.line(1)).replace("port ", "");
        const real = await realSeat("--mode", "club", "--white", "impaired none",
            "--black", "sighted identity repeats=none announces=device device=1,2", "--black-board", `dgt:${port}`);
        const { table, page } = real;
        table.say("black starts");
        await runs(page, "white");
        table.say("white announces e4", "white presses");
        await runs(page, "black");
        board.say("lifts e2", "places e4 P");
        await page.until((wanted) => document.querySelector(wanted).textContent.includes("Pawn"), squareCell("e4"));
        assert.deepEqual(await texts(page, "#answers .text"), [], await text(page, "answers"));
        assert.equal(await count(page, "[role=grid]"), 0, "nothing is movable");
        board.say("lifts e7", "places e5 p");
        await page.until((wanted) => document.querySelector(wanted).textContent.includes("Pawn"), squareCell("e5"));
        await press(real, "white");
        await table.find(/^completed 1\.\.\. e5/);
        assert.equal(real.taps, 1);
        table.say("quit");
        assert.equal(await table.end(), 0, table.errors);
        board.child.stdin.end();
        await board.end();
        await page.close();
    },

    async "In a tournament a move pair takes five taps: piece, file, rank, done, clock"() {
        const real = await realSeat("--mode", "tournament", "--white", "impaired none", "--black", "sighted none");
        const { table, page } = real;
        table.say("arbiter starts", "white announces e4", "white executes e4", "white presses");
        await runs(page, "black");
        assert.ok(await page.run(() => document.getElementById("position").hidden), "no second board (11.3.1)");
        for (const [step, choice] of [["piece", "Bauer"], ["file", "Eva"], ["rank", "vier"]]) {
            await isAsked(page, step);
            const number = (await texts(page, "#choices .text")).indexOf(choice) + 1;
            await touch(real, `#choices button:nth-child(${number})`);
        }
        await answer(real, "executed");
        table.say("black announces e5");
        await logged(page, "Black: Eva fünf");
        await press(real, "white");
        assert.equal(real.taps, 5);
        table.say("quit");
        await page.until(() => !document.getElementById("again").hidden);
        assert.equal(await table.end(), 0, table.errors);
        await page.close();
    },

    async "A tab that was doubled plays in one of the two"() {
        const seated = await seat();
        const { fake, page } = seated;
        const other = await browser.page();
        const state = await page.run(() => JSON.stringify(Object.entries(sessionStorage)));
        await other.prepare(`() => { for (const [name, value] of ${state}) sessionStorage.setItem(name, value); }`);
        await other.go(fake.url);
        await other.until(isPlaced);
        await page.until(() => /another tab/.test(document.getElementById("connection").textContent));
        await other.close();
        await leave(seated);
    },
};

if (isThere(process.env.FIREFOX ?? chromium, "the page of a person") && isThere(folder, "the page of a person")) {
    readAxe();
    home = new Home();
    browser = process.env.FIREFOX ? new Firefox(process.env.FIREFOX) : new Browser(chromium);
    try {
        await runAll(tests);
    } finally {
        await browser.end();
        home.end();
    }
}
