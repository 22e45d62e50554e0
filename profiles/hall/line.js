// SPDX-License-Identifier: GPL-3.0-or-later
// The page's line to the broker: MQTT.js, and what the page wants of it.
/*!
With MQTT.js, Copyright (c) 2015-2016 MQTT.js contributors, 2011-2014 Adam Rudd, and the packages that it
needs, of their own authors, under the MIT and ISC licences:
Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without
limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the
Software, and to permit persons to whom the Software is furnished to do so, subject to the following
conditions: The above copyright notice and this permission notice shall be included in all copies or
substantial portions of the Software. THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS
OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE
AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR
OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION
WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
*/
import Client from "mqtt/lib/client";
import overWebSocket from "mqtt/lib/connect/ws";

const refusals = [4, 5]; // a wrong name or password, and one without rights [MQTT 3.1.1, 3.2.2.3]

export class Line {
    // on: { up(), down(), refused(), message(topic, bytes, isKept) }
    constructor(url, user, password, topics, on) {
        const { protocol, hostname, port, pathname } = new URL(url);
        const clientId = "page-" + Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) => b.toString(16)).join("");
        const options = {
            protocol: protocol.replace(":", ""), hostname, port, path: pathname, clientId,
            username: user, password, keepalive: 20, reconnectPeriod: 1000,
        };
        this.client = new Client((client) => overWebSocket(client, options), options);
        this.client.subscribe(topics, { qos: 1 });
        this.client.on("connect", () => on.up());
        this.client.on("close", () => on.down());
        this.client.on("message", (topic, payload, { retain }) => on.message(topic, payload, retain));
        this.client.on("error", ({ code }) => {
            if (refusals.includes(code)) {
                this.end();
                on.refused();
            }
        });
    }

    end() {
        this.client.removeAllListeners("close").end(true);
    }

    // Quality 0: what is lost is asked for again, or, of quality 1, said again when the line is up.
    say(topic, payload, { isKept = false, isSure = false } = {}) {
        if (this.client.connected) {
            this.client.publish(topic, payload, { retain: isKept, qos: isSure ? 1 : 0 });
        }
    }
}
