import GatherCore
import Glibc
import LinuxIO
import Varlink

/// The replacement of the database by a backup, while no daemon runs.
struct Restore {
    /// The reason why nothing was restored.
    enum Refusal: Error {
        /// A daemon uses the directory.
        case inUse
        /// The present database has data that the backup lacks.
        case newer(NewerState)
        /// Anything else.
        case fault(String)

        /// The reason for programs.
        var json: JSONObject {
            switch self {
            case .inUse: ["inUse": true]
            case .newer(let state): ["newer": .object(state.json)]
            case .fault(let text): ["fault": .string(text)]
            }
        }
    }

    /// The content of the backup that was restored.
    let check: BackupCheck
    /// The number of results that may have been sent since the backup, and wait for a person.
    let undecided: Int
    /// The name of the files that were set aside, without the directory; nil if there were none.
    let aside: String?

    /// The result for programs.
    var json: JSONObject {
        var json = check.json
        json["undecided"] = .int(undecided)
        json["aside"] = JSONValue(aside)
        return json
    }

    /// Restores a backup.
    ///
    /// Wherever it is interrupted, the directory has either the database of before or the one of
    /// the backup: the next start finishes it.
    ///
    /// - Parameters:
    ///   - isForced: True to replace a newer state, or one that cannot be read.
    ///   - wall: The time by the wall clock.
    /// - Throws: A ``Refusal``.
    init(
        _ path: String, into directory: String, isForced: Bool, at wall: Duration
    ) throws(Refusal) {
        do {
            // The file is opened first: the user that this process becomes may not read it.
            let source = try Self.open(path)
            try Self.becomeOwner(of: directory)
            let isNew = !Files.exists(directory)
            let state = try StateDirectory(directory)
            defer { withExtendedLifetime(state) {} }
            let files = StoreFiles(database: "\(directory)/gather.db")
            try files.checkKinds()
            try files.checkTrust()
            try files.finish()
            do {
                try Self.copy(source, to: files)
                check = try Self.checked(files)
                if !isForced, !files.isBlank { try Self.compare(files) }
                let sent = SubmittedMatches(files)
                let hasAccount = AccountStore.hasAccount(in: directory)
                undecided = try Self.distrust(files, sent, hasAccount: hasAccount)
                aside = try Self.install(files, at: wall)
            } catch {
                try? files.finish()
                if isNew { Self.remove(directory) }
                throw error
            }
        } catch let error as Refusal {
            throw error
        } catch let error as StartFailure {
            throw error.isInUse ? .inUse : .fault(error.description)
        } catch let error as StoreError {
            throw .fault(error.fault)
        } catch {
            throw .fault("\(error)")
        }
    }

    private static func open(_ path: String) throws -> Descriptor {
        try BackupCheck.checkKind(path)
        // The log is beside the file itself, not beside a link to it.
        let file = Files.resolved(path) ?? path
        guard (Files.size(of: file + "-wal") ?? 0) == 0,
            (Files.size(of: file + "-journal") ?? 0) == 0
        else { throw BackupCheck.logBeside(path) }
        do { return try Files.open(path) } catch { throw StoreError(error, path: path) }
    }

    /// Makes a process of root continue as the owner of the directory, so that the new files belong
    /// to that user.
    private static func becomeOwner(of directory: String) throws {
        guard geteuid() == 0, let status = try Files.status(of: directory), status.owner != 0
        else { return }
        try Privileges.become(user: status.owner, group: status.group)
    }

    /// Removes a directory, with its lock, that was made for a file which is not a backup.
    private static func remove(_ directory: String) {
        guard (try? Files.names(in: directory)) == [StandardPaths.lockName] else { return }
        try? Files.remove("\(directory)/\(StandardPaths.lockName)")
        try? Files.removeDirectory(directory)
    }

