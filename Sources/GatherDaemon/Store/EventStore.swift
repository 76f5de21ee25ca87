import GatherAPI
import GatherCore
import Varlink

/// A gather and where it stands in the order of openings.
struct StoredGather: Sendable {
    /// Grows with every opening; nil for one that has not opened.
    let number: Int?
    let gather: Gather
}

/// A command that was answered.
struct RequestRecord: Equatable, Sendable {
    let id: String
    /// The method and its parameters, without the ID.
    let command: String
    /// What was answered besides the snapshot.
    let outcome: JSONObject
}

/// The events, on disk: what is appended here has happened, whatever happens next.
///
/// It is used on the daemon's queue alone. A commit is one flush of the write-ahead log.
final class EventStore {
    private let database: SQLiteDatabase
    private let statements: Statements
    private var additionsSinceTidied = 0

    /// Opens the database at a path, and makes or migrates it.
    init(path: String) throws(StoreError) {
        database = try SQLiteDatabase(path: path)
        database.setBusyTimeout(Limits.databaseBusy)
        try database.execute("PRAGMA journal_mode = WAL")
        // FULL: the log is flushed with every commit, so that it survives a loss of power.
        try database.execute("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON")
        // A checkpoint is work of its own, between two commands: see `wantsTidying`.
        try database.execute("PRAGMA wal_autocheckpoint = 0")
        try Schema.migrate(database)
        statements = try Statements(database)
    }

    // MARK: - Reading

    /// The gather that opened last, or nil before the first.
    ///
    /// - Parameter number: Only gathers that opened before this one.
    func newestGather(before number: Int = .max) throws(StoreError) -> StoredGather? {
        try gathers(before: number, limit: 1).first
    }

    /// Gathers, the newest first.
    func gathers(before number: Int = .max, limit: Int) throws(StoreError) -> [StoredGather] {
        var numbers: [Int] = []
        try statements.gathers.run([.integer(number), .integer(limit)]) { row throws(StoreError) in
            numbers.append(row.integer(0))
        }
        var gathers: [StoredGather] = []
        for number in numbers {
            gathers.append(
                StoredGather(number: number, gather: Gather(replaying: try events(of: number))))
        }
        return gathers
    }

    /// The number of the gather with an ID, or nil if there is none.
    func number(ofGather id: String) throws(StoreError) -> Int? {
        var number: Int?
        try statements.number.run([.text(id)]) { row throws(StoreError) in number = row.integer(0) }
        return number
    }

    /// The gather with a number.
    func gather(_ number: Int) throws(StoreError) -> StoredGather {
        StoredGather(number: number, gather: Gather(replaying: try events(of: number)))
    }

    /// The numbers of the gathers with an ID or the beginning of one, two at most.
    func numbers(ofGatherNamed name: String) throws(StoreError) -> [Int] {
        try number(ofGather: name).map { [$0] } ?? []
    }

    /// The gather that opened last, if its opening was taken back.
    func newestUnopened() throws(StoreError) -> StoredGather? {
        nil
    }

    /// The command that a request ID stands for, or nil for a new one.
    func request(_ id: String) throws(StoreError) -> RequestRecord? {
        var record: RequestRecord?
        try statements.request.run([.text(id)]) { row throws(StoreError) in
            record = RequestRecord(
                id: id, command: row.text(0), outcome: try Self.object(row.text(1)))
        }
        return record
    }

    private func events(of gather: Int) throws(StoreError) -> [RecordedEvent] {
        var events: [RecordedEvent] = []
        try statements.events.run([.integer(gather)]) { row throws(StoreError) in
            let event = try Self.event(row)
            guard event.number == events.count + 1 else {
                throw .unreadable("gather \(gather) has no event \(events.count + 1)")
            }
            events.append(event)
        }
        return events
    }

    // MARK: - Writing

    /// What one command adds to the store.
    struct Addition {
        /// The events, one after another, of one gather.
        var events: [RecordedEvent] = []
        /// The gather they belong to; nil for one that they open.
        var gather: Int?
        /// The ID of the gather that they belong to.
        var id: String
        /// Whether they take its opening back.
        var unopens = false
        /// Whether they take back that its opening was taken back.
        var reopens = false
        /// Whether it becomes the newest gather by it, though another has opened since.
        var takesTurn = false
        /// What the history shows of it from now on; nil for one that is open.
        var summary: JSONObject?
        /// The request to remember.
        var request: RequestRecord?
        /// The moment of the command.
        var moment: Moment
    }

    /// Puts an addition on disk, whole.
    ///
    /// It has happened when this returns.
    ///
    /// - Returns: The number of the gather it belongs to.
    func append(_ addition: Addition) throws(StoreError) -> Int {
        additionsSinceTidied += 1
        return try database.transaction { () throws(StoreError) -> Int in
            let gather =
                if let number = addition.gather { number } else {
                    try open(addition.id, at: addition.moment)
                }
            for event in addition.events { try add(event, to: gather) }
            if addition.unopens { try statements.unopen.run([.integer(gather)]) }
            if let request = addition.request {
                try add(request, gather: gather, at: addition.moment)
            }
            return gather
        }
    }

