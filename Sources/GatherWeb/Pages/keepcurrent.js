// @ts-check
// Keeps what a page has read from the server current.

/** The time after which a task that failed is carried out again. */
const againMilliseconds = 5_000;

/**
 * Carries out a task at once, and again after a time while the page is seen, and when it is seen
 * again; it never begins before it has ended.
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
