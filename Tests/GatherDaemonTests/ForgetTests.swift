import FoundationEssentials
import GatherAPI
import GatherCore
import LinuxIO
import Testing
import Varlink

@testable import GatherDaemon

@Suite("A player who is forgotten, on disk")
final class ForgetTests {
    private let directory: String
    private var path: String { "\(directory)/gather.db" }

    init() throws { directory = try DaemonFixture.temporaryDirectory() }

    deinit { try? FileManager.default.removeItem(atPath: directory) }

    private static let moment = Moment(
        boottime: .seconds(1), wall: TestStore.wall, boot: "boot", isWallTrusted: true)
    /// The name has what JSON escapes, and letters of several bytes.
    private static let name = "Zoë \"Z\" Žižková"
    private static let zoe = Player(id: 7, name: name, position: .winger, shirt: 9)
    /// Earlier she was called so.
    private static let young = Player(id: 7, name: "Zoja", position: nil)
    /// The number begins like hers.
    private static let bert = Player(id: 70, name: "Bert", position: nil)
    private static let names = [name, "Zoja"]

    private static func events(_ id: String) -> [Event] {
        [
            .opened(id: id, time: .standard, teamAName: "Reds", teamBName: "Blues"),
            .playersMoved([young, bert], to: .teamA),
            .started(ago: .zero),
            .goalScored(NamedGoal(side: .teamA, scorer: zoe, isOwnGoal: false)),
            .goalScored(NamedGoal(side: .teamA, scorer: bert, isOwnGoal: false)),
            .goalAmended(
                GoalAmendment(number: 5, side: .teamA, scorer: .player(zoe, isOwnGoal: true))),
            .undone(step: 6),
            .cardShown(Card(.yellow, to: .teamA, zoe), ago: .zero),
            .ended,
        ]
    }

    /// Stores two matches with her and one without, with all that else has a name.
    private func fill(_ store: EventStore) throws {
        let profile = try PlayerProfile(
            name: Self.name, age: 30, favouriteTeam: "FC Žižková")
        var member = Squad.Member(
            id: 7, profile: profile,
            link: .linked(
                LinkedPlayer(
                    account: "a", id: 4, agreed: AgreedProfile(profile), confirmedName: "Zoja")))
        member.changes = [
            SquadChange(
                kind: .edited(from: try PlayerProfile(name: "Zoja")), number: 1,
                moment: Self.moment, gather: "", revision: 0)
        ]
        let origin = PlayerRow.Origin(requestID: "add", command: 12, wall: TestStore.wall)
        try store.put([
            PlayerRow(member, origin: origin),
            PlayerRow(Squad.Member(id: 70, profile: try PlayerProfile(name: "Bert"))),
        ])
        let edit = "\(PlayersMethod.Edit.name) {id=7 profile={name=\"Zofie\"}}"
        try store.put(
            [], request: (RequestRecord(id: "edit", command: edit, outcome: [:]), Self.moment))
        for index in 1...2 {
            let events = Self.events("gather \(index)").enumerated().map { number, event in
                RecordedEvent(
                    number: number + 1, step: number + 1, moment: Self.moment,
                    operatorUID: 1_000, event: event)
            }
            let gather = Gather(replaying: events)
            let undone = "undoing the goal of \(Self.name) for Reds"
            let submission = Submission(
                try #require(MatchResult(gather)), players: SubmittedPlayer.all(of: gather),
                at: Self.moment, heldFor: .zero)
            _ = try store.append(
                .init(
                    events: events, id: "gather \(index)",
                    summary: GatherPresenter.closedSummary(gather),
                    submission: .put(submission),
                    appearances: (gather.appearances, TestStore.wall),
                    request: RequestRecord(
                        id: "undo \(index)", command: "io.gatherd.Gather.Undo {}",
                        outcome: ["undone": .string(undone)]),
                    moment: Self.moment))
        }
        let other = RecordedEvent(
            number: 1, step: 1, moment: Self.moment, operatorUID: nil,
            event: .opened(id: "other", time: .standard, teamAName: "A", teamBName: "B"))
        _ = try store.append(.init(events: [other], id: "other", moment: Self.moment))
    }

