// @ts-check
// A delay as it is written in an address: "4s", "4", "2.5s" or "1500ms".

const mostMilliseconds = 60_000;

/**
 * The delay in milliseconds, none where the text is no time of up to a minute.
 * @param {string} text
 */
export function delayOf(text) {
    const [, number = "", unit = "s"] = /^(\d{1,6}(?:\.\d{1,3})?)(ms|s)?$/.exec(text) ?? [];
    const milliseconds = Math.round(Number(number) * (unit === "ms" ? 1 : 1_000));
    return milliseconds <= mostMilliseconds ? milliseconds : 0;
}
