// @ts-check
// CLOCK_BOOTTIME of the server's machine, as exactly as round trips show it.

/** The number of round trips in a round; the quickest one counts. */
const roundTrips = 8;
const refreshMilliseconds = 30_000;
/** The least wait before the server is asked again after no answer; up to as much again is added at
 * random. */
const againMilliseconds = 1_000;
/** The clocks of two machines drift apart by about 50 ppm; twice that is assumed. */
const driftPerMillisecond = 0.0001;
/** Half a round trip from which on the clock is shown with a "~". */
const coarseMilliseconds = 100;
/** A change of the difference between Date.now() and performance.now() that shows that the device
 * has slept. */
const sleepMilliseconds = 300;
/** A change of the offset beyond the errors of both measurements that shows that the server's
 * machine was started again. */
const restartMilliseconds = 300;
/** A difference of two clocks from which on one of them is not set at all. */
const unsetMilliseconds = 86_400_000;
/** The time from drawing to the display of a frame: most of one frame at 60 Hz. */
const leadMilliseconds = 12;
const timeoutMilliseconds = 5_000;

/**
 * The answer to one round trip, in milliseconds: the offset from performance.now() to the server's
 * boottime; half the time of the trip; the time of the answer; and by how much the server's wall
 * clock is ahead of its boottime, null if that is not known.
 * @typedef {{offset: number, half: number, at: number, wallLead: number | null}} Sample
 */

export class ServerClock {
    /** @type {Sample | null} */
    #sample = null;
    #isDoubtful = false;
    #wallLead = Date.now() - performance.now();
    #round = 0;
    /** True while a round is underway, which the routine refresh then does not replace. */
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

    /** True if the clock may be wrong by so much that a person would notice it. */
    get isCoarse() {
        return this.isDoubtful || (this.#sample?.half ?? Infinity) > coarseMilliseconds;
    }

    /** True if the device has slept or the server's machine may have been started again since the
     * last answer. */
    get isDoubtful() {
        this.#noticeSleep();
        return this.#isDoubtful;
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
        await this.#request(round, isRoutine);
        if (round === this.#round) this.#isAsking = false;
    }

    /** @param {number} round @param {boolean} isRoutine */
    async #request(round, isRoutine) {
        for (let trip = 0; trip < roundTrips && round === this.#round;) {
            const sample = await requestTime();
            // If the device slept during the trip, the middle of the trip cannot be calculated.
            if (this.#noticeSleep()) return void this.refresh();
            if (sample) {
                trip += 1;
                this.#offer(sample);
                continue;
            }
            if (round !== this.#round) return;
            if (trip === 0 && !isRoutine) this.#doubt();
            // After a failure of the server, not all pages may ask again at the same moment.
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
        // The boottime begins at zero after a restart of the server's machine: the new offset then
        // does not fit the old one.
        const fits = old !== null
            && Math.abs(sample.offset - old.offset) < sample.half + worst + restartMilliseconds;
        if (!this.#isDoubtful && fits && sample.half > worst) return;
        this.#isDoubtful = false;
        this.#sample = sample;
        for (const listener of this.#listeners) listener();
    }

    /**
     * Notices that the device has slept, and returns true then. performance.now() may stand still
     * in a sleep, so the offset is wrong afterwards. Until the next round trip it is corrected by
     * the wall clock, and marked as doubtful.
     */
    #noticeSleep() {
        const lead = Date.now() - performance.now();
        const slept = lead - this.#wallLead;
        if (Math.abs(slept) < sleepMilliseconds) {
            // A small step comes from the adjustment of the wall clock, such as by NTP.
            this.#wallLead = lead;
            return false;
        }
        this.#wallLead = lead;
        if (!this.#sample) return false;
        this.#isDoubtful = true;
        // A greater step forward is that of a clock which was not set before.
        if (slept > 0 && slept < unsetMilliseconds) {
            this.#sample = { ...this.#sample, offset: this.#sample.offset + slept };
        }
        void this.refresh();
        return true;
    }
}

/** @returns {Promise<Sample | null>} */
async function requestTime() {
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
        // A timer may be late by the length of a sleep, so it runs at least once a second.
        this.#timer = setTimeout(() => this.redraw(), Math.min(wait, 1_000));
    }
}
