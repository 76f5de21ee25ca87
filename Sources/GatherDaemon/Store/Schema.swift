/// The versions of the database file, and how each is made from the one before.
enum Schema {
    /// Marks the file as gatherd's in its header: "gath" in ASCII.
    static let applicationID = 0x6761_7468

    /// Each brings a database of the version that is its index to the next one.
    static let migrations = [
        """
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
        """
    ]

    /// The version that this program reads and writes.
    static var version: Int { migrations.count }

    /// Brings a database to the present version, in one transaction.
    static func migrate(_ database: SQLiteDatabase) throws(StoreError) {
        let application = try integer("PRAGMA application_id", of: database)
        let found = try integer("PRAGMA user_version", of: database)
        let tables = try integer("SELECT count(*) FROM sqlite_schema", of: database)
        let isNew = application == 0 && found == 0 && tables == 0
        guard application == applicationID || isNew else {
            throw .unreadable("the file is not a database of gatherd")
        }
        guard found <= version else {
            throw .unreadable(
                "the database has version \(found), and this gatherd reads up to \(version)")
        }
        guard found < version else { return }
        try database.transaction { () throws(StoreError) in
            for migration in migrations[found...] { try database.execute(migration) }
            try database.execute("PRAGMA application_id = \(applicationID)")
            try database.execute("PRAGMA user_version = \(version)")
        }
    }

    private static func integer(
        _ sql: String, of database: SQLiteDatabase
    ) throws(StoreError) -> Int {
        var value = 0
        try database.prepare(sql).run { row throws(StoreError) in value = row.integer(0) }
        return value
    }
}
