/// What can be done next, as it is named where somebody reads it.
struct NextSteps: Hashable, Sendable {
    /// What takes the last command back.
    let undo: String
    /// What takes the last command of the match back, though the squad was changed since; nil where
    /// that is asked.
    let undoOfMatch: String?
    /// What starts the countdown, or a new gather.
    let start: String
    /// What there is to do about a clock at 00:00.
    let afterZero: String

    /// As commands of the shell.
    static let commands = NextSteps(
        undo: "gatherctl undo", undoOfMatch: "gatherctl undo --match", start: "gatherctl start",
        afterZero: "'gatherctl cancel' puts it back, 'gatherctl adjust +2m --start' adds time")

    /// As keys of the board.
    static let keys = NextSteps(
        undo: "u", undoOfMatch: nil, start: "space", afterZero: "'s' sets it, '+' adds time")
}
