import FoundationEssentials
import GatherCore
import LinuxIO
import Testing

@testable import GatherDaemon

/// The files of a store with several gathers as a killed daemon leaves them, and what is in them.
struct SampleFiles {
    /// An event, by the number of its gather and its own.
    struct Key: Hashable {
        let gather: Int
        let number: Int
    }

    /// The place of a row: a page of the database or a frame of the log.
    enum Place: Hashable {
        case page(Int)
        case frame(Int)
    }

    /// The bytes by the suffix of the name.
    let bytes: [String: [UInt8]]
    /// Every event.
    let events: [Key: RecordedEvent]
    /// The places of each event that fits one page, of all its versions.
    let places: [Key: Set<Place>]
    /// The IDs of all requests.
    let requests: Set<String>

    /// Plays some matches, and takes the files while the store is open.
    init(seed: UInt64, gathers: Int = 4, longNames: Bool = true) throws {
        let directory = try Scratch.directory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        var random = SplitMix64(seed: seed)
        let store = try TestStore.open(directory)
        var events: [Key: RecordedEvent] = [:]
        var requests: Set<String> = []
        for gather in 1...gathers {
            let count = Int.random(in: 5...20, using: &random)
            for number in 1...count {
                let event = Self.event(number, of: gather, longNames, &random)
                let recorded = RecordedEvent(
                    number: number, step: number,
                    moment: Moment(
                        boottime: .seconds(gather * 100 + number), wall: TestStore.wall, boot: "b"),
                    operatorUID: number % 3 == 0 ? nil : 1_000,
                    device: number % 3 == 1 ? "Anna's phone" : nil, event: event)
                events[Key(gather: gather, number: number)] = recorded
                let id = "request \(gather)/\(number)"
                let request = RequestRecord(id: id, command: "c \(number)", outcome: ["a": .int(1)])
                if number % 2 == 0 { requests.insert(id) }
                _ = try store.append(
                    .init(
                        events: [recorded], gather: number == 1 ? nil : gather, id: "id \(gather)",
                        request: number % 2 == 0 ? request : nil, moment: recorded.moment))
            }
            if gather == gathers * 2 / 3 { try store.checkpoint(shrinking: false) }
        }
        bytes = try Self.read(directory)
        (self.events, self.requests) = (events, requests)
        places = try Self.places(bytes)
    }

    private static func event(
        _ number: Int, of gather: Int, _ longNames: Bool, _ random: inout SplitMix64
    ) -> Event {
        if number == 1 {
            let length = longNames ? Int.random(in: 1...900, using: &random) : 10
            let name = String(repeating: "x", count: length)
            return .opened(
                id: "id \(gather)", time: .standard, teamAName: name, teamBName: name + "y")
        }
        switch Int.random(in: 0..<5, using: &random) {
        case 0: return .started(ago: .milliseconds(Int.random(in: 0...9_999, using: &random)))
        case 1: return .paused(ago: .zero)
        case 2: return .scoreSet(.teamB, Int.random(in: 0...999, using: &random))
        case 3: return .timeAdjusted(by: .seconds(Int.random(in: -300...300, using: &random)))
        default: return .scoreAdded(.teamA, delta: 1)
        }
    }

    static func read(_ directory: String) throws -> [String: [UInt8]] {
        var bytes: [String: [UInt8]] = [:]
        for suffix in StoreFiles.suffixes where Files.exists("\(directory)/gather.db\(suffix)") {
            bytes[suffix] = try Carver.contents("\(directory)/gather.db\(suffix)")
        }
        return bytes
    }

    /// Every event in the database of a directory.
    static func events(_ directory: String) throws -> [Key: RecordedEvent] {
        let database = try SQLiteDatabase(path: "\(directory)/gather.db", .reading)
        var events: [Key: RecordedEvent] = [:]
        try database.prepare("SELECT \(EventRow.columns), checksum FROM events")
            .run { row throws(StoreError) in
                let event = try EventRow(row, at: "")
                events[.init(gather: event.gather, number: event.recorded.number)] = event.recorded
            }
        return events
    }

    private static func places(_ bytes: [String: [UInt8]]) throws -> [Key: Set<Place>] {
        var places: [Key: Set<Place>] = [:]
        func note(_ page: ArraySlice<UInt8>, _ number: Int, _ place: Place) {
            for cell in BTreePage(page, number: number)?.cells ?? [] where cell.overflow == 0 {
                guard let record = Record(cell.local), record.count == 11,
                    let gather = record.value(0)?.integer, let number = record.value(1)?.integer
                else { continue }
                places[Key(gather: gather, number: number), default: []].insert(place)
            }
        }
        let database = bytes[""] ?? []
        for page in 0..<database.count / Schema.pageSize {
            let range = page * Schema.pageSize..<(page + 1) * Schema.pageSize
            note(database[range], page + 1, .page(page))
        }
        let log = WriteAheadLog(bytes["-wal"] ?? [])
        for index in 0..<log.framesRead {
            note(log.content(of: index), log.frames[index].page, .frame(index))
        }
        return places
    }
}

/// Directories for tests that write much, in memory where there is such a place.
enum Scratch {
    static func directory() throws -> String {
        guard Files.isDirectory("/dev/shm") else { return try DaemonFixture.temporaryDirectory() }
        return try DaemonFixture.temporaryDirectory(in: "/dev/shm")
    }
}

/// Random numbers that a seed brings back, after Steele, Lea and Flood.
struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    /// The seed of `GATHERD_SEED`, or another one every time.
    static var seed: UInt64 {
        Environment.current["GATHERD_SEED"].flatMap { UInt64($0) }
            ?? .random(in: .min ... .max)
    }
}
