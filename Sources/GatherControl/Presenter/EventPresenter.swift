import GatherAPI
import LinuxIO
import Varlink

/// Presents an event to a command that it starts.
enum EventPresenter {
    /// Returns the variables for the command's environment, as `NAME=value`.
    ///
    /// - Parameter socket: The socket for a gatherctl that the command runs; nil for the usual one.
    static func variables(
        _ event: MatchEvent, pitch: String?, socket: String? = nil, at now: ClockReading
    ) -> [String] {
        let gather = event.gather
        let clock = ClockViewModel(gather, at: reading(event, now))
        let minute = event.goal?.minuteText ?? event.card?.minuteText
        let values: KeyValuePairs<String, String> = [
            "EVENT": event.kind.word,
            "EVENT_TEAM": event.side?.letter ?? "",
            "SCORER": event.goal?.scorer?.name ?? "",
            "OWN_GOAL": ownGoal(event.goal),
            "CARD": event.card?.card.rawValue ?? "",
            "PLAYER": (event.card?.player ?? event.kick?.player ?? event.playerOff)?.name ?? "",
            "PLAYER_ON": event.playerOn?.name ?? "",
            "MINUTE": minute ?? "",
            "ADDED_MINUTES": gather.course?.addedMinutes.map { "\($0)" } ?? "",
            "PITCH": pitch ?? "",
            "ID": gather.id,
            "REVISION": "\(gather.revision)",
            "PHASE": gather.phase.rawValue,
            "STATE": clock.state,
            "CLOCK": clock.digits,
            "REMAINING": "\(gather.timer.remaining.wholeSeconds)",
            "TEAM_A": gather.teamA.name,
            "TEAM_B": gather.teamB.name,
            "SCORE": gather.score,
            "SCORE_A": "\(gather.teamA.score)",
            "SCORE_B": "\(gather.teamB.score)",
            "WINNER": gather.winnerName.wrappedValue ?? "",
            "KICK": event.kick.map { $0.scored ? "in" : "out" } ?? "",
            "KICKS": gather.kicks?.score ?? "",
        ]
        return values.map { "GATHER_\($0)=\($1)" }
            + [socket].compactMap { $0.map { "GATHERD_SOCKET=\($0)" } }
    }

    /// Returns 1 for an own goal, 0 for another one, and nothing if nobody is known to have scored.
    private static func ownGoal(_ goal: GoalFields?) -> String {
        guard let goal, goal.scorer != nil else { return "" }
        return goal.ownGoal ? "1" : "0"
    }

    /// Returns an object for the command's standard input, on one line.
    static func input(_ event: MatchEvent) -> [UInt8] {
        let object: JSONObject = [
            "event": .string(event.kind.word),
            "team": JSONValue(event.side?.rawValue),
            "goal": event.goal?.json ?? .null,
            "card": event.card?.json ?? .null,
            "playerOff": event.playerOff?.json ?? .null,
            "playerOn": event.playerOn?.json ?? .null,
            "kick": event.kick?.json ?? .null,
            "gather": event.gather.json,
        ]
        return JSONValue.object(object).bytes + [0x0A]
    }

    /// Returns a report about a command that failed; nil if there is nothing to report.
    ///
    /// - Parameter timeout: The time after which it was ended for taking too long; nil if it ended
    ///   by itself.
    static func report(
        _ event: MatchEvent, _ program: String, _ end: SpawnedProcess.End, timeout: Duration?
    ) -> String? {
        let (word, time) = (event.kind.word, timeout.map(TimeText.length))
        return switch (end, time) {
        case (.exited(0), nil): nil
        case (.exited(let status), nil):
            tr("%1$@: '%2$@' ended with status %3$@", word, program, status)
        case (.exited(let status), let time?):
            tr(
                "%1$@: '%2$@' ended with status %3$@ after %4$@, which is too long", word, program,
                status, time)
        case (.killed(let signal), nil):
            tr("%1$@: '%2$@' was ended by signal %3$@", word, program, signal)
        case (.killed(let signal), let time?):
            tr(
                "%1$@: '%2$@' was ended by signal %3$@ after %4$@, which is too long", word,
                program, signal, time)
        }
    }

    /// Returns the clock at the moment of the event, which may have waited for another command.
    private static func reading(_ event: MatchEvent, _ now: ClockReading) -> ClockReading {
        var reading = now
        reading.boottime = .microseconds(event.gather.timer.takenAtBoottimeMicroseconds)
        return reading
    }
}
