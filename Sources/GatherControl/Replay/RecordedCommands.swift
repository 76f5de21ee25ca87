import GatherAPI
import Varlink

/// Makes the commands again that recorded the events of a match.
///
/// The interface says which methods record one event with the values of their parameters, in the
/// notes `[recorded as KIND]`; all others are here.
///
/// A gatherd to which they are given at the same moments records the same.
struct RecordedCommands {
    /// The events that the clocks of a machine, or the loss of a file, made.
    static let clockKinds: Set = [
        "rebooted", "clockDoubted", "clockSettled", "clockStepped", "lost",
    ]

    /// The numbers of the players where the commands are given, by those in the record.
    var players: [Int: Int] = [:]
    /// The names there of the formats.
    var formats: [JSONValue: String] = [:]
    /// The state there; nil before it opens.
    private(set) var gather: GatherSnapshot?
    private(set) var revision = 0
    private var numbers: [Int: Int] = [:]
    private var steps: [Int: [Int]] = [:]
    private var closings: Set<Int> = []
    private var draws: Set<Int> = []

    /// Returns true if no command recorded an event.
    static func isOfClock(_ step: RecordedStep) -> Bool {
        clockKinds.contains(step.events[0].kind)
    }

    /// Returns true if the kick-off starts the countdown by itself.
    static func isOfKickOff(_ step: RecordedStep) -> Bool {
        step.events.contains { $0.details["kickOff"]?.bool == true }
    }

    /// Returns the calls that give a command again; nil if none is known.
    ///
    /// - Parameter wallShift: The microseconds by which the wall clock is ahead of that of then.
    func calls(of step: RecordedStep, wallShift: Int) -> [Call]? {
        let first = step.events[0]
        switch first.kind {
        case "undone": return first.details["step"]?.int.flatMap(undo)
        case "redone":
            return first.details["step"]?.int.flatMap { steps[$0] }?.map { _ in call(.redo) }
        case "opened": return opening(step.events, wallShift)
        case "scoreSet":
            let other = step.events.dropFirst().first?.details["score"]
            return [call(.setScore, first.details, ["team", "score"], ["otherScore": other])]
        case "timeAdjusted":
            let starts = step.events.count > 1 || first.details["start"]?.bool == true
            return [call(.adjustTime, first.details, ["seconds"], ["start": .bool(starts)])]
        case "playersMoved" where step.events.count == 2:
            let both = step.events.flatMap { ids($0.details["players"]) }
            return [call(.swapPlayers, ["playerIds": .array(both), "force": true])]
        default:
            var calls: [Call] = []
            for event in step.events {
                if event.kind == "teamsDrawn" {
                    calls += draw(event.details)
                    continue
                }
                guard let call = call(of: event, wallShift) else { return nil }
                calls.append(call)
            }
            return calls
        }
    }

    /// Takes the reply to a call of a step.
    mutating func take(_ reply: JSONObject, to step: RecordedStep) {
        guard let json = reply["gather"] else { return }
        let before = revision
        gather = try? GatherSnapshot(json: json, name: "gather")
        revision = gather?.revision ?? before + 1
        guard revision > before else { return }
        steps[step.number, default: []].append(before + 1)
        let made = before + 1...revision
        for (event, number) in zip(step.events.suffix(made.count), made) {
            numbers[event.number] = number
        }
        for event in step.events where ["ended", "discarded"].contains(event.kind) {
            closings.insert(step.number)
        }
        if step.events.contains(where: { $0.kind == "teamsDrawn" }) { draws.insert(step.number) }
    }

    // MARK: - Calls

    private func undo(_ step: Int) -> [Call]? {
        guard let made = steps[step] else { return nil }
        // An end can be undone for a limited time only; a match can be reopened later too.
        if closings.contains(step), let gather {
            return [call(.reopen, ["id": .string(gather.id)])]
        }
        // Without the last moves of a draw alone, a side of it would have nobody.
        let inOrder = draws.contains(step) ? made : made.reversed()
        return inOrder.map { call(.undo, ["number": .int($0), "match": true]) }
    }

