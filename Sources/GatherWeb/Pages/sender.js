// @ts-check
// Sends commands in the order of the taps, one at a time, each until it is known what became of it.
// A command keeps its request ID, so however often it is sent it counts once.

/** The time for which a command is sent again by itself. */
const patienceMilliseconds = 10_000;
const answerMilliseconds = 4_000;
const againMilliseconds = 400;
const storeKey = "gather.pending";
/** The least time by which a command is dated back; gatherd has the greatest. */
const leastAgo = 1_000;
/** The errors of a date that gatherd does not take. It cannot be before the match that the tap was
 * for, unless the clock of the phone was set meanwhile. */
const dateErrors = ["InvalidParameter", "BeforeMatch", "AgoTooLong"];
/** The same of a command to the clock. One that was tapped before the last command to the clock is
 * not done, unless it changes nothing: it would stop or start it at a moment that nobody meant. */
const clockDateErrors = ["AlreadySo"];

/**
 * @typedef {object} Command
 * @property {string} requestId
 * @property {string} method Such as "AddToScore".
 * @property {Record<string, unknown>} parameters Without the request ID.
 * @property {string} pitch Empty for the usual one.
 * @property {string} text What it does, for people.
 * @property {string} [what] What it undoes or does again, for people.
 * @property {string} [pad] The side whose pad was tapped.
 * @property {string} [match] The ID of the match that it is meant for; empty for none.
 * @property {number | null} [at] The server's CLOCK_BOOTTIME at the tap, in microseconds; null if
 *     it was not known.
 * @property {number | null} [atError] The greatest error of that, in milliseconds.
 * @property {number} [wallAt] The wall clock of this device at the tap, in milliseconds.
 * @property {number} [steadyAt] The same by steadyNow.
 *
 * @typedef {{kind: "confirmed", reply: any} | {kind: "counted"}
 *     | {kind: "refused", error: string, message: string} | {kind: "notPaired"}
 *     | {kind: "late"}} Result Of one that has counted with another date there is no reply.
 */

/** An ID that no other tap has: 128 random bits. randomUUID is not there over plain HTTP. */
export function newRequestId() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * True if a command counts for the moment of its tap, and not for that at which it is sent.
 * @param {Command} command
 */
function isDatable(command) {
    const { method, parameters } = command;
    return method === "AddToScore" ? parameters.delta === 1
        : isOfClock(command) || ["ShowCard", "Substitute"].includes(method);
}

/**
 * True if a command starts or stops the clock of the match.
 * @param {Command} command
 */
function isOfClock({ method }) {
    return ["Start", "Pause", "Resume", "Whistle"].includes(method);
}

/**
 * True if play begins with a command, at the moment at which it is sent.
 * @param {Command} command
 */
function isBeginning({ method, parameters }) {
    return method === "Start" || parameters.what === "begin";
}

/**
 * The time of this device in milliseconds, whether its clock is set or not as long as the page is
 * there; it may stand still in a sleep.
 */
function steadyNow() { return performance.timeOrigin + performance.now(); }

export class Sender {
    /**
     * Those that are not confirmed, in order; the first one is being sent.
     * @type {Command[]}
     */
    queue = stored();
    /** True if a command was not confirmed in time: a person decides what is to be done. */
    isHeld = this.queue.length > 0;
    #isSending = false;

    /**
     * @param {import("./meant.js").Meant} meant
     * @param {(body: string, signal: AbortSignal) => Promise<Response>} post
     * @param {import("./clock.js").ServerClock} clock
     * @param {(command: Command, result: Result) => void} done
     * @param {() => void} changed Called when the queue has changed.
     */
    constructor(meant, post, clock, done, changed) {
        this.meant = meant;
        this.post = post;
        this.clock = clock;
        this.done = done;
        this.changed = changed;
    }

