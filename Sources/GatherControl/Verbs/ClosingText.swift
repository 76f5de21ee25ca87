/// The words that ask before a match is closed, in the shell and on the board.
struct ClosingText {
    /// The change that closes the match.
    let change: Change

    /// Returns what is to be closed, such as `End Match: Reds 2-1 Blues`.
    func title(_ match: String) -> String {
        change == .end ? tr("End Match: %1$@", match) : tr("Discard Match: %1$@", match)
    }

    var question: String {
        change == .end
            ? tr("Are you sure you want to end the match?")
            : tr("Are you sure you want to discard the match?")
    }
}
