import GatherCore
import Varlink

/// The stored form of a submission: a JSON object.
///
/// Members that an earlier gatherd did not write may be absent.
extension SubmissionRecord {
    var json: JSONObject {
        var json: JSONObject = [
            "result": result.stored, "players": players.stored,
        ]
        switch progress {
        case .nothing: json["progress"] = "nothing"
        case .creating(let account, let before):
            json["progress"] = "creating"
            json["account"] = .string(account)
            json["before"] = before.stored
        case .created(let remote):
            json["progress"] = "created"
            for member in remote.fields.members { json[member.key] = member.value }
        }
        switch verdict {
        case .refused(_, let code): json["refused"] = .int(code)
        case .undecided(let candidates):
            json["undecided"] = candidates.stored
        case .dropped: json["dropped"] = true
        case nil: break
        }
        if let heldUntil { json["heldUntil"] = heldUntil.stored }
        if let owner { json["owner"] = owner.stored }
        if !questions.isEmpty { json["questions"] = questions.stored }
        if !former.isEmpty { json["former"] = former.stored }
        if !leftovers.isEmpty { json["leftovers"] = leftovers.stored }
        if let doubt { json["doubt"] = doubt.stored }
        if !made.isEmpty { json["made"] = made.stored }
        if isDiscarded { json["discarded"] = true }
        return json
    }

    /// Reads the stored form; nil if it is not that of a submission.
    init?(json: JSONObject) {
        guard let progress = Self.progress(json), json["players"]?.array != nil,
            let players: [SubmittedPlayer] = json.list("players")
        else { return nil }
        let result: MatchResult? = json.value("result")
        guard result != nil || json["result"] == .null else { return nil }
        self.init(
            result: result, players: players, owner: json.value("owner"), progress: progress,
            verdict: Self.verdict(json), heldUntil: json.value("heldUntil"))
        guard let questions: [PlayerQuestion] = json.list("questions"),
            let former: [RemoteGather] = json.list("former"),
            let leftovers: [Leftover] = json.list("leftovers")
        else { return nil }
        (self.questions, self.former, self.leftovers) = (questions, former, leftovers)
        doubt = json.value("doubt")
        made = json.list("made") ?? []
        isDiscarded = json.value("discarded") ?? false
    }

    private static func progress(_ json: JSONObject) -> Progress? {
        switch (json["progress"]?.string, json["account"]?.string) {
        case ("nothing", _): return .nothing
        case ("creating", let account?):
            let before = json["before"]?.array.map { Set($0.compactMap(\.string)) }
            return .creating(account: account, before: before)
        case ("created", _): return RemoteGather(json: .object(json)).map(Progress.created)
        default: return nil
        }
    }

    /// Reads the verdict.
    ///
    /// The result is nil for a former kind of verdict, about a player of another name.
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

extension RemoteGather: StoredValue {
    var stored: JSONValue { .object(fields) }

    fileprivate var fields: JSONObject {
        var json: JSONObject = [
            "account": .string(account), "remoteId": .string(id), "ours": .bool(isOurs),
            "chosen": .bool(isChosen), "added": placed.stored, "sent": sent.stored,
        ]
        if !lost.isEmpty { json["lost"] = lost.stored }
        return json
    }

    init?(json: JSONValue) {
        guard let json = json.object, let account: String = json.value("account"),
            let id: String = json.value("remoteId"), let placed: [Placed] = json.list("added")
        else { return nil }
        self.init(
            account: account, id: id, isOurs: json.value("ours") ?? false,
            isChosen: json.value("chosen") ?? false, placed: placed, sent: json.value("sent"))
        lost = json.list("lost") ?? []
    }
}

extension MadePlayer: StoredValue {
    var stored: JSONValue {
        .object(["number": number.stored, "id": id.stored, "before": before.stored])
    }

    init?(json: JSONValue) {
        guard let json = json.object, let number: Int = json.value("number"),
            let id: Int = json.value("id"), let before: Set<Int> = json.value("before")
        else { return nil }
        self.init(number: number, id: id, before: before)
    }
}

extension RemoteGather.Placed: StoredValue {
    var stored: JSONValue {
        .object(["id": id.stored, "number": number.stored, "team": side.stored])
    }

