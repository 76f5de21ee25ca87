import GatherAPI
import GatherCore
import Varlink

/// Decodes and validates the calls to `io.gatherd.Account`, and those about what a person has to
/// settle at a server.
enum AccountService {
    /// Answers a call of a peer who may control the match.
    static func answer(_ method: AccountMethod, _ call: Call) throws -> Answer {
        switch method {
        case .get:
            _ = try AccountMethod.Get(call)
            return change { AccountMethod.Get.Reply(account: $0.account.account?.fields).reply }
        case .register:
            let given = try AccountMethod.Register(call)
            let request = SignIn(
                server: server(given.server, given.allowInsecureHTTP), userName: given.userName,
                password: given.password)
            return later { match, done in
                try match.account.register(request) { done($0.map { Reply() }) }
            }
        case .logIn: return try logIn(AccountMethod.LogIn(call))
        case .logOut:
            let forgets = try AccountMethod.LogOut(call).forget ?? false
            return change { match in
                try match.account.logOut(forgetting: forgets)
                return AccountMethod.LogOut.Reply(account: match.account.account?.fields).reply
            }
        case .listResults:
            _ = try AccountMethod.ListResults(call)
            return change { match in
                AccountMethod.ListResults.Reply(
                    results: try match.results.results(),
                    unsubmitted: match.account.signedIn.map { _ in match.results.unsubmitted() }
                ).reply
            }
        case .submit: return try submit(AccountMethod.Submit(call))
        case .drop:
            let id = try CommandDecoder.gatherName(AccountMethod.Drop(call).id)
            return change { match in
                try match.results.drop(id)
                return Reply()
            }
        case .listCandidates:
            let id = try CommandDecoder.gatherName(AccountMethod.ListCandidates(call).id)
            return later { match, done in
                try match.settlement.candidates(of: id) { result in
                    done(result.map { AccountMethod.ListCandidates.Reply(candidates: $0).reply })
                }
            }
        case .decide:
            let given = try AccountMethod.Decide(call)
            let id = try CommandDecoder.gatherName(given.id)
            let remoteID = try given.remoteID.map(CommandDecoder.remoteID)
            return later { match, done in
                try match.settlement.decide(id, remoteID) { done($0.map { Reply() }) }
            }
        case .removeLeftover:
            let given = try AccountMethod.RemoveLeftover(call)
            let (id, remoteID) = try leftover(given.id, given.remoteID)
            return later { match, done in
                try match.settlement.removeLeftover(of: id, remoteID) { done($0.map { Reply() }) }
            }
        case .keepLeftover:
            let given = try AccountMethod.KeepLeftover(call)
            let (id, remoteID) = try leftover(given.id, given.remoteID)
            return change { match in
                try match.settlement.keepLeftover(of: id, remoteID)
                return Reply()
            }
        case .checkResults:
            let id = try AccountMethod.CheckResults(call).id.map(CommandDecoder.gatherName)
            return later { match, done in
                try match.settlement.check(id) { result in
                    done(result.map { AccountMethod.CheckResults.Reply(results: $0).reply })
                }
            }
        }
    }

    private static func logIn(_ given: AccountMethod.LogIn) -> Answer {
        let request = SignIn(
            server: server(given.server, given.allowInsecureHTTP), userName: given.userName,
            password: given.password, isRemembered: given.remember ?? true)
        return later { match, done in
            try match.account.logIn(request) { result in
                if case .success = result { match.results.haveSignedIn() }
                done(
                    result.map {
                        // After a successful sign-in there is an account.
                        guard let account = match.account.account else { return Reply() }
                        return AccountMethod.LogIn.Reply(
                            account: account.fields, unsubmitted: match.results.unsubmitted(),
                            others: match.results.otherResults(),
                            unlinkedPlayers: match.squad.unlinkedPlayers
                        ).reply
                    })
            }
        }
    }

    private static func submit(_ given: AccountMethod.Submit) throws -> Answer {
        let (ids, waiting) = (given.ids, given.waiting ?? false)
        let options = SubmitOptions(
            isRepeated: given.again ?? false, takesOver: given.takeOver ?? false)
        guard !options.isRepeated || ids?.isEmpty == false else {
            throw VarlinkError.invalidParameter("again")
        }
        guard ids.map({ $0.count <= Limits.historyPage }) ?? true else {
            throw VarlinkError.invalidParameter("ids")
        }
        for id in ids ?? [] { _ = try CommandDecoder.gatherName(id) }
        return later { match, done in
            match.results.submit(ids, waiting: waiting, options: options) { result in
                done(result.map { AccountMethod.Submit.Reply(count: $0).reply })
            }
        }
    }

    /// Returns a gather and the ID of its leftover at the server, which is a number for a player.
    private static func leftover(
        _ id: String, _ remoteID: String
    ) throws(VarlinkError) -> (id: String, remoteID: String) {
        let id = try CommandDecoder.gatherName(id)
        return (id, Int(remoteID) == nil ? try CommandDecoder.remoteID(remoteID) : remoteID)
    }

    private static func server(_ url: String?, _ isInsecure: Bool?) -> ServerFields? {
        url.map { ServerFields(url: $0, allowInsecureHTTP: isInsecure ?? false) }
    }

    private static func change(_ work: @escaping MatchWork.Change) -> Answer {
        .change(MatchWork(orElse: { AccountError.storageFailed(reason: $0).reply }, change: work))
    }

    private static func later(_ begin: @escaping MatchWork.Beginning) -> Answer {
        .change(MatchWork(orElse: { AccountError.storageFailed(reason: $0).reply }, begin: begin))
    }
}
