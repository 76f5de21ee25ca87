// @ts-check
// The clock of a match at one moment: pure functions of a snapshot and the server's boottime, with
// the rules of gatherctl (ClockViewModel, PeriodClock, KickOffViewModel). All times are
// microseconds. No words are made here.

const second = 1_000_000;
const lastMinute = 60 * second;
/** A break can be made longer than its length. */
const longestBreak = 86_400 * second;

/**
 * @typedef {"none" | "ready" | "running" | "lastMinute" | "paused" | "timeUp" | "addedTime"
 *     | "inBreak" | "kicks" | "ended" | "discarded"} Mode
 *
 * @typedef {object} MatchClock
 * @property {Mode} mode
 * @property {string} digits Such as "07:31", "45:00 +2:13" or "--:--".
 * @property {string} regular The digits without the added time, such as "45:00".
 * @property {string} beside The added time that has gone, "+2:13", or the announced one, "+3".
 * @property {string} announced The announced added time, "+3"; empty without any.
 * @property {string} stoppage The added time that has gone, "+2:13"; empty before it.
 * @property {any} course The progress through the periods; null without a format, or once closed.
 * @property {{digits: string, isDue: boolean, atMilliseconds: number} | null} kickOff
 * @property {{part: number, whole: number} | null} progress
 * @property {{digits: string, team: string | null} | null} timeOut
 * @property {{digits: string, number: number, team: string, player: any}[]} penalties
 * @property {boolean} isRunning True if the digits change by themselves.
 * @property {boolean} wasRunning True if they did when the server sent them: the time may be up
 *     by now.
 * @property {number | null} untilEnd The time until the regular end; null unless the clock runs.
 * @property {number | null} untilNext The time until something shown changes; null if nothing does.
 */

/** @param {number} number */
function two(number) { return String(number).padStart(2, "0"); }

/**
 * Whole seconds as a countdown shows them: rounded up.
 * @param {number} micros
 */
function roundedUp(micros) { return Math.ceil(Math.max(micros, 0) / second); }

