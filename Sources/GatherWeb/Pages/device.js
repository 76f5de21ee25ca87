// @ts-check
// This device: its secret, which pairing gives it, and what it says to the server.
import { inLanguage } from "./texts.js";

const storeKey = "gather.device";
const timeoutMilliseconds = 8_000;

/** @typedef {{device: string, name: string, secret: string}} Device */

/** @type {Device | null} */
let device = stored();

/** @returns {Device | null} */
function stored() {
    try {
        const value = JSON.parse(localStorage.getItem(storeKey) ?? "null");
        return value && typeof value.secret === "string" ? value : null;
    } catch {
        return null;
    }
}

export function currentDevice() { return device; }

/**
 * Takes the secret of a later pairing on this phone, which another tab has stored.
 * @param {Device | null} refused What the server does not know.
 * @returns {boolean} True if this device has another secret than that.
 */
export function takeNewer(refused) {
    // The secret may have been taken already, because of another refused command.
    if (device?.secret === refused?.secret) device = stored() ?? device;
    return device !== null && device.secret !== refused?.secret;
}

/**
 * Follows the other tabs of this device: what is paired or forgotten in one is so in all.
 * @param {() => void} changed Called after each change.
 */
export function followOtherTabs(changed) {
    addEventListener("storage", ({ key }) => {
        // There is no key if all was removed.
        if (key !== storeKey && key !== null) return;
        device = stored();
        changed();
    });
}

/** Forgets the secret on this device; the server keeps it until it is removed there. */
export function forgetDevice() {
    device = null;
    try {
        localStorage.removeItem(storeKey);
    } catch {
        // There is no store, so nothing is in it.
    }
}

/** @returns {Record<string, string>} */
function headers() {
    return device ? { "Gather-Device": `${device.device}.${device.secret}` } : {};
}

/**
 * Pairs with a number that `gatherctl pair` shows.
 * @param {string} code @param {string} name
 * @returns {Promise<{error: string, message: string}>} The name of an error, empty if it is paired,
 *     and the words of the server for it.
 */
export async function pair(code, name) {
    try {
        const response = await fetch("/api/pair", {
            method: "POST", body: JSON.stringify({ code, name }), cache: "no-store",
            headers: { "Content-Type": "application/json", ...inLanguage },
            signal: timeout(),
        });
        const reply = await response.json();
        if (!response.ok) {
            const error = String(reply.error ?? response.status);
            return { error, message: String(reply.message ?? error) };
        }
        device = { device: reply.device, name: reply.name, secret: reply.secret };
        try {
            localStorage.setItem(storeKey, JSON.stringify(device));
        } catch {
            // Without the store the device is paired only until the page is closed.
        }
        return { error: "", message: "" };
    } catch {
        return { error: "Unreachable", message: "" };
    }
}

/**
 * Asks whether the server still knows this device.
 * @returns {Promise<"known" | "unknown" | "unreachable">}
 */
export async function checkDevice() {
    try {
        const response = await fetch(
            "/api/device", { headers: headers(), cache: "no-store", signal: timeout() });
        const reply = await response.json();
        if (response.ok) return "known";
        return reply.error === "NotPaired" ? "unknown" : "unreachable";
    } catch {
        return "unreachable";
    }
}

/** @param {string} body @param {AbortSignal} signal */
export function postCommand(body, signal) {
    return fetch("/api/command", {
        method: "POST", body, signal, cache: "no-store",
        headers: { "Content-Type": "application/json", ...inLanguage, ...headers() },
    });
}

function timeout() {
    const abort = new AbortController();
    setTimeout(() => abort.abort(), timeoutMilliseconds);
    return abort.signal;
}
