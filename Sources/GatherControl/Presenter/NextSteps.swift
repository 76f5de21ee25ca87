/// The next steps that a message suggests, named for the place where it is read.
struct NextSteps: Hashable, Sendable {
    /// The command that undoes the last one of the match, even if the squad was changed after it.
    let undo: String
    /// True if an undo after a change of the squad asks for confirmation that the match is meant.
    let asksAboutMatch: Bool
    /// The command that starts the countdown, or a new match.
    let start: String
    /// The command that pauses the countdown.
    let pause: String
    /// The command that ends the period, or begins the next one.
    let period: String
    /// The command that only ends the period.
    let periodEnd: String
    /// The command that ends the match.
    let end: String
    /// The key that adds time to a period that is up; nil for the command.
    let moreTime: String?
    /// The advice for a clock at 00:00.
    let afterZero: String
    /// The advice for a command about a player who was sent off; nil where it cannot be forced.
    let forcing: String?

    static let commands = NextSteps(
        undo: "gatherctl undo --match", asksAboutMatch: false, start: "gatherctl start",
        pause: "gatherctl pause", period: "gatherctl period",
        periodEnd: "gatherctl period end", end: "gatherctl end", moreTime: nil,
        afterZero: tr(
            """
            'gatherctl cancel' resets it, 'gatherctl set 05:00' sets a time, 'gatherctl adjust \
            +2m --start' adds time
            """),
        forcing: tr("'--force' does it all the same"))

    static let keys = NextSteps(
        undo: "u", asksAboutMatch: true, start: space, pause: space, period: "n",
        periodEnd: "n", end: "e", moreTime: "m",
        afterZero: tr("'m' adds 2 minutes and starts it, 's' sets it"),
        forcing: nil)

    private static let space = tr("space", context: "a key, in a sentence")
}
