// @ts-check
// The timeline of the present match, which is read again after each change that may concern it.
import { endpoint, getJSON } from "./page.js";

/** All pages learn of a goal at once; their requests are spread over this time at random. */
const spreadMilliseconds = 400;
const againMilliseconds = 3_000;

export class Latest {
    /** @type {any[]} */
    entries = [];
    #id = "";
    #wanted = "";
    #has = "";
    #timer = 0;
    #isAsking = false;

    /**
     * @param {() => void} changed Called with each new timeline.
     * @param {Record<string, string>} [parameters] What a request has besides: `textParameters`,
     *     where the texts of the events are shown.
     */
    constructor(changed, parameters = {}) {
        this.changed = changed;
        this.parameters = parameters;
    }

    /**
     * Gets the timeline unless this one is known.
     * @param {any} gather The match, or null.
     * @param {boolean} [atOnce] Without the spread, where few pages ask.
     */
    follow(gather, atOnce = false) {
        if (!gather) return;
        if (gather.id !== this.#id) {
            this.#id = gather.id;
            this.#has = "";
            this.entries = [];
            this.changed();
        }
        this.#wanted = `${gather.id} ${gather.revision} ${forgotten(gather)}`;
        if (this.#wanted === this.#has || this.#isAsking) return;
        clearTimeout(this.#timer);
        const isUrgent = atOnce || this.#has === "";
        const wait = isUrgent ? 0 : Math.random() * spreadMilliseconds;
        this.#timer = setTimeout(() => void this.#get(), wait);
    }

    async #get() {
        this.#isAsking = true;
        const wanted = this.#wanted;
        const entries = await allEntries(this.#id, this.parameters);
        this.#isAsking = false;
        if (entries && wanted.startsWith(this.#id)) {
            this.entries = entries;
            this.#has = wanted;
            this.changed();
        }
        if (this.#wanted !== this.#has) {
            clearTimeout(this.#timer);
            const wait = entries ? 0 : againMilliseconds;
            this.#timer = setTimeout(() => void this.#get(), wait);
        }
    }
}

/**
 * The numbers of the players who were forgotten. Forgetting changes the timeline, but adds no event
 * to it.
 * @param {any} gather
 */
function forgotten(gather) {
    const players = [...gather.teamA.players, ...gather.teamB.players, ...gather.bench];
    return players.filter((player) => player.forgotten).map((player) => player.id).join();
}

/**
 * @param {string} id @param {Record<string, string>} parameters
 * @returns {Promise<any[] | null>}
 */
async function allEntries(id, parameters) {
    /** @type {any[]} */
    const entries = [];
    for (;;) {
        const last = entries.at(-1)?.number ?? 0;
        const after = last ? { after: last } : null;
        const reply = await getJSON(endpoint("/api/match", { id, ...after, ...parameters }));
        if (!Array.isArray(reply?.entries)) return null;
        entries.push(...reply.entries);
        if (isComplete(reply)) return entries;
    }
}

/**
 * True if no more events follow those of an answer; an older gatherd does not say how many there
 * are, so that the last of its answers is an empty one.
 * @param {{gather: {revision?: number | null}, entries: {number: number}[]}} answer
 */
export function isComplete({ gather, entries }) {
    const last = entries.at(-1);
    return !last || last.number >= (gather.revision ?? Infinity);
}
