import Glibc
import LinuxIO

/// A look at the database of a daemon, which may run meanwhile: its size, whether it is intact, and
/// how much is in it.
struct StateInspection {
    /// The facts, each under a name.
    private(set) var rows: [(name: String, value: String)] = []
    /// The damage, or the reason why no start uses the file, with its path; nil if there is none.
    private(set) var fault: String?

    /// The counts, each under a name.
    private static let counts = [
        ("matches", "SELECT count(*) FROM gathers"),
        ("events", "SELECT count(*) FROM events"),
        ("players", "SELECT count(*) FROM players WHERE NOT removed"),
        ("results", "SELECT count(*) FROM submissions"),
        ("unsent", "SELECT count(*) FROM submissions WHERE pending"),
    ]

    /// Reads every page and every row.
    init(directory: String) {
        let files = StoreFiles(database: "\(directory)/gather.db")
        fault = Self.trustFault(of: directory, files)
        let names = ["database"] + StoreFiles.suffixes.dropFirst()
        for (name, suffix) in zip(names, StoreFiles.suffixes) {
            guard let size = Files.size(of: files.database + suffix) else { continue }
            rows.append((name, "\(size) bytes"))
        }
        guard !rows.isEmpty else {
            rows = [("database", "none that this user can see")]
            return
        }
        do throws(StoreError) {
            try files.checkKinds()
            try read(files)
        } catch {
            rows.append(("integrity", error.description))
            switch error.cause {
            case .damaged, .notOurs: fault = fault ?? "\(error.path): \(error)"
            case .notAFile: fault = fault ?? error.description
            default: break
            }
        }
        let aside = (try? Files.names(in: directory))?.filter { $0.contains(".db.damaged-") } ?? []
        if !aside.isEmpty { rows.append(("set aside", aside.sorted().joined(separator: " "))) }
    }

    /// Returns the reason why no start trusts the directory or what is in it; nil if there is none.
    ///
    /// For root it is not about what others own: the daemon may be one of theirs.
    private static func trustFault(of directory: String, _ files: StoreFiles) -> String? {
        do {
            try FileTrust.checkTargets(of: directory)
            guard let status = try Files.status(of: directory) else { return nil }
            guard status.kind == .directory else { throw SystemError(ENOTDIR) }
            try checkTrust(status, of: directory, .directory)
            for path in StoreFiles.suffixes.map({ files.database + $0 }) {
                // Anything but a file is refused because of its kind.
                guard let status = try Files.status(of: path, followingLink: false),
                    status.kind == .file
                else { continue }
                try checkTrust(status, of: path, .file)
            }
            return nil
        } catch {
            return error is UntrustedFile ? "\(error)" : "\(directory): \(error)"
        }
    }

    private static func checkTrust(
        _ status: FileStatus, of path: String, _ closed: FileTrust.Closed
    ) throws(UntrustedFile) {
        if geteuid() == 0, status.owner != 0 {
            try FileTrust.checkClosed(status, of: path, closed)
        } else {
            try FileTrust.check(status, of: path, closed)
        }
    }

    private mutating func read(_ files: StoreFiles) throws(StoreError) {
        // Without a log nobody writes, and nothing is put beside the file.
        let hasLog = Files.exists(files.log)
        let database = try SQLiteDatabase(
            path: files.database, hasLog ? .reading : .readingUntouched)
        database.keepLogOnClose(true)
        let version = try Schema.version(of: database)
        rows.append(("version", "\(version)"))
        guard version == Schema.version else {
            rows.append(("integrity", "unknown: the next start brings it to \(Schema.version)"))
            return
        }
        try FileCheck.check(database)
        rows.append(("integrity", "intact"))
        for (name, query) in Self.counts {
            rows.append((name, "\(try database.integer(query))"))
        }
    }
}
