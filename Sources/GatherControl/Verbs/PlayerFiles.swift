import GatherAPI
import Glibc
import LinuxIO
import Varlink

/// `player import`: adds the players of a file, all of them or none.
struct ImportPlayers: Command {
    static let form = Verb(
        name: "import", arguments: "FILE|- [--format json|csv] [--yes]",
        summary: tr("add the players of a file, all or none"),
        failure: tr("cannot import the players: %1$@"),
        options: [.format, .yes], operands: [.files],
        manual: """
            Add the players of a file, or of standard input if it is '-', all of them or none. The
            file has comma-separated values (RFC 4180) whose first line names the columns, in any
            order, or a JSON object per line. The fields are 'name', 'age', 'skill', 'position' and
            'favouriteTeam'; 'id' and 'remoteId' are ignored. All errors are listed by line and
            column. If names are in the squad already, or twice in the file, it asks before; with
            --yes it adds other players of the same name.
            """
    ) { (arguments) throws(UsageError) in
        ImportPlayers(
            path: try arguments.required(
                tr("the file, or - for standard input, is missing")),
            format: try arguments.text(.format) == nil ? nil : arguments.format(),
            isConfirmed: arguments.has(.yes))
    }

    /// The file; `-` is standard input.
    let path: String
    /// The format of the file; nil to detect it.
    var format: ExportFormat?
    var isConfirmed = false

    /// The longest file in bytes: it fits into one message, which makes the import all or nothing.
    private static let longestFile = 1 << 19

    /// The most players of one message.
    private static let mostPlayers = InterfaceLimits.squad

    /// The most errors that are listed.
    private static let mostErrors = 20

    private var failure: String { Self.form.failure }

    func run(_ context: Context) throws(Failure) {
        let bytes = try contents(context)
        let lines: [PlayerLine]
        do { lines = try PlayerFile.players(bytes, format) } catch {
            throw wrong(error.errors, in: bytes)
        }
        guard !lines.isEmpty else {
            throw Failure(.refused, failure, cause: tr("%1$@ has no players", name))
        }
        guard lines.count <= Self.mostPlayers else {
            throw Failure(
                .refused, failure,
                cause: tr(
                    "%1$@ has %2$@ players; at most %3$@ can be imported at once", name,
                    lines.count,
                    Self.mostPlayers))
        }
        if !isConfirmed { try ask(about: lines, context) }
        let profiles = lines.map(\.profile)
        let squad = Squad(context: context, failure: failure)
        let reply = try squad.add(profiles)
        if case .invalidPlayer(let index, let field, let problem) = PlayersError(reply),
            lines.indices.contains(index)
        {
            throw wrong([error(lines[index], field, problem)], in: bytes)
        }
        guard reply.error == nil else { throw squad.refusal(reply) }
        try context.show(reply) { () throws(Failure) in
            tr("imported %1$@ player", "imported %1$@ players", count: lines.count) + "\n"
        }
    }

    private var name: String { path == "-" ? tr("standard input") : "'\(path)'" }

    private func contents(_ context: Context) throws(Failure) -> [UInt8] {
        do {
            if path == "-" { return try context.streams.input.contents(limit: Self.longestFile) }
            guard let bytes = try Files.contents(of: path, limit: Self.longestFile) else {
                throw SystemError(ENOENT)
            }
            return bytes
        } catch {
            throw Failure(.refused, tr("cannot read %1$@: %2$@", name, "\(error)"))
        }
    }

    private func error(
        _ line: PlayerLine, _ field: String, _ problem: PlayersError.Problem
    ) -> PlayerFileError {
        let offset = PlayerField(rawValue: field).flatMap { line.offsets[$0] } ?? line.offset
        return PlayerFileError(offset, SquadPresenter.text(problem, of: field))
    }

    private func wrong(_ errors: [PlayerFileError], in bytes: [UInt8]) -> Failure {
        let shown = errors.prefix(Self.mostErrors).map { $0.text(in: bytes).shown }
        let more = errors.count - shown.count
        return Failure(
            .refused, failure, cause: tr("%1$@ is wrong, and none was imported", name),
            details: shown + (more > 0 ? [tr("and %1$@ more", more)] : []))
    }

    /// Asks for confirmation if names exist already: a file that is imported twice would double the
    /// squad, and one that was put together from several may repeat names.
    private func ask(about lines: [PlayerLine], _ context: Context) throws(Failure) {
        let squad = try Squad(context: context, failure: failure).players()
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
        guard !known.isEmpty || !repeated.isEmpty else { return }
        let lists = [
            known.isEmpty ? nil : tr("in the squad already: %1$@", Self.list(known)),
            repeated.isEmpty ? nil : tr("twice in the file: %1$@", Self.list(repeated)),
        ].compactMap(\.self)
        guard context.streams.input.isTerminal else {
            throw Failure(
                .refused, failure, cause: tr("some names are taken already"),
                hint: tr("with --yes they are added as other players of the same name"),
                details: lists)
        }
        try Question(context: context).ask(
            tr(
                """
                Import Players: %1$@
                Are you sure you want to add others with these names? Yes/[Cancel]
                """, lists.joined(separator: "; ")))
    }

    private static func list(_ names: [String]) -> String {
        let shown = names.prefix(mostErrors).map(\.shownName).joined(separator: ", ")
        return shown + (names.count > mostErrors ? ", ..." : "")
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
    ) { (arguments) throws(UsageError) in ExportPlayers(format: try arguments.format()) }

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
