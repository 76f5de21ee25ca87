// @ts-check
// The remote: it shows the match, takes taps, and says what became of each.
import { ServerClock, SecondHand } from "./clock.js";
import {
    checkDevice, currentDevice, followOtherTabs, forgetDevice, postCommand, takeNewer,
} from "./device.js";
import { shownText, textParameters } from "./eventtext.js";
import { Latest } from "./latest.js";
import { Link } from "./link.js";
import { prepareLocked, showLocked, takeCode } from "./locked.js";
import { matchClock } from "./matchclock.js";
import { Meant } from "./meant.js";
import { foulsText, headline, sideName, spokenScore, titleScore, untilText } from "./matchtext.js";
import { element, fill, isPitchMissing, pitch, setText } from "./page.js";
import { keepAwake } from "./awake.js";
import { openMenu } from "./remotemore.js";
import { askScorer } from "./remotemenu.js";
import { mainAction, whistleAction } from "./remoteactions.js";
import { Pad } from "./remotepads.js";
import { ActionButton, Taps, dropBlindTaps, dropHeldKeys } from "./remotetaps.js";
import { showFeedback } from "./feedback.js";
import { heldButtons, feedbackOf } from "./remotefeedback.js";
import { vibrate } from "./vibrate.js";
import { newRequestId, Sender } from "./sender.js";
import { showStatus } from "./status.js";
import { language } from "./texts.js";
import { strings } from "./strings.js";

/** @typedef {import("./sender.js").Command} Command */
/** @typedef {import("./remotemenu.js").Call} Call */
/** @typedef {import("./feedback.js").Feedback} Feedback */
/** @typedef {"teamA" | "teamB"} Team */

/** The time without an answer after which the page says that a tap is still being sent. */
const slowMilliseconds = 1_500;
const noticeMilliseconds = 10_000;
/** The time after which a page asks again whether its device is still known. */
const deviceMilliseconds = 60_000;
/** The methods after which a button of the clock has another meaning. */
const clockMethods = ["Start", "Pause", "Resume", "Whistle", "Open", "End"];
const forcible = ["AddedTimeShrinks", "SentOff", "SentOffBefore", "FormatInUse", "KicksUnderway"];

/** @type {any} */
let gather = null;
/** The ID of the match that was shown until the stream had another one; empty for none. */
let left = "";
let isKnown = false;
/** What is said until the match is known. */
let unknownText = strings.connecting;
/**
 * A feedback that is shown rather than the last command of the match.
 * @type {Feedback | (() => Feedback) | null}
 */
let notice = null;
let isNoticeTimed = false;
/**
 * The tap that is said not to be done.
 * @type {Feedback | null}
 */
let failure = null;
/**
 * The others that were not done, and for how long each is said: one after the other.
 * @type {{feedback: Feedback, milliseconds: number}[]}
 */
let failures = [];
let noticeTimer = 0;
/**
 * The words of this remote for its own commands, by the numbers of their events, where the timeline
 * says it differently: it has the time that is left, and the remote the digits.
 * @type {Map<number, string>}
 */
const ownTexts = new Map();
/** The words for the last tap on one of the buttons of the clock. */
let pressed = "";
let isSlow = false;
let slowTimer = 0;
let isAsking = false;

const clock = new ServerClock();
const link = new Link(pitch);
const latest = new Latest(drawFeedback, textParameters);
const hand = new SecondHand(clock, drawClock);
const sender = new Sender(new Meant(link, present), post, clock, done, queueChanged);
const taps = new Taps();
const pads = { teamA: newPad("sidea", "teamA"), teamB: newPad("sideb", "teamB") };
const toggle = new ActionButton(element("toggle"));
const whistle = new ActionButton(element("whistle"));
const acts = { send, sendAgain, drop, askWho };

/** @param {string} id @param {Team} team */
function newPad(id, team) {
    return new Pad(element(id), team, () => tapGoal(team), (isIn) => kick(team, isIn));
}

function present() { return gather; }

