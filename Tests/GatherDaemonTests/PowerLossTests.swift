import FaultVFS
import FoundationEssentials
import GatherCore
import LinuxIO
import Testing

@testable import GatherDaemon

@Suite("A loss of power", .serialized)
struct PowerLossTests {
    @Test("at every barrier, and between any two, the answered commands are there and no others")
    func commands() throws {
        let seed = SplitMix64.seed
        var random = SplitMix64(seed: seed)
        let recording = try Recording(seed: seed, commands: 60)
        let points = recording.points
        #expect(points.count > 60, "GATHERD_SEED=\(seed)")
        for point in points {
            for isAll in [false, true] {
                let files = recording.files(at: point) { _ in isAll }
                try check(files, recording, at: point, "all: \(isAll), GATHERD_SEED=\(seed)")
            }
        }
        for round in 0..<300 {
            let point = Int.random(in: 0...recording.entries.count, using: &random)
            let likelihood = Double.random(in: 0...1, using: &random)
            var applied = 0
            let files = recording.files(at: point) { _ in
                let isApplied = Double.random(in: 0...1, using: &random) < likelihood
                applied += isApplied ? 1 : 0
                return isApplied
            }
            try check(
                files, recording, at: point,
                "round \(round), \(applied) sectors, GATHERD_SEED=\(seed)")
        }
    }

    private func check(
        _ files: [String: [UInt8]], _ recording: Recording, at point: Int, _ words: String
    ) throws {
        let directory = try Scratch.directory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        for (suffix, bytes) in files {
            try Data(bytes).write(to: URL(filePath: "\(directory)/gather.db\(suffix)"))
        }
        let log = RecordingLog()
        let store = try TestStore.open(directory, log: log)
        #expect(log.all == [], "at \(point) of \(recording.entries.count), \(words)")
        let found = try SampleFiles.events(directory)
        let answered = recording.answered(at: point)
        let possible = [answered, min(answered + 1, recording.commands.count)]
        let sizes = possible.map { recording.commands[..<$0].map(\.count).reduce(0, +) }
        #expect(sizes.contains(found.count), "at \(point), answered \(answered), \(words)")
        let expected = recording.commands[..<possible[1]].joined()
        for recorded in expected.prefix(found.count) where found[recorded.key] != recorded.event {
            Issue.record("\(recorded.key) at \(point), \(words)")
        }
        for (index, command) in recording.commands[..<answered].enumerated() where index % 3 == 0 {
            #expect(
                try store.request("request \(index)") != nil, "\(command) at \(point), \(words)")
        }
    }
}

/// All that was written while commands were answered.
private struct Recording {
    /// An event and its place.
    struct Event {
        let key: SampleFiles.Key
        let event: RecordedEvent
    }

    /// An operation on a file.
    struct Entry {
        let kind: faultvfs_kind
        let suffix: String
        let offset: Int
        let bytes: [UInt8]
    }

    /// The files before the first command.
    let base: [String: [UInt8]]
    let entries: [Entry]
    /// The events of every command.
    let commands: [[Event]]

    private static let sector = 512

    init(seed: UInt64, commands count: Int) throws {
        faultvfs_register()
        let directory = try Scratch.directory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try TestStore.open(directory).close()
        base = try SampleFiles.read(directory)
        faultvfs_record("\(directory)/gather.db")
        defer { faultvfs_forget() }
        commands = try Self.play(count, in: directory, seed: seed)
        entries = Self.noted()
    }

