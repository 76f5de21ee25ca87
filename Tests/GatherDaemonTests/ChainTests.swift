import FoundationEssentials
import GatherAPI
import GatherCore
import LinuxIO
import Testing
import Varlink

@testable import GatherDaemon

@Suite("The chain of events")
final class ChainTests {
    private let directory: String
    private var path: String { "\(directory)/gather.db" }

    init() throws { directory = try DaemonFixture.temporaryDirectory() }

    deinit { try? FileManager.default.removeItem(atPath: directory) }

    private static let id = "0d5e6f6a-3c0b-4a53-9d1c-6f2f0a9a1b11"
    private static let moment = Moment(
        boottime: .seconds(1), wall: TestStore.wall, boot: "boot", isWallTrusted: true)
    private static let anna = Player(id: 7, name: "Änna \"A\"", position: nil)

    /// A match with somebody in it.
    private static let events: [Event] = [
        .opened(id: id, time: .standard, teamAName: "Reds", teamBName: "Blues"),
        .playersMoved([anna, Player(id: 8, name: "Bert", position: nil)], to: .teamA),
        .started(ago: .zero),
        .goalScored(NamedGoal(side: .teamA, scorer: anna, isOwnGoal: false), ago: .zero),
        .scoreAdded(.teamB, delta: 1),
        .undone(step: 5),
        .ended,
    ]

    private static func recorded(_ number: Int, _ event: Event) -> RecordedEvent {
        RecordedEvent(
            number: number, step: number, moment: moment, operatorUID: 1_000,
            device: number == 3 ? "Anna's phone" : nil, event: event)
    }

    private static func add(
        _ events: [Event] = events, after count: Int = 0, to store: EventStore
    ) throws {
        for (index, event) in events.enumerated() {
            let number = count + index + 1
            _ = try store.append(
                .init(
                    events: [recorded(number, event)], gather: number == 1 ? nil : 1, id: id,
                    moment: moment))
        }
    }

