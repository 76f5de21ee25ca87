import GatherCore
import Varlink

/// How a change of the squad stands in the details of a player.
extension SquadChange {
    /// Among the parts, of a change whose wall clock was not known to be right.
    private static let trust = "isWallTrusted"

    /// The change as a column has it.
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
