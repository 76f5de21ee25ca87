// @ts-check
// All pitches of the machine at a glance, and those of the club, each with its clock exact to the
// second.
import { read, retry } from "./api.js";
import { SecondHand, ServerClock } from "./clock.js";
import { ClubPitches } from "./clubpitches.js";
import { keepCurrent } from "./keepcurrent.js";
import { Link } from "./link.js";
import { beginPage, showNotice, showError, setTitle, statusOf } from "./listpage.js";
import { element, linkTo } from "./page.js";
import { PitchCard } from "./pitchcard.js";
import { keepFilling } from "./tiles.js";
import { strings } from "./strings.js";

/** A pitch can be set up while the page is open. */
const lookMilliseconds = 15_000;

const link = new Link("*");
const clock = new ServerClock();
const hand = new SecondHand(clock, draw);
const list = element("pitches");
const fillScreen = keepFilling(list, element("clubpitches"));

/**
 * The cards by the name of the pitch.
 * @type {Map<string, PitchCard>}
 */
const cards = new Map();
let usual = "";
let isLooking = false;
const club = new ClubPitches(
    (match) => [...cards.values()].some((card) => card.match === match),
    () => { fillScreen(); hand.redraw(); });

/** Asks which pitches there are. */
async function look() {
    /** @type {{pitches: string[], usual: string}} */
    const answer = await retry(() => read("pitches"), showError);
    usual = answer.usual;
    for (const [name, card] of cards) {
        if (answer.pitches.includes(name)) continue;
        card.place.remove();
        cards.delete(name);
    }
    const places = answer.pitches.map((name) => cardOf(name).place);
    places.forEach((place, index) => {
        if (list.children[index] !== place) list.insertBefore(place, list.children[index] ?? null);
    });
    showNotice(places.length === 0 ? strings.noPitches : "");
    fillScreen();
    drawAll();
}

/** @param {string} name */
function cardOf(name) {
    const known = cards.get(name);
    if (known) return known;
    const isUsual = name === usual;
    const title = isUsual ? strings.mainPitch : strings.pitch(name);
    const card = new PitchCard(title, linkTo("/", { pitch: isUsual ? "" : name }));
    cards.set(name, card);
    return card;
}

/**
 * Draws what changes with the time.
 * @param {number | null} now
 */
function draw(now) {
    const changes = [
        ...[...cards.values()].map((card) => card.drawTime(now, clock.isCoarse)),
        ...club.drawTime(clock.wallAt(now), clock.isCoarse),
    ];
    return changes.reduce((one, other) =>
        one === null ? other : other === null ? one : Math.min(one, other), null);
}

function drawAll() {
    const status = statusOf(link);
    for (const [name, card] of cards) {
        card.drawStatus(status !== "live" ? status : link.isLost(name) ? "stale" : "live");
    }
    hand.redraw();
}

beginPage();
setTitle(strings.pitches);
/**
 * States that came before the list of pitches did.
 * @type {Map<string, any>}
 */
const early = new Map();
link.onState(({ pitch, gather }) => {
    const card = cards.get(pitch);
    if (!card) return void early.set(pitch, gather);
    card.drawState(gather);
    drawAll();
});
link.onStatus(drawAll);
link.onReconnect(() => { void clock.refresh(); void lookAgain(); });
setTimeout(drawAll, 2_000);
setInterval(() => { if (!document.hidden) void lookAgain(); }, lookMilliseconds);
clock.start();
link.start();
void lookAgain();
keepCurrent(() => club.look());

async function lookAgain() {
    // One look goes on until there is an answer, however long the server is away.
    if (isLooking) return;
    isLooking = true;
    try {
        await look();
        for (const [pitch, gather] of early) cards.get(pitch)?.drawState(gather);
        early.clear();
        drawAll();
    } catch (error) {
        showError(error);
    } finally {
        isLooking = false;
    }
}
