// @ts-check
// Tells a tap from a slip of the thumb.

/** The time within which a second tap may be a slip, as for the keys of gatherctl's board. */
const slipMilliseconds = 1_000;

export class Taps {
    /** @type {Map<string, number>} */
    #last = new Map();

    /** True unless the same was tapped a moment ago; other taps between do not matter. */
    isNew(/** @type {string} */ what) {
        const last = this.#last.get(what);
        this.note(what);
        return last === undefined || performance.now() - last >= slipMilliseconds;
    }

    /** Forgets a tap that did nothing. */
    forget(/** @type {string} */ what) { this.#last.delete(what); }

    /** Takes a tap, or its answer that changes what is under the thumb, for the last one. */
    note(/** @type {string} */ what) { this.#last.set(what, performance.now()); }
}
