// @ts-check
// The sides of a match as elements: their players, and who has scored.
import { build, buildName } from "./elements.js";
import { strings } from "./strings.js";

/** The scorers of a side that are named under the result. */
const scorersShown = 12;

/**
 * @typedef {{
 *     id: number, name: string, position?: string | null, shirt?: number | null,
 *     sentOff?: boolean | null
 * }} Player
 */

/**
 * A side with its players.
 * @param {Node | string} name
 * @param {Player[]} players
 */
export function lineup(name, players) {
    return build("section", {},
        build("h3", {}, name),
        players.length === 0
            ? build("p", { class: "none" }, strings.nobody)
            : build("ul", {}, ...players.map(playerLine)));
}

/** @param {Player} player */
function playerLine({ name, position, shirt, sentOff }) {
    /** @type {Record<string, string>} */
    const positions = strings.positions;
    const known = positions[position ?? ""] ?? position;
    const details = [known, sentOff && strings.sentOff].filter(Boolean);
    return build("li", {},
        build("span", { class: "shirt digits" }, shirt?.toString()), " ",
        build("span", { class: "who" }, buildName(name), " ",
            details.length > 0 && build("span", { class: "details" },
                details.join(strings.separator))));
}

/**
 * The scorers of a side with their minutes.
 * @param {import("./scorers.js").Scorer[]} scorers
 */
export function scorerLines(scorers) {
    const lines = scorers.slice(0, scorersShown).map(({ name, isOwn, minutes }) => build("li", {},
        build("b", {}, buildName(name)),
        ` ${minutes.map((minute) => strings.minute(minute)).join(", ")}`,
        isOwn && ` ${strings.ownGoal}`));
    const left = scorers.length - lines.length;
    return left > 0 ? [...lines, build("li", {}, strings.more(left))] : lines;
}
