import GatherCore
import LinuxIO
import Varlink

/// A row of a table whose last column is a checksum of the columns before it.
protocol StoredRow {
    static var table: String { get }

    /// The columns before the checksum, in order.
    static var columns: String { get }

    /// Returns a description of an unreadable row.
    static func name(of row: borrowing SQLiteRow) -> String

    /// Reads a row from its columns; nil if they are invalid.
    init?(_ values: [SQLiteValue])

    /// The columns before the checksum.
    var values: [SQLiteValue] { get }

    /// Returns the checksum of the columns before it.
    static func checksum(of values: [SQLiteValue]) -> Int
}

extension StoredRow {
    /// The SQL that selects rows with their checksums.
    static var selection: String { "SELECT \(columns), checksum FROM \(table)" }

    /// All columns, with the checksum at the end.
    var withChecksum: [SQLiteValue] { Self.withChecksum(values) }

    /// Returns all columns, with the checksum at their end.
    static func withChecksum(_ values: [SQLiteValue]) -> [SQLiteValue] {
        values + [.integer(checksum(of: values))]
    }

    static func checksum(of values: [SQLiteValue]) -> Int { RowChecksum.of(values) }

    /// Reads a row whose last column is the checksum.
    init(_ row: borrowing SQLiteRow, at path: String) throws(StoreError) {
        let checksum = row.count - 1
        var values: [SQLiteValue] = []
        values.reserveCapacity(Int(checksum))
        for column in 0..<checksum {
            guard let value = row.value(column) else {
                throw .damaged(path, "a column has a value of an unknown kind")
            }
            values.append(value)
        }
        if let checksum = row.optionalInteger(checksum), checksum != Self.checksum(of: values) {
            throw .damaged(path, "a row does not have its checksum")
        }
        guard let read = Self(values) else {
            throw .damaged(path, "\(Self.name(of: row)) unreadable")
        }
        self = read
    }
}

extension SQLiteStatement {
    func rows<Row: StoredRow>(_ parameters: [SQLiteValue] = []) throws(StoreError) -> [Row] {
        try map(parameters) { row throws(StoreError) in try Row(row, at: database.path) }
    }

    /// Runs the statement and reads its first row; nil if it has none.
    func first<Row: StoredRow>(_ parameters: [SQLiteValue] = []) throws(StoreError) -> Row? {
        try (rows(parameters) as [Row]).first
    }
}

/// A row of the table `events`.
struct EventRow: StoredRow {
    static let table = "events"
    static let columns = "gather, number, step, kind, details, wall, boottime, boot, uid, chain"
    /// The number of columns that say what happened: all but the digest.
    static let contentColumns = 9
    /// The SQL that selects the digest of an event of a gather.
    static let digest = "SELECT chain FROM events WHERE gather = ?1 AND number = ?2"
    /// The index of the column with the kind.
    static let kindColumn = 3
    /// The index of the column with the details.
    static let detailsColumn = 4
    /// The index of the column with the user who gave the command.
    static let userColumn = 8

    static func name(of row: borrowing SQLiteRow) -> String {
        "event \(row.integer(1)) of gather \(row.integer(0)) is"
    }

    /// The name of an additional member of the details of an event that a device gave.
    static let device = "operatorDevice"

    let gather: Int
    let recorded: RecordedEvent
    /// The digest in the chain of events; nil for an event from before there was one, or of which
    /// it was lost.
    var digest: [UInt8]?

    init(_ recorded: RecordedEvent, of gather: Int) {
        (self.gather, self.recorded) = (gather, recorded)
    }

    /// Reads a row from its columns; nil if they are no event that this version knows.
    init?(_ values: [SQLiteValue]) {
        guard values.count == Self.contentColumns + 1, let gather = values[0].integer,
            let number = values[1].integer,
            let step = values[2].integer, let kind = values[3].text,
            let details = values[4].text.flatMap(JSONObject.init(text:)),
            let wall = values[5].integer, let boottime = values[6].integer,
            let boot = values[7].text, values[8] == .null || values[8].integer != nil,
            values[9] == .null || values[9].blob?.count == Digest.size,
            let event = EncodedEvent(kind: kind, details: details).event
        else { return nil }
        (self.gather, digest) = (gather, values[9].blob)
        recorded = RecordedEvent(
            number: number, step: step,
            moment: Moment(
                boottime: .microseconds(boottime), wall: .microseconds(wall), boot: boot,
                isWallTrusted: details[Moment.trust]?.bool ?? true),
            operatorUID: values[8].integer.map(UInt32.init(truncatingIfNeeded:)),
            device: details[Self.device]?.string, event: event)
    }

    var values: [SQLiteValue] {
        let encoded = EncodedEvent(recorded.event)
        var details = encoded.details
        if !recorded.moment.isWallTrusted { details[Moment.trust] = false }
        if let device = recorded.device { details[Self.device] = .string(device) }
        return [
            .integer(gather), .integer(recorded.number), .integer(recorded.step),
            .text(encoded.kind), .text(details.text),
            .integer(recorded.moment.wall.wholeMicroseconds),
            .integer(recorded.moment.boottime.wholeMicroseconds), .text(recorded.moment.boot),
            recorded.operatorUID.map { .integer(Int($0)) } ?? .null,
            digest.map(SQLiteValue.blob) ?? .null,
        ]
    }

    /// Returns the checksum, in which a digest is only if there is one: earlier versions had none.
    static func checksum(of values: [SQLiteValue]) -> Int {
        RowChecksum.of(values.last == .null ? values.dropLast() : values[...])
    }
}

