// @ts-check
// The texts of a club, its table and its pitches, which strings.js has among all others.
import { tr } from "./texts.js";

export const clubStrings = {
    // The table.
    groupTitle: (/** @type {string} */ name) => tr("Group %1$@", name),
    tableCaption: tr("The teams, the best first"),
    place: tr("Place"),
    placeShort: "#",
    team: tr("Team"),
    played: tr("Played"),
    won: tr("Won"),
    drawn: tr("Drawn"),
    lost: tr("Lost"),
    goalsOfTeam: tr("Goals"),
    difference: "+/-",
    points: tr("Points"),
    apart: tr("Not in the table"),
    apartReasons: {
        noFixture: tr("played without a fixture"),
        unknownFixture: tr("its fixture is not in the list"),
        otherSides: tr("its sides are not those of its fixture"),
        beforeFixture: tr("played days before its fixture"),
        abandoned: tr("left before its end"),
        replayed: tr("another match of the fixture has ended later"),
    },
    noTable: tr("There is no table yet: there are no fixtures."),
    noSuchGroup: (/** @type {string} */ name) => tr("There is no group %1$@.", name),
    tableNotLive: tr("Not live: results of other pitches do not come in at the moment."),

    // All of the club.
    noClub: tr("There is no club on this machine: gather-mqtt --club is not running."),
    clubAway: tr("The club does not answer. Trying again."),

    // The pitches of the club.
    atTheClub: tr("At the club"),
    clubNotLive: tr("Not live: nothing comes from other pitches at the moment."),
    noClubPitches: tr("No other pitch is there yet."),
    clockAhead: (/** @type {number} */ seconds) => tr("clock %1$@ s ahead", seconds),
    clockBehind: (/** @type {number} */ seconds) => tr("clock %1$@ s behind", seconds),
};
