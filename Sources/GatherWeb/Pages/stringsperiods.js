// @ts-check
// The names of periods, which strings.js has among all others. gatherd gives them in English to the
// formats that it has built in; those of a file have the names that people gave them.
import { tr } from "./texts.js";

/** @type {Map<string, string>} */
const names = new Map([
    ["match", tr("match")],
    ["first half", tr("first half")],
    ["second half", tr("second half")],
    ["first quarter", tr("first quarter")],
    ["second quarter", tr("second quarter")],
    ["third quarter", tr("third quarter")],
    ["fourth quarter", tr("fourth quarter")],
    ["first period", tr("first period")],
    ["second period", tr("second period")],
    ["third period", tr("third period")],
    ["fourth period", tr("fourth period")],
    ["fifth period", tr("fifth period")],
    ["sixth period", tr("sixth period")],
    ["seventh period", tr("seventh period")],
    ["eighth period", tr("eighth period")],
    ["ninth period", tr("ninth period")],
    ["tenth period", tr("tenth period")],
    ["eleventh period", tr("eleventh period")],
    ["twelfth period", tr("twelfth period")],
    ["half-time", tr("half-time")],
    ["break", tr("break")],
    ["extra time", tr("extra time")],
    ["break before extra time", tr("break before extra time")],
    ["kicks from the mark", tr("kicks from the mark")],
]);
const ofExtraTime = " of extra time";

export const periodStrings = {
    period: (/** @type {string} */ name) => {
        const part = names.get(name.slice(0, -ofExtraTime.length));
        return name.endsWith(ofExtraTime) && part
            ? tr("%1$@ of extra time", part) : names.get(name) ?? name;
    },
};
