// @ts-check
// A SharedWorker: the one EventSource of a browser for one pitch, as six of them would block all
// further requests. Its name is the pitch. Tabs say "hello", "alive" now and then, and "bye".
import { Stream } from "./stream.js";

/** Hidden tabs have their timers run once a minute; one that is silent for longer is gone. */
const forgottenMilliseconds = 150_000;
const sweepMilliseconds = 30_000;

/**
 * The ports with the moment of their last word.
 * @type {Map<MessagePort, number>}
 */
const ports = new Map();
/**
 * The last state of each pitch.
 * @type {Map<string, any>}
 */
const states = new Map();
/**
 * The last beat.
 * @type {any}
 */
let beat = null;

const name = /** @type {any} */ (self).name ?? "";
const stream = new Stream(name, (message) => {
    if (message.type === "state") states.set(message.state.pitch, message.state);
    beat = message.type === "beat" ? message : message.type === "down" ? null : beat;
    for (const port of ports.keys()) port.postMessage(message);
});

/** @param {MessagePort} port */
function remember(port) {
    const isNew = !ports.has(port);
    ports.set(port, performance.now());
    if (isNew) {
        for (const state of states.values()) {
            port.postMessage({ type: "state", state: { ...state, reason: "snapshot" } });
        }
        if (beat) port.postMessage(beat);
    }
    stream.open();
}

/** @param {MessagePort} port */
function forget(port) {
    ports.delete(port);
    if (ports.size > 0) return;
    stream.close();
    // What is missed from now on is not known when the next tab comes.
    states.clear();
    beat = null;
}

self.addEventListener("connect", (event) => {
    const port = /** @type {MessageEvent} */ (event).ports[0];
    port.onmessage = ({ data }) => {
        if (data === "bye") return forget(port);
        remember(port);
        if (data === "alive") port.postMessage({ type: "alive" });
    };
    remember(port);
});

setInterval(() => {
    const oldest = performance.now() - forgottenMilliseconds;
    for (const [port, heard] of ports) if (heard < oldest) forget(port);
}, sweepMilliseconds);
