import GatherAPI
import GatherCore
import LinuxIO
import Varlink

/// A format as a person writes it in a file: a JSON object with its periods and rules.
///
/// A time is a number of minutes, or a text such as `12:30`. In a period, all but `id` and `length`
/// may be left out: it is play, counts down from its length and stops there, begins by hand, and
/// its minutes go on from the period of play before it. A clock that counts up runs on.
struct FormatFile {
    private let path: String
    private let name: String
    private let bytes: [UInt8]

    /// Makes a file of its content, which may begin with a byte order mark.
    init(path: String, name: String, bytes: [UInt8]) {
        (self.path, self.name, self.bytes) = (path, name, ByteOrderMark.removed(from: bytes))
    }

    /// Returns the format in the file.
    ///
    /// - Throws: ``GatherError/invalidFormat(fault:)``, with the line of the first fault.
    func format() throws(GatherError) -> MatchFormat {
        guard MatchFormat.isName(name) else { throw fault(.invalidName, line: nil) }
        guard name != MatchFormat.plainName, MatchFormat(named: name) == nil else {
            throw fault(.nameTaken, line: nil)
        }
        let json: JSONValue
        do { json = try JSONValue(parsing: bytes[...], nesting: Self.nesting) } catch {
            throw fault(.syntax, line: error.offset.map(line))
        }
        let all = try Section(
            json, at: [], of: self,
            names: ["name", "periods", "stopsAt", "timeOuts", "foulLimit", "extraTime"])
        _ = try all.value("name") { $0.string == name ? name : nil }
        let periods = try periods(all.required("periods", \.array))
        let stops: [MatchRules.Stop] =
            try all.value("stopsAt") { json in
                json.array.flatMap { values in
                    let stops = values.compactMap { MatchRules.Stop(json: $0) }
                    return stops.count == values.count ? stops : nil
                }
            } ?? []
        let rules = MatchRules(
            stopsAt: Set(stops), timeOuts: try timeOuts(all),
            foulLimit: try all.value("foulLimit", \.int))
        let extra = try extraTime(all) ?? .standard
        do {
            return try MatchFormat(name: name, periods: periods, rules: rules, extra: extra)
        } catch {
            throw fault(of: error)
        }
    }

    private func periods(_ values: [JSONValue]) throws(GatherError) -> [MatchPeriod] {
        var periods: [MatchPeriod] = []
        var end = Duration.zero
        for (index, value) in values.enumerated() {
            let period = try Section(
                value, at: [.name("periods"), .index(index)], of: self,
                names: ["id", "kind", "length", "shows", "from", "atZero", "begins"])
            let kind: MatchPeriod.Kind = try period.value("kind") { .init(json: $0) } ?? .play
            let shows: MatchPeriod.Direction =
                try period.value("shows") { .init(json: $0) } ?? .down
            let length = try period.required("length", Self.time)
            let made = MatchPeriod(
                id: try period.required("id", \.string), kind: kind, length: length, shows: shows,
                from: try period.value("from", Self.time) ?? (kind == .play ? end : .zero),
                atZero: try period.value("atZero") { .init(json: $0) }
                    ?? (shows == .up ? .run : .stop),
                begins: try period.value("begins") { .init(json: $0) }
                    ?? (kind == .play ? .byHand : .atOnce))
            if kind == .play { end = made.from + length }
            periods.append(made)
        }
        return periods
    }

    private func timeOuts(_ all: Section) throws(GatherError) -> MatchRules.TimeOuts? {
        guard let timeOuts = try all.section("timeOuts", names: ["perPeriod", "length"]) else {
            return nil
        }
        return MatchRules.TimeOuts(
            perPeriod: try timeOuts.required("perPeriod", \.int),
            length: try timeOuts.required("length", Self.time))
    }

    private func extraTime(_ all: Section) throws(GatherError) -> ExtraTime? {
        guard
            let extra = try all.section(
                "extraTime", names: ["periods", "length", "break", "halfTime"])
        else { return nil }
        let made = ExtraTime(
            count: try extra.required("periods", \.int),
            length: try extra.required("length", Self.time),
            pause: try extra.required("break", Self.time),
            halfTime: try extra.required("halfTime", Self.time))
        guard let made else { throw fault(.invalidValue, at: [.name("extraTime")]) }
        return made
    }

