import GatherAPI
import LinuxIO

/// Detects the events of a match from one snapshot to the next, and by the clock between them.
///
/// A state that is restored, undone, redone or repeated causes no event.
struct MatchEventDetector {
    private let wanted: [MatchEvent.Kind]
    private var known: GatherSnapshot?
    private var hasState = false
    private var highest: (teamA: Int, teamB: Int) = (0, 0)
    private var isClosingReported = false
    private var alarms: DeadlineAlarms

    init(_ wanted: [MatchEvent.Kind]) {
        self.wanted = wanted
        alarms = DeadlineAlarms(wanted)
    }

    /// The time of the next call to ``due(at:)``, by the boot time of the daemon's machine.
    var alarm: Duration? { alarms.next }

    /// Returns the events that are due by the clock.
    mutating func due(at now: ClockReading) -> [MatchEvent] { alarms.due(at: now) }

    /// Returns the events that follow from a new snapshot.
    mutating func update(
        _ gather: GatherSnapshot?, reason: String, at now: ClockReading
    ) -> [MatchEvent] {
        let before = known
        let isFirst = !hasState
        (known, hasState) = (gather, true)
        let reason = Reason(rawValue: reason)
        var events = alarms.update(gather, isNews: !(reason?.isOld ?? true), at: now)
        guard let gather else { return events }
        if isFirst || before?.id != gather.id {
            highest = (0, 0)
            isClosingReported = false
        }
        if !isFirst, let origin = Self.origin(of: gather, before: before, reason) {
            events += changes(from: origin, to: gather, reason).filter { wanted.contains($0.kind) }
        }
        record(gather)
        return events
    }

    /// Returns the snapshot to compare with: the previous one of the same gather, or an untouched
    /// gather; nil if there is none.
    private static func origin(
        of gather: GatherSnapshot, before: GatherSnapshot?, _ reason: Reason?
    ) -> GatherSnapshot? {
        if let before, before.id == gather.id {
            // A gather with a lower revision was salvaged from a damaged file, or restored.
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
        // If more has happened than this message reports, only what never was before counts as new.
        let scores = isCommand ? (old.teamA.score, old.teamB.score) : highest
        var events: [MatchEvent] = []
        func add(_ kind: MatchEvent.Kind, _ side: Side? = nil, _ goal: GoalFields? = nil) {
            events.append(MatchEvent(kind: kind, gather: new, side: side, goal: goal))
        }
        func addGoal(_ side: Side) {
            let latest = new.latestGoal
            let isIt = latest.map { $0.team == side && $0.number > old.revision } ?? false
            add(.goal, side, isIt ? latest : nil)
        }
        if isCommand, new.phase == .open {
            let (period, present) = (old.course?.periodInPlay, new.course?.periodInPlay)
            if period != nil, present != period { add(.periodEnded) }
            if present != nil, present != period { add(.periodBegan) }
            if let added = new.course?.addedMinutes, added != old.course?.addedMinutes {
                add(.addedTime)
            }
            if new.playState != old.playState {
                if new.playState == .running { add(.started) }
                if new.playState == .paused { add(.paused) }
            }
        }
        // A goal that was only moved to the other side is no new goal.
        let isMoved = reason == .goalAmended && new.revision == old.revision &+ 1
        if new.teamA.score > scores.0, !isMoved { addGoal(.teamA) }
        if new.teamB.score > scores.1, !isMoved { addGoal(.teamB) }
        if let goal = new.latestGoal, goal.scorer != nil, let amendedBy = goal.amendedBy,
            amendedBy > old.revision
        {
            add(.scorer, goal.team, goal)
        }
        for card in new.cards ?? [] where (card.amendedBy ?? card.number) > old.revision {
            events.append(MatchEvent(kind: .card, gather: new, side: card.team, card: card))
        }
        if reason == .foulCounted || reason == .timeOutTaken {
            events += stoppage(from: old, to: new)
        }
        for kick in new.kicks?.taken ?? [] where kick.number > old.revision {
            events.append(MatchEvent(kind: .kick, gather: new, side: kick.team, kick: kick))
        }
        if reason == .substituted { events += substitution(from: old, to: new) }
        if old.phase == .open, new.phase != .open, isCommand || !isClosingReported {
            add(new.phase == .ended ? .ended : .discarded)
        }
        return events
    }

    /// Returns the event of a foul or a time-out; none unless exactly one was recorded.
    private func stoppage(from old: GatherSnapshot, to new: GatherSnapshot) -> [MatchEvent] {
        let (before, after) = (old.course?.timeOuts?.present, new.course?.timeOuts?.present)
        if let after, after.number != before?.number {
            return [MatchEvent(kind: .timeOut, gather: new, side: after.team)]
        }
        guard let side = new.sideOfFoul(after: old) else { return [] }
        return [MatchEvent(kind: .foul, gather: new, side: side)]
    }

    /// Returns the event of a substitution; none unless one player of a side has replaced another.
    private func substitution(from old: GatherSnapshot, to new: GatherSnapshot) -> [MatchEvent] {
        for side in Side.allCases {
            let (before, after) = (old.team(side).players, new.team(side).players)
            let off = before.filter { player in !after.contains { $0.id == player.id } }
            let on = after.filter { player in !before.contains { $0.id == player.id } }
            if off.count == 1, on.count == 1 {
                return [
                    MatchEvent(
                        kind: .substitution, gather: new, side: side, playerOff: off[0],
                        playerOn: on[0])
                ]
            }
        }
        return []
    }

    private mutating func record(_ gather: GatherSnapshot) {
        highest.teamA = max(highest.teamA, gather.teamA.score)
        highest.teamB = max(highest.teamB, gather.teamB.score)
        isClosingReported = isClosingReported || gather.phase != .open
    }
}

extension Reason {
    /// True if a user changed the match, other than by undo or redo.
    fileprivate var isCommand: Bool {
        switch self {
        case .snapshot, .undone, .redone, .clockCorrected, .salvaged, .timeUp, .submissionChanged,
            .historyChanged, .tick:
            false
        default: true
        }
    }

