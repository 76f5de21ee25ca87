import GatherAPI
import Varlink

/// `player`: lists the squad.
struct Players: Command {
    static let verb = Verb(
        name: "player",
        arguments: "[list|show|add|edit|remove|restore|forget|import|...] ...",
        summary: tr("list the squad, or change it"), failure: tr("cannot list the players: %1$@"),
        topic: .players,
        options: [.names] + EditPlayer.fields + [.yes, .format, .dryRun, ImportPlayers.update],
        forms: forms,
        isLook: true, manual: "List the squad, or change it.", read: forms[0].read)

    private static let forms = [
        Verb(
            name: "list", arguments: "[--names]",
            summary: tr("list the squad (as 'player' alone does)"),
            failure: tr("cannot list the players: %1$@"), options: [.names], isLook: true,
            manual: """
                List the players: number, name, position, skill, age and favourite team; with
                --names only the names. Users who may not control the match see no age and no
                favourite team.
                """
        ) { arguments in Players(namesAlone: arguments.has(.names)) },
        ShowPlayer.form, AddPlayer.form, EditPlayer.form, RemovePlayer.form, RestorePlayer.form,
        ForgetPlayer.form, ImportPlayers.form, ExportPlayers.form, SyncPlayers.form,
        LinkPlayer.form, UnlinkPlayer.form,
    ]

    var namesAlone = false

    func run(_ context: Context) throws(Failure) {
        let (reply, players) = try Squad(context: context, failure: Self.verb.failure).list()
        if players.isEmpty, !namesAlone, context.options.json == .off {
            let hint = tr("no players yet; 'gatherctl player add NAME' adds one")
            return context.options.quiet ? () : try context.note(hint)
        }
        try context.page { (write) throws(Failure) in
            try write(
                context.rendered(reply.parameters) {
                    namesAlone
                        ? players.map(\.$name.shown).text : SquadPresenter.lines(players).text
                })
        }
    }
}

extension Option {
    fileprivate static let names = Option("names", tr("only the names, one per line"))
}

struct ShowPlayer: Command {
    static let form = Verb(
        name: "show", arguments: "PLAYER",
        summary: tr("show a player, with appearances, goals and wins"),
        failure: tr("cannot show the player: %1$@"),
        isLook: true, operands: [.players],
        manual: """
            Show a player, with appearances, goals and wins. Give the number of a player who was
            removed.
            """
    ) { (arguments) throws(UsageError) in
        ShowPlayer(player: try arguments.player())
    }

    let player: String

    func run(_ context: Context) throws(Failure) {
        let failure = Self.form.failure
        let id = try Squad(context: context, failure: failure).number(player)
        try context.show(PlayersMethod.Show(id: id), failure: failure) {
            SquadPresenter.lines($0.player, $0.record)
        }
    }
}

struct AddPlayer: Command {
    static let form = Verb(
        name: "add", arguments: "NAME [--age N] [--skill ...] ...", summary: tr("add a player"),
        failure: tr("cannot add the player: %1$@"), options: Array(EditPlayer.fields.dropFirst()),
        manual: """
            Add a player. --skill is *beginner*, *amateur* or *professional*; --position is
            *goalkeeper*, *defender*, *midfielder*, *winger* or *striker*; --age is 1 to 120;
            --favourite-team is a name; --shirt is the number on the shirt, 0 to 99. *#7* is the
            player with that shirt, and works wherever a command takes a player; quote it, as '#'
            has a meaning for the shell.
            """
    ) { (arguments) throws(UsageError) in
        let name = try arguments.required(tr("the name is missing"))
        let change = try arguments.profileChange()
        do throws(PlayerFieldError) {
            var profile = ProfileFields(name: "")
            try profile.set(.name, name)
            try profile.check(.name)
            return AddPlayer(profile: try change.applied(to: profile))
        } catch { throw arguments.cannot(error.problem) }
    }

    let profile: ProfileFields

    func run(_ context: Context) throws(Failure) {
        let squad = Squad(context: context, failure: Self.form.failure)
        let names = try squad.players().filter {
            FoldedName($0.$name) == FoldedName(profile.$name)
        }
        let reply = try squad.add([profile])
        guard reply.error == nil else { throw squad.refusal(reply) }
        try context.showChange(reply) { () throws(Failure) in
            let added = try context.read(reply, PlayersMethod.Add.self).players
            let others = names.filter { name in !added.contains { $0.id == name.id } }
            let note =
                others.isEmpty
                ? [] : [tr("others have that name:")] + SquadPresenter.lines(others)
            return (added.map { tr("added: %1$@", SquadPresenter.line($0)) } + note).text
        }
    }
}

