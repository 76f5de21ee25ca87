// @ts-check
// Names of sides that fit a small panel: pure functions.

/**
 * The characters as people see them.
 * @param {string} text
 */
function characters(text) {
    if (typeof Intl !== "undefined" && "Segmenter" in Intl) {
        const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });
        return Array.from(segmenter.segment(text), (part) => part.segment);
    }
    return Array.from(text);
}

/** @param {string} name */
function wordsOf(name) { return name.split(/\s+/u).filter((part) => part !== ""); }

/** @param {string} text @param {number} most */
function cut(text, most) {
    const all = characters(text);
    return all.length <= most ? text : `${all.slice(0, most - 1).join("").trimEnd()}…`;
}

/**
 * The forms of a name, the longest first: whole, with its first words as initials, a word of it
 * that is not in the other name.
 * @param {string} name @param {string} otherName
 */
function forms(name, otherName) {
    const parts = wordsOf(name);
    const others = wordsOf(otherName);
    if (parts.length < 2) return [name];
    const made = [parts.join(" ")];
    for (let count = 1; count < parts.length; count++) {
        const initials = parts.slice(0, count).map((part) => `${characters(part)[0]}.`);
        made.push([...initials, ...parts.slice(count)].join(" "));
    }
    // A word of two letters, such as that of a club's kind, tells nothing.
    const telling = parts.filter(
        (part) => characters(part).length > 3 && !others.includes(part));
    made.push(...telling.sort((a, b) => b.length - a.length));
    return made;
}

/**
 * Two names of so many characters at most, which differ if the whole ones do.
 * @param {string} nameA @param {string} nameB @param {number} most
 * @returns {[string, string]}
 */
export function shortNames(nameA, nameB, most) {
    const first = shortName(nameA, most, nameB, "");
    const second = shortName(nameB, most, nameA, first);
    return [first, second];
}

/** @param {string} name @param {number} most @param {string} otherName @param {string} other */
function shortName(name, most, otherName, other) {
    const fitting = forms(name, otherName).find(
        (form) => characters(form).length <= most && form !== other);
    const short = fitting ?? cut(name, most);
    if (short !== other) return short;
    // Only their ends can tell the two apart.
    const all = characters(name);
    return all.length <= most ? short : `…${all.slice(1 - most).join("").trimStart()}`;
}
