// SPDX-License-Identifier: GPL-3.0-or-later
// The page of one person at a table: who it is, the line to the table, and what comes of it (docs/consoles.md).
import { hold } from "../pages/live.js";
import { by, put, say } from "../pages/words.js";
import { releaseSoon } from "./buttons.js";
import { Field } from "./field.js";
import { Keypad } from "./keypad.js";
import { forget, isOnNetwork, keep, keepLetIn, kept, letIn, name } from "./kept.js";
import { Line } from "./line.js";
import { tell, tellAgain } from "./log.js";
import { Looks } from "./looks.js";
import { Seat } from "./seat.js";
import { isBeingSetUp, onSetUpCode, showSetUpCode } from "./setup.js";

const languages = ["da", "de", "en", "nb", "nl", "sv"]; // that there is a page in
// A tab that was doubled has the same place; it stays with the newer of the two.
const tabs = new BroadcastChannel(name);
let line = null;
let seat = null;
let welcome = null;
let isLost = false; // the line to the table
let farewell = ""; // the last words of the table
let isFromSetUp = false; // it was set up on this page
let language = document.documentElement.lang; // of this person
let asked = ""; // the role whose code is asked for, on the network

const keypad = new Keypad(type, new Field(type));
new Looks(() => language, () => tell(say("person_page.no_voice", { language: nameOf(language) }), { isImportant: true }));

tabs.onmessage = ({ data }) => {
    if (data && data === line?.session && !line.isOver) {
        end(say("person_page.elsewhere"));
    }
};

// In the page's language.
function nameOf(code) {
    return new Intl.DisplayNames([document.documentElement.lang], { type: "language" }).of(code);
}

// What was heard once is not told again every second.
function connected(text, isImportant = false) {
    by("connection").classList.toggle("plain", text === say("table_page.connected"));
    if (by("connection").textContent !== text) {
        put(by("connection"), text);
        if (isImportant) {
            tell(text, { isImportant });
        }
    }
}

async function type(texts, words = texts.join(" ")) {
    const isSent = await line.type(texts);
    if (!isSent) {
        tell(say("person_page.not_sent", { text: words }), { isImportant: true });
    }
    return isSent;
}

const told = {
    event(event) {
        if (event.kind === "welcome") {
            greet(event);
        } else if (event.kind === "now") {
            seat?.show(event);
            keypad.show(event.words, welcome?.said_language);
        } else if (event.kind === "bye") {
            farewell = event.text;
            if (line.role === "setup" && event.again) {
                leaveSetUp(event);
            }
        } else {
            releaseSoon();
            tell(event.text, { lang: language, isImportant: event.important, isKept: true });
        }
    },
    arrived: (last) => keep({ last }),
    joined: (session) => keep({ session }),
    standing({ standing, text }) {
        if (standing === "over") {
            end(text || farewell);
        } else if (standing === "lost") {
            isLost = true;
            connected(text || say("table_page.lost"), true);
        } else {
            connected(say("table_page.connected"));
            if (isLost) {
                tell(say("table_page.connected"));
            }
            isLost = false;
        }
    },
    closed: (status) => connected(say(status === 429 ? "person_page.too_many" : "table_page.lost"), true),
};

function greet(newer) {
    language = newer.language;
    const isHere = language === document.documentElement.lang || location.pathname.endsWith("/" + language);
    if (!isHere && languages.includes(language)) {
        line.end();
        location.replace(language); // and there it comes back to its place
        return;
    }
    seat ??= new Seat({
        type,
        press: (texts) => line.press(texts),
        failed: () => tell(say("person_page.press_failed"), { isImportant: true }),
    });
    // The button that was pressed has gone. Where the focus falls to the page itself, a screen reader begins to read
    // the page, and lines that come meanwhile are not heard.
    if (!welcome && (document.activeElement === document.body || by("start").contains(document.activeElement))) {
        by("title").focus({ preventScroll: true });
        hold();
    }
    // A line that came back says nothing new.
    if (newer.text !== kept().greeting) {
        keep({ greeting: newer.text });
        tell(newer.text, { lang: language, isKept: true });
    }
    welcome = newer;
    keep({ code: isOnNetwork ? "" : kept().code }); // from now on the table knows this browser
    keepLetIn(kept().role);
    seat.begin(welcome);
    keypad.begin(welcome.keys ?? []);
    if (welcome.role === "setup" || isFromSetUp) {
        by("line").focus(); // where Enter takes what is proposed, and the first move is typed
    }
    by("start").hidden = true;
    by("again").hidden = true;
}

