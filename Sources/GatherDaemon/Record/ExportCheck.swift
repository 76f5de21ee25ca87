import GatherAPI
import GatherCore
import LinuxIO
import Varlink

/// A check of an export, match by match: whether the records in it are whole, and its events are
/// what these records say.
///
/// It needs no database, so that it runs on any machine.
struct ExportCheck {
    /// A line that cannot be read.
    struct Fault: Error, CustomStringConvertible {
        /// The number of the line, from 1.
        let line: Int
        let reason: String

        var description: String { "line \(line) \(reason)" }
    }

    /// The most events of a match.
    private static let mostEvents = 1_000_000
    /// The members that are not compared: the text about an event, which depends on the version;
    /// the name of an account, which depends on the machine; and the hash and the record, which the
    /// check of the chain covers.
    private static let unchecked: Set = ["text", "operatorName", "hash", "record"]
    /// The members that an export of an earlier version does not have.
    private static let added: Set = [
        "beganAt", "tallyGoals", "tallyPlace", "tallyScore",
    ]

    private let code: String?
    private var line = 0
    private var id: String?
    private var events: [(object: JSONObject, record: EventRecord, line: Int)] = []
    /// The IDs of the matches that have begun so far.
    private var seen: Set<String> = []
    /// The first event of a newer version, in a match that is whole otherwise.
    private var newer: Fault?

    /// Starts before the first line.
    ///
    /// - Parameter code: A code that is looked for, as ``EventChain/code(read:)`` returns it.
    init(code: String? = nil) { self.code = code }

    /// Reads a whole export.
    ///
    /// - Parameter body: Called with the result of each match, but for one that is whole and has an
    ///   event of a newer version.
    /// - Throws: A ``Fault`` for a line that is none of an export, or, after all matches, for an
    ///   event of a newer version; or the system's error.
    mutating func read(_ file: Descriptor, _ body: (VerificationFields) -> Void) throws {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var rest: [UInt8] = []
        while let count = try file.read(into: &buffer), count > 0 {
            rest += buffer[..<count]
            var start = 0
            while let end = rest[start...].firstIndex(of: 0x0A) {
                if let result = try take(rest[start..<end]) { body(result) }
                start = end + 1
            }
            rest.removeFirst(start)
            guard rest.count <= ExportFile.longestLine else {
                line += 1
                throw fault("is too long")
            }
        }
        if !rest.isEmpty, let result = try take(rest[...]) { body(result) }
        if let result = try finish() { body(result) }
        if let newer { throw newer }
    }

    /// Takes the next line.
    ///
    /// - Returns: The result of the match before, if the line is the first of another one.
    mutating func take(_ bytes: ArraySlice<UInt8>) throws(Fault) -> VerificationFields? {
        line += 1
        let bytes = line == 1 ? ByteOrderMark.removed(from: bytes) : bytes
        guard let value = try? JSONValue(parsing: bytes, nesting: Limits.messageNesting),
            let object = value.object, let id = object["gatherId"]?.string,
            let number = object["number"]?.int
        else { throw fault("is not an event of an export") }
        guard let text = object["record"]?.string else {
            throw fault("has no record: this gatherd or the one of the export is too old")
        }
        guard let record = EventRecord(text: text, hash: object["hash"]?.string) else {
            throw fault("has a record that cannot be read")
        }
        var result: VerificationFields?
        // An event 1 begins a match, also after one of the same ID that has its own.
        if id != self.id || number == 1 && events.contains(where: { $0.record.number == number }) {
            result = try finish()
            guard seen.insert(id).inserted else {
                throw fault("belongs to a match of which there were events before")
            }
            self.id = id
        }
        guard events.count < Self.mostEvents else { throw fault("is of too long a match") }
        events.append((object, record, line))
        return result
    }

