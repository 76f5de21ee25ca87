// @ts-check
// Common to all pages: the query, the links that carry it on, the texts in the HTML.
import { naming } from "./stringsforgotten.js";
import { language } from "./texts.js";
import { strings } from "./strings.js";

/** The time until an answer begins: gatherd may be asked two things for it, and then the way. */
export const answerMilliseconds = 12_000;
/** The time for the rest of an answer: a long match over a slow link. */
export const restMilliseconds = 30_000;

const query = new URLSearchParams(location.search);
const named = query.get("pitch") ?? "";

/**
 * The pitch of the query; empty for the usual one of the machine. What can be no name stays, so that
 * there is no such pitch: the usual one would be taken for it. "*" alone would be all pitches.
 */
export const pitch = named === "*" ? "* " : named;

/** @param {string} name A parameter of the query. */
export function parameter(name) {
    return query.get(name) ?? "";
}

/**
 * The address of an endpoint, with the pitch of this page.
 * @param {string} path Such as "/api/history".
 * @param {Record<string, string | number>} [more] Further parameters.
 */
export function endpoint(path, more = {}) {
    const parameters = new URLSearchParams();
    if (pitch) parameters.set("pitch", pitch);
    for (const [name, value] of Object.entries(more)) parameters.set(name, String(value));
    const text = parameters.toString();
    return text ? `${path}?${text}` : path;
}

/**
 * The address of another page, with the pitch, theme and language of this one.
 * @param {string} path Such as "/history".
 * @param {{pitch?: string}} [changed] Another pitch; empty for the usual one.
 */
export function linkTo(path, changed = {}) {
    const parameters = new URLSearchParams();
    const target = changed.pitch ?? pitch;
    if (target) parameters.set("pitch", target);
    for (const name of ["theme", "lang"]) {
        const value = query.get(name);
        if (value) parameters.set(name, value);
    }
    const text = parameters.toString();
    return text ? `${path}?${text}` : path;
}

/**
 * The element with an ID. A page without it is broken, and says so early.
 * @param {string} id
 */
export function element(id) {
    const found = document.getElementById(id);
    if (!found) throw new Error(`no element ${id}`);
    return found;
}

/**
 * Makes an element with a class and a text.
 * @param {string} tag
 * @param {string} [className]
 * @param {string} [text]
 */
export function make(tag, className = "", text = "") {
    const made = document.createElement(tag);
    if (className) made.className = className;
    if (text) made.textContent = text;
    return made;
}

/**
 * Sets a text only where it differs, so that a screen reader announces no change that is none.
 * @param {Element} target
 * @param {string} text
 */
export function setText(target, text) {
    if (target.textContent !== text) target.textContent = text;
}

/**
 * Fills in what the HTML leaves open: data-word="key" gets the text, data-label="key" an
 * aria-label, and <a data-to="/path"> the address with the query carried on.
 * @param {ParentNode} root
 */
export function fill(root = document) {
    /** @type {Record<string, unknown>} */
    const texts = strings;
    /** @param {string | undefined} key */
    const text = (key) => {
        const value = key === undefined ? undefined : texts[key];
        return typeof value === "string" ? value : String(key);
    };
    for (const found of root.querySelectorAll("[data-word]")) {
        found.textContent = text(/** @type {HTMLElement} */ (found).dataset.word);
    }
    for (const found of root.querySelectorAll("[data-label]")) {
        found.setAttribute("aria-label", text(/** @type {HTMLElement} */ (found).dataset.label));
    }
    for (const found of root.querySelectorAll("a[data-to]")) {
        const path = /** @type {HTMLElement} */ (found).dataset.to ?? "/";
        found.setAttribute("href", linkTo(path));
    }
}

/**
 * Shows the crest of a team where there is one: the image is hidden until it has loaded.
 * @param {HTMLImageElement} image
 * @param {"a" | "b"} side
 * @param {string} name That of the team, which makes the address another one.
 */
export function showCrest(image, side, name) {
    image.hidden = true;
    image.onload = () => { image.hidden = false; };
    image.onerror = () => { image.hidden = true; };
    image.src = endpoint(`/crest/${side}`, { of: name });
}

/**
 * Gets JSON; null where that failed, whatever the reason.
 * @param {string} address
 * @param {number} [milliseconds] The time for all of the answer.
 * @returns {Promise<any>}
 */
export async function getJSON(address, milliseconds) {
    const abort = new AbortController();
    const end = () => abort.abort();
    let timer = setTimeout(end, milliseconds ?? answerMilliseconds);
    try {
        const reply = await fetch(address, { cache: "no-store", signal: abort.signal });
        if (milliseconds === undefined) {
            clearTimeout(timer);
            timer = setTimeout(end, restMilliseconds);
        }
        return reply.ok ? naming(await reply.json()) : null;
    } catch {
        return null;
    } finally {
        clearTimeout(timer);
    }
}

/** Finds out if the machine does not have the pitch of this page, so that no state will come. */
export async function isPitchMissing() {
    if (!pitch) return false;
    const known = await getJSON("/api/pitches");
    return Array.isArray(known?.pitches) && !known.pitches.includes(pitch);
}

document.documentElement.lang = language;
