import GatherCore
import Varlink

/// A row of the table `submissions`.
struct SubmissionRow: Equatable {
    /// The columns before the checksum, in their order.
    static let columns = "gather, pending, state"

    /// The number of the gather.
    let gather: Int
    /// Whether there is something to be done.
    let isPending: Bool
    /// A JSON object.
    let state: JSONObject

    /// Makes the row of a submission.
    init(_ submission: Submission, of gather: Int) {
        self.gather = gather
        isPending = submission.isPending
        state = submission.stored
    }

    /// Reads a row of its columns; nil if they are none.
    init?(_ values: [SQLiteValue]) {
        guard values.count == 3, let gather = values[0].integer, gather > 0,
            let pending = values[1].integer, (0...1).contains(pending),
            let state = values[2].text.flatMap(JSONObject.init(text:)),
            Submission(stored: state, at: Self.anyMoment) != nil
        else { return nil }
        (self.gather, isPending, self.state) = (gather, pending == 1, state)
    }

    /// The columns before the checksum.
    var values: [SQLiteValue] {
        [.integer(gather), .integer(isPending ? 1 : 0), .text(state.text)]
    }

    /// The submission, taken up at a moment.
    func submission(at now: Moment) -> Submission? { Submission(stored: state, at: now) }

    private static let anyMoment = Moment(boottime: .zero, wall: .zero, boot: "")
}

extension Submission {
    /// What has to survive a restart.
    var stored: JSONObject {
        var json: JSONObject = [
            "result": result?.json ?? .null,
            "players": .array(players.map(\.json)),
        ]
        switch progress {
        case .nothing: json["progress"] = "nothing"
        case .creating(let account, let before):
            json["progress"] = "creating"
            json["account"] = .string(account)
            json["before"] = before.map { .array($0.sorted().map(JSONValue.string)) } ?? .null
        case .created(let remote):
            json["progress"] = "created"
            json["account"] = .string(remote.account)
            json["remoteId"] = .string(remote.id)
            json["added"] = .array(remote.players.map(JSONValue.int))
            json["sent"] = remote.sent?.json ?? .null
        }
        switch verdict {
        case .refused(let status): json["refused"] = .int(status)
        case .undecided(let candidates):
            json["undecided"] = .array(candidates.map(JSONValue.string))
        case .mistaken(let number, let name, let remoteID):
            json["mistaken"] = .object([
                "number": .int(number), "name": .string(name), "id": .int(remoteID),
            ])
        case .dropped: json["dropped"] = true
        case nil: break
        }
        if case .held(let until) = schedule { json["heldUntil"] = until.json }
        return json
    }

    /// Takes up what was stored, or gives nil if it is not that.
    init?(stored json: JSONObject, at now: Moment) {
        guard let progress = Self.progress(json), let players = json["players"]?.array else {
            return nil
        }
        let result = json["result"].flatMap(MatchResult.init(json:))
        guard result != nil || json["result"] == .null else { return nil }
        let read = players.compactMap(SubmittedPlayer.init(json:))
        guard read.count == players.count else { return nil }
        self.init(
            result: result, players: read, progress: progress, verdict: Self.verdict(json),
            heldUntil: json["heldUntil"].flatMap(Moment.init(json:)), at: now)
    }

    private static func progress(_ json: JSONObject) -> Progress? {
        let account = json["account"]?.string
        switch (json["progress"]?.string, account) {
        case ("nothing", _): return .nothing
        case ("creating", let account?):
            let before = json["before"]?.array.map { Set($0.compactMap(\.string)) }
            return .creating(account: account, before: before)
        case ("created", let account?):
            guard let id = json["remoteId"]?.string, let added = json["added"]?.array else {
                return nil
            }
            return .created(
                RemoteGather(
                    account: account, id: id, players: added.compactMap(\.int),
                    sent: json["sent"].flatMap(MatchResult.init(json:))))
        default: return nil
        }
    }

    private static func verdict(_ json: JSONObject) -> Verdict? {
        if let status = json["refused"]?.int { return .refused(status: status) }
        if let candidates = json["undecided"]?.array {
            return .undecided(candidates: candidates.compactMap(\.string))
        }
        if let player = json["mistaken"]?.object, let number = player["number"]?.int,
            let name = player["name"]?.string, let id = player["id"]?.int
        {
            return .mistaken(number: number, name: name, remoteID: id)
        }
        return json["dropped"]?.bool == true ? .dropped : nil
    }
}

extension MatchResult {
    fileprivate var json: JSONValue {
        .object(["score": .string(score), "winnerTeam": .string(winnerTeam)])
    }

    fileprivate init?(json: JSONValue) {
        guard let score = json.object?["score"]?.string,
            let winner = json.object?["winnerTeam"]?.string
        else { return nil }
        self.init(score: score, winnerTeam: winner)
    }
}

extension SubmittedPlayer {
    fileprivate var json: JSONValue {
        .object([
            "number": .int(number), "id": JSONValue(id), "team": .string(side.rawValue),
        ])
    }

    fileprivate init?(json: JSONValue) {
        guard let number = json.object?["number"]?.int,
            let side = json.object?["team"]?.string.flatMap(Side.init(rawValue:))
        else { return nil }
        self.init(number: number, id: json.object?["id"]?.int, side: side)
    }
}

extension Moment {
    fileprivate var json: JSONValue {
        .object([
            "boottime": .int(boottime.wholeMicroseconds), "wall": .int(wall.wholeMicroseconds),
            "boot": .string(boot),
        ])
    }

    fileprivate init?(json: JSONValue) {
        guard let json = json.object, let boottime = json["boottime"]?.int,
            let wall = json["wall"]?.int, let boot = json["boot"]?.string
        else { return nil }
        self.init(boottime: .microseconds(boottime), wall: .microseconds(wall), boot: boot)
    }
}
