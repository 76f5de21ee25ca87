// @ts-check
// The questions behind "More": each asks what it needs, and returns a command, or null.
import { read } from "./api.js";
import { choose, confirmed, form } from "./dialogs.js";
import { clockText } from "./matchclock.js";
import { sideName, spokenScore } from "./matchtext.js";
import { endpoint, getJSON } from "./page.js";
import { isolated, words } from "./words.js";

/** @typedef {"teamA" | "teamB"} Team */
/**
 * A command, with what it does and, for one that undoes, what that is.
 * @typedef {{method: string, parameters: Record<string, unknown>, text: string, what?: string}} Order
 */

/** @param {string} method @param {Record<string, unknown>} parameters @param {string} text */
function order(method, parameters, text) { return { method, parameters, text }; }

/**
 * A player as a choice.
 * @param {any} player
 */
function playerChoice(player) {
    const text = player.shirt == null ? player.name : `${player.shirt} ${player.name}`;
    return { text, value: player };
}

/** @param {any} gather @returns {Promise<Team | null>} */
function askSide(gather, title = words.whichSide) {
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
    if (others.length > 0) choices.push({ text: words.ownGoalBy, value: "own", isWide: true });
    choices.push({ text: words.notKnown, value: "nobody", isWide: true });
    const answer = await choose(words.whoScored(sideName(gather, team)), choices);
    const number = goal.number;
    if (answer === "nobody") {
        return order("AmendGoal", { number, noScorer: true }, words.doNoScorer);
    }
    if (answer === "own") {
        const player = await choose(words.ownGoalBy, others.map(playerChoice));
        if (!player) return null;
        const parameters = { number, scorer: player.id, ownGoal: true };
        return order("AmendGoal", parameters, words.doOwnGoal(isolated(player.name)));
    }
    if (!answer) return null;
    const { player } = answer;
    return order("AmendGoal", { number, scorer: player.id }, words.doScorer(isolated(player.name)));
}

/** @param {any} gather */
export async function askCard(gather) {
    const team = await askSide(gather);
    if (!team) return null;
    const penalties = [2, 5].map((minutes) => ({
        text: words.penaltySeconds(minutes),
        value: { card: "time", penaltySeconds: minutes * 60 },
    }));
    /** @type {import("./dialogs.js").Choice<{card: string, penaltySeconds?: number}>[]} */
    const kinds = [
        { text: words.yellow, value: { card: "yellow" } },
        { text: words.red, value: { card: "red" } },
        ...penalties,
    ];
    const kind = await choose(words.whichCard, kinds);
    if (!kind) return null;
    const name = words[/** @type {"red"} */ (kind.card)];
    const players = gather[team].players;
    const player = players.length === 0 ? "nobody" : await choose(words.whoGotIt, [
        ...players.map(playerChoice), { text: words.notKnown, value: "nobody", isWide: true },
    ]);
    if (!player) return null;
    if (player === "nobody") {
        const parameters = { team, ...kind, guarded: true };
        return order("ShowCard", parameters, words.doCard(name, sideName(gather, team)));
    }
    const parameters = { team, ...kind, playerId: player.id, guarded: true };
    return order("ShowCard", parameters, words.doCard(name, isolated(player.name)));
}

/** @param {any} gather */
export async function askSubstitution(gather) {
    const team = await askSide(gather);
    if (!team) return null;
    const off = await choose(
        words.whoGoesOff, gather[team].players.map(playerChoice),
        gather[team].players.length === 0 ? words.noPlayers : "");
    if (!off) return null;
    const squad = await getJSON(endpoint("/api/squad"));
    const playing = new Set([...gather.teamA.players, ...gather.teamB.players].map(({ id }) => id));
    const bench = gather.bench;
    const known = new Set(bench.map((/** @type {any} */ player) => player.id));
    const others = (squad?.players ?? []).filter(
        (/** @type {any} */ player) => !playing.has(player.id) && !known.has(player.id));
    const choices = [...bench, ...others].map(playerChoice);
    const lead = choices.length === 0 ? words.nobodyToBring : "";
    const on = await choose(words.whoComesOn, choices, lead);
    if (!on) return null;
    const parameters = { team, playerOff: off.id, playerOn: on.id };
    const text = words.doSubstitute(isolated(on.name), isolated(off.name));
    return order("Substitute", parameters, text);
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
        const text = seconds < 0 ? words.minutesLess(time) : words.minutesMore(time);
        return { text, value: seconds };
    });
    if (!gather.course) choices.push({ text: words.setClock, value: "set", isWide: true });
    const answer = await choose(words.timeMenu, choices);
    if (answer === null) return null;
    if (answer !== "set") {
        // AdjustTime moves what is left; on a clock that counts up the digits go the other way.
        const isUp = gather.course?.period.shows === "up";
        const time = clockText(Math.abs(answer));
        const text = answer < 0 ? words.minutesLess(time) : words.minutesMore(time);
        const parameters = { seconds: isUp ? -answer : answer, guarded: true };
        return order("AdjustTime", parameters, words.doAdjust(text));
    }
    const { minutes, seconds } = gather.timer.initial;
    const given = await form(words.setClock, [
        { name: "time", label: words.minutes, length: 7, pattern: timePattern,
            value: clockText(minutes * 60 + seconds) },
    ], words.set);
    const time = given && timeOf(given.time);
    return time ? order("SetTime", { time }, words.doSetTime(clockText(secondsOf(time)))) : null;
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
    const minutes = await choose(words.addedTimeMenu, choices, words.howManyMinutes);
    if (minutes === null) return null;
    const parameters = { minutes, period: gather.course.index };
    return order("AnnounceAddedTime", parameters, words.doAdded(minutes));
}

