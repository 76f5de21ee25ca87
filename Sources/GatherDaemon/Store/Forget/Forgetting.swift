import GatherCore
import LinuxIO
import Varlink

/// Removes the data about a player from a copy of the database.
///
/// The number of the player stays, and seals, which keep the chains of events whole. Nobody else
/// uses the copy, and it is discarded if this fails.
struct Forgetting {
    /// The changes that memory needs as well.
    struct Result {
        /// The names that the player has had.
        let names: Set<String>
        /// A gather without the player; nil if none was asked for.
        let gather: Gather?
    }

    private let player: Int
    private let database: SQLiteDatabase
    private let tables: EventTables
    /// The names that the player has had.
    private(set) var names: Set<String> = []

    private init(_ player: Int, in database: SQLiteDatabase) throws(StoreError) {
        (self.player, self.database) = (player, database)
        tables = try EventTables(database)
    }

    /// Builds the database without the player, complete and checked, beside the present one.
    ///
    /// It has nothing that was deleted from the present one earlier, and neither has its log.
    ///
    /// - Parameters:
    ///   - request: The request to remember, and when it was made.
    ///   - gather: The number of a gather to read from it.
    static func build(
        from store: StoreConnection, _ files: StoreFiles, without player: Int,
        request: (record: RequestRecord, moment: Moment)?, gather: Int? = nil
    ) throws -> Result {
        try files.finish()
        _ = try Files.make(files.draft)
        try store.copy(to: files.draft)
        let result: Result
        do {
            let database = try SQLiteDatabase(path: files.draft, .readingAndWriting)
            // A journal would be another file with the former content of pages.
            try database.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
            var forgetting = try Forgetting(player, in: database)
            try database.transaction { () throws(StoreError) in
                try forgetting.run()
                if let request {
                    try forgetting.tables.remember(request.record, at: request.moment)
                }
            }
            let tables = forgetting.tables
            let folded = try gather.map { try tables.fold(try tables.gather($0)).gather }
            result = Result(names: forgetting.names, gather: folded)
            _ = try Files.make(files.building)
            try database.prepare("VACUUM INTO ?1").run([.text(files.building)])
        }
        try Files.remove(files.draft)
        try NewDatabase.useLog(files)
        try FileCheck.check(try SQLiteDatabase(path: files.building, .readingUntouched))
        try Files.open(files.building, writing: true).synchronize()
        return result
    }

    /// Returns the numbers of the gathers with a player in their events.
    static func gathers(of player: Int, in database: SQLiteDatabase) throws(StoreError) -> [Int] {
        var gathers: [Int] = []
        try database.prepare(
            """
            SELECT gather, details FROM events WHERE \(mayHave(player)) ORDER BY gather
            """
        ).run { row throws(StoreError) in
            guard row.integer(0) != gathers.last, let details = JSONObject(text: row.text(1)) else {
                return
            }
            var names: Set<String> = []
            _ = SealedDetails.value(.object(details), sealing: player, salt: [], names: &names)
            if !names.isEmpty { gathers.append(row.integer(0)) }
        }
        return gathers
    }

    /// Returns the SQL that finds at least the events with a player in their details.
    ///
    /// The daemon writes details without blanks, and another program may write some.
    private static func mayHave(_ player: Int) -> String {
        "instr(details, '\"id\"') AND instr(details, '\(player)')"
    }

    private mutating func run() throws(StoreError) {
        try findNames()
        let holder = SealedDetails.holder(ofPlayer: player)
        // A player without hashed events may have no salt. A new one is then used, and not stored.
        let salt = try tables.salt(of: holder) ?? SaltRow(holder: holder).salt
        for gather in try Self.gathers(of: player, in: database) {
            let before = try check(gather)
            try seal(gather, salt)
            let after = try check(gather)
            guard before == after else {
                throw StoreError(
                    .other, path: database.path, "gather \(gather) would not be what it was")
            }
        }
        let text = ForgottenText(of: player, named: names, besides: try otherNames())
        try forgetRequests(text)
        try forgetSubmissions()
        try forgetRows()
        try forgetDefaults()
        // The database that it names as set aside is removed.
        try tables.set(EventStore.Fact.salvage, to: nil)
        try database.prepare("DELETE FROM salts WHERE holder = ?1").run([.text(holder)])
    }

    // MARK: - Names

    /// Finds the names outside of events.
    private mutating func findNames() throws(StoreError) {
        for row in try tables.players.players() where row.member.id == player && !row.isForgotten {
            names.formUnion(row.member.names)
        }
        for table in [AppearanceRow.table, TotalRow.table] {
            names.formUnion(
                try database.texts("SELECT name FROM \(table) WHERE player = \(player)"))
        }
        names.remove(Player.somebody)
    }

    /// Returns the names of the other players, as far as the squad has them.
    private func otherNames() throws(StoreError) -> Set<String> {
        try tables.players.players().filter { $0.member.id != player && !$0.isForgotten }
            .reduce(into: []) { $0.formUnion($1.member.names) }
    }

    // MARK: - Events

    /// The state of a gather's chain.
    private struct ChainState: Equatable {
        let problem: ChainCheck.Problem?
        let event: Int?
        let code: String?
    }

