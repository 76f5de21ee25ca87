// @ts-check
// Tells a tap from a slip of the thumb.
import { setText } from "./page.js";
import { vibrate } from "./vibrate.js";

/** @typedef {import("./remoteactions.js").Action} Action */

/** The time within which a second tap may be a slip, as for the keys of gatherctl's board. */
const slipMilliseconds = 1_000;
/** The time within which nobody can have read what has come under the thumb. */
export const blindMilliseconds = 600;
/** The distance within which two taps are at the same place. */
const placePixels = 24;

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

/** A button that says what it does, which follows from the match. */
export class ActionButton {
    /** @type {Action | null} */
    #action = null;
    /** @type {Action | null} */
    #before = null;
    #changedAt = -Infinity;

    /** @param {HTMLElement} button */
    constructor(button) { this.button = button; }

    /** @param {Action | null} action Null where nothing fits. */
    draw(action, keepsPlace = false) {
        if (action && this.#action && action.text !== this.#action.text) {
            this.#before = this.#action;
            this.#changedAt = performance.now();
        }
        this.#action = action;
        this.button.hidden = action === null && !keepsPlace;
        this.button.classList.toggle("absent", action === null);
        setText(this.button, action?.text ?? "");
    }

    /**
     * The action that a tap was for, if the button does something else since a moment ago: a second
     * hand would take back what the first one did. Null where that was read.
     */
    get unread() {
        return performance.now() - this.#changedAt < slipMilliseconds ? this.#before : null;
    }
}

/**
 * Drops each tap on something that has just come under the thumb, such as the red button of a
 * question: it is the second of two quick taps on what was there before.
 */
export function dropBlindTaps() {
    /** @type {{at: number, x: number, y: number, on: Element | null}} */
    let last = { at: -Infinity, x: 0, y: 0, on: null };
    addEventListener("click", (event) => {
        // One by a key or a screen reader is at no place.
        if (event.detail === 0) return;
        const { timeStamp, clientX, clientY } = event;
        const on = tappable(event.target);
        const isSoon = timeStamp - last.at < blindMilliseconds;
        const isNear = Math.hypot(clientX - last.x, clientY - last.y) < placePixels;
        const isGone = tappable(document.elementFromPoint(last.x, last.y)) !== last.on;
        if (!isSoon || !isNear || !isGone || on === last.on) {
            last = { at: timeStamp, x: clientX, y: clientY, on };
            return;
        }
        event.stopImmediatePropagation();
        event.preventDefault();
        vibrate([60, 60, 60]);
    }, true);
}

/**
 * Has a key that is held down count once: its repetitions would answer each question that comes,
 * and end with a card for the first player.
 */
export function dropHeldKeys() {
    addEventListener("keydown", (event) => {
        if (event.repeat && event.key === "Enter") event.preventDefault();
    }, true);
}

/**
 * The button that a tap is on, else the element.
 * @param {EventTarget | null} target
 */
function tappable(target) {
    return target instanceof Element ? target.closest("button") ?? target : null;
}
