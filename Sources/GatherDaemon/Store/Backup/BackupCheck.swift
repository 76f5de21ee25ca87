import GatherAPI
import Glibc
import LinuxIO
import Varlink

/// A check of a copy of the database: of every page and row, and of the record of every match.
struct BackupCheck {
    /// The version of the file.
    let version: Int
    private(set) var matches = 0
    private(set) var events = 0
    /// The number of matches of which no event has a hash.
    private(set) var withoutHashes = 0
    /// The number of matches whose record is not whole.
    private(set) var problems = 0
    /// The first record that is not whole; nil if all are.
    private(set) var problem: VerificationFields?

    /// Checks a file, which is not changed.
    ///
    /// - Throws: A ``StoreError`` if it is damaged, or not this program's.
    init(file path: String) throws(StoreError) {
        try Self.checkKind(path)
        // The log is beside the file itself, not beside a link to it.
        guard let file = Files.resolved(path) else {
            throw StoreError(SystemError(ENOENT), path: path)
        }
        guard try FileInspection.inspect(StoreFiles(database: file)) == 0,
            (Files.size(of: file + "-journal") ?? 0) == 0
        else { throw Self.logBeside(path) }
        try self.init(SQLiteDatabase(path: path, .readingUntouched))
    }

    /// Checks that there is nothing but a file with something in it at a path, or a link to one.
    static func checkKind(_ path: String) throws(StoreError) {
        let kind: FileKind?
        do { kind = try Files.status(of: path)?.kind } catch { throw StoreError(error, path: path) }
        if let kind, kind != .file {
            throw StoreError(.notAFile, path: path, "\(path) is \(kind.rawValue), not a backup")
        }
        guard Files.size(of: path) != 0 else { throw empty(path) }
    }

    /// Makes the error for a database that is incomplete without the log beside it.
    static func logBeside(_ path: String) -> StoreError {
        StoreError(.other, path: path, "there is a log beside it, with what is missing in it")
    }

    /// Makes the error for a file without any table.
    static func empty(_ path: String) -> StoreError {
        StoreError(.notOurs, path: path, "the file is empty")
    }

    /// Checks an open database.
    init(_ database: SQLiteDatabase) throws(StoreError) {
        version = try Schema.version(of: database)
        guard version > 0 else {
            throw Self.empty(database.path)
        }
        try version == Schema.version ? checkAll(database) : checkEarlier(database)
    }

    private mutating func checkAll(_ database: SQLiteDatabase) throws(StoreError) {
        try FileCheck.check(database)
        let tables = try ArchiveTables(database)
        var place = Int.max
        while true {
            let rows = try tables.gathers(before: place, limit: ArchiveTables.rowsAtOnce)
            guard let last = rows.last else { return }
            place = last.number
            for row in rows {
                let verification = GatherVerification(of: row)
                var result: VerificationFields?
                repeat { result = try verification.advance(in: tables) } while result == nil
                if let result { add(result) }
            }
        }
    }

    private mutating func add(_ result: VerificationFields) {
        matches += 1
        events += result.events
        if result.hashedFrom == nil { withoutHashes += 1 }
        guard result.problem != nil else { return }
        problems += 1
        if problem == nil { problem = result }
    }

    /// Checks a file of an earlier version, whose rows are checked when it is migrated.
    private mutating func checkEarlier(_ database: SQLiteDatabase) throws(StoreError) {
        if let fault = try database.pageFault() { throw .damaged(database.path, fault) }
        matches = try database.integer("SELECT count(*) FROM gathers WHERE NOT unopened")
        events = try database.integer(
            """
            SELECT count(*) FROM events e JOIN gathers g ON g.number = e.gather
            WHERE NOT g.unopened
            """)
        withoutHashes = matches
    }

    /// The result for programs.
    var json: JSONObject {
        [
            "version": .int(version), "matches": .int(matches), "events": .int(events),
            "withoutHashes": .int(withoutHashes), "problems": .int(problems),
            "problem": problem.map(\.json) ?? .null,
        ]
    }
}