struct EditPlayer: Command {
    static let form = Verb(
        name: "edit", arguments: "PLAYER [--name NAME] [--age N] ...",
        summary: tr("change a player; 'none' empties a field"),
        failure: tr("cannot edit the player: %1$@"),
        options: fields, operands: [.players],
        manual: """
            Change the fields that are given, with the options of
            .Ic add ;
            *none* empties a field.
            """
    ) { (arguments) throws(UsageError) in
        let player = try arguments.player()
        let change = try arguments.profileChange()
        guard !change.isEmpty else {
            throw arguments.cannot(
                tr(
                    """
                    nothing to change; give '--name', '--age', '--skill', '--position', \
                    '--favourite-team' or '--shirt'
                    """))
        }
        return EditPlayer(player: player, change: change)
    }

    /// The options for the fields of a player, the name first.
    static let fields = ProfileChange.options.map(\.option)

    let player: String
    let change: ProfileChange

    func run(_ context: Context) throws(Failure) {
        let squad = Squad(context: context, failure: Self.form.failure)
        let player = try squad.player(player)
        let profile: ProfileFields
        do { profile = try change.applied(to: player.profile) } catch {
            throw Failure(.refused, squad.failure, cause: error.problem)
        }
        let edit = PlayersMethod.Edit(id: player.id, profile: profile, only: change.fields).call
        let call = player.shirt == nil ? edit.withoutEmptyShirts : edit
        try squad.show(squad.change(call)) { tr("changed: %1$@", $0) }
    }
}

extension ArgumentReader {
    /// Reads the number of a player, which is required.
    ///
    /// - Parameter problem: Returns the problem with a word that is no number.
    mutating func playerNumber(_ problem: (String) -> String) throws(UsageError) -> Int {
        let word = try required(tr("the number of the player is missing"))
        guard let id = Int(digits: word[...]) else { throw cannot(problem(word)) }
        return id
    }

    /// Reads the changes of a player from the options, none of which is required.
    fileprivate func profileChange() throws(UsageError) -> ProfileChange {
        var change = ProfileChange()
        for (field, option) in ProfileChange.options {
            guard let text = text(option) else { continue }
            do { try change.set(field, text) } catch { throw cannot(error.problem) }
        }
        return change
    }
}

struct RemovePlayer: Command {
    static let form = Verb(
        name: "remove", arguments: "PLAYER [--yes]",
        summary: tr("remove a player; past matches keep the name"),
        failure: tr("cannot remove the player: %1$@"),
        options: [.yes], operands: [.players],
        manual: "Remove a player, and ask before. The records of past matches keep the name."
    ) { (arguments) throws(UsageError) in
        RemovePlayer(player: try arguments.player(), isConfirmed: arguments.has(.yes))
    }

    let player: String
    var isConfirmed = false

    func run(_ context: Context) throws(Failure) {
        let asking = Question(context: context)
        if !isConfirmed { _ = try asking.screen() }
        let squad = Squad(context: context, failure: Self.form.failure)
        let player = try squad.player(player)
        if !isConfirmed {
            try asking.ask(
                tr(
                    """
                    Remove Player: %1$@
                    Are you sure you want to remove the player?
                    """, SquadPresenter.line(player)))
        }
        let reply = try squad.change(
            PlayersMethod.Remove(id: player.id).call,
            [player.id: player.profile.name], done: .noSuchPlayer(id: player.id))
        try context.showChange(reply) {
            """
            \(tr("removed: %1$@; past matches keep the name", player.name))
            \(tr("undo: %1$@", "gatherctl player restore \(player.id)"))

            """
        }
    }
}

struct RestorePlayer: Command {
    static let form = Verb(
        name: "restore", arguments: "N", summary: tr("bring back player N, who was removed"),
        failure: tr("cannot restore the player: %1$@"),
        manual: """
            Bring back a removed player, with the link to the server and all past matches. Give the
            number of the player.
            """
    ) { (arguments) throws(UsageError) in
        RestorePlayer(
            id: try arguments.playerNumber { word in
                tr("'%1$@' is not a number; give the number of the removed player", word)
            })
    }

    let id: Int

    func run(_ context: Context) throws(Failure) {
        let squad = Squad(context: context, failure: Self.form.failure)
        let restore = PlayersMethod.Restore(id: id)
        try squad.show(squad.change(restore.call)) { tr("restored: %1$@", $0) }
    }
}
