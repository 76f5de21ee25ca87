// @ts-check
// The remote: it shows the match, takes taps, and says what became of each.
import { ServerClock, SecondHand } from "./clock.js";
import { checkDevice, currentDevice, forgetDevice, postCommand } from "./device.js";
import { Latest } from "./latest.js";
import { Link } from "./link.js";
import { prepareLocked, showLocked, takeCode } from "./locked.js";
import { matchClock } from "./matchclock.js";
import { headline, sideName, spokenScore, titleScore, untilText } from "./matchtext.js";
import { element, fill, pitch, setText } from "./page.js";
import { keepAwake } from "./awake.js";
import { openMenu } from "./remotemore.js";
import { askScorer } from "./remotemenu.js";
import { mainAction, whistleAction } from "./remoteactions.js";
import { Pad } from "./remotepads.js";
import { Taps } from "./remotetaps.js";
import { say } from "./saidline.js";
import { heldButtons, saidOf } from "./remotesaid.js";
import { vibrate } from "./vibrate.js";
import { newRequestId, Sender } from "./sender.js";
import { showStatus } from "./status.js";
import { words } from "./words.js";

/** @typedef {import("./sender.js").Command} Command */
/** @typedef {import("./remotemenu.js").Order} Order */
/** @typedef {"teamA" | "teamB"} Team */

/** The time after which a person wonders about a tap. */
const slowMilliseconds = 1_500;
const noticeMilliseconds = 10_000;
const forcible = ["AddedTimeShrinks", "SentOff", "SentOffBefore", "FormatInUse", "KicksUnderway"];

/** @type {any} */
let gather = null;
let isKnown = false;
/**
 * What is said rather than the last command of the match.
 * @type {import("./saidline.js").Said | null}
 */
let notice = null;
let noticeTimer = 0;
/**
 * The words of this remote for its own commands, by the numbers of their events, where those of
 * the timeline say it the other way: of what is left, rather than of the digits.
 * @type {Map<number, string>}
 */
const ownTexts = new Map();
let isSlow = false;
let slowTimer = 0;

const clock = new ServerClock();
const link = new Link(pitch);
const latest = new Latest(drawSaid);
const hand = new SecondHand(clock, drawClock);
const sender = new Sender(postCommand, done, queueChanged);
const taps = new Taps();
const pads = { teamA: newPad("sidea", "teamA"), teamB: newPad("sideb", "teamB") };
const acts = { send, sendAgain, drop, askWho };

/** @param {string} id @param {Team} team */
function newPad(id, team) {
    return new Pad(element(id), team, () => tapGoal(team), (isIn) => kick(team, isIn));
}

/**
 * Sends a command, unless another one waits for a decision.
 * @param {Order | null} order
 */
function send(order, pad = "") {
    if (!order) return;
    if (sender.isHeld) {
        vibrate([60, 60, 60]);
        return remark({ text: words.decideFirst, kind: "bad", buttons: heldButtons(acts) });
    }
    vibrate([15]);
    remark(null);
    if (pad) pads[/** @type {Team} */ (pad)].show("sending");
    sender.send({ ...order, requestId: newRequestId(), pitch, pad });
}

/** @param {Team} team */
function tapGoal(team) {
    if (gather?.phase !== "open") return;
    const text = words.doGoal(sideName(gather, team));
    const order = { method: "AddToScore", parameters: { team, delta: 1, guarded: true }, text };
    const isNew = taps.isNew(team);
    if (isNew || sender.isHeld) return send(order, team);
    vibrate([60, 60, 60]);
    const again = { ...order, parameters: { team, delta: 1 } };
    remark({
        text: words.doubleTap(text), kind: "plain",
        buttons: [{ text: words.oneMore, isMain: true, act: () => send(again, team) }],
    });
}

/** @param {Team} team @param {boolean} isIn */
function kick(team, isIn) {
    if (!taps.isNew(`kick ${team}`)) return;
    const text = words.doKick(sideName(gather, team), isIn);
    send({ method: "TakeKick", parameters: { team, scored: isIn }, text });
}

