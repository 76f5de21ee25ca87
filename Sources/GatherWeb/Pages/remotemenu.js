// @ts-check
// The questions behind "More": each asks what it needs, and returns a command, or null.
import { read } from "./api.js";
import { choose, confirmed, form } from "./dialogs.js";
import { clockText } from "./matchclock.js";
import { sideName, spokenScore } from "./matchtext.js";
import { endpoint, getJSON } from "./page.js";
import { isolated, strings } from "./strings.js";

/** The time for a list that a question needs: nothing is seen of the question before. */
const listMilliseconds = 4_000;

/** @typedef {"teamA" | "teamB"} Team */
/**
 * A call of a method, with what it does and, for one that undoes, what that is; unread, where
 * somebody else has changed what it changes while it was asked about.
 * @typedef {{method: string, parameters: Record<string, unknown>, text: string, what?: string,
 *     isUnread?: boolean}} Call
 */

/** @param {string} method @param {Record<string, unknown>} parameters @param {string} text */
function call(method, parameters, text) { return { method, parameters, text }; }

/**
 * Marks or guards a call that may be that of somebody else: two see one foul, or one goal too many.
 * @param {Call} call
 * @param {any} asked The match when it was asked about.
 * @param {any} now The present one.
 * @param {(gather: any) => unknown} valueOf Gives what the call changes.
 * @returns {Call}
 */
function marked(call, asked, now, valueOf) {
    const isUnread = now?.id === asked.id && valueOf(now) !== valueOf(asked);
    if (isUnread) return { ...call, isUnread };
    // Without a question more, one that comes at the same moment as another's does not count.
    return { ...call, parameters: { ...call.parameters, guarded: true } };
}

/**
 * A player as a choice.
 * @param {any} player
 */
function playerChoice(player) {
    const text = player.shirt == null ? player.name : `${player.shirt} ${player.name}`;
    return { text, value: player };
}

/** @param {any} gather @returns {Promise<Team | null>} */
function askSide(gather, title = strings.whichSide) {
    /** @type {Team[]} */
    const teams = ["teamA", "teamB"];
    return choose(title, teams.map((team) => (
        { text: gather[team].name, value: team, color: gather[team].color ?? "none" })));
}

/** @param {any} gather @param {any} goal */
export async function askScorer(gather, goal) {
    const team = /** @type {Team} */ (goal.team);
    const others = gather[team === "teamA" ? "teamB" : "teamA"].players;
    /** @typedef {{player: any, isOwn: boolean} | "nobody" | "own"} Answer */
    /** @type {import("./dialogs.js").Choice<Answer>[]} */
    const choices = gather[team].players.map(playerChoice).map(
        (/** @type {any} */ { text, value }) => ({ text, value: { player: value, isOwn: false } }));
    if (others.length > 0) choices.push({ text: strings.ownGoalBy, value: "own", isWide: true });
    choices.push({ text: strings.notKnown, value: "nobody", isWide: true });
    const answer = await choose(strings.whoScored(sideName(gather, team)), choices);
    const number = goal.number;
    if (answer === "nobody") {
        return call("AmendGoal", { number, noScorer: true }, strings.doNoScorer);
    }
    if (answer === "own") {
        const player = await choose(strings.ownGoalBy, others.map(playerChoice));
        if (!player) return null;
        const parameters = { number, scorer: player.id, ownGoal: true };
        return call("AmendGoal", parameters, strings.doOwnGoal(isolated(player.name)));
    }
    if (!answer) return null;
    const { player } = answer;
    return call(
        "AmendGoal", { number, scorer: player.id }, strings.doScorer(isolated(player.name)));
}

/** @param {any} gather */
export async function askCard(gather) {
    const team = await askSide(gather);
    if (!team) return null;
    const penalties = [2, 5].map((minutes) => ({
        text: strings.penaltySeconds(minutes),
        value: { card: "time", penaltySeconds: minutes * 60 },
    }));
    /** @type {import("./dialogs.js").Choice<{card: string, penaltySeconds?: number}>[]} */
    const kinds = [
        { text: strings.yellow, value: { card: "yellow" } },
        { text: strings.red, value: { card: "red" } },
        ...penalties,
    ];
    const kind = await choose(strings.whichCard, kinds);
    if (!kind) return null;
    const name = strings[/** @type {"red"} */ (kind.card)];
    const players = gather[team].players;
    const player = players.length === 0 ? "nobody" : await choose(strings.whoGotIt, [
        ...players.map(playerChoice), { text: strings.notKnown, value: "nobody", isWide: true },
    ]);
    if (!player) return null;
    if (player === "nobody") {
        const parameters = { team, ...kind, guarded: true };
        return call("ShowCard", parameters, strings.doCard(name, sideName(gather, team)));
    }
    const parameters = { team, ...kind, playerId: player.id, guarded: true };
    return call("ShowCard", parameters, strings.doCard(name, isolated(player.name)));
}

