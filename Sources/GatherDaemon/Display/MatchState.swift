import GatherAPI
import GatherCore
import LinuxIO

/// The match as it is shown until it changes: what the interactor hands to the display.
struct MatchState: Equatable, Sendable {
    /// The newest gather, with the newest of its events only.
    var gather = Gather()
    /// What became of the countdown while the daemon was away.
    var recovered: RecoveryFields?
    /// How far its result is on its way; nil where it is not to be sent.
    var submission: Submission?
    /// Whether somebody is signed in at a server.
    var isSignedIn = false
    /// The user whom the result waits for, where another one is signed in.
    var awaited: OwnerFields?
    /// What was salvaged of a damaged file, until the next gather opens.
    var salvage: Salvage?
}

/// A new state of the match on its way to the display.
struct MatchUpdate: Sendable {
    var state: MatchState
    /// The reason that subscribers get; nil where they are sent nothing.
    var reason: Reason?
    /// The moment of the change.
    var moment: Moment
}

extension MachineClock {
    /// All clocks now, as the core has them.
    var moment: Moment {
        let reading = now()
        return Moment(
            boottime: reading.boottime, wall: reading.wall, boot: reading.boot,
            isWallTrusted: reading.isWallTrusted)
    }
}