    /// Reads the stored form; an earlier gatherd stored the server's number alone.
    init?(json: JSONValue) {
        if let id = json.int {
            self.init(id: id)
        } else {
            guard let json = json.object, let id: Int = json.value("id") else { return nil }
            self.init(id: id, number: json.value("number"), side: json.value("team"))
        }
    }
}

extension ResultOwner: StoredValue {
    var stored: JSONValue {
        .object(["server": server.stored, "userId": userID.stored, "userName": name.stored])
    }

    init?(json: JSONValue) {
        guard let json = json.object, let server: String = json.value("server") else { return nil }
        self.init(server: server, userID: json.value("userId"), name: json.value("userName"))
    }
}

extension PlayerQuestion: StoredValue {
    var stored: JSONValue {
        switch kind {
        case .sameName(let ids): .object(["number": number.stored, "sameName": ids.stored])
        case .otherName(let id): .object(["number": number.stored, "otherName": id.stored])
        }
    }

    init?(json: JSONValue) {
        guard let json = json.object, let number: Int = json.value("number") else { return nil }
        if let ids: [Int] = json.value("sameName") {
            self.init(number: number, .sameName(ids))
        } else if let id: Int = json.value("otherName") {
            self.init(number: number, .otherName(id))
        } else {
            return nil
        }
    }
}

extension Leftover: StoredValue {
    var stored: JSONValue {
        .object([
            "kind": kind.stored, "account": account.stored, "id": id.stored, "name": name.stored,
            "score": score.stored, "players": players.stored,
        ])
    }

    init?(json: JSONValue) {
        guard let json = json.object, let kind: Kind = json.value("kind"),
            let account: String = json.value("account"), let id: String = json.value("id")
        else { return nil }
        self.init(
            kind, account: account, id: id, name: json.value("name"), score: json.value("score"),
            players: json.value("players"))
    }
}

extension SubmissionDoubt: StoredValue {
    var stored: JSONValue {
        let namesakes = playersBefore.sorted { $0.key < $1.key }
            .map { Namesakes(name: $0.key, ids: $0.value) }
        return .object([
            "account": account.stored, "since": since.stored, "looks": checks.stored,
            "gathers": gathersBefore.stored, "namesakes": namesakes.stored,
            "placing": isPlacing.stored, "late": lateResult.stored,
        ])
    }

    init?(json: JSONValue) {
        guard let json = json.object, let account: String = json.value("account"),
            let since: Moment = json.value("since"),
            let namesakes: [Namesakes] = json.list("namesakes")
        else { return nil }
        self.init(account: account, since: since)
        checks = json.value("looks") ?? 0
        gathersBefore = json.value("gathers")
        // An earlier gatherd stored an object with the names as keys; given a list, it reads none.
        for member in json["players"]?.object?.members ?? [] {
            playersBefore[member.key] = Set(json: member.value) ?? []
        }
        for same in namesakes { playersBefore[same.name] = same.ids }
        isPlacing = json.value("placing") ?? false
        lateResult = json.value("late")
    }

    /// The players at the server who had a name.
    ///
    /// The name is no key of an object: those are limited in length and number.
    private struct Namesakes: StoredValue {
        let name: String
        let ids: Set<Int>

        var stored: JSONValue { .object(["name": name.stored, "ids": ids.stored]) }

        init(name: String, ids: Set<Int>) { (self.name, self.ids) = (name, ids) }

        init?(json: JSONValue) {
            guard let json = json.object, let name: String = json.value("name"),
                let ids: Set<Int> = json.value("ids")
            else { return nil }
            self.init(name: name, ids: ids)
        }
    }
}

extension MatchResult: StoredValue {
    var stored: JSONValue { .object(["score": score.stored, "winnerTeam": winnerTeam.stored]) }

    init?(json: JSONValue) {
        guard let json = json.object, let score: String = json.value("score"),
            let winner: String = json.value("winnerTeam")
        else { return nil }
        self.init(score: score, winnerTeam: winner)
    }
}

extension SubmittedPlayer: StoredValue {
    var stored: JSONValue {
        .object(["number": number.stored, "id": id.stored, "team": side.stored])
    }

    init?(json: JSONValue) {
        guard let json = json.object, let number: Int = json.value("number"),
            let side: Side = json.value("team")
        else { return nil }
        self.init(number: number, id: json.value("id"), side: side)
    }
}
