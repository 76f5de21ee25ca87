import GatherAPI
import GatherCore
import LinuxIO
import Varlink

/// Turns a gather into the values that clients receive.
enum GatherPresenter {
    /// Returns the gather as any client may see it at `now`, or nil if none has opened.
    static func snapshot(
        _ gather: Gather, at now: Moment, recovered: RecoveryFields?,
        submission: SubmissionFields?
    ) -> GatherSnapshot? {
        guard let phase = phase(gather.phase) else { return nil }
        let gather = gather.settled(at: now)
        return GatherSnapshot(
            id: gather.id, revision: gather.revision, phase: phase,
            timer: timer(of: gather, at: now), teamA: team(.teamA, of: gather),
            teamB: team(.teamB, of: gather), bench: players(.bench, of: gather),
            openedAt: timestamp(gather.openedAt),
            endedAt: gather.endedAt.map(timestamp), score: gather.score.scoreDescription,
            winnerTeam: gather.winnerDescription, recovered: recovered,
            submission: submission, latestGoal: gather.latestGoal.map(goal),
            kickOff: gather.kickOff.map { kickOff($0, of: gather, at: now) },
            cards: cards(gather), penalties: penalties(gather, at: now),
            course: gather.course.map { course($0, of: gather, at: now) }, kicks: kicks(gather),
            fixture: gather.fixture)
    }

    /// Returns a gather as an entry of the history, or nil if its opening was undone.
    static func summary(_ gather: Gather) -> GatherSummary? {
        guard let phase = phase(gather.phase) else { return nil }
        return GatherSummary(
            id: gather.id, phase: phase, teamAName: gather.name(of: .teamA),
            teamBName: gather.name(of: .teamB), score: gather.score.scoreDescription,
            winnerTeam: gather.winnerDescription, openedAt: timestamp(gather.openedAt),
            endedAt: gather.endedAt.map(timestamp), kicksA: kicks(of: .teamA, gather),
            kicksB: kicks(of: .teamB, gather), endedPeriod: gather.earlyEnd?.period,
            endedMinute: gather.earlyEnd?.minute?.description, revision: gather.revision,
            fixture: gather.fixture)
    }

    /// Returns what the history stores of a gather that is over, or nil for another.
    static func closedSummary(_ gather: Gather) -> JSONObject? {
        guard gather.phase == .ended || gather.phase == .discarded else { return nil }
        guard var summary = summary(gather)?.json.object else { return nil }
        // The history of a match without a format or a fixture is stored as it always was.
        for name in ["kicksA", "kicksB", "endedPeriod", "endedMinute", "fixture"]
        where summary[name] == .null {
            summary[name] = nil
        }
        // Its row has that.
        summary["revision"] = nil
        return summary
    }

    /// Returns the effect of a command, compared with the state before it.
    ///
    /// - Parameter isSignedOut: True if nobody is signed in to the stored account.
    static func outcome(
        of events: [Event], before: Gather, after: Gather, isSignedOut: Bool, at now: Moment
    ) -> Outcome {
        let opened = events.contains { if case .opened = $0 { true } else { false } }
        // Events of the clocks may have been recorded before them.
        let revision = events.isEmpty ? before.revision : after.revision
        let stopped = events.contains {
            switch $0 {
            case .timeSet, .cancelled: true
            default: false
            }
        }
        let ended = events.contains { if case .ended = $0 { true } else { false } }
        return Outcome(
            changed: !events.isEmpty, gatherID: after.id,
            revision: revision, opened: opened,
            wasRunning: stopped && before.timer.isRunning(at: now),
            since: fields(GatherTime(roundingUp: max(after.timer.since, .zero))),
            signedOut: ended && isSignedOut)
    }

    /// Returns a moment of the wall clock in RFC 3339, UTC, with milliseconds.
    static func timestamp(_ moment: Moment) -> String {
        UniversalTime(moment.wall).rfc3339
    }

    // MARK: - Helpers

    private static func phase(_ phase: Gather.Phase) -> GatherSnapshot.Phase? {
        switch phase {
        case .unopened: nil
        case .open: .open
        case .ended: .ended
        case .discarded: .discarded
        }
    }

    private static func team(_ side: Side, of gather: Gather) -> TeamSnapshot {
        TeamSnapshot(
            name: gather.name(of: side), score: gather.score[side],
            players: players(side.section, of: gather),
            color: gather.colors[side].flatMap(GatherAPI.TeamColor.init))
    }

    /// Returns the countdown; one that runs on after its deadline reads as stopped.
    private static func timer(of gather: Gather, at now: Moment) -> TimerSnapshot {
        let timer = gather.timer
        let isOver = gather.course.map { $0.stage == .over || $0.isInKicks } ?? false
        let remaining = isOver ? .zero : timer.remaining(at: now)
        var endsAt: Int?
        let state: TimerSnapshot.State
        switch timer.state(at: now) {
        case .stopped: state = .stopped
        case .paused: state = .paused
        case .running where remaining == .zero: state = .stopped
        case .running(let deadline):
            state = .running
            endsAt = deadline.boottime.wholeMicroseconds
        }
        return TimerSnapshot(
            state: state, initial: fields(GatherTime(roundingUp: timer.initial)),
            remaining: fields(GatherTime(roundingUp: remaining)),
            remainingMilliseconds: (remaining + .microseconds(999)).wholeMilliseconds,
            endsAtBoottimeMicroseconds: endsAt,
            timeUpAt: timer.timeUp(at: now).map(timestamp),
            // Less than nothing cannot be left, unless the clock runs on.
            doubtful: timer.isDoubtful && (timer.runsOn || remaining > .zero),
            takenAtBoottimeMicroseconds: now.boottime.wholeMicroseconds)
    }

    private static func kickOff(
        _ kickOff: KickOff, of gather: Gather, at now: Moment
    ) -> KickOffFields {
        let boottime = now.boottime + kickOff.remaining(at: now)
        return KickOffFields(
            atMicroseconds: kickOff.wall.wholeMicroseconds,
            atBoottimeMicroseconds: boottime.wholeMicroseconds, automatic: kickOff.isAutomatic,
            teamWithoutPlayers: gather.lineup.sideWithoutPlayers?.team)
    }

    static func fields(_ time: GatherTime) -> TimeFields {
        TimeFields(minutes: time.minutes, seconds: time.seconds)
    }
}

extension GatherAPI.TeamColor {
    init?(_ color: GatherCore.TeamColor) { self.init(rawValue: color.rawValue) }
}

extension DefaultsFields {
    /// Makes the fields of the defaults of the pitch.
    init(_ defaults: MatchDefaults) {
        self.init(
            time: defaults.time.map(GatherPresenter.fields), format: defaults.format?.name,
            teamAName: defaults.teamAName,
            teamBName: defaults.teamBName,
            teamAColor: defaults.colors.teamA.flatMap(GatherAPI.TeamColor.init),
            teamBColor: defaults.colors.teamB.flatMap(GatherAPI.TeamColor.init),
            players: defaults.players)
    }
}
