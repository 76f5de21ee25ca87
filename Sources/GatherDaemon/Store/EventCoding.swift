import GatherCore
import Varlink

/// How an event stands in the columns `kind` and `details`.
struct EncodedEvent: Equatable {
    let kind: String
    let details: JSONObject

    init(kind: String, details: JSONObject) {
        self.kind = kind
        self.details = details
    }

    init(_ event: Event) {
        switch event {
        case .opened(let id, let time, let teamAName, let teamBName):
            self.init(
                "opened",
                [
                    "id": .string(id), "seconds": .int(time.minutes * 60 + time.seconds),
                    "teamAName": .string(teamAName), "teamBName": .string(teamBName),
                ])
        case .started(let ago): self.init("started", Self.ago(ago))
        case .paused(let ago): self.init("paused", Self.ago(ago))
        case .cancelled: self.init("cancelled")
        case .timeSet(let time):
            self.init("timeSet", ["seconds": .int(time.minutes * 60 + time.seconds)])
        case .timeAdjusted(let amount, let starts):
            var details: JSONObject = ["seconds": .int(Int(amount.components.seconds))]
            if starts { details["start"] = true }
            self.init("timeAdjusted", details)
        case .scoreSet(let side, let goals):
            self.init("scoreSet", ["team": .string(side.rawValue), "score": .int(goals)])
        case .scoreAdded(let side, let delta):
            self.init("scoreAdded", ["team": .string(side.rawValue), "delta": .int(delta)])
        case .goalScored(let goal):
            self.init(
                "goalScored",
                [
                    "team": .string(goal.side.rawValue), "player": goal.scorer.json,
                    "ownGoal": .bool(goal.isOwnGoal),
                ])
        case .playersMoved(let players, let section):
            self.init(
                "playersMoved",
                [
                    "players": .array(players.map(\.json)),
                    "section": JSONValue(section?.rawValue),
                ])
        // An older gatherd reads it as a move of those who were there.
        case .teamsCleared(let players):
            self.init(
                "playersMoved",
                ["players": .array(players.map(\.json)), "section": .null, "all": true])
        case .teamsDrawn(let drawn): self.init("teamsDrawn", drawn.json)
        case .teamsNamed(let teamAName, let teamBName, let kept):
            var details: JSONObject = [
                "teamAName": .string(teamAName), "teamBName": .string(teamBName),
            ]
            if let kept { details["keeps"] = .string(kept.rawValue) }
            self.init("teamsNamed", details)
        case .ended: self.init("ended")
        case .discarded: self.init("discarded")
        case .undone(let step): self.init("undone", ["step": .int(step)])
        case .redone(let step): self.init("redone", ["step": .int(step)])
        case .rebooted: self.init("rebooted")
        case .clockDoubted: self.init("clockDoubted")
        case .clockSettled: self.init("clockSettled")
        case .clockStepped: self.init("clockStepped")
        case .lost: self.init("lost")
        }
    }

    /// The event, or nil if this version does not know such a one.
    var event: Event? {
        switch kind {
        case "opened":
            guard let id = details["id"]?.string, let time = time,
                let teamAName = details["teamAName"]?.string,
                let teamBName = details["teamBName"]?.string
            else { return nil }
            return .opened(id: id, time: time, teamAName: teamAName, teamBName: teamBName)
        case "started": return .started(ago: ago)
        case "paused": return .paused(ago: ago)
        case "cancelled": return .cancelled
        case "timeSet": return time.map(Event.timeSet)
        case "timeAdjusted":
            guard let seconds = whole("seconds"), let starts = flag("start") else { return nil }
            return .timeAdjusted(by: .seconds(seconds), starts: starts)
        case "scoreSet": return score("score").map(Event.scoreSet)
        case "scoreAdded": return score("delta").map { .scoreAdded($0, delta: $1) }
        case "goalScored":
            guard let side = side, let player = details["player"].flatMap(Player.init(json:)),
                let isOwnGoal = details["ownGoal"]?.bool
            else { return nil }
            return .goalScored(NamedGoal(side: side, scorer: player, isOwnGoal: isOwnGoal))
        case "playersMoved":
            guard let players = Player.players(details["players"]) else { return nil }
            let name = details["section"]?.string
            let section = name.flatMap(TeamSection.init(rawValue:))
            guard (section == nil) == (name == nil) else { return nil }
            guard let isOfAll = flag("all") else { return nil }
            if isOfAll { return section == nil ? .teamsCleared(players) : nil }
            return .playersMoved(players, to: section)
        case "teamsDrawn": return DrawnTeams(json: details).map(Event.teamsDrawn)
        case "teamsNamed":
            guard let teamAName = details["teamAName"]?.string,
                let teamBName = details["teamBName"]?.string
            else { return nil }
            let kept = details["keeps"]?.string.flatMap(Side.init(rawValue:))
            guard (kept == nil) == (details["keeps"] == nil) else { return nil }
            return .teamsNamed(teamAName: teamAName, teamBName: teamBName, keeping: kept)
        case "ended": return .ended
        case "discarded": return .discarded
        case "undone": return whole("step").map(Event.undone(step:))
        case "redone": return whole("step").map(Event.redone(step:))
        case "rebooted": return .rebooted
        case "clockDoubted": return .clockDoubted
        case "clockSettled": return .clockSettled
        case "clockStepped": return .clockStepped
        case "lost": return .lost
        default: return nil
        }
    }