    /**
     * Adds a command.
     * @param {Command} command
     */
    send(command) {
        this.queue.push({ ...this.#moment(), ...command });
        this.#store();
        void this.#run();
    }

    /** The present moment, as a tap has it. */
    #moment() {
        const [at, atError] = [this.clock.now(), this.clock.error];
        return { at, atError, wallAt: Date.now(), steadyAt: steadyNow() };
    }

    /** Sends again what was not confirmed, with the same IDs. */
    sendAgain() {
        this.isHeld = false;
        this.changed();
        void this.#run(true);
    }

    /** Gives up what was not confirmed. */
    drop() {
        this.queue = [];
        this.isHeld = false;
        this.#store();
    }

    /**
     * Drops the held commands that are meant for another match than the present one; returns them.
     * @returns {Command[]}
     */
    dropLate() {
        if (!this.isHeld) return [];
        const late = this.queue.filter((command) => this.meant.isKnownLate(command));
        if (late.length === 0) return [];
        this.queue = this.queue.filter((command) => !late.includes(command));
        this.isHeld = this.queue.length > 0;
        this.#store();
        return late;
    }

    /** @param {boolean} [isAgain] True if they were tapped a while ago. */
    async #run(isAgain = false) {
        if (this.#isSending || this.isHeld) return;
        this.#isSending = true;
        while (!this.isHeld && this.queue.length > 0) {
            const command = this.queue[0];
            const result = await this.#deliver(command, isAgain);
            if (!result) {
                this.isHeld = true;
                break;
            }
            if (this.queue[0] === command) this.queue.shift();
            if (result.kind === "notPaired") this.queue = [];
            if (result.kind === "confirmed" && isBeginning(command)) this.#keepInPlay(result.reply);
            this.#store();
            this.done(command, result);
        }
        this.#isSending = false;
        this.changed();
    }

    /**
     * Keeps taps that came after the play had begun from being dated back before it, if it began
     * only now.
     * @param {any} reply
     */
    #keepInPlay({ gather }) {
        const now = this.clock.now();
        const beganAt = gather?.course?.zeroAtBoottimeMicroseconds;
        if (now === null || beganAt == null) return;
        for (const command of this.queue) {
            if (command.at == null || command.at >= beganAt) continue;
            Object.assign(command, this.#moment());
        }
    }

    /**
     * Sends one command until there is an answer; null if there is none in time.
     * @param {Command} command @param {boolean} isAgain
     * @returns {Promise<Result | null>}
     */
    async #deliver(command, isAgain) {
        const passed = this.#stopwatch();
        for (let isOld = isAgain; ; isOld = true) {
            const left = () => Math.min(answerMilliseconds, patienceMilliseconds - passed());
            if (left() <= 0) return null;
            const isFor = await this.meant.isForPresent(command, isOld, left());
            if (isFor === false) return { kind: "late" };
            const ago = isFor ? this.#agoOf(command) : null;
            const result = ago === null ? null : await this.#tryDated(command, ago, left);
            if (result) return result;
            await new Promise((resume) => { setTimeout(resume, againMilliseconds); });
        }
    }

    /** Gives the milliseconds from now on, also where performance.now() stands still in a sleep. */
    #stopwatch() {
        const [began, at] = [performance.now(), this.clock.now()];
        return () => Math.max(performance.now() - began, this.#since(at) ?? 0);
    }

