// @ts-check
// The words about a match at one moment, made of its snapshot and its clock.
import { locale } from "./texts.js";
import { isolated, strings, timeOfDay } from "./strings.js";

/** @typedef {import("./matchclock.js").MatchClock} MatchClock */

/** @param {any} gather @param {string} side */
export function sideName(gather, side) {
    return isolated(side === "teamA" ? gather.teamA.name : gather.teamB.name);
}

/**
 * A text with a capital first letter.
 * @param {string} text
 */
export function capital(text) {
    // The first character may be the invisible mark before an isolated name, which stays as it is.
    const [first = ""] = text;
    return first.toLocaleUpperCase(locale) + text.slice(first.length);
}

/**
 * True once a match without a format was started, or has a goal.
 * @param {any} gather
 */
function hasBegun(gather) {
    const { timer, teamA, teamB } = gather;
    return timer.state !== "stopped" || timer.timeUpAt != null || teamA.score + teamB.score > 0;
}

/**
 * The headline of a board: the period, or what the match waits for.
 * @param {any} gather @param {MatchClock} clock
 */
export function headline(gather, clock) {
    if (!gather) return strings.noMatch;
    if (clock.timeOut) return timeOutText(gather, clock);
    if (clock.kickOff) {
        const time = timeOfDay(clock.kickOff.atMilliseconds);
        return clock.kickOff.isDue ? strings.kickOffWasDue(time) : strings.kickOffIn;
    }
    if (clock.course) return periodHeadline(gather, clock);
    switch (clock.mode) {
    case "running": return "";
    case "ready": return hasBegun(gather) ? strings.ready : strings.notStarted;
    default: return strings[/** @type {"paused"} */ (clock.mode)];
    }
}

/** @param {any} gather @param {MatchClock} clock */
function periodHeadline(gather, clock) {
    const course = clock.course;
    const name = capital(strings.period(course.period.id));
    switch (clock.mode) {
    case "running": case "inBreak": return name;
    case "ready":
        return course.stage === "waiting" ? strings.next(name) : strings.and(strings.ready, name);
    case "addedTime":
        return strings.and(
            clock.announced ? strings.addedTimeOf(clock.announced) : strings.addedTime, name);
    case "kicks": return kicksText(gather);
    case "timeUp":
        if (course.stage !== "over") return strings.and(strings.timeUp, name);
        if (gather.kicks) return kicksText(gather);
        return course.offersKicks ? strings.isOverDrawn(name) : strings.isOver(name);
    default: return strings.and(strings[/** @type {"paused"} */ (clock.mode)], name);
    }
}

/** @param {any} gather @param {MatchClock} clock */
function timeOutText(gather, clock) {
    const team = clock.timeOut?.team;
    const text = team ? strings.timeOutOf(sideName(gather, team)) : strings.coolingBreak;
    return `${clock.timeOut?.digits} ${text}`;
}

/**
 * The fouls of both sides, where they are counted, and not before the kick-off.
 * @param {any} gather @param {MatchClock} clock
 */
export function foulsText(gather, clock) {
    const fouls = gather?.kicks || clock.kickOff ? null : clock.course?.fouls;
    return fouls ? strings.fouls(fouls.teamA, fouls.teamB) : "";
}

/**
 * The state of the kicks: whose turn it is, or who has won.
 * @param {any} gather
 */
export function kicksText(gather) {
    const { kicks } = gather;
    if (kicks.winner) return winText(sideName(gather, kicks.winner), kicks.goalsA, kicks.goalsB);
    if (kicks.decided) return strings.kicks;
    if (!kicks.next) return strings.kicksFree;
    const name = sideName(gather, kicks.next);
    return kicks.suddenDeath ? strings.kicksNextSudden(name) : strings.kicksNext(name);
}

/** @param {string} name @param {number} a @param {number} b */
function winText(name, a, b) {
    return strings.winsOnKicks(name, `${Math.max(a, b)}-${Math.min(a, b)}`);
}

/**
 * The result of a match that has ended.
 * @param {any} gather
 */
export function resultText(gather) {
    const { kicks, winner, course } = gather;
    const winnerName = winner ? sideName(gather, winner) : "";
    if (kicks && (kicks.winner || !winner)) {
        return winner
            ? winText(winnerName, kicks.goalsA, kicks.goalsB)
            : strings.drawKicks(`${kicks.goalsA}-${kicks.goalsB}`);
    }
    const result = winner ? strings.wins(winnerName) : strings.draw;
    if (!course?.endedPeriod) return result;
    const period = strings.period(course.endedPeriod);
    return course.endedMinute
        ? strings.endedEarlyAt(result, period, course.endedMinute)
        : strings.endedEarly(result, period);
}

/**
 * The next that comes, in small: until when, the kick-off, or what follows the break.
 * @param {any} gather @param {MatchClock} clock
 * @param {number | null} wall The time of day in milliseconds; null while that is not known.
 */
export function detail(gather, clock, wall) {
    if (!gather) return "";
    if (gather.phase === "ended") return resultText(gather);
    if (clock.kickOff && !clock.kickOff.isDue) {
        return kickOffText(clock.kickOff.atMilliseconds, wall ?? Date.now());
    }
    if (clock.untilEnd === null || wall === null) return "";
    const time = timeOfDay(wall + clock.untilEnd / 1_000);
    const { course } = clock;
    if (!course) return strings.endsAt(time);
    const name = capital(strings.period(course.period.id));
    const next = course.next ? capital(strings.period(course.next.id)) : "";
    return course.period.kind === "break" && next
        ? strings.breakEndsAt(next, time) : strings.periodEndsAt(name, time);
}

/**
 * Until when, beside the headline that says what.
 * @param {any} gather @param {MatchClock} clock @param {number | null} wall
 */
export function untilText(gather, clock, wall) {
    const isPlayed = clock.untilEnd !== null && !clock.timeOut && !clock.kickOff;
    if (!isPlayed || clock.course?.period.kind === "break") return detail(gather, clock, wall);
    if (wall === null) return "";
    return strings.untilShort(timeOfDay(wall + (clock.untilEnd ?? 0) / 1_000));
}

/** @param {number} milliseconds @param {number} wall */
function kickOffText(milliseconds, wall) {
    const time = timeOfDay(milliseconds);
    const date = new Date(milliseconds);
    if (date.toDateString() === new Date(wall).toDateString()) return strings.kickOffAt(time);
    const day = date.toLocaleDateString(locale, { weekday: "long", day: "numeric", month: "long" });
    return strings.kickOffOn(day, time);
}

/**
 * The score for a screen reader, and for what is said aloud.
 * @param {any} gather
 */
export function spokenScore(gather) {
    if (!gather) return strings.noMatch;
    const { teamA, teamB, kicks } = gather;
    const [nameA, nameB] = [isolated(teamA.name), isolated(teamB.name)];
    const text = strings.scoreSpoken(nameA, teamA.score, nameB, teamB.score);
    return kicks ? strings.kicksSpoken(text, kicks.score) : text;
}

/**
 * The score for the title of the window.
 * @param {any} gather
 */
export function titleScore(gather) {
    if (!gather) return strings.noMatch;
    return strings.titleScore(
        isolated(gather.teamA.name), gather.score, isolated(gather.teamB.name));
}