    /// Whether the write-ahead log has grown enough to be worth a checkpoint.
    var wantsTidying: Bool { additionsSinceTidied >= Limits.additionsUntilTidied }

    /// Moves what is in the write-ahead log into the database.
    ///
    /// Nothing depends on it.
    ///
    /// - Parameter shrinking: Whether the log is to be empty then, not only to be used anew.
    func tidy(shrinking: Bool) throws(StoreError) {
        additionsSinceTidied = 0
        let mode = shrinking ? "TRUNCATE" : "PASSIVE"
        try database.execute("PRAGMA wal_checkpoint(\(mode))")
    }

    private func open(_ id: String, at moment: Moment) throws(StoreError) -> Int {
        try forgetRequests(before: moment)
        var number = 0
        try statements.addGather.run([.text(id)]) { row throws(StoreError) in
            number = row.integer(0)
        }
        return number
    }

    private func add(_ recorded: RecordedEvent, to gather: Int) throws(StoreError) {
        let encoded = EncodedEvent(recorded.event)
        try statements.addEvent.run([
            .integer(gather), .integer(recorded.number), .integer(recorded.step),
            .text(encoded.kind), Self.text(encoded.details),
            .integer(recorded.moment.wall.wholeMicroseconds),
            .integer(recorded.moment.boottime.wholeMicroseconds), .text(recorded.moment.boot),
            SQLiteValue(recorded.operatorUID.map(Int.init)),
        ])
    }

    private func add(
        _ request: RequestRecord, gather: Int, at moment: Moment
    ) throws(StoreError) {
        try statements.addRequest.run([
            .text(request.id), .text(request.command), Self.text(request.outcome),
            .integer(gather), .integer(moment.wall.wholeMicroseconds),
            .integer(moment.boottime.wholeMicroseconds), .text(moment.boot),
        ])
    }

    /// Requests are kept for a day, by both clocks where both can tell: a wall clock that was set
    /// forward must not make the daemon forget.
    private func forgetRequests(before moment: Moment) throws(StoreError) {
        let age = Limits.requestMemory
        try statements.forgetRequests.run([
            .integer((moment.wall - age).wholeMicroseconds), .text(moment.boot),
            .integer((moment.boottime - age).wholeMicroseconds),
        ])
    }

    // MARK: - Rows

    private static func event(_ row: borrowing SQLiteRow) throws(StoreError) -> RecordedEvent {
        let encoded = EncodedEvent(kind: row.text(2), details: try object(row.text(3)))
        guard let event = encoded.event else {
            throw .unreadable("event \(row.integer(0)) of kind '\(encoded.kind)' is unknown")
        }
        return RecordedEvent(
            number: row.integer(0), step: row.integer(1),
            moment: Moment(
                boottime: .microseconds(row.integer(5)), wall: .microseconds(row.integer(4)),
                boot: row.text(6)),
            operatorUID: row.optionalInteger(7).map(UInt32.init(truncatingIfNeeded:)),
            event: event)
    }

    private static func object(_ text: String) throws(StoreError) -> JSONObject {
        let value = try? JSONValue(parsing: Array(text.utf8)[...], nesting: Limits.messageNesting)
        guard let object = value?.object else { throw .unreadable("'\(text)' is not an object") }
        return object
    }

    private static func text(_ object: JSONObject) -> SQLiteValue {
        .text(String(decoding: JSONValue.object(object).bytes, as: UTF8.self))
    }
}

/// The statements of the store, compiled once.
private struct Statements {
    let gathers: SQLiteStatement
    let number: SQLiteStatement
    let events: SQLiteStatement
    let request: SQLiteStatement
    let addGather: SQLiteStatement
    let unopen: SQLiteStatement
    let addEvent: SQLiteStatement
    let addRequest: SQLiteStatement
    let forgetRequests: SQLiteStatement

    init(_ database: SQLiteDatabase) throws(StoreError) {
        gathers = try database.prepare(
            """
            SELECT number FROM gathers WHERE number < ?1 AND NOT unopened
            ORDER BY number DESC LIMIT ?2
            """)
        number = try database.prepare("SELECT number FROM gathers WHERE id = ?1")
        events = try database.prepare(
            """
            SELECT number, step, kind, details, wall, boottime, boot, uid
            FROM events WHERE gather = ?1 ORDER BY number
            """)
        request = try database.prepare("SELECT command, outcome FROM requests WHERE id = ?1")
        addGather = try database.prepare("INSERT INTO gathers (id) VALUES (?1) RETURNING number")
        unopen = try database.prepare("UPDATE gathers SET unopened = 1 WHERE number = ?1")
        addEvent = try database.prepare(
            "INSERT INTO events VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)")
        addRequest = try database.prepare(
            "INSERT INTO requests VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")
        forgetRequests = try database.prepare(
            "DELETE FROM requests WHERE wall < ?1 AND (boot <> ?2 OR boottime < ?3)")
    }
}
