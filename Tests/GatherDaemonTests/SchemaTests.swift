import FoundationEssentials
import GatherAPI
import GatherCore
import LinuxIO
import Testing
import Varlink

@testable import GatherDaemon

@Suite("The versions of the database")
final class SchemaTests {
    private let directory: String
    private var path: String { "\(directory)/gather.db" }

    init() throws { directory = try DaemonFixture.temporaryDirectory() }

    deinit { try? FileManager.default.removeItem(atPath: directory) }

    /// Where the databases of released versions are, with what those versions said of them.
    private static let fixtures =
        #filePath.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/Fixtures"

    private func bytes(_ path: String) throws -> Data {
        try #require(FileManager.default.contents(atPath: path))
    }

    /// The words of a version about its database.
    private func told(_ name: String) throws -> JSONObject {
        let data = try bytes("\(Self.fixtures)/\(name).json")
        return try #require(try JSONValue(parsing: Array(data)[...], nesting: 16).object)
    }

    private func expected(_ name: String) throws -> (newest: GatherSnapshot, all: [GatherSummary]) {
        let object = try told(name)
        return (
            try GatherSnapshot(json: try #require(object["newest"]), name: "newest"),
            try #require(object["gathers"]?.array).map {
                try GatherSummary(json: $0, name: "gather")
            }
        )
    }

    /// The summaries of versions before 6 have none.
    private static func withoutRevision(_ summary: GatherSummary) -> GatherSummary {
        var summary = summary
        summary.revision = nil
        return summary
    }

    private func use(_ name: String) throws {
        for suffix in ["", "-wal"] {
            let source = "\(Self.fixtures)/\(name).db\(suffix)"
            guard Files.exists(source) else { continue }
            try FileManager.default.copyItem(atPath: source, toPath: path + suffix)
        }
    }

    /// Opens a database of an earlier version, which tells of the same gathers as it did then.
    private func migrated(
        _ name: String
    ) throws -> (store: EventStore, newest: GatherSnapshot, found: Gather) {
        try use(name)
        let (newest, all) = try expected(name)
        let log = RecordingLog()
        let store = try TestStore.open(directory, log: log)
        #expect(log.all == [])
        let gathers = try store.history()
        #expect(gathers.first?.revision == newest.revision)
        #expect(gathers.map(Self.withoutRevision) == all.map(Self.withoutRevision))
        let found = try #require(try store.newestGather()?.gather)
        #expect(found.id == newest.id)
        #expect(found.revision == newest.revision)
        #expect(found.log.allSatisfy { $0.device == nil })
        return (store, newest, found)
    }

    @Test(
        "a database of version 1 migrates, after a kill too, and tells of the same gathers",
        arguments: ["version1", "version1-killed"])
    func version1(name: String) throws {
        let (store, newest, found) = try migrated(name)
        #expect(found.score.scoreDescription == newest.score)
        #expect(found.name(of: .teamA) == newest.teamA.name)
        #expect(try store.request("first") != nil)
        #expect(try store.request("goal 7")?.outcome["outcome"] != nil)
        #expect(store.fullCheck()() == nil)
    }

    @Test(
        "a database of version 2 migrates, after a kill too, with its checksums and summaries",
        arguments: ["version2", "version2-killed"])
    func version2(name: String) throws {
        let (store, newest, found) = try migrated(name)
        #expect(found.score.scoreDescription == newest.score)
        #expect(found.name(of: .teamA) == newest.teamA.name)
        #expect(try store.request("first") != nil)
        #expect(try store.request("goal 7")?.outcome["outcome"] != nil)
        #expect(try store.pendingSubmissions() == [])
        #expect(try store.unsubmittedGathers().map(\.number) == [1, 2])
        #expect(store.fullCheck()() == nil)
        let database = try SQLiteDatabase(path: path, .reading)
        #expect(try Schema.tables(of: database) == Schema.presentTables())
    }

    @Test(
        "a database of version 3 migrates, after a kill too, with its submission and no players",
        arguments: ["version3", "version3-killed"])
    func version3(name: String) throws {
        let (store, _, found) = try migrated(name)
        #expect(found.lineup == Lineup())
        #expect(try store.request("goal 7")?.outcome["outcome"] != nil)
        let submissions = try store.pendingSubmissions()
        #expect(submissions.map(\.gather) == [1])
        #expect(submissions.first?.state["result"]?.object?["score"] == "6-2")
        #expect(try store.players() == [])
        #expect(try store.scorers() == [])
        #expect(store.fullCheck()() == nil)
        let database = try SQLiteDatabase(path: path, .reading)
        #expect(try Schema.tables(of: database) == Schema.presentTables())
    }

