// @ts-check
// The clock of an open match in a line of text, exact to the second.
import { SecondHand, ServerClock } from "./clock.js";
import { matchClock } from "./matchclock.js";
import { headline } from "./matchtext.js";
import { setText } from "./page.js";

export class LiveClock {
    /** @type {any} */
    #gather = null;
    /** @type {SecondHand | null} */
    #hand = null;
    /** @type {ServerClock | null} */
    #clock = null;

    /** @param {HTMLElement} digits @param {HTMLElement} period */
    constructor(digits, period) {
        this.digits = digits;
        this.period = period;
    }

    /** @param {any} gather A snapshot of an open match; null where there is no clock to show. */
    show(gather) {
        this.#gather = gather;
        // Without an open match the server need not be asked for the time.
        if (gather && !this.#hand) {
            const clock = new ServerClock();
            this.#clock = clock;
            this.#hand = new SecondHand(clock, (now) => this.#draw(now, clock.isCoarse));
            clock.start();
        }
        this.#hand?.redraw();
    }

    /** Asks for the time again, if it is shown. */
    refresh() { void this.#clock?.refresh(); }

    /** @param {number | null} now @param {boolean} isCoarse */
    #draw(now, isCoarse) {
        const clock = matchClock(this.#gather, now);
        setText(this.digits, this.#gather ? digitsOf(clock, isCoarse) : "");
        setText(this.period, this.#gather ? headline(this.#gather, clock) : "");
        return clock.untilNext;
    }
}

/**
 * The digits of a clock, or those to the kick-off.
 * @param {import("./matchclock.js").MatchClock} clock
 * @param {boolean} isCoarse
 */
export function digitsOf(clock, isCoarse) {
    const isWaiting = clock.kickOff !== null && !clock.kickOff.isDue;
    const digits = isWaiting ? clock.kickOff?.digits ?? "" : clock.digits;
    return isCoarse && (clock.wasRunning || isWaiting) ? `~${digits}` : digits;
}