    private static func time(_ json: JSONValue) -> Duration? {
        if let minutes = json.int {
            return (0...1_440).contains(minutes) ? .seconds(minutes * 60) : nil
        }
        return json.string.flatMap { MatchFormat.time(written: $0[...]) }
    }

    /// The most arrays and objects in each other that a format has.
    private static let nesting = 4

    // MARK: - Faults

    fileprivate func fault(
        _ problem: FormatProblemFields, at steps: [JSONStep] = [], field: String? = nil
    ) -> GatherError {
        var path = steps
        var offset = JSONValue.offset(of: path, in: bytes[...], nesting: Self.nesting)
        // A value that was left out has the line of the object in which it would be.
        while offset == nil, path.popLast() != nil {
            offset = JSONValue.offset(of: path, in: bytes[...], nesting: Self.nesting)
        }
        let named: String? = if case .name(let name)? = steps.last { name } else { nil }
        return fault(problem, line: offset.map(line), field: field ?? named)
    }

    private func fault(
        _ problem: FormatProblemFields, line: Int?, field: String? = nil
    ) -> GatherError {
        .invalidFormat(
            fault: FormatFaultFields(path: path, line: line, problem: problem, field: field))
    }

    private func line(at offset: Int) -> Int {
        bytes.prefix(offset).count { $0 == UInt8(ascii: "\n") } + 1
    }

    private func fault(of problem: MatchFormat.Problem) -> GatherError {
        func period(_ index: Int, _ name: String) -> GatherError {
            fault(.invalidValue, at: [.name("periods"), .index(index), .name(name)])
        }
        return switch problem {
        case .name: fault(.invalidName, line: nil)
        case .count: fault(.periodCount, at: [.name("periods")])
        case .id(let index): period(index, "id")
        case .length(let index): period(index, "length")
        case .from(let index): period(index, "from")
        case .beginning(let index): period(index, "begins")
        case .kicks(let index): period(index, "kind")
        case .breakPlace(let index):
            fault(.breakPlace, at: [.name("periods"), .index(index)])
        case .timeOuts: fault(.invalidValue, at: [.name("timeOuts")])
        case .foulLimit: fault(.invalidValue, at: [.name("foulLimit")])
        }
    }
}

/// An object in a file, at a path from its beginning.
private struct Section {
    private let file: FormatFile
    private let path: [JSONStep]
    private let members: JSONObject

    init(
        _ value: JSONValue, at path: [JSONStep], of file: FormatFile, names: [String]
    ) throws(GatherError) {
        guard let members = value.object else { throw file.fault(.invalidValue, at: path) }
        for member in members.members where !names.contains(member.key) {
            throw file.fault(.unknownField, at: path + [.name(member.key)])
        }
        (self.file, self.path, self.members) = (file, path, members)
    }

    func value<Value>(_ name: String, _ read: (JSONValue) -> Value?) throws(GatherError) -> Value? {
        guard let json = members[name], json != .null else { return nil }
        guard let value = read(json) else {
            throw file.fault(.invalidValue, at: path + [.name(name)])
        }
        return value
    }

    func required<Value>(
        _ name: String, _ read: (JSONValue) -> Value?
    ) throws(GatherError) -> Value {
        guard let value = try value(name, read) else {
            throw file.fault(.missingField, at: path, field: name)
        }
        return value
    }

    func section(_ name: String, names: [String]) throws(GatherError) -> Section? {
        guard let json = members[name], json != .null else { return nil }
        return try Section(json, at: path + [.name(name)], of: file, names: names)
    }
}

extension JSONError {
    /// The place of the fault in bytes; nil if it is not known.
    fileprivate var offset: Int? {
        switch self {
        case .invalidUTF8: nil
        case .syntax(let offset), .nulCharacter(let offset), .keyTooLong(let offset),
            .duplicateKey(let offset), .tooDeep(let offset), .tooMany(let offset):
            offset
        }
    }
}
