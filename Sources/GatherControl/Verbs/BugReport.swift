import GatherAPI
import LinuxIO
import Varlink

/// `bugreport`: collects what a maintainer wants to know, without secrets.
struct BugReport: Command {
    static let verb = Verb(
        name: "bugreport", arguments: "[--names] [--output FILE]",
        summary: tr("collect what a maintainer needs to know"),
        failure: tr("cannot make the report: %1$@"), topic: .program,
        options: [.names, .output], isLook: true,
        manual: """
            Collect what a maintainer needs to know to find a mistake: versions, the machine, the
            units and their last lines in the journal, the configuration, sockets and files with
            their permissions, the size of the database and whether it is intact, and counts. A
            report by another user than root leaves out what only root may see. It works without a
            running gatherd(8), and only on the machine itself.
            .Pp
            It has no password, no token, no name, and no address of a server or a broker. Of what
            happened in a match it has only the times. With --names it has the names of players and
            sides, and the addresses, too. With --output it is written to a file that only you can
            read, or for - to standard output. Read it before you send it.
            """
    ) { (arguments) throws(UsageError) in
        let file = arguments.text(.output)
        if file == "" { throw arguments.cannot(tr("the file of '--output' is missing")) }
        return BugReport(showsNames: arguments.has(.names), file: file == "-" ? nil : file)
    }

    /// True if names are not removed.
    var showsNames = false
    /// The file to write; nil for standard output.
    var file: String?

    func run(_ context: Context) throws(Failure) {
        try context.refuseHost(Self.verb.failure)
        let writer = BugReportWriter(context: context, showsNames: showsNames)
        // It is for maintainers to read.
        let text = Catalogue.inEnglish { writer.text() }
        guard let file else {
            return try context.show(Reply(["report": .string(text)])) { text }
        }
        try write(text, to: file)
        try context.show(Reply(["file": .string(file)])) {
            tr("written to '%1$@'; look through it before you send it", file.shown) + "\n"
        }
    }

    /// Writes the report to a file of its own: a device or a link, which a rename would put out of
    /// the way, stays.
    private func write(_ text: String, to file: String) throws(Failure) {
        let cause: String
        do throws(SystemError) {
            let objection = try Files.kind(at: file).flatMap(FilePresenter.objection)
            guard let objection else {
                return try Files.replace(
                    file, with: Array(text.utf8), by: Files.hidden(beside: file))
            }
            cause = objection
        } catch {
            cause = "\(error)"
        }
        throw Failure(
            .refused, Self.verb.failure,
            cause: tr("cannot write '%1$@': %2$@", file.shown, cause))
    }
}

extension Option {
    fileprivate static let names = Option(
        "names", tr("with the names of players and sides"), isEffect: true)
    fileprivate static let output = Option(
        "output", tr("write it to FILE"), letter: "o", takes: "FILE", completes: .files,
        isEffect: true)
}