    /// Returns the result of the last match, if there was one; nil also if it is whole and has an
    /// event of a newer version, which ``read(_:_:)`` throws after all matches.
    ///
    /// - Throws: A ``Fault`` if its first problem is a line that is not in its place.
    mutating func finish() throws(Fault) -> VerificationFields? {
        guard let id else { return nil }
        defer { (self.id, events) = (nil, []) }
        var check = ChainCheck(of: id, code: code)
        var last: Int?
        for (_, record, line) in events {
            // An event behind a later one was taken for one that is gone, or would make one so.
            let isFirst =
                check.problem.map { $0.kind == .gone && $0.number == record.number } ?? true
            if let last, record.number <= last, isFirst {
                throw disorder(record.number, after: last, line: line)
            }
            // The salts are in the record itself, so looking them up cannot fail.
            try? check.check(record.columns) { record.salts[$0] }
            last = max(last ?? record.number, record.number)
        }
        check.end(at: events.count)
        var result = VerificationFields(check)
        guard result.problem == nil else { return result }
        // Its hash fits, so it was not changed by a person who could not make the others anew.
        if let unknown = events.first(where: { !Self.isKnown($0.record) }) {
            newer =
                newer
                ?? Fault(
                    line: unknown.line,
                    reason: "has an event that this gatherd does not know: the one of the export "
                        + "is newer")
            return nil
        }
        if let event = firstOther { (result.problem, result.event) = (.changed, event) }
        return result
    }

    /// The members that are not compared for an event that was dated back: an earlier version
    /// computed another minute if it was dated back past the last whistle.
    private static let dated = ["minute", "goneMilliseconds"]

    /// Returns the members that are not checked in a match.
    ///
    /// An earlier version worked out another clock for a break that was made longer when it was
    /// over.
    private static func unchecked(in gather: Gather) -> Set<String> {
        let isAdjusted = gather.log.contains {
            if case .timeAdjusted = $0.event { true } else { false }
        }
        return gather.course != nil && isAdjusted ? unchecked.union(["clock"]) : unchecked
    }

    /// Returns true if this version has the kind of event that a record names.
    private static func isKnown(_ record: EventRecord) -> Bool {
        record.columns[EventRow.kindColumn].text.map { EncodedEvent.versions[$0] != nil } ?? true
    }

    private func fault(_ reason: String) -> Fault { Fault(line: line, reason: reason) }

    /// Returns the fault of a line with an event that was there, or that belongs before others.
    private func disorder(_ number: Int, after last: Int, line: Int) -> Fault {
        let isAgain = events.contains { $0.line < line && $0.record.number == number }
        return Fault(
            line: line,
            reason: isAgain
                ? "has event \(number) again" : "has event \(number) behind event \(last)")
    }

    /// The number of the first event that differs from its record; nil if none does.
    private var firstOther: Int? {
        var log: [RecordedEvent] = []
        for (_, record, _) in events {
            guard let row = EventRow(record.rowColumns) else { return record.number }
            log.append(row.recorded)
        }
        let gather = Gather(replaying: log)
        guard let summary = GatherPresenter.summary(gather), summary.id == id else { return 1 }
        let entries = GatherPresenter.timeline(gather, after: 0, limit: events.count)
        guard entries.count == events.count else { return entries.count + 1 }
        let ofMatch = Self.unchecked(in: gather)
        for (event, (entry, (object, _, _))) in zip(log, zip(entries, events)) {
            let unchecked = event.event.playAgo > .zero ? ofMatch.union(Self.dated) : ofMatch
            var expected = entry.fields
            expected["teamAName"] = .string(summary.$teamAName)
            expected["teamBName"] = .string(summary.$teamBName)
            let isSame = expected.members.allSatisfy { member in
                unchecked.contains(member.key)
                    || (object[member.key] ?? .null) == member.value
                    || (Self.added.contains(member.key) && object[member.key] == nil)
            }
            let isKnown = object.members.allSatisfy { member in
                member.key == "gatherId" || unchecked.contains(member.key)
                    || member.value == .null || expected[member.key] != nil
            }
            guard isSame, isKnown else { return entry.number }
        }
        return nil
    }
}