    private func opening(_ events: [RecordedEvent], _ wallShift: Int) -> [Call] {
        var open: JSONObject = [
            "time": time(events[0].details), "teamAName": events[0].details["teamAName"] ?? .null,
            "teamBName": events[0].details["teamBName"] ?? .null,
            "fixture": events[0].details["fixture"] ?? .null,
        ]
        var sections: [String: [JSONValue]] = ["teamA": [], "teamB": [], "bench": []]
        func place(_ players: JSONValue?, in section: String?) {
            let moved = ids(players)
            for name in sections.keys { sections[name]?.removeAll { moved.contains($0) } }
            if let section { sections[section]? += moved }
        }
        var start: JSONValue?
        for event in events.dropFirst() {
            let details = event.details
            switch event.kind {
            case "formatChosen":
                (open["time"], open["format"]) = (.null, format(details))
            case "teamsColored":
                open["teamAColor"] = details["teamA"] ?? .null
                open["teamBColor"] = details["teamB"] ?? .null
            case "playersMoved": place(details["players"], in: details["section"]?.string)
            case "teamsDrawn":
                place(details["teamA"], in: "teamA")
                place(details["teamB"], in: "teamB")
            case "kickOffSet":
                for member in kickOff(details, wallShift).members {
                    open[member.key] = member.value
                }
            case "started", "periodBegan": start = details["agoMilliseconds"] ?? .null
            default: break
            }
        }
        if let start {
            // The start may be dated back, but not after a command that opens the match. So the
            // values are set as the defaults, and the start itself opens the match.
            open["fixture"] = nil
            return [
                call(.setDefaults, ["defaults": .object(open)]),
                call(.start, ["agoMilliseconds": start]),
            ]
        }
        for (name, players) in sections { open["\(name)Players"] = .array(players) }
        return [call(.open, open)]
    }

    private func call(of event: RecordedEvent, _ wallShift: Int) -> Call? {
        let details = event.details
        switch event.kind {
        case "timeSet": return call(.setTime, ["time": time(details)])
        case "scoreAdded", "goalScored": return goal(event)
        case "goalAmended": return amendedGoal(details)
        case "cardAmended": return amendedCard(details)
        case "substituted":
            let more = [
                "playerOff": player(details["off"]), "playerOn": player(details["on"]),
                "force": true,
            ]
            return call(.substitute, details, ["team", "agoMilliseconds"], more)
        case "playersMoved":
            if details["all"]?.bool == true { return call(.clearTeams) }
            return move(ids(details["players"]), to: details["section"] ?? .null)
        case "teamsNamed":
            var names = details
            if let kept = names["keeps"]?.string { names["\(kept)Name"] = .null }
            return call(.nameTeams, names, ["teamAName", "teamBName"])
        case "teamsColored":
            let (teamA, teamB) = (details["teamA"] ?? .null, details["teamB"] ?? .null)
            return call(.colorTeams, ["teamAColor": teamA, "teamBColor": teamB])
        case "kickOffSet": return call(.setKickOff, kickOff(details, wallShift))
        case "formatChosen":
            let isForced = details["forced"] ?? .null
            return call(.chooseFormat, ["format": format(details), "force": isForced])
        case "periodBegan", "periodEnded":
            let what = event.kind == "periodBegan" ? "begin" : "end"
            return call(.whistle, details, ["period", "agoMilliseconds"], ["what": .string(what)])
        case "addedTimeAnnounced":
            let more = ["force": details["forced"]]
            return call(.announceAddedTime, details, ["minutes", "period"], more)
        case "kickTaken":
            let more = [
                "scored": details["in"], "playerId": player(details["player"]), "force": true,
            ]
            return call(.takeKick, details, ["team"], more)
        default: return recorded(event)
        }
    }

