// @ts-check
// The scorers, of the timeline of a match: pure functions.

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
 * The entries with goals in the tally, in its order. An older gatherd has none: its goals stay in
 * the order of the timeline.
 * @param {any[]} entries
 * @returns {any[]}
 */
export function tallyOf(entries) {
    const placeOf = (/** @type {any} */ entry) => entry.tallyPlace ?? 0;
    return entries.filter((entry) => entry.undoneBy == null && entry.kind === "scoreChanged"
        && (entry.goals ?? 1) > 0 && entry.lowered !== true)
        .sort((one, other) => placeOf(one) - placeOf(other));
}

/**
 * The scorers of a side, in the order of their first goals.
 * @param {any[]} entries @param {"teamA" | "teamB"} team
 * @returns {Scorer[]}
 */
export function scorersOf(entries, team) {
    /** @type {Scorer[]} */
    const scorers = [];
    const goals = tallyOf(entries);
    for (const entry of goals) {
        if (entry.team !== team || entry.scorer == null) continue;
        const isOwn = entry.ownGoal === true;
        // A player who was renamed has the name of the last goal that was recorded.
        const name = goals
            .filter((one) => one.scorerId != null && one.scorerId === entry.scorerId)
            .reduce((last, one) => (one.number > last.number ? one : last), entry).scorer;
        const known = scorers.find((one) =>
            one.id === entry.scorerId && one.name === name && one.isOwn === isOwn);
        /** @type {Scorer} */
        const scorer = known ?? { id: entry.scorerId, name, isOwn, minutes: [] };
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