    private static func verify(
        _ store: EventStore, of id: String? = nil, code: String? = nil
    ) throws -> VerificationFields {
        let reply = try store.parameters(of: VerificationReading(of: id, code: code))
        return try VerificationFields(json: try #require(reply["verification"]), name: "it")
    }

    /// Opens a store with the match, changed by SQL as somebody would who knows the checksums.
    private func changed(_ sql: String) throws -> VerificationFields {
        try Self.add(to: TestStore.open(directory))
        do {
            let database = try SQLiteDatabase(path: path)
            try database.execute(sql)
            for (number, values) in try Self.rows(database) {
                try database.prepare("UPDATE events SET checksum = ?1 WHERE number = ?2")
                    .run([.integer(EventRow.checksum(of: values)), .integer(number)])
            }
        }
        let store = try TestStore.open(directory)
        #expect(store.salvage == nil)
        return try Self.verify(store)
    }

    private static func rows(_ database: SQLiteDatabase) throws -> [Int: [SQLiteValue]] {
        var rows: [Int: [SQLiteValue]] = [:]
        try database.prepare("SELECT \(EventRow.columns) FROM events").run {
            row throws(StoreError) in
            rows[row.integer(1)] = (0..<row.count).compactMap { row.value($0) }
        }
        return rows
    }

    // MARK: - What is hashed

    @Test("the bytes of a digest never change, or no old record could be checked")
    func golden() throws {
        #expect(
            EventChain.start(of: Self.id, at: 1).hexadecimal
                == "99c1a23cb661eb55d868b6f2a209e3d6c1f47f36be5309ee6586466ff23e12c3")
        let columns = EventRow(Self.recorded(4, Self.events[3]), of: 1).values
        let salt = Array(0..<16 as Range<UInt8>)
        let details = try #require(columns[EventRow.detailsColumn].text)
        #expect(
            try SealedDetails.sealed(details) { _ in salt }
                == #"{"team":"teamA","player":{"id":7,"seal":"37eb3fe39b89d3e59fdbd97e2332737f"},"#
                + #""ownGoal":false}"#
        )
        let digest = try EventChain.digest(
            after: Array(repeating: 1, count: Digest.size), of: columns
        ) { _ in salt }
        #expect(
            digest?.hexadecimal
                == "7a699e8c578902f1e0609d654631b007634f9ddf8c98e6488f060027f7505513")
        #expect(
            EventChain.code(of: Self.id, at: 4, Array(repeating: 2, count: Digest.size))
                == "E6C1-ZM80-36PM-SATP")
    }

    @Test("no name and no device is in what is hashed, and a seal of another salt is another one")
    func sealed() throws {
        var seals: Set<String> = []
        // The last two have the same details: none.
        for event in Self.events.dropLast() {
            let row = EventRow(Self.recorded(3, event), of: 1)
            let details = try #require(row.values[EventRow.detailsColumn].text)
            for salt in [1, 2] as [UInt8] {
                let sealed = try #require(
                    try SealedDetails.sealed(details) { _ in Array(repeating: salt, count: 16) })
                #expect(!sealed.contains("nna") && !sealed.contains("Bert"))
                #expect(sealed.contains("\"seal\""))
                seals.insert(sealed)
            }
        }
        #expect(seals.count == 2 * (Self.events.count - 1))
        // The name of a format, and those of its periods, are nobody's.
        let halves = try #require(MatchFormat(named: "halves"))
        let format = Event.formatChosen(FormatChoice(halves, isForced: false))
        let details = try #require(
            EventRow(Self.recorded(1, format), of: 1).values[EventRow.detailsColumn].text)
        #expect(try SealedDetails.sealed(details) { _ in nil } == details)
    }

    @Test("a code is read as people write it")
    func codes() {
        let code = EventChain.code(of: "x", at: 1, Array(repeating: 3, count: Digest.size))
        #expect(code.count == 19)
        #expect(EventChain.code(read: code) == code)
        #expect(EventChain.code(read: code.lowercased().filter { $0 != "-" }) == code)
        #expect(EventChain.code(read: "oil0-0000 0000-0000") == "0110-0000-0000-0000")
        for wrong in [
            "", "0", String(code.dropLast()), code + "0", "U000-0000-0000-0000",
            "ß000-0000-0000-0000", "0000-0000-0000-000é", String(repeating: "0", count: 99),
        ] { #expect(EventChain.code(read: wrong) == nil, "\(wrong)") }
    }

    // MARK: - Matches

    @Test("each event has a digest, and a code is that of the state in which it was printed")
    func whole() throws {
        let store = try TestStore.open(directory)
        try Self.add(Array(Self.events[..<4]), to: store)
        let printed = try Self.verify(store)
        #expect((printed.events, printed.hashedFrom, printed.problem) == (4, 1, nil))
        try Self.add(Array(Self.events[4...]), after: 4, to: store)
        let now = try Self.verify(store, code: printed.code)
        #expect((now.events, now.problem, now.codeEvent) == (7, nil, 4))
        #expect(now.code != printed.code)
        #expect(try Self.verify(store, code: "0000-0000-0000-0000").codeEvent == nil)
        let page = try store.parameters(of: PageVerificationReading(limit: 10, before: nil))
        #expect(page["matches"] == 1 && page["events"] == 7 && page["withoutHashes"] == 0)
        #expect(page["problems"] == .array([]) && page["last"] == .string(Self.id))
        let show = try store.parameters(of: TimelineReading(of: nil, after: 0, limit: 100))
        #expect(show["gather"]?.object?["code"]?.string == now.code)
        #expect(show["entries"]?.array?.first?.object?["hash"] == nil)
    }

    @Test("events that come while a record is checked are checked as well, one by one or in a page")
    func meanwhile() throws {
        let one = VerificationReading(of: nil, code: nil)
        let page = PageVerificationReading(limit: 10, before: nil)
        let store = try TestStore.open(directory)
        try Self.add([Self.events[0]], to: store)
        // They read the row of the gather before its events.
        for reading in [one, page] as [any Reading] {
            #expect(try store.advance(reading) == nil)
        }
        for number in 1...3 {
            try Self.add([.scoreAdded(.teamA, delta: 1)], after: number, to: store)
        }
        let reply = try store.parameters(of: one)
        let found = try VerificationFields(json: try #require(reply["verification"]), name: "it")
        #expect((found.events, found.problem, found.event) == (4, nil, nil))
        let code = try Self.verify(store).code
        #expect(found.code == code)
        let all = try store.parameters(of: page)
        #expect(all["events"] == 4 && all["problems"] == .array([]))
    }

    @Test(
        "a change shows, and where it begins",
        arguments: [
            ("UPDATE events SET details = '{\"team\":\"teamA\",\"delta\":1}' WHERE number = 5", 5),
            ("UPDATE events SET details = replace(details, 'Bert', 'Ernie')", 2),
            ("UPDATE events SET details = replace(details, 'phone', 'horn')", 3),
            ("UPDATE events SET wall = wall + 1 WHERE number = 4", 4),
            ("UPDATE events SET boottime = boottime + 1 WHERE number = 4", 4),
            ("UPDATE events SET boot = 'other' WHERE number = 4", 4),
            ("UPDATE events SET uid = NULL WHERE number = 6", 6),
            ("UPDATE events SET step = 4 WHERE number = 6", 6),
            ("UPDATE events SET kind = 'discarded', details = '{}' WHERE number = 7", 7),
            ("UPDATE events SET chain = NULL WHERE number < 4", 4),
            ("UPDATE events SET chain = NULL WHERE number = 5", 5),
            ("UPDATE events SET chain = randomblob(32) WHERE number = 5", 5),
        ])
    func changes(sql: String, number: Int) throws {
        let found = try changed(sql)
        #expect((found.problem, found.event) == (.changed, number), "\(sql)")
    }

    @Test("without a salt, or with another one, a name cannot be the right one")
    func salts() throws {
        let found = try changed("DELETE FROM salts WHERE holder = 'player 7'")
        #expect((found.problem, found.event) == (.changed, 2))
    }

    @Test("a name that is forgotten with its salt leaves the chain whole")
    func forgotten() throws {
        try Self.add(to: TestStore.open(directory))
        let before = try Self.verify(TestStore.open(directory))
        do {
            let store = try TestStore.open(directory)
            let tables = try store.repairing { store throws(StoreError) in store.tables }
            let database = try SQLiteDatabase(path: path)
            for (number, var values) in try Self.rows(database) {
                let details = try #require(values[EventRow.detailsColumn].text)
                let sealed = try #require(try SealedDetails.sealed(details, salts: tables.salt))
                values[EventRow.detailsColumn] = .text(sealed)
                try database.prepare(
                    "UPDATE events SET details = ?1, checksum = ?2 WHERE number = ?3"
                ).run([
                    .text(sealed), .integer(EventRow.checksum(of: values)), .integer(number),
                ])
            }
            try database.execute("DELETE FROM salts")
        }
        var check = ChainCheck(of: Self.id)
        let database = try SQLiteDatabase(path: path)
        for (_, values) in try Self.rows(database).sorted(by: { $0.key < $1.key }) {
            try check.check(values) { _ in nil }
        }
        #expect(check.problem == nil)
        #expect(check.presentCode == before.code)
    }

    @Test("an event that is gone shows, and so does an end that is gone")
    func gone() throws {
        let store = try TestStore.open(directory)
        try Self.add(to: store)
        let tables = try store.repairing { store throws(StoreError) in store.tables }
        let database = try SQLiteDatabase(path: path)
        let rows = try Self.rows(database).sorted { $0.key < $1.key }.map(\.value)
        for missing in 1...rows.count {
            var check = ChainCheck(of: Self.id)
            for row in rows where row[1] != .integer(missing) {
                try check.check(row, salts: tables.salt)
            }
            check.end(at: rows.count)
            let found = try #require(check.problem)
            #expect((found.kind, found.number) == (.gone, missing))
        }
    }

    @Test("events of an earlier version have no digest, and later ones go on from them")
    func earlier() throws {
        let fixtures =
            #filePath.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/Fixtures"
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(
                atPath: "\(fixtures)/version6-killed.db\(suffix)", toPath: path + suffix)
        }
        let store = try TestStore.open(directory)
        let before = try Self.verify(store)
        #expect((before.hashedFrom, before.problem, before.code) == (nil, nil, nil))
        let newest = try #require(try store.newestGather())
        let count = newest.gather.revision
        _ = try store.append(
            .init(
                events: [Self.recorded(count + 1, .scoreAdded(.teamA, delta: 1))],
                gather: newest.number, id: newest.gather.id, moment: Self.moment))
        let after = try Self.verify(store)
        #expect((after.hashedFrom, after.problem) == (count + 1, nil))
        let page = try store.parameters(of: PageVerificationReading(limit: 10, before: nil))
        #expect(page["matches"] == 2 && page["withoutHashes"] == 1)
    }

    // MARK: - Damage

    @Test(
        "a salvage keeps the digests, and gives back those of the match in memory",
        arguments: [1...1, 6...6, 1...3, 1...7])
    func salvaged(damaged: ClosedRange<Int>) throws {
        let lock = try TestStore.lock(directory)
        let store = try TestStore.open(lock)
        try Self.add(to: store)
        let before = try Self.verify(store)
        let known = try store.gather(1)
        store.known = { known }
        // Another one is written later, as if it was corrected.
        let other = Self.recorded(
            1,
            .opened(
                id: "other", time: .standard, teamAName: "Greens", teamBName: "Whites"))
        _ = try store.append(.init(events: [other], id: "other", moment: Self.moment))
        // Rows that do not have their checksums, and of which there is no older copy.
        do {
            let database = try SQLiteDatabase(path: path)
            try database.execute(
                """
                UPDATE events SET checksum = checksum + 1
                WHERE gather = 1
                    AND number BETWEEN \(damaged.lowerBound) AND \(damaged.upperBound)
                """)
            try database.execute("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")
        }
        _ = try store.gather(1)
        #expect(store.salvage?.lostEvents == 0)
        let after = try Self.verify(store, of: Self.id)
        #expect((after.problem, after.hashedFrom, after.code) == (nil, 1, before.code))
        try Self.add([.scoreAdded(.teamA, delta: 1)], after: 7, to: store)
        #expect(try Self.verify(store, of: Self.id, code: before.code).codeEvent == 7)
    }

    @Test("events from before there were digests get none in a salvage")
    func salvagedEarlier() throws {
        let fixtures =
            #filePath.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/Fixtures"
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(
                atPath: "\(fixtures)/version6-killed.db\(suffix)", toPath: path + suffix)
        }
        let lock = try TestStore.lock(directory)
        let store = try TestStore.open(lock)
        let newest = try #require(try store.newestGather())
        let count = newest.gather.revision
        for number in count + 1...count + 2 {
            _ = try store.append(
                .init(
                    events: [Self.recorded(number, .scoreAdded(.teamA, delta: 1))],
                    gather: newest.number, id: newest.gather.id, moment: Self.moment))
        }
        let before = try Self.verify(store)
        let known = try store.gather(newest.number)
        store.known = { known }
        do {
            let database = try SQLiteDatabase(path: path)
            try database.execute(
                "UPDATE events SET checksum = checksum + 1 WHERE gather = \(newest.number)")
            try database.execute("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")
        }
        _ = try store.gather(newest.number)
        #expect(store.salvage?.lostEvents == 0)
        let after = try Self.verify(store)
        #expect((after.problem, after.hashedFrom, after.code) == (nil, count + 1, before.code))
    }

    @Test("an event that is lost shows, and later ones go on")
    func lost() throws {
        do {
            let store = try TestStore.open(directory)
            try Self.add(Array(Self.events[..<5]), to: store)
        }
        do {
            let database = try SQLiteDatabase(path: path)
            try database.execute(
                "UPDATE events SET checksum = checksum + 1 WHERE number = 4; VACUUM;")
        }
        let store = try TestStore.open(directory)
        #expect(store.salvage?.lostEvents == 1)
        let found = try Self.verify(store)
        #expect((found.problem, found.event) == (.lost, 4))
        try Self.add([.scoreAdded(.teamA, delta: 1)], after: 5, to: store)
        let later = try Self.verify(store)
        #expect((later.problem, later.event, later.events) == (.lost, 4, 6))
        #expect(later.code != nil)
        // Another salvage joins nothing to the one that is lost.
        let known = try store.gather(1)
        store.known = { known }
        do {
            let database = try SQLiteDatabase(path: path)
            try database.execute("UPDATE events SET checksum = checksum + 1 WHERE number = 2")
            try database.execute("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")
        }
        _ = try store.gather(1)
        let last = try Self.verify(store)
        #expect((last.problem, last.event, last.code) == (.lost, 4, later.code))
    }

    @Test("of a chain whose opening alone was lost, nothing is called changed")
    func opening() throws {
        do { try Self.add(Array(Self.events[..<5]), to: TestStore.open(directory)) }
        do {
            let database = try SQLiteDatabase(path: path)
            try database.execute("UPDATE events SET checksum = checksum + 1 WHERE number = 1")
            try database.execute("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")
        }
        let found = try Self.verify(TestStore.open(directory))
        #expect((found.problem, found.event) == (.lost, 1))
    }

    @Test("a chain whose beginning was lost is not begun anew by another salvage")
    func beginning() throws {
        func damage(_ events: String) throws {
            let database = try SQLiteDatabase(path: path)
            try database.execute("UPDATE events SET checksum = checksum + 1 WHERE \(events)")
            try database.execute("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")
        }
        do { try Self.add(Array(Self.events[..<5]), to: TestStore.open(directory)) }
        try damage("number < 4")
        let store = try TestStore.open(directory)
        let found = try Self.verify(store)
        // The first one is made anew, as a match has to begin with an opening.
        #expect((found.problem, found.event) == (.lost, 2))
        let known = try store.gather(1)
        store.known = { known }
        try damage("number >= 4")
        _ = try store.gather(1)
        #expect(try Self.verify(store).hashedFrom == nil)
    }
}
