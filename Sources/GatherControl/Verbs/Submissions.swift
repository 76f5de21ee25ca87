import GatherAPI
import Varlink

/// `submissions`: lists the results that have not been delivered.
struct Submissions: Command {
    static let verb = Verb(
        name: "submissions", arguments: "[check|retry|drop|adopt|create|remove|keep ID [REMOTE]]",
        summary: "list the results that wait, or settle one",
        failure: tr("cannot list the submissions: %1$@"),
        topic: .result, options: [.yes], forms: forms, isLook: true,
        manual: """
            List the results that have not arrived, and why, and what is left at the server for
            somebody to settle.

            Where only a person can tell which gather of the server a match is, as an answer was
            lost and another client of the account has made one as well, *adopt* says which, and
            *create* that another is to be made. Something may be left at the server of which
            nothing proves that it may be deleted: a gather or a player that a request may have made
            whose answer was lost, or a gather that was replaced or discarded and that somebody has
            changed. The list says which, and *status* says it of the newest match; *remove* deletes
            it, and *keep* leaves it there.
            """,
        read: forms[0].read)

    private static let forms = [
        Verb(
            name: "", summary: "list the results that wait, and what is left",
            failure: tr("cannot list the submissions: %1$@"), options: [.yes], isLook: true
        ) { _ in Submissions() },
        CheckResults.form,
        form(
            "retry", "ID", "send one again that the server has refused",
            failure: tr("cannot retry the result: %1$@"),
            "Try one again that the server has refused."
        ) { (arguments) throws(UsageError) in Submit(names: [try arguments.gather()]) },
        form(
            "drop", "ID [--yes]", "give one up: it is not sent",
            failure: tr("cannot drop the result: %1$@"),
            "Give one up; it asks before, unless --yes is given."
        ) { (arguments) throws(UsageError) in
            Settle(
                method: .drop, name: try arguments.gather(),
                failure: tr("cannot drop the result: %1$@"),
                done: "dropped", asks: !arguments.has(.yes))
        },
        form(
            "adopt", "ID REMOTE", "the match is gather REMOTE of the server",
            failure: tr("cannot adopt the match: %1$@"),
            """
            Say that the match is the gather of the server with the UUID REMOTE. One that has a
            result cannot be adopted.
            """
        ) { (arguments) throws(UsageError) in
            let name = try arguments.gather()
            let remoteID = try arguments.required("the ID of the server's gather")
            guard RemoteGatherID(remoteID) != nil else {
                throw arguments.cannot("'\(remoteID)' is no ID of the server's: it is a whole UUID")
            }
            return Settle(
                method: .decide, name: name, remoteID: remoteID,
                failure: tr("cannot adopt the match: %1$@"),
                done: "adopted")
        },
        form(
            "create", "ID", "the match is none of the server's; make another",
            failure: tr("cannot create the match: %1$@"),
            "Say that the match is none of the server's, and that another is to be made."
        ) { (arguments) throws(UsageError) in
            Settle(
                method: .decide, name: try arguments.gather(),
                failure: tr("cannot create the match: %1$@"),
                done: "another gather is made")
        },
        form(
            "remove", "ID REMOTE [--yes]", "delete at the server what is left of it there",
            failure: tr("cannot remove what is left at the server: %1$@"),
            """
            Delete at the server what is left of it there, if it is still as it was seen; it asks
            before, unless --yes is given.
            """
        ) { (arguments) throws(UsageError) in
            Settle(
                method: .removeLeftover, name: try arguments.gather(),
                remoteID: try arguments.leftover(),
                failure: tr("cannot remove what is left at the server: %1$@"),
                done: "deleted at the server", asks: !arguments.has(.yes))
        },
        form(
            "keep", "ID REMOTE", "leave it at the server, and ask no more",
            failure: tr("cannot keep what is left at the server: %1$@"),
            "Leave at the server what is left of it there, and ask no more."
        ) { (arguments) throws(UsageError) in
            Settle(
                method: .keepLeftover, name: try arguments.gather(),
                remoteID: try arguments.leftover(),
                failure: tr("cannot keep what is left at the server: %1$@"),
                done: "kept at the server")
        },
    ]

