import GatherAPI
import LinuxIO
import Varlink

/// `backup`: writes a copy of all matches to a file, and checks it.
struct Backup: Command {
    static let verb = Verb(
        name: "backup", arguments: "[--keep COUNT] DIR|FILE",
        summary: tr("write a checked copy of all matches"),
        failure: tr("cannot make the backup: %1$@"), topic: .program, options: [keep],
        operands: [.files],
        manual: """
            Write a copy of the matches, the squad and all else that gatherd(8) keeps in its
            database, as it is at one moment: matches go on meanwhile. In a directory the file gets
            a name of its own with the time, such as gatherd-20261121T154210Z.db. If you name a
            file, it is replaced if it is empty or such a database; any other file stays. The file
            gets its name only when it is complete, on disk, and checked by the gatherd(8) of this
            machine: every page and row, and the record of every match. If a record is not whole, it
            was so before; the backup is kept, and the exit status is 1. With --keep, if all is
            right, the oldest backups of the directory are then removed until so many are left; a
            backup with a time in the future counts as the oldest. Only its owner can read the file,
            because it has the names of players; it has no token and no password. If a signal ends
            the copy, nothing is left; if the copy is killed, at most a hidden file is left.
            .Ic restore
            puts a backup back.
            """
    ) { (arguments) throws(UsageError) in
        var count: Int?
        if let text = arguments.text(keep) {
            guard let number = Int(text), number > 0 else {
                throw arguments.cannot(tr("'%1$@' is not a number of backups to keep", text))
            }
            count = number
        }
        let place = try arguments.required(tr("the directory or the file is missing"))
        guard !place.isEmpty else {
            throw arguments.cannot(tr("the directory or the file is missing"))
        }
        // It is checked as a file before anybody has it.
        guard place != "-" else {
            throw arguments.cannot(
                tr("a backup cannot go to standard output; use a directory or a file"))
        }
        return Backup(place: place, keeping: count)
    }

    private static let keep = Option(
        "keep", tr("keep only this many backups there"), takes: "COUNT", isEffect: true)

    /// The directory or the file.
    let place: String
    /// The number of backups in the directory that stay; nil for all.
    var keeping: Int?

    private var failure: String { Self.verb.failure }

    func run(_ context: Context) throws(Failure) {
        let pitch = context.options.pitch.flatMap { $0.isEmpty ? nil : $0 }
        let file = BackupFile(at: place, pitch: pitch, wall: context.time.now().wall)
        if keeping != nil, file.replaces {
            throw Failure(.usage, failure, cause: tr("'--keep' is for a directory: '%1$@'", place))
        }
        try show(write(file, context), file, context)
        if let keeping {
            do {
                try file.removeOld(pitch: pitch, keeping: keeping)
            } catch {
                throw Failure(.refused, tr("cannot remove the backups before: %1$@", "\(error)"))
            }
        }
    }

    // MARK: - The copy

    /// Writes the file, and gives it its name when it was checked.
    private func write(_ file: BackupFile, _ context: Context) throws(Failure) -> BackupReport {
        let output: Descriptor
        let lock: Descriptor?
        let unfinished: UnfinishedFile
        do {
            if let objection = try file.objection() {
                throw Failure(
                    .refused, failure,
                    cause: tr("cannot write '%1$@': %2$@", file.path.shown, objection))
            }
            // The daemon would lose the database under it, and a forgotten player would stay there.
            guard !file.isInState else {
                throw cannotWrite(file, tr("gatherd has its state in this directory"))
            }
            (output, lock, unfinished) = try HeldSignals.without(HeldSignals.terminating) {
                () throws(SystemError) in
                let (output, lock) = try file.make()
                return (output, lock, UnfinishedFile(file.building))
            }
        } catch let error as Failure { throw error } catch {
            throw cannotWrite(file, "\(error)")
        }
        defer { withExtendedLifetime((lock, unfinished)) {} }
        do throws(Failure) {
            try fetch(to: output, of: file, context)
            let report = try check(file)
            do { try file.finish() } catch { throw cannotWrite(file, "\(error)") }
            return report
        } catch {
            try? Files.remove(file.building)
            throw error
        }
    }

    /// The time that gatherd may take for a copy, however large and slow the disk.
    private static let timeout = Duration.seconds(600)

    private func fetch(
        to output: Descriptor, of file: BackupFile, _ context: Context
    ) throws(Failure) {
        var offset = 0
        var id: String?
        while true {
            let call = HistoryMethod.Backup(id: id, offset: id == nil ? nil : offset).call
            let reply = try context.query(call, failure: failure, once: Self.timeout)
            let piece = try context.read(reply, HistoryMethod.Backup.self)
            guard let bytes = Base64.bytes(of: piece.data), !bytes.isEmpty,
                offset + bytes.count <= piece.size, id == nil || id == piece.id
            else { throw context.misunderstood }
            do { try output.write(bytes, at: offset) } catch { throw cannotWrite(file, "\(error)") }
            offset += bytes.count
            id = piece.id
            if offset == piece.size { break }
        }
        do { try output.synchronize() } catch { throw cannotWrite(file, "\(error)") }
    }

    private func cannotWrite(_ file: BackupFile, _ error: String) -> Failure {
        Failure(.refused, failure, cause: tr("cannot write '%1$@': %2$@", file.path.shown, error))
    }

    private func check(_ file: BackupFile) throws(Failure) -> BackupReport {
        let answer = try DaemonProgram.answer(["--check-backup", file.building], failure: failure)
        guard let report = BackupReport(answer) else {
            throw Failure(
                .refused, failure,
                cause: tr("the copy is not right: %1$@", answer["fault"]?.string ?? ""))
        }
        return report
    }

    private func show(
        _ report: BackupReport, _ file: BackupFile, _ context: Context
    ) throws(Failure) {
        let object: JSONObject = [
            "file": .string(file.path), "matches": .int(report.matches),
            "events": .int(report.events), "problems": .int(report.problems),
        ]
        try context.show(Reply(object)) {
            tr("done: '%1$@', %2$@", file.path.shown, report.counts) + "\n"
        }
        if let text = report.problemText {
            throw Failure(
                .refused, tr("the backup is kept: %1$@", text),
                hint: tr("'gatherctl verify --all' names them"))
        }
    }
}
