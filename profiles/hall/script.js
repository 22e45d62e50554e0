// SPDX-License-Identifier: GPL-3.0-or-later
// The arbiters' page: what is open at which table. What a table says of itself is shown as text,
// never as markup; the newest state of each is the truth, and lines are only read.
import { Board } from "../pages/board.js";
import { figures, left } from "../pages/clocks.js";
import { goToNewest, Region } from "../pages/live.js";
import { Line } from "./line.js";
import { read, Turns } from "./messages.js";

const by = (id) => document.getElementById(id);
const tables = new Map(); // name: { state, at, opened, isHere, lines, broken }
const known = new Set(); // matters that were told
const owners = new Map(); // matter: the arbiter who goes, and in which game
const sent = new Map(); // rulings by id: { topic, payload, table, key, answer }
let self = ""; // the name that was signed in with
const words = JSON.parse(by("words").textContent);
let language = "en";
let line = null;
let shown = null; // the table whose details are open
let isSettled = false; // what was open before is not new

// --- words
function say(id, given = {}) {
    const pattern = words.languages[language]?.[id] ?? words.languages.en[id] ?? id;
    return pattern.replace(/\{(\w+)\}/g, (whole, key) => given[key] ?? whole);
}

function put(element, text) {
    if (element.textContent !== text) {
        element.textContent = text;
    }
}

function speak() {
    document.documentElement.lang = language;
    for (const element of document.querySelectorAll("[data-words]")) {
        put(element, say(element.dataset.words));
    }
    document.title = say("page.title", { text: words.event });
    put(by("title"), document.title);
    show();
}

const regions = { polite: new Region(by("polite")), urgent: new Region(by("urgent")) };

// How the line to the broker is; it tries again every second, which is no news.
function tellLine(region, id) {
    const text = say(id);
    if (by("status").textContent !== text) {
        put(by("status"), text);
        regions[region].add(text);
    }
}

// A table that tells without end keeps nobody from hearing of the others.
const spoken = new Map(); // table: when it was told of
function announceOf(table, region, text) {
    const now = Date.now();
    const lately = (spoken.get(table) ?? []).filter((at) => now - at < 10000);
    spoken.set(table, lately);
    if (lately.length < 5) {
        lately.push(now);
        regions[region].add(text.slice(0, 500));
    }
    return lately.at(-1) === now;
}

// --- what is open
const urgency = (matter) => (matter.players_wait || matter.lapses ? 0 : 1);

// Who goes to see to that matter of the game that is played there now.
function ownerOf(matter) {
    const owner = owners.get(matter.key);
    return owner && owner.game === String(tables.get(matter.table)?.state?.game) ? owner.name : undefined;
}

const needs = {
    all: () => true,
    urgent: (matter) => urgency(matter) === 0,
    free: (matter) => !ownerOf(matter),
    mine: (matter) => ownerOf(matter) === self,
};

function matters() {
    const all = [];
    for (const [name, table] of tables) {
        for (const matter of table.state?.open ?? []) {
            all.push({ ...matter, table: name, key: `${name} ${matter.number}`,
                since: table.opened + matter.since_ms });
        }
    }
    return all.sort((a, b) => urgency(a) - urgency(b) || a.since - b.since || a.key.localeCompare(b.key));
}

// One arbiter goes, and all of them see who: the broker keeps one name for each matter.
function care(matter, who) {
    const game = tables.get(matter.table)?.state?.game;
    line?.say(`ansage/${words.event}/${matter.table}/care/${matter.number}`, who && `${who} ${game}`, { isKept: true });
}

// What an arbiter rules who was there; the table's console is asked to confirm it.
function rule(row, matter, answer) {
    const there = row.querySelector(".there");
    if (!there.checked) {
        regions.urgent.add(say("page.say_first"));
        there.focus();
        return;
    }
    const id = Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) => b.toString(16).padStart(2, "0")).join("");
    const ruling = {
        topic: `ansage/${words.event}/${matter.table}/rule/${self}`,
        payload: JSON.stringify({ id, game: tables.get(matter.table).state.game, matter: matter.number,
            seen_ms: matter.changed_ms, answer, statement: say("page.statement") }),
        table: matter.table, key: matter.key, answer: null,
    };
    sent.set(id, ruling);
    there.checked = false;
    line?.say(ruling.topic, ruling.payload, { isSure: true });
    regions.polite.add(say("page.sent", { text: matter.table }));
    row.querySelector("h3").focus();
    show();
}

