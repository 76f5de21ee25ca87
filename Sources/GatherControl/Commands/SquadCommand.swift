import GatherAPI
import Varlink

/// `player`: the squad.
struct SquadCommand {
    /// What it works with.
    let context: Context
    /// The ID under which a change counts once.
    let requestID: String

    /// Does what is asked.
    func run(_ request: SquadRequest) throws(Failure) {
        let reader = SquadReader(context: context, task: request.task)
        switch request {
        case .list(let namesAlone): try list(reader, namesAlone: namesAlone)
        case .show(let word): try show(word, reader)
        case .add(let profile): try add(profile, reader)
        case .edit(let word, let change): try edit(word, change, reader)
        case .remove(let word, let isConfirmed): try remove(word, reader, isConfirmed)
        case .restore(let id): try restore(id, reader)
        case .link(let word, let remoteID): try link(word, remoteID, reader)
        case .unlink(let word): try unlink(word, reader)
        case .import(let file, let format, let isConfirmed):
            try ImportCommand(context: context, requestID: requestID, path: file, format: format)
                .run(isConfirmed: isConfirmed)
        case .export(let format): try export(format, reader)
        case .sync(let isDryRun, let decisions, let isConfirmed):
            try SyncCommand(context: context, isDryRun: isDryRun, decisions: decisions)
                .run(isConfirmed: isConfirmed)
        }
    }

    /// Takes players into the squad, once.
    static func add(
        _ profiles: [ProfileFields], _ context: Context, requestID: String, task: String
    ) throws(Failure) -> Reply {
        let call = PlayersMethod.Add(players: profiles, requestID: requestID).call
        do { return try context.session.call(call) } catch {
            throw context.failure(
                error,
                lost: "cannot confirm the new players: they may or may not be there; "
                    + "send it again with --request-id \(requestID)")
        }
    }

    private func list(_ reader: SquadReader, namesAlone: Bool) throws(Failure) {
        let (reply, players) = try reader.list()
        if players.isEmpty, !namesAlone, context.options.json == .off {
            let hint = "no players yet; 'gatherctl player add NAME' adds one\n"
            return context.options.quiet ? () : try context.streams.errors.write(hint)
        }
        try context.page { (write) throws(Failure) in
            try write(
                context.rendered(reply.parameters) { () throws(Failure) in
                    let names = players.map(\.$name.shown)
                    let lines = namesAlone ? names : SquadPresenter.lines(players)
                    return lines.map { $0 + "\n" }.joined()
                })
        }
    }

    private func show(_ word: String, _ reader: SquadReader) throws(Failure) {
        let id = try number(word, reader)
        let reply = try context.query(PlayersMethod.Show(id: id).call, task: reader.task)
        try context.show(reply) { () throws(Failure) in
            let shown = try context.read(reply, PlayersMethod.Show.self)
            let lines = SquadPresenter.lines(shown.player, shown.record)
            return lines.map { $0 + "\n" }.joined()
        }
    }

    /// The number of a player; one who was removed is known by the number alone.
    private func number(_ word: String, _ reader: SquadReader) throws(Failure) -> Int {
        do { return try reader.player(word).id } catch {
            guard error.status == .refused, let id = Int(digits: word[...]) else { throw error }
            return id
        }
    }

    private func add(_ profile: ProfileFields, _ reader: SquadReader) throws(Failure) {
        let names = try reader.players().filter {
            FoldedName($0.$name) == FoldedName(profile.$name)
        }
        let reply = try Self.add([profile], context, requestID: requestID, task: reader.task)
        guard reply.error == nil else { throw refusal(reply, reader.task) }
        try context.show(reply) { () throws(Failure) in
            let added = try context.read(reply, PlayersMethod.Add.self).players
            let others = names.filter { name in !added.contains { $0.id == name.id } }
            let note =
                others.isEmpty ? [] : ["others have that name:"] + SquadPresenter.lines(others)
            return (added.map { "added: \(SquadPresenter.line($0))" } + note)
                .map { $0 + "\n" }.joined()
        }
    }

    private func edit(
        _ word: String, _ change: ProfileChange, _ reader: SquadReader
    ) throws(Failure) {
        let player = try reader.player(word)
        let profile: ProfileFields
        do { profile = try change.applied(to: player.profile) } catch {
            throw Failure(.refused, "cannot \(reader.task): \(error.problem)")
        }
        let reply = try once(
            .edit, ["id": .int(player.id), "profile": profile.json], "the edit", reader.task)
        try show(reply, "changed")
    }

    private func restore(_ id: Int, _ reader: SquadReader) throws(Failure) {
        try show(
            once(.restore, ["id": .int(id)], "the return of the player", reader.task), "restored")
    }