    /// True if the state may be some time old.
    fileprivate var isOld: Bool {
        switch self {
        case .snapshot, .undone, .redone, .salvaged, .clockCorrected: true
        default: false
        }
    }
}

/// An event in a match, which happens once.
struct MatchEvent: Hashable {
    enum Kind: Hashable, Sendable {
        case timeUp
        /// The running countdown came down to its last minute.
        case lastMinute
        case goal
        /// The scorer of a goal is known that was counted before.
        case scorer
        /// A card was shown, or a time penalty given; or what is known of one has changed.
        case card
        /// A player was substituted.
        case substitution
        /// A foul was counted.
        case foul
        /// A time-out or a cooling break began.
        case timeOut
        /// A time-out or a cooling break is over, though the clock was not started.
        case timeOutEnded
        /// A kick from the mark was taken.
        case kick
        case started
        case paused
        /// A period of play began.
        case periodBegan
        /// A period of play ended.
        case periodEnded
        /// The least added time was announced.
        case addedTime
        case ended
        /// The gather was left without a result.
        case discarded
        /// The running countdown came down to this time.
        case remaining(milliseconds: Int)

        private static let plain: [(word: String, kind: Kind)] = [
            ("timeUp", .timeUp), ("lastMinute", .lastMinute), ("goal", .goal),
            ("scorer", .scorer), ("card", .card), ("substitution", .substitution),
            ("foul", .foul), ("timeOut", .timeOut),
            ("timeOutEnded", .timeOutEnded), ("kick", .kick), ("started", .started),
            ("paused", .paused), ("periodBegan", .periodBegan), ("periodEnded", .periodEnded),
            ("addedTime", .addedTime), ("ended", .ended), ("discarded", .discarded),
        ]

        /// The names of the kinds without a parameter.
        static let words = plain.map(\.word)

        init?(_ word: String) {
            guard let kind = Self.plain.first(where: { $0.word == word })?.kind else { return nil }
            self = kind
        }

        var word: String {
            guard case .remaining(let milliseconds) = self else {
                return Self.plain.first { $0.kind == self }?.word ?? ""
            }
            return milliseconds % 1_000 == 0
                ? "remaining=\(milliseconds / 1_000)s" : "remaining=\(milliseconds)ms"
        }
    }

    let kind: Kind
    let gather: GatherSnapshot
    var side: Side?
    /// The goal, as far as it is known.
    var goal: GoalFields?
    var card: CardFields?
    /// The kick from the mark.
    var kick: KickFields?
    /// The player who was substituted.
    var playerOff: PlayerFields?
    /// The player who came on.
    var playerOn: PlayerFields?

    /// True if it happened while it could not be reported, and is past.
    var isLate = false
}

/// The awaited moments of a running countdown, its end and times before it, and the end of a
/// time-out.
///
/// Each of them comes once for a deadline: one that reappears, after the daemon was lost or the
/// countdown was moved back and forth, does not come again.
struct DeadlineAlarms {
    private struct Point: Hashable {
        let kind: MatchEvent.Kind
        /// In microseconds of the daemon's clock.
        let deadline: Int
        let time: Int
    }

    private let wanted: [(kind: MatchEvent.Kind, left: Int)]
    private let awaitsTimeOuts: Bool
    private var armed: [Point] = []
    private var gather: GatherSnapshot?
    private var gone: [Point] = []

    /// The delay after which a moment counts as late, as after a suspend, rather than as happening
    /// now.
    static let tolerance = Duration.seconds(2)

    /// The number of past moments to remember, as many as a match with every kind of correction
    /// has.
    private static let longestMemory = 64

    init(_ kinds: [MatchEvent.Kind]) {
        awaitsTimeOuts = kinds.contains(.timeOutEnded)
        wanted = kinds.compactMap { kind in
            switch kind {
            case .timeUp: (kind, 0)
            case .lastMinute: (kind, ClockViewModel.lastMinute.wholeMicroseconds)
            case .remaining(let milliseconds): (kind, milliseconds * 1_000)
            default: nil
            }
        }
    }

    /// The next moment, by the boot time of the daemon's machine.
    var next: Duration? { armed.map(\.time).min().map { .microseconds($0) } }

