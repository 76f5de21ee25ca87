import Dispatch
import FoundationEssentials
import GatherCore
import LinuxIO
import Testing

@testable import GatherDaemon

@Suite("Damage at random places", .serialized)
struct DamageTests {
    private static let rounds = 500

    /// A damage to the files.
    private struct Damage {
        let bytes: [String: [UInt8]]
        /// Places that are not as they were.
        let touched: Set<SampleFiles.Place>
        let words: String
        /// Whether the log has lost its beginning, or all of it.
        var logIsGone = false
    }

    @Test("a byte is flipped at 500 random places: nothing is lost that another byte holds")
    func flips() throws {
        try repeated { files, random in
            let offset = Int.random(in: 0..<Self.size(files), using: &random)
            let (suffix, place) = Self.place(of: offset, in: files)
            let change = UInt8.random(in: 1...255, using: &random)
            var bytes = files.bytes
            bytes[suffix]?[place] ^= change
            return Damage(
                bytes: bytes, touched: Self.units(place..<place + 1, suffix),
                words: "byte \(place) of gather.db\(suffix) changed by \(change)")
        }
    }

    @Test("the page that is written at a start is damaged: the files are set aside as they were")
    func pageOfTheStart() throws {
        let files = try SampleFiles(seed: SplitMix64.seed)
        let (name, database) = (Array("start".utf8), files.bytes[""] ?? [])
        var count = 0
        for place in database.indices.dropFirst(16)
        where database[place...].starts(with: name) {
            let page = place / Schema.pageSize * Schema.pageSize
            let header = page..<page + 8
            for byte in [Int](place - 8..<place + 16) + header
            where database.indices.contains(byte) {
                var bytes = files.bytes
                bytes[""]?[byte] ^= 0x55
                let damage = Damage(
                    bytes: bytes, touched: Self.units(byte..<byte + 1, ""), words: "byte \(byte)")
                _ = try Self.check(damage, files)
                count += 1
            }
        }
        #expect(count > 0)
    }

    @Test("a file is cut off at 500 random places: nothing is lost of what is left")
    func cuts() throws {
        try repeated { files, random in
            let offset = Int.random(in: 0..<Self.size(files), using: &random)
            let (suffix, place) = Self.place(of: offset, in: files)
            var bytes = files.bytes
            let old = bytes[suffix] ?? []
            bytes[suffix] = Array(old[..<place])
            return Damage(
                bytes: bytes, touched: Self.units(place..<old.count, suffix),
                words: "gather.db\(suffix) cut off at \(place) of \(old.count)",
                logIsGone: suffix == "-wal"
                    && place < WriteAheadLog.headerSize + WriteAheadLog.frameSize)
        }
    }

    // MARK: - Rounds

    private func repeated(
        _ damage: @escaping @Sendable (SampleFiles, inout SplitMix64) -> Damage
    ) throws {
        let seed = SplitMix64.seed
        let samples = try (0..<4).map { try SampleFiles(seed: seed &+ $0) }
        let outcomes = Lock<[String]>([])
        let setAside = Lock(0)
        DispatchQueue.concurrentPerform(iterations: Self.rounds) { round in
            var random = SplitMix64(seed: seed &+ UInt64(round) << 16)
            let files = samples[round % samples.count]
            let damage = damage(files, &random)
            do {
                let wasSetAside = try Self.check(damage, files)
                setAside.withLock { $0 += wasSetAside ? 1 : 0 }
            } catch {
                outcomes.withLock { $0.append("round \(round): \(damage.words): \(error)") }
            }
        }
        let problems = outcomes.withLock { $0 }
        #expect(problems.isEmpty, "GATHERD_SEED=\(seed): \(problems.prefix(3))")
        // Some damage is in bytes that nothing uses; most is not.
        let count = setAside.withLock { $0 }
        #expect(count > Self.rounds / 4, "GATHERD_SEED=\(seed): only \(count) were noticed")
    }

    /// A failed expectation, in words.
    private struct Problem: Error, CustomStringConvertible {
        let description: String
    }

    /// Opens the damaged files and looks at what came of them.
    ///
    /// - Returns: Whether they were set aside.
    private static func check(_ damage: Damage, _ files: SampleFiles) throws -> Bool {
        let directory = try Scratch.directory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        for (suffix, bytes) in damage.bytes {
            try Data(bytes).write(to: URL(filePath: "\(directory)/gather.db\(suffix)"))
        }
        let store: EventStore
        do { store = try TestStore.open(directory) } catch let error as StoreError {
            // The number of a newer version in a file that is whole is believed.
            guard error.cause == .notOurs, damage.bytes[""]?[63] != files.bytes[""]?[63],
                try Carver.contents("\(directory)/gather.db") == damage.bytes[""]
            else { throw error }
            return true
        }
        let wasFoundAtOnce = store.salvage != nil
        if let found = store.fullCheck()() { try store.repair(found) }
        if let salvage = store.salvage {
            for suffix in wasFoundAtOnce ? ["", "-wal"] : [""] {
                let aside = "\(directory)/\(salvage.file)\(suffix)"
                guard try Carver.contents(aside) == damage.bytes[suffix] else {
                    throw Problem(description: "gather.db\(suffix) was not set aside as it was")
                }
            }
            guard store.fullCheck()() == nil else {
                throw Problem(description: "what was salvaged is damaged")
            }
        }
        try compare(try SampleFiles.events(directory), damage, files, salvage: store.salvage)
        return store.salvage != nil
    }

    private static func compare(
        _ found: [SampleFiles.Key: RecordedEvent], _ damage: Damage, _ files: SampleFiles,
        salvage: Salvage?
    ) throws {
        for (key, event) in found where event != files.events[key] {
            let stands =
                switch event.event {
                case .lost: salvage != nil
                case .opened: salvage != nil && key.number == 1
                default: false
                }
            guard stands else { throw Problem(description: "\(key) is \(event)") }
        }
        let missing = files.events.keys.filter { found[$0] != files.events[$0] }
        if salvage == nil, !missing.isEmpty, !damage.logIsGone {
            throw Problem(description: "\(missing) are missing, and nothing was noticed")
        }
        if let salvage, !damage.logIsGone {
            let isCounted =
                salvage.mayHaveLostMore
                ? salvage.lostEvents <= missing.count : salvage.lostEvents == missing.count
            guard isCounted else { throw Problem(description: "\(missing) are \(salvage)") }
        }
        for key in missing {
            // An event on more than one page needs all of them.
            guard let places = files.places[key], !damage.logIsGone else { continue }
            guard places.isSubset(of: damage.touched) else {
                throw Problem(description: "\(key) is lost, and was in \(places)")
            }
        }
    }

    // MARK: - Places

    private static func size(_ files: SampleFiles) -> Int {
        (files.bytes[""]?.count ?? 0) + (files.bytes["-wal"]?.count ?? 0)
    }

    private static func place(of offset: Int, in files: SampleFiles) -> (String, Int) {
        let size = files.bytes[""]?.count ?? 0
        return offset < size ? ("", offset) : ("-wal", offset - size)
    }

    /// The pages or frames that some bytes are in, not byte by byte: a file has many.
    private static func units(_ offsets: Range<Int>, _ suffix: String) -> Set<SampleFiles.Place> {
        guard let first = offsets.first, let last = offsets.last else { return [] }
        func frame(_ offset: Int) -> Int {
            (offset - WriteAheadLog.headerSize) / WriteAheadLog.frameSize
        }
        return suffix == ""
            ? Set((first / Schema.pageSize...last / Schema.pageSize).map { .page($0) })
            : Set((frame(first)...frame(last)).map { .frame($0) })
    }
}
