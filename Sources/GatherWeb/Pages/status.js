// @ts-check
// LIVE, STALE or connecting, for the element with the ID "status" and for the styles.
import { element, setText } from "./page.js";
import { strings } from "./strings.js";

/** The time after its opening for which a page without a beat says that it is connecting. */
const patienceMilliseconds = 2_000;

/**
 * Keeps the status right; the returned function draws it after a first state has come.
 * @param {import("./link.js").Link} link
 * @param {() => boolean} isKnown True once there was a state.
 */
export function showStatus(link, isKnown) {
    let hasWaited = false;
    const draw = () => {
        const isLive = link.isLive && isKnown();
        // A state alone does not mean STALE: the first state comes before the first beat.
        const isOld = hasWaited || (isKnown() && link.hasServer);
        const status = isLive ? "live" : isOld ? "stale" : "connecting";
        element("status").dataset.status = status;
        setText(element("status"), strings[status]);
        document.body.toggleAttribute("data-stale", status === "stale");
    };
    link.onStatus(draw);
    setTimeout(() => {
        hasWaited = true;
        draw();
    }, patienceMilliseconds);
    draw();
    return draw;
}
