/// The methods of `io.gatherd.Gather`.
public enum GatherMethod: String, CaseIterable, Sendable {
    /// The newest gather.
    case get = "Get"
    /// The present state, then every change.
    case subscribe = "Subscribe"
    /// Open a gather.
    case open = "Open"
    /// Put players to a section, or out of the gather.
    case movePlayers = "MovePlayers"
    /// Take all players out of the gather.
    case clearTeams = "ClearTeams"
    /// Name the sides.
    case nameTeams = "NameTeams"
    /// Draw two fair sides.
    case drawTeams = "DrawTeams"
    /// Choose a new time.
    case setTime = "SetTime"
    /// Move the deadline or what remains.
    case adjustTime = "AdjustTime"
    /// Set the countdown going.
    case start = "Start"
    /// Hold the countdown.
    case pause = "Pause"
    /// Set a held countdown going.
    case resume = "Resume"
    /// Start, pause or resume, whichever it is.
    case toggle = "Toggle"
    /// Go back to the chosen time.
    case cancel = "Cancel"
    /// Set the goals of a side.
    case setScore = "SetScore"
    /// Raise or lower the goals of a side.
    case addToScore = "AddToScore"
    /// Take back the last command.
    case undo = "Undo"
    /// Take back the last undo.
    case redo = "Redo"
    /// Take up again a gather that is over.
    case reopen = "Reopen"
    /// End the gather.
    case end = "End"
    /// Leave the gather without a result.
    case discard = "Discard"

    /// The name on the wire.
    public var fullName: String { "\(Interfaces.gather.name).\(rawValue)" }

    /// Makes a method of its name on the wire.
    public init?(fullName: String) {
        let prefix = "\(Interfaces.gather.name)."
        guard fullName.hasPrefix(prefix) else { return nil }
        self.init(rawValue: String(fullName.dropFirst(prefix.count)))
    }
}

/// The methods of `io.gatherd.History`.
public enum HistoryMethod: String, CaseIterable, Sendable {
    /// The newest gathers first.
    case list = "List"
    /// What happened in a gather.
    case show = "Show"

    /// The name on the wire.
    public var fullName: String { "\(Interfaces.history.name).\(rawValue)" }

    /// Makes a method of its name on the wire.
    public init?(fullName: String) {
        let prefix = "\(Interfaces.history.name)."
        guard fullName.hasPrefix(prefix) else { return nil }
        self.init(rawValue: String(fullName.dropFirst(prefix.count)))
    }
}

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