    private func check(_ gather: Int) throws(StoreError) -> ChainState {
        let row = try tables.gather(gather)
        var check = ChainCheck(of: row.id)
        try database.prepare(
            "SELECT \(EventRow.columns) FROM events WHERE gather = ?1 ORDER BY number"
        ).run([.integer(gather)]) { row throws(StoreError) in
            try check.check(row.values, salts: tables.salt)
        }
        check.end(at: row.revision)
        return ChainState(
            problem: check.problem?.kind, event: check.problem?.number, code: check.presentCode)
    }

    private mutating func seal(_ gather: Int, _ salt: [UInt8]) throws(StoreError) {
        var changed: [[SQLiteValue]] = []
        var found: Set<String> = []
        try database.prepare(
            """
            SELECT \(EventRow.columns) FROM events
            WHERE gather = ?1 AND \(Self.mayHave(player))
            """
        ).run([.integer(gather)]) { row throws(StoreError) in
            var values = row.values
            guard let text = values[EventRow.detailsColumn].text,
                let details = JSONObject(text: text)
            else { return }
            let sealed = SealedDetails.value(
                .object(details), sealing: player, salt: salt, names: &found)
            guard sealed != .object(details) else { return }
            values[EventRow.detailsColumn] = .text(sealed.text)
            changed.append(values)
        }
        let update = try database.prepare(
            "UPDATE events SET details = ?3, checksum = ?4 WHERE gather = ?1 AND number = ?2")
        for values in changed {
            try update.run([
                values[0], values[1], values[EventRow.detailsColumn],
                .integer(EventRow.checksum(of: values)),
            ])
        }
        names.formUnion(found)
    }

    // MARK: - Other rows

    private func forgetRequests(_ text: ForgottenText) throws(StoreError) {
        let rows: [RequestRow] = try database.prepare(RequestRow.selection).rows()
        let update = try database.prepare(
            "UPDATE requests SET command = ?2, outcome = ?3, checksum = ?4 WHERE id = ?1")
        for row in rows {
            guard let record = row.record.without(text) else { continue }
            let new = RequestRow(record, gather: row.gather, moment: row.moment)
            try update.run([
                new.values[0], new.values[1], new.values[2],
                .integer(RequestRow.checksum(of: new.values)),
            ])
        }
        let facts = try database.prepare("SELECT name, value FROM facts")
            .map { (name: $0.text(0), value: $0.text(1)) }
        for fact in facts where fact.name.hasPrefix(EventStore.Fact.request) {
            guard let request = SquadRequest(id: "", text: fact.value),
                let record = request.record.without(text)
            else { continue }
            try tables.set(fact.name, to: SquadRequest(record: record, moment: request.moment).text)
        }
    }

    private func forgetSubmissions() throws(StoreError) {
        let rows: [SubmissionRow] = try database.prepare(SubmissionRow.selection).rows()
        for row in rows {
            if let new = row.without(player, named: names) { try tables.put(new) }
        }
    }

    private func forgetRows() throws(StoreError) {
        for row in try tables.players.players() where row.member.id == player {
            try tables.players.put(PlayerRow(forgotten: player, origin: row.origin))
        }
        try rename(AppearanceRow.self, nameColumn: 3)
        try rename(TotalRow.self, nameColumn: 1)
    }

    private func forgetDefaults() throws(StoreError) {
        guard let text = try tables.fact(EventStore.Fact.defaults),
            var defaults = MatchDefaults(stored: text), defaults.players.contains(player)
        else { return }
        defaults.players.removeAll { $0 == player }
        try tables.set(EventStore.Fact.defaults, to: defaults.storedText)
    }

    /// Gives the rows of the player the name of everybody who was forgotten.
    private func rename<Row: StoredRow>(_ kind: Row.Type, nameColumn: Int) throws(StoreError) {
        let rows = try database.prepare(
            "SELECT \(Row.columns) FROM \(Row.table) WHERE player = \(player)"
        ).map { row in
            var values = row.values
            values[nameColumn] = .text(Player.somebody)
            return Row.withChecksum(values)
        }
        for values in rows {
            let places = values.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
            try database.prepare("INSERT OR REPLACE INTO \(Row.table) VALUES (\(places))")
                .run(values)
        }
    }
}

extension Squad.Member {
    /// The names that the player has had, as far as they are known.
    var names: Set<String> {
        var names: Set = [profile.name]
        for change in changes {
            if case .edited(let former) = change.kind { names.insert(former.name) }
        }
        switch link {
        case .unlinked: break
        case .creating(_, let name, _): names.insert(name)
        case .linked(let linked):
            names.formUnion([linked.agreed.name, linked.confirmedName].compactMap { $0 })
        }
        return names
    }
}

extension RequestRecord {
    /// Returns the request without the names of a player; nil if it has none.
    fileprivate func without(_ text: ForgottenText) -> RequestRecord? {
        guard case .object(let outcome) = text.value(.object(outcome)) else { return nil }
        let record = RequestRecord(id: id, command: text.command(command), outcome: outcome)
        return record == self ? nil : record
    }
}

extension SubmissionRow {
    /// Returns the submission without a player; nil if the player is not in it.
    fileprivate func without(_ player: Int, named names: Set<String>) -> SubmissionRow? {
        guard let before = SubmissionRecord(json: state) else { return nil }
        var record = before
        record.forget(player, named: names)
        guard record != before else { return nil }
        return SubmissionRow([
            .integer(gather), .integer(isPending ? 1 : 0), .text(record.json.text),
        ])
    }
}
