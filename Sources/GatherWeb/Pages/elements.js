// @ts-check
// Makes elements with children. A text is only ever a text node, so that a name stays a name.

/** @typedef {string | Node | null | undefined | false} Child */

/**
 * Makes an element.
 * @param {string} tag
 * @param {Record<string, string | null | undefined>} attributes Null leaves one out.
 * @param {...Child} children
 * @returns {HTMLElement}
 */
export function build(tag, attributes, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
        if (value !== null && value !== undefined) made.setAttribute(name, value);
    }
    for (const child of children) {
        if (child !== null && child !== undefined && child !== false) made.append(child);
    }
    return made;
}

/**
 * A name in a plain text, apart from the direction of the text around it.
 * @param {string} name
 */
export function isolated(name) { return `\u2068${name}\u2069`; }

/**
 * Makes a name of a person or a side, apart from the direction of the text around it.
 * @param {string} name
 */
export function buildName(name) {
    return build("bdi", {}, name);
}
