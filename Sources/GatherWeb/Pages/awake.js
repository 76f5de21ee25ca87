// @ts-check
// Keeps the screen on where the browser can: over TLS and on this machine.

/** @type {{release: () => Promise<void>} | null} */
let lock = null;

/** Keeps the screen on as long as the page is seen. */
export function keepAwake() {
    void request();
    document.addEventListener("visibilitychange", () => void request());
}

async function request() {
    const wakeLock = /** @type {any} */ (navigator).wakeLock;
    if (!wakeLock || document.hidden || lock) return;
    try {
        const granted = await wakeLock.request("screen");
        lock = granted;
        granted.addEventListener("release", () => { lock = null; });
    } catch {
        // A low battery is a good reason; the board is the same without.
    }
}
