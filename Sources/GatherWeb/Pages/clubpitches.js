// @ts-check
// The pitches of a club, each by the clock of its own machine.
import { ReadError, read } from "./api.js";
import { showNotice, showClubError } from "./listpage.js";
import { element } from "./page.js";
import { PitchCard } from "./pitchcard.js";
import { strings } from "./strings.js";

/**
 * @typedef {{
 *     name: string, online: boolean, state: any, clockOffsetMilliseconds: number | null
 * }} Pitch
 */

/** An offset from which on it is shown. */
const largeMilliseconds = 1_000;
/** The time after which a club that was not there is looked for again. */
const absentMilliseconds = 15_000;
const readMilliseconds = 2_000;
/** The time for an answer, after which what is on the page may be old. */
const patienceMilliseconds = 2_000;

/** A pitch of the club as a card. */
class ClubCard {
    /** @type {Pitch | null} */
    #pitch = null;

    /** @param {string} name */
    constructor(name) {
        this.card = new PitchCard(strings.pitch(name), null);
    }

    /** The match; empty if there is none. */
    get match() { return this.card.match; }

    /** @param {Pitch} pitch */
    drawState(pitch) {
        this.#pitch = isReadable(pitch.state) ? pitch : null;
        // A pitch of another maker, or a damaged message, must not keep the others from the page.
        try {
            this.card.drawState(this.#pitch?.state.gather);
            this.card.drawTime(this.#now(0), false);
        } catch {
            this.#pitch = null;
            this.card.drawState(undefined);
        }
        this.card.drawNote(offsetText(pitch.clockOffsetMilliseconds));
    }

    /** @param {boolean} isLive False if what is known of all pitches may be old. */
    drawStatus(isLive) {
        this.card.drawStatus(isLive && this.#pitch?.online ? "live" : "stale");
    }

    /**
     * Draws what changes with the time.
     * @param {number | null} wall The wall clock of the server in milliseconds.
     * @param {boolean} isCoarse
     */
    drawTime(wall, isCoarse) {
        const isGuess = this.#pitch?.clockOffsetMilliseconds == null
            || this.#pitch.state.clockDoubtful === true;
        try {
            return this.card.drawTime(this.#now(wall), isCoarse || isGuess);
        } catch {
            this.drawState({
                name: "", online: false, state: null, clockOffsetMilliseconds: null,
            });
            return null;
        }
    }

    /**
     * The time of the clock by which the match is timed, in microseconds.
     * @param {number | null} wall
     */
    #now(wall) {
        if (wall === null || !this.#pitch) return null;
        const { state, clockOffsetMilliseconds } = this.#pitch;
        const wallThere = wall + (clockOffsetMilliseconds ?? 0);
        return state.publishedAtBoottimeMicroseconds + (wallThere - state.publishedAt) * 1_000;
    }
}

/** @param {any} state */
function isReadable(state) {
    return Number.isFinite(state?.publishedAt)
        && Number.isFinite(state?.publishedAtBoottimeMicroseconds)
        && (state.gather === null || typeof state.gather === "object");
}

/** @param {number | null} offset */
function offsetText(offset) {
    if (offset === null || Math.abs(offset) < largeMilliseconds) return "";
    const seconds = Math.round(Math.abs(offset) / 1_000);
    return offset > 0 ? strings.clockAhead(seconds) : strings.clockBehind(seconds);
}

export class ClubPitches {
    /** @type {Map<string, ClubCard>} */
    #cards = new Map();
    /**
     * The names that pitches of this machine have at the broker.
     * @type {Set<string>}
     */
    #here = new Set();
    #list = element("clubpitches");
    #place = element("club");
    #notice = element("clubnotice");

    /**
     * @param {(match: string) => boolean} isHere True for a match of this machine, whose pitch
     *     need not be shown twice.
     * @param {() => void} changed Called after each answer.
     */
    constructor(isHere, changed) {
        this.isHere = isHere;
        this.changed = changed;
    }

    /** Reads all pitches; gives the time until that is to be done again. */
    async look() {
        let wait = readMilliseconds;
        try {
            /** @type {{pitches: Pitch[], isLive: boolean}} */
            const { pitches, isLive } = await read("club", {}, patienceMilliseconds);
            this.#draw(pitches, isLive);
            showNotice(
                isLive ? this.#cards.size === 0 ? strings.noClubPitches : "" : strings.clubNotLive,
                this.#notice);
        } catch (error) {
            if (!(error instanceof ReadError)) throw error;
            for (const card of this.#cards.values()) card.drawStatus(false);
            showClubError(error, "", this.#notice);
            if (error.name === "NoClub") wait = absentMilliseconds;
        }
        this.#place.hidden = false;
        this.changed();
        return wait;
    }

    /**
     * Draws what changes with the time.
     * @param {number | null} wall
     * @param {boolean} isCoarse
     */
    drawTime(wall, isCoarse) {
        return [...this.#cards.values()].map((card) => card.drawTime(wall, isCoarse));
    }

    /** @param {Pitch[]} pitches @param {boolean} isLive */
    #draw(pitches, isLive) {
        const seen = new Set();
        for (const pitch of pitches) {
            const match = pitch.state?.gather?.id;
            if (typeof match === "string" && this.isHere(match)) this.#here.add(pitch.name);
            if (this.#here.has(pitch.name)) continue;
            seen.add(pitch.name);
            const card = this.#cards.get(pitch.name) ?? new ClubCard(pitch.name);
            this.#cards.set(pitch.name, card);
            card.drawState(pitch);
            card.drawStatus(isLive);
        }
        for (const name of this.#cards.keys()) if (!seen.has(name)) this.#cards.delete(name);
        // The answer has them in the order of their names.
        const places = [...seen].map((name) => this.#cards.get(name)?.card.place);
        places.forEach((place, index) => {
            const there = this.#list.children[index] ?? null;
            if (place && there !== place) this.#list.insertBefore(place, there);
        });
        while (this.#list.children.length > places.length) this.#list.lastElementChild?.remove();
    }
}
