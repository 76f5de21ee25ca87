import GatherAPI
import LinuxIO
import Varlink

@testable import GatherControl

/// Sample values for tests: gathers, countdowns and replies.
enum Sample {
    /// A moment: one hour after boot.
    static let now = ClockReading(
        boottime: .seconds(3_600), wall: .seconds(1_795_000_000), boot: "")

    /// A countdown that runs, with so much left at ``now``.
    static func running(_ left: Duration = .seconds(451)) -> TimerSnapshot {
        timer(.running, left)
    }

    /// A countdown that is held.
    static func paused(_ left: Duration = .seconds(451)) -> TimerSnapshot { timer(.paused, left) }

    /// A countdown at rest.
    static func stopped(_ left: Duration = .seconds(600)) -> TimerSnapshot { timer(.stopped, left) }

    /// A gather.
    static func gather(
        _ timer: TimerSnapshot = stopped(), score: (Int, Int) = (2, 1),
        phase: GatherSnapshot.Phase = .open, names: (String, String) = ("Team A", "Team B"),
        recovered: RecoveryFields? = nil
    ) -> GatherSnapshot {
        GatherSnapshot(
            id: "6f1c7f0e-6f5b-4d43-9d4e-0c8f6f1c7f0e", revision: 7, phase: phase, timer: timer,
            teamA: TeamSnapshot(name: names.0, score: score.0, players: []),
            teamB: TeamSnapshot(name: names.1, score: score.1, players: []), bench: [],
            openedAt: "2026-11-21T15:32:05Z",
            endedAt: phase == .open ? nil : "2026-11-21T15:45:00Z",
            score: "\(score.0)-\(score.1)",
            winnerTeam: score.0 > score.1 ? "Team A" : score.0 < score.1 ? "Team B" : "None",
            recovered: recovered)
    }

    /// The course of a match of halves, of which this is the half, or the break if it is odd.
    static func course(
        _ index: Int, _ stage: CourseFields.Stage = .underway, elapsed: Duration = .zero,
        runs: Bool = true
    ) -> CourseFields {
        let isBreak = index == 1
        let period = PeriodFields(
            id: ["first half", "half-time", "second half"][index],
            kind: isBreak ? .break : .play, seconds: isBreak ? 900 : 2_700,
            shows: isBreak ? .down : .up, fromSeconds: index == 2 ? 2_700 : 0,
            atZero: isBreak ? .stop : .run, begins: isBreak ? .atOnce : .byHand)
        return CourseFields(
            format: "halves", index: index, stage: stage, period: period,
            elapsedMilliseconds: microseconds(elapsed) / 1_000,
            zeroAtBoottimeMicroseconds: runs ? microseconds(now.boottime - elapsed) : nil)
    }

    /// A gather whose kick-off is so far ahead.
    static func awaiting(
        _ left: Duration, automatic: Bool = false, without team: ServerTeam? = nil
    ) -> GatherSnapshot {
        var sample = gather(score: (0, 0))
        sample.kickOff = KickOffFields(
            atMicroseconds: microseconds(now.wall + left),
            atBoottimeMicroseconds: microseconds(now.boottime + left),
            automatic: automatic, teamWithoutPlayers: team)
        return sample
    }

    /// The whole microseconds of a duration, exactly.
    static func microseconds(_ duration: Duration) -> Int {
        let (seconds, attoseconds) = duration.components
        return Int(seconds) * 1_000_000 + Int(attoseconds / 1_000_000_000_000)
    }

    /// The time at which a daemon was back, 100 s before ``now``.
    static let restartedAt = UniversalTime(now.wall - .seconds(100)).rfc3339

    /// A running gather after a restart of the daemon, which has decided about the clock.
    ///
    /// - Parameter ago: The time from that decision to ``now``.
    static func recovered(
        _ clock: RecoveryFields.Clock, ago: Duration = .zero, left: Duration = .seconds(451)
    ) -> GatherSnapshot {
        gather(
            running(left),
            recovered: RecoveryFields(
                unattendedMilliseconds: 34_000, clock: clock,
                restartedAt: clock == .none ? nil : restartedAt,
                decidedAtBoottimeMicroseconds: Int((now.boottime - ago) / .microseconds(1))))
    }

    /// The outcome of a command.
    static func outcome(
        changed: Bool = true, gatherID: String = "", opened: Bool = false,
        wasRunning: Bool = false,
        since: TimeFields = TimeFields(minutes: 10, seconds: 0)
    ) -> Outcome {
        Outcome(
            changed: changed, gatherID: gatherID, revision: 1, opened: opened,
            wasRunning: wasRunning, since: since)
    }

    /// The answer to a command.
    static func reply(_ gather: GatherSnapshot = gather(), _ outcome: Outcome = outcome()) -> Reply
    {
        Reply(["gather": gather.json, "outcome": outcome.json])
    }

    /// The answer to `Get`.
    static func state(_ gather: GatherSnapshot?) -> Reply {
        Reply(["gather": gather?.json ?? .null])
    }

