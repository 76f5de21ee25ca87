// @ts-check

/**
 * Vibrates the device, if it can.
 * @param {number[]} pattern
 */
export function vibrate(pattern) {
    // Before the first tap a browser refuses, and complains.
    const activation = /** @type {any} */ (navigator).userActivation;
    if ("vibrate" in navigator && activation?.hasBeenActive !== false) {
        navigator.vibrate(pattern);
    }
}
