/// What can be done next, as it is named where somebody reads it.
struct NextSteps: Hashable, Sendable {
    /// The command that takes the last one of the match back, also where the squad was changed
    /// since, or will be by then.
    let undo: String
    /// Set where an undo after a change of the squad asks whether the match is meant.
    let asksAboutMatch: Bool
    /// What starts the countdown, or a new gather.
    let start: String
    /// What there is to do about a clock at 00:00.
    let afterZero: String

    static let commands = NextSteps(
        undo: "gatherctl undo --match", asksAboutMatch: false, start: "gatherctl start",
        afterZero: "'gatherctl cancel' puts it back, 'gatherctl adjust +2m --start' adds time")

    static let keys = NextSteps(
        undo: "u", asksAboutMatch: true, start: "space", afterZero: "'s' sets it, '+' adds time")
}