    mutating func due(at now: ClockReading) -> [MatchEvent] {
        take { .microseconds($0.time) <= now.boottime }.compactMap { event($0, at: now) }
    }

    /// Updates the alarms from a snapshot, and returns the events that are due according to it.
    ///
    /// - Parameter isNews: True if the snapshot reports something that has just happened.
    mutating func update(
        _ new: GatherSnapshot?, isNews: Bool, at now: ClockReading
    ) -> [MatchEvent] {
        var events: [MatchEvent] = []
        if let gather, let new, gather.id == new.id, new.phase == .open {
            let clock = armed.first { $0.kind != .timeOutEnded }
            if new.timer.endsAtBoottimeMicroseconds == clock?.deadline {
                events = due(at: now)
            } else if new.isTimeUp {
                // The daemon's message that time is up may come before the alarm.
                events =
                    isNews
                    ? take { $0.kind != .timeOutEnded }.compactMap { event($0, at: now) }
                    : due(at: now)
            } else if isNews, (new.course?.index ?? 0) > (gather.course?.index ?? 0) {
                // So may the message that the next period has begun by itself.
                let taken = new.timer.takenAtBoottimeMicroseconds
                events = take { $0.kind != .timeOutEnded && $0.time <= taken }
                    .compactMap { event($0, at: now) }
            }
        }
        gather = new
        arm(at: now)
        return events
    }

    private mutating func arm(at now: ClockReading) {
        armed = []
        guard let gather, gather.phase == .open else { return }
        let taken = gather.timer.takenAtBoottimeMicroseconds
        var points: [Point] = []
        if gather.timer.state == .running, let deadline = gather.timer.endsAtBoottimeMicroseconds {
            points = wanted.map { kind, left in
                Point(kind: kind, deadline: deadline, time: deadline &- left)
            }
        }
        if awaitsTimeOuts, let timeOut = gather.course?.timeOuts?.present {
            let end = timeOut.endsAtBoottimeMicroseconds
            points.append(Point(kind: .timeOutEnded, deadline: end, time: end))
        }
        armed = points.filter {
            // A point that was past when the state was taken is not reported.
            $0.time > taken && .microseconds($0.time) > now.boottime && !gone.contains($0)
        }
    }

    /// Removes and returns the moments that are due, in order; they will not come again.
    private mutating func take(_ isDue: (Point) -> Bool) -> [Point] {
        let due = armed.filter(isDue).sorted { $0.time < $1.time }
        guard !due.isEmpty else { return [] }
        armed.removeAll { due.contains($0) }
        gone = Array((gone + due).suffix(Self.longestMemory))
        return due
    }

    /// Returns the event of a moment, with the gather as it is at that moment.
    private func event(_ point: Point, at now: ClockReading) -> MatchEvent? {
        gather.map { gather in
            let isTimeOut = point.kind == .timeOutEnded
            return MatchEvent(
                kind: point.kind,
                gather: isTimeOut
                    ? gather : gather.with(left: point.deadline - point.time, at: point.time),
                side: isTimeOut ? gather.course?.timeOuts?.present?.team : nil,
                isLate: now.boottime - .microseconds(point.time) > Self.tolerance)
        }
    }
}

extension GatherSnapshot {
    /// True if the countdown has run out, and was not changed since.
    fileprivate var isTimeUp: Bool {
        timer.state == .stopped && timer.timeUpAt != nil && timer.remainingMilliseconds <= 0
    }

    /// Returns the same gather when the countdown has this many microseconds left.
    fileprivate func with(left: Int, at taken: Int) -> GatherSnapshot {
        var gather = self
        let seconds = TimeText.wholeSeconds(.microseconds(left))
        gather.timer.remaining = TimeFields(minutes: seconds / 60, seconds: seconds % 60)
        gather.timer.remainingMilliseconds = left / 1_000
        gather.timer.takenAtBoottimeMicroseconds = taken
        if left == 0 {
            gather.timer.state = .stopped
            gather.timer.endsAtBoottimeMicroseconds = nil
        }
        return gather
    }
}

extension CourseFields {
    /// The place of the period in which football is played; nil while nobody plays.
    fileprivate var periodInPlay: Int? { isInPlay ? index : nil }
}

extension GatherSnapshot {
    /// The state of the clock of the play: stopped in a break, and running in added time.
    fileprivate var playState: TimerSnapshot.State {
        guard let course else { return timer.state }
        guard course.isInPlay else { return .stopped }
        return course.zeroAtBoottimeMicroseconds == nil ? timer.state : .running
    }

    /// Returns the side whose foul was counted since an older snapshot; nil unless it was exactly
    /// one.
    func sideOfFoul(after old: GatherSnapshot) -> Side? {
        let (was, fouls) = (old.course?.fouls, course?.fouls)
        let more = (
            (fouls?.teamA ?? 0) - (was?.teamA ?? 0), (fouls?.teamB ?? 0) - (was?.teamB ?? 0)
        )
        return switch more {
        case (1, 0): .teamA
        case (0, 1): .teamB
        default: nil
        }
    }
}
