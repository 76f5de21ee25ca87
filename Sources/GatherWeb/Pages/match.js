// @ts-check
// One match: its result as a headline, its timeline, its sides, and a link to share.
import { ReadError } from "./api.js";
import { build, buildName, isolated } from "./elements.js";
import { entryRow } from "./entryrow.js";
import { fitName } from "./fitting.js";
import { Link } from "./link.js";
import { beginPage, followStatus, showNotice, showError, setTitle, statusOf } from "./listpage.js";
import { LiveClock } from "./liveclock.js";
import { MatchReader } from "./matchreader.js";
import { element, endpoint, pitch, setText } from "./page.js";
import { scorersOf } from "./scorers.js";
import { offerLink } from "./share.js";
import { lineup, scorerLines } from "./sides.js";
import { notesOf, time, written } from "./summary.js";
import { locale } from "./texts.js";
import { isTakenBack, rowsOf } from "./timeline.js";
import { strings } from "./strings.js";

/** @typedef {import("./matchreader.js").Match} Match */

const spreadMilliseconds = 300;
/** The same for requests for a whole match, which take the server longer. */
const wholeSpreadMilliseconds = 2_000;
const moment = new Intl.DateTimeFormat(locale, { dateStyle: "full", timeStyle: "short" });
const link = new Link(pitch);
const clock = new LiveClock(element("clock"), element("period"));
const showStatus = followStatus(element("status"), link, isOpen);
const reader = new MatchReader(matchInAddress(), show, fail);

/**
 * The newest match of the pitch, as far as it is known.
 * @type {any}
 */
let newest = null;
/** True once the pitch has said what its newest match is. */
let isKnown = false;
/** The ID and the revision of the newest match for which the server was asked again. */
let requested = "";

function isOpen() { return reader.match?.gather.phase === "open"; }

/** The part of the address after /match/. */
function matchInAddress() {
    const part = location.pathname.split("/")[2] ?? "";
    try {
        return decodeURIComponent(part);
    } catch {
        return part;
    }
}

/** @param {Match} match */
function show(match) {
    element("match").hidden = false;
    showNotice("");
    showResult(match.gather);
    showTimeline(match);
    showLineups(match);
    element("scorersA").replaceChildren(...scorerLines(scorersOf(match.entries, "teamA")));
    element("scorersB").replaceChildren(...scorerLines(scorersOf(match.entries, "teamB")));
    showPresent();
    // The match may have changed while the answer was on its way. Then it is read again, but only
    // once for each revision: a change that a full disk has not taken yet is in no answer.
    const state = `${newest?.id} ${newest?.revision}`;
    if (isBehind(match.gather) && state !== requested) {
        requested = state;
        void reader.update();
    }
}

/**
 * True if an answer does not have what the pitch has said.
 * @param {Match["gather"]} gather
 */
function isBehind({ id, phase, revision }) {
    if (newest?.id === id) return Boolean(revision) && newest.revision > Number(revision);
    return isKnown && phase === "open";
}

/** @param {Match["gather"]} gather */
function showResult(gather) {
    const { teamAName, teamBName, score } = gather;
    const [a = "", b = ""] = score.split("-");
    setTitle(strings.titleScore(teamAName, written(score), teamBName));
    setText(element("title"), strings.scoreSpoken(teamAName, Number(a), teamBName, Number(b)));
    element("scorersA").setAttribute("aria-label", teamAName);
    element("scorersB").setAttribute("aria-label", teamBName);
    setText(element("nameA"), teamAName);
    setText(element("nameB"), teamBName);
    for (const id of ["nameA", "nameB"]) fitName(element(id));
    setText(element("goalsA"), a);
    setText(element("goalsB"), b);
    element("facts").replaceChildren(
        ...factsOf(gather).flatMap((fact) => [build("strong", {}, fact), strings.separator]),
        time(gather.openedAt, moment));
}

/**
 * The notes of a result; the score does not have who has won by kicks.
 * @param {Match["gather"]} gather
 */
function factsOf(gather) {
    const { phase, winner, winnerName, kicksA, kicksB } = gather;
    if (phase !== "ended" || !winner || !winnerName) return notesOf(gather);
    if (typeof kicksA !== "number" || typeof kicksB !== "number") return notesOf(gather);
    const score = `${Math.max(kicksA, kicksB)}–${Math.min(kicksA, kicksB)}`;
    return [strings.winsOnKicks(isolated(winnerName), score)];
}

/** @param {Match} match */
function showTimeline({ gather, entries }) {
    const names = { teamA: gather.teamAName, teamB: gather.teamBName };
    const rows = rowsOf(entries).map((row) => entryRow(row, names));
    // The newest is looked for in a match that goes on; a story is read from its beginning.
    if (gather.phase === "open") rows.reverse();
    element("entries").toggleAttribute("reversed", gather.phase === "open");
    element("entries").replaceChildren(...rows);
    element("switch").hidden = !entries.some(isTakenBack);
}

/** @param {Match} match */
function showLineups({ gather, teamA, teamB, bench }) {
    element("teams").hidden = teamA.length + teamB.length + bench.length === 0;
    element("lineups").replaceChildren(
        lineup(buildName(gather.teamAName), teamA), lineup(buildName(gather.teamBName), teamB),
        ...(bench.length > 0 ? [lineup(strings.bench, bench)] : []));
}

/** Shows what only the pitch knows: the clock, the colours, and whether that is live. */
function showPresent() {
    const gather = newest?.id === reader.match?.gather.id ? newest : null;
    element("present").hidden = !isOpen();
    element("present").classList.toggle("stale", statusOf(link) === "stale");
    showStatus();
    element("barA").dataset.color = gather?.teamA.color ?? "none";
    element("barB").dataset.color = gather?.teamB.color ?? "none";
    clock.show(isOpen() ? gather : null);
}

/** @param {unknown} error */
function fail(error) {
    if (!(error instanceof ReadError) || error.isTransient || error.name === "NoSuchPitch") {
        return showError(error);
    }
    if (error.name.endsWith("AmbiguousGather")) return showNotice(strings.severalMatches);
    // A text that is too short for an ID, or none, is refused rather than looked for.
    if (error.status === 400 || error.status === 404 || error.name.endsWith("InvalidParameter")) {
        return showNotice(strings.noSuchMatch);
    }
    showError(error);
}

function restart() {
    setTimeout(() => void reader.restart(), Math.random() * wholeSpreadMilliseconds);
}

beginPage();
setTitle(strings.match);
const undone = /** @type {HTMLInputElement} */ (element("undone"));
undone.addEventListener("change", () => {
    element("entries").dataset.back = undone.checked ? "shown" : "hidden";
});
offerLink(() => new URL(endpoint(`/match/${encodeURIComponent(reader.id)}`), location.origin).href);
link.onState(({ gather, reason }) => {
    newest = gather;
    isKnown = true;
    // Many pages learn of it at once; their questions are spread over this time.
    const wait = Math.random() * spreadMilliseconds;
    if (reason === "historyChanged") {
        // This match may be the one that was corrected, or a player in it forgotten.
        restart();
    } else if (reader.match && (gather?.id === reader.match.gather.id || isOpen())) {
        // If the pitch has another match now, the open one that is shown has ended.
        setTimeout(() => void reader.update(), wait);
    }
    showPresent();
});
link.onStatus(showPresent);
link.onReconnect(() => {
    clock.refresh();
    // No event says that a player was forgotten in the meantime, so all is read again.
    restart();
});
if (reader.id === "") {
    showNotice(strings.noSuchMatch);
} else {
    link.start();
    void reader.update();
}
