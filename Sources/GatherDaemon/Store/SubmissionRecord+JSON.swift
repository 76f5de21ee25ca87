import GatherCore
import Varlink

/// The state of a submission as the store keeps it: a JSON object. What a gatherd of before did
/// not write may be absent.
extension SubmissionRecord {
    var json: JSONObject {
        var json: JSONObject = [
            "result": result?.json ?? .null,
            "players": .array(players.map(\.json)),
        ]
        switch progress {
        case .nothing: json["progress"] = "nothing"
        case .creating(let account, let before):
            json["progress"] = "creating"
            json["account"] = .string(account)
            json["before"] = before.map(JSONValue.init(sorted:)) ?? .null
        case .created(let remote):
            json["progress"] = "created"
            for member in remote.json.members { json[member.key] = member.value }
        }
        switch verdict {
        case .refused(_, let code): json["refused"] = .int(code)
        case .undecided(let candidates):
            json["undecided"] = .array(candidates.map(JSONValue.string))
        case .dropped: json["dropped"] = true
        case nil: break
        }
        if let heldUntil { json["heldUntil"] = heldUntil.json }
        if let owner { json["owner"] = .object(owner.json) }
        if !questions.isEmpty { json["questions"] = .array(questions.map(\.json)) }
        if !former.isEmpty { json["former"] = .array(former.map { .object($0.json) }) }
        if !leftovers.isEmpty { json["leftovers"] = .array(leftovers.map(\.json)) }
        if let doubt { json["doubt"] = .object(doubt.json) }
        if !made.isEmpty { json["made"] = .array(made.map(\.json)) }
        if isDiscarded { json["discarded"] = true }
        return json
    }

    /// Reads an object; nil if it is not that of a submission.
    init?(json: JSONObject) {
        guard let progress = Self.progress(json),
            let players = json["players"]?.array.flatMap({ $0.all(SubmittedPlayer.init(json:)) })
        else { return nil }
        let result = json["result"].flatMap(MatchResult.init(json:))
        guard result != nil || json["result"] == .null else { return nil }
        self.init(
            result: result, players: players, owner: json["owner"].flatMap(ResultOwner.init(json:)),
            progress: progress, verdict: Self.verdict(json),
            heldUntil: json["heldUntil"].flatMap(Moment.init(json:)))
        guard let questions = json.all("questions", PlayerQuestion.init(json:)),
            let former = json.all("former", { $0.object.flatMap(RemoteGather.init(json:)) }),
            let leftovers = json.all("leftovers", Leftover.init(json:))
        else { return nil }
        (self.questions, self.former, self.leftovers) = (questions, former, leftovers)
        doubt = json["doubt"]?.object.flatMap(SubmissionDoubt.init(json:))
        made = json.all("made", MadePlayer.init(json:)) ?? []
        isDiscarded = json["discarded"]?.bool ?? false
    }

    private static func progress(_ json: JSONObject) -> Progress? {
        switch (json["progress"]?.string, json["account"]?.string) {
        case ("nothing", _): return .nothing
        case ("creating", let account?):
            let before = json["before"]?.array.map { Set($0.compactMap(\.string)) }
            return .creating(account: account, before: before)
        case ("created", _): return RemoteGather(json: json).map(Progress.created)
        default: return nil
        }
    }

    /// A verdict that there is no more, on a player of another name, ends by itself.
    private static func verdict(_ json: JSONObject) -> Verdict? {
        if let code = json["refused"]?.int {
            return .refused(ServerAnswer.Meaning(status: code), code: code)
        }
        if let candidates = json["undecided"]?.array {
            return .undecided(candidates: candidates.compactMap(\.string))
        }
        return json["dropped"]?.bool == true ? .dropped : nil
    }
}

extension RemoteGather {
    fileprivate var json: JSONObject {
        var json: JSONObject = [
            "account": .string(account), "remoteId": .string(id), "ours": .bool(isOurs),
            "chosen": .bool(isChosen),
            "added": .array(placed.map(\.json)), "sent": sent?.json ?? .null,
        ]
        if !lost.isEmpty { json["lost"] = .array(lost.map(\.json)) }
        return json
    }

    fileprivate init?(json: JSONObject) {
        guard let account = json["account"]?.string, let id = json["remoteId"]?.string,
            let placed = json.all("added", Placed.init(json:))
        else { return nil }
        self.init(
            account: account, id: id, isOurs: json["ours"]?.bool ?? false,
            isChosen: json["chosen"]?.bool ?? false, placed: placed,
            sent: json["sent"].flatMap(MatchResult.init(json:)))
        lost = json.all("lost", MatchResult.init(json:)) ?? []
    }
}

