import GatherAPI
import Varlink

/// `player forget N`: takes what is known of a player out of the squad, the matches and the files.
struct ForgetPlayer: Command {
    static let form = Verb(
        name: "forget", arguments: "N [--dry-run] [--yes]",
        summary: tr("forget player N for good; goals and scores stay"),
        failure: tr("cannot forget the player: %1$@"), options: [.yes, .dryRun],
        manual: """
            Forget player N for good, removed or not. It asks first. The name, the age and
            everything else that is known of the player is taken out of the squad, of all matches
            and of the files of
            .Xr gatherd 8 .
            Goals, cards and scores stay, as those of *somebody*, and
            .Ic verify
            finds the matches as whole as before, with the same codes. Old databases that were
            damaged or replaced by a backup are deleted, because the name may be in them. A result
            that was not sent yet is sent without the player. No undo brings the player back, and
            nobody else gets the number. The command is refused while a match is open. It does not
            reach other places: the player at the server, backups and exports that were made before,
            the journal, or a name that somebody typed as the name of a team or a device, or in a
            request ID. To delete the player at the server too, first remove the player, and then
            let
            .Ic player sync
            delete it there; after *forget* a sync would fetch it again, as a new one. You have to
            give the number, because a name would stay in the history of the shell. With --dry-run
            it only says what it would do.
            """
    ) { (arguments) throws(UsageError) in
        let id = try arguments.playerNumber { word in
            tr("'%1$@' is not a number; 'gatherctl player' lists the numbers", word)
        }
        return ForgetPlayer(id: id, isDry: arguments.has(.dryRun), isConfirmed: arguments.has(.yes))
    }

    let id: Int
    var isDry = false
    var isConfirmed = false

    func run(_ context: Context) throws(Failure) {
        let asking = Question(context: context)
        if !isConfirmed, !isDry { _ = try asking.screen() }
        let squad = Squad(context: context, failure: Self.form.failure)
        if isDry || !isConfirmed {
            let forget = PlayersMethod.Forget(id: id, dryRun: true)
            let reply = try context.answer(forget.call, failure: squad.failure)
            guard reply.error == nil else { throw squad.refusal(reply) }
            let found = try context.read(reply, PlayersMethod.Forget.self)
            if isDry || !found.changed { return try context.show(reply) { text(found) } }
            try asking.ask(try question(found, squad))
        }
        let reply = try squad.change(PlayersMethod.Forget(id: id).call)
        try context.showChange(reply) { () throws(Failure) in
            text(try context.read(reply, PlayersMethod.Forget.self))
        }
    }

    private func question(
        _ found: PlayersMethod.Forget.Reply, _ squad: Squad
    ) throws(Failure) -> String {
        let reply = try squad.context.query(PlayersMethod.Show(id: id).call, failure: squad.failure)
        let player = try squad.context.read(reply, PlayersMethod.Show.self).player
        let title = tr("Forget Player: %1$@", SquadPresenter.line(player))
        let lines = [title] + effects(found) + [tr("No undo brings the player back.")]
        return lines.text + tr("Are you sure you want to forget the player?")
    }

    private func text(_ done: PlayersMethod.Forget.Reply) -> String {
        guard done.changed else {
            return tr("no change: player %1$@ was forgotten before", id) + "\n"
        }
        let title =
            isDry ? tr("player %1$@ would be forgotten", id) : tr("player %1$@ is forgotten", id)
        return ([title] + effects(done)).text
    }

    /// Returns what is forgotten with the player, in matches and databases, and what is not.
    private func effects(_ found: PlayersMethod.Forget.Reply) -> [String] {
        let setAside = found.setAside.joined(separator: ", ")
        return [
            found.matches == 0
                ? tr("in no match")
                : tr(
                    "in %1$@ match, where goals and scores stay as those of somebody",
                    "in %1$@ matches, where goals and scores stay as those of somebody",
                    count: found.matches),
            setAside.isEmpty ? nil : tr("deleted, of what was set aside: %1$@", setAside),
            tr(
                """
                not reached: the player at the server, whom 'gatherctl player sync' would fetch \
                again; backups, exports and reports made before; the journal; names of teams and \
                devices; request IDs
                """),
        ].compactMap(\.self)
    }
}