/** The ID of the present match; empty for none. */
function matchNow() { return gather?.id ?? ""; }

/**
 * Sends a command, unless another one waits for a decision.
 * @param {Call | null} call
 * @param {string} [match] The match that it is meant for: that of the question, where one was asked.
 */
function send(call, pad = "", match = matchNow()) {
    if (!call) return;
    if (sender.isHeld) {
        vibrate([60, 60, 60]);
        return remark({ text: strings.decideFirst, kind: "bad", buttons: heldButtons(acts) });
    }
    if (call.isUnread) return asChanged({ ...call, isUnread: false }, match);
    vibrate([15]);
    remark(null);
    if (pad) pads[/** @type {Team} */ (pad)].show("sending");
    const meant = call.method === "Open" ? "" : match;
    sender.send({ ...call, requestId: newRequestId(), pitch, pad, match: meant });
}

/**
 * Says that a command was not sent, as somebody else may just have given it, and offers it.
 * @param {Call} call @param {string} match
 */
function asChanged(call, match) {
    vibrate([60, 60, 60]);
    remark({
        text: strings.nothingChanged(call.text), kind: "plain",
        buttons: [{ text: strings.doAnyway, act: () => send(call, "", match) }],
    });
}

/**
 * Sends a command to the server; again where this phone was paired anew in another tab.
 * @param {string} body @param {AbortSignal} signal
 */
async function post(body, signal) {
    const device = currentDevice();
    const response = await postCommand(body, signal);
    if (response.status !== 403 || !takeNewer(device)) return response;
    unlocked();
    return postCommand(body, signal);
}

/** @param {Team} team */
function tapGoal(team) {
    if (gather?.phase !== "open") return;
    const text = strings.doGoal(sideName(gather, team));
    const call = { method: "AddToScore", parameters: { team, delta: 1, guarded: true }, text };
    const isNew = taps.isNew(team);
    if (isNew || sender.isHeld) return send(call, team);
    vibrate([60, 60, 60]);
    const again = { ...call, parameters: { team, delta: 1 } };
    remark({
        text: strings.doubleTap(text), kind: "plain",
        buttons: [{ text: strings.oneMore, isMain: true, act: () => send(again, team) }],
    });
}

/** @param {Team} team @param {boolean} isIn */
function kick(team, isIn) {
    if (!taps.isNew(`kick ${team}`)) return;
    const text = strings.doKick(sideName(gather, team), isIn);
    send({ method: "TakeKick", parameters: { team, scored: isIn }, text });
}

/** @param {Command} command @param {import("./sender.js").Result} result */
function done(command, result) {
    // A command that was held in this tab can be of another pitch, whose page it had before.
    const isOurs = command.pitch === pitch;
    const pad = command.pad && isOurs ? pads[/** @type {Team} */ (command.pad)] : null;
    if (result.kind === "notPaired") {
        // The taps after it were given up as well.
        for (const each of Object.values(pads)) each.show("");
        return lock();
    }
    if (result.kind === "late" || isOfOther(command, result)) return showLate([command]);
    if (clockMethods.includes(command.method)) taps.note("clock");
    if (result.kind === "refused") {
        pad?.show("refused");
        vibrate([60, 60, 60]);
        return fail({
            text: strings.refused(command.text, result.message), kind: "bad",
            buttons: refusedButtons(command, isOurs ? result.error : ""),
        });
    }
    const reply = result.kind === "confirmed" ? result.reply : {};
    const isChanged = reply.outcome?.changed !== false;
    pad?.show(isChanged ? "counted" : "");
    vibrate([30]);
    if (!isOurs || result.kind === "counted") return;
    if (command.method === "AdjustTime" && reply.outcome?.countedAs == null) {
        ownTexts.set(reply.outcome?.revision, command.text);
    }
    takeReply(reply.gather ?? null);
    // It is still to be seen that a tap before was not done.
    if (isFailing()) return;
    if (reply.undone || reply.redone) {
        remark(() => undoneFeedback(command, reply));
    } else if (reply.outcome?.countedAs != null) {
        remark({ text: strings.countedByOther(command.text), kind: "good" });
    } else if (!isChanged) {
        remark({ text: strings.nothingChanged(command.text), kind: "plain" });
    }
}