extension MadePlayer {
    fileprivate var json: JSONValue {
        .object([
            "number": .int(number), "id": .int(id),
            "before": .array(before.sorted().map(JSONValue.int)),
        ])
    }

    fileprivate init?(json: JSONValue) {
        guard let json = json.object, let number = json["number"]?.int, let id = json["id"]?.int,
            let before = json["before"]?.array
        else { return nil }
        self.init(number: number, id: id, before: Set(before.compactMap(\.int)))
    }
}

extension RemoteGather.Placed {
    fileprivate var json: JSONValue {
        .object([
            "id": .int(id), "number": JSONValue(number), "team": JSONValue(side?.rawValue),
        ])
    }

    /// A gatherd of before has kept the server's number alone.
    fileprivate init?(json: JSONValue) {
        if let id = json.int {
            self.init(id: id)
        } else {
            guard let json = json.object, let id = json["id"]?.int else { return nil }
            self.init(
                id: id, number: json["number"]?.int,
                side: json["team"]?.string.flatMap(Side.init(rawValue:)))
        }
    }
}

extension ResultOwner {
    fileprivate var json: JSONObject {
        ["server": .string(server), "userId": JSONValue(userID), "userName": JSONValue(name)]
    }

    fileprivate init?(json: JSONValue) {
        guard let json = json.object, let server = json["server"]?.string else { return nil }
        self.init(server: server, userID: json["userId"]?.string, name: json["userName"]?.string)
    }
}

extension PlayerQuestion {
    fileprivate var json: JSONValue {
        switch kind {
        case .sameName(let ids):
            .object(["number": .int(number), "sameName": .array(ids.map(JSONValue.int))])
        case .otherName(let id): .object(["number": .int(number), "otherName": .int(id)])
        }
    }

    fileprivate init?(json: JSONValue) {
        guard let json = json.object, let number = json["number"]?.int else { return nil }
        if let ids = json["sameName"]?.array {
            self.init(number: number, .sameName(ids.compactMap(\.int)))
        } else if let id = json["otherName"]?.int {
            self.init(number: number, .otherName(id))
        } else {
            return nil
        }
    }
}

extension Leftover {
    fileprivate var json: JSONValue {
        .object([
            "kind": .string(kind.rawValue), "account": .string(account), "id": .string(id),
            "name": JSONValue(name), "score": JSONValue(score),
            "players": players.map { .array($0.map(JSONValue.int)) } ?? .null,
        ])
    }

    fileprivate init?(json: JSONValue) {
        guard let json = json.object, let kind = json["kind"]?.string.flatMap(Kind.init(rawValue:)),
            let account = json["account"]?.string, let id = json["id"]?.string
        else { return nil }
        self.init(
            kind, account: account, id: id, name: json["name"]?.string,
            score: json["score"]?.string, players: json["players"]?.array?.compactMap(\.int))
    }
}

extension SubmissionDoubt {
    fileprivate var json: JSONObject {
        var players = JSONObject()
        for (name, ids) in playersBefore.sorted(by: { $0.key < $1.key }) {
            players[name] = .array(ids.sorted().map(JSONValue.int))
        }
        return [
            "account": .string(account), "since": since.json, "looks": .int(looks),
            "gathers": gathersBefore.map(JSONValue.init(sorted:)) ?? .null,
            "players": .object(players), "placing": .bool(isPlacing),
            "late": lateResult?.json ?? .null,
        ]
    }

    fileprivate init?(json: JSONObject) {
        guard let account = json["account"]?.string,
            let since = json["since"].flatMap(Moment.init(json:))
        else { return nil }
        self.init(account: account, since: since)
        looks = json["looks"]?.int ?? 0
        gathersBefore = json["gathers"]?.array.map { Set($0.compactMap(\.string)) }
        for member in json["players"]?.object?.members ?? [] {
            playersBefore[member.key] = Set((member.value.array ?? []).compactMap(\.int))
        }
        isPlacing = json["placing"]?.bool ?? false
        lateResult = json["late"].flatMap(MatchResult.init(json:))
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

extension JSONValue {
    fileprivate init(sorted texts: Set<String>) {
        self = .array(texts.sorted().map(JSONValue.string))
    }
}

extension JSONObject {
    /// The elements of an array, none if it is absent; nil if one of them cannot be read.
    fileprivate func all<Value>(
        _ name: String, _ read: (JSONValue) -> Value?
    ) -> [Value]? {
        guard let array = self[name]?.array else { return [] }
        return array.all(read)
    }
}

extension [JSONValue] {
    fileprivate func all<Value>(_ read: (JSONValue) -> Value?) -> [Value]? {
        let all = compactMap(read)
        return all.count == count ? all : nil
    }
}
