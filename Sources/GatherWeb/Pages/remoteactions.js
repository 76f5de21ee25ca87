// @ts-check
// The acts of the large button and the whistle, which follow from the match. A button does what it
// says: "Pause" pauses, and is no toggle, as somebody else may have paused a moment ago.
import { askEnd, askOpen } from "./remotemenu.js";
import { strings } from "./strings.js";

/** @typedef {import("./matchclock.js").MatchClock} MatchClock */
/** @typedef {import("./remotemenu.js").Call} Call */
/** @typedef {{text: string, call?: Call, ask?: () => Promise<Call | null>}} Action */

/** @param {string} text @param {string} method @param {string} done @returns {Action} */
function simple(text, method, done) {
    return { text, call: { method, parameters: {}, text: done } };
}

/** @param {any} period @param {number} place @returns {Action} */
function begin(period, place) {
    const name = strings.period(period.id);
    const parameters = { what: "begin", period: place };
    const text = strings.doBegin(name);
    return { text: strings.begin(name), call: { method: "Whistle", parameters, text } };
}

/** @param {any} course @returns {Action} */
function endOf(course) {
    const name = strings.period(course.period.id);
    const parameters = { what: "end", period: course.index };
    const text = strings.doEndPeriod(name);
    return { text: strings.endPeriod(name), call: { method: "Whistle", parameters, text } };
}

/**
 * The large button; null only where nothing fits.
 * @param {() => any} present Gives the match.
 * @param {MatchClock} view
 * @returns {Action | null}
 */
export function mainAction(present, view) {
    const gather = present();
    if (gather?.phase !== "open") return { text: strings.newMatch, ask: () => askOpen(gather) };
    const end = { text: strings.endMatch, ask: () => askEnd(present) };
    const { course } = view;
    if (gather.kicks || course?.stage === "over") return end;
    if (course?.stage === "waiting") return begin(course.period, course.index);
    if (view.mode === "inBreak") {
        return course.next ? begin(course.next, course.nextIndex) : end;
    }
    if (view.mode === "paused") return simple(strings.resume, "Resume", strings.doResume);
    if (view.isRunning) return simple(strings.pause, "Pause", strings.doPause);
    if (view.mode === "timeUp") return course ? endOf(course) : end;
    return simple(strings.start, "Start", strings.doStart);
}

/**
 * The whistle that ends a period; null where there is none to end, or the large button does it.
 * @param {() => any} present @param {MatchClock} view
 * @returns {Action | null}
 */
export function whistleAction(present, view) {
    const gather = present();
    const { course } = view;
    if (!course || gather.kicks || course.stage !== "underway") return null;
    if (course.period.kind !== "play" || view.mode === "timeUp") return null;
    return endOf(course);
}
