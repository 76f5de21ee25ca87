import GatherAPI
import Varlink

/// `player sync`: synchronises the squad with the players at the server.
struct SyncPlayers: Command {
    static let form = Verb(
        name: "sync", arguments: "[--dry-run] [CHOICE N@M...]",
        summary: tr("fetch and send players; CHOICE answers a question"),
        failure: tr("cannot synchronise the players: %1$@"),
        options: [.dryRun, .yes],
        operands: [.choices(SyncDecisionFields.Choice.allCases.map(\.rawValue))],
        manual: """
            Make the squad and the players at the server the same; with --dry-run, only say what
            that would do. If it asks a question, it says what can be chosen, such as
            'player sync adopt 3@14': player 3 of the squad and player 14 of the server are the same
            person. If two names differ only in case or blanks, and it is not known which side has
            changed the name, the server's name is taken without a question. A player is only
            deleted, here or at the server, if you name the player. The exit status is 1 if a
            question is left open, except with --dry-run.
            """
    ) { (arguments) throws(UsageError) in
        SyncPlayers(
            isDryRun: arguments.has(.dryRun), decisions: try decisions(&arguments),
            isConfirmed: arguments.has(.yes))
    }

    /// True if it only reports what it would do.
    var isDryRun = false
    /// The decisions about steps that ask.
    var decisions: [SyncDecisionFields] = []
    var isConfirmed = false

    /// Reads the decisions, each a choice and the step that it is about.
    private static func decisions(
        _ arguments: inout ArgumentReader
    ) throws(UsageError) -> [SyncDecisionFields] {
        var decisions: [SyncDecisionFields] = []
        while let word = arguments.optional() {
            guard let choice = SyncDecisionFields.Choice(rawValue: word) else {
                throw arguments.cannot(
                    tr(
                        "'%1$@' is not a choice; use %2$@", word,
                        SyncDecisionFields.Choice.allCases.map(\.rawValue).joined(separator: ", ")))
            }
            let token = try arguments.required(tr("the player, such as 3, @14 or 3@14, is missing"))
            let numbers = token.split(
                separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
            let (player, remote) = (numbers[0], numbers.count > 1 ? numbers[1] : nil)
            let (playerID, remoteID) = (Int(digits: player), remote.flatMap { Int(digits: $0) })
            let isWrong = !player.isEmpty && playerID == nil || remote != nil && remoteID == nil
            guard !isWrong, playerID != nil || remoteID != nil else {
                throw arguments.cannot(tr("'%1$@' is not a player; use 3, @14 or 3@14", token))
            }
            guard !decisions.contains(where: { $0.playerID == playerID && $0.remoteID == remoteID })
            else { throw arguments.cannot(tr("'%1$@' is decided twice", token)) }
            decisions.append(
                SyncDecisionFields(playerID: playerID, remoteID: remoteID, choice: choice))
        }
        return decisions
    }

    func run(_ context: Context) throws(Failure) {
        let failure = Self.form.failure
        if !isConfirmed, !isDryRun { try askAboutDeletions(context) }
        let call = PlayersMethod.Sync(
            dryRun: isDryRun, decisions: decisions.isEmpty ? nil : decisions)
        let reply = try context.request(call.call, failure: failure)
        let steps = try context.read(reply, PlayersMethod.Sync.self).steps
        try context.show(reply) { SyncPresenter.lines(steps, isDryRun: isDryRun).text }
        let failed = steps.count { $0.error != nil }
        guard failed == 0 else {
            let cause = tr("%1$@ step has failed", "%1$@ steps have failed", count: failed)
            throw Failure(
                .refused, failure, cause: cause,
                hint: tr("'gatherctl player sync' goes on where it stopped"))
        }
        // A dry run is complete at this point.
        guard !isDryRun else { return }
        let open = steps.count { $0.isOpenQuestion }
        guard open == 0 else {
            let cause = tr("%1$@ question is open", "%1$@ questions are open", count: open)
            throw Failure(
                .refused, failure, cause: cause,
                hint: tr("'gatherctl player sync CHOICE N@M' answers one"))
        }
    }

    private func askAboutDeletions(_ context: Context) throws(Failure) {
        let deletions = decisions.filter { $0.choice == .remove || $0.choice == .delete }
        guard !deletions.isEmpty else { return }
        let players = deletions.map { decision in
            decision.choice == .remove
                ? tr("%1$@ here", SyncPresenter.token(decision.playerID, nil))
                : tr("%1$@ at the server", SyncPresenter.token(nil, decision.remoteID))
        }
        try Question(context: context).ask(
            tr(
                "Delete Players: %1$@\nAre you sure you want to delete them?",
                players.joined(separator: ", ")))
    }
}

extension Option {
    static let dryRun = Option("dry-run", tr("only say what would be done"))
}

struct LinkPlayer: Command {
    static let form = Verb(
        name: "link", arguments: "PLAYER REMOTE",
        summary: tr("link a player with player REMOTE of the server"),
        failure: tr("cannot link the player: %1$@"),
        operands: [.players],
        manual: """
            Link a player with the player who has the number REMOTE at the server, even if the names
            differ. Nothing changes at the server. Differences between the two are for
            .Ic sync .
            A result that waited for this link is sent.
            """
    ) { (arguments) throws(UsageError) in
        let player = try arguments.player()
        let word = try arguments.required(tr("the number of the player at the server is missing"))
        guard let number = Int(digits: word[...]) else {
            throw arguments.cannot(
                tr("'%1$@' is not a number; give the player's number at the server", word))
        }
        return LinkPlayer(player: player, remoteID: number)
    }

    let player: String
    /// The number at the server.
    let remoteID: Int

    func run(_ context: Context) throws(Failure) {
        let squad = Squad(context: context, failure: Self.form.failure)
        let link = PlayersMethod.Link(
            id: try squad.player(player).id, remoteID: remoteID, requestID: context.requestID)
        // The answer depends on a server, which may take its time.
        let reply = try context.change(link.call, once: RetryPolicy.ofServer)
        guard reply.error == nil else { throw squad.refusal(reply) }
        try context.showChange(reply) { () throws(Failure) in
            let done = try context.read(reply, PlayersMethod.Link.self)
            return SquadPresenter.linked(done.player, with: remoteID, isNew: done.changed) + "\n"
        }
    }
}

struct UnlinkPlayer: Command {
    static let form = Verb(
        name: "unlink", arguments: "PLAYER", summary: tr("remove a player's link with the server"),
        failure: tr("cannot unlink the player: %1$@"), operands: [.players],
        manual: """
            Remove the link of a player with a player of the server. The next result with the
            player, or
            .Ic sync ,
            looks for the player at the server again, by name.
            """
    ) { (arguments) throws(UsageError) in
        UnlinkPlayer(player: try arguments.player())
    }

    let player: String

    func run(_ context: Context) throws(Failure) {
        let squad = Squad(context: context, failure: Self.form.failure)
        let unlink = PlayersMethod.Unlink(id: try squad.number(player))
        let reply = try squad.change(unlink.call)
        try context.showChange(reply) { () throws(Failure) in
            let done = try context.read(reply, PlayersMethod.Unlink.self)
            return SquadPresenter.unlinked(done.player, wasLinked: done.changed) + "\n"
        }
    }
}
