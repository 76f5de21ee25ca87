import GatherCore
import Varlink

/// A row of the table `players`.
struct PlayerRow: StoredRow, Equatable {
    static let table = "players"
    static let columns = "id, removed, profile, details"

    static func name(of row: borrowing SQLiteRow) -> String {
        "player \(row.integer(0)) is"
    }

    var member: Squad.Member
    /// The command that took the player into the squad, if it is to count once.
    var origin: Origin?

    /// A command that was given with a request ID.
    struct Origin: Equatable {
        let requestID: String
        /// A checksum of the method and its parameters.
        let command: Int
        /// When it was given, by the wall clock.
        let wall: Duration
    }

    init(_ member: Squad.Member, origin: Origin? = nil) {
        (self.member, self.origin) = (member, origin)
    }

    init?(_ values: [SQLiteValue]) {
        guard values.count == 4, let id = values[0].integer, id > 0,
            let removed = values[1].integer, (0...1).contains(removed),
            let profile = values[2].text.flatMap(JSONObject.init(text:))
                .flatMap(PlayerProfile.init(json:)),
            let details = values[3].text.flatMap(JSONObject.init(text:)),
            let link = PlayerLink(json: details)
        else { return nil }
        member = Squad.Member(id: id, profile: profile, isRemoved: removed == 1, link: link)
        member.changes = details["changes"]?.array?.compactMap(SquadChange.init(json:)) ?? []
        origin = details["added"]?.object.flatMap(Origin.init(json:))
    }

    var values: [SQLiteValue] {
        var details = member.link.json
        if let origin { details["added"] = .object(origin.json) }
        if !member.changes.isEmpty { details["changes"] = .array(member.changes.map(\.json)) }
        return [
            .integer(member.id), .integer(member.isRemoved ? 1 : 0),
            .text(member.profile.json.text), .text(details.text),
        ]
    }
}

extension PlayerRow.Origin {
    fileprivate var json: JSONObject {
        [
            "requestId": .string(requestID), "command": .int(command),
            "wall": .int(wall.wholeMicroseconds),
        ]
    }

    fileprivate init?(json: JSONObject) {
        guard let id = json["requestId"]?.string, let command = json["command"]?.int,
            let wall = json["wall"]?.int
        else { return nil }
        self.init(requestID: id, command: command, wall: .microseconds(wall))
    }
}

extension PlayerProfile {
    var json: JSONObject { AgreedProfile(self).json }

    /// Reads a profile; nil for what is none.
    init?(json: JSONObject) {
        guard let agreed = AgreedProfile(json: json), let name = agreed.name else { return nil }
        try? self.init(
            name: name, age: agreed.age, skill: agreed.skill, position: agreed.position,
            favouriteTeam: agreed.favouriteTeam)
    }
}

extension AgreedProfile {
    fileprivate var json: JSONObject {
        [
            "name": JSONValue(name), "age": JSONValue(age), "skill": JSONValue(skill?.rawValue),
            "position": JSONValue(position?.rawValue), "favouriteTeam": JSONValue(favouriteTeam),
        ]
    }

    fileprivate init?(json: JSONObject) {
        let (skill, position) = (json["skill"]?.string, json["position"]?.string)
        self.init(
            name: json["name"]?.string, age: json["age"]?.int,
            skill: skill.flatMap(Skill.init(rawValue:)),
            position: position.flatMap(Position.init(rawValue:)),
            favouriteTeam: json["favouriteTeam"]?.string)
        guard (self.skill == nil) == (skill == nil), (self.position == nil) == (position == nil)
        else { return nil }
    }
}

extension PlayerLink {
    fileprivate var json: JSONObject {
        switch self {
        case .unlinked: return ["link": "unlinked"]
        case .creating(let account, let name, let before):
            return [
                "link": "creating", "account": .string(account), "name": .string(name),
                "before": .array(before.sorted().map(JSONValue.int)),
            ]
        case .linked(let linked):
            var json: JSONObject = [
                "link": "linked", "account": .string(linked.account), "id": .int(linked.id),
                "agreed": .object(linked.agreed.json),
            ]
            if let name = linked.confirmedName { json["confirmedName"] = .string(name) }
            return json
        }
    }

    fileprivate init?(json: JSONObject) {
        switch (json["link"]?.string, json["account"]?.string) {
        case ("unlinked", _): self = .unlinked
        case ("creating", let account?):
            guard let name = json["name"]?.string, let before = json["before"]?.array else {
                return nil
            }
            self = .creating(
                account: account, name: name, before: Set(before.compactMap(\.int)))
        case ("linked", let account?):
            guard let id = json["id"]?.int,
                let agreed = json["agreed"]?.object.flatMap(AgreedProfile.init(json:))
            else { return nil }
            self = .linked(
                LinkedPlayer(
                    account: account, id: id, agreed: agreed,
                    confirmedName: json["confirmedName"]?.string))
        default: return nil
        }
    }
}

/// How a change of the squad stands in the details of a player.
extension SquadChange {
    /// Among the parts, of a change whose wall clock was not known to be right.
    private static let trust = "isWallTrusted"

    var json: JSONValue {
        var parts: JSONObject = [
            "number": .int(number), "wall": .int(moment.wall.wholeMicroseconds),
            "boottime": .int(moment.boottime.wholeMicroseconds), "boot": .string(moment.boot),
            "gather": .string(gather), "revision": .int(revision),
        ]
        if !moment.isWallTrusted { parts[Self.trust] = false }
        switch kind {
        case .added: parts["kind"] = "added"
        case .removed: parts["kind"] = "removed"
        case .edited(let profile):
            parts["kind"] = "edited"
            parts["from"] = .object(profile.json)
        }
        return .object(parts)
    }

    /// Reads a change; nil for what is none that this version knows.
    init?(json: JSONValue) {
        guard let parts = json.object, let kind = Kind(json: parts),
            let number = parts["number"]?.int, let wall = parts["wall"]?.int,
            let boottime = parts["boottime"]?.int, let boot = parts["boot"]?.string,
            let gather = parts["gather"]?.string, let revision = parts["revision"]?.int
        else { return nil }
        let moment = Moment(
            boottime: .microseconds(boottime), wall: .microseconds(wall), boot: boot,
            isWallTrusted: parts[Self.trust]?.bool ?? true)
        self.init(kind: kind, number: number, moment: moment, gather: gather, revision: revision)
    }
}

extension SquadChange.Kind {
    fileprivate init?(json: JSONObject) {
        switch json["kind"]?.string {
        case "added": self = .added
        case "removed": self = .removed
        case "edited":
            guard let profile = json["from"]?.object.flatMap(PlayerProfile.init(json:)) else {
                return nil
            }
            self = .edited(from: profile)
        default: return nil
        }
    }
}
