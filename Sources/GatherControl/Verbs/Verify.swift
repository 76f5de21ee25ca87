import GatherAPI
import Glibc
import LinuxIO
import Varlink

/// `verify`: checks the records of matches, or of those in an export.
struct Verify: Command {
    static let verb = Verb(
        name: "verify", arguments: "[--all] [ID|last|FILE|-] [CODE]",
        summary: tr("check that nothing in a record was changed"),
        failure: tr("cannot check the record: %1$@"), topic: .history,
        options: [all], isLook: true, operands: [.records],
        manual: """
            Check the record of a match. Each event has a hash of what happened and of the hash
            before it, so nothing can be changed, left out or put in without a change of all hashes
            after it. The answer names the first event that is not as it was recorded. Without an
            argument it checks the newest match; --all checks every match, and lists those with a
            problem. CODE is a code that *report* or *verify* has printed: 16 letters and digits, in
            upper or lower case, with all hyphens or none. It stands for the record up to the event
            that was the newest at that time, and the answer says how many came since. If the record
            never had this code, it is another record.
            .Pp
            FILE is an export in JSON lines, or '-' for standard input. It is checked here, on any
            machine. This needs the program gatherd(8) beside gatherctl, but no daemon has to run.
            All fields of an event are checked, except the description 'text' and the name of an
            account 'operatorName', which are made new for each answer. If a line is not in its
            place, or is there twice, the answer gives its number. A word with a slash or a full
            stop is a FILE, and so is the name of a file that exists, unless it has the form of an
            ID or CODE.
            .Pp
            A change is found if it was made after a CODE was printed or an export was made, and you
            compare with that CODE or export. It can do no more: a person who can write to the file
            of the daemon can make a new record, which is whole but has other codes. Events of a
            version without hashes cannot be checked, and the answer says so. The exit status is 1
            if the record is not whole, or never had the CODE, and otherwise 0. Without a CODE it is
            also 0 for a record in which nothing can be checked.
            """
    ) { (arguments) throws(UsageError) in try Verify(&arguments) }

    private static let all = Option("all", tr("check the records of all matches"))

    /// The subject of the check.
    enum Subject: Hashable {
        /// The record of a gather.
        case gather(GatherName)
        /// The records of all gathers.
        case all
        /// An export; `-` is standard input.
        case file(String)
    }

    /// The gather to check; nil for the newest.
    var subject: Subject?
    /// The code that the record has or had.
    var code: RecordCode?

    /// The number of matches that are checked at once; a longer page could take longer than an
    /// answer may.
    private static let page = 100

    func run(_ context: Context) throws(Failure) {
        switch subject ?? .gather(.last) {
        case .gather(let name): try check(name, context)
        case .all: try checkAll(context)
        case .file(let path): try check(file: path, context)
        }
    }
}

extension Verify {
    fileprivate init(_ arguments: inout ArgumentReader) throws(UsageError) {
        if arguments.has(Self.all) { subject = .all }
        for word in arguments.rest() {
            if let code = RecordCode(word), self.code == nil {
                self.code = code
            } else if subject == nil, let named = Self.subject(word) {
                subject = named
            } else if RecordCode(word) != nil || Self.subject(word) != nil {
                throw arguments.cannot(tr("unexpected argument '%1$@'", word))
            } else {
                throw arguments.cannot(
                    tr(
                        """
                        '%1$@' is not the ID of a match, not a file, and not a code of 16 letters \
                        and digits
                        """, word))
            }
        }
        guard subject != .all || code == nil else {
            throw arguments.cannot(tr("a code cannot be given along with '--all'"))
        }
    }

    private static func subject(_ word: String) -> Subject? {
        if let name = GatherName(word) { return .gather(name) }
        return word == "-" || GatherName.isPath(word) ? .file(word) : nil
    }
}

// MARK: - The daemon's records

extension Verify {
    private func check(_ name: GatherName, _ context: Context) throws(Failure) {
        let call = HistoryMethod.Verify(id: name.id, code: code?.text).call
        let failure = Self.verb.failure
        let reply = try context.accepted(
            context.answer(call, failure: failure), about: name, failure)
        let found = try context.read(reply, HistoryMethod.Verify.self).verification
        try context.show(reply) { "" }
        try conclude(found, context)
    }