    /// Makes a form that acts on a result.
    fileprivate static func form(
        _ name: String, _ arguments: String, _ summary: String, failure: String,
        isLook: Bool = false,
        _ manual: String, read: @escaping Verb.Reading
    ) -> Verb {
        Verb(
            name: name, arguments: arguments, summary: summary, failure: failure, options: [.yes],
            isLook: isLook, operands: [.results], manual: manual, read: read)
    }

    func run(_ context: Context) throws(Failure) {
        let reply = try context.query(AccountMethod.ListResults().call, failure: Self.verb.failure)
        try context.show(reply) { () throws(Failure) in
            let results = try Self.results(reply, context)
            if results.isEmpty { return "no result waits\n" }
            var candidates: [String: [CandidateFields]] = [:]
            // An older gatherd without the method does not have this field either.
            let isKnown = reply.parameters["results"]?.array?.first?.object?["leftovers"] != nil
            for result in results where isKnown && result.submission.state == .needsDecision {
                candidates[result.gatherID] = self.candidates(of: result, context)
            }
            let lines = SubmissionPresenter.lines(
                results, candidates: candidates, at: context.time.now())
            return lines.map { $0 + "\n" }.joined()
        }
    }

    static func results(_ reply: Reply, _ context: Context) throws(Failure) -> [ResultFields] {
        try context.read(reply, AccountMethod.ListResults.self).results
    }

    /// Returns the present gathers of the server that a result may belong to; nil if the server
    /// cannot be asked.
    private func candidates(of result: ResultFields, _ context: Context) -> [CandidateFields]? {
        let call = AccountMethod.ListCandidates(id: result.gatherID).call
        guard let reply = try? context.ask(call, failure: Self.verb.failure) else { return nil }
        return try? context.read(reply, AccountMethod.ListCandidates.self).candidates
    }
}

/// `submissions check`: compares results that were delivered with those of the server.
struct CheckResults: Command {
    static let form = Submissions.form(
        "check", "[ID]", "compare one with the server; of all, scores alone",
        failure: tr("cannot check the results: %1$@"), isLook: true,
        """
        Ask the server whether it has this result and these players, as they were sent; without an
        ID it compares the scores of the newest matches, and no players. The exit status is 1 if one
        is gone or different.
        """
    ) { (arguments) throws(UsageError) in CheckResults(name: try arguments.gatherIfGiven()) }

    /// The gather to check; nil for all the newest ones.
    var name: GatherName?

    func run(_ context: Context) throws(Failure) {
        let failure = Self.form.failure
        let id = try name.map { (name) throws(Failure) in try context.id(of: name, failure: failure)
        }
        var isWell = true
        try context.show(AccountMethod.CheckResults(id: id), failure: failure) { reply in
            isWell = reply.results.allSatisfy { $0.finding == .same }
            return SubmissionPresenter.lines(reply.results, hasPlayers: name != nil)
        }
        guard isWell else { throw Failure(.refused, nil) }
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
        try context.show(reply) { () throws(Failure) in "\(done)\n" }
    }

    private func question(of id: String, _ context: Context) throws(Failure) -> String {
        guard let remoteID else {
            return tr(
                "Drop Result: %1$@ will not be sent.\nAre you sure? Yes/[Cancel]",
                WordForm.shown(id))
        }
        let reply = try context.query(AccountMethod.ListResults().call, failure: failure)
        let found = try Submissions.results(reply, context)
            .filter { $0.gatherID.lowercased().hasPrefix(id.lowercased()) }
            .flatMap(\.leftovers).first { $0.remoteID.lowercased() == remoteID.lowercased() }
        // Only the ID is known of something that is not listed.
        let what = found.map { LeftoverPresenter.what($0) }
        return tr(
            "Delete at the Server: %1$@\nAre you sure you want to delete it? Yes/[Cancel]",
            what ?? WordForm.shown(remoteID))
    }
}

extension ArgumentReader {
    /// Reads the ID of something at the server; that of a player is a number.
    fileprivate mutating func leftover() throws(UsageError) -> String {
        let remoteID = try required("the ID of what is left at the server")
        guard RemoteGatherID(remoteID) != nil || UInt32(remoteID) != nil else {
            throw cannot(
                "'\(remoteID)' is no ID of the server's: it is a whole UUID, or a player's number")
        }
        return remoteID
    }
}
