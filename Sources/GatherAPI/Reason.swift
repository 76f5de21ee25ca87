/// Why a message was sent to a subscriber.
///
/// A hint: clients compare snapshots.
public enum Reason: String, CaseIterable, Sendable {
    /// The state at the time of subscribing.
    case snapshot
    /// A gather opened.
    case opened
    /// The countdown was set going.
    case started
    /// The countdown was held.
    case paused
    /// The countdown went back to the chosen time.
    case cancelled
    /// A new time was chosen.
    case timeSet
    /// The deadline, or what remained, was moved.
    case timeAdjusted
    /// A side's goals changed.
    case scoreChanged
    /// Players were moved or drawn, or the sides named.
    case playersChanged
    /// A command was taken back.
    case undone
    /// An undo was taken back.
    case redone
    /// The countdown was corrected by a wall clock that has come to be right.
    case clockCorrected
    /// A damaged database was set aside, and what could be read of it saved.
    case salvaged
    /// The countdown reached 00:00.
    case timeUp
    /// The gather ended.
    case ended
    /// The gather was left without a result.
    case discarded
    /// The result has come further on its way to a server, or not.
    case submissionChanged
    /// A second passed.
    case tick
}
