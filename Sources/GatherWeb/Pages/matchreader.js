// @ts-check
// Reads a match and keeps it up to date: it reads the new entries only, or all entries if earlier
// ones changed.
import { read, retry } from "./api.js";
import { textParameters } from "./eventtext.js";
import { isComplete } from "./latest.js";
import { changeEarlierOnes } from "./timeline.js";

/** @typedef {import("./sides.js").Player} Player */

/**
 * @typedef {{
 *     gather: import("./summary.js").Summary, entries: import("./timeline.js").Entry[],
 *     teamA: Player[], teamB: Player[], bench: Player[]
 * }} Match
 */

export class MatchReader {
    /** @type {Match | null} */
    #match = null;
    #isReading = false;
    #isOutdated = false;
    /** True if the entries that were read may have changed since. */
    #isVoid = false;

    /**
     * @param {string} id The ID of the match, or the beginning of it.
     * @param {(match: Match) => void} show Shows the match whenever it was read.
     * @param {(error: unknown) => void} fail Told of each failure.
     */
    constructor(id, show, fail) {
        this.id = id;
        this.show = show;
        this.fail = fail;
    }

    /** The match as it was read last; null before. */
    get match() { return this.#match; }

    /** Reads all again. */
    restart() {
        this.#isVoid = true;
        return this.update();
    }

    /** Reads what is new; a call meanwhile has it read once more after that. */
    async update() {
        this.#isOutdated = true;
        if (this.#isReading) return;
        this.#isReading = true;
        try {
            while (this.#isOutdated) {
                const known = this.#isVoid ? [] : this.#match?.entries ?? [];
                this.#isOutdated = this.#isVoid = false;
                this.#match = await retry(() => this.#next(known), this.fail);
                this.show(this.#match);
            }
        } catch (error) {
            this.#isVoid = true;
            this.fail(error);
        } finally {
            this.#isReading = false;
        }
    }

    /** @param {Match["entries"]} known @returns {Promise<Match>} */
    async #next(known) {
        const last = known.at(-1)?.number ?? 0;
        const news = await this.#readAfter(last);
        if (last === 0) return news;
        if (changeEarlierOnes(news.entries, known)) return this.#readAfter(0);
        return { ...news, entries: [...known, ...news.entries] };
    }

    /** @param {number} begin @returns {Promise<Match>} */
    async #readAfter(begin) {
        /** @type {Match["entries"]} */
        const entries = [];
        let revision = Infinity;
        for (;;) {
            const after = entries.at(-1)?.number ?? begin;
            /** @type {Match} */
            const answer = await read(
                "match", { id: this.id, after: after > 0 ? after : null, ...textParameters });
            // Use the whole ID from now on: the ID of a later match can have the same beginning.
            this.id = answer.gather.id;
            entries.push(...answer.entries);
            revision = Math.min(revision, answer.gather.revision ?? Infinity);
            if (!isComplete(answer)) continue;
            // An event that came meanwhile may have changed those of the first answers.
            const before = entries.filter(({ number }) => number <= revision);
            const news = entries.slice(before.length);
            if (changeEarlierOnes(news, before)) return this.#readAfter(begin);
            return { ...answer, entries };
        }
    }
}
