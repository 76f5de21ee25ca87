import GatherAPI
import Glibc
import LinuxIO
import Varlink

/// `player import`: adds the players of a file, all of them or none.
struct ImportCommand {
    /// What it works with.
    let context: Context
    /// The ID under which the players count once.
    let requestID: String
    /// The file; `-` is standard input.
    let path: String
    /// How the file is written; nil where it tells itself.
    let format: ExportFormat?

    private static let task = "import the players"

    /// As much as fits one message, which is what keeps it all or none.
    private static let longestFile = 1 << 19

    /// As many as one message can have.
    private static let mostPlayers = InterfaceLimits.squad

    /// So many lines that are wrong are named.
    private static let mostErrors = 20

    private var task: String { Self.task }

    /// Reads the file, asks where names are in the squad already, and adds the players.
    func run(isConfirmed: Bool) throws(Failure) {
        let bytes = try contents()
        let lines: [PlayerLine]
        do { lines = try PlayerFile.players(bytes, format) } catch {
            throw failure(error.errors, in: bytes)
        }
        guard !lines.isEmpty else { throw Failure(.refused, "cannot \(task): \(name) has none") }
        guard lines.count <= Self.mostPlayers else {
            throw Failure(
                .refused,
                "cannot \(task): \(name) has \(lines.count), "
                    + "and \(Self.mostPlayers) are the most at once")
        }
        if !isConfirmed { try ask(about: lines) }
        let profiles = lines.map(\.profile)
        let reply = try SquadCommand.add(profiles, context, requestID: requestID, task: task)
        if case .invalidPlayer(let index, let field, let problem) = PlayersError(reply),
            lines.indices.contains(index)
        {
            throw failure([error(lines[index], field, problem)], in: bytes)
        }
        guard reply.error == nil else {
            let presenter = RefusalPresenter(task: task, requestID: requestID)
            throw Failure(.refused, presenter.text(reply))
        }
        try context.show(reply) { () throws(Failure) in
            lines.count == 1 ? "imported 1 player\n" : "imported \(lines.count) players\n"
        }
    }

    private var name: String { path == "-" ? "standard input" : "'\(path)'" }

    private func contents() throws(Failure) -> [UInt8] {
        do {
            if path == "-" { return try context.streams.input.contents(limit: Self.longestFile) }
            guard let bytes = try Files.contents(of: path, limit: Self.longestFile) else {
                throw SystemError(ENOENT)
            }
            return bytes
        } catch {
            throw Failure(.refused, "cannot read \(name): \(error)")
        }
    }

    private func error(
        _ line: PlayerLine, _ field: String, _ problem: PlayersError.Problem
    ) -> PlayerFileError {
        let offset = PlayerField(rawValue: field).flatMap { line.offsets[$0] } ?? line.offset
        return PlayerFileError(offset, SquadPresenter.text(problem, of: field))
    }

    private func failure(_ errors: [PlayerFileError], in bytes: [UInt8]) -> Failure {
        let shown = errors.prefix(Self.mostErrors).map { $0.text(in: bytes) }
        let more = errors.count - shown.count
        return Failure(
            .refused, "cannot \(task): \(name) is wrong, and none was imported",
            details: shown + (more > 0 ? ["and \(more) more"] : []))
    }

    /// A file that is imported twice would double the squad, and one that was put together of
    /// several has some twice.
    private func ask(about lines: [PlayerLine]) throws(Failure) {
        let squad = try SquadReader(context: context, task: task).players()
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
        let found = [("in the squad already", known), ("in the file before", repeated)]
            .filter { !$0.1.isEmpty }
        guard !found.isEmpty else { return }
        guard context.streams.input.isTerminal else {
            let places = found.map(\.0).joined(separator: ", or ")
            throw Failure(
                .refused, "cannot \(task): some are \(places)",
                hint: "with --yes they are added as other players of the same name",
                details: found.map { Self.list($0.1) })
        }
        let lists = found.map { "\($0.0): \(Self.list($0.1))" }.joined(separator: "; ")
        try Question(context: context).ask(
            "Import Players: \(lists)\n"
                + "Are you sure you want to add others with these names? Yes/[Cancel] ")
    }

    private static func list(_ names: [String]) -> String {
        let shown = names.prefix(mostErrors).map(\.shownName).joined(separator: ", ")
        return shown + (names.count > mostErrors ? ", ..." : "")
    }
}
