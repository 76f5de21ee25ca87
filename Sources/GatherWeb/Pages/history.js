// @ts-check
// The results of the pitch, newest first, under the days on which they were opened.
import { read, retry } from "./api.js";
import { build } from "./elements.js";
import { Link } from "./link.js";
import { beginPage, followStatus, showNotice, showError, setTitle } from "./listpage.js";
import { element, pitch, setText } from "./page.js";
import { resultLine, time } from "./summary.js";
import { locale } from "./texts.js";
import { strings } from "./strings.js";

/** @typedef {import("./summary.js").Summary} Summary */

const pageSize = 50;
/** The time over which pages spread their questions for all matches that they show. */
const spreadMilliseconds = 2_000;
const list = element("list");
const more = /** @type {HTMLButtonElement} */ (element("more"));
const filter = /** @type {HTMLInputElement} */ (element("filter"));
const day = new Intl.DateTimeFormat(locale, { dateStyle: "full" });
const timeOfDay = new Intl.DateTimeFormat(locale, { timeStyle: "short" });
const link = new Link(pitch);
const showStatus = followStatus(
    element("status"), link, () => matches[0]?.phase === "open");

/** @type {Summary[]} */
let matches = [];
let hasMore = false;
let isRefreshing = false;
let isOutdated = false;
/** True if also the older ones may be other ones than they were. */
let areOlderOutdated = false;

/**
 * The lines, each with what it was made of.
 * @type {Map<string, {text: string, line: HTMLElement}>}
 */
const lines = new Map();

/**
 * @param {string | null} before
 * @returns {Promise<Summary[]>}
 */
async function readPage(before) {
    const { gathers } = await retry(
        () => read("history", { limit: pageSize, before }), showError);
    return gathers;
}

/**
 * Reads matches from the newest on.
 * @param {string | undefined} last The ID of the last one wanted; without, a page is read.
 */
async function readTo(last) {
    /** @type {Summary[]} */
    const found = [];
    for (;;) {
        const page = await readPage(found.at(-1)?.id ?? null);
        found.push(...page);
        const isEnd = page.length < pageSize;
        if (isEnd || !last || page.some(({ id }) => id === last)) return { found, isEnd };
    }
}

/**
 * Reads the newest page, and keeps what was read of the older ones.
 * @param {boolean} [isOfAll] True to read those again as well.
 */
async function refresh(isOfAll = false) {
    isOutdated = true;
    areOlderOutdated ||= isOfAll;
    if (isRefreshing) return;
    isRefreshing = true;
    try {
        while (isOutdated) {
            const last = areOlderOutdated ? matches.at(-1)?.id : undefined;
            isOutdated = areOlderOutdated = false;
            join(await readTo(last));
            show();
        }
    } catch (error) {
        areOlderOutdated = true;
        showError(error);
    } finally {
        isRefreshing = false;
    }
}

/** @param {{found: Summary[], isEnd: boolean}} newest */
function join({ found, isEnd }) {
    const last = found.at(-1);
    const place = last ? matches.findIndex((match) => match.id === last.id) : -1;
    if (place < 0) {
        hasMore = !isEnd;
        matches = found;
    } else {
        matches = [...found, ...matches.slice(place + 1)];
    }
}

async function showMore() {
    more.disabled = true;
    const count = matches.length;
    try {
        const older = await readPage(matches.at(-1)?.id ?? null);
        const known = new Set(matches.map((match) => match.id));
        hasMore = older.length === pageSize;
        matches = [...matches, ...older.filter((match) => !known.has(match.id))];
        show();
    } catch (error) {
        showError(error);
    } finally {
        more.disabled = false;
    }
    // The focus moves to the first match that was added.
    const next = matches.slice(count).find((match) => lines.get(match.id)?.line.isConnected);
    if (next) focus(next.id);
}

function show() {
    const wanted = folded(filter.value.trim());
    const fitting = matches.filter((match) => wanted === ""
        || [match.teamAName, match.teamBName].some((name) => folded(name).includes(wanted)));
    const focused = document.activeElement?.closest("li")?.dataset.id;
    list.replaceChildren(...days(fitting));
    if (focused) focus(focused);
    more.hidden = !hasMore;
    element("search").hidden = matches.length < 2;
    setText(element("count"), wanted === ""
        ? strings.matchCount(matches.length) : strings.filtered(fitting.length, matches.length));
    showNotice(noticeFor(fitting.length));
    showStatus();
}

/** @param {number} fitting */
function noticeFor(fitting) {
    if (matches.length === 0) return strings.noMatches;
    if (fitting > 0) return "";
    return hasMore ? strings.noneFitsYet : strings.noneFits;
}

/** @param {Summary[]} fitting */
function days(fitting) {
    /** @type {{name: string, heading: HTMLElement, lines: HTMLElement[]}[]} */
    const found = [];
    for (const match of fitting) {
        const heading = time(match.openedAt, day);
        const name = heading.textContent ?? "";
        let last = found.at(-1);
        if (last?.name !== name) found.push(last = { name, heading, lines: [] });
        last.lines.push(lineOf(match));
    }
    return found.map((each) => build("section", { class: "day" },
        build("h2", {}, each.heading), build("ol", { class: "results" }, ...each.lines)));
}

/** @param {Summary} match */
function lineOf(match) {
    const text = JSON.stringify(match);
    const known = lines.get(match.id);
    if (known?.text === text) return known.line;
    const line = resultLine(match, timeOfDay);
    lines.set(match.id, { text, line });
    return line;
}

/** @param {string} id */
function focus(id) {
    lines.get(id)?.line.querySelector("a")?.focus();
}

/**
 * A text without case and accents, as gatherctl compares names.
 * @param {string} text
 */
function folded(text) {
    return text.normalize("NFD").replace(/\p{Mn}/gu, "").toLowerCase();
}

/**
 * True if the list does not have this match as it is.
 * @param {any} gather
 */
function isNews(gather) {
    const [newest] = matches;
    if (!gather || !newest) return Boolean(gather || newest);
    return newest.id !== gather.id || newest.phase !== gather.phase
        || newest.score !== gather.score || newest.teamAName !== gather.teamA.name
        || newest.teamBName !== gather.teamB.name || Boolean(gather.kicks);
}

/** Many pages learn of it at once; their questions are spread over some time. */
function refreshAll() {
    setTimeout(() => void refresh(true), Math.random() * spreadMilliseconds);
}

beginPage();
setTitle(strings.matches);
more.addEventListener("click", showMore);
filter.addEventListener("input", show);
link.onState(({ gather, reason }) => {
    if (reason === "historyChanged") refreshAll();
    else if (isNews(gather)) void refresh();
});
link.onReconnect(refreshAll);
link.start();
void refresh();