    /**
     * Gives the milliseconds since a time of the server; null if one of the two is not known.
     * @param {number | null | undefined} at
     */
    #since(at) {
        const now = this.clock.now();
        return now === null || at == null ? null : Math.round((now - at) / 1_000);
    }

    /**
     * The milliseconds by which a command is dated back, 0 for none; null if that is not known yet,
     * as on a page that was just loaded.
     * @param {Command} command
     */
    #agoOf(command) {
        if (!isDatable(command)) return 0;
        let ago = this.#since(command.at);
        // The boottime of the server is not known at a tap on a page that was just loaded, and
        // begins at zero when its machine is started again.
        const isLost = command.at == null || (ago !== null && ago <= -leastAgo);
        if (isLost) ago = Date.now() - (command.wallAt ?? Date.now());
        if (ago === null) return null;
        // A clock of this device that was set looks like a sleep.
        const { steadyAt } = command;
        if (isLost && steadyAt !== undefined && isOfClock(command)) {
            ago = Math.min(ago, Math.round(steadyNow() - steadyAt));
        }
        // None is dated before its tap. The errors of two answers do not cancel each other out.
        const [error, atError] = [this.clock.error ?? 0, command.atError ?? 0];
        if (!isLost && error !== atError) ago -= Math.ceil(error + atError);
        if (ago < leastAgo) return 0;
        // The clock of the match would be wrong by as much as the date.
        return isOfClock(command) && this.clock.isDoubtful ? null : ago;
    }

    /**
     * Sends one command with its date, then without one: it can have been tapped longer ago than
     * gatherd takes.
     * @param {Command} command @param {number | null} ago Null for no date at all.
     * @param {() => number} left
     * @returns {Promise<Result | null>}
     */
    async #tryDated(command, ago, left) {
        // Too late to send it: it could count in another match by now.
        if (left() <= 0) return null;
        const sentAt = ago === null ? null : this.#sentAt(command);
        const result = await this.#try(bodyOf(command, ago ?? 0, sentAt), left());
        const error = result?.kind === "refused" ? result.error.split(".").at(-1) ?? "" : "";
        const errors = isOfClock(command) ? clockDateErrors : dateErrors;
        const isDated = Boolean(ago) || sentAt !== null;
        const isLate = isOfClock(command) && error === "AgoTooLong";
        const isUndated = isDated
            && (isLate ? await this.meant.isSo(command) : errors.includes(error));
        return isUndated ? this.#tryDated(command, null, left) : result;
    }

    /**
     * The server's CLOCK_BOOTTIME in microseconds at the latest, from which gather-web knows how
     * long a command was on its way at least; null if that does not matter or is not certain.
     * @param {Command} command
     */
    #sentAt(command) {
        const now = isDatable(command) && !this.clock.isDoubtful ? this.clock.now() : null;
        return now === null ? null : Math.round(now + (this.clock.error ?? 0) * 1_000);
    }

    /** @param {string} body @param {number} milliseconds @returns {Promise<Result | null>} */
    async #try(body, milliseconds) {
        const abort = new AbortController();
        const timer = setTimeout(() => abort.abort(), milliseconds);
        try {
            const response = await this.post(body, abort.signal);
            const reply = await response.json();
            if (response.ok) return { kind: "confirmed", reply };
            const isUnknown = response.status === 403 && reply.error === "NotPaired";
            if (isUnknown) return { kind: "notPaired" };
            // After these it is not known if the command counted, or it has to be sent later; all
            // other statuses are final.
            if ([429, 500, 502, 503, 504].includes(response.status)) return null;
            const error = String(reply.error ?? response.status);
            // gatherd has taken it under its request ID, with another date.
            const isKnown = error.endsWith(".InvalidParameter")
                && reply.parameters?.parameter === "requestId";
            if (isKnown) return { kind: "counted" };
            return { kind: "refused", error, message: String(reply.message ?? error) };
        } catch {
            return null;
        } finally {
            clearTimeout(timer);
        }
    }

    #store() {
        try {
            sessionStorage.setItem(storeKey, JSON.stringify(this.queue));
        } catch {
            // Without a store a reload forgets what was not confirmed; the page itself does not.
        }
        this.changed();
    }
}

/**
 * @param {Command} command @param {number} ago In milliseconds; 0 for none.
 * @param {number | null} sentAt
 */
function bodyOf({ method, parameters, requestId, pitch }, ago, sentAt) {
    const dated = ago > 0 ? { agoMilliseconds: ago } : {};
    return JSON.stringify({
        ...(pitch ? { pitch } : {}), method, parameters: { ...parameters, ...dated, requestId },
        ...(sentAt === null ? {} : { sentAtBoottimeMicroseconds: sentAt }),
    });
}

/**
 * The commands that a page before this one, in the same tab, had not confirmed.
 * @returns {Command[]}
 */
function stored() {
    try {
        const list = JSON.parse(sessionStorage.getItem(storeKey) ?? "[]");
        return Array.isArray(list) ? list : [];
    } catch {
        return [];
    }
}
