// @ts-check
// The texts of the matches, the squad and the pitches, which strings.js has among all others.
import { tr, trn } from "./texts.js";

export const listsStrings = {
    // All lists.
    mainPitch: tr("Main pitch"),
    away: tr("The match server does not answer. Trying again."),
    noSuchPitchHere: tr("There is no pitch of this name on this machine."),
    failed: (/** @type {string} */ message) => tr("This cannot be shown: %1$@", message),
    separator: " · ",

    // The results.
    showMore: tr("More matches"),
    filter: tr("Find a side"),
    matchCount: (/** @type {number} */ count) => trn("%1$@ match", "%1$@ matches", count),
    filtered: (/** @type {number} */ shown, /** @type {number} */ loaded) =>
        trn("%2$@ of %1$@ match", "%2$@ of %1$@ matches", loaded, shown),
    noMatches: tr("No match has been played here yet."),
    noneFits: tr("None of the matches above has a side of this name."),
    noneFitsYet: tr("None of the matches read so far has a side of this name. There are more."),
    leftIn: (/** @type {string} */ period, /** @type {string} */ minute) =>
        tr("ended early: %1$@, %2$@'", period, minute),
    leftAfter: (/** @type {string} */ period) => tr("ended early: after %1$@", period),

    // One match.
    match: tr("Match"),
    result: tr("Result"),
    timeline: tr("Timeline"),
    players: tr("Players"),
    showUndone: tr("Show what was undone"),
    wasUndone: tr("undone"),
    noSuchMatch: tr("There is no match with this address."),
    severalMatches: tr("More than one match has an address that begins so. Use a longer one."),
    bench: tr("Bench"),
    nobody: tr("Nobody was named."),
    sentOff: tr("sent off"),
    copyLink: tr("Copy link"),
    linkLabel: tr("Address of this match"),
    copied: tr("The link is copied."),
    copyByHand: tr("Copy this address:"),

    // The events of a match.
    goals: (/** @type {number} */ count) => trn("%1$@ goal", "%1$@ goals", count),
    ownGoalTitle: tr("Own goal"),
    loweredLater: tr("taken back later"),
    cards: {
        yellow: tr("Yellow card"), secondYellow: tr("Second yellow card"), red: tr("Red card"),
        time: tr("Time penalty"),
    },
    /** Between who came on and who went off. */
    onFor: tr(" for "),
    kickScored: tr("Kick scored"),
    kickMissed: tr("Kick missed"),
    onKicks: (/** @type {string} */ score) => tr("%1$@ on kicks", score),
    endOf: (/** @type {string} */ period) => tr("End of %1$@", period),
    addedMinutes: (/** @type {number} */ count) => tr("at least %1$@ min", count),
    matchEnded: tr("End of the match"),
    matchDiscarded: tr("Closed without a result"),

    // The squad.
    squadCaption: tr("The players, those with most goals first"),
    shirt: tr("No."),
    player: tr("Player"),
    position: tr("Position"),
    goalsHeading: tr("Goals"),
    noSquad: tr("Nobody is in the squad yet."),
    positions: {
        goalkeeper: tr("Goalkeeper"), defender: tr("Defender"), midfielder: tr("Midfielder"),
        winger: tr("Winger"), striker: tr("Striker"),
    },

    // The pitches.
    noPitches: tr("There is no pitch on this machine yet."),
    noAnswer: tr("no answer"),
};
