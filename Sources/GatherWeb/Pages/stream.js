// @ts-check
// One EventSource that does not give up: a new one after each that the browser has closed, and after
// each that is silent. A browser does not notice that a link has dropped, as it sends nothing.

const againMilliseconds = 500;
/** The time without a word after which a connection is taken for dead; there is a beat a second. */
const silentMilliseconds = 4_500;

/**
 * The messages of a stream.
 * @typedef {{type: "state", state: any} | {type: "beat", lost: string[]} | {type: "open"}
 *     | {type: "down"}} StreamMessage
 */

export class Stream {
    /** @type {EventSource | null} */
    #source = null;
    #timer = 0;
    #silence = 0;

    /**
     * @param {string} pitch Empty for the usual one, "*" for all.
     * @param {(message: StreamMessage) => void} notify
     */
    constructor(pitch, notify) {
        this.address = pitch ? `/events?pitch=${encodeURIComponent(pitch)}` : "/events";
        this.notify = notify;
    }

    get isOpen() { return this.#source !== null || this.#timer !== 0; }

    open() {
        if (this.isOpen) return;
        const source = new EventSource(this.address);
        this.#source = source;
        this.#restartTimeout();
        source.addEventListener("open", () => {
            this.#restartTimeout();
            this.notify({ type: "open" });
        });
        source.addEventListener("state", (event) => {
            this.#restartTimeout();
            const state = parsed(event.data);
            if (state) this.notify({ type: "state", state });
        });
        source.addEventListener("beat", (event) => {
            this.#restartTimeout();
            const beat = parsed(event.data);
            if (!beat) return;
            this.notify({ type: "beat", lost: Array.isArray(beat.lost) ? beat.lost : [] });
        });
        source.addEventListener("error", () => {
            this.notify({ type: "down" });
            // After an answer that is none, the browser does not try again by itself.
            if (source.readyState === EventSource.CLOSED && source === this.#source) {
                clearTimeout(this.#silence);
                this.#source = null;
                this.#timer = Number(setTimeout(() => {
                    this.#timer = 0;
                    this.open();
                }, againMilliseconds));
            }
        });
    }

    /** Waits for the next word from now on. */
    #restartTimeout() {
        clearTimeout(this.#silence);
        this.#silence = Number(setTimeout(() => {
            this.close();
            this.notify({ type: "down" });
            this.open();
        }, silentMilliseconds));
    }

    close() {
        clearTimeout(this.#silence);
        clearTimeout(this.#timer);
        this.#timer = 0;
        this.#source?.close();
        this.#source = null;
    }
}

/** @param {string} text */
function parsed(text) {
    try {
        return JSON.parse(text);
    } catch {
        return null;
    }
}
