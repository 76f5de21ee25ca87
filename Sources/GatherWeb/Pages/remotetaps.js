// @ts-check
// Tells a tap from a slip of the thumb.

/** The time within which a second tap may be a slip, as for the keys of gatherctl's board. */
const slipMilliseconds = 1_000;

export class Taps {
    /** @type {Map<string, number>} */
    #last = new Map();

    /** True unless the same was tapped a moment ago; other taps between do not matter. */
    isNew(/** @type {string} */ what) {
        const now = performance.now();
        const last = this.#last.get(what);
        this.#last.set(what, now);
        return last === undefined || now - last >= slipMilliseconds;
    }
}