    /// Returns the call that recorded an event of which the interface says the method; nil if it
    /// says none.
    private func recorded(_ event: RecordedEvent) -> Call? {
        guard let (method, parameters) = GatherMethod.recorded[event.kind] else { return nil }
        var details = event.details
        for member in event.details.members {
            if let id = player(member.value) { details["\(member.key)Id"] = id }
        }
        details["force"] = true
        // A command is given once, and nobody else gives it.
        let given = parameters.filter { !["requestId", "guarded"].contains($0) }
        return call(method, details, given)
    }

    private func goal(_ event: RecordedEvent) -> Call {
        let details = event.details
        let scorer = player(details["player"])
        return call(
            .addToScore, details, ["team", "agoMilliseconds"],
            [
                "delta": details["delta"] ?? 1, "scorer": scorer,
                "ownGoal": scorer == nil ? nil : details["ownGoal"],
                "minute": details["minute"]?.object?["minute"], "force": true,
            ])
    }

    private func amendedGoal(_ details: JSONObject) -> Call {
        let scorer = details["scorer"]
        return call(
            .amendGoal,
            [
                "number": number(details["goal"]),
                "scorer": player(scorer?.object?["player"]) ?? .null,
                "ownGoal": scorer?.object?["ownGoal"] ?? .null,
                "noScorer": .bool(scorer == .null),
                "team": details["moves"]?.bool == true ? details["team"] ?? .null : .null,
                "minute": details["minute"]?.object?["minute"] ?? .null, "force": true,
            ])
    }

    private func amendedCard(_ details: JSONObject) -> Call {
        call(
            .amendCard, details, ["team", "card", "penaltySeconds"],
            [
                "number": number(details["cardEvent"]), "playerId": player(details["player"]),
                "minute": details["minute"]?.object?["minute"], "force": true,
            ])
    }

    /// Returns the moves that make the sides which were drawn: the draw itself depends on what the
    /// squad knew of the players.
    private func draw(_ details: JSONObject) -> [Call] {
        // A player who stayed on a side would keep the place of before.
        let present = (gather.map { $0.teamA.players + $0.teamB.players } ?? []).map(\.id)
        let moves = ["teamA", "teamB"].map { move(ids(details[$0]), to: .string($0)) }
        let away = present.isEmpty ? [] : [move(present.map(JSONValue.int), to: "bench")]
        return away + moves
    }

    private func move(_ ids: [JSONValue], to section: JSONValue) -> Call {
        call(.movePlayers, ["playerIds": .array(ids), "section": section, "force": true])
    }

    // MARK: - Values

    private func call(_ method: GatherMethod, _ parameters: JSONObject = [:]) -> Call {
        Call(method.fullName, parameters)
    }

    private func call(
        _ method: GatherMethod, _ details: JSONObject, _ names: [String],
        _ more: [String: JSONValue?] = [:]
    ) -> Call {
        var parameters: JSONObject = [:]
        for name in names { parameters[name] = details[name] }
        for (name, value) in more { parameters[name] = value }
        return call(method, parameters)
    }

    private func time(_ details: JSONObject) -> JSONValue {
        let seconds = details["seconds"]?.int ?? 0
        return .object(["minutes": .int(seconds / 60), "seconds": .int(seconds % 60)])
    }

    private func format(_ details: JSONObject) -> JSONValue {
        details["format"].flatMap { formats[$0] }.map(JSONValue.string) ?? .null
    }

    private func kickOff(_ details: JSONObject, _ wallShift: Int) -> JSONObject {
        guard let wall = details["microseconds"]?.int, RecordedEvent.times.contains(wall)
        else { return [:] }
        return [
            "kickOffMicroseconds": .int(wall + wallShift),
            "kickOffAutomatic": details["automatic"] ?? .null,
        ]
    }

    private func number(_ value: JSONValue?) -> JSONValue {
        JSONValue(value?.int.flatMap { numbers[$0] })
    }

    private func player(_ value: JSONValue?) -> JSONValue? {
        value.flatMap(RecordedPlayer.init).flatMap { players[$0.id] }.map(JSONValue.int)
    }

    private func ids(_ value: JSONValue?) -> [JSONValue] {
        (value?.array ?? []).compactMap { player($0) }
    }
}
