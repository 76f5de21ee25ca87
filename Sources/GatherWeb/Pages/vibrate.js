// @ts-check

/**
 * Lets the device be felt, where it can be.
 * @param {number[]} pattern
 */
export function vibrate(pattern) {
    // Before the first tap a browser refuses, and complains.
    if ("vibrate" in navigator && navigator.userActivation?.hasBeenActive !== false) {
        navigator.vibrate(pattern);
    }
}
