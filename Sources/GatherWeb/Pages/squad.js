// @ts-check
// The players of the squad, those with most goals first.
import { read, retry } from "./api.js";
import { build, buildName } from "./elements.js";
import { beginPage, showNotice, showError, setTitle } from "./listpage.js";
import { element } from "./page.js";
import { strings } from "./strings.js";

/**
 * @typedef {{
 *     id: number, name: string, position?: string | null, shirt?: number | null, goals: number
 * }} Player
 */

const collator = new Intl.Collator(undefined, { numeric: true });

/** @param {Player} one @param {Player} other */
function byGoalsThenName(one, other) {
    return other.goals - one.goals || collator.compare(one.name, other.name) || one.id - other.id;
}

/** @param {Player} player */
function row({ name, position, shirt, goals }) {
    /** @type {Record<string, string>} */
    const positions = strings.positions;
    return build("tr", {},
        build("td", { class: "shirt" }, shirt?.toString()),
        build("th", { scope: "row" }, buildName(name)),
        build("td", { class: "position" }, positions[position ?? ""] ?? position),
        build("td", { class: "goals", "data-none": goals === 0 ? "" : null }, String(goals)));
}

let isReading = false;

async function show() {
    // One reading goes on until there is an answer, however long the server is away.
    if (isReading) return;
    isReading = true;
    try {
        /** @type {{players: Player[]}} */
        const { players } = await retry(() => read("squad"), showError);
        element("rows").replaceChildren(...players.sort(byGoalsThenName).map(row));
        element("table").hidden = players.length === 0;
        showNotice(players.length === 0 ? strings.noSquad : "");
    } catch (error) {
        showError(error);
    } finally {
        isReading = false;
    }
}

beginPage();
setTitle(strings.squad);
void show();
// A page that was left open shows the goals of the match since.
document.addEventListener("visibilitychange", () => {
    if (!document.hidden) void show();
});
