// @ts-check
// The menu behind "More": only what can be done now.
import { choose } from "./dialogs.js";
import { currentDevice } from "./device.js";
import { isPlain } from "./locked.js";
import {
    askAdded, askCard, askDiscard, askEnd, askExtra, askFoul, askKicks, askMinus, askOpen,
    askSubstitution, askTime, askTimeOut,
} from "./remotemenu.js";
import { strings } from "./strings.js";

/** @typedef {import("./remotemenu.js").Call} Call */
/** @typedef {{text: string, ask: () => Promise<Call | null>, isDanger?: boolean}} Item */

/**
 * @param {() => any} present Gives the match.
 * @param {import("./matchclock.js").MatchClock} view
 * @param {() => void} lock
 * @returns {Promise<Call | null>}
 */
export async function openMenu(present, view, lock) {
    const gather = present();
    const items = gather?.phase === "open" ? openItems(present, view) : closedItems(gather);
    items.push({ text: strings.thisDevice, ask: () => askDevice(lock) });
    const item = await choose(strings.menu, items.map((one) => (
        { text: one.text, value: one, isDanger: one.isDanger })));
    return item ? item.ask() : null;
}

/** @param {() => any} present @param {import("./matchclock.js").MatchClock} view */
function openItems(present, view) {
    const gather = present();
    const { course } = view;
    const isInPlay = course?.stage === "underway" && course.period.kind === "play";
    const hasTimeOuts = course?.timeOuts != null;
    const hasFouls = course?.fouls != null;
    /** @type {(Item | null)[]} */
    const items = [
        course?.offersExtraTime ? { text: strings.extraTime, ask: askExtra } : null,
        course?.offersKicks ? { text: strings.kicksMenu, ask: askKicks } : null,
        { text: strings.card, ask: () => askCard(gather) },
        { text: strings.substitution, ask: () => askSubstitution(gather) },
        gather.kicks ? null : { text: strings.timeMenu, ask: () => askTime(gather) },
        isInPlay ? { text: strings.addedTimeMenu, ask: () => askAdded(gather) } : null,
        hasFouls && isInPlay ? { text: strings.foul, ask: () => askFoul(present) } : null,
        hasTimeOuts && isInPlay
            ? { text: strings.timeOut, ask: () => askTimeOut(gather) } : null,
        { text: strings.minusGoal, ask: () => askMinus(present) },
        { text: strings.redo, ask: redo },
        { text: strings.endMatch, ask: () => askEnd(present), isDanger: true },
        { text: strings.discardMatch, ask: () => askDiscard(gather), isDanger: true },
    ];
    return items.flatMap((item) => item ?? []);
}

/** @param {any} gather @returns {Item[]} */
function closedItems(gather) {
    return [
        { text: strings.newMatch, ask: () => askOpen(gather) },
        { text: strings.redo, ask: redo },
    ];
}

/** @returns {Promise<Call>} */
async function redo() { return { method: "Redo", parameters: {}, text: strings.doRedo }; }

/** @param {() => void} lock @returns {Promise<null>} */
async function askDevice(lock) {
    const text = strings.forgetText(currentDevice()?.name ?? "");
    const warned = isPlain() ? `${text} ${strings.plainHTTP}` : text;
    const isSure = await choose(strings.thisDevice, [
        { text: strings.forgetDevice, value: true, isDanger: true, isWide: true },
    ], warned);
    if (isSure) lock();
    return null;
}
