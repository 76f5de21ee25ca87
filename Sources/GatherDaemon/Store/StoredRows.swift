import GatherCore
import Varlink

/// A row of the table `events`.
struct EventRow {
    /// The columns before the checksum, in their order.
    static let columns = "gather, number, step, kind, details, wall, boottime, boot, uid"

    /// Among the details, of an event whose wall clock was not known to be right.
    private static let trust = "isWallTrusted"

    let gather: Int
    let recorded: RecordedEvent

    /// Makes the row of an event.
    init(_ recorded: RecordedEvent, of gather: Int) {
        (self.gather, self.recorded) = (gather, recorded)
    }

    /// Reads a row of its columns; nil if they are no event that this version knows.
    init?(_ values: [SQLiteValue]) {
        guard values.count == 9, let gather = values[0].integer, let number = values[1].integer,
            let step = values[2].integer, let kind = values[3].text,
            let details = values[4].text.flatMap(JSONObject.init(text:)),
            let wall = values[5].integer, let boottime = values[6].integer,
            let boot = values[7].text, values[8] == .null || values[8].integer != nil,
            let event = EncodedEvent(kind: kind, details: details).event
        else { return nil }
        self.gather = gather
        recorded = RecordedEvent(
            number: number, step: step,
            moment: Moment(
                boottime: .microseconds(boottime), wall: .microseconds(wall), boot: boot,
                isWallTrusted: details[Self.trust]?.bool ?? true),
            operatorUID: values[8].integer.map(UInt32.init(truncatingIfNeeded:)), event: event)
    }

    /// The columns before the checksum.
    var values: [SQLiteValue] {
        let encoded = EncodedEvent(recorded.event)
        var details = encoded.details
        if !recorded.moment.isWallTrusted { details[Self.trust] = false }
        return [
            .integer(gather), .integer(recorded.number), .integer(recorded.step),
            .text(encoded.kind), .text(details.text),
            .integer(recorded.moment.wall.wholeMicroseconds),
            .integer(recorded.moment.boottime.wholeMicroseconds), .text(recorded.moment.boot),
            SQLiteValue(recorded.operatorUID.map(Int.init)),
        ]
    }
}

/// A row of the table `gathers`.
struct GatherRow: Equatable {
    /// The columns before the checksum, in their order.
    static let columns = "number, id, unopened, turn, summary, revision"

    /// Selects rows with their checksums.
    static let selection = "SELECT \(columns), checksum FROM gathers"

    /// Selects the gather whose turn it is.
    static let newest = "\(selection) WHERE NOT unopened ORDER BY turn DESC LIMIT 1"

    /// Selects the gathers whose ID begins with the first parameter, at most two.
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
    /// The number of its newest event; 0 where that is not known.
    var revision = 0

    /// Makes a row of its parts.
    init(number: Int, id: String, turn: Int) {
        (self.number, self.id, self.turn) = (number, id, turn)
    }

    /// Reads a row of its columns; nil if they are none.
    init?(_ values: [SQLiteValue]) {
        guard values.count == 6, let number = values[0].integer, let id = values[1].text,
            let unopened = values[2].integer, (0...1).contains(unopened),
            let turn = values[3].integer, values[4] == .null || values[4].text != nil,
            let revision = values[5].integer, revision >= 0
        else { return nil }
        (self.number, self.id, self.turn, self.revision) = (number, id, turn, revision)
        (isUnopened, summary) = (unopened == 1, values[4].text)
    }

    /// The columns before the checksum.
    var values: [SQLiteValue] {
        [
            .integer(number), .text(id), .integer(isUnopened ? 1 : 0), .integer(turn),
            summary.map(SQLiteValue.text) ?? .null, .integer(revision),
        ]
    }
}

/// A row of the table `requests`.
struct RequestRow {
    /// The columns before the checksum, in their order.
    static let columns = "id, command, outcome, gather, wall, boottime, boot"

    let record: RequestRecord
    let gather: Int
    let moment: Moment

    /// Makes the row of a request.
    init(_ record: RequestRecord, gather: Int, moment: Moment) {
        (self.record, self.gather, self.moment) = (record, gather, moment)
    }

    /// Reads a row of its columns; nil if they are none.
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

    /// The columns before the checksum.
    var values: [SQLiteValue] {
        [
            .text(record.id), .text(record.command), .text(record.outcome.text), .integer(gather),
            .integer(moment.wall.wholeMicroseconds),
            .integer(moment.boottime.wholeMicroseconds), .text(moment.boot),
        ]
    }
}

extension JSONObject {
    /// Reads an object of its text, or nil if it is none.
    init?(text: String) {
        let value = try? JSONValue(parsing: Array(text.utf8)[...], nesting: Limits.messageNesting)
        guard let object = value?.object else { return nil }
        self = object
    }

    /// The object as a column has it.
    var text: String { String(decoding: JSONValue.object(self).bytes, as: UTF8.self) }
}