/// A row of the table `gathers`.
struct GatherRow: StoredRow, Equatable {
    static let table = "gathers"
    static let columns = "number, id, unopened, turn, summary, revision"

    static func name(of row: borrowing SQLiteRow) -> String {
        "gather \(row.integer(0)) is"
    }

    /// The SQL that selects the current gather.
    static let newest = "\(selection) WHERE NOT unopened ORDER BY turn DESC LIMIT 1"

    /// The SQL that selects the gathers whose ID begins with the first parameter, at most two.
    static let named = """
        \(selection) WHERE id >= ?1 AND id < ?1 || char(1114111) AND NOT unopened
        ORDER BY id LIMIT 2
        """

    let number: Int
    let id: String
    var isUnopened = false
    var turn: Int
    /// A JSON object, for a closed gather.
    var summary: String?
    /// The number of its newest event; 0 if unknown.
    var revision = 0

    init(number: Int, id: String, turn: Int) {
        (self.number, self.id, self.turn) = (number, id, turn)
    }

    init?(_ values: [SQLiteValue]) {
        guard values.count == 6, let number = values[0].integer, let id = values[1].text,
            let unopened = values[2].integer, (0...1).contains(unopened),
            let turn = values[3].integer, values[4] == .null || values[4].text != nil,
            let revision = values[5].integer, revision >= 0
        else { return nil }
        (self.number, self.id, self.turn, self.revision) = (number, id, turn, revision)
        (isUnopened, summary) = (unopened == 1, values[4].text)
    }

    var values: [SQLiteValue] {
        [
            .integer(number), .text(id), .integer(isUnopened ? 1 : 0), .integer(turn),
            summary.map(SQLiteValue.text) ?? .null, .integer(revision),
        ]
    }
}

/// A row of the table `requests`.
struct RequestRow: StoredRow {
    static let table = "requests"
    static let columns = "id, command, outcome, gather, wall, boottime, boot"

    static func name(of row: borrowing SQLiteRow) -> String {
        "a request is"
    }

    let record: RequestRecord
    let gather: Int
    let moment: Moment

    init(_ record: RequestRecord, gather: Int, moment: Moment) {
        (self.record, self.gather, self.moment) = (record, gather, moment)
    }

    init?(_ values: [SQLiteValue]) {
        guard values.count == 7, let id = values[0].text, let command = values[1].text,
            let outcome = values[2].text.flatMap(JSONObject.init(text:)),
            let gather = values[3].integer, let wall = values[4].integer,
            let boottime = values[5].integer, let boot = values[6].text
        else { return nil }
        record = RequestRecord(id: id, command: command, outcome: outcome)
        self.gather = gather
        moment = Moment(boottime: .microseconds(boottime), wall: .microseconds(wall), boot: boot)
    }

    var values: [SQLiteValue] {
        [
            .text(record.id), .text(record.command), .text(record.outcome.text), .integer(gather),
            .integer(moment.wall.wholeMicroseconds),
            .integer(moment.boottime.wholeMicroseconds), .text(moment.boot),
        ]
    }
}

extension JSONObject {
    /// Parses an object; nil if the text is none.
    init?(text: String) {
        let value = try? JSONValue(parsing: Array(text.utf8)[...], nesting: Limits.messageNesting)
        guard let object = value?.object else { return nil }
        self = object
    }

    var text: String { JSONValue.object(self).text }
}

extension JSONValue {
    /// The value as text for a column.
    var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// The checksum of a row: FNV-1a of 64 bits over all its other columns, in order.
///
/// It detects damage, not malice.
enum RowChecksum {
    /// Returns the checksum of values, as a column's value.
    static func of(_ values: some Sequence<SQLiteValue>) -> Int {
        var state: UInt64 = 0xCBF2_9CE4_8422_2325
        for value in values {
            value.forEachByte { state = (state ^ UInt64($0)) &* 0x0000_0100_0000_01B3 }
        }
        return Int(truncatingIfNeeded: state)
    }
}

/// A row of the table `submissions`.
struct SubmissionRow: StoredRow, Equatable {
    static let table = "submissions"
    static let columns = "gather, pending, state"

    static func name(of row: borrowing SQLiteRow) -> String {
        "the submission of gather \(row.integer(0)) is"
    }

    let gather: Int
    /// True if there is something left to do, automatically or by a person.
    let isPending: Bool
    /// The state as a JSON object.
    let state: JSONObject

    init(_ submission: Submission, of gather: Int) {
        self.gather = gather
        isPending = submission.isOpen
        state = submission.record.json
    }

    init?(_ values: [SQLiteValue]) {
        guard values.count == 3, let gather = values[0].integer, gather > 0,
            let pending = values[1].integer, (0...1).contains(pending),
            let state = values[2].text.flatMap(JSONObject.init(text:)),
            SubmissionRecord(json: state) != nil
        else { return nil }
        (self.gather, isPending, self.state) = (gather, pending == 1, state)
    }

    var values: [SQLiteValue] {
        [.integer(gather), .integer(isPending ? 1 : 0), .text(state.text)]
    }

    /// Returns the submission, restored at a moment.
    func submission(at now: Moment) -> Submission? {
        SubmissionRecord(json: state).map { Submission($0, at: now) }
    }

    /// The row with which a person decides what has come of a pending result since; nil if the
    /// result is not pending.
    var outdated: SubmissionRow? {
        let submission = SubmissionRecord(json: state).map(Submission.init(outdated:))
        guard let submission, submission.isPending else { return nil }
        return SubmissionRow(submission, of: gather)
    }
}
