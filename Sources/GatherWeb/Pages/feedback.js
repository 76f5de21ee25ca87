// @ts-check
// The feedback of the remote: what was done last and by whom, with what can be done about it.
import { element, make, setText } from "./page.js";
import { blindMilliseconds } from "./remotetaps.js";
import { strings } from "./strings.js";
import { vibrate } from "./vibrate.js";

/**
 * @typedef {object} Feedback
 * @property {string} text
 * @property {string} [who]
 * @property {"plain" | "good" | "bad" | "busy"} kind
 * @property {{text: string, label?: string, of?: number, isMain?: boolean,
 *     act: () => void}[]} [buttons] One that asks nothing has the event that it is about.
 */

let shown = "";
/** @type {(() => void)[]} */
let acts = [];
/**
 * The events that the buttons were about last, by their texts, and since when.
 * @type {Map<string, {of: number, at: number}>}
 */
const meanings = new Map();

/**
 * Does what a button says, unless nobody can have read yet what it is about by now: somebody else
 * has just undone the last goal, so that "Undo" is about the one before.
 * @param {string} text @param {() => void} act
 */
function tap(text, act) {
    const since = meanings.get(text)?.at ?? -Infinity;
    if (performance.now() - since >= blindMilliseconds) return act();
    vibrate([60, 60, 60]);
}

/**
 * Notes what a button is about from now on.
 * @param {string} text @param {number} [of]
 */
function note(text, of) {
    const old = meanings.get(text);
    if (of === undefined || old?.of === of) return;
    meanings.set(text, { of, at: old ? performance.now() : -Infinity });
}

/**
 * Shows a line; its buttons keep their focus while their texts stay.
 * @param {Feedback} feedback
 */
export function showFeedback(feedback) {
    const buttons = feedback.buttons ?? [];
    acts = buttons.map((button) => button.act);
    for (const { text, of } of buttons) note(text, of);
    const place = element("feedback");
    place.dataset.kind = feedback.kind;
    setText(element("feedbackwhat"), feedback.text);
    setText(element("feedbackwho"), feedback.who ?? "");
    const key = JSON.stringify(buttons.map(({ text, label, isMain }) => [text, label, isMain]));
    if (key === shown) return;
    shown = key;
    element("feedbackbuttons").replaceChildren(...buttons.map((button, index) => {
        const made = make("button", button.isMain ? "strong" : "", button.text);
        made.setAttribute("type", "button");
        if (button.label) made.setAttribute("aria-label", button.label);
        made.addEventListener("click", () => tap(button.text, () => acts[index]?.()));
        return made;
    }));
}

/**
 * The newest command since the match was opened that is in effect, with the number of its event.
 * @param {any[]} entries
 */
export function lastCommand(entries) {
    const opening = entries.find(({ kind }) => kind === "opened")?.step;
    return entries.findLast((entry) =>
        entry.commanded && entry.undoneBy == null && entry.step !== opening
        && !["undone", "redone"].includes(entry.kind)) ?? null;
}

/**
 * Returns who gave a command, as far as that is known.
 * @param {any} entry
 */
export function whoOf(entry) {
    return entry.operatorDevice ? strings.by(entry.operatorDevice) : strings.byMachine;
}
