// @ts-check
// A row of the timeline as an element.
import { describe } from "./describe.js";
import { build, buildName } from "./elements.js";
import { written } from "./summary.js";
import { isTakenBack, isUndone } from "./timeline.js";
import { strings } from "./strings.js";

/** @typedef {import("./timeline.js").Row} Row */

/**
 * @param {Row} row
 * @param {import("./describe.js").SideNames} names
 */
export function entryRow({ entry, minute, score, scored }, names) {
    const description = describe(entry, names);
    const what = build(isUndone(entry) ? "s" : "span", { class: "what" },
        build("b", { dir: "auto" }, description.title));
    if (description.people.length > 0) {
        what.append(" ", build("span", {}, ...description.people.map(
            (part) => (typeof part === "string" ? part : buildName(part.name)))));
    }
    const details = [
        ...(isUndone(entry) ? [strings.wasUndone] : []),
        ...(description.side === null ? [] : [buildName(description.side)]),
        ...description.notes, ...givenBy(entry),
    ];
    return build("li", {
        class: isTakenBack(entry) ? "entry back" : "entry",
        "data-kind": entry.kind, "data-card": entry.card, "data-goal": scored ? "" : null,
    },
        build("span", { class: "minute digits" }, minute && strings.minute(minute)), " ",
        build("span", { class: "text" }, what, " ",
            details.length > 0 && build("span", { class: "details" }, ...separated(details))), " ",
        scoreAfter(score, scored));
}

/**
 * The device that gave the command.
 * @param {import("./timeline.js").Entry} entry
 */
function givenBy({ operatorDevice }) {
    return operatorDevice ? [buildName(operatorDevice)] : [];
}

/** @param {(string | Node)[]} details */
function separated(details) {
    return details.flatMap((one, index) => (index === 0 ? [one] : [strings.separator, one]));
}

/**
 * The score, with the goals of the side that has just scored standing out.
 * @param {string} score
 * @param {Row["scored"]} scored
 */
function scoreAfter(score, scored) {
    if (!scored) return build("span", { class: "score digits" }, written(score));
    const [a = "", b = ""] = score.split("-");
    return build("span", { class: "score digits" },
        build(scored === "teamA" ? "b" : "span", {}, a), "–",
        build(scored === "teamB" ? "b" : "span", {}, b));
}
