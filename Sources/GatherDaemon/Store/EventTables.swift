import GatherCore
import LinuxIO
import Varlink

/// The tables of one connection; rows are verified when read, and get a checksum when written.
final class EventTables {
    let players: PlayerTables

    private let database: SQLiteDatabase
    private let newest: SQLiteStatement
    private let before: SQLiteStatement
    private let lastUnopened: SQLiteStatement
    private let after: SQLiteStatement
    private let currentSince: SQLiteStatement
    private let named: SQLiteStatement
    private let gather: SQLiteStatement
    private let greatest: SQLiteStatement
    private let events: SQLiteStatement
    private let digest: SQLiteStatement
    private let firstDigest: SQLiteStatement
    private let salt: SQLiteStatement
    private let addSalt: SQLiteStatement
    private let request: SQLiteStatement
    private let fact: SQLiteStatement
    private let addGather: SQLiteStatement
    private let changeGather: SQLiteStatement
    private let advanceGather: SQLiteStatement
    private let addEvent: SQLiteStatement
    private let addRequest: SQLiteStatement
    private let forgetRequests: SQLiteStatement
    private let submission: SQLiteStatement
    private let pending: SQLiteStatement
    private let newestSubmissions: SQLiteStatement
    private let unsubmitted: SQLiteStatement
    private let putSubmission: SQLiteStatement
    private let removeSubmission: SQLiteStatement
    private let requestFacts: SQLiteStatement
    private let setFact: SQLiteStatement
    private let removeFact: SQLiteStatement

    /// Compiles the statements; tables that do not fit them are damaged.
    init(_ database: SQLiteDatabase) throws(StoreError) {
        self.database = database
        func prepare(_ sql: String) throws(StoreError) -> SQLiteStatement {
            do { return try database.prepare(sql) } catch {
                guard error.cause == .other else { throw error }
                throw .damaged(database.path, error.description)
            }
        }
        let gathers = GatherRow.selection
        newest = try prepare(GatherRow.newest)
        before = try prepare(
            """
            \(gathers) WHERE NOT unopened AND turn < (SELECT turn FROM gathers WHERE number = ?1)
            ORDER BY turn DESC LIMIT 1
            """)
        lastUnopened = try prepare("\(gathers) WHERE unopened ORDER BY turn DESC LIMIT 1")
        after = try prepare(
            "\(gathers) WHERE NOT unopened AND number > ?1 ORDER BY number DESC LIMIT 1")
        currentSince = try prepare(
            """
            SELECT number FROM gathers WHERE NOT unopened AND turn >= ifnull(
                (SELECT turn FROM gathers WHERE NOT unopened
                    AND turn < (SELECT turn FROM gathers WHERE number = ?1)
                    ORDER BY turn DESC LIMIT 1),
                0)
            ORDER BY turn DESC
            """)
        named = try prepare(GatherRow.named)
        gather = try prepare("\(gathers) WHERE number = ?1")
        greatest = try prepare(
            "SELECT (SELECT max(number) FROM gathers), (SELECT max(turn) FROM gathers)")
        events = try prepare("\(EventRow.selection) WHERE gather = ?1 ORDER BY number")
        digest = try prepare(EventRow.digest)
        firstDigest = try prepare(
            """
            SELECT \(EventRow.columns) FROM events WHERE gather = ?1 AND chain IS NOT NULL
            ORDER BY number LIMIT 1
            """)
        salt = try prepare(SaltRow.ofHolder)
        addSalt = try prepare("INSERT OR REPLACE INTO salts VALUES (?1, ?2, ?3)")
        request = try prepare("\(RequestRow.selection) WHERE id = ?1")
        fact = try prepare("SELECT value FROM facts WHERE name = ?1")
        addGather = try prepare(
            """
            INSERT INTO gathers (\(GatherRow.columns), checksum)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            """
        )
        changeGather = try prepare(
            """
            UPDATE gathers SET unopened = ?3, turn = ?4, summary = ?5, revision = ?6, checksum = ?7
            WHERE number = ?1
            """)
        // The turn is left out so that its index is not touched.
        advanceGather = try prepare(
            "UPDATE gathers SET summary = ?5, revision = ?6, checksum = ?7 WHERE number = ?1")
        addEvent = try prepare(
            """
            INSERT INTO events (\(EventRow.columns), checksum)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
            """)
        addRequest = try prepare("INSERT INTO requests VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")
        forgetRequests = try prepare(
            "DELETE FROM requests WHERE wall < ?1 AND (boot <> ?2 OR boottime < ?3)")
        let submissions = SubmissionRow.selection
        submission = try prepare("\(submissions) WHERE gather = ?1")
        pending = try prepare("\(submissions) WHERE pending ORDER BY gather")
        newestSubmissions = try prepare("\(submissions) ORDER BY gather DESC LIMIT ?1")
        unsubmitted = try prepare(
            """
            \(gathers)
            WHERE number > (SELECT max(number) FROM gathers) - ?1 AND NOT unopened
            AND summary IS NOT NULL AND number NOT IN (SELECT gather FROM submissions)
            ORDER BY number
            """)
        putSubmission = try prepare("INSERT OR REPLACE INTO submissions VALUES (?1, ?2, ?3, ?4)")
        removeSubmission = try prepare("DELETE FROM submissions WHERE gather = ?1")
        requestFacts = try prepare("SELECT name, value FROM facts WHERE name >= ?1 AND name < ?2")
        setFact = try prepare("INSERT OR REPLACE INTO facts VALUES (?1, ?2)")
        removeFact = try prepare("DELETE FROM facts WHERE name = ?1")
        players = try PlayerTables(prepare: prepare)
    }

