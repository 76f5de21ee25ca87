import GatherAPI
import Varlink

/// `submissions`: lists the results that have not been sent.
struct Submissions: Command {
    static let verb = Verb(
        name: "submissions", arguments: "[check|retry|drop|adopt|create|remove|keep ID [REMOTE]]",
        summary: tr("list the results not sent yet, or settle one"),
        failure: tr("cannot list the results: %1$@"),
        topic: .result, options: [.yes], forms: forms, isLook: true,
        manual: """
            List the results that have not been sent, with the reasons, and what is left at the
            server for you to settle. While somebody is signed in, it also names the results of
            matches that ended while nobody was; *submit* sends them.

            If an answer of the server was lost and another client of the account has made a match
            too, only a person can tell which of the server's matches this one is. *adopt* says
            which one, and *create* says that a new one has to be made. Something may be left at the
            server that is not safe to delete without asking: a match or a player that a request may
            have made whose answer was lost; or a match that was replaced or discarded here, but
            changed by somebody there. The list names it, and *status* does so for the newest match.
            *remove* deletes it, and *keep* leaves it there.
            """,
        read: forms[0].read)

    private static let forms = [
        Verb(
            name: "", summary: tr("list the results not sent yet, and what is left"),
            failure: tr("cannot list the results: %1$@"), options: [.yes], isLook: true
        ) { _ in Submissions() },
        CheckResults.form,
        form(
            "retry", arguments: "ID", tr("retry a result that the server has refused"),
            failure: tr("cannot retry the result: %1$@"),
            manual: "Retry a result that the server has refused."
        ) { (arguments, failure) throws(UsageError) in
            Submit(names: [try arguments.gather()], failure: failure)
        },
        form(
            "drop", arguments: "ID [--yes]", tr("give a result up; it is not sent"),
            failure: tr("cannot drop the result: %1$@"),
            manual: "Give a result up; it is not sent. It asks before, unless --yes is given."
        ) { (arguments, failure) throws(UsageError) in
            Settle(
                method: .drop, name: try arguments.gather(), failure: failure, done: tr("dropped"),
                asks: !arguments.has(.yes))
        },
        form(
            "adopt", arguments: "ID REMOTE", tr("say that it is match REMOTE of the server"),
            failure: tr("cannot adopt the match: %1$@"),
            manual: """
                Say that the match is the server's match with the UUID REMOTE. A match that has a
                result cannot be adopted.
                """
        ) { (arguments, failure) throws(UsageError) in
            let name = try arguments.gather()
            let remoteID = try arguments.required(tr("the ID of the server's match is missing"))
            guard RemoteGatherID.isValid(remoteID) else {
                throw arguments.cannot(
                    tr("'%1$@' is not an ID of the server; use the whole UUID", remoteID))
            }
            return Settle(
                method: .decide, name: name, remoteID: remoteID, failure: failure,
                done: tr("adopted"))
        },
        form(
            "create", arguments: "ID", tr("say that the server does not have it yet"),
            failure: tr("cannot create the match: %1$@"),
            manual:
                "Say that the server does not have the match yet; it is made there as a new one."
        ) { (arguments, failure) throws(UsageError) in
            Settle(
                method: .decide, name: try arguments.gather(), failure: failure,
                done: tr("a new match is made at the server"))
        },
        form(
            "remove", arguments: "ID REMOTE [--yes]", tr("delete what is left of it at the server"),
            failure: tr("cannot remove what is left at the server: %1$@"),
            manual: """
                Delete what is left of it at the server, if it has not changed since it was listed.
                It asks before, unless --yes is given.
                """
        ) { (arguments, failure) throws(UsageError) in
            Settle(
                method: .removeLeftover, name: try arguments.gather(),
                remoteID: try arguments.leftover(), failure: failure,
                done: tr("deleted at the server"), asks: !arguments.has(.yes))
        },
        form(
            "keep", arguments: "ID REMOTE", tr("keep it at the server, and stop asking"),
            failure: tr("cannot keep what is left at the server: %1$@"),
            manual: "Keep what is left of it at the server, and stop asking."
        ) { (arguments, failure) throws(UsageError) in
            Settle(
                method: .keepLeftover, name: try arguments.gather(),
                remoteID: try arguments.leftover(), failure: failure,
                done: tr("kept at the server"))
        },
    ]

    /// Makes a form that acts on a result.
    ///
    /// - Parameter read: Reads the command from the arguments, given the text of its errors.
    fileprivate static func form(
        _ name: String, arguments: String, _ summary: String, failure: String,
        isLook: Bool = false, manual: String,
        read: @escaping @Sendable (inout ArgumentReader, String) throws(UsageError) -> any Command
    ) -> Verb {
        Verb(
            name: name, arguments: arguments, summary: summary, failure: failure, options: [.yes],
            isLook: isLook, operands: [.results], manual: manual
        ) { (arguments) throws(UsageError) in try read(&arguments, failure) }
    }

