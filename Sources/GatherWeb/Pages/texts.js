// @ts-check
// The texts of the pages in another language. gather-web chooses it, as it writes the page: the
// `lang` of <html>, and the script before this one that has the catalogue. English needs none.

/**
 * A catalogue, which units/catalogues makes of units/po: the texts by the English ones, of those
 * with a plural all forms, and the place among them of the form for a count; and the names of
 * periods.
 * @typedef {{language: string, plural: (count: number) => number,
 *     texts: Record<string, string | string[]>, periods: Record<string, string>}} Catalogue
 */

/** @type {Catalogue | null} */
const catalogue = typeof pageCatalogue === "undefined" ? null : pageCatalogue;

/** The language of the page: English where its catalogue did not come. */
export const language = catalogue?.language ?? "en";

/** The language with the country that the reader has set for it, for dates and numbers. */
export const locale = localeOf(language, [requested(), ...preferred()]);

/** The headers of a request that is answered with a text for people. */
export const inLanguage = { "Accept-Language": language };

/**
 * A text with its arguments: %1$@ stands for the first one, %2$@ for the second, %% for a percent
 * sign.
 * @param {string} text A plain literal: units/texts lists them for translators.
 * @param {...(string | number)} values
 */
export function tr(text, ...values) {
    return filled(formOf(text), values);
}

/**
 * A text with several meanings, of which the context selects one.
 * @param {string} context
 * @param {string} text
 * @param {...(string | number)} values
 */
export function trc(context, text, ...values) {
    // The key of such an entry, as pgettext makes it.
    return filled(formOf(`${context}\u0004${text}`, text), values);
}

/**
 * The text for a count: `one` for 1, `other` for all other numbers. The count is argument %1$@.
 * @param {string} one
 * @param {string} other
 * @param {number} count
 * @param {...(string | number)} values
 */
export function trn(one, other, count, ...values) {
    const forms = known(one);
    const form = catalogue && Array.isArray(forms) ? forms[catalogue.plural(Math.abs(count))] : "";
    return filled(form || (count === 1 ? one : other), [count, ...values]);
}

/**
 * A text with its places still open; in English where the catalogue has none.
 * @param {string} key What the catalogue has it by.
 * @param {string} [english]
 */
export function formOf(key, english = key) {
    const found = known(key);
    return typeof found === "string" ? found : english;
}

/**
 * The name of a period: the catalogue has those that gatherd gives; others are as people gave them.
 * @param {string} name
 */
export function periodName(name) { return (catalogue && own(catalogue.periods, name)) ?? name; }

/** @param {string} text */
function known(text) {
    return catalogue && (own(catalogue.texts, text) ?? own(catalogue.periods, text));
}

/**
 * @template Found
 * @param {Record<string, Found>} texts
 * @param {string} text
 */
function own(texts, text) { return Object.hasOwn(texts, text) ? texts[text] : undefined; }

/**
 * A place without an argument stays as it is.
 * @param {string} text
 * @param {(string | number)[]} values
 */
export function filled(text, values) {
    return text.replace(/%(?:%|(\d+)\$@)/g, (place, number) =>
        (number === undefined ? "%" : String(values[Number(number) - 1] ?? place)));
}

/**
 * The first of the wanted locales that belongs to a language.
 * @param {string} language Such as "de".
 * @param {readonly string[]} wanted Such as "de-AT"; what is no language is passed over.
 */
export function localeOf(language, wanted) {
    for (const tag of wanted) {
        if (tag.toLowerCase().split("-")[0] !== language) continue;
        try {
            return new Intl.Locale(tag).toString();
        } catch {
            // Nothing is known by this name.
        }
    }
    return language;
}

function requested() {
    return typeof location === "undefined"
        ? "" : new URLSearchParams(location.search).get("lang") ?? "";
}

function preferred() {
    return typeof navigator === "undefined" ? [] : navigator.languages ?? [];
}
