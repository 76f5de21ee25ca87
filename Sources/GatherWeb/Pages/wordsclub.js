// @ts-check
// The texts of a club in English, its table and its pitches, which words.js has among all others.

export const clubEnglish = {
    // The table.
    groupTitle: (/** @type {string} */ name) => `Group ${name}`,
    tableCaption: "The teams, the best first",
    place: "Place",
    placeShort: "#",
    team: "Team",
    played: "Played",
    won: "Won",
    drawn: "Drawn",
    lost: "Lost",
    goalsOfTeam: "Goals",
    difference: "+/-",
    points: "Points",
    apart: "Not in the table",
    apartReasons: {
        noFixture: "played without a fixture",
        unknownFixture: "its fixture is not in the list",
        otherSides: "its sides are not those of its fixture",
        beforeFixture: "played days before its fixture",
        abandoned: "left before its end",
        replayed: "another match of the fixture has ended later",
    },
    noTable: "There is no table yet: there are no fixtures.",
    noSuchGroup: (/** @type {string} */ name) => `There is no group ${name}.`,
    tableNotLive: "Not live: results of other pitches do not come in at the moment.",

    // All of the club.
    noClub: "There is no club on this machine: gather-mqtt --club is not running.",
    clubAway: "The club does not answer. Trying again.",

    // The pitches of the club.
    atTheClub: "At the club",
    clubNotLive: "Not live: what other pitches do is not heard at the moment.",
    noClubPitches: "No other pitch is there yet.",
    clockAhead: (/** @type {number} */ seconds) => `clock ${seconds} s ahead`,
    clockBehind: (/** @type {number} */ seconds) => `clock ${seconds} s behind`,
};