// No table answers for another.
function takeAnswer(table, { id, answer }) {
    const ruling = sent.get(id);
    if (ruling?.table !== table || ruling.answer === answer) {
        return;
    }
    ruling.answer = answer;
    regions[answer === "asked" || answer === "confirmed" ? "polite" : "urgent"].add(
        say("hall.answer." + answer, { text: ruling.table }));
}

// The newest answer to a ruling on it.
function answerOn(matter) {
    const last = [...sent.values()].filter((ruling) => ruling.key === matter.key).at(-1);
    return last ? say(last.answer ? "hall.answer." + last.answer : "page.sent", { text: matter.table }) : "";
}

function minutes(matter) {
    return String(Math.max(0, Math.floor((Date.now() - matter.since) / 60000)));
}

// The rows of `parent` become `items`, in order; whoever is on one stays on it.
function list(parent, items, make, fill) {
    const before = document.activeElement;
    const wanted = new Set(items.map((item) => item.key));
    const rows = new Map();
    for (const row of [...parent.children]) {
        rows.set(row.dataset.key, row);
        if (!wanted.has(row.dataset.key)) {
            if (row.contains(before)) {
                parent.closest("section").querySelector("h2").focus();
            }
            row.remove();
        }
    }
    items.forEach((item, place) => {
        let row = rows.get(item.key);
        if (!row) {
            row = make(item);
            row.dataset.key = item.key;
        }
        if (parent.children[place] !== row) {
            parent.insertBefore(row, parent.children[place] ?? null);
        }
        fill(row, item);
    });
    if (before !== document.activeElement && before?.isConnected && parent.contains(before)) {
        before.focus({ preventScroll: true });
    }
}

function element(name, className) {
    const made = document.createElement(name);
    made.className = className ?? "";
    return made;
}

function makeMatter(matter) {
    const row = element("li");
    const heading = element("h3", "where");
    heading.tabIndex = -1;
    row.append(heading, element("p", "what"), element("p", "proposal"), element("p", "why"), element("p", "answer"));
    const button = element("button", "look");
    button.type = "button";
    button.addEventListener("click", () => open(matter.table));
    const take = element("button", "take");
    take.type = "button";
    take.addEventListener("click", () => care(matter, ownerOf(matter) === self ? "" : self));
    row.append(button, " ", take, makeRuling(row));
    return row;
}

function makeRuling(row) {
    const ruling = element("fieldset", "ruling");
    const label = element("label");
    const there = element("input", "there");
    there.type = "checkbox";
    label.append(there, " ", element("span", "statement"));
    const choices = element("p");
    for (const answer of ["yes", "no"]) {
        const choice = element("button", answer);
        choice.type = "button";
        choice.addEventListener("click", () => rule(row, row.matter, answer));
        choices.append(choice, " ");
    }
    const said = element("p");
    said.append(label);
    ruling.append(element("legend"), element("p", "if-yes"), element("p", "if-no"), said, choices);
    return ruling;
}

// Only where set-up allowed it, of what the agenda offers, by who has taken it, and one at a time.
function fillRuling(row, matter) {
    const state = tables.get(matter.table).state;
    const part = (name) => row.querySelector(name);
    const waits = state.asked?.matter === matter.number ? state.asked : null;
    const ruling = part(".ruling");
    const isHidden = !state.takes_rulings || !matter.rulings || ownerOf(matter) !== self || state.asked !== null;
    if (isHidden && ruling.contains(document.activeElement)) {
        part("h3").focus();
    }
    ruling.hidden = isHidden;
    put(part("legend"), say("page.ruling", { text: matter.table }));
    put(part(".statement"), say("page.statement"));
    for (const answer of ["yes", "no"]) {
        put(part(".if-" + answer), say("page.if_" + answer, { text: matter.rulings?.[answer] ?? "" }));
        put(part("." + answer), say("page.rule_" + answer, { text: matter.table }));
    }
    put(part(".answer"), answerOn(matter));
    return waits && say("page.ruling_waits", { text: waits.arbiter });
}