    @Test(
        "a database of version 4 migrates, after a kill too, and ranks as it did",
        arguments: ["version4-ranked", "version4-killed"])
    func ranked(name: String) throws {
        let (store, _, found) = try migrated(name)
        #expect(found.score.scoreDescription == "0-2")
        #expect(try store.request("goal 7")?.outcome["outcome"] != nil)
        let expected = try Self.scorers(told(name))
        #expect(try Self.ranking(store.scorers()) == expected)
        #expect(try Self.ranking(store.scorers(since: .zero)) == expected)
        #expect(store.fullCheck()() == nil)
        let database = try SQLiteDatabase(path: path, .reading)
        #expect(try Schema.tables(of: database) == Schema.presentTables())
    }

    @Test("what version 4 had of players and names is told as it was, whatever was taken back")
    func version4() throws {
        let (store, _, _) = try migrated("version4")
        let json = try told("version4")
        let timelines = try #require(json["timelines"]?.array)
        for (number, timeline) in zip(try store.numbers(), timelines) {
            let gather = try store.gather(number).gather
            let entries = GatherPresenter.timeline(gather, after: 0, limit: 100).map { entry in
                // Whose name it is is for the machine to say.
                var entry = entry
                entry.operatorName = nil
                // It told nothing of these yet.
                (entry.team, entry.goals, entry.standingScore) = (nil, nil, nil)
                (entry.correction, entry.lowered) = (nil, nil)
                return Self.withoutTally(entry)
            }
            #expect(try entries == Self.entries(timeline))
            for section in TeamSection.allCases {
                let players = GatherPresenter.players(section, of: gather).map {
                    Self.withoutShirt($0.json)
                }
                #expect(.array(players) == timeline.object?[section.rawValue])
            }
        }
        let squad = try store.players().filter { !$0.member.isRemoved }.map {
            Self.withoutShirt(PlayersPresenter.player($0.member, account: nil).json)
        }
        #expect(.array(squad) == json["players"])
        #expect(store.fullCheck()() == nil)
    }

    @Test("a database of version 5 migrates, after a kill too, and tells what that version told")
    func version5() throws {
        let (store, _, _) = try migrated("version5-killed")
        let json = try told("version5-killed")
        try expectTimelines(of: store, as: json)
        #expect(try Self.ranking(store.scorers()) == Self.scorers(json))
        #expect(store.fullCheck()() == nil)
    }

    @Test("a database of version 6 migrates, after a kill too, and tells what that version told")
    func version6() throws {
        let (store, _, _) = try migrated("version6-killed")
        try expectTimelines(of: store, as: told("version6-killed"))
        let database = try SQLiteDatabase(path: path, .reading)
        #expect(try Schema.tables(of: database) == Schema.presentTables())
        #expect(try database.integer("SELECT count(*) FROM events WHERE chain NOT NULL") == 0)
        #expect(store.fullCheck()() == nil)
    }

    /// Expects the timelines of all gathers to be what a version told of them.
    private func expectTimelines(of store: EventStore, as told: JSONObject) throws {
        let timelines = try #require(told["timelines"]?.array)
        let numbers = try store.numbers()
        try #require(timelines.count == numbers.count)
        for (number, timeline) in zip(numbers, timelines) {
            let gather = try store.gather(number).gather
            let entries = GatherPresenter.timeline(gather, after: 0, limit: 100)
            #expect(try entries.map(Self.withoutTally) == Self.entries(timeline))
            expectPages(of: gather, as: entries)
        }
    }

    /// Expects pages to be the same entries, however many are in each, and in whatever order they
    /// are asked for.
    private func expectPages(of gather: Gather, as entries: [TimelineEntry]) {
        var timeline = Timeline(of: gather)
        for size in [1, 3, 7] {
            var pages: [TimelineEntry] = []
            while pages.count < entries.count {
                let page = timeline.entries(
                    of: gather, after: pages.last?.number ?? 0, limit: size)
                guard !page.isEmpty else { break }
                pages += page
            }
            #expect(pages == entries)
        }
        for entry in entries.reversed() {
            let page = timeline.entries(of: gather, after: entry.number - 1, limit: 1)
            #expect(page == [entry])
        }
    }

