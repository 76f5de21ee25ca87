// @ts-check
// The beginning of the pages with lists, and how they say what is wrong.
import { ReadError } from "./api.js";
import { element, fill, pitch, setText } from "./page.js";
import { strings } from "./strings.js";

/** Fills in the texts and links of the page, and names the pitch where it is not the usual one. */
export function beginPage() {
    fill();
    const name = document.getElementById("pitch");
    if (!name) return;
    name.textContent = pitch ? strings.pitch(pitch) : "";
    name.hidden = pitch === "";
}

/**
 * The title of the window, with the pitch where it is not the usual one.
 * @param {string} page
 */
export function setTitle(page) {
    document.title = pitch ? strings.and(page, strings.pitch(pitch)) : page;
}

/**
 * Shows a text in the place of the list, or above it; nothing where the text is empty.
 * @param {string} text
 * @param {HTMLElement} [notice]
 */
export function showNotice(text, notice = element("notice")) {
    setText(notice, text);
    notice.hidden = text === "";
}

/**
 * Shows why something is missing. An error that is none of the server's is a fault of the page.
 * @param {unknown} error
 */
export function showError(error) {
    if (!(error instanceof ReadError)) throw error;
    if (error.isTransient) return showNotice(strings.away);
    showNotice(
        error.name === "NoSuchPitch" ? strings.noSuchPitchHere : strings.failed(error.message));
}

/**
 * Shows why something of the club is missing.
 * @param {unknown} error
 * @param {string} group The group that was asked for; empty for all.
 * @param {HTMLElement} [notice]
 */
export function showClubError(error, group, notice) {
    if (!(error instanceof ReadError)) throw error;
    switch (error.name) {
    case "NoClub": return showNotice(strings.noClub, notice);
    case "NoSuchGroup": return showNotice(strings.noSuchGroup(group), notice);
    default: showNotice(error.status === 0 ? strings.away : strings.clubAway, notice);
    }
}

/** The time for which a page that is not live says that it is connecting. */
const patienceMilliseconds = 2_000;
const opened = performance.now();

/**
 * Tells whether a page is live, from its beginning on.
 * @param {import("./link.js").Link} link
 * @returns {"live" | "connecting" | "stale"}
 */
export function statusOf(link) {
    if (link.isLive) return "live";
    return performance.now() - opened < patienceMilliseconds ? "connecting" : "stale";
}

/**
 * Keeps showing whether what is on the page is live.
 * @param {HTMLElement} place
 * @param {import("./link.js").Link} link
 * @param {() => boolean} canChange False for a match that is over, of which only STALE is said.
 * @returns {() => void} Shows it at once.
 */
export function followStatus(place, link, canChange) {
    const show = () => {
        const status = statusOf(link);
        place.hidden = !canChange() && status !== "stale";
        place.dataset.status = status;
        setText(place, strings[status]);
    };
    link.onStatus(show);
    setTimeout(show, patienceMilliseconds);
    return show;
}
