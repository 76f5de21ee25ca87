// @ts-check
// Keeps what a page has read from the server current.

/** The time after which a task that failed is carried out again. */
const againMilliseconds = 5_000;

/**
 * Runs a task at once, then repeatedly while the page is seen, and whenever the page is seen again.
 * Two runs never overlap.
 * @param {() => Promise<number>} task Gives the time until the next one, in milliseconds.
 */
export function keepCurrent(task) {
    let isUnderWay = false;
    let timer = 0;
    const run = async () => {
        if (isUnderWay || document.hidden) return;
        isUnderWay = true;
        clearTimeout(timer);
        let wait = againMilliseconds;
        try {
            wait = await task();
        } finally {
            isUnderWay = false;
            timer = setTimeout(run, wait);
        }
    };
    document.addEventListener("visibilitychange", () => void run());
    addEventListener("pageshow", (event) => { if (event.persisted) void run(); });
    void run();
}
