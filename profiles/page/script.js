// SPDX-License-Identifier: GPL-3.0-or-later
// The page of a table that is watched, or of a kept game: both are the lines of a watcher (docs/consoles.md).
import { leadToNewest, Region } from "../pages/live.js";
import { begin, show } from "./picture.js";
import { walk } from "./walk.js";
import { by, put, say } from "../pages/words.js";

const kept = JSON.parse(by("lines").textContent);
const isServed = location.protocol !== "file:";
const log = new Region(by("log"), { past: by("past") });
const urgent = new Region(by("urgent"), {});

leadToNewest(by("newest"));

// --- a table, as the gateway tells of it
const again = 1000; // ms
let newest = 0; // the last line of the log
let state = null;
let isSettled = false; // what was told before is not read out
let isOver = false;

const connected = (text) => put(by("connection"), text);

// Who reads at the end of the log goes on reading there.
function append(line) {
    const box = by("scroll");
    const isAtEnd = box.scrollHeight - box.scrollTop - box.clientHeight < 40;
    if (isSettled) {
        log.add(line.text);
    } else {
        log.addPast(line.text);
    }
    if (isAtEnd) {
        box.scrollTop = box.scrollHeight;
    }
}

const told = {
    welcome(welcome) {
        begin(welcome);
        if (state) {
            show(state, !isOver);
        }
    },
    // Before the lines that tell why.
    state(newer) {
        state = newer;
        show(state, !isOver);
    },
    message(line, id) {
        if (id > newest) {
            newest = id;
            append(line);
        }
    },
    standing({ standing, text }) {
        isSettled = true;
        if (standing === "over" && !isOver) {
            isOver = true;
            if (state) {
                show(state, false);
            }
            connected(`${text} ${say("table_page.over")}`.trim());
            urgent.add(by("connection").textContent);
        } else if (standing === "open") {
            connected(say("table_page.connected"));
        } else if (standing === "lost") {
            connected(text || say("table_page.lost"));
            urgent.add(by("connection").textContent);
        }
    },
};

function follow() {
    const source = new EventSource(`events?after=${newest}`);
    for (const [kind, take] of Object.entries(told)) {
        source.addEventListener(kind, (event) => take(JSON.parse(event.data), Number(event.lastEventId)));
    }
    source.onopen = () => {
        if (state && !isOver) {
            connected(say("table_page.connected"));
        }
    };
    source.onerror = () => {
        if (isOver) {
            source.close(); // everything is here
            return;
        }
        const lost = say("table_page.lost");
        if (by("connection").textContent !== lost) {
            connected(lost);
            urgent.add(lost);
        }
        if (source.readyState === EventSource.CLOSED) {
            setTimeout(follow, again);
        }
    };
}

if (kept.length > 0) {
    connected(say("table_page.kept"));
    walk(kept, log);
    if (isServed) {
        new EventSource("events"); // the gateway stays as long as somebody reads
    }
} else {
    follow();
}