    private static func play(
        _ count: Int, in directory: String, seed: UInt64
    ) throws -> [[Event]] {
        var random = SplitMix64(seed: seed)
        let place = try StateDirectory(directory)
        var store = try TestStore.open(place)
        var (gather, number) = (0, 0)
        var commands: [[Event]] = []
        for index in 0..<count {
            let opens = gather == 0 || Int.random(in: 0..<8, using: &random) == 0
            if opens { (gather, number) = (gather + 1, 0) }
            let moment = Moment(boottime: .seconds(index), wall: TestStore.wall, boot: "b")
            var events: [RecordedEvent] = []
            for step in 0..<Int.random(in: 1...3, using: &random) {
                let name = String(
                    repeating: "n", count: Int.random(in: 1...1_000, using: &random))
                let event: GatherCore.Event =
                    opens && step == 0
                    ? .opened(id: "\(gather)", time: .standard, teamAName: name, teamBName: name)
                    : .scoreAdded(.teamA, delta: 1)
                number += 1
                events.append(
                    RecordedEvent(
                        number: number, step: number, moment: moment, operatorUID: 1, event: event))
            }
            _ = try store.append(
                .init(
                    events: events, gather: opens ? nil : gather, id: "\(gather)",
                    request: index % 3 == 0
                        ? RequestRecord(id: "request \(index)", command: "c", outcome: [:]) : nil,
                    moment: moment))
            faultvfs_mark(Int64(index))
            commands.append(
                events.map { Event(key: .init(gather: gather, number: $0.number), event: $0) })
            switch Int.random(in: 0..<12, using: &random) {
            case 0: try store.checkpoint(shrinking: false)
            case 1: try store.checkpoint(shrinking: true)
            case 2:
                try store.close()
                store = try TestStore.open(place)
            default: break
            }
        }
        return commands
    }

    private static func noted() -> [Entry] {
        var count = 0
        guard let entries = faultvfs_entries(&count) else { return [] }
        return UnsafeBufferPointer(start: entries, count: count).map { entry in
            Entry(
                kind: entry.kind,
                suffix: withUnsafeBytes(of: entry.suffix) {
                    String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
                },
                offset: Int(entry.offset),
                bytes: Array(UnsafeBufferPointer(start: entry.bytes, count: entry.count)))
        }
    }

    /// The points right after every barrier, and before the first.
    var points: [Int] {
        [0] + entries.indices.filter { entries[$0].kind == faultvfs_did_sync }.map { $0 + 1 }
    }

    /// Returns the number of commands that were answered before a point.
    func answered(at point: Int) -> Int {
        entries[..<point].filter { $0.kind == faultvfs_did_mark }.count
    }

    /// The files as a loss of power at a point leaves them.
    ///
    /// Flushed data is on disk. Of other data, each sector may be on disk or not.
    ///
    /// - Parameter applies: Returns true for an operation that was not flushed and yet took effect.
    func files(at point: Int, applies: (Int) -> Bool) -> [String: [UInt8]] {
        var flushed: [String: Int] = [:]
        for index in 0..<point where entries[index].kind == faultvfs_did_sync {
            flushed[entries[index].suffix] = index
        }
        var files = base
        for index in 0..<point {
            let entry = entries[index]
            let isFlushed = index < flushed[entry.suffix] ?? -1
            switch entry.kind {
            case faultvfs_did_write:
                for start in stride(from: 0, to: entry.bytes.count, by: Self.sector)
                where isFlushed || applies(index) {
                    let end = min(start + Self.sector, entry.bytes.count)
                    write(
                        entry.bytes[start..<end], at: entry.offset + start, to: &files[entry.suffix]
                    )
                }
            case faultvfs_did_truncate:
                if isFlushed || applies(index) { cut(&files[entry.suffix], to: entry.offset) }
            case faultvfs_did_delete:
                let isUsedAgain = entries[index..<point].contains {
                    $0.suffix == entry.suffix && $0.kind == faultvfs_did_write
                }
                if isFlushed || isUsedAgain || applies(index) { files[entry.suffix] = nil }
            default: break
            }
        }
        return files
    }

    private func write(_ bytes: ArraySlice<UInt8>, at offset: Int, to file: inout [UInt8]?) {
        var content = file ?? []
        let missing = offset + bytes.count - content.count
        if missing > 0 { content += [UInt8](repeating: 0, count: missing) }
        content.replaceSubrange(offset..<offset + bytes.count, with: bytes)
        file = content
    }

    private func cut(_ file: inout [UInt8]?, to size: Int) {
        guard let content = file, content.count > size else { return }
        file = Array(content[..<size])
    }
}
