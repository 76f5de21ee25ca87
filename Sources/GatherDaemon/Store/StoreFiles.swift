import GatherCore
import LinuxIO

/// The store's files and their names.
struct StoreFiles {
    let database: String

    /// The suffixes of the database and of the files that SQLite puts beside it.
    static let suffixes = ["", "-wal", "-shm"]

    var directory: String { Files.directory(of: database) }
    var log: String { database + "-wal" }
    var index: String { database + "-shm" }

    /// The path of a database that is being built, and is useless before it is complete.
    var building: String { database + ".new" }

    /// The path of a copy from which a player is taken out.
    var draft: String { building + "-draft" }

    /// The path of a copy for a client, which has no name any more once it is complete.
    var copying: String { database + ".copy" }

    /// The reason for which a database is set aside, and another one takes its place.
    enum Reason: String, CaseIterable {
        /// It is damaged, and what can be read of it was moved.
        case damaged
        /// A backup is restored.
        case replaced
        /// A player was forgotten: nothing of before is kept.
        case forgotten
    }

    /// Returns the prefix of a complete database that is to replace another one.
    private func replacement(_ reason: Reason) -> String {
        switch reason {
        case .damaged: database + ".salvaged-"
        case .replaced: database + ".restored-"
        case .forgotten: database + ".forgotten-"
        }
    }

    private func setAside(_ reason: Reason) -> String { "\(database).\(reason.rawValue)-" }

    /// Checks that nothing but files is at the paths.
    ///
    /// The target of a link may be absent only temporarily, and a pipe can never be read to its
    /// end.
    func checkKinds() throws(StoreError) {
        for path in paths {
            let kind: FileKind?
            do { kind = try Files.kind(at: path) } catch { throw StoreError(error, path: path) }
            if let kind, kind != .file { throw .notAFile(path, kind) }
        }
    }

    /// Checks that nobody else can have written the files that are trusted when read.
    func checkTrust() throws {
        let prefixes = Reason.allCases.map { Self.name(of: replacement($0)) }
        let replacements = try Files.names(in: directory).filter { name in
            prefixes.contains(where: name.hasPrefix)
        }
        for path in paths + replacements.map({ "\(directory)/\($0)" }) {
            // Anything but a file is refused because of its kind.
            guard let status = try Files.status(of: path, followingLink: false),
                status.kind == .file
            else { continue }
            try FileTrust.check(status, of: path, .file)
        }
    }

    /// The paths at which SQLite reads.
    private var paths: [String] { (Self.suffixes + ["-journal"]).map { database + $0 } }

    /// True if there is no data yet: no file, or an empty one, and no log with content.
    var isBlank: Bool {
        (Files.size(of: database) ?? 0) == 0
            && (Files.size(of: log) ?? 0) < WriteAheadLog.headerSize + WriteAheadLog.frameSize
    }

    /// Returns a name for the files that are set aside, without the directory.
    ///
    /// It is either unused, or the name of byte-identical files, which they can replace.
    ///
    /// - Parameter wall: The time by the wall clock.
    /// - Throws: An error if so many files have been set aside that nobody can have looked at them.
    func nameAside(at wall: Duration, as reason: Reason) throws -> String {
        let setAside = setAside(reason)
        let prefix = Self.name(of: setAside)
        let names = try Files.names(in: directory).filter { $0.hasPrefix(prefix) }
        let stems = Set(names.map(Self.stem))
        for stem in stems where try isSame(as: "\(directory)/\(stem)") { return stem }
        guard stems.count < Limits.filesSetAside else {
            throw StoreError(
                .other, path: directory,
                "\(stems.count) \(reason.rawValue) databases have been set aside; move them away")
        }
        let stamp = UniversalTime(wall).compact
        var name = setAside + stamp
        var number = 2
        while Self.suffixes.contains(where: { Files.exists(name + $0) }) {
            name = "\(setAside)\(stamp)-\(number)"
            number += 1
        }
        return Self.name(of: name)
    }

    /// Returns true if the database and its log are byte-identical to those of another name.
    private func isSame(as other: String) throws(SystemError) -> Bool {
        for suffix in ["", "-wal"] {
            guard try Files.areSame(database + suffix, other + suffix) else { return false }
        }
        return true
    }

    /// Returns a name without SQLite's suffix.
    private static func stem(_ name: String) -> String {
        let suffix = suffixes.last { name.hasSuffix($0) } ?? ""
        return String(name.dropLast(suffix.count))
    }

