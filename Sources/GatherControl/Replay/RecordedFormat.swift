import Varlink

/// A format as the record of a match has it.
struct RecordedFormat {
    private let json: JSONObject

    init(_ json: JSONValue) { self.json = json.object ?? [:] }

    /// The name.
    var name: String { json["name"]?.string ?? "" }

    /// True if no more than the name is known.
    var isBuiltIn: Bool { json["periods"] == nil }

    private var rules: JSONObject { json["rules"]?.object ?? [:] }
    private var extra: JSONObject { json["extra"]?.object ?? [:] }

    private var periods: [JSONObject] {
        (json["periods"]?.array ?? []).map { $0.object ?? [:] }
    }

    /// Returns true if gatherd has the same under its name, by its answer to `GetFormats`.
    func isSame(as known: JSONValue) -> Bool {
        guard let known = known.object else { return false }
        func value(_ object: JSONObject?, _ name: String) -> JSONValue { object?[name] ?? .null }
        let theirs = (known["periods"]?.array ?? []).map { $0.object ?? [:] }
        let names = [
            ("id", "id"), ("kind", "kind"), ("seconds", "seconds"), ("shows", "shows"),
            ("from", "fromSeconds"), ("atZero", "atZero"), ("begins", "begins"),
        ]
        let isPlayedSo =
            periods.count == theirs.count
            && zip(periods, theirs).allSatisfy { own, their in
                names.allSatisfy { value(own, $0.0) == value(their, $0.1) }
            }
        let extraNames = [
            ("periods", "periods"), ("seconds", "seconds"), ("break", "breakSeconds"),
            ("halfTime", "halfTimeSeconds"),
        ]
        let theirExtra = known["extraTime"]?.object
        let isExtraSo =
            json["extra"] == nil
            || extraNames.allSatisfy { value(extra, $0.0) == value(theirExtra, $0.1) }
        func stops(_ value: JSONValue?) -> Set<JSONValue> { Set(value?.array ?? []) }
        return isPlayedSo && isExtraSo && stops(rules["stopsAt"]) == stops(known["stopsAt"])
            && value(rules, "timeOuts") == value(known, "timeOutsPerPeriod")
            && value(rules, "timeOutSeconds") == value(known, "timeOutSeconds")
            && value(rules, "foulLimit") == value(known, "foulLimit")
    }

    /// The content of a file that has it.
    var file: JSONValue {
        var file: JSONObject = [
            "periods": .array(
                periods.map { period in
                    var given: JSONObject = [
                        "length": Self.time(period["seconds"]), "from": Self.time(period["from"]),
                    ]
                    for name in ["id", "kind", "shows", "atZero", "begins"] {
                        given[name] = period[name]
                    }
                    return .object(given)
                }),
            "stopsAt": rules["stopsAt"] ?? .array([]), "foulLimit": rules["foulLimit"] ?? .null,
        ]
        if let count = rules["timeOuts"], count != .null {
            file["timeOuts"] = .object([
                "perPeriod": count, "length": Self.time(rules["timeOutSeconds"]),
            ])
        }
        if json["extra"] != nil {
            file["extraTime"] = .object([
                "periods": extra["periods"] ?? .null, "length": Self.time(extra["seconds"]),
                "break": Self.time(extra["break"]), "halfTime": Self.time(extra["halfTime"]),
            ])
        }
        return .object(file)
    }

    private static func time(_ seconds: JSONValue?) -> JSONValue {
        let seconds = seconds?.int ?? 0
        let rest = seconds % 60
        return .string("\(seconds / 60):\(rest < 10 ? "0" : "")\(rest)")
    }
}
