// SPDX-License-Identifier: GPL-3.0-or-later
// As much of MQTT 3.1.1 as a page needs that listens: connect, subscribe, messages of quality 1, and
// coming back. Numbers in brackets are of the OASIS standard.
const encoder = new TextEncoder();
const decoder = new TextDecoder();
const type = { connack: 2, publish: 3, puback: 4, suback: 9, pingresp: 13 };
const keepAlive = 20; // seconds

function text(string) {
    const bytes = encoder.encode(string);
    return [bytes.length >> 8, bytes.length & 255, ...bytes];
}

function packet(first, body) {
    const length = [];
    let rest = body.length;
    do {
        length.push((rest & 127) | (rest > 127 ? 128 : 0));
        rest >>= 7;
    } while (rest > 0);
    return new Uint8Array([first, ...length, ...body]);
}

// One packet from the front of `bytes`: [first byte, body, what is left]; null: it is not whole.
function cut(bytes) {
    let length = 0;
    for (let i = 1; i <= 4; ++i) { // [2.2.3]
        if (i >= bytes.length) {
            return null;
        }
        length |= (bytes[i] & 127) << (7 * (i - 1));
        if (bytes[i] < 128) {
            const end = i + 1 + length;
            return bytes.length < end ? null : [bytes[0], bytes.subarray(i + 1, end), bytes.subarray(end)];
        }
    }
    throw new Error("no packet is so long");
}

class Line {
    // on: { up(), down(), refused(), message(topic, text, isKept) }
    constructor(url, user, password, topics, on) {
        Object.assign(this, { url, user, password, topics, on, pause: 500, number: 0, isOver: false });
        this.open();
    }

    open() {
        this.bytes = new Uint8Array();
        this.heardAt = Date.now();
        this.socket = new WebSocket(this.url, "mqtt");
        this.socket.binaryType = "arraybuffer";
        this.socket.onopen = () => this.greet();
        this.socket.onmessage = (event) => this.take(new Uint8Array(event.data));
        this.socket.onclose = () => this.closed();
        clearInterval(this.timer);
        this.timer = setInterval(() => this.look(), keepAlive * 250);
    }

    greet() { // [3.1]: a clean session, name and password
        const client = "page-" + Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) => b.toString(16)).join("");
        this.socket.send(packet(0x10, [...text("MQTT"), 4, 0xc2, 0, keepAlive,
            ...text(client), ...text(this.user), ...text(this.password)]));
    }

    look() {
        if (Date.now() - this.heardAt > keepAlive * 1500) {
            this.socket.close();
        } else if (this.socket.readyState === WebSocket.OPEN) {
            this.socket.send(packet(0xc0, []));
        }
    }

    closed() {
        clearInterval(this.timer);
        if (!this.isOver) {
            this.on.down();
            setTimeout(() => this.open(), this.pause);
            this.pause = Math.min(this.pause * 2, 8000);
        }
    }

    end() {
        this.isOver = true;
        this.socket.close();
    }

    take(more) {
        this.heardAt = Date.now();
        const all = new Uint8Array(this.bytes.length + more.length);
        all.set(this.bytes);
        all.set(more, this.bytes.length);
        this.bytes = all;
        try {
            for (let one = cut(this.bytes); one; one = cut(this.bytes)) {
                this.bytes = one[2];
                this.handle(one[0], one[1]);
            }
        } catch {
            this.socket.close();
        }
    }

    handle(first, body) {
        const kind = first >> 4;
        if (kind === type.connack) {
            if (body[1] === 0) {
                this.pause = 500;
                this.number += 1;
                this.socket.send(packet(0x82, [0, 1, ...this.topics.flatMap((topic) => [...text(topic), 1])]));
                this.on.up();
            } else {
                this.end();
                this.on.refused();
            }
        } else if (kind === type.publish) {
            this.hear(first, body);
        }
    }

    hear(first, body) { // [3.3]
        const quality = (first >> 1) & 3;
        const length = (body[0] << 8) | body[1];
        const topic = decoder.decode(body.subarray(2, 2 + length));
        let begin = 2 + length;
        if (quality > 0) {
            this.socket.send(packet(0x40, [...body.subarray(begin, begin + 2)]));
            begin += 2;
        }
        this.on.message(topic, decoder.decode(body.subarray(begin)), (first & 1) === 1);
    }

    // Quality 0: what is lost is asked for again, or, of quality 1, said again when the line is up.
    say(topic, payload, { isKept = false, isSure = false } = {}) {
        if (this.socket.readyState !== WebSocket.OPEN) {
            return;
        }
        this.last = (this.last ?? 1) % 65535 + 1; // 1 was the subscription's
        const number = isSure ? [this.last >> 8, this.last & 255] : [];
        this.socket.send(packet(0x30 | (isSure ? 2 : 0) | (isKept ? 1 : 0),
            [...text(topic), ...number, ...encoder.encode(payload)]));
    }
}
