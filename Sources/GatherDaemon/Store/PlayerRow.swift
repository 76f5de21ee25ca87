import GatherCore
import LinuxIO
import Varlink

/// A row of the table `players`.
struct PlayerRow: StoredRow, Equatable {
    static let table = "players"
    static let columns = "id, removed, profile, details"

    static func name(of row: borrowing SQLiteRow) -> String {
        "player \(row.integer(0)) is"
    }

    var member: Squad.Member
    /// True if the player was forgotten, and nothing but the number is known.
    private(set) var isForgotten = false
    /// The command that added the player to the squad, if it is to count once.
    var origin: Origin?

    /// A command with a request ID.
    struct Origin: Equatable {
        let requestID: String
        /// A checksum of the method and its parameters.
        let command: Int
        /// The time of the command, by the wall clock.
        let wall: Duration
        /// The boot of the machine, and the time since it; nil in a row of an earlier version.
        var boot: String?
        var boottime: Duration?

        /// Returns true if the command is older than requests are remembered.
        func isOld(at now: Moment) -> Bool {
            Moment(boottime: boottime ?? .zero, wall: wall, boot: boot ?? "")
                .isOlder(than: Limits.requestMemory, at: now)
        }
    }

    init(_ member: Squad.Member, origin: Origin? = nil) {
        (self.member, self.origin) = (member, origin)
    }

    /// Makes the row that stays of a player who is forgotten, so that nobody else gets the number.
    init(forgotten id: Int, origin: Origin? = nil) {
        self.init(
            Squad.Member(id: id, profile: .somebody, isRemoved: true),
            // The checksum of the command is dropped: it would reveal the name by trying names.
            origin: origin.map {
                Origin(
                    requestID: $0.requestID, command: 0, wall: $0.wall, boot: $0.boot,
                    boottime: $0.boottime)
            })
        isForgotten = true
    }

    init?(_ values: [SQLiteValue]) {
        guard values.count == 4, let id = values[0].integer, id > 0,
            let removed = values[1].integer, (0...1).contains(removed),
            let profile = values[2].text.flatMap(JSONObject.init(text:))
                .flatMap({ PlayerProfile(json: .object($0)) }),
            let details = values[3].text.flatMap(JSONObject.init(text:)),
            let link = PlayerLink(json: details)
        else { return nil }
        member = Squad.Member(id: id, profile: profile, isRemoved: removed == 1, link: link)
        member.changes = details["changes"]?.array?.compactMap(SquadChange.init(json:)) ?? []
        origin = details.value("added")
        isForgotten = details.value("forgotten") ?? false
    }

    var values: [SQLiteValue] {
        var details = member.link.json
        if let origin { details["added"] = origin.stored }
        if !member.changes.isEmpty { details["changes"] = member.changes.stored }
        if isForgotten { details["forgotten"] = true }
        return [
            .integer(member.id), .integer(member.isRemoved ? 1 : 0),
            .text(member.profile.stored.text), .text(details.text),
        ]
    }
}

extension PlayerRow.Origin: StoredValue {
    var stored: JSONValue {
        var json: JSONObject = [
            "requestId": requestID.stored, "command": command.stored,
            "wall": wall.wholeMicroseconds.stored,
        ]
        if let boot, let boottime {
            (json["boot"], json["boottime"]) = (boot.stored, boottime.wholeMicroseconds.stored)
        }
        return .object(json)
    }

    init?(json: JSONValue) {
        guard let json = json.object, let id: String = json.value("requestId"),
            let command: Int = json.value("command"), let wall: Int = json.value("wall")
        else { return nil }
        self.init(requestID: id, command: command, wall: .microseconds(wall))
        boot = json.value("boot")
        boottime = (json.value("boottime") as Int?).map { .microseconds($0) }
    }
}

extension PlayerProfile: StoredValue {
    var stored: JSONValue {
        guard let shirt, var json = AgreedProfile(self).stored.object else {
            return AgreedProfile(self).stored
        }
        json["shirt"] = shirt.stored
        return .object(json)
    }

    init?(json: JSONValue) {
        guard let agreed = AgreedProfile(json: json), let name = agreed.name,
            let shirt: Int? = (json.object ?? [:]).optional("shirt")
        else { return nil }
        try? self.init(
            name: name, age: agreed.age, skill: agreed.skill, position: agreed.position,
            favouriteTeam: agreed.favouriteTeam, shirt: shirt)
    }
}

extension AgreedProfile: StoredValue {
    var stored: JSONValue {
        .object([
            "name": name.stored, "age": age.stored, "skill": skill.stored,
            "position": position.stored, "favouriteTeam": favouriteTeam.stored,
        ])
    }

    init?(json: JSONValue) {
        guard let json = json.object else { return nil }
        self.init(
            name: json.value("name"), age: json.value("age"), skill: json.value("skill"),
            position: json.value("position"), favouriteTeam: json.value("favouriteTeam"))
        guard (skill == nil) == (json["skill"]?.string == nil),
            (position == nil) == (json["position"]?.string == nil)
        else { return nil }
    }
}

extension PlayerLink {
    fileprivate var json: JSONObject {
        switch self {
        case .unlinked: return ["link": "unlinked"]
        case .creating(let account, let name, let before):
            return [
                "link": "creating", "account": account.stored, "name": name.stored,
                "before": before.stored,
            ]
        case .linked(let linked):
            var json: JSONObject = [
                "link": "linked", "account": linked.account.stored, "id": linked.id.stored,
                "agreed": linked.agreed.stored,
            ]
            if let name = linked.confirmedName { json["confirmedName"] = name.stored }
            return json
        }
    }

    fileprivate init?(json: JSONObject) {
        switch (json["link"]?.string, json["account"]?.string) {
        case ("unlinked", _): self = .unlinked
        case ("creating", let account?):
            guard let name: String = json.value("name"),
                let before: Set<Int> = json.value("before")
            else { return nil }
            self = .creating(account: account, name: name, before: before)
        case ("linked", let account?):
            guard let id: Int = json.value("id"), let agreed: AgreedProfile = json.value("agreed")
            else { return nil }
            self = .linked(
                LinkedPlayer(
                    account: account, id: id, agreed: agreed,
                    confirmedName: json.value("confirmedName")))
        default: return nil
        }
    }
}

/// The form of a squad change in the details of a player.
extension SquadChange: StoredValue {
    var stored: JSONValue {
        var parts: JSONObject = [
            "number": number.stored, "gather": gather.stored, "revision": revision.stored,
        ]
        for member in moment.members.members { parts[member.key] = member.value }
        if !moment.isWallTrusted { parts[Moment.trust] = false }
        switch kind {
        case .added: parts["kind"] = "added"
        case .removed: parts["kind"] = "removed"
        case .edited(let profile):
            parts["kind"] = "edited"
            parts["from"] = profile.stored
        }
        return .object(parts)
    }

    /// Reads a change; nil if this version does not know its kind.
    init?(json: JSONValue) {
        guard let parts = json.object, var moment = Moment(json: json),
            let number: Int = parts.value("number"), let gather: String = parts.value("gather"),
            let revision: Int = parts.value("revision")
        else { return nil }
        moment.isWallTrusted = parts.value(Moment.trust) ?? true
        let kind: Kind
        switch parts["kind"]?.string {
        case "added": kind = .added
        case "removed": kind = .removed
        case "edited":
            guard let profile: PlayerProfile = parts.value("from") else { return nil }
            kind = .edited(from: profile)
        default: return nil
        }
        self.init(kind: kind, number: number, moment: moment, gather: gather, revision: revision)
    }
}
