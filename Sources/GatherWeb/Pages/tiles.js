// @ts-check
// Lays tiles out so that they fill the screen as well as they can, or scroll where they would be
// too small to read.

/** The shape that a tile has at best, its width by its height. */
const shape = 1.7;
/** A tile is not made narrower than this by its height: a tall one would be mostly empty. */
const narrowest = 1.15;
/** The least size of a tile to be read, in sizes of the text. */
const leastWidth = 15;
const leastHeight = 8.5;

/**
 * The numbers of columns and rows that make the tiles largest; no rows where they have to scroll.
 * @param {number} count
 * @param {number} width Of the room, in sizes of the text.
 * @param {number} height
 * @param {number} gap
 * @returns {{columns: number, rows: number | null}}
 */
export function layOut(count, width, height, gap) {
    let best = { columns: 1, rows: Math.max(count, 1), size: 0, fits: false };
    for (let columns = 1; columns <= Math.max(count, 1); columns++) {
        const rows = Math.ceil(Math.max(count, 1) / columns);
        const tileWidth = (width - gap * (columns - 1)) / columns;
        const tileHeight = (height - gap * (rows - 1)) / rows;
        const size = Math.min(tileWidth / shape, tileHeight);
        const fits = tileWidth >= leastWidth && tileHeight >= leastHeight;
        if (size > best.size) best = { columns, rows, size, fits };
    }
    if (best.fits) return { columns: best.columns, rows: best.rows };
    const columns = Math.max(1, Math.floor((width + gap) / (leastWidth + 2 + gap)));
    return { columns: Math.min(columns, Math.max(count, 1)), rows: null };
}

/**
 * Keeps the tiles of a list laid out.
 * @param {HTMLElement} list
 * @returns {() => void} Lays them out at once.
 */
export function keepFilling(list) {
    const lay = () => {
        const root = parseFloat(getComputedStyle(document.documentElement).fontSize);
        const gap = parseFloat(getComputedStyle(list).rowGap) || 0;
        const below = parseFloat(getComputedStyle(document.body).paddingBottom) || 0;
        const height = innerHeight - list.offsetTop - below;
        const { columns, rows } = layOut(
            list.children.length, list.clientWidth / root, height / root, gap / root);
        list.style.setProperty("--columns", String(columns));
        const highest = (list.clientWidth - gap * (columns - 1)) / columns / narrowest;
        const row = rows === null ? null : Math.min((height - gap * (rows - 1)) / rows, highest);
        list.style.setProperty("--row", row === null ? "" : `${row}px`);
    };
    addEventListener("resize", lay);
    return lay;
}