// The table is open: whoever set it up has his place at it, or says which it is.
function leaveSetUp({ text, seat: role }) {
    line.end();
    tell(text, { lang: language, isKept: true });
    seat.leaveSetUp();
    keypad.begin([]);
    welcome = null;
    isFromSetUp = true;
    keep({ role: undefined, session: undefined, last: undefined, greeting: undefined });
    if (role) {
        begin(role);
    } else {
        ask();
        by("start-heading").focus();
    }
}

// Set-up is over, or needs a code here; nobody has chosen anything yet, so nothing is refused.
async function askWithoutSetUp(text) {
    if (await isBeingSetUp()) {
        showSetUpCode();
        tell(text, { isImportant: true });
    } else {
        ask();
    }
}

// The table wants no more of this page. Whoever was never let in may say anew who he is.
function end(text) {
    line.end();
    seat?.end();
    if (welcome) {
        connected(`${text} ${say("table_page.over")}`.trim(), true);
        by("again").hidden = false;
        by("leaving").hidden = false;
    } else {
        const button = document.querySelector(`[data-role="${kept().role}"]`);
        forget();
        put(by("connection"), "");
        if (line.role === "setup") {
            askWithoutSetUp(text);
            return;
        }
        if (isOnNetwork && button) {
            askCode(button);
        }
        ask(text);
    }
}

function begin(role, code = "") {
    keep({ role, code });
    by("start").hidden = true;
    connected(say("table_page.connecting"));
    const { session, last } = kept();
    line = new Line({ role, code, session, last }, told);
    line.begin();
    tabs.postMessage(session ?? "");
}

// refused: why not, in words.
function ask(refused = "") {
    by("start").hidden = false;
    by("refused").hidden = !refused;
    put(by("refused"), refused);
    if (refused) {
        tell(refused, { isImportant: true });
        by(asked ? "digits" : "start-heading").focus();
    }
}

// On the network the code that the table has for each role; who is let in without one is known by his browser.
function askCode(button) {
    asked = button.dataset.role;
    for (const each of document.querySelectorAll("[data-role]")) {
        each.setAttribute("aria-pressed", String(each === button));
        each.classList.toggle("taken", each === button);
    }
    put(by("entry-label"), say("person_page.own_code", { text: button.textContent }));
    by("entry").hidden = false;
    by("digits").value = "";
}

for (const button of document.querySelectorAll("[data-role]")) {
    button.onclick = () => {
        if (isOnNetwork) {
            askCode(button);
            by("digits").focus();
        } else {
            begin(button.dataset.role);
        }
    };
}
by("entry").onsubmit = (event) => {
    event.preventDefault();
    const code = by("digits").value.replace(/\s/g, "");
    if (code) {
        by("digits").value = "";
        begin(asked, code);
    } else {
        ask(say("person_page.no_own_code"));
    }
};
by("arbiter").onsubmit = (event) => {
    event.preventDefault();
    const code = by("code").value.trim();
    asked = "";
    if (code) {
        begin("arbiter", code);
    } else {
        ask(say("person_page.no_code"));
        by("code").focus();
    }
};
by("again").onclick = () => {
    keep({ session: undefined });
    location.reload();
};
by("leave").onclick = async () => {
    forget();
    await line.leave();
    location.reload();
};
// A key that is held down is one press and one answer.
addEventListener("keydown", (event) => {
    if (event.repeat && event.key === "Enter") {
        event.preventDefault();
    }
}, { capture: true });
onSetUpCode((code) => begin("setup", code));

const role = kept().role || letIn();
if (role) {
    tellAgain();
    begin(role, kept().code);
} else if (await isBeingSetUp()) {
    begin("setup");
} else {
    ask();
}
