import GatherAPI
import LinuxIO

/// Tells what happens in a match from one snapshot to the next, and by the clock in between.
///
/// A state that is restored, undone, redone or repeated is none that happens.
struct MatchEventDetector {
    private let wanted: [MatchEvent.Kind]
    private var known: GatherSnapshot?
    private var hasHeard = false
    private var highest: (teamA: Int, teamB: Int) = (0, 0)
    private var isClosingTold = false
    private var alarms: DeadlineAlarms

    /// Makes a detector of these kinds of events, which knows no match yet.
    init(_ wanted: [MatchEvent.Kind]) {
        self.wanted = wanted
        alarms = DeadlineAlarms(wanted)
    }

    /// When to call ``pass(at:)``, by the boot time of the daemon's machine.
    var alarm: Duration? { alarms.next }

    /// What has happened by the clock.
    mutating func pass(at now: ClockReading) -> [MatchEvent] { alarms.due(at: now) }

    /// What has happened according to a new snapshot.
    mutating func hear(
        _ gather: GatherSnapshot?, reason: String, at now: ClockReading
    ) -> [MatchEvent] {
        let before = known
        let isFirst = !hasHeard
        (known, hasHeard) = (gather, true)
        let reason = Reason(rawValue: reason)
        var events = alarms.hear(gather, isNews: !(reason?.isOld ?? true), at: now)
        guard let gather else { return events }
        if isFirst || before?.id != gather.id {
            highest = (0, 0)
            isClosingTold = false
        }
        if !isFirst, let origin = Self.origin(of: gather, before: before, reason) {
            events += changes(from: origin, to: gather, reason).filter { wanted.contains($0.kind) }
        }
        note(gather)
        return events
    }

    /// What to compare with: what was known of the same gather, or one that nobody has touched.
    private static func origin(
        of gather: GatherSnapshot, before: GatherSnapshot?, _ reason: Reason?
    ) -> GatherSnapshot? {
        if let before, before.id == gather.id {
            // One that has gone back was saved from a damaged file, or restored.
            return before.revision <= gather.revision ? before : nil
        }
        guard reason?.isCommand == true else { return nil }
        var untouched = gather
        untouched.phase = .open
        untouched.revision = 0
        untouched.timer.state = .stopped
        untouched.teamA.score = 0
        untouched.teamB.score = 0
        return untouched
    }

    private mutating func changes(
        from old: GatherSnapshot, to new: GatherSnapshot, _ reason: Reason?
    ) -> [MatchEvent] {
        let isCommand = reason?.isCommand == true
        let isTakenBack = reason == .undone || reason == .redone
        if isTakenBack, new.revision == old.revision &+ 1 { return [] }
        // Where more has happened than this message tells, only what never was before is new.
        let scores = isCommand ? (old.teamA.score, old.teamB.score) : highest
        var events: [MatchEvent] = []
        func add(_ kind: MatchEvent.Kind, _ side: Side? = nil) {
            events.append(MatchEvent(kind: kind, gather: new, side: side))
        }
        if isCommand, new.phase == .open, new.timer.state != old.timer.state {
            if new.timer.state == .running { add(.started) }
            if new.timer.state == .paused { add(.paused) }
        }
        if new.teamA.score > scores.0 { add(.goal, .teamA) }
        if new.teamB.score > scores.1 { add(.goal, .teamB) }
        if old.phase == .open, new.phase != .open, isCommand || !isClosingTold {
            add(new.phase == .ended ? .ended : .discarded)
        }
        return events
    }

    private mutating func note(_ gather: GatherSnapshot) {
        highest.teamA = max(highest.teamA, gather.teamA.score)
        highest.teamB = max(highest.teamB, gather.teamB.score)
        isClosingTold = isClosingTold || gather.phase != .open
    }
}

extension Reason {
    /// Whether somebody did something that changed the match, and did not take it back.
    fileprivate var isCommand: Bool {
        switch self {
        case .opened, .started, .paused, .cancelled, .timeSet, .timeAdjusted, .scoreChanged,
            .playersChanged, .ended, .discarded:
            true
        case .snapshot, .undone, .redone, .clockCorrected, .salvaged, .timeUp, .submissionChanged,
            .tick:
            false
        }
    }

    /// Whether what it tells may have come about some time ago.
    fileprivate var isOld: Bool {
        switch self {
        case .snapshot, .undone, .redone, .salvaged, .clockCorrected: true
        default: false
        }
    }
}
