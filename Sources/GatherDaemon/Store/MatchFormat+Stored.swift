import GatherCore
import LinuxIO
import Varlink

/// The form of a format in the details of an event.
extension MatchFormat: StoredValue {
    var stored: JSONValue {
        var object: JSONObject = [
            "name": name.stored, "periods": periods.stored, "extra": extra.stored,
        ]
        if rules != MatchRules() { object["rules"] = rules.stored }
        return .object(object)
    }

    init?(json: JSONValue) {
        guard let json = json.object, let name: String = json.value("name"),
            let periods: [MatchPeriod] = json.value("periods"),
            let rules: MatchRules = json["rules"] == nil ? MatchRules() : json.value("rules"),
            let extra: ExtraTime = json["extra"] == nil ? .standard : json.value("extra"),
            let format = try? MatchFormat(name: name, periods: periods, rules: rules, extra: extra)
        else { return nil }
        self = format
    }
}

/// The form of a format's rules in the details of an event.
extension MatchRules: StoredValue {
    var stored: JSONValue {
        .object([
            "stopsAt": stopsAt.map(\.rawValue).sorted().stored,
            "timeOuts": timeOuts?.perPeriod.stored ?? .null,
            "timeOutSeconds": timeOuts?.length.wholeSeconds.stored ?? .null,
            "foulLimit": foulLimit.stored,
        ])
    }

    init?(json: JSONValue) {
        guard let json = json.object, let stops: [Stop] = json.value("stopsAt") else { return nil }
        let (count, seconds): (Int?, Int?) = (json.value("timeOuts"), json.value("timeOutSeconds"))
        guard (count == nil) == (seconds == nil) else { return nil }
        self.init(
            stopsAt: Set(stops),
            timeOuts: count.flatMap { count in
                seconds.map { TimeOuts(perPeriod: count, length: .seconds($0)) }
            },
            foulLimit: json.value("foulLimit"))
    }
}

extension MatchRules.Stop: StoredValue {}

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