    func run(_ context: Context) throws(Failure) {
        let reply = try context.query(AccountMethod.ListResults().call, failure: Self.verb.failure)
        try context.show(reply) { () throws(Failure) in
            let found = try context.read(reply, AccountMethod.ListResults.self)
            let (results, offer) = (
                found.results, SubmissionPresenter.offer(found.unsubmitted ?? [])
            )
            if results.isEmpty { return "\(offer ?? tr("no results are waiting"))\n" }
            var candidates: [String: [CandidateFields]] = [:]
            // An older gatherd without the method does not have this field either.
            let isKnown = reply.parameters["results"]?.array?.first?.object?["leftovers"] != nil
            for result in results where isKnown && result.submission.state == .needsDecision {
                candidates[result.gatherID] = self.candidates(of: result, context)
            }
            let lines = SubmissionPresenter.lines(
                results, candidates: candidates, at: context.time.now())
            return (lines + [offer].compactMap(\.self)).text
        }
    }

    static func results(_ reply: Reply, _ context: Context) throws(Failure) -> [ResultFields] {
        try context.read(reply, AccountMethod.ListResults.self).results
    }

    /// Returns the present gathers of the server that a result may belong to; nil if the server
    /// cannot be asked.
    private func candidates(of result: ResultFields, _ context: Context) -> [CandidateFields]? {
        let call = AccountMethod.ListCandidates(id: result.gatherID).call
        guard let reply = try? context.request(call, failure: Self.verb.failure) else { return nil }
        return try? context.read(reply, AccountMethod.ListCandidates.self).candidates
    }
}

/// `submissions check`: compares results that were sent with those of the server.
struct CheckResults: Command {
    static let form = Submissions.form(
        "check", arguments: "[ID]", tr("compare a result, or all scores, with the server"),
        failure: tr("cannot check the results: %1$@"), isLook: true,
        manual: """
            Compare a result and its players with what the server has; without an ID, compare the
            scores of the newest matches, without the players. The exit status is 1 if one is
            missing or different.
            """
    ) { (arguments, _) throws(UsageError) in CheckResults(name: try arguments.gatherIfGiven()) }

    /// The gather to check; nil for all the newest ones.
    var name: GatherName?

    func run(_ context: Context) throws(Failure) {
        let failure = Self.form.failure
        let id = try name.map { (name) throws(Failure) in try context.id(of: name, failure: failure)
        }
        var isSame = true
        try context.show(AccountMethod.CheckResults(id: id), failure: failure) { reply in
            isSame = reply.results.allSatisfy { $0.finding == .same }
            return SubmissionPresenter.lines(reply.results, hasPlayers: name != nil)
        }
        guard isSame else { throw Failure(.refused, nil) }
    }
}

/// A decision about a result, by one of the words of `submissions`.
struct Settle: Command {
    let method: AccountMethod
    let name: GatherName
    /// The ID of the subject at the server, if there is one.
    var remoteID: String?
    let failure: String
    /// The message on success.
    let done: String
    var asks = false

    func run(_ context: Context) throws(Failure) {
        let asking = Question(context: context)
        if asks, remoteID != nil { _ = try asking.screen() }
        let id = try context.id(of: name, failure: failure)
        if asks { try asking.ask(question(of: id, context)) }
        var parameters: JSONObject = ["id": .string(id)]
        if let remoteID { parameters["remoteId"] = .string(remoteID) }
        let reply = try context.query(Call(method.fullName, parameters), failure: failure)
        try context.showChange(reply) { "\(done)\n" }
    }

    private func question(of id: String, _ context: Context) throws(Failure) -> String {
        guard let remoteID else {
            return tr("Drop Result: %1$@ will not be sent.\nAre you sure?", WordForm.shown(id))
        }
        let reply = try context.query(AccountMethod.ListResults().call, failure: failure)
        let found = try Submissions.results(reply, context)
            .filter { $0.gatherID.lowercased().hasPrefix(id.lowercased()) }
            .flatMap(\.leftovers).first { $0.remoteID.lowercased() == remoteID.lowercased() }
        // Only the ID is known of something that is not listed.
        let what = found.map { LeftoverPresenter.what($0) }
        return tr(
            "Delete at the Server: %1$@\nAre you sure you want to delete it?",
            what ?? WordForm.shown(remoteID))
    }
}

extension ArgumentReader {
    /// Reads the ID of something at the server; that of a player is a number.
    fileprivate mutating func leftover() throws(UsageError) -> String {
        let remoteID = try required(tr("the ID of what is left at the server is missing"))
        guard RemoteGatherID.isValid(remoteID) || UInt32(remoteID) != nil else {
            throw cannot(
                tr(
                    "'%1$@' is not an ID of the server; use the whole UUID or a player's number",
                    remoteID))
        }
        return remoteID
    }
}
