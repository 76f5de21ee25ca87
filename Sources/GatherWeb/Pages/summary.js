// @ts-check
// A match in short, as elements: the line of it in a list, and what there is to say of its result.
import { build } from "./elements.js";
import { linkTo } from "./page.js";
import { strings } from "./strings.js";

/**
 * A match as History.List has it; what is null there can be left out.
 * @typedef {{
 *     id: string, phase: "open" | "ended" | "discarded", teamAName: string, teamBName: string,
 *     score: string, winner?: "teamA" | "teamB" | null, winnerName?: string | null,
 *     openedAt: string,
 *     endedAt?: string | null, kicksA?: number | null, kicksB?: number | null,
 *     endedPeriod?: string | null, endedMinute?: string | null, revision?: number | null
 * }} Summary
 */

/**
 * A score as it is written: with a dash of its own length.
 * @param {string} score Such as 2-1.
 */
export function written(score) {
    return score.replace("-", "–");
}

/**
 * The notes on a result besides the score.
 * @param {Summary} match
 * @returns {string[]}
 */
export function notesOf(match) {
    const { phase, kicksA, kicksB, endedPeriod, endedMinute } = match;
    const notes = [];
    if (phase === "discarded") notes.push(strings.discarded);
    if (typeof kicksA === "number" && typeof kicksB === "number") {
        notes.push(strings.onKicks(`${kicksA}–${kicksB}`));
    }
    if (endedPeriod) {
        notes.push(endedMinute
            ? strings.leftIn(strings.period(endedPeriod), endedMinute)
            : strings.leftAfter(strings.period(endedPeriod)));
    }
    return notes;
}

/**
 * A line of the list of results.
 * @param {Summary} match
 * @param {Intl.DateTimeFormat} timeOfDay
 */
export function resultLine(match, timeOfDay) {
    const [a = "", b = ""] = match.score.split("-");
    const isOpen = match.phase === "open";
    const notes = notesOf(match);
    const isWinner = (/** @type {string} */ team) => !isOpen && match.winner === team;
    const side = (/** @type {"teamA" | "teamB"} */ team, /** @type {string} */ name) => build(
        "span", { class: "name", dir: "auto", "data-winner": isWinner(team) ? "" : null }, name);
    return build("li", { "data-id": match.id, "data-phase": match.phase },
        build("a", { class: "result", href: linkTo(`/match/${encodeURIComponent(match.id)}`) },
            build("span", { class: "when" }, isOpen
                ? build("span", { class: "status", "data-status": "live" }, strings.live)
                : time(match.openedAt, timeOfDay)), " ",
            side("teamA", match.teamAName), " ",
            build("span", { class: "score" },
                build("span", {}, a), build("i", {}, "–"), build("span", {}, b)), " ",
            side("teamB", match.teamBName), " ",
            notes.length > 0 && build("span", { class: "notes" }, notes.join(strings.separator))));
}

/**
 * A moment in the reader's own way of writing it.
 * @param {string} moment RFC 3339.
 * @param {Intl.DateTimeFormat} format
 */
export function time(moment, format) {
    const date = new Date(moment);
    const text = Number.isNaN(date.getTime()) ? moment : format.format(date);
    return build("time", { datetime: moment, lang: format.resolvedOptions().locale }, text);
}
