import GatherAPI

/// The versions of the database file, and their migrations.
enum Schema {
    /// The mark of gatherd's files in the header.
    static let applicationID = DatabaseFile.applicationID

    /// The changes of the tables, each with the version that has them first.
    ///
    /// A version that only adds kinds of events needs none, so the next change has the one after
    /// ``version``.
    private static let migrations = [
        1: """
        -- The order in which gathers opened. An opening that was undone is as if it had never
        -- been; its events stay.
        CREATE TABLE gathers (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            unopened INTEGER NOT NULL DEFAULT 0
        ) STRICT;

        -- What happened, append-only. Times in microseconds: wall since 1970 in UTC, boottime
        -- since the start of the machine under this boot ID.
        CREATE TABLE events (
            gather INTEGER NOT NULL REFERENCES gathers(number),
            number INTEGER NOT NULL,
            step INTEGER NOT NULL,
            kind TEXT NOT NULL,
            details TEXT NOT NULL,
            wall INTEGER NOT NULL,
            boottime INTEGER NOT NULL,
            boot TEXT NOT NULL,
            uid INTEGER,
            PRIMARY KEY (gather, number)
        ) STRICT, WITHOUT ROWID;

        -- Commands that were answered: the same request ID again gets the same outcome.
        CREATE TABLE requests (
            id TEXT PRIMARY KEY,
            command TEXT NOT NULL,
            outcome TEXT NOT NULL,
            gather INTEGER NOT NULL REFERENCES gathers(number),
            wall INTEGER NOT NULL,
            boottime INTEGER NOT NULL,
            boot TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        """,
        2: """
        -- The checksum is over all other columns; a row of version 1 has none.
        ALTER TABLE events ADD COLUMN checksum INTEGER;
        ALTER TABLE requests ADD COLUMN checksum INTEGER;

        -- The gather with the greatest turn is the present one: it opened or was taken up last. The
        -- summary is that of a closed gather, a JSON object. The revision is the number of its
        -- newest event: one that is lost, whichever it is, is missed.
        ALTER TABLE gathers ADD COLUMN turn INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE gathers ADD COLUMN summary TEXT;
        ALTER TABLE gathers ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE gathers ADD COLUMN checksum INTEGER;
        UPDATE gathers SET turn = number,
            revision = (SELECT count(*) FROM events WHERE gather = gathers.number);
        CREATE INDEX gathers_by_turn ON gathers (turn);

        -- What else is to be known after a restart, under a name.
        CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
        """,
        3: """
        -- How far the result of a gather is on its way to a server, a JSON object; pending while
        -- there is something to be done.
        CREATE TABLE submissions (
            gather INTEGER PRIMARY KEY REFERENCES gathers(number),
            pending INTEGER NOT NULL,
            state TEXT NOT NULL,
            checksum INTEGER
        ) STRICT;
        CREATE INDEX submissions_pending ON submissions (pending) WHERE pending;
        """,
        4: """
        -- The squad; a player who was removed is kept for the records. The profile is what is known
        -- of the player, the details what is known at a server, JSON objects.
        CREATE TABLE players (
            id INTEGER PRIMARY KEY,
            removed INTEGER NOT NULL,
            profile TEXT NOT NULL,
            details TEXT NOT NULL,
            checksum INTEGER
        ) STRICT;

        -- What the players did in the gathers that ended with a result. It follows from the events.
        -- The outcome is 1 for a player whose side won, -1 for one whose side lost.
        CREATE TABLE appearances (
            gather INTEGER NOT NULL REFERENCES gathers(number),
            player INTEGER NOT NULL,
            ended INTEGER NOT NULL,
            name TEXT NOT NULL,
            goals INTEGER NOT NULL,
            own_goals INTEGER NOT NULL,
            outcome INTEGER NOT NULL,
            checksum INTEGER,
            PRIMARY KEY (gather, player)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX appearances_by_player ON appearances (player);
        """,
        5: """
        -- What each player did in all of them: it follows from the appearances, and is kept as they
        -- change, as a ranking must not count them all. The name is that of the newest gather.
        CREATE TABLE totals (
            player INTEGER PRIMARY KEY,
            name TEXT NOT NULL,
            gather INTEGER NOT NULL,
            appearances INTEGER NOT NULL,
            goals INTEGER NOT NULL,
            own_goals INTEGER NOT NULL,
            wins INTEGER NOT NULL,
            draws INTEGER NOT NULL,
            losses INTEGER NOT NULL,
            checksum INTEGER
        ) STRICT;
        INSERT INTO totals
            SELECT player, name, max(gather), count(*), sum(goals), sum(own_goals),
                sum(outcome = 1), sum(outcome = 0), sum(outcome = -1), NULL
            FROM appearances GROUP BY player;
        """,
        6: """
        -- The tables are the same. There are other kinds of events: see EncodedEvent.versions.
        """,
        7: """
        -- The digest of the event and of the digest before; an event of an earlier version has
        -- none, and neither has the place of a lost one. It is in the checksum where there is one.
        ALTER TABLE events ADD COLUMN chain BLOB;

        -- With these the names of people and devices are in the digests.
        CREATE TABLE salts (
            holder TEXT PRIMARY KEY,
            salt BLOB NOT NULL,
            checksum INTEGER
        ) STRICT, WITHOUT ROWID;
        """,
        8: """
        -- The tables are the same. A player of an event who was forgotten is a number and the seal
        -- of what was there, which an earlier gatherd would take for damage.
        """,
    ]

