import GatherCore
import Varlink

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
