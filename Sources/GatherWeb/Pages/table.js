// @ts-check
// The tables of a club, each with the best team first, and the results that count in none.
import { read } from "./api.js";
import { build, buildName } from "./elements.js";
import { keepCurrent } from "./keepcurrent.js";
import { beginPage, showNotice, showClubError } from "./listpage.js";
import { element, parameter, setText } from "./page.js";
import { written } from "./summary.js";
import { strings } from "./strings.js";

/**
 * @typedef {{
 *     position: number, team: string, played: number, won: number, drawn: number, lost: number,
 *     goalsFor: number, goalsAgainst: number, goalDifference: number, points: number
 * }} Row
 * @typedef {{group: string | null, rows: Row[]}} Group
 * @typedef {{
 *     pitch: string, match: string, teamA: string, teamB: string, score: string, reason: string
 * }} Apart
 * @typedef {{order: string, groups: Group[], apart: Apart[], isLive: boolean}} Table
 */

const readMilliseconds = 5_000;
const group = parameter("group");
/** The answer that is on the page, as a text; empty before the first. */
let shown = "";

/**
 * The columns besides the place and the team: their class, heading and text.
 * @type {[string, string, (row: Row) => string][]}
 */
const columns = [
    ["played", strings.played, (row) => String(row.played)],
    ["won extra", strings.won, (row) => String(row.won)],
    ["drawn extra", strings.drawn, (row) => String(row.drawn)],
    ["lost extra", strings.lost, (row) => String(row.lost)],
    ["goals extra", strings.goalsOfTeam, (row) => `${row.goalsFor}–${row.goalsAgainst}`],
    ["difference", strings.difference, (row) => signed(row.goalDifference)],
    ["points", strings.points, (row) => String(row.points)],
];

/** @param {number} number */
function signed(number) {
    return number > 0 ? `+${number}` : number < 0 ? `−${-number}` : "0";
}

/** @param {Row} row */
function line(row) {
    return build("tr", {},
        build("td", { class: "place" }, String(row.position)),
        build("th", { scope: "row" }, buildName(row.team)),
        ...columns.map(([name, , text]) => build("td", { class: name }, text(row))));
}

/** @param {Group} group */
function standings({ group, rows }) {
    const heading = build("tr", {},
        build("th", { scope: "col", class: "place", "aria-label": strings.place },
            strings.placeShort),
        build("th", { scope: "col", class: "team" }, strings.team),
        ...columns.map(([name, title]) => build("th", { scope: "col", class: name }, title)));
    return build("section", { class: "group" },
        group !== null && build("h2", { dir: "auto" }, strings.groupTitle(group)),
        build("table", { class: "standings" },
            build("caption", { class: "unseen" }, strings.tableCaption),
            build("thead", {}, heading), build("tbody", {}, ...rows.map(line))));
}

/** @param {Apart} result */
function apartLine({ pitch, teamA, teamB, score, reason }) {
    /** @type {Record<string, string>} */
    const reasons = strings.apartReasons;
    return build("li", {},
        build("span", { class: "sides" }, buildName(teamA), " ",
            build("b", { class: "digits" }, written(score)), " ", buildName(teamB)), " ",
        build("span", { class: "details" }, strings.pitch(pitch), strings.separator,
            reasons[reason] ?? reason));
}

/** @param {Table} table */
function draw({ groups, apart, isLive }) {
    element("groups").replaceChildren(...groups.map(standings));
    element("results").replaceChildren(...apart.map(apartLine));
    element("apart").hidden = apart.length === 0;
    if (!isLive) return showNotice(strings.tableNotLive);
    showNotice(groups.length === 0 ? strings.noTable : "");
}

/** @param {boolean} isLive */
function drawStatus(isLive) {
    const status = isLive ? "live" : "stale";
    element("status").dataset.status = status;
    setText(element("status"), strings[status]);
}

async function show() {
    try {
        /** @type {Table} */
        const table = await read(
            "table", { group: group || null }, readMilliseconds);
        const text = JSON.stringify(table);
        if (text !== shown) draw(table);
        shown = text;
        drawStatus(table.isLive);
    } catch (error) {
        // The next answer takes its place, whatever it is.
        shown = "";
        drawStatus(false);
        showClubError(error, group);
    }
    return readMilliseconds;
}

beginPage();
document.title = strings.table;
keepCurrent(show);
