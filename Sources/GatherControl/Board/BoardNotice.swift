/// What the board says of a key that was pressed.
struct BoardNotice: Hashable, Sendable {
    /// How far it is.
    enum Kind: Hashable, Sendable {
        /// The daemon has not answered yet.
        case pending
        /// It was done, or there was nothing to do.
        case done
        /// It was not done.
        case refused
    }

    /// By which it is found again when the answer comes.
    let id: Int

    /// What the key asked for, such as `goal for Reds`.
    let label: String

    /// How far it is.
    var kind: Kind

    /// What is said of it.
    var text: String

    /// When it has been said for long enough, by `CLOCK_BOOTTIME`; nil while the answer is awaited.
    var endsAt: Duration?
}

/// What has come of a call.
enum CallVerdict: Hashable, Sendable {
    /// It worked, and this is to be said.
    case done(String)
    /// It was refused, with the reason.
    case refused(String)
    /// It was sent, and no answer came: nobody knows.
    case unconfirmed
    /// It was never sent, and why, where that is known.
    case unsent(String?)
}