    /// Returns the entries of a timeline that a version told, without the names of accounts, which
    /// are for the machine to say.
    private static func entries(_ timeline: JSONValue) throws -> [TimelineEntry] {
        try #require(timeline.object?["entries"]?.array).map { json in
            var entry = try TimelineEntry(json: json, name: "entry")
            entry.operatorName = nil
            return entry
        }
    }

    /// Returns an entry without its place in the tally, which no earlier version reported.
    private static func withoutTally(_ entry: TimelineEntry) -> TimelineEntry {
        var entry = entry
        (entry.tallyGoals, entry.tallyPlace, entry.tallyScore) = (nil, nil, nil)
        return entry
    }

    private static func scorers(_ told: JSONObject) throws -> [ScorerFields] {
        try #require(told["scorers"]?.array).map { try ScorerFields(json: $0, name: "scorer") }
    }

    /// Returns a player without a shirt, and who was not sent off, as a version before 6 reported
    /// one.
    private static func withoutShirt(_ player: JSONValue) -> JSONValue {
        guard var player = player.object, player["shirt"] == .null else { return player }
        player["shirt"] = nil
        if player["sentOff"] == .null { player["sentOff"] = nil }
        return .object(player)
    }

    /// Returns scorers as a version before 6 reported them, without the wins.
    private static func ranking(_ scorers: [ScorerFields]) -> [ScorerFields] {
        scorers.map { scorer in
            var scorer = scorer
            (scorer.wins, scorer.draws, scorer.losses) = (nil, nil, nil)
            return scorer
        }
    }

    @Test("a migrated database is like a new one, and its old rows have no checksum")
    func sameTables() throws {
        try use("version1")
        _ = try TestStore.open(directory)
        let database = try SQLiteDatabase(path: path, .reading)
        #expect(try Schema.tables(of: database) == Schema.presentTables())
        #expect(try database.integer("PRAGMA user_version") == Schema.version)
        #expect(try database.integer("SELECT count(*) FROM events WHERE checksum IS NULL") == 26)
    }

    @Test("a migration that is refused has not begun")
    func refused() throws {
        try use("version1")
        let before = try bytes(path)
        let other = try SQLiteDatabase(path: path)
        try other.execute("BEGIN IMMEDIATE")
        #expect(throws: StoreError.self) { _ = try TestStore.open(directory) }
        try other.execute("ROLLBACK")
        #expect(try bytes(path) == before)
        #expect(try TestStore.open(directory).numbers() == [4, 2, 1])
    }

    @Test("a database of a newer version is refused by its number and left as it is")
    func newerVersion() throws {
        do {
            let database = try SQLiteDatabase(path: path)
            try database.execute("PRAGMA application_id = \(Schema.applicationID)")
            try database.execute("PRAGMA user_version = 99; CREATE TABLE future (x)")
        }
        try expectRefusal(
            "the database has version 99, and this gatherd reads up to \(Schema.version)")
    }

    @Test("a newer version is refused by its number also where its tables are ours")
    func newerVersionOfTheSameTables() throws {
        let files = try SampleFiles(seed: 7)
        for (suffix, bytes) in files.bytes {
            try Data(bytes).write(to: URL(filePath: path + suffix))
        }
        try TestStore.open(directory).close()
        var bytes = try Carver.contents(path)
        let newer = Schema.version + 1
        bytes[63] = UInt8(newer)
        try Data(bytes).write(to: URL(filePath: path))
        try expectRefusal(
            "the database has version \(newer), and this gatherd reads up to \(Schema.version)")
        // Where anything else is damaged, or there will never be such a version, it is damage.
        var damaged = bytes
        damaged[bytes.count - 10] ^= 1
        bytes[61] = 1
        for bytes in [damaged, bytes] {
            for suffix in ["-wal", "-shm"] { try? Files.remove(path + suffix) }
            try Data(bytes).write(to: URL(filePath: path))
            #expect(try TestStore.open(directory).salvage != nil)
        }
    }

    @Test("a database of another program is refused and left as it is")
    func foreignDatabase() throws {
        do {
            let database = try SQLiteDatabase(path: path)
            try database.execute("PRAGMA application_id = 7; CREATE TABLE t (x)")
        }
        try expectRefusal("the file is not a database of gatherd")
        do {
            let database = try SQLiteDatabase(path: path)
            try database.execute("PRAGMA application_id = 0; PRAGMA journal_mode = WAL")
        }
        try expectRefusal("the file is not a database of gatherd")
    }

    private func expectRefusal(_ reason: String) throws {
        let before = try bytes(path)
        do {
            _ = try TestStore.open(directory)
            Issue.record("it was opened")
        } catch let error as StoreError {
            #expect(error.description == reason)
            #expect(error.cause == .notOurs)
        }
        #expect(try bytes(path) == before)
        let names = try Files.names(in: directory).filter { $0.hasPrefix("gather.db.") }
        #expect(names == [])
    }
}