/** @param {any} gather */
export async function askSubstitution(gather) {
    const team = await askSide(gather);
    if (!team) return null;
    const off = await choose(
        strings.whoGoesOff, gather[team].players.map(playerChoice),
        gather[team].players.length === 0 ? strings.noPlayers : "");
    if (!off) return null;
    const squad = await getJSON(endpoint("/api/squad"), listMilliseconds);
    const playing = new Set([...gather.teamA.players, ...gather.teamB.players].map(({ id }) => id));
    const bench = gather.bench;
    const known = new Set(bench.map((/** @type {any} */ player) => player.id));
    const others = (squad?.players ?? []).filter(
        (/** @type {any} */ player) => !playing.has(player.id) && !known.has(player.id));
    const choices = [...bench, ...others].map(playerChoice);
    const none = choices.length === 0 ? strings.nobodyToBring : "";
    const on = await choose(
        strings.whoComesOn, choices, squad === null ? strings.unreachable : none);
    if (!on) return null;
    const parameters = { team, playerOff: off.id, playerOn: on.id };
    const text = strings.doSubstitute(isolated(on.name), isolated(off.name));
    return call("Substitute", parameters, text);
}

/** Minutes, or minutes and seconds. */
const timePattern = "[0-9]{1,4}(:[0-5][0-9])?";
/** The seconds by which the digits can be moved. */
const steps = [-60, -10, -1, 60, 10, 1];

/** @param {any} gather */
export async function askTime(gather) {
    /** @type {import("./dialogs.js").Choice<number | "set">[]} */
    const choices = steps.map((seconds) => {
        const time = clockText(Math.abs(seconds));
        const text = seconds < 0 ? strings.minutesLess(time) : strings.minutesMore(time);
        return { text, value: seconds };
    });
    if (!gather.course) choices.push({ text: strings.setClock, value: "set", isWide: true });
    const answer = await choose(strings.timeMenu, choices);
    if (answer === null) return null;
    if (answer !== "set") {
        // AdjustTime moves what is left; on a clock that counts up the digits go the other way.
        const isUp = gather.course?.period.shows === "up";
        const time = clockText(Math.abs(answer));
        const text = answer < 0 ? strings.minutesLess(time) : strings.minutesMore(time);
        const parameters = { seconds: isUp ? -answer : answer, guarded: true };
        return call("AdjustTime", parameters, strings.doAdjust(text));
    }
    const { minutes, seconds } = gather.timer.initial;
    const given = await form(strings.setClock, [
        { name: "time", label: strings.minutes, length: 7, pattern: timePattern,
            value: clockText(minutes * 60 + seconds) },
    ], strings.set);
    const time = given && timeOf(given.time);
    return time ? call("SetTime", { time }, strings.doSetTime(clockText(secondsOf(time)))) : null;
}

/** @param {{minutes: number, seconds: number}} time */
function secondsOf(time) { return time.minutes * 60 + time.seconds; }

/**
 * Reads "10" or "12:30".
 * @param {string} text
 */
function timeOf(text) {
    const [, minutes, seconds = "0"] = /^(\d{1,4})(?::([0-5]\d))?$/.exec(text) ?? [];
    return minutes === undefined ? null : { minutes: Number(minutes), seconds: Number(seconds) };
}

/** @param {any} gather */
export async function askAdded(gather) {
    const choices = [1, 2, 3, 4, 5, 6, 7, 8, 10].map((value) => ({ text: `+${value}`, value }));
    const minutes = await choose(strings.addedTimeMenu, choices, strings.howManyMinutes);
    if (minutes === null) return null;
    const parameters = { minutes, period: gather.course.index };
    return call("AnnounceAddedTime", parameters, strings.doAdded(minutes));
}

/** @param {() => any} present Gives the match. */
export async function askMinus(present) {
    const gather = present();
    const team = await askSide(gather, strings.minusGoal);
    if (!team) return null;
    const text = strings.doMinus(sideName(gather, team));
    return marked(call("AddToScore", { team, delta: -1 }, text), gather, present(),
        (match) => match[team].score);
}

/** @param {() => any} present Gives the match. */
export async function askFoul(present) {
    const gather = present();
    const team = await askSide(gather, strings.foul);
    if (!team) return null;
    return marked(call("CountFoul", { team }, strings.doFoul(sideName(gather, team))),
        gather, present(), (match) => match.course?.fouls?.[team]);
}

/** @param {any} gather */
export async function askTimeOut(gather) {
    const team = await askSide(gather, strings.timeOut);
    if (!team) return null;
    return call("TakeTimeOut", { team }, strings.doTimeOut(sideName(gather, team)));
}

/**
 * Asks with the result; once more where somebody else has changed it meanwhile.
 * @param {() => any} present Gives the match.
 * @returns {Promise<Call | null>}
 */