    /// Opens a store that is filled, and returns the codes of its matches as well.
    private func filled() throws -> (store: EventStore, codes: [String?]) {
        let store = try TestStore.open(directory)
        try fill(store)
        return (store, try Self.codes(store))
    }

    /// The codes of the matches, which are all whole.
    private static func codes(_ store: EventStore) throws -> [String?] {
        try ["gather 1", "gather 2", "other"].map { id in
            let reply = try store.parameters(of: VerificationReading(of: id, code: nil))
            let found = try VerificationFields(
                json: try #require(reply["verification"]), name: "it")
            #expect(found.problem == nil, "\(id)")
            return found.code
        }
    }

    /// The files of the directory that have one of her names, in a form that can be read.
    private func traces() throws -> [String] {
        try Files.names(in: directory).filter { file in
            let bytes = FileManager.default.contents(atPath: "\(directory)/\(file)") ?? Data()
            return (Self.names + ["Zofie"]).contains { name in
                let escaped = JSONValue.string(name).text.dropFirst().dropLast()
                let wide = name.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
                return [Array(name.utf8), Array(escaped.utf8), wide].contains {
                    bytes.firstRange(of: Data($0)) != nil
                }
            }
        }
    }

    private static func count(of player: Int, _ store: EventStore) throws -> Int {
        try store.gatherCount(of: player)
    }

    // MARK: - What is left

    @Test("no file has a name, and each match is as whole as before, with its code")
    func forgotten() throws {
        let (store, codes) = try filled()
        #expect(try Self.count(of: 7, store) == 2)
        #expect(try traces() != [])
        let request = RequestRecord(id: "forget", command: "c", outcome: ["changed": true])
        let names = try store.forget(7, request: (request, Self.moment))
        #expect(names == Set(Self.names))
        #expect(try traces() == [])
        #expect(try Self.count(of: 7, store) == 0)
        #expect(try Self.codes(store) == codes)
        #expect(store.fullCheck()() == nil)
        #expect(try store.request("forget") == request)

        let gather = try store.gather(2).gather
        #expect(gather.score.scoreDescription == "2-0")
        let scorer = try #require(gather.goal(4)?.named?.scorer)
        #expect((scorer.id, scorer.name, scorer.isForgotten) == (7, "somebody", true))
        #expect(scorer.position == nil && scorer.shirt == nil)
        #expect(gather.goal(5)?.named?.scorer == Self.bert)
        let entries = GatherPresenter.timeline(gather, after: 0, limit: 100)
        #expect(entries[3].scorer == "somebody" && entries[3].scorerID == 7)
        #expect(entries.map(\.forgotten) == [nil, nil, nil, [7], nil, nil, nil, [7], nil])
        #expect(entries[1].text.contains("somebody, Bert"))
        let scorers = try store.scorers()
        #expect(scorers.map(\.name).sorted() == ["Bert", "somebody"])
        #expect(scorers.map(\.goals) == [2, 2])
        let players = try store.players()
        #expect(players.map(\.isForgotten) == [true, false])
        #expect(players[0].origin?.requestID == "add" && players[0].origin?.command == 0)
        #expect(try Files.names(in: directory).sorted().filter { $0.contains(".db.") } == [])
    }

    @Test("what is stored of answered commands and of results loses the name, and no more")
    func rows() throws {
        let (store, _) = try filled()
        _ = try store.forget(7, request: nil)
        let undo = try #require(try store.request("undo 1"))
        #expect(undo.command == "io.gatherd.Gather.Undo {}")
        #expect(undo.outcome["undone"] == "undoing the goal of somebody for Reds")
        #expect(try store.request("edit")?.command == ForgottenText.command)
        for row in try store.pendingSubmissions() {
            let record = try #require(SubmissionRecord(json: row.state))
            #expect(record.players.map(\.number) == [70])
        }
        let tables = try store.repairing { store throws(StoreError) in store.tables }
        #expect(try tables.salt(of: SealedDetails.holder(ofPlayer: 7)) == nil)
        #expect(try tables.salt(of: SealedDetails.holder(ofPlayer: 70)) != nil)
    }

    @Test("it goes on: events are added, also with the one who was forgotten, and all is whole")
    func goesOn() throws {
        let lock = try TestStore.lock(directory)
        let store = try TestStore.open(lock)
        try fill(store)
        _ = try store.forget(7, request: nil)
        let gather = try store.gather(1).gather
        let somebody = try #require(gather.lineup.player(7))
        let goal = RecordedEvent(
            number: 10, step: 10, moment: Self.moment, operatorUID: nil,
            event: .goalScored(NamedGoal(side: .teamA, scorer: somebody, isOwnGoal: false)))
        _ = try store.append(
            .init(events: [goal], gather: 1, id: "gather 1", moment: Self.moment))
        _ = try Self.codes(store)
        try store.close()
        let second = try TestStore.open(lock)
        _ = try Self.codes(second)
        #expect(try second.gather(1).gather.log.last?.event == goal.event)
        // A second one is forgotten in the same way.
        #expect(try second.forget(70, request: nil) == ["Bert"])
        _ = try Self.codes(second)
        #expect(try second.players().allSatisfy(\.isForgotten))
    }

    @Test("an export is as right after it as one of before")
    func exports() throws {
        let (store, _) = try filled()
        func lines() throws -> [String] {
            let reply = try store.parameters(
                of: TimelineReading(of: "gather 1", after: 0, limit: 100, adding: .record))
            return try #require(reply["entries"]?.array).map { entry in
                let known: JSONObject = [
                    "gatherId": "gather 1", "teamAName": "Reds", "teamBName": "Blues",
                ]
                let members = try #require(entry.object).members
                return JSONValue.object(
                    JSONObject(known.members + members.filter { $0.key != "operatorName" })
                ).text
            }
        }
        func problem(in lines: [String]) throws -> VerificationFields.Problem? {
            var check = ExportCheck()
            for line in lines { _ = try check.take(Array(line.utf8)[...]) }
            let result = try check.finish()
            return try #require(result).problem
        }
        let before = try lines()
        _ = try store.forget(7, request: nil)
        let after = try lines()
        #expect(try problem(in: before) == nil)
        #expect(try problem(in: after) == nil)
        #expect(!after.contains { $0.contains("Zo") })
        // A name that somebody puts there shows.
        let forged = after.map {
            $0.replacing("\"scorer\":\"somebody\"", with: "\"scorer\":\"Eve\"")
        }
        #expect(forged != after)
        #expect(try problem(in: forged) == .changed)
    }