function fillMatter(row, matter) {
    const part = (name) => row.querySelector("." + name);
    put(part("where"), say("page.at_table", { text: matter.table }));
    put(part("what"), matter.text);
    put(part("proposal"), matter.proposal);
    const owner = ownerOf(matter);
    row.matter = matter;
    put(part("take"), say(owner === self ? "page.give_back" : owner ? "page.take_over" : "page.take", { text: matter.table }));
    const waits = fillRuling(row, matter);
    put(part("why"), [owner && say("page.owner", { text: owner }), waits, matter.players_wait && say("page.players_wait"), matter.lapses && say("page.lapses"),
        tables.get(matter.table).broken.size > 0 && say("page.invalid"),
        say("page.since", { text: minutes(matter) })].filter(Boolean).join(", "));
    put(part("look"), say("page.details", { text: matter.table }));
}

// --- tables
function clock(table, color) {
    return figures(left(table.state.clocks, color, table.at));
}

function makeRow(item) {
    const row = element("tr");
    const head = element("th");
    head.scope = "row";
    const button = element("button", "look");
    button.type = "button";
    button.addEventListener("click", () => open(item.key));
    head.append(button);
    row.append(head);
    for (let i = 0; i < 6; ++i) {
        row.append(element("td", i === 2 ? "time" : ""));
    }
    return row;
}

function fillRow(row, { key, table }) {
    const state = table.state;
    const isBroken = table.broken.size > 0;
    // Of what has not changed nothing is touched: many tables are filled often, and screen readers look.
    const running = state?.clocks.running && clock(table, state.clocks.running);
    const now = [language, key, table.isHere, running, isBroken];
    if (row.state === state && row.now?.every((one, i) => one === now[i])) {
        return;
    }
    Object.assign(row, { state, now });
    const look = row.querySelector(".look");
    put(look, key);
    look.setAttribute("aria-label", say("page.details", { text: key }));
    const phase = [state && say("page.phase." + state.phase), !table.isHere && say("page.gone"), state?.result,
        isBroken && say("page.invalid")].filter(Boolean).join(", ");
    const texts = state ? [`${state.white} – ${state.black}`, phase, `${clock(table, "white")}, ${clock(table, "black")}`,
        say("player." + state.clocks.to_move), state.completed, String(state.open.length)] : ["", phase, "", "", "", ""];
    texts.forEach((text, i) => put(row.children[i + 1], text));
}

const byNumber = new Intl.Collator(undefined, { numeric: true });
function showTables() {
    const onlyOpen = by("only-open").checked;
    const count = (table) => table.state?.open.length ?? 0;
    const rows = [...tables].filter(([, table]) => table.state || table.broken.size > 0)
        .filter(([, table]) => !onlyOpen || count(table) > 0)
        .map(([key, table]) => ({ key, table }))
        .sort((a, b) => count(b.table) - count(a.table) || byNumber.compare(a.key, b.key));
    list(by("tables"), rows, makeRow, fillRow);
}

// --- one table
function askForLines(name) {
    const last = tables.get(name)?.state?.n ?? 0;
    line?.say(`ansage/${words.event}/${name}/ask`, JSON.stringify({ arbiter: Math.max(1, last - 19) }));
}

function open(name) {
    shown = name;
    by("details").hidden = false;
    askForLines(name);
    show();
    by("details-heading").focus();
}

function close() {
    const name = shown;
    shown = null;
    by("details").hidden = true;
    const row = [...by("tables").children].find((one) => one.dataset.key === name);
    (row?.querySelector("button") ?? by("tables-heading")).focus();
}

function boardOf(color, board) {
    const section = element("div");
    const heading = element("h3");
    put(heading, say("page.board_of", { text: say("player." + color) }));
    const verdict = element("p", board.off.length > 0 ? "off" : "");
    put(verdict, !board.sensors && !board.shows ? say("page.no_sensors")
        : board.lost ? say("page.board_lost")
        : board.off.length === 0 ? say("page.agrees")
        : say("page.differs", { text: board.off.join(", ") }));
    const drawing = new Board(heading.textContent, say);
    drawing.table.caption.className = "heard"; // eyes have the heading
    drawing.show({ ...board, shows: board.shows || board.record });
    section.append(heading, verdict, drawing.table);
    return section;
}

// Whose board, mouth or sheet it is, of a move of `player`.
function personOf(witness, player) {
    const opponent = player === "white" ? "black" : "white";
    return { white_score: "white", black_score: "black", repetition: opponent, opponent_board: opponent }[witness] ?? player;
}