/**
 * True if a match was not closed as another one has begun, which the page did not know yet.
 * @param {Command} command @param {import("./sender.js").Result} result
 */
function isOfOther({ method }, result) {
    return ["End", "Discard"].includes(method) && result.kind === "refused"
        && result.error.endsWith(".GatherInProgress");
}

/**
 * Tells what was undone or done again. An older gatherd names it in English only, where the button
 * may have it in another language.
 * @param {Command} command @param {any} reply
 */
function undoneText({ what }, { undone, redone, translatable }) {
    const isNamedHere = language !== "en" && !translatable && what;
    const text = isNamedHere ? what : shownText(undone ?? redone, translatable);
    return undone ? strings.undone(text) : strings.redone(text);
}

/**
 * Tells what was undone, and offers to redo it as long as nothing else has happened: Redo is for
 * what was undone last, by whomever.
 * @param {Command} command @param {any} reply
 * @returns {Feedback}
 */
function undoneFeedback(command, reply) {
    const { id, revision } = reply.gather ?? {};
    const isLast = gather?.id === id && gather?.revision === revision;
    const redo = { method: "Redo", parameters: {}, text: strings.doRedo, what: command.what };
    const buttons = reply.undone && isLast ? [{ text: strings.redo, act: () => send(redo) }] : [];
    return { text: undoneText(command, reply), kind: "good", buttons };
}

/** Says of commands that they were meant for another match, until somebody has looked. */
function showLate(/** @type {Command[]} */ commands) {
    const [first] = commands;
    if (!first) return;
    for (const { pad } of commands) if (pad) pads[/** @type {Team} */ (pad)].show("refused");
    vibrate([60, 60, 60]);
    const left = commands.length - 1;
    fail({
        text: left > 0
            ? strings.ofOtherMatchMore(first.text, left) : strings.ofOtherMatch(first.text),
        kind: "bad", buttons: [{ text: strings.close, act: () => remark(null) }],
    }, Infinity);
}

/** @param {Command} command @param {string} error */
function refusedButtons(command, error) {
    const { method, parameters, text, at, atError, wallAt, steadyAt } = command;
    const buttons = [{ text: strings.close, act: () => remark(null) }];
    if (!forcible.includes(error.split(".").at(-1) ?? "")) return buttons;
    const forced = { ...parameters, force: true };
    const call = { method, parameters: forced, text, at, atError, wallAt, steadyAt };
    return [{ text: strings.doAnyway, act: () => send(call) }, ...buttons];
}

/** True while it is said that something was not done. */
function isFailing() { return notice !== null && notice === failure; }

/**
 * Says that something was not done, once what was not done before it has been said.
 * @param {Feedback} feedback @param {number} [milliseconds]
 */
function fail(feedback, milliseconds = noticeMilliseconds) {
    if (isFailing()) return void failures.push({ feedback, milliseconds });
    failure = feedback;
    remark(feedback, milliseconds);
}

/**
 * Says something for a while, and not over the next match; null for what else was not done, or
 * was done last.
 * @param {Feedback | (() => Feedback) | null} feedback A function, where it follows the match.
 * @param {number} [milliseconds] Infinity, where somebody has to look at it.
 * @returns {void}
 */
function remark(feedback, milliseconds = noticeMilliseconds) {
    clearTimeout(noticeTimer);
    notice = feedback;
    const next = feedback === null ? failures.shift() : null;
    if (next) return fail(next.feedback, next.milliseconds);
    isNoticeTimed = feedback !== null && milliseconds < Infinity;
    if (isNoticeTimed) noticeTimer = setTimeout(() => remark(null), milliseconds);
    drawFeedback();
}

