// @ts-check
// The feedback of the remote about the last command, and what can be done about it.
import { minuteOf } from "./scorers.js";
import { lastCommand, whoOf } from "./feedback.js";
import { capital, sideName } from "./matchtext.js";
import { lineOf } from "./describe.js";
import { isolated, strings } from "./strings.js";

/** @typedef {import("./feedback.js").Feedback} Feedback */
/**
 * @typedef {object} Acts
 * @property {(call: import("./remotemenu.js").Call) => void} send
 * @property {() => void} sendAgain
 * @property {() => void} drop
 * @property {(goal: any) => Promise<void>} askWho
 */

/** @param {Acts} acts */
export function heldButtons({ sendAgain, drop }) {
    return [
        { text: strings.sendAgain, isMain: true, act: sendAgain },
        { text: strings.drop, act: drop },
    ];
}

/**
 * Chooses what is shown: what was not confirmed comes first, then what is on its way, then what was
 * done last.
 * @param {{gather: any, isKnown: boolean, notice: Feedback | null, isSlow: boolean, entries: any[],
 *     acts: Acts, ownTexts: Map<number, string>, sender: import("./sender.js").Sender}} now
 * @returns {Feedback}
 */
export function feedbackOf({ gather, isKnown, notice, isSlow, sender, entries, ownTexts, acts }) {
    const [first] = sender.queue;
    if (notice) return notice;
    if (first && sender.isHeld) return heldOf(sender.queue, acts);
    if (first && isSlow) return { text: strings.stillSending(first.text), kind: "busy" };
    if (first && !first.pad) return { text: strings.sending(first.text), kind: "busy" };
    const entry = lastCommand(entries);
    if (!entry || !gather) return { text: isKnown ? strings.nothingYet : "", kind: "plain" };
    // "Undo" is for what was tapped last, which this is not while a goal is on its way.
    const isLast = !first && (entries.at(-1)?.number ?? 0) >= gather.revision;
    return doneOf(entry, gather, entries, isLast ? acts : null, ownTexts.get(entry.number));
}

/** @param {import("./sender.js").Command[]} queue @param {Acts} acts @returns {Feedback} */
function heldOf(queue, acts) {
    const [{ text }] = queue;
    const left = queue.length - 1;
    return {
        text: left > 0 ? strings.notConfirmedMore(text, left) : strings.notConfirmed(text),
        who: strings.lookAtScore, kind: "bad", buttons: heldButtons(acts),
    };
}

/**
 * @param {any} entry @param {any} gather @param {any[]} entries
 * @param {Acts | null} acts Null while there is a later command, which is not known yet.
 * @param {string} [ownText]
 */
function doneOf(entry, gather, entries, acts, ownText) {
    const text = ownText ?? textOf(entry, gather, entries);
    const buttons = acts ? buttonsOf(entry, gather, text, acts) : [];
    const isTimed = entry.minute != null && entry.amends == null;
    // The text has names in it, which may be written the other way than the minute.
    const shown = isolated(capital(text));
    const timed = isTimed ? strings.and(shown, strings.minute(entry.minute)) : shown;
    /** @type {Feedback} */
    const feedback = { text: timed, who: whoOf(entry), kind: entry.goals > 0 ? "good" : "plain" };
    return { ...feedback, buttons };
}

/**
 * What can be done about the last command.
 * @param {any} entry @param {any} gather @param {string} text @param {Acts} acts
 */
function buttonsOf(entry, gather, text, acts) {
    const undo = {
        method: "Undo", parameters: { number: entry.number }, text: strings.doUndo(text),
        what: text,
    };
    /** @type {NonNullable<Feedback["buttons"]>} */
    const buttons = [{
        text: strings.undo, label: strings.undoLabel(text), of: entry.number,
        act: () => acts.send(undo),
    }];
    const goal = gather.latestGoal;
    const isAsked = entry.kind === "scoreChanged" && goal?.number === entry.number && !goal.scorer;
    const hasPlayers = gather.teamA.players.length + gather.teamB.players.length > 0;
    if (isAsked && hasPlayers) {
        buttons.unshift({
            text: strings.who, label: strings.who, act: () => void acts.askWho(goal),
        });
    }
    return buttons;
}

/** @param {any} entry @param {any} gather @param {any[]} entries */
function textOf(entry, gather, entries) {
    const goal = entry.amends == null
        ? null : entries.find(({ number, goals }) => number === entry.amends && goals > 0);
    if (!goal?.team) {
        return lineOf(entry, { teamA: gather.teamA.name, teamB: gather.teamB.name });
    }
    const team = sideName(gather, goal.team);
    const scorer = goal.scorer == null
        ? "" : goal.ownGoal ? strings.doOwnGoal(isolated(goal.scorer)) : isolated(goal.scorer);
    const minute = strings.minute(minuteOf(goal));
    return scorer ? strings.amended(team, minute, scorer) : strings.amendedNobody(team, minute);
}
