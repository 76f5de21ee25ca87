// @ts-check
// Copies an address. A page over plain HTTP has no clipboard, so there it is selected to be copied.

import { element, setText } from "./page.js";
import { strings } from "./strings.js";

/**
 * Lets the button copy an address.
 *
 * @param {() => string} address
 */
export function offerLink(address) {
    const notice = element("shared");
    const field = /** @type {HTMLInputElement} */ (element("address"));
    element("share").addEventListener("click", async () => {
        field.value = address();
        const copied = await copy(field.value);
        element("byhand").hidden = copied;
        setText(notice, copied ? strings.copied : strings.copyByHand);
        if (!copied) select(field);
    });
    field.addEventListener("focus", () => field.select());
}

/** @param {string} text */
async function copy(text) {
    if (!window.isSecureContext || !navigator.clipboard) return false;
    try {
        await navigator.clipboard.writeText(text);
        return true;
    } catch {
        return false;
    }
}

/** @param {HTMLInputElement} field */
function select(field) {
    field.focus();
    field.setSelectionRange(0, field.value.length);
}