function queueChanged() {
    const [first] = sender.queue;
    clearTimeout(slowTimer);
    isSlow = false;
    if (sender.isHeld) {
        vibrate([200, 100, 200]);
        for (const { pad } of sender.queue) if (pad) pads[/** @type {Team} */ (pad)].show("held");
    } else if (first) {
        slowTimer = setTimeout(() => {
            isSlow = true;
            drawFeedback();
        }, slowMilliseconds);
    }
    drawFeedback();
}

function sendAgain() {
    remark(null);
    for (const { pad } of sender.queue) if (pad) pads[/** @type {Team} */ (pad)].show("sending");
    sender.sendAgain();
}

function drop() {
    for (const pad of Object.values(pads)) if (pad.state === "held") pad.show("");
    remark(null);
    sender.drop();
}

function drawFeedback() {
    const { entries } = latest;
    const feedback = typeof notice === "function" ? notice() : notice;
    showFeedback(feedbackOf(
        { gather, isKnown, notice: feedback, isSlow, sender, entries, ownTexts, acts }));
}

/** @param {any} goal */
async function askWho(goal) {
    const match = matchNow();
    send(await ask(() => askScorer(gather, goal)), "", match);
}

/**
 * Asks a question, unless there is one already, whose form may still be on its way.
 * @param {() => Promise<Call | null>} question
 * @returns {Promise<Call | null>}
 */
async function ask(question) {
    if (isAsking) return null;
    isAsking = true;
    try {
        return await question();
    } finally {
        isAsking = false;
    }
}

/**
 * Takes the match of the stream.
 * @param {any} snapshot
 */
function takeStream(snapshot) {
    // An opening that was undone can be done again.
    if (snapshot?.id === left) left = "";
    if (gather && snapshot?.id !== gather.id) left = gather.id;
    take(snapshot);
}

/**
 * Takes the match of an answer, unless the stream has had another one since.
 * @param {any} snapshot
 */
function takeReply(snapshot) {
    if (!snapshot || snapshot.id !== left) take(snapshot);
}

/** @param {any} snapshot */
function take(snapshot) {
    // An answer can be older than what the stream has sent.
    const isOlder = snapshot && snapshot.id === gather?.id && snapshot.revision < gather.revision;
    if (isOlder) return;
    const isOther = snapshot?.id !== gather?.id;
    gather = snapshot;
    isKnown = true;
    if (isOther) failures = failures.filter(({ milliseconds }) => milliseconds === Infinity);
    if (isOther && isNoticeTimed) remark(null);
    showLate(sender.dropLate());
    document.title = titleScore(gather);
    setText(element("spoken"), spokenScore(gather));
    pads.teamA.draw(gather);
    pads.teamB.draw(gather);
    latest.follow(gather, true);
    hand.redraw();
    drawFeedback();
}

/** @param {number | null} now */
function drawClock(now) {
    const view = matchClock(gather, now);
    const isAhead = view.kickOff !== null && !view.kickOff.isDue;
    const digits = isAhead ? view.kickOff?.digits ?? "" : gather?.kicks?.score ?? view.regular;
    setText(element("digits"), clock.isCoarse && view.wasRunning ? `~${digits}` : digits);
    setText(element("added"), isAhead ? "" : view.beside);
    const parts = [
        headline(gather, view), foulsText(gather, view), untilText(gather, view, clock.wallNow()),
    ].filter((text) => text !== "");
    setText(element("sub"), isKnown ? parts.join(" · ") : unknownText);
    document.body.dataset.mode = view.mode;
    // Before the match is known, nothing is said of it: it need not be the time for a new one.
    toggle.draw(isKnown ? mainAction(present, view) : null, !isKnown);
    // In a match with periods its place stays, so that the large button does not come under a thumb
    // that has just pressed this one.
    whistle.draw(whistleAction(present, view), view.course !== null);
    return view.untilNext;
}

/**
 * Does what the button says at this moment, unless it was just pressed, or the one beside it, or
 * somebody else has just done what it said.
 * @param {ActionButton} button @param {typeof mainAction} actionOf
 */
