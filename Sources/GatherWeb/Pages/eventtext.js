// @ts-check
// The texts of gatherd in the language of the page. It writes each of them in English, and where
// that is asked for also its form with the values apart: only the form is translated.
import { filled, formOf, language } from "./texts.js";
import { isolated } from "./strings.js";

/**
 * A text with its values apart, as `Text` of io.gatherd.History; what is null can be left out.
 * @typedef {{
 *     form?: string | null, values?: TranslatableText[] | null, name?: string | null
 * }} TranslatableText
 */

/**
 * What a request for events has besides, for the sake of their texts: English needs nothing.
 * @type {Record<string, string>}
 */
export const textParameters = language === "en" ? {} : { translatable: "true" };

/** The most characters of a text and of its values, far more than any has: a form can repeat. */
const longest = 1 << 16;

/**
 * A text in the language of the page; in English where gatherd is too old to send its form.
 * @param {string} english
 * @param {TranslatableText | null | undefined} translatable
 */
export function shownText(english, translatable) {
    if (language === "en" || !translatable) return english;
    return fill(translatable, { left: longest }) ?? english;
}

/**
 * A text with its values in their places; null where there is no room for it and for them.
 * @param {TranslatableText} text
 * @param {{left: number}} room
 * @returns {string | null}
 */
function fill({ form, values, name }, room) {
    let text = isolated(name ?? "");
    if (typeof form === "string") {
        const parts = [];
        for (const value of Array.isArray(values) ? values : []) {
            const part = value === null ? null : fill(value, room);
            if (part === null) return null;
            parts.push(part);
        }
        const translated = formOf(form);
        if (lengthOf(translated, parts) > room.left) return null;
        text = filled(translated, parts);
    }
    room.left -= text.length;
    return room.left < 0 ? null : text;
}

/**
 * The characters that a form has with its values, at most.
 * @param {string} form
 * @param {string[]} values
 */
function lengthOf(form, values) {
    let length = form.length;
    for (const [, number] of form.matchAll(/%(\d+)\$@/g)) {
        length += values[Number(number) - 1]?.length ?? 0;
    }
    return length;
}
