import GatherCore
import Varlink

/// The data that would be lost if a backup replaced the present database.
struct NewerState {
    /// The IDs of matches of which events are missing, the newest first.
    private(set) var matches: [String] = []
    /// The number of results whose submission has progressed since the backup.
    private(set) var results = 0
    /// The number of players who were added or changed.
    private(set) var players = 0
    /// The number of players who were forgotten, and whom the backup would bring back.
    private(set) var comingBack = 0
    /// True if the pitch has defaults that the backup has not.
    private(set) var hasDefaults = false

    /// The most matches that are named.
    private static let mostNamed = 20

    var isEmpty: Bool {
        matches.isEmpty && results == 0 && players == 0 && comingBack == 0 && !hasDefaults
    }

    /// Compares the present database with the one that is to replace it.
    ///
    /// - Throws: A ``StoreError`` if one of them cannot be read.
    init(_ files: StoreFiles) throws(StoreError) {
        let database = try FileInspection.open(files)
        try database.attach(files.building, as: "backup")
        matches = try Self.matches(in: database)
        let tables = try database.texts("SELECT name FROM main.sqlite_schema")
        let backup = tables.contains("players") ? try Self.players(in: database, "backup") : [:]
        var returning: [Int: Set<String>] = [:]
        var forgotten: Set<Int> = []
        if tables.contains("players") {
            for (id, player) in try Self.players(in: database, "main") {
                let other = backup[id]
                if player.isForgotten { forgotten.insert(id) }
                if player.isForgotten, let other, !other.isForgotten {
                    returning[id] = other.member.names
                } else if player.isForgotten != other?.isForgotten || player.member != other?.member
                {
                    players += 1
                }
            }
        }
        comingBack = returning.count
        if tables.contains("submissions") {
            results = try Self.results(in: database, forgotten: returning)
        }
        if tables.contains("facts") {
            let present = try Self.defaults(in: database, "main")
            var before = try Self.defaults(in: database, "backup")
            before.players.removeAll(where: forgotten.contains)
            hasDefaults = ![before, MatchDefaults()].contains(present)
        }
    }

    /// Returns the IDs of the matches with events that the backup has not, the newest first.
    private static func matches(in database: SQLiteDatabase) throws(StoreError) -> [String] {
        var matches: [String] = []
        // These columns are in every version, and no migration has changed what is in them.
        try database.prepare(
            """
            SELECT g.id, e.details, f.details
            FROM main.gathers g JOIN main.events e ON e.gather = g.number
            LEFT JOIN backup.gathers h ON h.id = g.id
            LEFT JOIN backup.events f ON f.gather = h.number AND f.number = e.number
                AND f.step = e.step AND f.kind = e.kind AND f.wall = e.wall
                AND f.boottime = e.boottime AND f.boot = e.boot AND f.uid IS e.uid
            WHERE f.details IS NOT e.details ORDER BY g.number DESC
            """
        ).run { row throws(StoreError) in
            let (id, present) = (row.text(0), row.text(1))
            guard matches.last != id else { return }
            // In place of a player who was forgotten since, there is a seal: that is no new event.
            if case .text(let before)? = row.value(2),
                SealedDetails.isSame(present, as: before)
            {
                return
            }
            matches.append(id)
        }
        return matches
    }

    private static func players(
        in database: SQLiteDatabase, _ schema: String
    ) throws(StoreError) -> [Int: PlayerRow] {
        let rows: [PlayerRow] = try database.prepare(
            "SELECT \(PlayerRow.columns), checksum FROM \(schema).\(PlayerRow.table)"
        ).rows()
        return Dictionary(rows.map { ($0.member.id, $0) }, uniquingKeysWith: { $1 })
    }

    /// Returns the defaults of the pitch.
    private static func defaults(
        in database: SQLiteDatabase, _ schema: String
    ) throws(StoreError) -> MatchDefaults {
        let name = EventStore.Fact.defaults
        let texts = try database.texts("SELECT value FROM \(schema).facts WHERE name = '\(name)'")
        return texts.first.flatMap(MatchDefaults.init(stored:)) ?? MatchDefaults()
    }

    /// Returns the number of results whose submission has changed since the backup, other than by
    /// forgetting a player, or by an earlier restore of the backup.
    ///
    /// After a restore, a person has to find out whether a result was sent since.
    private static func results(
        in database: SQLiteDatabase, forgotten: [Int: Set<String>]
    ) throws(StoreError) -> Int {
        var count = 0
        try database.prepare(
            """
            SELECT s.pending, s.state, t.pending, t.state
            FROM main.submissions s LEFT JOIN backup.submissions t ON t.gather = s.gather
            WHERE t.pending IS NOT s.pending OR t.state IS NOT s.state
            """
        ).run { row throws(StoreError) in
            // An earlier restore has left it to a person, who has not decided yet.
            if row.value(3) == .null, isUnknown(row.text(1)) { return }
            if row.value(0) == row.value(2), case .text(let before)? = row.value(3),
                var record = JSONObject(text: before).flatMap(SubmissionRecord.init(json:))
            {
                for (player, names) in forgotten { record.forget(player, named: names) }
                let present = JSONObject(text: row.text(1)).flatMap(SubmissionRecord.init(json:))
                let restored = Submission(outdated: record).record
                if present == record || present == restored { return }
            }
            count += 1
        }
        return count
    }

    private static func isUnknown(_ state: String) -> Bool {
        let record = JSONObject(text: state).flatMap(SubmissionRecord.init(json:))
        let moment = Moment(boottime: .zero, wall: .zero, boot: "")
        return record.map { Submission($0, at: moment).isUnknown } ?? false
    }

    /// The state for programs.
    var json: JSONObject {
        [
            "matchCount": .int(matches.count),
            "matches": .array(matches.prefix(Self.mostNamed).map(JSONValue.string)),
            "results": .int(results), "players": .int(players), "forgotten": .int(comingBack),
            "defaults": .bool(hasDefaults),
        ]
    }
}