/** @param {any} gather */
export async function askMinus(gather) {
    const team = await askSide(gather, words.minusGoal);
    if (!team) return null;
    return order("AddToScore", { team, delta: -1 }, words.doMinus(sideName(gather, team)));
}

/** @param {any} gather @param {"CountFoul" | "TakeTimeOut"} method */
export async function askStoppage(gather, method) {
    const team = await askSide(gather, method === "CountFoul" ? words.foul : words.timeOut);
    if (!team) return null;
    const name = sideName(gather, team);
    return order(method, { team },
        method === "CountFoul" ? words.doFoul(name) : words.doTimeOut(name));
}

/** @param {any} gather */
export async function askEnd(gather) {
    const text = words.sureEnd(spokenScore(gather));
    const isSure = await confirmed(words.endMatch, text, words.endMatch);
    return isSure ? order("End", { id: gather.id }, words.doEnd) : null;
}

/** @param {any} gather */
export async function askDiscard(gather) {
    const isSure = await confirmed(words.discardMatch, words.sureDiscard, words.discardMatch);
    return isSure ? order("Discard", { id: gather.id }, words.doDiscard) : null;
}

export async function askExtra() {
    const isSure = await confirmed(words.extraTime, words.sureExtra, words.extraTime);
    return isSure ? order("AddExtraTime", {}, words.doExtra) : null;
}

export async function askKicks() {
    const isSure = await confirmed(words.kicksMenu, words.sureKicks, words.kicksMenu);
    return isSure ? order("BeginKicks", {}, words.doKicks) : null;
}

/**
 * The formats of the pitch, those that are built in and those of files; without an answer the
 * former alone.
 *
 * @returns {Promise<[string, string][]>}
 */
async function knownFormats() {
    const known = /** @type {Record<string, string>} */ (words.formats);
    const answer = /** @type {{ formats: string[] } | null} */ (
        await read("formats").catch(() => null));
    return (answer?.formats ?? Object.keys(known)).map((name) => [name, known[name] ?? name]);
}

/** @param {any} last The match before, whose names are offered; or null. */
export async function askOpen(last) {
    const colors = /** @type {[string, string][]} */ (Object.entries(words.colors));
    const formats = /** @type {[string, string][]} */ ([
        ["", words.plainFormat], ...await knownFormats(), ["other", words.ownFormat]]);
    const initial = last?.timer.initial ?? { minutes: 10, seconds: 0 };
    const before = last?.course?.format ?? "";
    const isListed = formats.some(([value]) => value === before);
    const hasPlayers = last && last.teamA.players.length + last.teamB.players.length > 0;
    /** @type {import("./dialogs.js").Field[]} */
    const fields = [
        { name: "nameA", label: words.nameA, length: 100, isFree: true,
            value: last?.teamA.name ?? "" },
        { name: "colorA", label: words.colorA, kind: "select", choices: colors,
            value: last?.teamA.color ?? "none" },
        { name: "nameB", label: words.nameB, length: 100, isFree: true,
            value: last?.teamB.name ?? "" },
        { name: "colorB", label: words.colorB, kind: "select", choices: colors,
            value: last?.teamB.color ?? "none" },
        { name: "format", label: words.format, kind: "select", choices: formats,
            value: isListed ? before : "other" },
        { name: "time", label: words.minutes, length: 7, pattern: timePattern,
            shownFor: ["format", ""],
            value: before ? "10:00" : clockText(secondsOf(initial)) },
        { name: "other", label: words.formatName, length: 64, shownFor: ["format", "other"],
            value: isListed ? "" : before },
    ];
    if (hasPlayers) {
        fields.push({ name: "same", label: words.samePlayers, kind: "checkbox", value: "yes" });
    }
    const given = await form(words.newMatch, fields, words.open);
    return given && order("Open", openParameters(given, last), words.doOpen);
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