    /// The version that this program reads and writes.
    ///
    /// A new kind of event makes a version even if the tables stay the same: an earlier gatherd
    /// would take such an event for damage.
    static let version = EncodedEvent.versions.values.reduce(migrations.keys.max() ?? 0, max)

    /// Makes the tables of a version from those of an earlier one; 0 for those of an empty file.
    static func migrateTables(
        of database: SQLiteDatabase, from earlier: Int, to version: Int
    ) throws(StoreError) {
        for step in earlier..<version {
            if let migration = migrations[step + 1] { try database.execute(migration) }
        }
    }

    /// The size of a page in bytes, which the code that reads damaged files relies on.
    static let pageSize = 4_096

    /// The origin of a database file.
    enum Identity: Equatable {
        /// The file is empty.
        case blank
        /// The file is this program's, of a version up to its own.
        case ours(version: Int)
        /// The file is this program's, of a later version.
        case newer(version: Int)
        /// The file is another program's.
        case foreign
    }

    /// Returns the version of a database that this program can use; 0 for a blank one.
    ///
    /// - Throws: A ``StoreError`` if it is a newer gatherd's, or no database of gatherd.
    static func version(of database: SQLiteDatabase) throws(StoreError) -> Int {
        switch try identify(database) {
        case .blank: return 0
        case .ours(let version): return version
        case .newer(let version):
            throw StoreError(
                .notOurs, path: database.path,
                "the database has version \(version), and this gatherd reads up to \(Self.version)")
        case .foreign:
            throw StoreError(.notOurs, path: database.path, "the file is not a database of gatherd")
        }
    }

    /// Determines the origin of a database.
    ///
    /// A header that does not fit the tables is damaged. A newer version may have the same tables.
    static func identify(_ database: SQLiteDatabase) throws(StoreError) -> Identity {
        let application = try database.integer("PRAGMA application_id")
        let version = try database.integer("PRAGMA user_version")
        let tables = try self.tables(of: database)
        if tables.isEmpty, application == 0, version == 0 { return .blank }
        guard application == applicationID else {
            var isOurs = false
            for version in 1...Self.version where !isOurs {
                isOurs = try tables == self.tables(ofVersion: version)
            }
            guard isOurs else { return .foreign }
            throw .damaged(database.path, "the file's header names another program")
        }
        if (1...Self.version).contains(version) {
            let isPresent = version == Self.version
            let expected = isPresent ? tables : try self.tables(ofVersion: version)
            guard tables == expected else {
                throw .damaged(database.path, "the tables are not those of version \(version)")
            }
            return .ours(version: version)
        }
        guard version > Self.version, version <= mostVersions else {
            throw .damaged(database.path, "the file's header names version \(version)")
        }
        // The version number itself may be damaged: it is trusted if everything else is intact.
        if try tables == presentTables() { try FileCheck.check(database) }
        return .newer(version: version)
    }

    /// The greatest possible version; a greater number is damaged.
    private static let mostVersions = 255

    /// Migrates a database from a version to the present one, in one transaction.
    static func migrate(_ database: SQLiteDatabase, from found: Int) throws(StoreError) {
        guard found < version else { return }
        try database.transaction { () throws(StoreError) in
            try migrateTables(of: database, from: found, to: version)
            try database.execute("PRAGMA application_id = \(applicationID)")
            try database.execute("PRAGMA user_version = \(version)")
        }
    }

    /// Returns every column and index of a file of the present version.
    static func presentTables() throws(StoreError) -> [String] { try tables(ofVersion: version) }

    /// Returns every column and index in a file by its properties, independently of the SQL that
    /// made it.
    static func tables(of database: SQLiteDatabase) throws(StoreError) -> [String] {
        try database.texts(
            """
            SELECT line FROM (
                SELECT s.type || ' ' || s.name || ' ' || c.name || ' ' || c.type || ' '
                    || c."notnull" || ' ' || c.pk AS line
                FROM sqlite_schema s, pragma_table_info(s.name) c WHERE s.type = 'table'
                UNION ALL SELECT type || ' ' || name FROM sqlite_schema WHERE type <> 'table'
            ) ORDER BY 1
            """)
    }

    private static func tables(ofVersion version: Int) throws(StoreError) -> [String] {
        let database = try SQLiteDatabase(path: ":memory:")
        try migrateTables(of: database, from: 0, to: version)
        return try tables(of: database)
    }
}
