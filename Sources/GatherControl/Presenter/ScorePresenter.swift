import GatherAPI
import LinuxIO
import Varlink

/// Presents a watcher's state as files for other displays.
enum ScorePresenter {
    static let names = [
        "match.json", "home_name.txt", "home_score.txt", "away_name.txt", "away_score.txt",
        "scorers_home.txt", "scorers_away.txt", "cards_home.txt", "cards_away.txt",
        "fouls_home.txt", "fouls_away.txt", "timeout.txt", "kicks.txt", "period.txt",
        "clock.txt", "added.txt", "stoppage.txt",
    ]

    /// Returns the content of each file; a text does not end in a newline, as some displays would
    /// show it.
    static func files(_ state: WatchState, at now: ClockReading) -> KeyValuePairs<String, [UInt8]> {
        let gather = state.gather
        func score(_ team: TeamSnapshot?) -> String { team.map { "\($0.score)" } ?? "" }
        return [
            "match.json": match(state, at: now),
            "home_name.txt": Array((gather?.teamA.name ?? "").utf8),
            "home_score.txt": Array(score(gather?.teamA).utf8),
            "away_name.txt": Array((gather?.teamB.name ?? "").utf8),
            "away_score.txt": Array(score(gather?.teamB).utf8),
            "scorers_home.txt": Array(scorers(of: .teamA, state).utf8),
            "scorers_away.txt": Array(scorers(of: .teamB, state).utf8),
            "cards_home.txt": Array(CardPresenter.lines(gather, .teamA).utf8),
            "cards_away.txt": Array(CardPresenter.lines(gather, .teamB).utf8),
            "fouls_home.txt": Array(StoppagePresenter.fouls(of: .teamA, gather).utf8),
            "fouls_away.txt": Array(StoppagePresenter.fouls(of: .teamB, gather).utf8),
            "timeout.txt": Array((StoppagePresenter.underway(gather, at: now) ?? "").utf8),
            "kicks.txt": Array((gather?.kicks?.score ?? "").utf8),
            "period.txt": Array(LinePresenter.period(state, at: now).utf8),
            "clock.txt": Array(state.clock(at: now).digits.utf8),
            "added.txt": Array((state.clock(at: now).course?.announced ?? "").utf8),
            "stoppage.txt": Array((state.clock(at: now).course?.stoppage ?? "").utf8),
        ]
    }

    /// Returns a line for each scorer of a side's goals, such as `Ada 12', 45'`.
    private static func scorers(of side: ServerTeam, _ state: WatchState) -> String {
        state.report.scorers(of: side).map { scorer in
            let minutes = scorer.minutes.joined(separator: ", ")
            let mark = scorer.isOwn ? " \(LinePresenter.ownGoal)" : ""
            return "\(scorer.name) \(minutes)\(mark)"
        }.joined(separator: "\n")
    }

    private static func match(_ state: WatchState, at now: ClockReading) -> [UInt8] {
        let clock = state.clock(at: now)
        let object: JSONObject = [
            "stale": .bool(state.isStale),
            "clock": .string(clock.digits),
            "remainingSeconds": JSONValue(clock.seconds),
            "state": .string(clock.state),
            "kickOff": JSONValue(clock.kickOff?.digits),
            "period": .string(LinePresenter.period(state, at: now)),
            "gather": state.gather.map(lasting) ?? .null,
        ]
        return JSONValue.object(object).bytes + [0x0A]
    }

    /// Returns the gather without the values that change with every message; these are given beside
    /// it.
    private static func lasting(_ gather: GatherSnapshot) -> JSONValue {
        guard var object = gather.json.object, var timer = object["timer"]?.object else {
            return .null
        }
        for name in ["remaining", "remainingMilliseconds", "takenAtBoottimeMicroseconds"] {
            timer[name] = nil
        }
        object["timer"] = .object(timer)
        if var course = object["course"]?.object {
            for name in ["elapsedMilliseconds", "zeroAtBoottimeMicroseconds", "minute"] {
                course[name] = nil
            }
            if var timeOuts = course["timeOuts"]?.object, var present = timeOuts["present"]?.object
            {
                present["remainingMilliseconds"] = nil
                timeOuts["present"] = .object(present)
                course["timeOuts"] = .object(timeOuts)
            }
            object["course"] = .object(course)
        }
        if var kickOff = object["kickOff"]?.object {
            // It differs by a few microseconds each time that the clocks are read.
            kickOff["atBoottimeMicroseconds"] = nil
            object["kickOff"] = .object(kickOff)
        }
        if let penalties = object["penalties"]?.array {
            object["penalties"] = .array(
                penalties.map { json in
                    guard var penalty = json.object else { return json }
                    // The time left follows from the end, or from the countdown that stands.
                    penalty["remainingMilliseconds"] =
                        penalty["endsAtBoottimeMicroseconds"] == .null
                            && gather.timer.state != .running
                        ? penalty["remainingMilliseconds"] : nil
                    return .object(penalty)
                })
        }
        return .object(object)
    }
}