    @Test("the events of a version without hashes are sealed as well")
    func earlierVersion() throws {
        let fixtures =
            #filePath.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/Fixtures"
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(
                atPath: "\(fixtures)/version6-killed.db\(suffix)", toPath: path + suffix)
        }
        let store = try TestStore.open(directory)
        #expect(try store.forget(1, request: nil) == ["Anna"])
        for file in try Files.names(in: directory) {
            let bytes = FileManager.default.contents(atPath: "\(directory)/\(file)") ?? Data()
            #expect(bytes.firstRange(of: Data("Anna".utf8)) == nil, "\(file)")
        }
        let gather = try store.gather(1).gather
        #expect(gather.goal(7)?.named?.scorer.isForgotten == true)
        #expect(gather.goal(8)?.named?.scorer.name == "Carla")
        #expect(store.fullCheck()() == nil)
    }

    @Test("details that another program has written with blanks are sealed as well")
    func blanks() throws {
        let (store, codes) = try filled()
        do {
            let database = try SQLiteDatabase(path: path)
            var rows: [[SQLiteValue]] = []
            try database.prepare("SELECT \(EventRow.columns) FROM events").run {
                row throws(StoreError) in
                rows.append((0..<row.count).compactMap { row.value($0) })
            }
            let update = try database.prepare(
                "UPDATE events SET details = ?3, checksum = ?4 WHERE gather = ?1 AND number = ?2")
            for var values in rows {
                let text = try #require(values[EventRow.detailsColumn].text)
                // What names nobody is hashed as it is.
                guard text.contains("\"name\":") else { continue }
                let details = JSONValue.object(try #require(JSONObject(text: text)))
                values[EventRow.detailsColumn] = .text(details.prettyText)
                try update.run([
                    values[0], values[1], values[EventRow.detailsColumn],
                    .integer(EventRow.checksum(of: values)),
                ])
            }
        }
        #expect(try Self.codes(store) == codes)
        #expect(try Self.count(of: 7, store) == 2)
        #expect(try store.forget(7, request: nil) == Set(Self.names))
        #expect(try traces() == [])
        #expect(try Self.codes(store) == codes)
    }

    @Test("what is salvaged of a damaged file has the seals, and nobody in the place of them")
    func salvaged() throws {
        let (store, codes) = try filled()
        _ = try store.forget(7, request: nil)
        let known = try store.gather(2)
        store.known = { known }
        do {
            let database = try SQLiteDatabase(path: path)
            try database.execute(
                "UPDATE events SET checksum = checksum + 1 WHERE gather = 2 AND number = 8")
        }
        _ = try store.gather(2)
        #expect(store.salvage?.lostEvents == 0)
        #expect(try Self.codes(store) == codes)
        #expect(try store.players().first { $0.member.id == 7 }?.isForgotten == true)
        #expect(try store.databasesSetAside().count == 1)
        // That file is gone with the next who is forgotten.
        _ = try store.forget(70, request: nil)
        #expect(try store.databasesSetAside() == [])
        #expect(store.salvage == nil)
    }

    // MARK: - Interruptions

    /// The files as they are after each step of a replacement.
    private static let stages = 0..<6

    @Test(
        "wherever it is killed, the next start has all of before, or forgets", arguments: stages)
    func killed(stage: Int) throws {
        let files = StoreFiles(database: path)
        let lock = try TestStore.lock(directory)
        let codes: [String?]
        do {
            let store = try TestStore.open(lock)
            try fill(store)
            codes = try Self.codes(store)
            // So that there is a log.
            let names = try store.repairing { store throws(StoreError) in
                store.keepLog()
                do {
                    return try Forgetting.build(
                        from: store, files, without: 7, request: nil
                    ).names
                } catch { throw StoreError(of: error, path: "") }
            }
            #expect(names == Set(Self.names))
        }
        try Data("Zoja".utf8).write(to: URL(filePath: path + ".damaged-20260101T000000Z"))
        let target = path + ".forgotten-database"
        if stage == 0 { try Data("Zoja".utf8).write(to: URL(filePath: files.draft)) }
        if stage == 1 { try Data("Zoja".utf8).write(to: URL(filePath: files.draft + "-journal")) }
        if stage >= 2 { try Files.rename(files.building, to: target) }
        if stage >= 3 { try Files.remove(path + ".damaged-20260101T000000Z") }
        if stage >= 4 { for each in [files.index, files.log] { try? Files.remove(each) } }
        if stage >= 5 { try Files.remove(path) }

        let store = try TestStore.open(lock)
        #expect(try Self.codes(store) == codes)
        let isForgotten = try store.players()[0].isForgotten
        #expect(isForgotten == (stage >= 2))
        if isForgotten { #expect(try traces() == []) }
        let left = try Files.names(in: directory).filter {
            $0.hasPrefix("gather.db.new") || $0.hasPrefix("gather.db.forgotten")
        }
        #expect(left == [])
        _ = try store.forget(7, request: nil)
        #expect(try traces() == [])
        #expect(try Self.codes(store) == codes)
    }

    @Test(
        "a disk that fails on the way loses nothing",
        arguments: [FaultyDisk.Fault.full, .failingFlushes])
    func diskFault(fault: FaultyDisk.Fault) throws {
        let disk = FaultyDisk(directory)
        let (store, codes) = try filled()
        var refusals = 0
        for passing in 0..<400 {
            disk.set(fault, passing: passing)
            let names = try? store.forget(7, request: nil)
            disk.repair()
            #expect(try Self.codes(store) == codes)
            let isForgotten = try store.players()[0].isForgotten
            #expect(isForgotten == (names != nil))
            #expect(try Files.names(in: directory).filter { $0.contains(".db.") } == [])
            if isForgotten { break }
            refusals += 1
        }
        #expect(refusals > 0)
        #expect(try traces() == [])
        #expect(try store.players()[0].isForgotten)
    }
}

extension EventStore {
    /// Forgets a player, and returns the names that the player has had.
    fileprivate func forget(
        _ player: Int, request: (record: RequestRecord, moment: Moment)?
    ) throws(StoreError) -> Set<String> {
        var found: Set<String> = []
        try forget(player, request: request, gather: nil) { found = $0.names }
        return found
    }
}