/** @param {number} seconds Whole seconds, as "MM:SS". */
export function clockText(seconds) {
    return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`;
}

/** @param {number} seconds Whole seconds, as "12:30" or "23:12:30". */
function countdownText(seconds) {
    return seconds < 3_600
        ? clockText(seconds) : `${Math.floor(seconds / 3_600)}:${clockText(seconds % 3_600)}`;
}

/**
 * A time that has gone, as scoreboards have it: "2:13".
 * @param {number} micros
 */
function extraText(micros) {
    const seconds = Math.trunc(Math.max(micros, 0) / second);
    return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}

/** @param {number} left The time until a countdown's next second; it is above zero. */
function untilNextOf(left) { return left - (roundedUp(left) - 1) * second; }

/** @param {any} timer @param {number} now */
function remaining(timer, now) {
    if (timer.state !== "running" || timer.endsAtBoottimeMicroseconds == null) {
        return Math.max(timer.remainingMilliseconds * 1_000, 0);
    }
    return Math.max(timer.endsAtBoottimeMicroseconds - now, 0);
}

/**
 * The time that has passed on the clock of the period.
 * @param {any} course
 * @param {number} now
 */
function elapsedOf(course, now) {
    if (course.zeroAtBoottimeMicroseconds == null) return course.elapsedMilliseconds * 1_000;
    const least = course.period.kind === "break" ? -longestBreak : 0;
    const elapsed = Math.max(now - course.zeroAtBoottimeMicroseconds, least);
    const length = course.period.seconds * second;
    return course.period.atZero === "run" ? elapsed : Math.min(elapsed, length);
}

/** @param {any} course */
function isInPlay(course) { return course.stage === "underway" && course.period.kind === "play"; }

/**
 * The clock of a match with a format.
 * @param {any} gather
 * @param {number} now
 */
function periodClock(gather, now) {
    const course = gather.course;
    const { period, stage } = course;
    const elapsed = elapsedOf(course, now);
    const length = period.seconds * second;
    const isPlayed = stage !== "waiting" && period.kind === "play";
    const isAdded = isPlayed && period.atZero === "run" && elapsed >= length;
    const added = isAdded ? elapsed - length : null;
    const isRunning = course.zeroAtBoottimeMicroseconds != null
        && (period.atZero === "run" || elapsed < length);
    const shown = period.shows === "up"
        ? Math.trunc((period.fromSeconds * second + Math.min(elapsed, length)) / second)
        : roundedUp(length - elapsed);
    const isAnnounced = isInPlay(course) && course.addedMinutes != null;
    const announced = isAnnounced ? `+${course.addedMinutes}` : "";
    const stoppage = added === null ? "" : `+${extraText(added)}`;
    const whole = Math.trunc(elapsed / second) * second;
    const regular = clockText(shown);
    const isPaused = gather.timer.state === "paused";
    return {
        mode: modeOfPeriod(course, { isPaused, isRunning, elapsed, added }),
        regular,
        digits: gather.kicks ? "--:--" : added === null ? regular : `${regular} ${stoppage}`,
        announced, stoppage, beside: stoppage || announced, isRunning,
        progress: {
            part: Math.min(Math.max(Math.trunc(elapsed / second), 0), period.seconds),
            whole: Math.max(period.seconds, 1),
        },
        untilEnd: isRunning && elapsed < length ? length - elapsed : null,
        untilNext: isRunning ? (whole > elapsed ? whole : whole + second) - elapsed : null,
    };
}

/**
 * @param {any} course
 * @param {{isPaused: boolean, isRunning: boolean, elapsed: number, added: number | null}} clock
 * @returns {Mode}
 */
function modeOfPeriod(course, { isPaused, isRunning, elapsed, added }) {
    const length = course.period.seconds * second;
    if (course.stage === "waiting") return "ready";
    if (course.stage === "over") return "timeUp";
    if (course.period.kind === "break") return "inBreak";
    if (course.period.kind === "kicks") return "kicks";
    if (isPaused) return "paused";
    if (added !== null) return isRunning ? "addedTime" : "timeUp";
    if (elapsed >= length) return "timeUp";
    if (!isRunning) return "ready";
    return length - elapsed > lastMinute ? "running" : "lastMinute";
}

/**
 * The clock of a plain countdown.
 * @param {any} gather
 * @param {number} now
 */
function plainClock(gather, now) {
    const left = remaining(gather.timer, now);
    const mode = modeOfTimer(gather, left);
    const regular = clockText(roundedUp(left));
    const isRunning = mode === "running" || mode === "lastMinute";
    const { minutes, seconds } = gather.timer.initial;
    const whole = Math.max(minutes * 60 + seconds, roundedUp(left), 1);
    return {
        mode, regular, digits: regular, announced: "", stoppage: "", beside: "", isRunning,
        progress: { part: whole - roundedUp(left), whole },
        untilEnd: isRunning ? left : null,
        untilNext: isRunning ? untilNextOf(left) : null,
    };
}

/** @param {any} gather @param {number} left @returns {Mode} */
function modeOfTimer(gather, left) {
    if (gather.phase !== "open") return gather.phase;
    if (left === 0) return "timeUp";
    if (gather.timer.state === "running") return left > lastMinute ? "running" : "lastMinute";
    return gather.timer.state === "paused" ? "paused" : "ready";
}

/**
 * The kick-off that is waited for.
 * @param {any} gather
 * @param {number} now
 */
function kickOffOf(gather, now) {
    if (gather.phase !== "open" || !gather.kickOff) return null;
    const left = Math.max(gather.kickOff.atBoottimeMicroseconds - now, 0);
    return {
        digits: countdownText(roundedUp(left)), isDue: left === 0,
        atMilliseconds: gather.kickOff.atMicroseconds / 1_000,
        untilNext: left === 0 ? null : untilNextOf(left),
    };
}

/**
 * The time-out that is underway.
 * @param {any} gather
 * @param {number} now
 */
function timeOutOf(gather, now) {
    const present = gather.course?.timeOuts?.present;
    const left = present ? present.endsAtBoottimeMicroseconds - now : 0;
    if (left <= 0) return null;
    return {
        digits: clockText(roundedUp(left)), team: present.team ?? null,
        untilNext: untilNextOf(left),
    };
}

/**
 * The time penalties that run, each with the time left.
 * @param {any} gather
 * @param {number} now
 */
function penaltiesOf(gather, now) {
    if (gather.phase !== "open" || !gather.penalties) return [];
    const { timer, course } = gather;
    let gone = timer.remainingMilliseconds * 1_000 - remaining(timer, now);
    let isRunning = timer.state === "running";
    if (course) {
        gone = isInPlay(course) ? elapsedOf(course, now) - course.elapsedMilliseconds * 1_000 : 0;
        isRunning = isInPlay(course) && course.zeroAtBoottimeMicroseconds != null;
    }
    return gather.penalties.flatMap((/** @type {any} */ penalty) => {
        const left = penalty.remainingMilliseconds * 1_000 - gone;
        if (left <= 0) return [];
        return [{
            number: penalty.number, team: penalty.team, player: penalty.player,
            digits: clockText(roundedUp(left)), untilNext: isRunning ? untilNextOf(left) : null,
        }];
    });
}

/** @type {MatchClock} */
const noClock = {
    mode: "none", digits: "--:--", regular: "--:--", beside: "", announced: "", stoppage: "",
    course: null, kickOff: null, progress: null, timeOut: null, penalties: [], isRunning: false,
    wasRunning: false, untilEnd: null, untilNext: null,
};

/**
 * The clock of a match as it is shown at one moment.
 * @param {any} gather A snapshot as the server sends it, or null.
 * @param {number | null} now The server's CLOCK_BOOTTIME; null while that is not known, which is
 *     taken for the moment of the snapshot.
 * @returns {MatchClock}
 */
export function matchClock(gather, now) {
    if (!gather) return noClock;
    const moment = now ?? gather.timer.takenAtBoottimeMicroseconds;
    const isOpen = gather.phase === "open";
    const clock = gather.course ? periodClock(gather, moment) : plainClock(gather, moment);
    const kickOff = kickOffOf(gather, moment);
    const timeOut = isOpen ? timeOutOf(gather, moment) : null;
    const penalties = penaltiesOf(gather, moment);
    /** @type {(number | null)[]} */
    const changes = [
        isOpen ? clock.untilNext : null, kickOff?.untilNext ?? null, timeOut?.untilNext ?? null,
        ...penalties.map((/** @type {any} */ one) => one.untilNext),
    ];
    const coming = changes.flatMap((change) => (change === null ? [] : [change]));
    return {
        ...clock, kickOff, timeOut, penalties,
        mode: isOpen ? clock.mode : gather.phase,
        course: isOpen ? gather.course ?? null : null,
        isRunning: isOpen && clock.isRunning,
        wasRunning: isOpen && (clock.isRunning || gather.timer.state === "running"),
        untilEnd: isOpen ? clock.untilEnd : null,
        untilNext: coming.length > 0 && now !== null ? Math.min(...coming) : null,
        progress: isOpen && !gather.kicks && (!kickOff || kickOff.isDue) ? clock.progress : null,
    };
}
