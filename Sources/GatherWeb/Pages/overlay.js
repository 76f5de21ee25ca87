// @ts-check
// Panels over a stream: the corner bug and the lower third, late by ?delay= so that they fit it.
import { ServerClock, SecondHand } from "./clock.js";
import { Latest } from "./latest.js";
import { Link } from "./link.js";
import { matchClock } from "./matchclock.js";
import { headline, kicksText, resultText, spokenScore, titleScore } from "./matchtext.js";
import { element, fill, parameter, pitch, setText } from "./page.js";
import { minuteOf, scorersOf } from "./scorers.js";
import { shortNames } from "./shortname.js";
import { delayOf } from "./delay.js";
import { isolated, strings } from "./strings.js";

/** @typedef {import("./matchclock.js").MatchClock} MatchClock */

const goalMilliseconds = 8_000;
const bugCharacters = 14;
const thirdCharacters = 22;
const delay = delayOf(parameter("delay"));
const style = parameter("style");
const bug = element("bug");
const third = element("third");
const panels = element("panels");

/** @type {any} */
let gather = null;
let goalTimer = 0;
let isGoalShown = false;
const clock = new ServerClock();
const link = new Link(pitch);
const latest = new Latest(() => {
    // By the time they are drawn it may have those that the stream does not show yet.
    const { entries } = latest;
    later(() => drawScorers(entries));
});
const hand = new SecondHand(clock, draw, delay * 1_000);

/**
 * Runs an action as late as the stream is.
 * @param {() => void} action
 */
function later(action) {
    if (delay === 0) action();
    else setTimeout(action, delay);
}

/**
 * Sets a text in both panels.
 * @param {string} selector
 * @param {string} text
 */
function setBoth(selector, text) {
    for (const found of panels.querySelectorAll(selector)) setText(found, text);
}

/** @param {number | null} now */
function draw(now) {
    if (!gather) return null;
    const view = matchClock(gather, now);
    const isAhead = view.kickOff !== null && !view.kickOff.isDue;
    const digits = isAhead ? view.kickOff?.digits ?? "" : digitsOf(view);
    setBoth(".clock", clock.isCoarse && view.wasRunning ? `~${digits}` : digits);
    setBoth(".added", isAhead || gather.phase !== "open" ? "" : view.beside);
    setText(query(bug, ".label"), bugLabel(view));
    setText(query(third, ".label"), thirdLabel(view));
    document.body.toggleAttribute("data-held", view.mode === "paused");
    return view.untilNext;
}

/** @param {MatchClock} view */
function digitsOf(view) {
    if (gather.kicks) return strings.kicksShort(gather.kicks.score);
    return view.mode === "ended" || view.course?.stage === "over"
        ? strings.fullTimeShort : view.regular;
}

/**
 * The words of the small panel beside the digits.
 * @param {MatchClock} view
 */
function bugLabel(view) {
    if (gather.phase === "open" && gather.kicks) return kicksText(gather);
    const isNamed = ["inBreak", "paused"].includes(view.mode) || view.timeOut || view.kickOff;
    return isNamed ? headline(gather, view) : "";
}

/** @param {MatchClock} view */
function thirdLabel(view) {
    if (gather.phase === "ended") return resultText(gather);
    const text = headline(gather, view);
    return view.beside && view.mode !== "addedTime" ? strings.and(text, view.beside) : text;
}

/** @param {Element} panel @param {string} selector */
function query(panel, selector) {
    const found = panel.querySelector(selector);
    if (!(found instanceof HTMLElement)) throw new Error(`no ${selector}`);
    return found;
}

