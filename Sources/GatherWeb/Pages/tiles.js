// @ts-check
// Lays tiles out so that they fill the screen as well as they can, or scroll where they would be
// too small to read.

/** The best aspect ratio of a tile: its width divided by its height. */
const shape = 1.7;
/** The least aspect ratio, which limits the height: a tall tile would be mostly empty. */
const narrowest = 1.15;
/** The least width and height of a tile that can be read, in rem. */
const leastWidth = 15;
const leastHeight = 8.5;

/**
 * The numbers of columns and rows that make the tiles largest; no rows where they have to scroll.
 * @param {number[]} counts The numbers of tiles in lists below each other.
 * @param {number} width Of the room, in rem, as are the height and the gap.
 * @param {number} height
 * @param {number} gap
 * @returns {{columns: number, rows: number | null}}
 */
export function layOut(counts, width, height, gap) {
    const most = Math.max(...counts, 1);
    /** @param {number} columns */
    const rowsOf = (columns) => Math.max(
        counts.reduce((rows, count) => rows + Math.ceil(count / columns), 0), 1);
    let best = { columns: 1, rows: rowsOf(1), size: 0, fits: false };
    for (let columns = 1; columns <= most; columns++) {
        const rows = rowsOf(columns);
        const tileWidth = (width - gap * (columns - 1)) / columns;
        const tileHeight = (height - gap * (rows - 1)) / rows;
        const size = Math.min(tileWidth / shape, tileHeight);
        const fits = tileWidth >= leastWidth && tileHeight >= leastHeight;
        if (size > best.size) best = { columns, rows, size, fits };
    }
    if (best.fits) return { columns: best.columns, rows: best.rows };
    const columns = Math.max(1, Math.floor((width + gap) / (leastWidth + 2 + gap)));
    return { columns: Math.min(columns, most), rows: null };
}

/**
 * Keeps the tiles of lists laid out, all of one size.
 * @param {...HTMLElement} lists Below each other; the first one is always there.
 * @returns {() => void} Lays them out at once.
 */
export function keepFilling(...lists) {
    const lay = () => {
        const list = lists[0];
        const root = parseFloat(getComputedStyle(document.documentElement).fontSize);
        const gap = parseFloat(getComputedStyle(list).rowGap) || 0;
        const below = parseFloat(getComputedStyle(document.body).paddingBottom) || 0;
        const height = innerHeight - list.offsetTop - below - between(lists);
        const { columns, rows } = layOut(
            lists.map((one) => one.children.length), list.clientWidth / root, height / root,
            gap / root);
        const highest = (list.clientWidth - gap * (columns - 1)) / columns / narrowest;
        const row = rows === null ? null : Math.min((height - gap * (rows - 1)) / rows, highest);
        for (const { style } of lists) {
            style.setProperty("--columns", String(columns));
            style.setProperty("--row", row === null ? "" : `${row}px`);
        }
    };
    addEventListener("resize", lay);
    return lay;
}

/**
 * The height of what is between the tiles of lists.
 * @param {HTMLElement[]} lists
 */
function between(lists) {
    let height = 0;
    for (const [index, list] of lists.entries()) {
        const before = lists[index - 1];
        if (!before || list.offsetParent === null) continue;
        const padding = parseFloat(getComputedStyle(list).paddingTop) || 0;
        height += list.offsetTop - before.offsetTop - before.offsetHeight + padding;
    }
    return height;
}
