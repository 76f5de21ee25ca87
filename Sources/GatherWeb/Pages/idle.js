// @ts-check
// On a wall nobody needs links: they go away with the pointer, and come back with it.

const idleMilliseconds = 6_000;

export function hideWhenIdle() {
    const canHover = matchMedia("(hover: hover)");
    let timer = 0;
    const wake = () => {
        document.body.removeAttribute("data-idle");
        clearTimeout(timer);
        if (!canHover.matches) return;
        timer = setTimeout(() => document.body.setAttribute("data-idle", ""), idleMilliseconds);
    };
    for (const event of ["pointermove", "pointerdown", "keydown", "focusin"]) {
        addEventListener(event, wake, { passive: true });
    }
    wake();
}
