// @ts-check
// The feedback of the remote: what was done last and by whom, with what can be done about it.
import { element, make, setText } from "./page.js";
import { strings } from "./strings.js";

/**
 * @typedef {object} Feedback
 * @property {string} text
 * @property {string} [who]
 * @property {"plain" | "good" | "bad" | "busy"} kind
 * @property {{text: string, label?: string, isMain?: boolean, act: () => void}[]} [buttons]
 */

let shown = "";
/** @type {(() => void)[]} */
let acts = [];

/**
 * Shows a line; its buttons keep their focus while their texts stay.
 * @param {Feedback} feedback
 */
export function showFeedback(feedback) {
    const buttons = feedback.buttons ?? [];
    acts = buttons.map((button) => button.act);
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
        made.addEventListener("click", () => acts[index]?.());
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
