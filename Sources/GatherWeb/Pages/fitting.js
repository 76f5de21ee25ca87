// @ts-check
// Names in the largest size in which no word has to be broken, unless that is too small to read.

const measured = 100;
const context = document.createElement("canvas").getContext("2d");
/** @type {Set<HTMLElement>} */
const places = new Set();

/**
 * Tells the styles the width of the longest word of a bold name, in em, as --widest.
 * @param {HTMLElement} place It has the name as its text.
 */
export function fitName(place) {
    places.add(place);
    if (!context) return;
    context.font = `800 ${measured}px "Gather Sans", system-ui, sans-serif`;
    const parts = (place.textContent ?? "").split(/\s+|(?<=[-\u2010])/u);
    const widths = parts.map((part) => context.measureText(part).width / measured);
    place.style.setProperty("--widest", Math.max(...widths, 1).toFixed(2));
}

document.fonts.addEventListener("loadingdone", () => places.forEach(fitName));
