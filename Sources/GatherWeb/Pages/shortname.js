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

/**
 * The words of a name.
 * @param {string} name
 */
function tokens(name) { return name.split(/\s+/u).filter((part) => part !== ""); }

/**
 * The beginning of a text, up to the end of a word where that is not far.
 * @param {string} text @param {number} most
 */
function cut(text, most) {
    const all = characters(text);
    if (all.length <= most) return text;
    const begin = all.slice(0, most - 1).join("");
    const isAtEnd = /\s/u.test(all[most - 1] ?? "");
    const whole = isAtEnd ? begin : begin.replace(/\s+\S*$/u, "");
    const shown = characters(whole).length * 2 >= most ? whole : begin;
    return `${shown.replace(/[\s,;:&+/-]+$/u, "")}…`;
}

/** The most words of a name that are shortened to initials, such as in "E. V. Oberdorf". */
const mostInitials = 2;
/** The greatest length of a word that does not identify a club, such as FC, in characters. */
const mostKindLetters = 3;
/** The kind of a club, such as FC, which can be left out. */
const isKind = /^\p{Lu}{1,3}$/u;
/** A word of letters, digits and a few signs that begins with a letter. */
const isWord = /^\p{L}[\p{L}\p{M}\p{N}'’.-]*$/u;

/**
 * The forms of a name, the longest first: the whole name; without the kind of the club; with its
 * first words as initials; and single words of it that are not in the other name. A name that does
 * not consist of several words has no other form.
 * @param {string} name @param {string} otherName
 */
function forms(name, otherName) {
    const parts = tokens(name);
    const made = [parts.join(" ")];
    const isShortenable = parts.every((part) => isWord.test(part) || /^\p{N}+\.?$|^&$/u.test(part));
    if (parts.length < 2 || !isShortenable) return made;
    const rest = isKind.test(parts[0] ?? "") ? parts.slice(1) : parts;
    if (identifies(rest)) made.push(rest.join(" "));
    for (let count = 1; count <= mostInitials && identifies(rest.slice(count)); count++) {
        const initials = rest.slice(0, count).map((part) => `${characters(part)[0]}.`);
        made.push([...initials, ...rest.slice(count)].join(" "));
    }
    return [...made, ...distinctTokens(name, otherName)];
}

/**
 * True if at least one of the words is long enough to identify a side.
 * @param {string[]} parts
 */
function identifies(parts) {
    return parts.some((part) => characters(part).length > mostKindLetters);
}

/**
 * The words of a name that distinguish it from another one, the longest first.
 * @param {string} name @param {string} otherName
 */
function distinctTokens(name, otherName) {
    const others = tokens(otherName);
    const isDistinct = (/** @type {string} */ part) =>
        isWord.test(part) && identifies([part]) && !others.includes(part);
    return tokens(name).filter(isDistinct).sort((a, b) => b.length - a.length);
}

/**
 * Two names of at most `most` characters, which differ if the whole ones do.
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
    const distinct = forms(name, otherName).length > 1 ? distinctTokens(name, otherName)[0] : null;
    const short = fitting ?? cut(distinct ?? name, most);
    if (short !== other) return short;
    // The shortened names are the same, so this one shows its end instead.
    const all = characters(name);
    return all.length <= most ? short : `…${all.slice(1 - most).join("").trimStart()}`;
}
