import GatherAPI
import Varlink

/// `player import`: adds the players of a file, and with `--update` changes those who are there:
/// all of them or none.
struct ImportPlayers: Command {
    static let form = Verb(
        name: "import", arguments: "FILE|- [--update] [--dry-run] [--yes] ...",
        summary: tr("add the players of a file, all or none"),
        failure: tr("cannot import the players: %1$@"),
        options: [update, .dryRun, .format, .yes], operands: [.files],
        manual: """
            Add the players of a file, or of standard input if it is '-', all of them or none. The
            file is a table whose first line names the columns, in any order, or has JSON objects,
            one after another or in an array. The fields are 'name', 'age', 'skill', 'position',
            'favouriteTeam' and 'shirt'; in a table you can also use their German, French and
            Spanish names. Any other field is left out, and the answer names it. The values of a
            table are separated by commas (RFC 4180), semicolons or tabs. The text is UTF-8 or
            UTF-16. If it is neither, it is read as Windows-1252, which has all of Latin-1, and the
            answer says so. All errors are listed by line and column.
            .Pp
            If names are in the squad already, or twice in the file, it asks first; with --yes it
            adds other players with the same name. With --update it does not ask, but changes the
            players who have the name, and lists what changed. If you import the same file again,
            nothing changes. A field that is empty in the file stays as it is. If several players of
            the squad have the same name, the column 'id' says which one is meant. With --dry-run it
            only says what it would do.
            """
    ) { (arguments) throws(UsageError) in
        ImportPlayers(
            path: try arguments.required(
                tr("the file, or - for standard input, is missing")),
            format: try arguments.format(),
            isUpdate: arguments.has(update), isDryRun: arguments.has(.dryRun),
            isConfirmed: arguments.has(.yes))
    }

    static let update = Option(
        "update", tr("change the players who are in the squad by name"), isEffect: true)

    /// The file; `-` is standard input.
    let path: String
    /// The format of the file; nil to detect it.
    var format: ExportFormat?
    var isUpdate = false
    var isDryRun = false
    var isConfirmed = false

    /// The longest file in bytes: it fits into one message, which makes the import all or nothing.
    private static let longestFile = 1 << 19

    /// The most players of one message.
    private static let mostPlayers = InterfaceLimits.squad

    private var failure: String { Self.form.failure }
    private var source: ImportedFile { ImportedFile(path: path, failure: failure) }

    func run(_ context: Context) throws(Failure) {
        let (file, content) = try read(source.contents(context, limit: Self.longestFile))
        try checkCount(content.players.count)
        let squad = Squad(context: context, failure: failure)
        let known = isConfirmed && !isUpdate && !isDryRun ? [] : try squad.players()
        let plan = try plan(file, content.players, known)
        var notes = Self.notes(file, content)
        if !isUpdate, isDryRun || !isConfirmed {
            let taken = Self.taken(content.players, known)
            // Not of a file that repeats a name, or where it is not clear who is meant.
            let offersUpdate = (try? ImportPlan(updating: known, with: content.players)) != nil
            if !isDryRun { try ask(about: taken, offersUpdate, context) }
            if isDryRun, !isConfirmed, !taken.isEmpty {
                notes.insert(
                    offersUpdate
                        ? tr("it would ask first; --yes adds others, --update changes these")
                        : tr("it would ask first; --yes adds others"), at: 0)
            }
            notes = taken + notes
        }
        if isDryRun || plan.entries.isEmpty {
            let room = InterfaceLimits.squad - known.count
            guard plan.added <= room || !isDryRun else {
                throw squad.refusal(PlayersError.squadFull(maximum: InterfaceLimits.squad).reply)
            }
            return try show(plan, Reply(), notes, context)
        }
        let reply = try context.change(Self.call(plan, requestID: context.requestID))
        if case .invalidPlayer(let index, let field, let problem) = PlayersError(reply),
            plan.entries.indices.contains(index)
        {
            let found = self.error(plan.entries[index].line, field, problem)
            throw source.wrong([found], in: file.text.bytes)
        }
        guard reply.error == nil else { throw squad.refusal(reply) }
        try show(plan, reply, notes, context)
    }

    /// Shows what was done, or would be.
    private func show(
        _ plan: ImportPlan, _ reply: Reply, _ notes: [String], _ context: Context
    ) throws(Failure) {
        let counts: JSONObject = [
            "added": .int(plan.added), "changed": .int(plan.changes.count),
            "unchanged": .int(plan.unchanged),
        ]
        let isPlain = !isUpdate && !isDryRun
        let answer = isPlain ? reply : Reply(counts)
        let text = (plan.lines(isDryRun: isDryRun) + notes).text
        if isDryRun || plan.entries.isEmpty {
            try context.show(answer) { text }
        } else {
            try context.showChange(answer) { text }
        }
    }