/** @param {Command} command @param {import("./sender.js").Result} result */
function done(command, result) {
    const pad = command.pad ? pads[/** @type {Team} */ (command.pad)] : null;
    if (result.kind === "notPaired") return lock();
    if (result.kind === "refused") {
        pad?.show("refused");
        vibrate([60, 60, 60]);
        return remark({
            text: words.refused(command.text, result.message), kind: "bad",
            buttons: refusedButtons(command, result.error),
        });
    }
    const { reply } = result;
    const isChanged = reply.outcome?.changed !== false;
    pad?.show(isChanged ? "counted" : "");
    vibrate([30]);
    if (command.method === "AdjustTime") ownTexts.set(reply.outcome?.revision, command.text);
    take(reply.gather ?? null);
    if (reply.undone || reply.redone) {
        const text = reply.undone ? words.undone(reply.undone) : words.redone(reply.redone);
        const redo = { method: "Redo", parameters: {}, text: words.doRedo };
        const buttons = reply.undone ? [{ text: words.redo, act: () => send(redo) }] : [];
        remark({ text, kind: "good", buttons });
    } else if (reply.outcome?.countedAs != null) {
        remark({ text: words.countedByOther(command.text), kind: "good" });
    } else if (!isChanged) {
        remark({ text: words.nothingChanged(command.text), kind: "plain" });
    }
}

/** @param {Command} command @param {string} error */
function refusedButtons({ method, parameters, text }, error) {
    const buttons = [{ text: words.close, act: () => remark(null) }];
    if (!forcible.includes(error.split(".").at(-1) ?? "")) return buttons;
    const forced = { method, parameters: { ...parameters, force: true }, text };
    return [{ text: words.doAnyway, act: () => send(forced) }, ...buttons];
}

/** Says something for a while; null for what was done last. */
function remark(/** @type {import("./saidline.js").Said | null} */ said) {
    clearTimeout(noticeTimer);
    notice = said;
    if (said) noticeTimer = setTimeout(() => remark(null), noticeMilliseconds);
    drawSaid();
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
            drawSaid();
        }, slowMilliseconds);
    }
    drawSaid();
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

function drawSaid() {
    const { entries } = latest;
    say(saidOf({ gather, notice, isSlow, sender, entries, ownTexts, acts }));
}

/** @param {any} goal */
async function askWho(goal) { send(await askScorer(gather, goal)); }

/** @param {any} snapshot */
function take(snapshot) {
    // An answer can be older than what the stream has told.
    const isOlder = snapshot && snapshot.id === gather?.id && snapshot.revision < gather.revision;
    if (isOlder) return;
    gather = snapshot;
    isKnown = true;
    document.title = titleScore(gather);
    setText(element("spoken"), spokenScore(gather));
    pads.teamA.draw(gather);
    pads.teamB.draw(gather);
    latest.follow(gather, true);
    hand.redraw();
    drawSaid();
}

/** @param {number | null} now */
function drawClock(now) {
    const view = matchClock(gather, now);
    const isAhead = view.kickOff !== null && !view.kickOff.isDue;
    const digits = isAhead ? view.kickOff?.digits ?? "" : gather?.kicks?.score ?? view.regular;
    setText(element("digits"), clock.isCoarse && view.isRunning ? `~${digits}` : digits);
    setText(element("added"), isAhead ? "" : view.beside);
    const parts = [headline(gather, view), untilText(gather, view)].filter((text) => text !== "");
    setText(element("sub"), isKnown ? parts.join(" · ") : words.connecting);
    document.body.dataset.mode = view.mode;
    drawAction(element("toggle"), mainAction(gather, view));
    drawAction(element("whistle"), whistleAction(gather, view));
    return view.untilNext;
}

/** @param {HTMLElement} button @param {{text: string} | null} action */
function drawAction(button, action) {
    button.hidden = action === null;
    if (action) setText(button, action.text);
}

/**
 * Does what the button says at this moment.
 * @param {typeof mainAction} actionOf
 */
async function act(actionOf) {
    const now = clock.now();
    const action = actionOf(gather, matchClock(gather, now));
    if (!action) return;
    send(action.ask ? await action.ask() : action.order ?? null);
}

function lock() {
    forgetDevice();
    showLocked(words.notPaired);
}

function unlocked() {
    element("locked").hidden = true;
    element("remote").hidden = false;
    const name = currentDevice()?.name ?? "";
    setText(element("where"), pitch ? words.with(words.pitch(pitch), name) : name);
    drawSaid();
}

async function begin() {
    takeCode();
    prepareLocked(unlocked);
    if (!currentDevice()) return showLocked();
    unlocked();
    if (await checkDevice() === "unknown") lock();
}

const drawStatus = showStatus(link, () => isKnown);
link.onState((state) => {
    take(state.gather ?? null);
    drawStatus();
});
link.onReconnect(() => void clock.refresh());

fill();
element("toggle").addEventListener("click", () => void act(mainAction));
element("whistle").addEventListener("click", () => void act(whistleAction));
element("more").addEventListener("click", () => {
    void openMenu(gather, matchClock(gather, clock.now()), lock).then((order) => send(order));
});
queueChanged();
void begin();
clock.start();
link.start();
keepAwake();
