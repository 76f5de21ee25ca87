// @ts-check
// Reads from the server, about the pitch of the address.

import { answerMilliseconds, endpoint, restMilliseconds } from "./page.js";
import { naming } from "./stringsforgotten.js";
import { inLanguage } from "./texts.js";

/** An answer that is none: its status, 0 where the server was not reached, and its name. */
export class ReadError extends Error {
    /**
     * @param {number} status
     * @param {string} name
     * @param {string} message
     */
    constructor(status, name, message) {
        super(message);
        this.status = status;
        this.name = name;
    }

    /** True if the same question can be answered a little later. */
    get isTransient() {
        return this.status === 0 || this.status === 429 || this.status >= 500;
    }
}

/**
 * Reads one of the lists.
 *
 * @template Answer
 * @param {string} list Such as "history".
 * @param {Record<string, string | number | null | undefined>} [parameters]
 * @param {number} [milliseconds] The time for all of the answer.
 * @returns {Promise<Answer>}
 */
export async function read(list, parameters = {}, milliseconds) {
    /** @type {Record<string, string | number>} */
    const given = {};
    for (const [name, value] of Object.entries(parameters)) {
        if (value !== null && value !== undefined) given[name] = value;
    }
    const abort = new AbortController();
    const end = () => abort.abort();
    let timer = setTimeout(end, milliseconds ?? answerMilliseconds);
    let response, answer;
    try {
        const options = {
            cache: /** @type {const} */ ("no-store"), signal: abort.signal, headers: inLanguage,
        };
        response = await fetch(endpoint(`/api/${list}`, given), options);
        if (milliseconds === undefined) {
            clearTimeout(timer);
            timer = setTimeout(end, restMilliseconds);
        }
        // An answer that breaks off is none; one that refuses may be of something else on the way.
        const parsed = response.json();
        answer = await (response.ok ? parsed : parsed.catch(() => null));
    } catch {
        throw new ReadError(0, "Unreachable", "the server is not reached");
    } finally {
        clearTimeout(timer);
    }
    if (!response.ok || !answer) {
        throw new ReadError(
            response.status, answer?.error ?? "", answer?.message ?? `status ${response.status}`);
    }
    return naming(answer);
}

/**
 * Reads until there is an answer that stays; waits a little longer after each failure.
 *
 * @template Answer
 * @param {() => Promise<Answer>} operation
 * @param {(error: ReadError) => void} failed Notified of each transient failure.
 * @returns {Promise<Answer>}
 */
export async function retry(operation, failed) {
    for (let pause = 500; ; pause = Math.min(pause * 2, 8_000)) {
        try {
            return await operation();
        } catch (error) {
            if (!(error instanceof ReadError) || !error.isTransient) throw error;
            failed(error);
            // Many pages can have failed at once, and are not to ask again at once.
            const wait = pause * (1 + Math.random());
            await new Promise((resolve) => setTimeout(resolve, wait));
        }
    }
}
