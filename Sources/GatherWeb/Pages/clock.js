// @ts-check
// CLOCK_BOOTTIME of the server's machine, as exactly as round trips tell it.

/** The round trips of which the best one counts. */
const roundTrips = 8;
const refreshMilliseconds = 30_000;
/** The least time after which the server is asked again that gave no answer; it may be one more. */
const againMilliseconds = 1_000;
/** Clocks of two machines part by some 50 ppm; twice that is assumed. */
const driftPerMillisecond = 0.0001;
/** Half a round trip from which on the clock is shown with a "~". */
const coarseMilliseconds = 100;
/** A difference of the two clocks of the browser that tells of a sleep. */
const sleepMilliseconds = 300;
/** A difference that no error of a measurement makes: the server's machine was started again. */
const restartMilliseconds = 300;
/** A difference of two clocks from which on one of them is not set at all. */
const unsetMilliseconds = 86_400_000;
/** Most of a frame: what is drawn now is seen then. */
const leadMilliseconds = 12;
const timeoutMilliseconds = 5_000;

/**
 * The answer to one round trip; by how much the wall clock is ahead of the other in milliseconds.
 * @typedef {{offset: number, half: number, at: number, wallLead: number | null}} Sample
 */

export class ServerClock {
    /** @type {Sample | null} */
    #sample = null;
    #isDoubtful = false;
    #wallLead = Date.now() - performance.now();
    #round = 0;
    /** True while a round is underway: the doubt that it may raise is not cut short. */
    #isAsking = false;
    /** @type {Set<() => void>} */
    #listeners = new Set();

