// @ts-check
// The events of a match in the order of their moments: pure functions. No words are made here.
import { minuteOf } from "./scorers.js";

/** @typedef {"teamA" | "teamB"} Side */

/**
 * An event as History.Show has it; what is null there can be left out.
 * @typedef {{
 *     number: number, step: number, kind: string, text: string, at: string,
 *     goneMilliseconds: number, clock: {minutes: number, seconds: number}, score: string,
 *     commanded: boolean, operatorDevice?: string | null, undoneBy?: number | null,
 *     scorer?: string | null, scorerId?: number | null, ownGoal?: boolean | null,
 *     team?: Side | null, goals?: number | null, standingScore?: string | null,
 *     correction?: boolean | null, lowered?: boolean | null, tallyPlace?: number | null,
 *     amends?: number | null,
 *     before?: number | null, card?: "yellow" | "secondYellow" | "red" | "time" | null,
 *     penaltySeconds?: number | null, playerTeam?: Side | null, player?: string | null,
 *     playerId?: number | null, playerOn?: string | null, minute?: string | null,
 *     kickScored?: boolean | null, kicks?: string | null, period?: string | null,
 *     addedMinutes?: number | null,
 *     translatable?: import("./eventtext.js").TranslatableText | null
 * }} Entry
 */

/**
 * A row of the timeline, with the score after it, and the side that has scored with it.
 * @typedef {{entry: Entry, minute: string, score: string, scored: Side | null}} Row
 */

/** The kinds after which an earlier entry can be another one than it was. */
const changesEarlier = new Set(["undone", "redone", "goalAmended", "cardAmended"]);

/** The kinds that prepare a match without a format, or need no clock: they have no minute. */
const withoutMinute = new Set([
    "opened", "formatChosen", "teamsNamed", "teamsColored", "teamsDrawn", "playersMoved",
    "kickOffSet", "timeSet", "kicksBegan", "kickTaken",
]);

/** @param {unknown} value */
function isSet(value) { return value !== null && value !== undefined; }

/**
 * True for a command that was undone.
 * @param {Entry} entry
 */
export function isUndone(entry) { return isSet(entry.undoneBy); }

/**
 * True for a command that was undone, and for one that did so.
 * @param {Entry} entry
 */
export function isTakenBack(entry) {
    return isUndone(entry) || entry.kind === "undone" || entry.kind === "redone";
}

/**
 * True if entries that were read before these can have changed: a goal that takes a place in the
 * tally before its last one moves others.
 * @param {Entry[]} entries @param {Entry[]} known Those that were read before.
 */
export function changeEarlierOnes(entries, known) {
    const last = known.reduce((most, entry) => Math.max(most, entry.tallyPlace ?? 0), 0);
    return entries.some((entry) => changesEarlier.has(entry.kind) || entry.correction
        || isSet(entry.before) || (entry.tallyPlace ?? Infinity) <= last);
}

/**
 * The entries in the order of their moments, each with the score after it.
 * @param {Entry[]} entries
 * @returns {Row[]}
 */
export function rowsOf(entries) {
    const hasFormat = entries.some((entry) => isSet(entry.minute));
    let standing = "0-0";
    return inOrder(entries).map((entry) => {
        standing = entry.standingScore ?? standing;
        const isBack = isTakenBack(entry);
        const hasMinute = isSet(entry.minute) || !hasFormat && !withoutMinute.has(entry.kind);
        return {
            entry,
            minute: hasMinute ? minuteOf(entry) : "",
            score: isBack ? entry.score : standing,
            scored: isBack || entry.correction ? null : entry.team ?? null,
        };
    });
}

/**
 * A goal that was dated back stands before the one that it names.
 * @param {Entry[]} entries
 */
function inOrder(entries) {
    const ordered = entries.filter((entry) => !isSet(entry.before));
    for (const entry of entries) {
        if (!isSet(entry.before)) continue;
        const place = ordered.findIndex((other) => other.number === entry.before);
        ordered.splice(place < 0 ? ordered.length : place, 0, entry);
    }
    return ordered;
}
