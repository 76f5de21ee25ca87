import Varlink

/// The data that the present database has, and a backup has not.
struct NewerState {
    /// The IDs of matches of which events are missing, the newest first.
    private(set) var matches: [String] = []
    /// The number of results whose way to a server went on.
    private(set) var results = 0
    /// The number of players who were added or changed.
    private(set) var players = 0

    /// The most matches that are named.
    private static let mostNamed = 20

    var isEmpty: Bool { matches.isEmpty && results == 0 && players == 0 }

    /// Compares the present database with the one that is to replace it.
    ///
    /// - Throws: A ``StoreError`` if one of them cannot be read.
    init(_ files: StoreFiles) throws(StoreError) {
        let hasLog = try FileInspection.inspect(files).framesRead > 0
        let database = try SQLiteDatabase(
            path: files.database, hasLog ? .reading : .readingUntouched)
        database.keepLogOnClose(true)
        _ = try Schema.version(of: database)
        try database.attach(files.building, as: "backup")
        // These columns are in every version, and no migration has changed what is in them.
        matches = try database.texts(
            """
            SELECT id FROM main.gathers g WHERE EXISTS (
                SELECT 1 FROM main.events e WHERE e.gather = g.number AND NOT EXISTS (
                    SELECT 1 FROM backup.gathers h JOIN backup.events f ON f.gather = h.number
                    WHERE h.id = g.id AND f.number = e.number AND f.step = e.step
                        AND f.kind = e.kind AND f.details = e.details AND f.wall = e.wall
                        AND f.boottime = e.boottime AND f.boot = e.boot AND f.uid IS e.uid))
            ORDER BY number DESC
            """)
        let tables = try database.texts("SELECT name FROM main.sqlite_schema")
        // A result that was sent since would be sent a second time.
        if tables.contains("submissions") {
            results = try database.integer(
                """
                SELECT count(*) FROM main.submissions s WHERE NOT EXISTS (
                    SELECT 1 FROM backup.submissions t
                    WHERE t.gather = s.gather AND t.pending = s.pending AND t.state = s.state)
                """)
        }
        if tables.contains("players") {
            players = try database.integer(
                """
                SELECT count(*) FROM main.players p WHERE NOT EXISTS (
                    SELECT 1 FROM backup.players q
                    WHERE q.id = p.id AND q.removed = p.removed AND q.profile = p.profile
                        AND q.details = p.details)
                """)
        }
    }

    /// The state for programs.
    var json: JSONObject {
        [
            "matchCount": .int(matches.count),
            "matches": .array(matches.prefix(Self.mostNamed).map(JSONValue.string)),
            "results": .int(results), "players": .int(players),
        ]
    }
}