    // MARK: - Reading

    /// Returns the current gather, or nil before the first.
    func newestGather() throws(StoreError) -> GatherRow? { try newest.first() }

    /// Returns the gather that was current before another.
    func newestGather(before number: Int) throws(StoreError) -> GatherRow? {
        try before.first([.integer(number)])
    }

    /// Returns the gather whose opening was undone last.
    func lastUnopenedGather() throws(StoreError) -> GatherRow? { try lastUnopened.first() }

    /// Returns the gather that opened last, if it opened after another.
    func lastGather(after number: Int) throws(StoreError) -> GatherRow? {
        try after.first([.integer(number)])
    }

    /// Returns the numbers of the gathers that have been current since the opening of another was
    /// undone, the newest first.
    func numbers(currentSinceUndoOf number: Int) throws(StoreError) -> [Int] {
        try currentSince.map([.integer(number)]) { $0.integer(0) }
    }

    /// Returns the gathers whose ID begins with a prefix, at most two.
    func gathers(named prefix: String) throws(StoreError) -> [GatherRow] {
        try named.rows([.text(prefix)])
    }

    func gather(_ number: Int) throws(StoreError) -> GatherRow {
        guard let row: GatherRow = try gather.first([.integer(number)])
        else {
            throw .damaged(database.path, "there is no gather \(number)")
        }
        return row
    }

    /// Returns a gather with all its events.
    func fold(_ row: GatherRow) throws(StoreError) -> StoredGather {
        var log: [RecordedEvent] = []
        try events.run([.integer(row.number)]) { values throws(StoreError) in
            let event = try EventRow(values, at: database.path)
            guard event.recorded.number == log.count + 1 else {
                throw .damaged(database.path, "gather \(row.number) has no event \(log.count + 1)")
            }
            log.append(event.recorded)
        }
        guard !log.isEmpty, log.count == row.revision else {
            throw .damaged(
                database.path,
                "gather \(row.number) has \(log.count) events, and had \(row.revision)")
        }
        return StoredGather(number: row.number, gather: Gather(replaying: log))
    }

    /// Returns the command with a request ID, or nil for a new ID.
    func request(_ id: String) throws(StoreError) -> RequestRecord? {
        let found: RequestRow? = try request.first([.text(id)])
        if let found { return found.record }
        return try fact(EventStore.Fact.request + id)
            .flatMap { SquadRequest(id: id, text: $0) }?.record
    }

    /// Returns the submission of a gather's result, or nil if it is not to be sent.
    func submission(of gather: Int) throws(StoreError) -> SubmissionRow? {
        try submission.first([.integer(gather)])
    }

    /// Returns every submission with something left to do, the oldest gather first.
    func pendingSubmissions() throws(StoreError) -> [SubmissionRow] {
        try pending.rows()
    }

    /// Returns the newest submissions, the newest gather first.
    func newestSubmissions(_ count: Int) throws(StoreError) -> [SubmissionRow] {
        try newestSubmissions.rows([.integer(count)])
    }

    /// Returns those of the newest gathers that are closed and have no submission.
    func unsubmittedGathers(of count: Int) throws(StoreError) -> [GatherRow] {
        try unsubmitted.rows([.integer(count)])
    }

    /// Returns the value of a fact.
    func fact(_ name: String) throws(StoreError) -> String? {
        try fact.map([.text(name)]) { $0.text(0) }.first
    }

    // MARK: - Writing

    /// Returns the row of a gather that opens, with the next number and turn; it is not inserted
    /// yet.
    func rowToOpen(_ id: String) throws(StoreError) -> GatherRow {
        let row = try greatest.map {
            GatherRow(number: $0.integer(0) + 1, id: id, turn: $0.integer(1) + 1)
        }.first
        guard let row else { throw StoreError(.other, path: database.path, "no rows") }
        return row
    }

    /// Returns the turn for a gather that becomes current now.
    func nextTurn() throws(StoreError) -> Int {
        try greatest.map { $0.integer(1) + 1 }.first ?? 1
    }

    func add(_ row: GatherRow) throws(StoreError) {
        try addGather.run(row.withChecksum)
    }

    /// Replaces the row of a gather, given its former content.
    func change(_ row: GatherRow, from before: GatherRow) throws(StoreError) {
        let isPlaceUnchanged = row.turn == before.turn && row.isUnopened == before.isUnopened
        try (isPlaceUnchanged ? advanceGather : changeGather).run(row.withChecksum)
    }

