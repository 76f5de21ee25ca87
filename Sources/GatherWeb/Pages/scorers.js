// @ts-check
// The scorers, of the timeline of a match: pure functions, with the rules of gatherctl's report.

/**
 * A scorer of a side, with the minutes of the goals.
 * @typedef {{id: number | null, name: string, isOwn: boolean, minutes: string[]}} Scorer
 */

/**
 * The minute of an entry or a goal, such as "37" or "45+2".
 * @param {any} entry
 */
export function minuteOf(entry) {
    if (entry.minute != null) return String(entry.minute);
    return String(Math.max(1, Math.ceil(Math.max(entry.goneMilliseconds, 0) / 60_000)));
}

/**
 * The goals that stand, in their order: a score that was lowered removes the last goals of that
 * side, and neither of the two is shown.
 * @param {any[]} entries
 * @returns {{entry: any, goals: number}[]}
 */
export function standingGoals(entries) {
    /** @type {{entry: any, goals: number}[]} */
    const goals = [];
    for (const entry of entries) {
        if (entry.undoneBy != null || entry.kind !== "scoreChanged" || entry.goals === 0) continue;
        if (entry.kickScored != null) continue;
        if (entry.goals < 0) removeLast(goals, entry.team, -entry.goals);
        else goals.splice(placeOf(goals, entry), 0, { entry, goals: entry.goals });
    }
    return goals;
}

/** @param {{entry: any, goals: number}[]} goals @param {any} entry */
function placeOf(goals, entry) {
    const before = goals.findIndex((goal) => goal.entry.number === entry.before);
    if (entry.before != null && before >= 0) return before;
    if (entry.minute != null) return goals.length;
    return goals.findLastIndex(
        (goal) => goal.entry.goneMilliseconds <= entry.goneMilliseconds) + 1;
}

/** @param {{entry: any, goals: number}[]} goals @param {string} team @param {number} count */
function removeLast(goals, team, count) {
    for (let left = count; left > 0;) {
        const ofTeam = goals.filter((goal) => goal.entry.team === team);
        if (ofTeam.length === 0) return;
        const last = ofTeam.reduce((a, b) => (a.entry.number > b.entry.number ? a : b));
        const counted = last.goals;
        if (counted > left) last.goals -= left;
        else goals.splice(goals.indexOf(last), 1);
        left -= counted;
    }
}

/**
 * The scorers of a side, in the order of their first goals.
 * @param {any[]} entries @param {"teamA" | "teamB"} team
 * @returns {Scorer[]}
 */
export function scorersOf(entries, team) {
    /** @type {Scorer[]} */
    const scorers = [];
    for (const { entry } of standingGoals(entries)) {
        if (entry.team !== team || entry.scorer == null) continue;
        const isOwn = entry.ownGoal === true;
        const known = scorers.find((one) =>
            one.id === entry.scorerId && one.name === entry.scorer && one.isOwn === isOwn);
        /** @type {Scorer} */
        const scorer = known ?? { id: entry.scorerId, name: entry.scorer, isOwn, minutes: [] };
        if (!known) scorers.push(scorer);
        scorer.minutes.push(minuteOf(entry));
    }
    return scorers;
}

const strength = { yellow: 0, secondYellow: 1, red: 1 };

/**
 * The cards that mark a side: each player once, and each card that nobody is known to have got;
 * one that sends off before one that does not. Time penalties are shown while they run.
 * @param {any} gather @param {"teamA" | "teamB"} team
 * @returns {{name: string | null, card: "yellow" | "secondYellow" | "red"}[]}
 */
export function bookingsOf(gather, team) {
    const cards = (gather?.cards ?? []).filter(
        (/** @type {any} */ card) => card.team === team && card.card !== "time");
    /** @type {Map<number, any>} */
    const marks = new Map();
    const list = [];
    for (const card of cards) {
        const id = card.player?.id;
        const mark = id === undefined ? undefined : marks.get(id);
        const kind = /** @type {keyof typeof strength} */ (card.card);
        if (mark) {
            const isWeaker = strength[kind] < strength[/** @type {"red"} */ (mark.card)];
            if (!isWeaker) mark.card = kind;
            continue;
        }
        const made = { name: card.player?.name ?? null, card: kind };
        if (id !== undefined) marks.set(id, made);
        list.push(made);
    }
    return list;
}
