// @ts-check
// An event of the timeline in words.

import { shownText } from "./eventtext.js";
import { language } from "./texts.js";
import { isolated, strings } from "./strings.js";

/** @typedef {import("./timeline.js").Entry} Entry */
/** @typedef {{teamA: string, teamB: string}} SideNames */

/** @typedef {(string | {name: string})[]} People A name stands by itself. */

/**
 * An event: what happened, who did it, the name of the side, and what else there is to say.
 *
 * @typedef {{title: string, people: People, side: string | null, notes: string[]}} Description
 */

/**
 * Describes an event. What has no layout of its own here has the text of gatherd, so that the
 * pages know of a new kind without a change.
 *
 * @param {Entry} entry
 * @param {SideNames} names
 * @returns {Description}
 */
export function describe(entry, names) {
    const side = entry.team ?? entry.playerTeam;
    const found = layoutOf(entry);
    return {
        title: found?.title ?? capitalised(textOf(entry, names)),
        people: found?.people ?? [],
        side: found && side ? names[side] : null,
        notes: found?.notes ?? [],
    };
}

/** @typedef {{title: string, people?: People, notes?: string[]}} Found */

/** @param {Entry} entry */
function layoutOf(entry) {
    return Object.hasOwn(describers, entry.kind) ? describers[entry.kind]?.(entry) ?? null : null;
}

/** @type {Record<string, (entry: Entry) => Found | null>} */
const describers = {
    scoreChanged(entry) {
        if (!entry.team || entry.correction) return null;
        const notes = entry.lowered ? [strings.loweredLater] : [];
        const count = entry.goals ?? 1;
        if (count !== 1) return { title: strings.goals(count), notes };
        const title = entry.ownGoal ? strings.ownGoalTitle : strings.goal;
        return { title, people: named(entry.scorer), notes };
    },
    cardShown(entry) {
        if (!entry.card) return null;
        const notes = entry.penaltySeconds ? [length(entry.penaltySeconds)] : [];
        return { title: strings.cards[entry.card], people: named(entry.player), notes };
    },
    substituted(entry) {
        if (!entry.player || !entry.playerOn) return null;
        const people = [{ name: entry.playerOn }, strings.onFor, { name: entry.player }];
        return { title: strings.substitution, people };
    },
    foulCounted: () => ({ title: strings.foul }),
    timeOutTaken: (entry) => ({ title: entry.playerTeam ? strings.timeOut : strings.coolingBreak }),
    kickTaken(entry) {
        if (typeof entry.kickScored !== "boolean") return null;
        const notes = entry.kicks ? [strings.onKicks(entry.kicks.replace("-", "–"))] : [];
        const title = entry.kickScored ? strings.kickScored : strings.kickMissed;
        return { title, people: named(entry.player), notes };
    },
    periodEnded: (entry) => (entry.period
        ? { title: strings.endOf(strings.period(entry.period)) } : null),
    addedTimeAnnounced: (entry) => (entry.addedMinutes
        ? { title: strings.addedTime, notes: [strings.addedMinutes(entry.addedMinutes)] } : null),
    ended: () => ({ title: strings.matchEnded }),
    discarded: () => ({ title: strings.matchDiscarded }),
};

/**
 * An event in one line; what gatherd says of it on a page in English.
 * @param {Entry} entry @param {SideNames} names
 */
export function lineOf(entry, names) {
    if (language === "en") return entry.text;
    if (!layoutOf(entry)) return textOf(entry, names);
    const { title, people, side, notes } = describe(entry, names);
    const who = people.map((one) => (typeof one === "string" ? one : isolated(one.name))).join("");
    const details = [who, side === null ? "" : isolated(side), ...notes].filter(Boolean);
    return details.length === 0 ? title : strings.colon(title, details.reduce(strings.and));
}

/**
 * The text of gatherd, for what has no layout of its own above.
 * @param {Entry} entry @param {SideNames} names
 */
function textOf({ text, translatable }, names) {
    return shownText(isolating(text, names), translatable);
}

/** @param {string | null | undefined} name */
function named(name) {
    return name ? [{ name }] : [];
}

/** @param {number} seconds */
function length(seconds) {
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/**
 * A text whose names of sides are isolated if they are written from right to left.
 * @param {string} text @param {SideNames} names
 */
function isolating(text, names) {
    const fromRight = /[\u0590-\u08ff\ufb1d-\ufefc]/;
    return [...new Set([names.teamA, names.teamB])].filter((name) => fromRight.test(name))
        .reduce((changed, name) => changed.replaceAll(name, () => isolated(name)), text);
}

/** @param {string} text */
function capitalised(text) {
    return text.charAt(0).toUpperCase() + text.slice(1);
}