    private init(_ kind: String, _ details: JSONObject = [:]) {
        self.init(kind: kind, details: details)
    }

    private static func ago(_ ago: Duration) -> JSONObject {
        ago == .zero ? [:] : ["agoMilliseconds": .int(ago.wholeMilliseconds)]
    }

    private var ago: Duration { .milliseconds(whole("agoMilliseconds") ?? 0) }

    private var time: GatherTime? {
        whole("seconds").map { GatherTime(minutes: $0 / 60, seconds: $0 % 60) }
    }

    private func whole(_ name: String) -> Int? { details[name]?.int }

    /// What is true or false, and false where it does not stand.
    private func flag(_ name: String) -> Bool? { details[name].map(\.bool) ?? false }

    private var side: Side? { details["team"]?.string.flatMap(Side.init(rawValue:)) }

    private func score(_ name: String) -> (Side, Int)? {
        guard let side, let value = whole(name) else { return nil }
        return (side, value)
    }
}

/// How players stand in the details of an event.
extension Player {
    var json: JSONValue {
        .object([
            "id": .int(id), "name": .string(name), "position": JSONValue(position?.rawValue),
        ])
    }

    /// Reads a player; nil for what is none.
    init?(json: JSONValue) {
        guard let id = json.object?["id"]?.int, let name = json.object?["name"]?.string else {
            return nil
        }
        self.init(
            id: id, name: name,
            position: json.object?["position"]?.string.flatMap(Position.init(rawValue:)))
    }

    /// Reads a list of players; nil if any of it is none.
    static func players(_ json: JSONValue?) -> [Player]? {
        guard let values = json?.array else { return nil }
        let players = values.compactMap(Player.init(json:))
        return players.count == values.count ? players : nil
    }
}

extension DrawnTeams {
    var json: JSONObject {
        var details: JSONObject = [
            "teamA": .array(teamA.map(\.json)), "teamB": .array(teamB.map(\.json)),
            "seed": .int(draw.seed), "strengthA": .int(draw.strengthA),
            "strengthB": .int(draw.strengthB), "equallyFair": .int(draw.equallyFair),
            "withoutSkill": .array(draw.withoutSkill.map(JSONValue.int)),
        ]
        if isOfAll { details["all"] = true }
        return details
    }

    /// Reads drawn sides; nil for what is none.
    init?(json: JSONObject) {
        guard let teamA = Player.players(json["teamA"]), let teamB = Player.players(json["teamB"]),
            let seed = json["seed"]?.int, let strengthA = json["strengthA"]?.int,
            let strengthB = json["strengthB"]?.int, let equallyFair = json["equallyFair"]?.int,
            let withoutSkill = json["withoutSkill"]?.array?.compactMap(\.int),
            let isOfAll = json["all"].map(\.bool) ?? false
        else { return nil }
        self.init(
            teamA: teamA, teamB: teamB,
            draw: Draw(
                seed: seed, strengthA: strengthA, strengthB: strengthB, equallyFair: equallyFair,
                withoutSkill: withoutSkill),
            isOfAll: isOfAll)
    }
}
