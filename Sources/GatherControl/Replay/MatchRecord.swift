import GatherAPI
import Glibc
import LinuxIO
import Varlink

/// The record of one match: what it takes to play it again.
struct MatchRecord {
    /// The ID of the match.
    let id: String
    private(set) var events: [RecordedEvent] = []
    /// The reasons for which it may not be what was played.
    private(set) var warnings: [String] = []

    init(id: String, events: [RecordedEvent] = []) { (self.id, self.events) = (id, events) }

    /// Reads the record of a match from gatherd.
    init(_ name: GatherName, _ context: Context, _ failure: String) throws(Failure) {
        let reader = HistoryReader(context: context, failure: failure, wantsRecord: true)
        var (id, events): (String, [RecordedEvent]) = ("", [])
        try reader.eachPage(of: name) { (page) throws(Failure) in
            id = page.gather.id
            for entry in page.entries {
                guard let event = entry.record.flatMap(RecordedEvent.init) else {
                    throw Failure(
                        .refused, failure,
                        cause: tr("gatherd at %1$@ is too old for it", context.socket.path))
                }
                events.append(event)
            }
        }
        self.init(id: id, events: events)
        // An older gatherd has no answer.
        let call = HistoryMethod.Verify(id: id, code: nil).call
        let reply = try? context.answer(call, failure: failure)
        let found = reply.flatMap { try? context.read($0, HistoryMethod.Verify.self).verification }
        warn(of: found.flatMap { VerificationPresenter(found: $0).objection })
    }

    /// Reads the record of a match from an export in JSON lines.
    ///
    /// - Parameters:
    ///   - wanted: The beginning of its ID; nil where there is one match alone.
    ///   - check: Returns what is wrong with the record in these lines; nil if it is whole.
    init(
        exportedTo path: String, _ wanted: String?, _ failure: String,
        check: (_ lines: Descriptor) -> String? = MatchRecord.objection
    ) throws(Failure) {
        var found: MatchRecord?
        var number = 0
        // Of a pipe nothing can be read again.
        let lines: Descriptor
        do { lines = try MemoryFile.of([]) } catch {
            throw Failure(.refused, failure, cause: error)
        }
        var size = 0
        try Self.eachLine(of: path, failure) { (line) throws(Failure) in
            number += 1
            let line = number == 1 ? ByteOrderMark.removed(from: line) : line
            let json = try? JSONValue(parsing: line, nesting: 8)
            guard let object = json?.object, let id = object["gatherId"]?.string else {
                throw Failure(
                    .refused, failure,
                    cause: tr("line %1$@ of '%2$@' is not an event", number, path.shown),
                    hint: tr("'gatherctl export --format json' writes such files"))
            }
            if let wanted, !id.hasPrefix(wanted) { return }
            guard found == nil || found?.id == id else {
                throw Failure(
                    .refused, failure, cause: tr("'%1$@' has several matches", path.shown),
                    hint: tr("say which one with its ID behind the file"))
            }
            guard let event = object["record"]?.string.flatMap(RecordedEvent.init) else {
                throw Failure(
                    .refused, failure,
                    cause: tr("line %1$@ of '%2$@' has no record", number, path.shown),
                    hint: tr("an earlier version has written it; export the match again"))
            }
            found = found ?? MatchRecord(id: id)
            found?.events.append(event)
            let bytes = Array(line) + [UInt8(ascii: "\n")]
            do throws(SystemError) { try lines.write(bytes, at: size) } catch {
                throw Failure(.refused, failure, cause: error)
            }
            size += line.count + 1
        }
        guard let found else {
            throw Failure(
                .refused, failure,
                cause: wanted == nil
                    ? tr("'%1$@' has no match", path.shown)
                    : tr("'%1$@' does not have this match", path.shown))
        }
        self = found
        warn(of: check(lines))
        if !isOver, let last = events.last {
            warnings.append(
                tr("the record ends with event %1$@, before the end of the match", last.number))
        }
    }

    /// Returns what is wrong with the record in lines of an export; nil if it is whole.
    static func objection(to lines: Descriptor) -> String? {
        ExportCheck(input: lines, code: nil, failure: Verify.verb.failure).objection()
    }

    private mutating func warn(of objection: String?) {
        guard let objection else { return }
        warnings.append(tr("%1$@; it is played all the same", objection))
    }

    /// True if the match is over after the last event.
    var isOver: Bool {
        var closings: Set<Int> = []
        var isOver = false
        for event in events {
            let step = event.details["step"]?.int ?? 0
            switch event.kind {
            case "ended", "discarded":
                closings.insert(event.step)
                isOver = true
            case "undone" where closings.contains(step): isOver = false
            case "redone" where closings.contains(step): isOver = true
            default: break
            }
        }
        return isOver
    }

    /// The players who are named in it, each with the first name.
    var players: [RecordedPlayer] {
        var seen: Set<Int> = []
        return events.flatMap { RecordedPlayer.all(in: .object($0.details)) }
            .filter { seen.insert($0.id).inserted }
    }

    /// The formats that were chosen in it.
    var formats: Set<JSONValue> {
        Set(events.compactMap { $0.kind == "formatChosen" ? $0.details["format"] : nil })
            .subtracting([.null])
    }

    private static func eachLine(
        of path: String, _ failure: String,
        _ body: (ArraySlice<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        let cannotRead = { (error: SystemError) in
            Failure(.refused, failure, cause: tr("cannot read '%1$@': %2$@", path.shown, error))
        }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var rest: [UInt8] = []
        let file: Descriptor
        do { file = try Files.open(path, waiting: true) } catch { throw cannotRead(error) }
        while true {
            let count: Int
            do { count = try file.read(into: &buffer) ?? 0 } catch { throw cannotRead(error) }
            rest += buffer[..<count]
            var begin = 0
            while let end = rest[begin...].firstIndex(of: UInt8(ascii: "\n")) {
                try body(rest[begin..<end])
                begin = end + 1
            }
            rest.removeSubrange(..<begin)
            guard rest.count <= ExportFile.longestLine else {
                throw cannotRead(SystemError(EFBIG))
            }
            guard count == 0 else { continue }
            if !rest.isEmpty { try body(rest[...]) }
            return
        }
    }
}
