// @ts-check
// The name of the players who were forgotten, which gatherd says in English.

import { language, tr } from "./texts.js";

/** The fields of an event with a name, and those with the number of the same player. */
const named = [["scorer", "scorerId"], ["player", "playerId"], ["playerOn", "playerOnId"]];

/**
 * Names everybody who was forgotten in the language of the page, wherever they are in a value.
 *
 * @template Value
 * @param {Value} value What gatherd says; it is changed.
 * @returns {Value} The same value.
 */
export function naming(value) {
    if (language !== "en") name(value, tr("somebody"));
    return value;
}

/** @param {any} value @param {string} somebody */
function name(value, somebody) {
    if (typeof value !== "object" || value === null) return;
    if (value.forgotten === true && typeof value.name === "string") value.name = somebody;
    if (Array.isArray(value.forgotten)) {
        for (const [text, id] of named) {
            if (value[text] && value.forgotten.includes(value[id])) value[text] = somebody;
        }
    }
    for (const part of Object.values(value)) name(part, somebody);
}
