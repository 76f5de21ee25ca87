import GatherAPI
import GatherCore
import Varlink

/// Turns the parameters of a call into a command.
enum CommandDecoder {
    /// The command that a method asks for.
    ///
    /// ``GatherMethod/get`` and ``GatherMethod/subscribe`` ask for none.
    static func command(
        _ method: GatherMethod, from reader: inout ParameterReader
    ) throws(VarlinkError) -> Command {
        switch method {
        case .get, .subscribe: throw .methodNotFound(method.fullName)
        case .open:
            let time: GivenTime? = try reader.optional("time")
            return .open(
                time: time?.time, teamAName: try reader.optional("teamAName"),
                teamBName: try reader.optional("teamBName"), players: try chosen(from: &reader))
        case .movePlayers:
            let ids: [Int] = try reader.required("playerIds")
            guard (1...Limits.gatherPlayers).contains(ids.count) else {
                throw .invalidParameter("playerIds")
            }
            let section: GivenSection? = try reader.optional("section")
            return .movePlayers(ids, to: section?.section)
        case .clearTeams: return .clearTeams
        case .nameTeams:
            return .nameTeams(
                teamAName: try reader.optional("teamAName"),
                teamBName: try reader.optional("teamBName"))
        case .drawTeams: return try draw(from: &reader)
        case .setTime:
            let given: GivenTime = try reader.required("time")
            return .setTime(given.time)
        case .adjustTime:
            let seconds: Int = try reader.required("seconds")
            let start: Bool = try reader.optional("start") ?? false
            guard Limits.adjustmentSeconds.contains(seconds), seconds != 0 || start else {
                throw .invalidParameter("seconds")
            }
            return .adjustTime(by: .seconds(seconds), start: start)
        case .start: return .start(ago: try ago(from: &reader))
        case .pause: return .pause(ago: try ago(from: &reader))
        case .resume: return .resume(ago: try ago(from: &reader))
        case .toggle: return .toggle(ago: try ago(from: &reader))
        case .cancel: return .cancel
        case .setScore:
            return .setScore(try side(from: &reader), try reader.required("score"))
        case .addToScore:
            return try goals(from: &reader)
        case .undo:
            let number: Int? = try reader.optional("number")
            return .undo(number: number, isOfMatch: try reader.optional("match") ?? false)
        case .redo: return .redo
        case .reopen: return .reopen
        case .end: return .end
        case .discard: return .discard
        }
    }

    /// What names a gather in a call: an ID, or the beginning of one.
    static func gatherName(_ name: String) throws(VarlinkError) -> String {
        guard (Limits.gatherNameBytes).contains(name.utf8.count) else {
            throw .invalidParameter("id")
        }
        return name
    }

    /// The server's ID of a gather: a UUID, in capitals or not.
    static func remoteID(_ id: String) throws(VarlinkError) -> String {
        guard RemoteGatherID(id) != nil else { throw .invalidParameter("remoteId") }
        return id
    }

    /// The ID that makes a command count once: 1 to 64 printable ASCII characters.
    static func requestID(from reader: inout ParameterReader) throws(VarlinkError) -> String? {
        guard let id: String = try reader.optional("requestId") else { return nil }
        let isPrintable = id.utf8.allSatisfy { (0x20...0x7E).contains($0) }
        guard isPrintable, (1...Limits.requestIDCharacters).contains(id.utf8.count) else {
            throw .invalidParameter("requestId")
        }
        return id
    }

    /// The method and its parameters in one text, the same for the same command however it was
    /// written.
    static func fingerprint(_ call: Call) -> String {
        var parameters = call.parameters
        parameters["requestId"] = nil
        return "\(call.method) \(canonical(.object(parameters)))"
    }

    /// A value with its names in order, and without what stands for nothing given: null, and false
    /// for an option.
    private static func canonical(_ value: JSONValue) -> String {
        guard case .object(let object) = value else {
            return String(decoding: value.bytes, as: UTF8.self)
        }
        let members = object.members
            .filter { $0.value != .null && $0.value != .bool(false) }
            .map { (key: Array($0.key.utf8), text: "\($0.key)=\(canonical($0.value))") }
            .sorted { $0.key.lexicographicallyPrecedes($1.key) }
        return "{\(members.map(\.text).joined(separator: " "))}"
    }

    private static func chosen(
        from reader: inout ParameterReader
    ) throws(VarlinkError) -> ChosenPlayers {
        let teamA: [Int]? = try reader.optional("teamAPlayers")
        let teamB: [Int]? = try reader.optional("teamBPlayers")
        guard Set(teamA ?? []).isDisjoint(with: teamB ?? []) else {
            throw .invalidParameter("teamBPlayers")
        }
        return ChosenPlayers(teamA: teamA ?? [], teamB: teamB ?? [])
    }

    private static func draw(
        from reader: inout ParameterReader
    ) throws(VarlinkError) -> Command {
        let ids: [Int]? = try reader.optional("playerIds")
        let seed: Int? = try reader.optional("seed")
        guard seed.map(Limits.seed.contains) ?? true else { throw .invalidParameter("seed") }
        return .drawTeams(ids, seed: seed, again: try reader.optional("again") ?? false)
    }

    private static func goals(
        from reader: inout ParameterReader
    ) throws(VarlinkError) -> Command {
        let side = try side(from: &reader)
        let delta: Int = try reader.required("delta")
        let id: Int? = try reader.optional("scorer")
        let isOwnGoal: Bool = try reader.optional("ownGoal") ?? false
        guard id != nil || !isOwnGoal else { throw .invalidParameter("ownGoal") }
        return .addToScore(
            side, delta: delta, scorer: id.map { GivenScorer(id: $0, isOwnGoal: isOwnGoal) })
    }

    private static func ago(from reader: inout ParameterReader) throws(VarlinkError) -> Duration {
        guard let milliseconds: Int = try reader.optional("agoMilliseconds") else { return .zero }
        guard Limits.agoMilliseconds.contains(milliseconds) else {
            throw .invalidParameter("agoMilliseconds")
        }
        return .milliseconds(milliseconds)
    }

    private static func side(from reader: inout ParameterReader) throws(VarlinkError) -> Side {
        let given: GivenSide = try reader.required("team")
        return given.side
    }
}

/// The side that a call names.
private enum GivenSide: String, JSONDecodable {
    case teamA, teamB

    var side: Side {
        switch self {
        case .teamA: .teamA
        case .teamB: .teamB
        }
    }
}

/// The section that a call names.
private enum GivenSection: String, JSONDecodable {
    case bench, teamA, teamB

    var section: TeamSection {
        switch self {
        case .bench: .bench
        case .teamA: .teamA
        case .teamB: .teamB
        }
    }
}

/// A time in a call, which has its two fields and no other.
private struct GivenTime: JSONDecodable {
    let time: GatherTime

    init(json: JSONValue, name: String) throws(VarlinkError) {
        var reader = try ParameterReader(json, name: name)
        time = GatherTime(
            minutes: try reader.required("minutes"), seconds: try reader.required("seconds"))
        try reader.finish()
    }
}