export async function askEnd(present) {
    const gather = present();
    const result = spokenScore(gather);
    const text = strings.sureEnd(result);
    if (!await confirmed(strings.endMatch, text, strings.endMatch)) return null;
    const now = present();
    const isRead = now?.id !== gather.id || now.phase !== "open" || spokenScore(now) === result;
    return isRead ? call("End", { id: gather.id }, strings.doEnd) : askEnd(present);
}

/** @param {any} gather */
export async function askDiscard(gather) {
    const isSure = await confirmed(strings.discardMatch, strings.sureDiscard, strings.discardMatch);
    return isSure ? call("Discard", { id: gather.id }, strings.doDiscard) : null;
}

export async function askExtra() {
    const isSure = await confirmed(strings.extraTime, strings.sureExtra, strings.extraTime);
    return isSure ? call("AddExtraTime", {}, strings.doExtra) : null;
}

export async function askKicks() {
    const isSure = await confirmed(strings.kicksMenu, strings.sureKicks, strings.kicksMenu);
    return isSure ? call("BeginKicks", {}, strings.doKicks) : null;
}

/**
 * The formats of the pitch, those that are built in and those of files; without an answer the
 * former alone.
 *
 * @returns {Promise<[string, string][]>}
 */
async function knownFormats() {
    const known = /** @type {Record<string, string>} */ (strings.formats);
    const answer = /** @type {{ formats: string[] } | null} */ (
        await read("formats", {}, listMilliseconds).catch(() => null));
    return (answer?.formats ?? Object.keys(known)).map((name) => [name, known[name] ?? name]);
}

/**
 * The usual values of the pitch, which a first match has; null without an answer.
 *
 * @returns {Promise<any>}
 */
async function usualValues() {
    const answer = /** @type {{ defaults: any } | null} */ (
        await read("defaults", {}, listMilliseconds).catch(() => null));
    return answer?.defaults ?? null;
}

/** @param {any} last The match before, whose names are offered; or null. */
export async function askOpen(last) {
    const [known, usual] = await Promise.all([knownFormats(), last ? null : usualValues()]);
    const colors = /** @type {[string, string][]} */ (Object.entries(strings.colors));
    const formats = /** @type {[string, string][]} */ ([
        ["", strings.plainFormat], ...known, ["other", strings.ownFormat]]);
    const initial = last?.timer.initial ?? usual?.time ?? { minutes: 10, seconds: 0 };
    const before = (last ? last.course?.format : usual?.format) ?? "";
    const isListed = formats.some(([value]) => value === before);
    const hasPlayers = last && last.teamA.players.length + last.teamB.players.length > 0;
    /** @type {import("./dialogs.js").Field[]} */
    const fields = [
        { name: "nameA", label: strings.nameA, length: 100, isFree: true,
            value: last?.teamA.name ?? usual?.teamAName ?? "" },
        { name: "colorA", label: strings.colorA, kind: "select", choices: colors,
            value: (last ? last.teamA.color : usual?.teamAColor) ?? "none" },
        { name: "nameB", label: strings.nameB, length: 100, isFree: true,
            value: last?.teamB.name ?? usual?.teamBName ?? "" },
        { name: "colorB", label: strings.colorB, kind: "select", choices: colors,
            value: (last ? last.teamB.color : usual?.teamBColor) ?? "none" },
        { name: "format", label: strings.format, kind: "select", choices: formats,
            value: isListed ? before : "other" },
        { name: "time", label: strings.minutes, length: 7, pattern: timePattern,
            shownFor: ["format", ""],
            value: last && before ? "10:00" : clockText(secondsOf(initial)) },
        { name: "other", label: strings.formatName, length: 64, shownFor: ["format", "other"],
            value: isListed ? "" : before },
    ];
    if (hasPlayers) {
        fields.push({ name: "same", label: strings.samePlayers, kind: "checkbox", value: "yes" });
    }
    const given = await form(strings.newMatch, fields, strings.open);
    return given && call("Open", openParameters(given, last), strings.doOpen);
}

/** @param {Record<string, string>} given @param {any} last */
function openParameters(given, last) {
    const ids = (/** @type {any[]} */ players) => players.map(({ id }) => id);
    const format = given.format === "other" ? given.other : given.format;
    const time = format ? null : timeOf(given.time);
    return {
        ...(given.nameA ? { teamAName: given.nameA } : {}),
        ...(given.nameB ? { teamBName: given.nameB } : {}),
        teamAColor: given.colorA, teamBColor: given.colorB,
        ...(format ? { format } : {}),
        ...(time ? { time } : {}),
        ...(given.same ? {
            teamAPlayers: ids(last.teamA.players), teamBPlayers: ids(last.teamB.players),
            benchPlayers: ids(last.bench),
        } : {}),
    };
}
