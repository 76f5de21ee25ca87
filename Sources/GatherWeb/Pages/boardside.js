// @ts-check
// A side on the board: its name, its scorers, its cards and penalties, its kicks from the mark.
import { bookingsOf, scorersOf } from "./scorers.js";
import { fitName } from "./fitting.js";
import { make, setText } from "./page.js";
import { strings } from "./strings.js";

/** A name from which on it is set smaller. */
const longName = 14;
const mostFacts = 5;
/** The kicks that each side has, unless it is decided before. */
const firstKicks = 5;
const signs = { yellow: "", secondYellow: "second", red: "red" };

/**
 * @param {HTMLElement} place @param {any} gather @param {"teamA" | "teamB"} team
 * @param {any[]} entries The timeline, as far as it is known.
 * @param {{digits: string, team: string, player: any}[]} penalties Those of both sides.
 */
export function drawSide(place, gather, team, entries, penalties) {
    const { name, color } = gather[team];
    place.dataset.color = color ?? "none";
    const title = place.querySelector(".name");
    if (title instanceof HTMLElement) {
        setText(title, name);
        title.toggleAttribute("data-long", [...name].length > longName);
        fitName(title);
    }
    const lines = [
        ...penalties.filter((one) => one.team === team).map(penaltyLine),
        ...scorerLines(gather, team, entries),
        ...bookingLines(gather, team),
    ];
    drawKicks(place.querySelector(".kicks"), gather.kicks, team);
    const facts = place.querySelector(".facts");
    for (let most = mostFacts; most > 0; most--) {
        facts?.replaceChildren(...limited(lines, most));
        if (!isTooTall(place)) break;
    }
}

/**
 * @param {HTMLElement[]} lines
 * @param {number} most
 */
function limited(lines, most) {
    if (lines.length <= most) return lines;
    const left = lines.length - most + 1;
    return [...lines.slice(0, most - 1), make("li", "", strings.more(left))];
}

/** @param {HTMLElement} place */
function isTooTall(place) {
    const boxes = [place.querySelector(".below"), place.parentElement];
    return boxes.some((box) => box && box.scrollHeight > box.clientHeight + 1);
}

/** @param {any} gather @param {"teamA" | "teamB"} team @param {any[]} entries */
function scorerLines(gather, team, entries) {
    const scorers = scorersOf(entries, team);
    return scorers.map(({ name, isOwn, minutes }) => {
        const text = minutes.map((minute) => strings.minute(minute)).join(", ");
        return line(name, isOwn ? ` ${text} ${strings.ownGoal}` : ` ${text}`);
    });
}

/** @param {string | null} name @param {string} text */
function line(name, text) {
    const made = make("li");
    if (name) {
        const shown = make("b", "", name);
        shown.dir = "auto";
        made.append(shown);
    }
    made.append(text);
    return made;
}

/** @param {any} gather @param {"teamA" | "teamB"} team */
function bookingLines(gather, team) {
    return bookingsOf(gather, team).map(({ name, card }) => {
        const made = line(name, " ");
        const sign = make("span", `card ${signs[card]}`);
        sign.setAttribute("role", "img");
        sign.setAttribute("aria-label", strings[card]);
        made.append(sign);
        return made;
    });
}

/** @param {{digits: string, player: any}} penalty */
function penaltyLine({ digits, player }) {
    const made = make("li", "penalty digits", `${digits} `);
    if (player) {
        const name = make("b", "", player.name);
        name.dir = "auto";
        made.append(name);
    } else {
        made.append(strings.time);
    }
    return made;
}

/** @param {Element | null} place @param {any} kicks @param {string} team */
function drawKicks(place, kicks, team) {
    if (!(place instanceof HTMLElement)) return;
    place.hidden = !kicks;
    if (!kicks) return;
    const taken = kicks.taken.filter((/** @type {any} */ kick) => kick.team === team);
    const open = kicks.decided ? 0 : Math.max(firstKicks - taken.length, 0);
    place.replaceChildren(
        ...taken.slice(-10).map((/** @type {any} */ kick) => mark(kick.scored ? "in" : "out")),
        ...Array.from({ length: open }, () => mark("open")));
}

/** @param {"in" | "out" | "open"} kind */
function mark(kind) {
    const made = make("li", kind);
    const texts = { in: strings.kickIn, out: strings.kickOut, open: strings.kickOpen };
    made.append(make("span", "unseen", texts[kind]));
    return made;
}