    /// Sets the files aside, and puts the newly built database in their place.
    ///
    /// The complete database has a separate name until all is done; wherever this is interrupted,
    /// ``finish()`` does the rest.
    ///
    /// - Parameter aside: The result of ``nameAside(at:as:)``.
    func replace(aside: String, as reason: Reason) throws(SystemError) {
        let stamp = aside.dropFirst(Self.name(of: setAside(reason)).count)
        try Files.rename(building, to: replacement(reason) + stamp)
        try Files.synchronizeDirectory(directory)
        try finish()
    }

    /// Puts the newly built database in the place of the present one, of which nothing is kept, and
    /// neither is anything that was set aside.
    ///
    /// It is done with this renaming, once the directory is flushed; ``finish()`` does the rest.
    func replaceWithoutTrace() throws(SystemError) {
        try Files.rename(building, to: replacement(.forgotten) + "database")
    }

    /// Returns the names of the databases that were set aside, with those of their logs.
    func filesSetAside() throws(SystemError) -> [String] {
        let prefixes = [Reason.damaged, .replaced].map { Self.name(of: setAside($0)) }
        return try Files.names(in: directory).filter { name in
            prefixes.contains(where: name.hasPrefix)
        }
    }

    /// Returns the names of the databases that were set aside.
    func databasesSetAside() throws(SystemError) -> [String] {
        Set(try filesSetAside().map(Self.stem)).sorted()
    }

    private func removeForgotten() throws(SystemError) {
        let old = [index, log, database + "-journal", copying].filter(Files.exists)
        for path in try filesSetAside().map({ "\(directory)/\($0)" }) + old {
            try Files.remove(path)
        }
    }

    private func moveAside(to aside: String) throws(SystemError) {
        for suffix in Self.suffixes.reversed() where Files.exists(database + suffix) {
            try Files.rename(database + suffix, to: aside + suffix)
        }
    }

    /// Finishes an interrupted replacement, and removes incomplete files.
    func finish() throws(SystemError) {
        let names = try Files.names(in: directory)
        for reason in Reason.allCases {
            let prefix = Self.name(of: replacement(reason))
            for name in names where name.hasPrefix(prefix) {
                if reason == .forgotten {
                    try removeForgotten()
                } else {
                    try moveAside(to: setAside(reason) + name.dropFirst(prefix.count))
                }
                try Files.synchronizeDirectory(directory)
                try Files.rename("\(directory)/\(name)", to: database)
                try Files.synchronizeDirectory(directory)
            }
        }
        let unfinished = Self.name(of: building)
        for name in names where name.hasPrefix(unfinished) {
            try Files.remove("\(directory)/\(name)")
        }
    }

    /// Removes a copy that was not completed.
    func removeCopy() throws(SystemError) {
        if Files.exists(copying) { try Files.remove(copying) }
    }

    /// Renames a complete new database to its final name, replacing at most an empty file.
    func install() throws(SystemError) {
        // SQLite must not take files left beside a missing database for those of the new one.
        for path in [log, index] where Files.exists(path) { try Files.remove(path) }
        try Files.rename(building, to: database)
        try Files.synchronizeDirectory(directory)
    }

    private static func name(of path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }
}

/// A database that is built under a temporary name, and renamed when it is complete.
enum NewDatabase {
    /// Makes the file with empty tables.
    static func make(_ files: StoreFiles) throws(StoreError) -> SQLiteDatabase {
        let database = try SQLiteDatabase(path: files.building, .creating)
        try database.execute("PRAGMA page_size = \(Schema.pageSize)")
        try database.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
        try Schema.migrate(database, from: 0)
        return database
    }

    /// Moves all content into the one file and flushes it.
    static func flush(_ database: SQLiteDatabase) throws(StoreError) {
        let blocked = try database.integer("PRAGMA wal_checkpoint(TRUNCATE)")
        guard blocked == 0 else {
            throw StoreError(.locked, path: database.path, "the new database is in use")
        }
    }

    /// Makes a complete copy use a write-ahead log from now on.
    static func useLog(_ files: StoreFiles) throws(StoreError) {
        let database = try SQLiteDatabase(path: files.building, .readingAndWriting)
        try database.execute("PRAGMA journal_mode = WAL")
        try flush(database)
    }
}