    /// Reads the players of a file.
    private func read(
        _ bytes: [UInt8]
    ) throws(Failure) -> (file: PlayerFile, content: PlayerFile.Content) {
        let file: PlayerFile
        do { file = try PlayerFile(bytes, format) } catch {
            throw source.wrong(error.errors, in: bytes)
        }
        do { return (file, try file.content()) } catch {
            throw source.wrong(error.errors, in: file.text.bytes)
        }
    }

    private func plan(
        _ file: PlayerFile, _ players: [PlayerLine], _ known: [SquadPlayerFields]
    ) throws(Failure) -> ImportPlan {
        guard isUpdate else { return ImportPlan(adding: players) }
        do { return try ImportPlan(updating: known, with: players) } catch {
            throw source.wrong(error.errors, in: file.text.bytes)
        }
    }

    /// Returns the call that makes all changes at once; where it only adds, an older gatherd
    /// understands it as well.
    private static func call(_ plan: ImportPlan, requestID: String) -> Call {
        plan.changes.isEmpty && !plan.entries.isEmpty
            ? PlayersMethod.Add(players: plan.entries.map(\.profile), requestID: requestID).call
                .withoutEmptyShirts
            : PlayersMethod.Import(players: plan.imported, requestID: requestID).call
    }

    /// Returns the lines about what the file has beside the players.
    private static func notes(_ file: PlayerFile, _ content: PlayerFile.Content) -> [String] {
        let names = content.leftOut.map { "'\($0.shownName)'" }
        return [
            names.isEmpty
                ? nil : tr("left out, as no player has it: %1$@", ImportedFile.listed(names)),
            file.text.warning,
        ].compactMap(\.self)
    }

    private func checkCount(_ count: Int) throws(Failure) {
        guard count > 0 else {
            throw Failure(.refused, failure, cause: tr("%1$@ has no players", source.name))
        }
        guard count <= Self.mostPlayers else {
            throw Failure(
                .refused, failure,
                cause: tr(
                    "%1$@ has %2$@ players; at most %3$@ can be imported at once", source.name,
                    count, Self.mostPlayers))
        }
    }

    private func error(
        _ line: PlayerLine, _ field: String, _ problem: PlayersError.Problem
    ) -> PlayerFileError {
        let offset = PlayerField(rawValue: field).flatMap { line.offsets[$0] } ?? line.offset
        return PlayerFileError(offset, SquadPresenter.text(problem, of: field))
    }

    /// Returns the lines about names that exist already: a file that is imported twice would double
    /// the squad, and one that was put together from several may repeat names.
    private static func taken(_ lines: [PlayerLine], _ squad: [SquadPlayerFields]) -> [String] {
        let squadNames = Set(squad.map { FoldedName($0.$name) })
        var fileNames: Set<FoldedName> = []
        var (known, repeated): ([String], [String]) = ([], [])
        for name in lines.map(\.profile.$name) {
            let folded = FoldedName(name)
            if squadNames.contains(folded) {
                known.append(name)
            } else if !fileNames.insert(folded).inserted {
                repeated.append(name)
            }
        }
        return [
            known.isEmpty
                ? nil
                : tr("in the squad already: %1$@", ImportedFile.listed(known.map(\.shownName))),
            repeated.isEmpty
                ? nil
                : tr("twice in the file: %1$@", ImportedFile.listed(repeated.map(\.shownName))),
        ].compactMap(\.self)
    }

    /// Asks for confirmation if names are taken.
    ///
    /// - Parameter offersUpdate: True if an update is possible instead.
    private func ask(
        about taken: [String], _ offersUpdate: Bool, _ context: Context
    ) throws(Failure) {
        guard !taken.isEmpty else { return }
        guard context.streams.input.isTerminal else {
            throw Failure(
                .refused, failure, cause: tr("some names are taken already"),
                hint: offersUpdate
                    ? tr("with --update these are changed; with --yes others are added")
                    : tr("with --yes others are added"),
                details: taken)
        }
        try Question(context: context).ask(
            tr(
                """
                Import Players: %1$@
                Are you sure you want to add others with these names?
                """, taken.joinedBySemicolons()))
    }
}

/// `player export`: writes the squad for other programs.
struct ExportPlayers: Command {
    static let form = Verb(
        name: "export", arguments: "[--format json|csv]", summary: tr("write the squad"),
        failure: tr("cannot export the players: %1$@"), options: [.format], isLook: true,
        manual: """
            Write the squad in the format that
            .Ic import
            reads.
            """
    ) { (arguments) throws(UsageError) in ExportPlayers(format: try arguments.exportFormat()) }

    let format: ExportFormat

    func run(_ context: Context) throws(Failure) {
        let players = try Squad(context: context, failure: Self.form.failure).players()
        // A file gets the names unchanged; on a terminal they could have harmful effects.
        let lines = SquadExport.lines(
            players, format, isPretty: context.options.json == .pretty,
            isShown: context.streams.output.isTerminal)
        if !context.options.quiet {
            try context.streams.output.write(Array(lines.joined().utf8))
        }
    }
}