let drawn = ""; // of what was drawn last, so that nobody loses his place for nothing
function showDetails() {
    const table = tables.get(shown);
    if (!shown || !table) {
        return;
    }
    const { boards, ledger } = table.state ?? { boards: {}, ledger: [] };
    const now = JSON.stringify([language, shown, boards, ledger, table.lines]);
    if (now === drawn) {
        return;
    }
    drawn = now;
    put(by("details-heading"), say("page.details", { text: shown }));
    by("boards").replaceChildren(...Object.entries(boards).map(([color, board]) => boardOf(color, board)));
    by("ledger").replaceChildren(...ledger.flatMap((ply) => {
        const heading = element("h4");
        put(heading, say("page.said_of", { number: String(ply.ply), text: say("player." + ply.player) })
            + (ply.san ? ": " + ply.san : ""));
        const said = element("ul");
        for (const one of ply.said) {
            const item = element("li");
            const witness = say("witness." + one.witness, { player: say("player." + personOf(one.witness, ply.player)) });
            put(item, `${witness}: ${one.text || say("page.nothing_said")}`);
            said.append(item);
        }
        return ply.said.length > 0 ? [heading, said] : [heading];
    }));
    if (ledger.length === 0) {
        put(by("ledger").appendChild(element("p")), say("page.nothing_said"));
    }
    by("lines").replaceChildren(...table.lines.map((told) => {
        const item = element("li");
        put(item, told.text);
        return item;
    }));
}

// Many tables tell at once, and nobody reads so fast.
const betweenShows = 50; // ms
let isDue = false;
let shownAt = 0;
function showSoon() {
    if (!isDue) {
        isDue = true;
        setTimeout(() => { isDue = false; show(); }, Math.max(0, shownAt + betweenShows - performance.now()));
    }
}

function show() {
    shownAt = performance.now();
    const all = matters();
    const wanted = all.filter(needs[by("needs").value]);
    put(by("matters-heading"), `${say("page.matters")} (${all.length})`);
    by("none").hidden = all.length > 0;
    list(by("matters"), wanted, makeMatter, fillMatter);
    showTables();
    showDetails();
}

// --- what comes
function tone() { // quiet and short, for an earphone; nothing sounds unless it was chosen (11.5)
    const audio = new AudioContext();
    const sound = audio.createOscillator();
    const volume = audio.createGain();
    volume.gain.value = 0.1;
    sound.connect(volume).connect(audio.destination);
    sound.start();
    sound.stop(audio.currentTime + 0.15);
    sound.onended = () => audio.close();
}

function signal() {
    const kind = by("signal").value;
    if (kind === "tone") {
        tone();
    } else if (kind === "vibration") {
        navigator.vibrate?.(200);
    }
}

function tellNew(name) {
    const open = tables.get(name).state.open;
    const keys = new Set(open.map((matter) => `${name} ${matter.number}`));
    for (const matter of open) {
        const key = `${name} ${matter.number}`;
        if (!known.has(key)) {
            known.add(key);
            if (isSettled && announceOf(name, "urgent", say("page.new_matter", { text: name }) + matter.text)) {
                signal();
            }
        }
    }
    for (const key of [...known]) {
        if (key.startsWith(name + " ") && !keys.has(key)) {
            known.delete(key);
            announceOf(name, "polite", say("page.closed_matter", { text: name }));
            if (owners.get(key)?.name === self) {
                care({ table: name, number: key.slice(name.length + 1) }, "");
            }
        }
    }
}

// Whose matter was taken over by another is told.
function takeCare(table, key, text) {
    const [who, game] = text.split(" ");
    const wasMine = owners.get(key)?.name === self;
    who ? owners.set(key, { name: who, game }) : owners.delete(key);
    if (wasMine && who && who !== self) {
        regions.urgent.add(say("page.taken_over", { text: table, number: who }));
    }
}

// What breaks the rules is refused whole; what its table said before stays, and is marked.
const accused = new Set(); // tables that were told of
function breakRules(name, what) {
    tableOf(name).broken.add(what);
    if (!accused.has(name)) {
        accused.add(name);
        announceOf(name, "polite", say("hall.invalid", { text: name }));
    }
    showSoon();
}

function tableOf(name) {
    if (!tables.has(name)) {
        tables.set(name, { state: null, at: 0, opened: 0, isHere: true, lines: [], broken: new Set() });
    }
    return tables.get(name);
}