    private static func copy(_ source: Descriptor, to files: StoreFiles) throws {
        let target = try Files.make(files.building)
        var offset = 0
        while true {
            let bytes = try source.read(1 << 20, at: offset)
            if bytes.isEmpty { break }
            do { try target.write(bytes, at: offset) } catch {
                throw StoreError(error, path: files.building)
            }
            offset += bytes.count
        }
        try target.synchronize()
    }

    /// Checks the copy, and brings it to this version.
    private static func checked(_ files: StoreFiles) throws(StoreError) -> BackupCheck {
        let building = StoreFiles(database: files.building)
        _ = try FileInspection.inspect(building)
        do {
            let database = try SQLiteDatabase(path: files.building, .readingAndWriting)
            let version = try Schema.version(of: database)
            guard version > 0 else {
                throw BackupCheck.empty(files.building)
            }
            try Schema.migrate(database, from: version)
        }
        try NewDatabase.useLog(files)
        return try BackupCheck(file: files.building)
    }

    /// Leaves the results of the copy that were not sent yet to a person: they may have been sent
    /// since, and would be sent once more.
    ///
    /// - Parameters:
    ///   - sent: The matches of the present database whose results were to be sent; nil if it
    ///     cannot be read, or there is none.
    ///   - hasAccount: True if somebody has signed in with the directory.
    /// - Returns: The number of these results.
    private static func distrust(
        _ files: StoreFiles, _ sent: SubmittedMatches?, hasAccount: Bool
    ) throws(StoreError) -> Int {
        let database = try SQLiteDatabase(path: files.building, .readingAndWriting)
        let tables = try EventTables(database)
        let count = try database.transaction { () throws(StoreError) -> Int in
            var count = 0
            for row in try tables.pendingSubmissions() {
                guard let outdated = row.outdated else { continue }
                try tables.put(outdated)
                count += 1
            }
            for row in try unknownMatches(in: tables, sent, hasAccount: hasAccount) {
                // A record that is not whole has no result.
                let gather = (try? tables.fold(row))?.gather
                let submission = Submission(
                    unknown: gather.flatMap(MatchResult.init),
                    players: gather.map(SubmittedPlayer.all) ?? [])
                try tables.put(SubmissionRow(submission, of: row.number))
                if submission.isPending { count += 1 }
            }
            return count
        }
        try NewDatabase.flush(database)
        return count
    }

    /// Returns the matches of the copy that have no submission there, although their results may
    /// have been sent since: those of which the present database knows one, and the open match,
    /// which may have ended since, if the present database does not know it.
    private static func unknownMatches(
        in tables: EventTables, _ sent: SubmittedMatches?, hasAccount: Bool
    ) throws(StoreError) -> [GatherRow] {
        var rows = try tables.unsubmittedGathers(of: .max).filter {
            sent?.submitted.contains($0.id) == true
        }
        guard let newest = try tables.newestGather(), newest.summary == nil,
            try tables.submission(of: newest.number) == nil
        else { return rows }
        var mayBeSent = sent?.submitted.contains(newest.id) == true
        if !mayBeSent, sent?.others.contains(newest.id) != true {
            let copied = try tables.newestSubmissions(1)
            mayBeSent = hasAccount || !copied.isEmpty
        }
        if mayBeSent { rows.append(newest) }
        return rows
    }

    private static func compare(_ files: StoreFiles) throws {
        let state: NewerState
        do { state = try NewerState(files) } catch {
            throw Refusal.fault("the present database cannot be read: \(error)")
        }
        if !state.isEmpty { throw Refusal.newer(state) }
    }

    /// Puts the copy in the place of the database, which is set aside.
    ///
    /// - Returns: The name of the files that were set aside; nil if there were none.
    private static func install(_ files: StoreFiles, at wall: Duration) throws -> String? {
        guard !files.isBlank else {
            try files.install()
            return nil
        }
        let aside = try files.nameAside(at: wall, as: .replaced)
        try files.replace(aside: aside, as: .replaced)
        return aside
    }
}