    private func checkAll(_ context: Context) throws(Failure) {
        var (totals, pages) = (VerificationTotals(), PageTrail())
        while true {
            let call = HistoryMethod.VerifyPage(limit: Self.page, before: pages.last).call
            let reply = try context.query(call, failure: Self.verb.failure)
            let found = try context.read(reply, HistoryMethod.VerifyPage.self)
            guard 0...Self.page ~= found.matches, 0...found.matches ~= found.withoutHashes,
                found.problems.count <= found.matches, found.events >= 0,
                pages.add(found.$last.map { [$0] } ?? [])
            else { throw context.misunderstood }
            totals.add(found)
            try context.show(reply) { found.problems.compactMap(Self.line).text }
            if found.matches < Self.page || found.last == nil { break }
        }
        try conclude(totals, context)
    }

    private static func line(_ found: VerificationFields) -> String? {
        found.problem == nil ? nil : VerificationPresenter(found: found).objection
    }

    /// Prints what was found out about a single record.
    private func conclude(_ found: VerificationFields, _ context: Context) throws(Failure) {
        let presenter = VerificationPresenter(found: found, code: code)
        guard let objection = presenter.objection else {
            return try context.say(presenter.lines)
        }
        let isOther = subject == nil && found.problem == nil
        throw Failure(
            .refused, objection,
            hint: isOther
                ? tr("this is the newest match; give the ID that is printed with the code") : nil,
            details: found.problem == nil ? [] : presenter.details)
    }

    /// Prints what was found out about several records.
    private func conclude(_ totals: VerificationTotals, _ context: Context) throws(Failure) {
        let isEmpty = totals.matches == 0
        try context.say(isEmpty ? [tr("no matches yet")] : totals.lines)
        if let objection = totals.objection { throw Failure(.refused, objection) }
    }
}

// MARK: - An export

extension Verify {
    private func check(file path: String, _ context: Context) throws(Failure) {
        let name = path == "-" ? tr("standard input") : "'\(path)'"
        let input = try open(path, name, context)
        let check = ExportCheck(input: input, code: code, failure: Self.verb.failure)
        var totals = VerificationTotals()
        var (first, coded): (VerificationFields?, VerificationFields?)
        do throws(Failure) {
            try check.eachMatch { (object) throws(Failure) in
                guard let found = try? VerificationFields(json: .object(object), name: "") else {
                    throw check.misunderstood
                }
                totals.add(found)
                if found.codeEvent != nil { coded = found }
                if totals.matches == 1 { first = found }
                let isJSON = context.options.json != .off
                if isJSON { try context.show(Reply(object)) { "" } }
                guard !isJSON, totals.matches > 1 else { return }
                // The first one is shown as a single one if no other follows.
                let shown = totals.matches == 2 ? [first, found] : [found]
                try context.say(shown.compactMap(\.self).compactMap(Self.line))
            }
        } catch {
            // A fault comes after a single match, too, which would not be shown before another one.
            if let first, totals.matches == 1, context.options.json == .off {
                try context.say([first].compactMap(Self.line))
            }
            throw error
        }
        guard let first else {
            throw Failure(
                .refused, Self.verb.failure, cause: tr("there are no events in %1$@", name))
        }
        if totals.matches == 1 { return try conclude(first, context) }
        if let coded, coded.problem == nil {
            try context.say(VerificationPresenter(found: coded, code: code).lines)
        }
        try conclude(totals, context)
        if let code, coded == nil {
            throw Failure(
                .refused, tr("no record in %1$@ has ever had the code %2$@", name, code.text))
        }
    }

    private func open(
        _ path: String, _ name: String, _ context: Context
    ) throws(Failure) -> Descriptor {
        let file: Descriptor
        do throws(SystemError) {
            if Files.isDirectory(path) { throw SystemError(EISDIR) }
            file =
                path == "-"
                ? context.streams.input.descriptor : try Files.open(path, waiting: true)
        } catch {
            throw Failure(.refused, tr("cannot read %1$@: %2$@", name, error))
        }
        // A pipe cannot be read at an offset, so that its beginning is not checked.
        let beginning = ByteOrderMark.removed(from: (try? file.read(16, at: 0)) ?? [])
        if beginning.starts(with: "gatherId,".utf8) {
            throw Failure(
                .refused, Self.verb.failure,
                cause: tr("%1$@ has comma-separated values, which cannot be checked", name),
                hint: tr("'gatherctl export' without '--format csv' writes what can be"))
        }
        // Not translated: the beginning of a database.
        if beginning.starts(with: "SQLite format 3".utf8) {
            throw Failure(
                .refused, Self.verb.failure,
                cause: tr("%1$@ is a database, such as a backup, and not an export", name),
                hint: tr("'gatherd --check-backup FILE' checks a backup"))
        }
        return file
    }
}
