import GatherCore
import LinuxIO

/// The files of the store and their names.
struct StoreFiles {
    let database: String

    /// The suffixes of the database and of what SQLite puts beside it.
    static let suffixes = ["", "-wal", "-shm"]

    var directory: String { Files.directory(of: database) }
    var log: String { database + "-wal" }
    var index: String { database + "-shm" }

    /// A database that is being made, and is of no use before it is whole.
    var building: String { database + ".new" }

    /// A database that is whole, and is to take the place of the damaged one.
    private var replacement: String { database + ".salvaged-" }
    private var setAside: String { database + ".damaged-" }

    /// Sees that nothing but files stands where they are to be: what a link leads to may be gone
    /// for a while only, and a pipe is never read to its end.
    func checkKinds() throws(StoreError) {
        for path in paths {
            let kind: FileKind?
            do { kind = try Files.kind(at: path) } catch { throw StoreError(error, path: path) }
            if let kind, kind != .file { throw .notAFile(path, kind) }
        }
    }

    /// Sees that nobody else can have written what is believed as it is read.
    func checkTrust() throws {
        let prefix = Self.name(of: replacement)
        let replacements = try Files.names(in: directory).filter { $0.hasPrefix(prefix) }
        for path in paths + replacements.map({ "\(directory)/\($0)" }) {
            // Anything but a file is refused by its kind.
            guard let status = try Files.status(of: path, followingLink: false),
                status.kind == .file
            else { continue }
            try FileTrust.check(status, of: path, .file)
        }
    }

    /// Where SQLite reads.
    private var paths: [String] { (Self.suffixes + ["-journal"]).map { database + $0 } }

    /// Whether there is nothing yet: no file, or an empty one, and no log with anything in it.
    var isBlank: Bool {
        (Files.size(of: database) ?? 0) == 0
            && (Files.size(of: log) ?? 0) < WriteAheadLog.headerSize + WriteAheadLog.frameSize
    }

    /// A name for the damaged files, without the directory: one that nothing has yet, or that of
    /// files that are the same to the byte, whose place they can take.
    ///
    /// - Parameter wall: The time by the wall clock.
    /// - Throws: That so many have been set aside that nobody can have looked at them.
    func nameAside(at wall: Duration) throws -> String {
        let prefix = Self.name(of: setAside)
        let names = try Files.names(in: directory).filter { $0.hasPrefix(prefix) }
        let stems = Set(names.map(Self.stem))
        for stem in stems where try isSame(as: "\(directory)/\(stem)") { return stem }
        guard stems.count < Limits.filesSetAside else {
            throw StoreError(
                .other, path: directory,
                "\(stems.count) damaged databases have been set aside; move them away")
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

    /// Whether the database and its log are those of another name to the byte.
    private func isSame(as other: String) throws(SystemError) -> Bool {
        for suffix in ["", "-wal"] {
            guard try Files.areSame(database + suffix, other + suffix) else { return false }
        }
        return true
    }

    /// A name without what SQLite has put at its end.
    private static func stem(_ name: String) -> String {
        let suffix = suffixes.last { name.hasSuffix($0) } ?? ""
        return String(name.dropLast(suffix.count))
    }

    /// Sets the damaged files aside, and puts the database that was built in their place.
    ///
    /// The database that is whole has a name of its own until all is done: wherever this is cut
    /// off, ``finish()`` does the rest.
    ///
    /// - Parameter aside: What ``nameAside(at:)`` gave.
    func replace(aside: String) throws(SystemError) {
        let stamp = aside.dropFirst(Self.name(of: setAside).count)
        try Files.rename(building, to: replacement + stamp)
        try Files.synchronizeDirectory(directory)
        try finish()
    }

    /// Finishes a replacement that was cut off, and removes what was not whole.
    func finish() throws(SystemError) {
        let prefix = Self.name(of: replacement)
        let names = try Files.names(in: directory)
        for name in names where name.hasPrefix(prefix) {
            let stamp = name.dropFirst(prefix.count)
            for suffix in Self.suffixes.reversed() where Files.exists(database + suffix) {
                try Files.rename(database + suffix, to: setAside + stamp + suffix)
            }
            try Files.synchronizeDirectory(directory)
            try Files.rename("\(directory)/\(name)", to: database)
            try Files.synchronizeDirectory(directory)
        }
        let unfinished = Self.name(of: building)
        for name in names where name.hasPrefix(unfinished) {
            try Files.remove("\(directory)/\(name)")
        }
    }

    /// Gives a new database that is whole its name, in place of an empty file at most.
    func install() throws(SystemError) {
        // What SQLite may have left beside a file that is not there must not be taken for its.
        for path in [log, index] where Files.exists(path) { try Files.remove(path) }
        try Files.rename(building, to: database)
        try Files.synchronizeDirectory(directory)
    }

    private static func name(of path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }
}

/// A database that is made under a name of its own, to be given the real one when it is whole.
enum NewDatabase {
    /// Makes the file with its tables, to be filled.
    static func make(_ files: StoreFiles) throws(StoreError) -> SQLiteDatabase {
        let database = try SQLiteDatabase(path: files.building, .creating)
        try database.execute("PRAGMA page_size = \(Schema.pageSize)")
        try database.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
        try Schema.make(in: database)
        return database
    }

    /// Puts all of it into the one file and on disk.
    static func flush(_ database: SQLiteDatabase) throws(StoreError) {
        let blocked = try database.integer("PRAGMA wal_checkpoint(TRUNCATE)")
        guard blocked == 0 else {
            throw StoreError(.locked, path: database.path, "the new database is in use")
        }
    }

    /// Has a copy that is whole use a write-ahead log from now on.
    static func useLog(_ files: StoreFiles) throws(StoreError) {
        let database = try SQLiteDatabase(path: files.building, .readingAndWriting)
        try database.execute("PRAGMA journal_mode = WAL")
        try flush(database)
    }
}
