// @ts-check
// A classic script in the head of each page: the theme has to stand before the first frame. And it
// tries again where a part of the page did not come, as when too many are connected.
(() => {
    const theme = new URLSearchParams(location.search).get("theme") ?? "";
    const known = ["dark", "light", "contrast"];
    document.documentElement.dataset.theme = known.includes(theme) ? theme : "auto";
    const againMilliseconds = 3_000;
    let isComing = false;
    addEventListener("error", ({ target }) => {
        const isPart = target instanceof HTMLScriptElement || target instanceof HTMLLinkElement;
        // Without its catalogue a page is English, and works.
        if (!isPart || isComing || target.hasAttribute("data-catalogue")) return;
        isComing = true;
        loadLater();
    }, true);

    /** Loads the page again, once there is one: nothing tries again from an answer that is none. */
    function loadLater() {
        setTimeout(async () => {
            const options = { cache: /** @type {const} */ ("no-store") };
            // It is no HEAD, which not all that is between takes.
            const answer = await fetch(location.href, options).catch(() => null);
            if (answer?.ok) location.reload();
            else loadLater();
        }, againMilliseconds);
    }
})();
