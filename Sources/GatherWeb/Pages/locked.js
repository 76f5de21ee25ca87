// @ts-check
// The locked screen of the remote: a number and a name for the device unlock it.
import { pair } from "./device.js";
import { element, setText } from "./page.js";
import { strings } from "./strings.js";

/** What is wrong with a number: it is of no use after that. */
const numberErrors = /** @type {Record<string, string>} */ ({
    WrongNumber: strings.wrongNumber, NoPairing: strings.noPairing,
    TooManyTries: strings.tooManyTries,
});
/** The number of the address, which only this page is to know. */
let code = "";

/** True if others in the network can read along. */
export function isPlain() {
    const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
    return location.protocol === "http:" && !isLocal;
}

/** Takes the number out of the address, so that nobody finds it in the history. */
export function takeCode() {
    const [, found = ""] = /^#(\d{6})$/.exec(location.hash) ?? [];
    code = found;
    if (location.hash) history.replaceState(null, "", location.pathname + location.search);
    return code !== "";
}

/** @param {() => void} unlocked */
export function prepareLocked(unlocked) {
    const form = /** @type {HTMLFormElement} */ (element("pairing"));
    form.addEventListener("submit", (event) => {
        event.preventDefault();
        void submit(unlocked);
    });
    // A QR code that is read while the page is open changes its fragment alone.
    addEventListener("hashchange", () => {
        if (takeCode() && !element("locked").hidden) showLocked();
    });
    setText(element("plain"), strings.plainHTTP);
    element("plain").hidden = !isPlain();
}

/** @param {string} [reason] Why the remote is locked again. */
export function showLocked(reason = "") {
    element("remote").hidden = true;
    element("locked").hidden = false;
    showCode();
    showReason(reason);
    input(code ? "name" : "code").focus();
}

function showCode() {
    element("codelabel").hidden = code !== "";
    input("code").disabled = code !== "";
    setText(element("lockedhelp"), code ? strings.lockedHelpCode : strings.lockedHelp);
}

/** @param {string} reason */
function showReason(reason) {
    element("reason").hidden = reason === "";
    setText(element("reason"), reason);
}

/** @param {string} id */
function input(id) { return /** @type {HTMLInputElement} */ (element(id)); }

/** @param {() => void} unlocked */
async function submit(unlocked) {
    const button = element("pairing").querySelector("button");
    if (!button || button.disabled) return;
    button.disabled = true;
    setText(button, strings.pairing);
    // gatherctl shows the number with a gap, which may be typed or left out.
    const typed = input("code").value.replaceAll(" ", "");
    // A keyboard for a script from right to left writes marks that no name may have.
    const name = input("name").value.replace(/\p{Bidi_Control}/gu, "").trim();
    const { error, message } = await pair(code || typed, name);
    button.disabled = false;
    setText(button, strings.pair);
    if (!error) {
        code = "";
        input("code").value = "";
        return unlocked();
    }
    // The number of the address may be an old one: another can be typed then.
    if (numberErrors[error]) code = "";
    showCode();
    showReason(error === "Unreachable"
        ? strings.unreachable : numberErrors[error] ?? strings.pairFailed(message));
}
