// @ts-check
// The two pads of the remote: a tap is a goal; in kicks from the mark, a kick that is in or out.
import { fitName } from "./fitting.js";
import { make, setText } from "./page.js";
import { strings } from "./strings.js";

/** @typedef {"teamA" | "teamB"} Team */
/** @typedef {"" | "sending" | "counted" | "refused" | "held"} PadState */

const shownMilliseconds = 1_500;
const hints = {
    "": strings.tapGoal, sending: strings.sendingShort, counted: strings.counted,
    refused: strings.notCounted, held: strings.notConfirmedShort,
};

export class Pad {
    #state = /** @type {PadState} */ ("");
    #isOpen = false;
    #timer = 0;
    #score = -1;
    #pad = make("button", "pad");
    #name = make("span", "name");
    #number = make("span", "number");
    #hint = make("span", "hint");
    #kicks = make("div", "kickbuttons");
    #scored = make("button", "kick in", strings.scored);
    #missed = make("button", "kick out", strings.missed);
    #kickName = make("p", "name");

    /**
     * @param {HTMLElement} place @param {Team} team
     * @param {() => void} goal @param {(isIn: boolean) => void} kick
     */
    constructor(place, team, goal, kick) {
        this.place = place;
        this.team = team;
        this.#name.dir = "auto";
        this.#kickName.dir = "auto";
        this.#pad.append(this.#name, this.#number, this.#hint);
        this.#kicks.append(this.#kickName, this.#scored, this.#missed);
        for (const button of [this.#pad, this.#scored, this.#missed]) {
            button.setAttribute("type", "button");
        }
        this.#pad.addEventListener("click", goal);
        this.#scored.addEventListener("click", () => kick(true));
        this.#missed.addEventListener("click", () => kick(false));
        place.append(this.#pad, this.#kicks);
        this.show("");
        this.draw(null);
    }

    /** @param {any} gather Null without a match, or while it is not known. */
    draw(gather) {
        const side = gather?.[this.team];
        const isOpen = gather?.phase === "open";
        const kicks = isOpen ? gather.kicks : null;
        this.place.dataset.color = side?.color ?? "none";
        setText(this.#name, side?.name ?? "");
        fitName(this.#name);
        setText(this.#kickName, side ? `${side.name} ${this.#kickGoals(kicks)}` : "");
        fitName(this.#kickName);
        this.#drawScore(side?.score ?? null, kicks);
        this.#pad.hidden = Boolean(kicks);
        this.#kicks.hidden = !kicks;
        this.#pad.toggleAttribute("disabled", !isOpen);
        this.#isOpen = isOpen;
        this.#drawHint();
        const isTurn = kicks && !kicks.decided && (!kicks.next || kicks.next === this.team);
        for (const button of [this.#scored, this.#missed]) {
            button.toggleAttribute("disabled", !isTurn);
        }
        if (!side) return;
        this.#pad.setAttribute("aria-label", strings.padLabel(side.name, side.score));
        this.#scored.setAttribute("aria-label", strings.kickInFor(side.name));
        this.#missed.setAttribute("aria-label", strings.kickOutFor(side.name));
    }

    /** @param {any} kicks */
    #kickGoals(kicks) {
        if (!kicks) return "";
        return String(this.team === "teamA" ? kicks.goalsA : kicks.goalsB);
    }

    /** @param {number | null} score @param {any} kicks */
    #drawScore(score, kicks) {
        setText(this.#number, score === null ? "–" : String(score));
        if (score !== null && !kicks && this.#score >= 0 && score > this.#score) {
            this.#number.classList.remove("swell");
            void this.#number.offsetWidth;
            this.#number.classList.add("swell");
        }
        this.#score = score ?? -1;
    }

    /**
     * Shows what became of a tap, at once.
     * @param {PadState} state
     */
    show(state) {
        clearTimeout(this.#timer);
        this.#state = state;
        this.place.dataset.state = state;
        this.#drawHint();
        if (state !== "counted" && state !== "refused") return;
        this.#timer = setTimeout(() => this.show(""), shownMilliseconds);
    }

    /** A pad that takes no taps asks for none. */
    #drawHint() {
        setText(this.#hint, this.#state || this.#isOpen ? hints[this.#state] : "");
    }

    get state() { return this.#state; }
}
