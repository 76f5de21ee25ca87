// @ts-check
// All texts for people, in English; tr and trn give those of the language of the page.
import { periodName, tr, trc } from "./texts.js";
import { clubStrings } from "./stringsclub.js";
import { listsStrings } from "./stringslists.js";
import { remoteStrings } from "./stringsremote.js";

/** @param {number} milliseconds The local time of day, such as "15:47". */
export function timeOfDay(milliseconds) {
    const date = new Date(milliseconds);
    const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
    return `${two(date.getHours())}:${two(date.getMinutes())}`;
}

/**
 * A name that is written from right to left, so that the text around it keeps its order.
 * @param {string} name
 */
export function isolated(name) {
    return /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u.test(name) ? `\u2068${name}\u2069` : name;
}

export const strings = {
    ...clubStrings,
    ...listsStrings,
    ...remoteStrings,

    period: periodName,

    // All pages.
    live: tr("LIVE"),
    stale: tr("STALE"),
    connecting: tr("connecting"),
    nav: tr("Pages"),
    board: tr("Board"),
    matches: tr("Matches"),
    squad: tr("Squad"),
    pitches: tr("Pitches"),
    table: tr("Table"),
    remote: tr("Remote"),
    pitch: (/** @type {string} */ name) => tr("Pitch %1$@", name),
    noSuchPitch: (/** @type {string} */ name) => tr("There is no pitch %1$@ here", name),
    and: (/** @type {string} */ one, /** @type {string} */ other) => `${one}, ${other}`,
    colon: (/** @type {string} */ one, /** @type {string} */ other) =>
        tr("%1$@: %2$@", one, other),

    // The state of a match.
    noMatch: tr("No match yet"),
    ready: tr("Ready"),
    notStarted: tr("Not started"),
    running: tr("Running"),
    lastMinute: tr("Last minute"),
    paused: tr("Paused"),
    timeUp: tr("Time is up"),
    addedTime: tr("Added time"),
    inBreak: tr("Break"),
    kicks: tr("Kicks from the mark"),
    ended: tr("Full time"),
    discarded: tr("No result"),
    doubtful: tr("Less time may be left: the machine was down"),
    next: (/** @type {string} */ name) => tr("Next: %1$@", name),
    isOver: (/** @type {string} */ name) => tr("%1$@ is over", name),
    isOverDrawn: (/** @type {string} */ name) => tr("%1$@ is over, a draw", name),
    addedTimeOf: (/** @type {string} */ added) => tr("Added time %1$@", added),
    kickOffIn: tr("Kick-off in"),
    kickOffWasDue: (/** @type {string} */ time) => tr("Kick-off was due at %1$@", time),
    kickOffAt: (/** @type {string} */ time) => tr("Kick-off at %1$@", time),
    kickOffOn: (/** @type {string} */ date, /** @type {string} */ time) =>
        tr("Kick-off on %1$@ at %2$@", date, time),
    endsAt: (/** @type {string} */ time) => tr("Until %1$@", time),
    untilShort: (/** @type {string} */ time) => tr("until %1$@", time),
    periodEndsAt: (/** @type {string} */ name, /** @type {string} */ time) =>
        tr("%1$@ until %2$@", name, time),
    breakEndsAt: (/** @type {string} */ name, /** @type {string} */ time) =>
        trc("time of day", "%1$@ at %2$@", name, time),
    wins: (/** @type {string} */ name) => tr("%1$@ win", name),
    winsOnKicks: (/** @type {string} */ name, /** @type {string} */ score) =>
        tr("%1$@ win %2$@ on kicks", name, score),
    draw: tr("A draw"),
    drawKicks: (/** @type {string} */ score) => tr("A draw, kicks %1$@", score),
    endedEarly: (/** @type {string} */ result, /** @type {string} */ period) =>
        tr("%1$@, ended early: after %2$@", result, period),
    endedEarlyAt: (/** @type {string} */ result, /** @type {string} */ period,
        /** @type {string} */ minute) =>
        tr("%1$@, ended early: %2$@, minute %3$@", result, period, minute),
    kicksNext: (/** @type {string} */ name) => tr("Next: %1$@", name),
    kicksNextSudden: (/** @type {string} */ name) => tr("Next: %1$@, sudden death", name),
    kicksFree: tr("Either side begins"),
    timeOutOf: (/** @type {string} */ name) => tr("Time-out of %1$@", name),
    coolingBreak: tr("Cooling break"),
    fouls: (/** @type {number} */ a, /** @type {number} */ b) => tr("Fouls %1$@-%2$@", a, b),

    fullTimeShort: tr("FT"),
    kicksShort: (/** @type {string} */ score) => tr("%1$@ kicks", score),

    // Goals and cards.
    minute: (/** @type {string} */ minute) => `${minute}'`,
    ownGoal: tr("(OG)"),
    more: (/** @type {number} */ count) => tr("and %1$@ more", count),
    yellow: tr("yellow card"),
    secondYellow: tr("second yellow card"),
    red: tr("red card"),
    time: tr("time penalty"),
    scoreSpoken: (/** @type {string} */ nameA, /** @type {number} */ a,
        /** @type {string} */ nameB, /** @type {number} */ b) => `${nameA} ${a}, ${nameB} ${b}`,
    kicksSpoken: (/** @type {string} */ text, /** @type {string} */ score) =>
        tr("%1$@, kicks %2$@", text, score),
    kickIn: tr("in"),
    kickOut: tr("out"),
    kickOpen: tr("to come"),
    kicksOf: (/** @type {string} */ name, /** @type {string} */ list) =>
        tr("Kicks of %1$@: %2$@", name, list),
    clockLabel: tr("Clock"),
    scoreLabel: tr("Score"),
    goal: tr("Goal"),
    goalFor: (/** @type {string} */ name) => tr("Goal for %1$@", name),
    ownGoalOf: (/** @type {string} */ name) => tr("Own goal of %1$@", name),
    titleScore: (/** @type {string} */ a, /** @type {string} */ score, /** @type {string} */ b) =>
        `${a} ${score} ${b}`,
};
