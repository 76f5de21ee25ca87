import GatherAPI
import LinuxIO
import Varlink

/// Presents a watcher's state as files for other displays.
enum ScorePresenter {
    /// The names of the files.
    static var names: [String] {
        files(WatchState(), at: ClockReading(boottime: .zero, wall: .zero, boot: "")).map(\.key)
    }

    /// Returns the content of each file; a text does not end in a newline, as some displays would
    /// show it.
    static func files(_ state: WatchState, at now: ClockReading) -> KeyValuePairs<String, [UInt8]> {
        let gather = state.gather
        let course = state.clock(at: now).course
        func bytes(_ text: String?) -> [UInt8] { Array((text ?? "").utf8) }
        return [
            "match.json": match(state, at: now),
            "home_name.txt": bytes(gather?.teamA.name),
            "home_score.txt": bytes(gather.map { "\($0.teamA.score)" }),
            "away_name.txt": bytes(gather?.teamB.name),
            "away_score.txt": bytes(gather.map { "\($0.teamB.score)" }),
            "scorers_home.txt": bytes(scorers(of: .teamA, state)),
            "scorers_away.txt": bytes(scorers(of: .teamB, state)),
            "cards_home.txt": bytes(CardPresenter.lines(gather, .teamA)),
            "cards_away.txt": bytes(CardPresenter.lines(gather, .teamB)),
            "fouls_home.txt": bytes(StoppagePresenter.fouls(of: .teamA, gather)),
            "fouls_away.txt": bytes(StoppagePresenter.fouls(of: .teamB, gather)),
            "timeout.txt": bytes(StoppagePresenter.underway(gather, at: now)),
            "kicks.txt": bytes(gather?.kicks?.score),
            "period.txt": bytes(LinePresenter.period(state, at: now)),
            "clock.txt": bytes(state.clock(at: now).digits),
            "added.txt": bytes(course?.announced),
            "stoppage.txt": bytes(course?.stoppage),
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