function takeState(name, state, came, isKept) {
    const age = isKept ? Math.min(Math.max(0, came - state.wall_ms), 15000) : 0;
    const table = tableOf(name);
    // A message that was long on its way makes no matter younger than it was.
    const opened = came - age - state.at_ms;
    const isSame = Math.abs(opened - table.opened) < 60000;
    const isNextGame = table.state && table.state.game !== state.game;
    Object.assign(table, { state, at: came - age, opened: isSame ? Math.min(opened, table.opened) : opened });
    if (isNextGame) { // whose lines are counted anew
        table.lines = [];
        if (shown === name) {
            askForLines(name);
        }
    }
    tellNew(name);
}

function takeLine(table, { n, text }) {
    if (!table.lines.some((told) => told.n === n)) {
        table.lines.push({ n, text });
        table.lines.sort((a, b) => a.n - b.n);
        table.lines.splice(0, table.lines.length - 50);
    }
}

function take(name, { what, bytes, came, isKept }) {
    const told = read(name, what, bytes);
    if (told === undefined) {
        breakRules(name, what);
        return;
    }
    const table = tableOf(name);
    table.broken.delete(what);
    if (what === "public/here") {
        table.isHere = told.here;
    } else if (what === "arbiter/state") {
        takeState(name, told, came, isKept);
    } else if (what === "arbiter/answer") {
        takeAnswer(name, told);
    } else if (what === "arbiter/log") {
        takeLine(table, told);
    } else if (what.startsWith("care/")) {
        takeCare(name, name + " " + what.slice("care/".length), told);
    }
    showSoon();
}

const turns = new Turns(take, (name, { what }) => breakRules(name, what));

function message(topic, bytes, isKept) {
    const [, event, name, ...what] = topic.split("/");
    if (event === words.event && /^[A-Za-z0-9_-]{1,40}$/.test(name)) {
        turns.add(name, { what: what.join("/"), bytes, came: Date.now(), isKept });
    }
}

function enter(event) {
    event.preventDefault();
    put(by("status"), ""); // so that a second refusal is told, too
    line?.end();
    put(by("status"), ""); // a second refusal is heard again
    const url = location.host ? `wss://${location.host}/mqtt` : words.line;
    const topics = ["public/here", "arbiter/state", "arbiter/log", "arbiter/answer", "care/+"].map((what) => `ansage/${words.event}/+/${what}`);
    self = by("name").value;
    line = new Line(url, self, by("password").value, topics, {
        up() {
            tellLine("polite", "page.connected");
            if (by("hall").hidden) {
                by("sign-in").hidden = true;
                by("hall").hidden = false;
                by("password").value = "";
                by("matters-heading").focus();
            }
            // A table knows a ruling again that it has heard.
            for (const ruling of sent.values()) {
                if (!ruling.answer) {
                    line.say(ruling.topic, ruling.payload, { isSure: true });
                }
            }
            setTimeout(() => { isSettled = true; }, 2000);
        },
        down() { tellLine("polite", "page.lost"); },
        refused() { tellLine("urgent", "page.refused"); by("name").focus(); },
        message,
    });
}

function onKey(event) {
    const places = { KeyM: "matters-heading", KeyT: "tables-heading", KeyF: "only-open" };
    if (event.altKey && event.shiftKey && places[event.code] && !by("hall").hidden) {
        by(places[event.code]).focus();
        event.preventDefault();
    } else if (event.altKey && event.shiftKey && event.code === "KeyN" && goToNewest()) {
        event.preventDefault();
    } else if (event.code === "Escape" && shown) {
        close();
    }
}

for (const code of Object.keys(words.languages)) {
    const option = element("option");
    option.value = code;
    option.lang = code;
    put(option, new Intl.DisplayNames([code], { type: "language" }).of(code));
    by("language").append(option);
}
language = navigator.languages.map((one) => one.slice(0, 2)).find((one) => words.languages[one]) ?? "en";
by("language").value = language;
by("language").addEventListener("change", () => { language = by("language").value; speak(); });
by("only-open").addEventListener("change", show);
by("needs").addEventListener("change", show);
by("form").addEventListener("submit", enter);
by("close").addEventListener("click", close);
document.addEventListener("keydown", onKey);
setInterval(show, 1000);
speak();
