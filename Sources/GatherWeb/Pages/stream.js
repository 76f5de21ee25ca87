// @ts-check
// One EventSource that does not give up: a new one after each that the browser has closed.

const againMilliseconds = 500;

/**
 * What a stream tells.
 * @typedef {{type: "state", state: any} | {type: "beat", lost: string[]} | {type: "open"}
 *     | {type: "down"}} StreamMessage
 */

export class Stream {
    /** @type {EventSource | null} */
    #source = null;
    #timer = 0;

    /**
     * @param {string} pitch Empty for the usual one, "*" for all.
     * @param {(message: StreamMessage) => void} tell
     */
    constructor(pitch, tell) {
        this.address = pitch ? `/events?pitch=${encodeURIComponent(pitch)}` : "/events";
        this.tell = tell;
    }

    get isOpen() { return this.#source !== null || this.#timer !== 0; }

    open() {
        if (this.isOpen) return;
        const source = new EventSource(this.address);
        this.#source = source;
        source.addEventListener("open", () => this.tell({ type: "open" }));
        source.addEventListener("state", (event) => {
            const state = parsed(event.data);
            if (state) this.tell({ type: "state", state });
        });
        source.addEventListener("beat", (event) => {
            const beat = parsed(event.data);
            if (beat) this.tell({ type: "beat", lost: Array.isArray(beat.lost) ? beat.lost : [] });
        });
        source.addEventListener("error", () => {
            this.tell({ type: "down" });
            // After an answer that is none, the browser does not try again by itself.
            if (source.readyState === EventSource.CLOSED && source === this.#source) {
                this.#source = null;
                this.#timer = Number(setTimeout(() => {
                    this.#timer = 0;
                    this.open();
                }, againMilliseconds));
            }
        });
    }

    close() {
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
