// @ts-check
// The page's link to the server: states, and whether what is shown is live.
import { naming } from "./stringsforgotten.js";
import { Stream } from "./stream.js";

/** The time without a beat after which the page says STALE: just below two seconds, as the timer
 * may be late. */
const staleMilliseconds = 1_950;
const aliveMilliseconds = 4_000;
/** The time after which a worker that does not answer is taken for dead. */
const deadMilliseconds = 10_000;
/** Pages of an older gather-web had one worker for each pitch, under another name. */
const workerName = "all pitches";

/**
 * @typedef {{pitch: string, gather: any, salvaged: any, reason: string}} State
 */

export class Link {
    /** @type {Set<(state: State) => void>} */
    #stateListeners = new Set();
    /** @type {Set<() => void>} */
    #statusListeners = new Set();
    /** @type {Set<() => void>} */
    #openListeners = new Set();
    /** @type {MessagePort | null} */
    #port = null;
    /** @type {Stream | null} */
    #stream = null;
    #staleTimer = 0;
    /** The wall clock at the last beat, in milliseconds. */
    #beatAt = 0;
    #answeredAt = 0;
    #isBeating = false;
    #wasDown = false;
    /** @type {string[]} */
    #lost = [];

    /** @param {string} pitch Empty for the usual one, "*" for all. */
    constructor(pitch) { this.pitch = pitch; }

    /** @param {(state: State) => void} listener */
    onState(listener) { this.#stateListeners.add(listener); }

    /** @param {() => void} listener Called when it gets live or stale, or a pitch is lost. */
    onStatus(listener) { this.#statusListeners.add(listener); }

    /** @param {() => void} listener Called when the link is there again. */
    onReconnect(listener) { this.#openListeners.add(listener); }

    /** True if the server sends. With all pitches, see also isLost. */
    get isLive() {
        return this.#isBeating && (this.pitch === "*" || this.#lost.length === 0);
    }

    /** True if it is live, and is so also where the device has slept and no timer has run since. */
    get isFresh() { return this.isLive && Math.abs(Date.now() - this.#beatAt) < staleMilliseconds; }

    /**
     * True if the gatherd of a pitch does not answer.
     * @param {string} name
     */
    isLost(name) { return !this.#isBeating || this.#lost.includes(name); }

    /** True if the server sends, also where its gatherd is lost. */
    get hasServer() { return this.#isBeating; }

    start() {
        this.#connect();
        // A page that the browser keeps for its Back button must not keep the stream open.
        addEventListener("pagehide", () => this.#disconnect());
        addEventListener("pageshow", (event) => { if (event.persisted) this.#connect(); });
        document.addEventListener("visibilitychange", () => {
            if (this.#port) return document.hidden ? undefined : this.#postAlive();
            // Without a worker each tab has a connection of its own, but only while it is seen.
            if (document.hidden) this.#closeStream();
            else this.#stream?.open();
        });
        setInterval(() => this.#postAlive(), aliveMilliseconds);
    }

    #connect() {
        if (typeof SharedWorker === "undefined") return this.#connectAlone();
        const worker = new SharedWorker("/assets/worker.js", { name: workerName, type: "module" });
        worker.addEventListener("error", () => {
            this.#disconnect();
            this.#connectAlone();
        });
        this.#port = worker.port;
        this.#answeredAt = performance.now();
        this.#port.onmessage = ({ data }) => {
            this.#answeredAt = performance.now();
            this.#take(data);
        };
        this.#post("hello");
    }

    #connectAlone() {
        this.#stream ??= new Stream(this.pitch, (message) => this.#take(message));
        if (!document.hidden) this.#stream.open();
    }

    #disconnect() {
        this.#post("bye");
        this.#port?.close();
        this.#port = null;
        this.#closeStream();
    }

    #closeStream() {
        this.#stream?.close();
        // The states that the server sends until the stream is open again are missed.
        this.#wasDown = true;
    }

    #postAlive() {
        if (!this.#port) return;
        const now = performance.now();
        this.#post("alive");
        if (!document.hidden && now - this.#answeredAt > deadMilliseconds) {
            this.#disconnect();
            this.#connect();
        }
    }

    /** @param {"hello" | "alive" | "bye"} type */
    #post(type) { this.#port?.postMessage({ type, pitch: this.pitch }); }

    /** @param {any} message */
    #take(message) {
        switch (message.type) {
        case "state":
            naming(message.state);
            for (const listener of this.#stateListeners) listener(message.state);
            break;
        case "beat":
            this.#beat(message.lost);
            break;
        case "open":
            if (this.#wasDown) for (const listener of this.#openListeners) listener();
            this.#wasDown = false;
            break;
        case "down":
            this.#wasDown = true;
            break;
        }
    }

    /** @param {string[]} lost */
    #beat(lost) {
        this.#beatAt = Date.now();
        clearTimeout(this.#staleTimer);
        this.#staleTimer = setTimeout(() => this.#setStatus(false, this.#lost), staleMilliseconds);
        this.#setStatus(true, lost);
    }

    /** @param {boolean} isBeating @param {string[]} lost */
    #setStatus(isBeating, lost) {
        const isSame = isBeating === this.#isBeating && lost.join() === this.#lost.join();
        this.#isBeating = isBeating;
        this.#lost = lost;
        if (!isSame) for (const listener of this.#statusListeners) listener();
    }
}
