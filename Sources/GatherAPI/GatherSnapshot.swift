public import Varlink

/// `type Time`: minutes and seconds.
public struct TimeFields: Hashable, Sendable {
    /// Whole minutes, also more than 59.
    public var minutes: Int
    /// Seconds of the minute.
    public var seconds: Int

    /// Makes a time of its fields.
    public init(minutes: Int, seconds: Int) {
        self.minutes = minutes
        self.seconds = seconds
    }
}

/// `type Timer`: the countdown.
public struct TimerSnapshot: Hashable, Sendable {
    /// What the countdown does.
    public enum State: String, Sendable, JSONDecodable {
        /// At rest.
        case stopped
        /// Counting down.
        case running
        /// Held.
        case paused
    }

    /// What it does.
    public var state: State
    /// The chosen time.
    public var initial: TimeFields
    /// What is left, rounded up to a whole second.
    public var remaining: TimeFields
    /// What is left, rounded up to a whole millisecond.
    public var remainingMilliseconds: Int
    /// The deadline by `CLOCK_BOOTTIME`, or nil unless running.
    public var endsAtBoottimeMicroseconds: Int?
    /// When time was up, if the countdown ran out; RFC 3339 in UTC.
    public var timeUpAt: String?
    /// Whether there may be less left than is shown.
    public var doubtful: Bool
    /// When the snapshot was taken, by `CLOCK_BOOTTIME`.
    public var takenAtBoottimeMicroseconds: Int

    /// Makes a countdown of its fields.
    public init(
        state: State, initial: TimeFields, remaining: TimeFields, remainingMilliseconds: Int,
        endsAtBoottimeMicroseconds: Int?, timeUpAt: String? = nil, doubtful: Bool = false,
        takenAtBoottimeMicroseconds: Int
    ) {
        self.state = state
        self.initial = initial
        self.remaining = remaining
        self.remainingMilliseconds = remainingMilliseconds
        self.endsAtBoottimeMicroseconds = endsAtBoottimeMicroseconds
        self.timeUpAt = timeUpAt
        self.doubtful = doubtful
        self.takenAtBoottimeMicroseconds = takenAtBoottimeMicroseconds
    }
}

/// `type Player`: somebody who plays.
public struct PlayerFields: Hashable, Sendable {
    /// The number of the player in the squad.
    public var id: Int
    /// The name.
    public var name: String
    /// The preferred position.
    public var position: String?

    /// Makes a player of the fields.
    public init(id: Int, name: String, position: String?) {
        self.id = id
        self.name = name
        self.position = position
    }
}

/// `type Team`: one of the two sides.
public struct TeamSnapshot: Hashable, Sendable {
    /// The name.
    public var name: String
    /// Goals.
    public var score: Int
    /// Who plays on this side.
    public var players: [PlayerFields]

    /// Makes a side of its fields.
    public init(name: String, score: Int, players: [PlayerFields]) {
        self.name = name
        self.score = score
        self.players = players
    }
}

/// `type Recovery`: a countdown that went on while nobody saw it.
public struct RecoveryFields: Hashable, Sendable {
    /// A clock.
    public enum Clock: String, Sendable, JSONDecodable {
        /// `CLOCK_BOOTTIME`, within one boot of the machine.
        case boottime
        /// `CLOCK_REALTIME`, after a reboot.
        case wall
        /// No clock can tell.
        case none
    }

    /// How long nobody counted, at most.
    public var unattendedMilliseconds: Int
    /// The clock that told it.
    public var clock: Clock
    /// When the daemon came back; RFC 3339 in UTC, nil where no clock can tell.
    public var restartedAt: String?
    /// When that was decided, by `CLOCK_BOOTTIME`.
    public var decidedAtBoottimeMicroseconds: Int?

    /// Makes a recovery of its fields.
    public init(
        unattendedMilliseconds: Int, clock: Clock, restartedAt: String? = nil,
        decidedAtBoottimeMicroseconds: Int? = nil
    ) {
        self.unattendedMilliseconds = unattendedMilliseconds
        self.clock = clock
        self.restartedAt = restartedAt
        self.decidedAtBoottimeMicroseconds = decidedAtBoottimeMicroseconds
    }
}

/// `type Salvage`: a damaged database that was set aside, and what was saved of it.
public struct SalvageFields: Hashable, Sendable {
    /// The file it was set aside as.
    public var file: String
    /// When; RFC 3339 in UTC.
    public var at: String
    /// How many events are in the new database.
    public var savedEvents: Int
    /// How many are known to be missing.
    public var lostEvents: Int
    /// Whether there may be more.
    public var mayHaveLostMore: Bool

    /// Makes a salvage of its fields.
    public init(
        file: String, at: String, savedEvents: Int, lostEvents: Int, mayHaveLostMore: Bool = false
    ) {
        self.file = file
        self.at = at
        self.savedEvents = savedEvents
        self.lostEvents = lostEvents
        self.mayHaveLostMore = mayHaveLostMore
    }
}

/// `type Gather`: one match as everybody sees it.
public struct GatherSnapshot: Hashable, Sendable {
    /// How far a gather is.
    public enum Phase: String, Sendable, JSONDecodable {
        /// Being played.
        case open
        /// Over, with a result.
        case ended
        /// Left without a result.
        case discarded
    }

    /// Its UUID.
    public var id: String
    /// Grows by one with every event.
    public var revision: Int
    /// How far it is.
    public var phase: Phase
    /// The countdown.
    public var timer: TimerSnapshot
    /// The first side.
    public var teamA: TeamSnapshot
    /// The second side.
    public var teamB: TeamSnapshot
    /// Chosen, but on neither side.
    public var bench: [PlayerFields]
    /// When it opened; RFC 3339 in UTC.
    public var openedAt: String
    /// When it ended or was discarded; RFC 3339 in UTC, nil while open.
    public var endedAt: String?
    /// Goals of the first and the second side, such as `2-1`.
    public var score: String
    /// `Team A`, `Team B`, or `None` for a draw.
    public var winnerTeam: String
    /// Set after the daemon came back to a running countdown.
    public var recovered: RecoveryFields?
    /// How far its result is on its way to a server.
    public var submission: SubmissionFields?

    /// Makes a snapshot of its fields.
    public init(
        id: String, revision: Int, phase: Phase, timer: TimerSnapshot, teamA: TeamSnapshot,
        teamB: TeamSnapshot, bench: [PlayerFields], openedAt: String, endedAt: String?,
        score: String, winnerTeam: String, recovered: RecoveryFields?,
        submission: SubmissionFields? = nil
    ) {
        self.id = id
        self.revision = revision
        self.phase = phase
        self.timer = timer
        self.teamA = teamA
        self.teamB = teamB
        self.bench = bench
        self.openedAt = openedAt
        self.endedAt = endedAt
        self.score = score
        self.winnerTeam = winnerTeam
        self.recovered = recovered
        self.submission = submission
    }
}
