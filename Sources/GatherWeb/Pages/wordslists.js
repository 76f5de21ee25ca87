// @ts-check
// The texts of the matches, the squad and the pitches in English, which words.js has among all
// others.

export const listsEnglish = {
    // All lists.
    mainPitch: "Main pitch",
    away: "The match server does not answer. Trying again.",
    noSuchPitchHere: "There is no pitch of this name on this machine.",
    failed: (/** @type {string} */ message) => `This cannot be shown: ${message}`,
    separator: " · ",

    // The results.
    showMore: "More matches",
    filter: "Find a side",
    matchCount: (/** @type {number} */ count) => matchCount(count),
    filtered: (/** @type {number} */ shown, /** @type {number} */ loaded) =>
        `${shown} of ${matchCount(loaded)}`,
    noMatches: "No match has been played here yet.",
    noneFits: "None of the matches above has a side of this name.",
    noneFitsYet: "None of the matches read so far has a side of this name. There are more.",
    leftIn: (/** @type {string} */ period, /** @type {string} */ minute) =>
        `ended early: ${period}, ${minute}'`,
    leftAfter: (/** @type {string} */ period) => `ended early: after ${period}`,

    // One match.
    match: "Match",
    result: "Result",
    timeline: "Timeline",
    players: "Players",
    showUndone: "Show what was undone",
    wasUndone: "undone",
    noSuchMatch: "There is no match with this address.",
    severalMatches: "More than one match has an address that begins so. Use a longer one.",
    bench: "Bench",
    nobody: "Nobody was named.",
    sentOff: "sent off",
    copyLink: "Copy link",
    linkLabel: "Address of this match",
    copied: "The link is copied.",
    copyByHand: "Copy this address:",

    // The events of a match.
    goals: (/** @type {number} */ count) => `${count} goals`,
    ownGoalTitle: "Own goal",
    loweredLater: "taken back later",
    cards: {
        yellow: "Yellow card", secondYellow: "Second yellow card", red: "Red card",
        time: "Time penalty",
    },
    /** Between who came on and who went off. */
    onFor: " for ",
    kickScored: "Kick scored",
    kickMissed: "Kick missed",
    onKicks: (/** @type {string} */ score) => `${score} on kicks`,
    endOf: (/** @type {string} */ period) => `End of ${period}`,
    addedMinutes: (/** @type {number} */ count) => `at least ${count} min`,
    matchEnded: "End of the match",
    matchDiscarded: "Closed without a result",

    // The squad.
    squadCaption: "The players, those with most goals first",
    shirt: "No.",
    player: "Player",
    position: "Position",
    goalsHeading: "Goals",
    noSquad: "Nobody is in the squad yet.",
    positions: {
        goalkeeper: "Goalkeeper", defender: "Defender", midfielder: "Midfielder",
        winger: "Winger", striker: "Striker",
    },

    // The pitches.
    noPitches: "There is no pitch on this machine yet.",
    noAnswer: "no answer",
};

/** @param {number} count */
function matchCount(count) {
    return count === 1 ? "1 match" : `${count} matches`;
}