    /** Begins to synchronise, and goes on until the page is closed. */
    start() {
        setInterval(() => {
            if (!document.hidden && !this.#isAsking) void this.refresh(true);
        }, refreshMilliseconds);
        document.addEventListener("visibilitychange", () => {
            if (!document.hidden) void this.refresh();
        });
        addEventListener("pageshow", (event) => { if (event.persisted) void this.refresh(); });
        void this.refresh();
    }

    /** @param {() => void} listener Called when the offset has changed, or is in doubt. */
    onChange(listener) { this.#listeners.add(listener); }

    /** The time of the server in microseconds; null until it is known. */
    now() {
        this.#noticeSleep();
        return this.#sample && (performance.now() + this.#sample.offset) * 1_000;
    }

    /**
     * The time of the server's wall clock in milliseconds, which is not that of a browser whose
     * clock is wrong; null until it is known, and where one of the two is not set.
     */
    wallNow() {
        const now = this.now();
        if (now === null || !this.#sample) return null;
        const { wallLead } = this.#sample;
        const wall = wallLead === null ? Date.now() : now / 1_000 + wallLead;
        return Math.abs(wall - Date.now()) < unsetMilliseconds ? wall : null;
    }

    /**
     * The server's wall clock at a time of the server in microseconds, whatever the clock of the
     * browser is; null until it is known.
     * @param {number | null} now
     */
    wallAt(now) {
        const wallLead = this.#sample?.wallLead ?? null;
        return now === null || wallLead === null ? null : now / 1_000 + wallLead;
    }

    /** True where the clock may be wrong by more than a person would not see. */
    get isCoarse() {
        this.#noticeSleep();
        return this.#isDoubtful || (this.#sample?.half ?? Infinity) > coarseMilliseconds;
    }

    /** The greatest error in milliseconds; null until there is one. */
    get error() { return this.#sample && this.#sample.half; }

    /**
     * Asks for the time in several round trips, and keeps the best answer. Where there is none, it
     * asks again while the page is seen, and the clock is doubtful until one has come.
     * @param {boolean} [isRoutine] True if nothing has happened: the last answer is still good.
     * @returns {Promise<void>}
     */
    async refresh(isRoutine = false) {
        this.#noticeSleep();
        const round = ++this.#round;
        this.#isAsking = true;
        await this.#ask(round, isRoutine);
        if (round === this.#round) this.#isAsking = false;
    }

    /** @param {number} round @param {boolean} isRoutine */
    async #ask(round, isRoutine) {
        for (let trip = 0; trip < roundTrips && round === this.#round;) {
            const sample = await askTime();
            // After a sleep in mid-trip neither of its ends says anything about the middle.
            if (this.#noticeSleep()) return void this.refresh();
            if (sample) {
                trip += 1;
                this.#offer(sample);
                continue;
            }
            if (round !== this.#round) return;
            if (trip === 0 && !isRoutine) this.#doubt();
            // Many pages can have failed at once, and are not to ask again at once.
            const wait = againMilliseconds * (1 + Math.random());
            await new Promise((resume) => { setTimeout(resume, wait); });
            // A page that is seen again begins another round.
            if (document.hidden) return;
        }
    }

    /** The server's machine may have been started again since the last answer. */
    #doubt() {
        if (this.#isDoubtful) return;
        this.#isDoubtful = true;
        for (const listener of this.#listeners) listener();
    }

    /** @param {Sample} sample */
    #offer(sample) {
        const old = this.#sample;
        const worst = old ? old.half + (sample.at - old.at) * driftPerMillisecond : Infinity;
        // The clock of a machine that was started again begins anew: the two exclude each other.
        const fits = old !== null
            && Math.abs(sample.offset - old.offset) < sample.half + worst + restartMilliseconds;
        if (!this.#isDoubtful && fits && sample.half > worst) return;
        this.#isDoubtful = false;
        this.#sample = sample;
        for (const listener of this.#listeners) listener();
    }

    /**
     * performance.now need not count a sleep of the device; the wall clock does. The offset from
     * before is void then: until a round trip tells more, the wall clock's guess is shown as such.
     */
    #noticeSleep() {
        const lead = Date.now() - performance.now();
        const slept = lead - this.#wallLead;
        if (Math.abs(slept) < sleepMilliseconds) {
            // Small steps are those of a clock that is being disciplined.
            this.#wallLead = lead;
            return false;
        }
        this.#wallLead = lead;
        if (!this.#sample) return false;
        this.#isDoubtful = true;
        if (slept > 0) {
            this.#sample = { ...this.#sample, offset: this.#sample.offset + slept };
        }
        void this.refresh();
        return true;
    }
}

/** @returns {Promise<Sample | null>} */
async function askTime() {
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), timeoutMilliseconds);
    try {
        const sent = performance.now();
        const reply = await fetch("/time", { cache: "no-store", signal: abort.signal });
        const received = performance.now();
        if (!reply.ok) return null;
        const { boottimeMicroseconds, wallMilliseconds } = await reply.json();
        if (!Number.isFinite(boottimeMicroseconds)) return null;
        const offset = boottimeMicroseconds / 1_000 - (sent + received) / 2;
        const wallLead = Number.isFinite(wallMilliseconds)
            ? wallMilliseconds - boottimeMicroseconds / 1_000 : null;
        return { offset, half: (received - sent) / 2, at: received, wallLead };
    } catch {
        return null;
    } finally {
        clearTimeout(timer);
    }
}

/** Draws the clock a moment before each second, so that the frame shows it in time. */
export class SecondHand {
    #timer = 0;

    /**
     * @param {ServerClock} clock
     * @param {(now: number | null) => number | null} draw Draws what is right at this time of the
     *     server, and returns the microseconds until that changes by itself; null if it does not.
     * @param {number} [delayMicroseconds] How late everything is shown.
     */
    constructor(clock, draw, delayMicroseconds = 0) {
        this.clock = clock;
        this.draw = draw;
        this.delay = delayMicroseconds;
        clock.onChange(() => this.redraw());
        document.addEventListener("visibilitychange", () => this.redraw());
        addEventListener("pageshow", () => this.redraw());
    }

    redraw() {
        clearTimeout(this.#timer);
        const now = this.clock.now();
        const shown = now === null ? null : now - this.delay + leadMilliseconds * 1_000;
        const next = this.draw(shown);
        if (next === null) return;
        const wait = Math.max(Math.ceil(next / 1_000), 1);
        // A long wait would outlive a sleep; an early look costs nothing.
        this.#timer = setTimeout(() => this.redraw(), Math.min(wait, 1_000));
    }
}