function act(button, actionOf) {
    const next = () => actionOf(present, matchClock(gather, clock.now()));
    hand.redraw();
    const action = next();
    if (!action) return;
    const isNew = taps.isNew("clock");
    // A question does no harm.
    const unread = action.call ? button.unread : null;
    if (sender.isHeld || (isNew && !unread)) return perform(action);
    vibrate([60, 60, 60]);
    const text = pressed;
    if (!isNew || !unread) return remark(() => slipOf(text, next()));
    taps.forget("clock");
    remark(() => unreadOf(unread, next()));
}

/** @param {import("./remoteactions.js").Action} action */
async function perform(action) {
    const match = matchNow();
    // A question that was closed is no tap.
    if (action.ask) taps.forget("clock");
    const call = action.ask ? await ask(action.ask) : action.call;
    if (!call) return;
    pressed = call.text;
    taps.note("clock");
    send(call, "", match);
}

/**
 * Says that the second of two taps was not done, and offers to do what the button says by then.
 * @param {string} text @param {import("./remoteactions.js").Action | null} next
 * @returns {Feedback}
 */
function slipOf(text, next) {
    const isOther = next?.call && next.call.text !== text;
    if (!isOther) return { text: strings.doubleClock(text), kind: "plain", buttons: [
        { text: strings.close, act: () => remark(null) }] };
    return {
        text: strings.doubleClockAgain(text, next.call?.text ?? ""), kind: "plain",
        buttons: [{ text: next.text, isMain: true, act: () => void perform(next) }],
    };
}

/**
 * Says that a tap was not done, as the button did something else by then, and offers that.
 * @param {import("./remoteactions.js").Action} unread
 * @param {import("./remoteactions.js").Action | null} next
 * @returns {Feedback}
 */
function unreadOf(unread, next) {
    return {
        text: strings.nothingChanged(unread.call?.text ?? unread.text), kind: "plain",
        buttons: next?.call
            ? [{ text: next.text, isMain: true, act: () => void perform(next) }] : [],
    };
}

function lock() {
    forgetDevice();
    document.querySelector("dialog")?.close();
    showLocked(strings.notPaired);
}

/** A device can be removed while nobody taps. */
async function lookAfterDevice() {
    const device = currentDevice();
    if (document.hidden || !device) return;
    if (await checkDevice() !== "unknown" || !currentDevice()) return;
    if (takeNewer(device)) unlocked();
    else lock();
}

function unlocked() {
    element("locked").hidden = true;
    element("remote").hidden = false;
    const name = currentDevice()?.name ?? "";
    setText(element("where"), pitch ? strings.with(strings.pitch(pitch), name) : name);
    drawFeedback();
}

async function begin() {
    takeCode();
    prepareLocked(unlocked);
    if (!currentDevice()) return showLocked();
    unlocked();
    await lookAfterDevice();
}

/** A pitch that the machine does not have is said, rather than waited for. */
async function checkPitch() {
    if (!await isPitchMissing()) return;
    unknownText = strings.noSuchPitch(pitch);
    hand.redraw();
}

const drawStatus = showStatus(link, () => isKnown);
link.onState((state) => {
    takeStream(state.gather ?? null);
    drawStatus();
});
link.onReconnect(() => {
    void clock.refresh();
    void lookAfterDevice();
});
document.addEventListener("visibilitychange", () => void lookAfterDevice());
setInterval(() => void lookAfterDevice(), deviceMilliseconds);
followOtherTabs(() => (currentDevice() ? unlocked() : lock()));

fill();
dropBlindTaps();
dropHeldKeys();
element("toggle").addEventListener("click", () => act(toggle, mainAction));
element("whistle").addEventListener("click", () => act(whistle, whistleAction));
element("more").addEventListener("click", () => {
    const match = matchNow();
    void ask(() => openMenu(present, matchClock(gather, clock.now()), lock))
        .then((call) => send(call, "", match));
});
queueChanged();
void begin();
void checkPitch();
clock.start();
link.start();
keepAwake();