    private func link(_ word: String, _ remoteID: Int, _ reader: SquadReader) throws(Failure) {
        let id = try reader.player(word).id
        let call = PlayersMethod.Link(id: id, remoteID: remoteID, requestID: requestID).call
        let reply: Reply
        // A server takes its time.
        do { reply = try context.session.call(call, once: Patience.ofServer) } catch {
            throw context.failure(error, lost: lost("the link"))
        }
        guard reply.error == nil else { throw refusal(reply, reader.task) }
        try context.show(reply) { () throws(Failure) in
            let done = try context.read(reply, PlayersMethod.Link.self)
            return SquadPresenter.linked(done.player, with: remoteID, isNew: done.changed) + "\n"
        }
    }

    private func unlink(_ word: String, _ reader: SquadReader) throws(Failure) {
        let id = try number(word, reader)
        let reply = try once(.unlink, ["id": .int(id)], "the end of the link", reader.task)
        try context.show(reply) { () throws(Failure) in
            let done = try context.read(reply, PlayersMethod.Unlink.self)
            return SquadPresenter.unlinked(done.player, wasLinked: done.changed) + "\n"
        }
    }

    /// The warning that nobody knows whether something was done.
    private func lost(_ object: String) -> String {
        "cannot confirm \(object): it may or may not have counted; "
            + "send it again with --request-id \(requestID)"
    }

    /// Changes a player, once.
    ///
    /// - Parameters:
    ///   - object: What may or may not have counted.
    ///   - done: The error that says that it is so already.
    private func once(
        _ method: PlayersMethod, _ parameters: JSONObject, _ object: String, _ task: String,
        _ players: [Int: String] = [:], done: PlayersError? = nil
    ) throws(Failure) -> Reply {
        func answer(_ parameters: JSONObject) throws(Failure) -> Reply {
            do { return try context.session.call(Call(method.fullName, parameters)) } catch {
                throw context.failure(error, lost: lost(object))
            }
        }
        var known = parameters
        known["requestId"] = .string(requestID)
        var reply = try answer(known)
        if VarlinkError(reply) == .invalidParameter("requestId"), try takesNoID(task) {
            reply = try answer(parameters)
        }
        guard reply.error != nil else { return reply }
        if let done, PlayersError(reply) == done { return Reply() }
        throw refusal(reply, task, players)
    }

    /// Whether gatherd is older than the IDs of these changes: they came with this method, which
    /// does nothing for a player who never was.
    private func takesNoID(_ task: String) throws(Failure) -> Bool {
        let reply = try context.answer(PlayersMethod.Restore(id: 0).call, task: task)
        return VarlinkError(reply) == .methodNotFound(PlayersMethod.Restore.name)
    }

    /// Shows what has become of a player.
    private func show(_ reply: Reply, _ done: String) throws(Failure) {
        try context.show(reply) { () throws(Failure) in
            let change = try context.read(reply, PlayersMethod.Edit.self)
            let result = change.changed ? done : "nothing to change"
            return "\(result): \(SquadPresenter.line(change.player))\n"
        }
    }

    private func remove(
        _ word: String, _ reader: SquadReader, _ isConfirmed: Bool
    ) throws(Failure) {
        let asking = Question(context: context)
        if !isConfirmed { _ = try asking.screen() }
        let player = try reader.player(word)
        if !isConfirmed {
            try asking.ask(
                "Remove Player: \(SquadPresenter.line(player))\n"
                    + "Are you sure you want to remove the player? Yes/[Cancel] ")
        }
        let reply = try once(
            .remove, ["id": .int(player.id)], "the removal", reader.task,
            [player.id: player.profile.name], done: .noSuchPlayer(id: player.id))
        try context.show(reply) { () throws(Failure) in
            "removed: \(player.name); past gathers keep the name\n"
                + "take it back: gatherctl player restore \(player.id)\n"
        }
    }

    private func export(_ format: ExportFormat, _ reader: SquadReader) throws(Failure) {
        let (_, players) = try reader.list()
        // A file has the names as they are; a terminal must not be led astray by them.
        let isTerminal = context.streams.output.isTerminal
        let isPretty = context.options.json == .pretty
        let lines = SquadExport.lines(
            players, format, isPretty: isPretty, isShown: isTerminal)
        if !context.options.quiet {
            try context.streams.output.write(Array(lines.joined().utf8))
        }
    }

    private func refusal(_ reply: Reply, _ task: String, _ players: [Int: String] = [:]) -> Failure
    {
        let presenter = RefusalPresenter(task: task, requestID: requestID, players: players)
        return Failure(.refused, presenter.text(reply))
    }
}