/** @param {any} state */
function show(state) {
    const old = gather;
    gather = state.gather ?? null;
    panels.hidden = !gather || gather.phase === "discarded";
    if (!gather) return;
    document.title = titleScore(gather);
    setText(element("spoken"), spokenScore(gather));
    const { teamA, teamB } = gather;
    drawTeams(bug, shortNames(teamA.name, teamB.name, bugCharacters));
    drawTeams(third, shortNames(teamA.name, teamB.name, thirdCharacters));
    const isSame = old?.id === gather.id;
    for (const team of /** @type {const} */ (["teamA", "teamB"])) {
        drawNumber(team, isSame && gather[team].score > old[team].score);
    }
    if (isSame) drawGoal(old);
    else hideGoal();
    hand.redraw();
}

/** @param {HTMLElement} panel @param {[string, string]} names */
function drawTeams(panel, [nameA, nameB]) {
    const sides = /** @type {const} */ ([["a", nameA, "teamA"], ["b", nameB, "teamB"]]);
    for (const [side, name, team] of sides) {
        const place = query(panel, `.team.${side}`);
        setText(place, name);
        place.dir = "auto";
        place.dataset.color = gather[team].color ?? "none";
    }
}

/** @param {"teamA" | "teamB"} team @param {boolean} isGoal */
function drawNumber(team, isGoal) {
    const side = team === "teamA" ? "a" : "b";
    for (const place of panels.querySelectorAll(`.number.${side}`)) {
        const digits = place.firstElementChild ?? place.appendChild(document.createElement("i"));
        setText(digits, String(gather[team].score));
        if (!isGoal) continue;
        place.classList.remove("swell");
        void /** @type {HTMLElement} */ (place).offsetWidth;
        place.classList.add("swell");
    }
}

/**
 * Announces a goal, and its scorer as soon as that is known.
 * @param {any} old
 */
function drawGoal(old) {
    const goal = gather.latestGoal;
    const isScored = ["teamA", "teamB"].some((team) => gather[team].score > old[team].score);
    const isNew = goal && isScored && goal.number !== old.latestGoal?.number;
    const isSame = goal && goal.number === old.latestGoal?.number;
    if (isSame && goal.amendedBy !== old.latestGoal.amendedBy && goal.scorer) announce(goal);
    else if (isNew) announce(goal);
    else if (isGoalShown && !isSame) hideGoal();
}

/** @param {any} goal */
function announce(goal) {
    isGoalShown = true;
    for (const place of panels.querySelectorAll(".goal")) {
        if (!(place instanceof HTMLElement)) continue;
        place.hidden = false;
        place.dataset.color = gather[goal.team].color ?? "none";
        setText(query(place, "b"), strings.goal);
        const name = isolated(goal.scorer?.name ?? gather[goal.team].name);
        const minute = strings.minute(minuteOf(goal));
        const whose = goal.ownGoal ? `${name} ${minute} ${strings.ownGoal}` : `${name} ${minute}`;
        setText(query(place, ".whose"), whose);
    }
    clearTimeout(goalTimer);
    goalTimer = setTimeout(hideGoal, goalMilliseconds);
}

function hideGoal() {
    isGoalShown = false;
    clearTimeout(goalTimer);
    for (const place of panels.querySelectorAll(".goal")) {
        if (place instanceof HTMLElement) place.hidden = true;
    }
}

/** @param {any[]} entries */
function drawScorers(entries) {
    for (const [side, team] of /** @type {const} */ ([["a", "teamA"], ["b", "teamB"]])) {
        const texts = scorersOf(entries, team).map(({ name, isOwn, minutes }) => {
            const text = minutes.map((minute) => strings.minute(minute)).join(", ");
            const shown = isolated(name);
            return isOwn ? `${shown} ${text} ${strings.ownGoal}` : `${shown} ${text}`;
        });
        setText(query(third, `.scorers.${side}`), texts.join(" · "));
    }
}

link.onState((state) => {
    latest.follow(state.gather);
    later(() => show(state));
});
link.onStatus(() => {
    const isStale = !link.isLive;
    later(() => document.body.toggleAttribute("data-stale", isStale));
});
link.onReconnect(() => void clock.refresh());

fill();
bug.hidden = style === "third";
third.hidden = style !== "third" && style !== "both";
clock.start();
link.start();
