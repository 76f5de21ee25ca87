import GatherAPI
import LinuxIO
import Varlink

/// `restore`: puts a backup in the place of the matches, while gatherd is stopped.
struct RestoreBackup: Command {
    static let verb = Verb(
        name: "restore", arguments: "[--force] [--state-directory DIR] FILE",
        summary: tr("replace all matches by a backup"),
        failure: tr("cannot restore the backup: %1$@"), topic: .program,
        options: [force, stateDirectory], operands: [.files],
        manual: """
            Put a file of
            .Ic backup
            in the place of the database of gatherd(8), which has to be stopped, together with its
            socket: 'systemctl stop gatherd.socket gatherd.service'. The backup is checked first. If
            the present database has matches, events, results on their way, players or defaults that
            the backup does not have, it says so and does nothing. The same is true if the backup
            would bring back a player who was forgotten. With --force it restores even so. The
            present files stay in the state directory, as
            .Pa gather.db.replaced-
            with the time, up to 20 of them, until a player is forgotten. Then start gatherd(8)
            again: it goes on with the backup as after a reboot. A result that was not sent at the
            time of the backup may have been sent since: it waits until you decide, with
            .Ic submissions .
            Root restores as the user who owns the state directory. --state-directory names that
            directory if it is not the usual one.
            """
    ) { (arguments) throws(UsageError) in
        let directory = arguments.text(stateDirectory)
        guard directory != "" else {
            throw arguments.cannot(tr("the directory of '--state-directory' is missing"))
        }
        return RestoreBackup(
            file: try arguments.required(tr("the file is missing")),
            isForced: arguments.has(force), directory: directory)
    }

    private static let force = Option(
        "force", tr("replace what is newer than the backup"), isEffect: true)
    private static let stateDirectory = Option(
        "state-directory", tr("where gatherd has its state"), takes: "DIR",
        completes: .directories)

    let file: String
    var isForced = false
    /// The directory of the state; nil for that of the daemon of the socket.
    var directory: String?

    private var failure: String { Self.verb.failure }

    func run(_ context: Context) throws(Failure) {
        try context.refuseHost(failure)
        let installation = Self.installation(context)
        guard let directory = directory ?? installation.stateDirectory else {
            throw Failure(
                .usage, failure, cause: tr("the state directory is not known"),
                hint: tr("name it with '--state-directory DIR'"))
        }
        if self.directory == nil, installation.isOfMachine {
            try refuseToOthers(directory, context)
        }
        let isNew = !Files.exists(directory)
        var arguments = ["--restore", file, "--state-directory", directory]
        if isForced { arguments.append("--force") }
        let answer = try DaemonProgram.answer(arguments, failure: failure)
        guard let report = BackupReport(answer) else {
            // A daemon at another directory is in no unit that is known here.
            let unit = directory == installation.stateDirectory ? installation : nil
            throw refusal(answer, stop: unit?.stop(context.time))
        }
        try context.showChange(Reply(answer)) {
            let aside = answer["aside"]?.string.map {
                tr(
                    "the files of before are '%1$@', until a player is forgotten",
                    "\(directory)/\($0)".shown)
            }
            let new = isNew ? tr("the directory '%1$@' is new", directory.shown) : nil
            let undecided = answer["undecided"]?.int ?? 0
            let waiting =
                undecided == 0
                ? nil
                : tr(
                    "%1$@ result that may have been sent since waits: 'gatherctl submissions'",
                    "%1$@ results that may have been sent since wait: 'gatherctl submissions'",
                    count: undecided)
            let done = tr("restored: %1$@", context: "backup", report.counts)
            return [done, new, aside, waiting, report.problemText].compactMap(\.self).text
        }
    }

    /// Returns the daemon whose matches are replaced.
    private static func installation(_ context: Context) -> Installation {
        let environment = context.program.environment
        let pitch = context.options.pitch
        let chosen = Installation(socket: context.socket.path, pitch: pitch, environment)
        // While a user's own daemon is stopped, as it has to be, the usual one is the machine's.
        let usual = StandardPaths.stateDirectory(environment)
        guard chosen.isOfMachine, context.socket.isUsual,
            let socket = StandardPaths.socket(environment, stateDirectory: usual)
        else { return chosen }
        let own = Installation(socket: socket, pitch: pitch, environment)
        let isThere = own.stateDirectory.map { Files.exists("\($0)/gather.db") } ?? false
        return isThere ? own : chosen
    }

    /// Refuses to replace the matches of the machine for a user who is not root and does not own
    /// them: gatherd would ask the user to take them over.
    private func refuseToOthers(_ directory: String, _ context: Context) throws(Failure) {
        let uid = context.program.environment.uid
        let owner = (try? Files.status(of: directory))?.owner
        guard uid != 0, owner != uid else { return }
        throw Failure(
            .refused, failure, cause: tr("the matches of the machine are for root to restore"),
            hint: tr("'%1$@' may", context.givenCommand.sudo()))
    }

    /// Returns the failure for a refusal of gatherd.
    ///
    /// - Parameter stop: The command that stops a daemon that runs; nil if none is known.
    private func refusal(_ answer: JSONObject, stop: @autoclosure () -> String?) -> Failure {
        if answer["inUse"]?.bool == true {
            return Failure(
                .refused, failure, cause: tr("gatherd runs, and has to be stopped first"),
                hint: stop().map { tr("stop it with '%1$@'", $0) })
        }
        guard let newer = answer["newer"]?.object else {
            return Failure(.refused, failure, cause: answer["fault"]?.string ?? "?")
        }
        return Failure(
            .refused, failure, cause: tr("the present state is newer than the backup"),
            hint: tr("with --force it is replaced, and set aside"),
            details: details(newer))
    }

    private func details(_ newer: JSONObject) -> [String] {
        let ids = newer["matches"]?.array?.compactMap(\.string) ?? []
        let count = newer["matchCount"]?.int ?? ids.count
        var lines = ids.map { tr("match '%1$@' has events that the backup has not", $0.shown) }
        if count > ids.count {
            lines.append(
                tr("and %1$@ match more", "and %1$@ matches more", count: count - ids.count))
        }
        if let results = newer["results"]?.int, results > 0 {
            lines.append(
                tr(
                    "%1$@ result has gone on its way to a server since",
                    "%1$@ results have gone on their way to a server since", count: results))
        }
        if let players = newer["players"]?.int, players > 0 {
            lines.append(
                tr(
                    "%1$@ player was added or changed since",
                    "%1$@ players were added or changed since", count: players))
        }
        if let players = newer["forgotten"]?.int, players > 0 {
            lines.append(
                tr(
                    "%1$@ player who was forgotten since comes back",
                    "%1$@ players who were forgotten since come back", count: players))
        }
        if newer["defaults"]?.bool == true {
            lines.append(tr("the defaults of the pitch were changed since"))
        }
        return lines
    }
}

extension Installation {
    /// Returns the command that stops the daemon with its socket; nil if it runs in no unit.
    fileprivate func stop(_ time: any Timekeeper) -> String? {
        let manager = ["systemctl"] + managerOptions
        let output = try? ProgramOutput(manager + ["--quiet", "is-active", service], time: time)
        guard output?.end == .exited(0) else { return nil }
        let unit = service.dropLast(".service".count)
        return (manager + ["stop", "\(unit).socket", "\(unit).service"]).joined(separator: " ")
    }
}
