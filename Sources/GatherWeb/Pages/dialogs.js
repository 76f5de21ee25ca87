// @ts-check
// Questions in the page: one dialog at a time, with the keyboard too (Escape answers "no").
import { make } from "./page.js";
import { strings } from "./strings.js";

/**
 * @template T
 * @typedef {{text: string, value: T, color?: string | null, isDanger?: boolean, isWide?: boolean,
 *     note?: string}} Choice
 */

/**
 * @typedef {{name: string, label: string, kind?: "text" | "number" | "select" | "checkbox",
 *     value?: string, choices?: [string, string][], least?: number, most?: number,
 *     length?: number, pattern?: string, isFree?: boolean, shownFor?: [string, string]}} Field
 */

/**
 * Opens a dialog; the promise is null where it was closed without an answer.
 * @template T
 * @param {string} title
 * @param {(content: HTMLElement, answer: (value: T) => void) => void} build
 * @returns {Promise<T | null>}
 */
function open(title, build) {
    return new Promise((resolve) => {
        const dialog = document.createElement("dialog");
        const heading = make("h2", "", title);
        heading.id = `title${Date.now()}`;
        dialog.setAttribute("aria-labelledby", heading.id);
        const content = make("div", "content");
        /** @type {T | null} */
        let answer = null;
        dialog.append(heading, content);
        build(content, (value) => {
            answer = value;
            dialog.close();
        });
        const cancel = make("button", "cancel", strings.cancel);
        cancel.setAttribute("type", "button");
        cancel.addEventListener("click", () => dialog.close());
        (content.querySelector("footer") ?? dialog).append(cancel);
        dialog.addEventListener("click", (event) => {
            if (event.target === dialog) dialog.close();
        });
        dialog.addEventListener("close", () => {
            dialog.remove();
            resolve(answer);
        });
        document.body.append(dialog);
        dialog.showModal();
        // The focus goes neither to the list that scrolls nor to a button for something that cannot
        // be undone easily.
        const first = content.querySelector("button, input, select");
        const isHarmless = first instanceof HTMLElement && !first.classList.contains("danger");
        (isHarmless ? first : cancel).focus();
    });
}

/**
 * Lets a person choose one of several buttons.
 * @template T
 * @param {string} title @param {Choice<T>[]} choices @param {string} [text]
 * @returns {Promise<T | null>}
 */
export function choose(title, choices, text = "") {
    return open(title, (content, answer) => {
        if (text) content.append(make("p", "lead", text));
        const list = make("div", "choices");
        for (const choice of choices) {
            const button = make("button", choice.isDanger ? "danger" : "", choice.text);
            button.setAttribute("type", "button");
            button.dir = "auto";
            if (choice.isWide) button.classList.add("wide");
            if (choice.color) button.dataset.color = choice.color;
            if (choice.note) button.append(make("small", "", choice.note));
            button.addEventListener("click", () => answer(choice.value));
            list.append(button);
        }
        content.append(list);
    });
}

/**
 * Asks before something that is not easily taken back.
 * @param {string} title @param {string} text @param {string} yes
 */
export async function confirmed(title, text, yes) {
    /** @type {Choice<boolean>[]} */
    const choices = [{ text: yes, value: true, isDanger: true, isWide: true }];
    return await choose(title, choices, text) === true;
}

/**
 * Shows a form.
 * @param {string} title @param {Field[]} fields @param {string} submit
 * @returns {Promise<Record<string, string> | null>}
 */
export function form(title, fields, submit) {
    return open(title, (content, answer) => {
        const shape = document.createElement("form");
        for (const field of fields) shape.append(row(field));
        const foot = make("footer");
        foot.append(make("button", "main", submit));
        shape.append(foot);
        const show = () => {
            for (const field of fields) {
                if (!field.shownFor) continue;
                const [name, value] = field.shownFor;
                const input = shape.elements.namedItem(field.name);
                const isShown = valueOf(shape, name) === value;
                if (!(input instanceof HTMLInputElement)) continue;
                input.disabled = !isShown;
                const label = input.closest("label");
                if (label) label.hidden = !isShown;
            }
        };
        shape.addEventListener("change", show);
        show();
        shape.addEventListener("submit", (event) => {
            event.preventDefault();
            answer(Object.fromEntries(
                fields.map(({ name }) => [name, valueOf(shape, name)])));
        });
        content.append(shape);
    });
}

/** @param {HTMLFormElement} shape @param {string} name */
function valueOf(shape, name) {
    const input = shape.elements.namedItem(name);
    if (input instanceof HTMLInputElement && input.type === "checkbox") {
        return input.checked ? "yes" : "";
    }
    const isField = input instanceof HTMLInputElement || input instanceof HTMLSelectElement;
    return isField && !input.disabled ? input.value.trim() : "";
}

/** @param {Field} field */
function row(field) {
    const label = make("label", field.kind ?? "text");
    label.append(make("span", "", field.label));
    if (field.kind === "select") {
        const select = document.createElement("select");
        select.name = field.name;
        for (const [value, text] of field.choices ?? []) select.append(new Option(text, value));
        select.value = field.value ?? "";
        label.append(select);
        return label;
    }
    const input = document.createElement("input");
    input.name = field.name;
    input.type = field.kind ?? "text";
    input.autocomplete = "off";
    if (field.kind === "checkbox") input.checked = field.value === "yes";
    else input.value = field.value ?? "";
    if (field.least !== undefined) input.min = String(field.least);
    if (field.most !== undefined) input.max = String(field.most);
    if (field.length !== undefined) input.maxLength = field.length;
    if (field.pattern !== undefined) input.pattern = field.pattern;
    if (field.kind === "number") input.inputMode = "numeric";
    input.required = field.kind !== "checkbox" && !field.isFree;
    label.append(input);
    return label;
}
