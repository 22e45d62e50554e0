// SPDX-License-Identifier: GPL-3.0-or-later
// What MQTT.js takes from Node.js and a browser has not. It stands for `ws`, too, which is never used:
// a browser has WebSockets of its own.
export { Buffer } from "buffer";
export const process = {
    title: "browser",
    env: {},
    nextTick: (call, ...given) => queueMicrotask(() => call(...given)),
};
