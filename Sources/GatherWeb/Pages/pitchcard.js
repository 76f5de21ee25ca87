// @ts-check
// One pitch as a card: its sides, score and clock, and a link to its board.
import { build } from "./elements.js";
import { digitsOf } from "./liveclock.js";
import { matchClock } from "./matchclock.js";
import { headline, resultText } from "./matchtext.js";
import { setText } from "./page.js";
import { strings } from "./strings.js";

/**
 * The mark of a card where LIVE is on a board.
 * @typedef {"live" | "stale" | "connecting"} Status
 */

export class PitchCard {
    /**
     * The last snapshot; undefined until there is one.
     * @type {any}
     */
    #gather;
    /** @type {Status} */
    #status = "connecting";

    /** @param {string} title @param {string | null} address That of its board, if there is one. */
    constructor(title, address) {
        const heading = address === null ? title : build("a", { href: address }, title);
        this.status = build("span", { class: "status" });
        this.note = build("span", { class: "note" });
        this.sides = { teamA: side(), teamB: side() };
        this.period = build("span", { class: "period", dir: "auto" });
        this.clock = build("span", { class: "clock digits", role: "timer" });
        this.clock.setAttribute("aria-label", strings.clockLabel);
        this.place = build("li", { class: "card" },
            build("div", { class: "head" },
                build("h2", {}, heading), " ", this.note, " ", this.status),
            build("div", { class: "sides" }, this.sides.teamA.place, this.sides.teamB.place),
            build("div", { class: "foot" }, this.period, this.clock));
        this.#drawMark();
    }

    /** The ID of the match; empty without one. */
    get match() { return this.#gather?.id ?? ""; }

    /** @param {string} text A few words beside the name of the pitch. */
    drawNote(text) { setText(this.note, text); }

    /** @param {any} gather Null without a match; undefined where nothing is known. */
    drawState(gather) {
        this.#gather = gather;
        for (const team of /** @type {const} */ (["teamA", "teamB"])) {
            const { place, bar, name, kicks, score } = this.sides[team];
            const shown = gather?.[team];
            place.hidden = !shown;
            if (!shown) continue;
            bar.dataset.color = shown.color ?? "none";
            setText(name, shown.name);
            setText(score, String(shown.score));
            const goals = team === "teamA" ? gather.kicks?.goalsA : gather.kicks?.goalsB;
            setText(kicks, gather.kicks ? `(${goals})` : "");
        }
        this.#drawMark();
    }

    /** @param {Status} status */
    drawStatus(status) {
        this.#status = status;
        this.#drawMark();
    }

    /**
     * Draws what changes with the time.
     * @param {number | null} now
     * @param {boolean} isCoarse
     * @returns {number | null} The time until that changes by itself.
     */
    drawTime(now, isCoarse) {
        const gather = this.#gather;
        const clock = matchClock(gather ?? null, now);
        const hasClock = gather?.phase === "open" && !gather.kicks;
        this.place.dataset.mode = clock.mode;
        setText(this.clock, hasClock ? digitsOf(clock, isCoarse) : "");
        this.clock.hidden = !hasClock;
        if (gather === undefined) setText(this.period, "");
        else if (gather?.phase === "ended") setText(this.period, resultText(gather));
        else setText(this.period, gather?.phase === "discarded" ? "" : headline(gather, clock));
        return clock.untilNext;
    }

    /** LIVE is said of an open match alone; STALE of whatever may have changed unseen. */
    #drawMark() {
        const text = this.#markText();
        const isOver = this.#status === "live" && this.#gather?.phase !== "open";
        setText(this.status, text);
        this.status.hidden = text === "";
        this.status.dataset.status = isOver ? "over" : this.#status;
        this.place.dataset.status = this.#status;
    }

    #markText() {
        if (this.#status === "stale" && this.#gather === undefined) return strings.noAnswer;
        if (this.#status !== "live") return strings[this.#status];
        switch (this.#gather?.phase) {
        case "open": return strings.live;
        case "ended": return strings.ended;
        case "discarded": return strings.discarded;
        default: return "";
        }
    }
}

/** The row of a side: a bar of its colour, its name, its goals in kicks, its goals. */
function side() {
    const bar = build("span", { class: "bar", "data-color": "none" });
    const name = build("span", { class: "name", dir: "auto" });
    const kicks = build("span", { class: "kicks digits" });
    const score = build("span", { class: "score digits" });
    const place = build("div", { class: "side" },
        bar, name, " ", kicks, " ", score);
    place.hidden = true;
    return { place, bar, name, kicks, score };
}
