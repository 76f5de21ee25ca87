// @ts-check
// All texts for people. Another language is another object with the same keys.
import { clubEnglish } from "./wordsclub.js";
import { listsEnglish } from "./wordslists.js";
import { remoteEnglish } from "./wordsremote.js";

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

const english = {
    ...clubEnglish,
    ...listsEnglish,
    ...remoteEnglish,

    // All pages.
    live: "LIVE",
    stale: "STALE",
    connecting: "connecting",
    nav: "Pages",
    board: "Board",
    matches: "Matches",
    squad: "Squad",
    pitches: "Pitches",
    table: "Table",
    remote: "Remote",
    pitch: (/** @type {string} */ name) => `Pitch ${name}`,
    noSuchPitch: (/** @type {string} */ name) => `There is no pitch ${name} here`,
    and: (/** @type {string} */ one, /** @type {string} */ other) => `${one}, ${other}`,
    colon: (/** @type {string} */ one, /** @type {string} */ other) => `${one}: ${other}`,

    // The state of a match.
    noMatch: "No match yet",
    ready: "Ready",
    notStarted: "Not started",
    running: "Running",
    lastMinute: "Last minute",
    paused: "Paused",
    timeUp: "Time is up",
    addedTime: "Added time",
    inBreak: "Break",
    kicks: "Kicks from the mark",
    ended: "Full time",
    discarded: "No result",
    doubtful: "Less time may be left: the machine was down",
    period: (/** @type {string} */ name) => name,
    next: (/** @type {string} */ name) => `Next: ${name}`,
    isOver: (/** @type {string} */ name) => `${name} is over`,
    isOverDrawn: (/** @type {string} */ name) => `${name} is over, a draw`,
    addedTimeOf: (/** @type {string} */ added) => `Added time ${added}`,
    kickOffIn: "Kick-off in",
    kickOffWasDue: (/** @type {string} */ time) => `Kick-off was due at ${time}`,
    kickOffAt: (/** @type {string} */ time) => `Kick-off at ${time}`,
    kickOffOn: (/** @type {string} */ date, /** @type {string} */ time) =>
        `Kick-off on ${date} at ${time}`,
    endsAt: (/** @type {string} */ time) => `Until ${time}`,
    untilShort: (/** @type {string} */ time) => `until ${time}`,
    periodEndsAt: (/** @type {string} */ name, /** @type {string} */ time) =>
        `${name} until ${time}`,
    breakEndsAt: (/** @type {string} */ name, /** @type {string} */ time) => `${name} at ${time}`,
    wins: (/** @type {string} */ name) => `${name} win`,
    winsOnKicks: (/** @type {string} */ name, /** @type {string} */ score) =>
        `${name} win ${score} on kicks`,
    draw: "A draw",
    drawKicks: (/** @type {string} */ score) => `A draw, kicks ${score}`,
    endedEarly: (/** @type {string} */ result, /** @type {string} */ period) =>
        `${result}, ended early: after ${period}`,
    endedEarlyAt: (/** @type {string} */ result, /** @type {string} */ period,
        /** @type {string} */ minute) => `${result}, ended early: ${period}, minute ${minute}`,
    kicksNext: (/** @type {string} */ name) => `Next: ${name}`,
    kicksNextSudden: (/** @type {string} */ name) => `Next: ${name}, sudden death`,
    kicksFree: "Either side begins",
    timeOutOf: (/** @type {string} */ name) => `Time-out of ${name}`,
    coolingBreak: "Cooling break",
    fouls: (/** @type {number} */ a, /** @type {number} */ b) => `Fouls ${a}-${b}`,

    fullTimeShort: "FT",
    kicksShort: (/** @type {string} */ score) => `${score} kicks`,

    // Goals and cards.
    minute: (/** @type {string} */ minute) => `${minute}'`,
    ownGoal: "(OG)",
    more: (/** @type {number} */ count) => `and ${count} more`,
    yellow: "yellow card",
    secondYellow: "second yellow card",
    red: "red card",
    time: "time penalty",
    scoreSpoken: (/** @type {string} */ nameA, /** @type {number} */ a,
        /** @type {string} */ nameB, /** @type {number} */ b) => `${nameA} ${a}, ${nameB} ${b}`,
    kicksSpoken: (/** @type {string} */ text, /** @type {string} */ score) =>
        `${text}, kicks ${score}`,
    kickIn: "in",
    kickOut: "out",
    kickOpen: "to come",
    kicksOf: (/** @type {string} */ name, /** @type {string} */ list) =>
        `Kicks of ${name}: ${list}`,
    clockLabel: "Clock",
    scoreLabel: "Score",
    goal: "Goal",
    goalFor: (/** @type {string} */ name) => `Goal for ${name}`,
    ownGoalOf: (/** @type {string} */ name) => `Own goal of ${name}`,
    titleScore: (/** @type {string} */ a, /** @type {string} */ score, /** @type {string} */ b) =>
        `${a} ${score} ${b}`,
};

/** @type {Record<string, typeof english>} */
const languages = { en: english };

const asked = typeof location === "undefined"
    ? "" : new URLSearchParams(location.search).get("lang") ?? "";
const preferred = typeof navigator === "undefined" ? [] : navigator.languages ?? [];

/** The language of the page: as asked for, else as the browser prefers, else English. */
export const language = [asked, ...preferred].map((tag) => tag.toLowerCase().split("-")[0])
    .find((tag) => Object.hasOwn(languages, tag)) ?? "en";

export const words = languages[language];
