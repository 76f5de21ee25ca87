// @ts-check
// A classic script in the head of each page: the theme has to stand before the first frame.
(() => {
    const theme = new URLSearchParams(location.search).get("theme") ?? "";
    const known = ["dark", "light", "contrast"];
    document.documentElement.dataset.theme = known.includes(theme) ? theme : "auto";
})();
