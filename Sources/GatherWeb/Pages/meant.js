// @ts-check
// Tells whether a command is for the match that is played now, so that a tap that was held does not
// count in the next one.
import { getJSON, pitch } from "./page.js";

/** @typedef {import("./sender.js").Command} Command */

/** A number greater than those of all events: the answer then has the match without its events. */
const afterAll = "999999999";
/** The time after which a page that is fresh has heard of all that was before it. */
const hearingMilliseconds = 2_000;

export class Meant {
    /**
     * @param {import("./link.js").Link} link
     * @param {() => any} present Gives the match as far as the page knows it; null for none.
     */
    constructor(link, present) {
        this.link = link;
        this.present = present;
    }

    /**
     * True if the page knows that a command is meant for another match.
     * @param {Command} command
     */
    isKnownLate(command) {
        const isOurs = command.pitch === pitch;
        const present = isOurs ? this.present() : null;
        return Boolean(command.match && present && !isMeantFor(command, present));
    }

    /**
     * Tells whether a command is for the present match; null if that is not known.
     * @param {Command} command
     * @param {boolean} isOld True if the tap was a while ago: the page may not know the present.
     * @param {number} milliseconds The time for the answer.
     * @returns {Promise<boolean | null>}
     */
    async isForPresent(command, isOld, milliseconds) {
        if (this.isKnownLate(command)) return false;
        if (!command.match || (!isOld && this.link.isFresh)) return true;
        const present = await getJSON(addressOf(command), milliseconds);
        const gather = present?.gather;
        return gather ? isMeantFor(command, gather) : null;
    }

    /**
     * Tells whether the clock is as a command to it says, as somebody else has given the same one.
     * @param {Command} command
     */
    async isSo({ method, pitch: place }) {
        const state = { Pause: "paused", Start: "running", Resume: "running" }[method];
        if (place !== pitch || state === undefined) return false;
        await new Promise((resume) => { setTimeout(resume, hearingMilliseconds); });
        return this.link.isFresh && this.present()?.timer.state === state;
    }
}

/**
 * True if a command is for a match. Where that is over, a start would open the next one.
 * @param {Command} command @param {any} gather
 */
function isMeantFor({ match, method }, gather) {
    return gather.id === match && (method !== "Start" || gather.phase === "open");
}

/**
 * The address of the present match of the pitch of a command, which need not be that of the page.
 * The present match need not be the newest one, as an older one can have been reopened.
 * @param {Command} command
 */
function addressOf({ pitch }) {
    return `/api/match?${new URLSearchParams({ after: afterAll, ...(pitch ? { pitch } : {}) })}`;
}
