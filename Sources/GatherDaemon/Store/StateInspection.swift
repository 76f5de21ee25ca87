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
            case .damaged, .notOurs: fault = "\(error.path): \(error)"
            case .notAFile: fault = error.description
            default: break
            }
        }
        let aside = (try? Files.names(in: directory))?.filter { $0.contains(".db.damaged-") } ?? []
        if !aside.isEmpty { rows.append(("set aside", aside.sorted().joined(separator: " "))) }
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