    /// A message of a subscription.
    static func message(_ gather: GatherSnapshot?, _ reason: String) -> Reply {
        Reply(["gather": gather?.json ?? .null, "reason": .string(reason)], continues: true)
    }

    /// A gather of the history.
    static func summary(
        _ phase: GatherSnapshot.Phase = .ended, _ names: (String, String) = ("Reds", "Blues"),
        _ score: String = "2-1", _ winner: String = "Team A",
        id: String = "6f1c7f0e-6f5b-4d43-9d4e-0c8f6f1c7f0e",
        openedAt: String = "2026-11-21T15:32:05Z"
    ) -> GatherSummary {
        GatherSummary(
            id: id, phase: phase, teamAName: names.0, teamBName: names.1, score: score,
            winnerTeam: winner, openedAt: openedAt,
            endedAt: phase == .open ? nil : "2026-11-21T15:45:00Z")
    }

    /// An answer of `List`.
    static func list(_ gathers: [GatherSummary]) -> Reply {
        Reply(["gathers": .array(gathers.map(\.json))])
    }

    /// Something that happened, by default so many seconds after the opening as its number.
    static func entry(
        _ number: Int, _ text: String, _ score: String = "0-0", kind: String = "scoreChanged",
        at: String? = nil, gone seconds: Int = 0, by user: String? = "anna", undoneBy: Int? = nil
    ) -> TimelineEntry {
        TimelineEntry(
            number: number, step: number, kind: kind, text: text,
            at: at ?? "2026-11-21T15:32:\(10 + number % 50).250Z",
            goneMilliseconds: seconds * 1_000 + 999,
            clock: TimeFields(minutes: 10, seconds: 0), score: score,
            operatorUID: user == nil ? nil : 1_000, operatorName: user, undoneBy: undoneBy)
    }

    /// An answer of `Show`.
    static func timeline(_ entries: [TimelineEntry]) -> Reply { timeline(summary(), entries) }

    /// An answer of `Show`.
    static func timeline(_ gather: GatherSummary, _ entries: [TimelineEntry]) -> Reply {
        Reply(["gather": gather.json, "entries": .array(entries.map(\.json))])
    }

    /// An answer of `ShowAll`, one of several if it continues.
    static func parts(
        _ parts: [(gather: GatherSummary, entries: [TimelineEntry])], continues: Bool = false
    ) -> Reply {
        let matches = parts.map { part in
            // The last event is the newest one, unless the gather says otherwise.
            var gather = part.gather
            gather.revision = gather.revision ?? part.entries.last?.number
            return HistoryPart(gather: gather, entries: part.entries).json
        }
        return Reply(["matches": .array(matches)], continues: continues)
    }

    /// Somebody of the squad.
    static func player(
        _ id: Int, _ name: String, _ position: PlayerPosition? = nil, _ skill: PlayerSkill? = nil,
        age: Int? = nil, team: String? = nil, remoteID: Int? = nil
    ) -> SquadPlayerFields {
        SquadPlayerFields(
            id: id,
            profile: ProfileFields(
                name: name, age: age, skill: skill, position: position, favouriteTeam: team),
            remoteID: remoteID)
    }

    /// An answer of `Players.List`, or of `Add`.
    static func squad(_ players: [SquadPlayerFields]) -> Reply {
        Reply(["players": .array(players.map(\.json))])
    }

    /// A gather with these players on its sides and its bench.
    static func gather(
        _ teamA: [SquadPlayerFields], _ teamB: [SquadPlayerFields],
        bench: [SquadPlayerFields] = [], score: (Int, Int) = (0, 0)
    ) -> GatherSnapshot {
        var gather = gather(score: score, names: ("Reds", "Blues"))
        gather.teamA.players = teamA.map(fields)
        gather.teamB.players = teamB.map(fields)
        gather.bench = bench.map(fields)
        return gather
    }

    private static func fields(_ player: SquadPlayerFields) -> PlayerFields {
        PlayerFields(
            id: player.id, name: player.profile.name, position: player.profile.position?.rawValue)
    }

    private static func timer(_ state: TimerSnapshot.State, _ left: Duration) -> TimerSnapshot {
        let milliseconds = Int(left / .milliseconds(1))
        let seconds = TimeText.wholeSeconds(left)
        return TimerSnapshot(
            state: state, initial: TimeFields(minutes: 10, seconds: 0),
            remaining: TimeFields(minutes: seconds / 60, seconds: seconds % 60),
            remainingMilliseconds: milliseconds,
            endsAtBoottimeMicroseconds: state == .running
                ? Int((now.boottime + left) / .microseconds(1)) : nil,
            takenAtBoottimeMicroseconds: Int(now.boottime / .microseconds(1)))
    }
}

extension Board {
    /// Takes a message, and then the loss of the daemon if `isStale` is true.
    mutating func update(_ match: MatchState, reason: String, isStale: Bool = false) -> Call? {
        var state = WatchState()
        state.update(match, reason: reason)
        if isStale { state.lose() }
        return update(state)
    }
}