    func add(_ row: EventRow) throws(StoreError) {
        try addEvent.run(row.withChecksum)
    }

    /// Adds events of a gather, in order, to its chain.
    func add(_ events: [RecordedEvent], of row: GatherRow) throws(StoreError) {
        guard let first = events.first else { return }
        var previous =
            try digest(of: first.number - 1, in: row.number)
            ?? EventChain.start(of: row.id, at: first.number)
        for event in events {
            var values = EventRow(event, of: row.number).values
            let digest = try EventChain.digest(after: previous, of: values, salts: newSalt)
            guard let digest else { throw StoreError(.other, path: database.path, "no salt") }
            previous = digest
            values[EventRow.contentColumns] = .blob(previous)
            try addEvent.run(EventRow.withChecksum(values))
        }
    }

    /// Returns the digest of an event; nil if it has none.
    func digest(of number: Int, in gather: Int) throws(StoreError) -> [UInt8]? {
        try digest.map([.integer(gather), .integer(number)]) { $0.value(0)?.blob }.first ?? nil
    }

    /// Returns the number of the first event of a gather with a digest; nil if there is none, or if
    /// it is not the beginning of the chain, because that was lost.
    func firstDigest(of id: String, in gather: Int) throws(StoreError) -> Int? {
        let values = try firstDigest.map([.integer(gather)]) { $0.values }.first
        guard let values, let number = values[1].integer else { return nil }
        let start = EventChain.start(of: id, at: number)
        let digest = try EventChain.digest(after: start, of: values, salts: salt)
        return digest == values[EventRow.contentColumns].blob ? number : nil
    }

    /// Returns the salt of a holder; nil if there is none.
    func salt(of holder: String) throws(StoreError) -> [UInt8]? {
        let row: SaltRow? = try salt.first([.text(holder)])
        return row?.salt
    }

    /// Returns the salt of a holder, who gets one if there is none.
    private func newSalt(of holder: String) throws(StoreError) -> [UInt8]? {
        if let salt = try salt(of: holder) { return salt }
        let row = SaltRow(holder: holder)
        try put(row)
        return row.salt
    }

    /// Stores a salt.
    func put(_ row: SaltRow) throws(StoreError) { try addSalt.run(row.withChecksum) }

    func add(_ row: RequestRow) throws(StoreError) {
        try addRequest.run(row.withChecksum)
    }

    /// Stores a submission.
    func put(_ row: SubmissionRow) throws(StoreError) {
        try putSubmission.run(row.withChecksum)
    }

    /// Removes the submission of a gather, if it has one.
    func removeSubmission(of gather: Int) throws(StoreError) {
        try removeSubmission.run([.integer(gather)])
    }

    /// Removes old requests.
    ///
    /// They are kept for a day, by both clocks if both are comparable: a wall clock that was set
    /// forward must not make the daemon forget.
    func forgetRequests(before moment: Moment) throws(StoreError) {
        let age = Limits.requestMemory
        try forgetRequests.run([
            .integer((moment.wall - age).wholeMicroseconds), .text(moment.boot),
            .integer((moment.boottime - age).wholeMicroseconds),
        ])
        var old: [String] = []
        try requestFacts.run([.text(EventStore.Fact.request), .text(Self.behindRequests)]) {
            row throws(StoreError) in
            let request = SquadRequest(id: "", text: row.text(1))
            if request?.moment.isOlder(than: age, at: moment) ?? true { old.append(row.text(0)) }
        }
        for name in old { try set(name, to: nil) }
    }

    /// The name that sorts after every name of a request.
    private static let behindRequests = "request!"

    /// Stores a request that concerned no gather.
    func remember(_ record: RequestRecord, at moment: Moment) throws(StoreError) {
        let request = SquadRequest(record: record, moment: moment)
        try set(EventStore.Fact.request + record.id, to: request.text)
    }

    /// Sets the value of a fact; nil removes it.
    func set(_ name: String, to value: String?) throws(StoreError) {
        if let value {
            try setFact.run([.text(name), .text(value)])
        } else {
            try removeFact.run([.text(name)])
        }
    }
}

/// A command to the squad that was answered, stored as a fact under its ID.
///
/// Each row of `requests` belongs to a gather, and the squad exists before the first one.
struct SquadRequest {
    let record: RequestRecord
    let moment: Moment

    init(record: RequestRecord, moment: Moment) {
        (self.record, self.moment) = (record, moment)
    }

    /// Reads the value of a fact; nil if it is not a request.
    init?(id: String, text: String) {
        guard let json = JSONObject(text: text), let command: String = json.value("command"),
            let outcome = json["outcome"]?.object, let moment = Moment(json: .object(json))
        else { return nil }
        record = RequestRecord(id: id, command: command, outcome: outcome)
        self.moment = moment
    }

    /// The value of the fact.
    var text: String {
        var json: JSONObject = [
            "command": record.command.stored, "outcome": .object(record.outcome),
        ]
        for member in moment.members.members { json[member.key] = member.value }
        return json.text
    }
}
