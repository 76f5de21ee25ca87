import GatherCore
import Varlink

/// The form of a format in the details of an event.
extension MatchFormat: StoredValue {
    var stored: JSONValue {
        .object(["name": name.stored, "periods": periods.stored, "extra": extra.stored])
    }

    init?(json: JSONValue) {
        guard let json = json.object, let name: String = json.value("name"),
            let periods: [MatchPeriod] = json.value("periods"),
            let extra: ExtraTime = json["extra"] == nil ? .standard : json.value("extra"),
            let format = try? MatchFormat(name: name, periods: periods, extra: extra)
        else { return nil }
        self = format
    }
}

/// The form of an extra time in the details of an event.
extension ExtraTime: StoredValue {
    var stored: JSONValue {
        .object([
            "periods": count.stored, "seconds": length.wholeSeconds.stored,
            "break": pause.wholeSeconds.stored, "halfTime": halfTime.wholeSeconds.stored,
        ])
    }

    init?(json: JSONValue) {
        guard let json = json.object, let count: Int = json.value("periods"),
            let length: Int = json.value("seconds"), let pause: Int = json.value("break"),
            let halfTime: Int = json.value("halfTime")
        else { return nil }
        self.init(
            count: count, length: .seconds(length), pause: .seconds(pause),
            halfTime: .seconds(halfTime))
    }
}

/// The form of a period in the details of an event.
extension MatchPeriod: StoredValue {
    var stored: JSONValue {
        .object([
            "id": id.stored, "kind": kind.stored, "seconds": length.wholeSeconds.stored,
            "shows": shows.stored, "from": from.wholeSeconds.stored, "atZero": atZero.stored,
            "begins": begins.stored,
        ])
    }

    init?(json: JSONValue) {
        guard let json = json.object, let id: String = json.value("id"),
            let kind: Kind = json.value("kind"), let seconds: Int = json.value("seconds"),
            let shows: Direction = json.value("shows"), let from: Int = json.value("from"),
            let atZero: AtZero = json.value("atZero"), let begins: Beginning = json.value("begins")
        else { return nil }
        self.init(
            id: id, kind: kind, length: .seconds(seconds), shows: shows, from: .seconds(from),
            atZero: atZero, begins: begins)
    }
}

extension MatchPeriod.Kind: StoredValue {}
extension MatchPeriod.Direction: StoredValue {}
extension MatchPeriod.AtZero: StoredValue {}
extension MatchPeriod.Beginning: StoredValue {}
