// @ts-check
// The public board: the match on one pitch, exact to the second.
import { ServerClock, SecondHand } from "./clock.js";
import { Link } from "./link.js";
import { Latest } from "./latest.js";
import { matchClock } from "./matchclock.js";
import { detail, foulsText, headline, resultText, spokenScore, titleScore } from "./matchtext.js";
import { element, fill, isPitchMissing, pitch, setText, showCrest } from "./page.js";
import { drawSide } from "./boardside.js";
import { keepAwake } from "./awake.js";
import { hideWhenIdle } from "./idle.js";
import { showStatus } from "./status.js";
import { strings } from "./strings.js";

/** A result from which on it is set smaller. */
const longResult = 24;
const part = element("part");
const clock = new ServerClock();
const link = new Link(pitch);

/**
 * The last snapshot; undefined until there is one.
 * @type {any}
 */
let gather;
const latest = new Latest(drawSides);
const hand = new SecondHand(clock, draw);

/**
 * Draws what changes with the time.
 * @param {number | null} now
 */
function draw(now) {
    if (gather === undefined) return null;
    const view = matchClock(gather, now);
    const isAhead = view.kickOff !== null && !view.kickOff.isDue;
    document.body.dataset.mode = view.mode;
    const isEnded = view.mode === "ended";
    const heading = [headline(gather, view), foulsText(gather, view)];
    setText(element("headline"), heading.filter((text) => text !== "").join(strings.separator));
    const result = isEnded ? resultText(gather) : "";
    setText(element("digits"), result || (isAhead ? view.kickOff?.digits ?? "" : view.regular));
    element("clock").toggleAttribute("data-long", result.length > longResult);
    setText(element("added"), isAhead || isEnded ? "" : view.beside);
    setText(element("detail"), isEnded ? "" : detail(gather, view, clock.wallNow()));
    element("coarse").hidden = !(clock.isCoarse && (view.wasRunning || isAhead));
    element("clock").hidden = view.mode === "discarded" || Boolean(gather?.kicks) && !isEnded;
    element("track").toggleAttribute("data-empty", view.progress === null);
    const { part: gone, whole } = view.progress ?? { part: 0, whole: 1 };
    part.style.setProperty("--share", String(gone / whole));
    drawPenalties(view);
    return view.untilNext;
}

let shownPenalties = "";

/** The penalties are lines of the sides; these are drawn again only where such a line changed. */
function drawPenalties(/** @type {import("./matchclock.js").MatchClock} */ view) {
    const text = JSON.stringify(view.penalties.map(
        ({ number, digits, team, player }) => [number, digits, team, player?.id, player?.name]));
    if (text === shownPenalties) return;
    shownPenalties = text;
    drawSides(view.penalties);
}

/** @type {import("./matchclock.js").MatchClock["penalties"]} */
let penalties = [];

function drawSides(changed = penalties) {
    penalties = changed;
    if (!gather) return;
    drawSide(element("sidea"), gather, "teamA", latest.entries, penalties);
    drawSide(element("sideb"), gather, "teamB", latest.entries, penalties);
}

/**
 * Draws what changes with a snapshot.
 * @param {any} old
 */
function drawSnapshot(old) {
    document.title = titleScore(gather);
    setText(element("spoken"), spokenScore(gather));
    if (gather) {
        drawCrest("a", gather.teamA.name, old?.teamA.name);
        drawCrest("b", gather.teamB.name, old?.teamB.name);
        const isSame = old?.id === gather.id;
        drawScore(element("scorea"), gather.teamA.score, isSame ? old.teamA.score : null);
        drawScore(element("scoreb"), gather.teamB.score, isSame ? old.teamB.score : null);
        const length = `${gather.teamA.score}${gather.teamB.score}`.length;
        document.body.dataset.digits = String(length);
        element("kicksscore").hidden = !gather.kicks;
        setText(element("kicksscore"), gather.kicks?.score ?? "");
    }
    latest.follow(gather);
    drawSides();
    hand.redraw();
}

/** @param {"a" | "b"} side @param {string} name @param {string} [old] */
function drawCrest(side, name, old) {
    const image = element(`side${side}`).querySelector("img");
    if (image && name !== old) showCrest(image, side, name);
}

/** @param {HTMLElement} place @param {number} score @param {number | null} old */
function drawScore(place, score, old) {
    setText(place, String(score));
    if (old === null || score <= old) return;
    place.classList.remove("swell");
    void place.offsetWidth;
    place.classList.add("swell");
    setTimeout(() => place.classList.remove("swell"), 700);
}

addEventListener("resize", () => drawSides());

/** A pitch that the machine does not have is said, rather than waited for. */
async function checkPitch() {
    if (!await isPitchMissing() || gather !== undefined) return;
    setText(element("headline"), strings.noSuchPitch(pitch));
}

const drawStatus = showStatus(link, () => gather !== undefined);
link.onState((state) => {
    const old = gather;
    gather = state.gather ?? null;
    drawSnapshot(old);
    drawStatus();
});
link.onReconnect(() => void clock.refresh());

fill();
setText(element("pitch"), pitch ? strings.pitch(pitch) : "");
setText(element("host"), location.host);
void checkPitch();
clock.start();
link.start();
keepAwake();
hideWhenIdle();
