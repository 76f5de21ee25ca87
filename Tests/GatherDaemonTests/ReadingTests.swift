import Dispatch
import FoundationEssentials
import GatherAPI
import LinuxIO
import Testing
import Varlink

@testable import GatherCore
@testable import GatherDaemon

@Suite("Readings beside the match")
final class ReadingTests {
    private let directory: String

    init() throws { directory = try DaemonFixture.temporaryDirectory() }

    deinit { try? FileManager.default.removeItem(atPath: directory) }

    private let moment = Moment(
        boottime: .seconds(1), wall: TestStore.wall, boot: "boot", isWallTrusted: true)

    /// Adds a gather that is open, and has so many events.
    private func open(_ number: Int, events count: Int, in store: EventStore) throws {
        let opened = Event.opened(
            id: "gather \(number)", time: .standard, teamAName: "A", teamBName: "B")
        let goal = Event.scoreAdded(.teamA, delta: 1)
        let events = (1...count).map {
            RecordedEvent(
                number: $0, step: $0, moment: moment, operatorUID: nil,
                event: $0 == 1 ? opened : goal)
        }
        _ = try store.append(.init(events: events, id: "gather \(number)", moment: moment))
    }

    /// Goes on with a reading to its end.
    ///
    /// - Returns: The parameters of the reply, and how many turns it took.
    private func read(
        _ reading: sending any Reading, through gate: ArchiveGate
    ) throws -> (parameters: JSONObject, turns: Int) {
        let job = ReadingJob(reading)
        for turns in 1...100_000 {
            switch job.advance(through: gate, clock: HastyClock()) {
            case .reply(let message):
                let json = try JSONValue(parsing: message.bytes.dropLast(), nesting: 16)
                let reply = try Reply(parsing: try #require(json.object))
                return (reply.parameters, turns)
            case .unfinished: continue
            case .storeNeeded: throw StoreNeeded()
            }
        }
        throw StoreNeeded()
    }

    private struct StoreNeeded: Error {}

    @Test("a page is worked out in turns of one piece each, and is whole")
    func pieces() throws {
        let store = try TestStore.open(directory)
        for number in 1...150 { try open(number, events: 2, in: store) }
        let (reply, turns) = try read(
            HistoryReading(limit: 1_000, before: nil), through: store.gate)
        let ids = reply["gathers"]?.array?.compactMap { $0.object?["id"]?.string }
        #expect(ids == (1...150).reversed().map { "gather \($0)" })
        #expect(turns > 150)
    }

    @Test("a long gather is folded over many turns, to what it is at once")
    func longGather() throws {
        let store = try TestStore.open(directory)
        try open(1, events: 900, in: store)
        let (reply, turns) = try read(
            TimelineReading(of: nil, after: 890, limit: 5), through: store.gate)
        #expect(reply["gather"]?.object?["score"]?.string == "899-0")
        let numbers = reply["entries"]?.array?.compactMap { $0.object?["number"]?.int }
        #expect(numbers == [891, 892, 893, 894, 895])
        #expect(turns >= 3)
    }

    @Test("behind its last event a gather has no entries", arguments: [5, 6, .max])
    func afterAll(number: Int) throws {
        let store = try TestStore.open(directory)
        try open(1, events: 5, in: store)
        let reading = TimelineReading(of: nil, after: number, limit: 1_000, adding: .record)
        let reply = try read(reading, through: store.gate).parameters
        #expect(reply["entries"]?.array?.isEmpty == true)
        #expect(reply["gather"]?.object?["revision"] == 5)
    }

    @Test("the pages of one moment show the gather as it was, whatever has happened since")
    func ofOneMoment() throws {
        let store = try TestStore.open(directory)
        try open(1, events: 5, in: store)
        func show(at number: Int) throws -> JSONObject {
            let reading = TimelineReading(of: nil, after: 2, revision: number, limit: 9)
            return try read(reading, through: store.gate).parameters
        }
        let before = try show(at: 5)
        let undone = RecordedEvent(
            number: 6, step: 6, moment: moment, operatorUID: nil, event: .undone(step: 5))
        _ = try store.append(.init(events: [undone], gather: 1, id: "gather 1", moment: moment))
        #expect(try show(at: 6) != before)
        #expect(try show(at: 5) == before)
        #expect(before["gather"]?.object?["revision"] == 5)
        #expect(before["gather"]?.object?["score"] == "4-0")
    }

    @Test("a reading begins again where the next piece is of another file")
    func otherFile() throws {
        let other = try DaemonFixture.temporaryDirectory()
        defer { try? FileManager.default.removeItem(atPath: other) }
        let (store, later) = (try TestStore.open(directory), try TestStore.open(other))
        try open(1, events: 900, in: store)
        try open(1, events: 7, in: later)
        let job = ReadingJob(TimelineReading(of: nil, after: 0, limit: 1))
        for _ in 1...2 {
            guard case .unfinished = job.advance(through: store.gate, clock: HastyClock()) else {
                Issue.record("it was done at once")
                return
            }
        }
        for _ in 1...100 {
            if case .reply(let message) = job.advance(through: later.gate, clock: HastyClock()) {
                let json = try JSONValue(parsing: message.bytes.dropLast(), nesting: 16)
                let reply = try Reply(parsing: try #require(json.object))
                #expect(reply.parameters["gather"]?.object?["score"]?.string == "6-0")
                return
            }
        }
        Issue.record("it was never done")
    }

    /// Goes on with a reading of all gathers until it has so many replies, or to its end.
    ///
    /// - Returns: The parts of each reply.
    private func parts(
        _ job: ReadingJob, atMost most: Int = .max, through gate: ArchiveGate
    ) throws -> [[HistoryPart]] {
        var replies: [[HistoryPart]] = []
        for _ in 1...100_000 where replies.count < most {
            guard case .reply(let message) = job.advance(through: gate, clock: HastyClock()) else {
                continue
            }
            let json = try JSONValue(parsing: message.bytes.dropLast(), nesting: 16)
            let reply = try Reply(parsing: try #require(json.object))
            #expect(reply.continues == message.continues)
            replies.append(try HistoryMethod.ShowAll.Reply(reply.parameters).matches)
            if !message.continues { break }
        }
        return replies
    }

    @Test("all events come newest gather first, many short gathers in one reply")
    func shortGathers() throws {
        let store = try TestStore.open(directory)
        for number in 1...150 { try open(number, events: 3, in: store) }
        let job = ReadingJob(AllTimelinesReading(before: nil, adding: .record))
        let replies = try parts(job, through: store.gate)
        let counts = replies.map { $0.reduce(0) { $0 + $1.entries.count } }
        let most = Limits.eventsInReply
        #expect(counts.dropLast().allSatisfy { (most..<most + 3).contains($0) })
        #expect(counts.reduce(0, +) == 450)
        let all = replies.flatMap(\.self)
        #expect(all.map(\.gather.id) == (1...150).reversed().map { "gather \($0)" })
        let show = TimelineReading(of: "gather 77", after: 0, limit: 9, adding: .record)
        let shown = try HistoryMethod.Show.Reply(read(show, through: store.gate).parameters)
        #expect(all[73].gather == shown.gather && all[73].entries == shown.entries)
        #expect(all.allSatisfy { $0.entries.allSatisfy { $0.record != nil } })
        let rest = ReadingJob(AllTimelinesReading(before: "gather 3", adding: []))
        #expect(
            try parts(rest, through: store.gate).flatMap(\.self).map(\.gather.id)
                == ["gather 2", "gather 1"])
    }

    @Test("a long gather comes in several replies, and shows the moment of the first")
    func partsOfLongGather() throws {
        let store = try TestStore.open(directory)
        try open(1, events: 2, in: store)
        let (most, half) = (Limits.eventsInReply, Limits.eventsInReply / 2)
        let count = 4 * most + half
        try open(2, events: count, in: store)
        try open(3, events: 2, in: store)
        let job = ReadingJob(AllTimelinesReading(before: nil, adding: []))
        let first = try parts(job, atMost: 2, through: store.gate)
        let undone = RecordedEvent(
            number: count + 1, step: count + 1, moment: moment, operatorUID: nil,
            event: .undone(step: count))
        _ = try store.append(.init(events: [undone], gather: 2, id: "gather 2", moment: moment))
        let replies = first + (try parts(job, through: store.gate))
        let counts = replies.map { $0.map { "\($0.gather.id): \($0.entries.count)" } }
        #expect(
            counts == [
                ["gather 3: 2", "gather 2: \(most)"], ["gather 2: \(most)"],
                ["gather 2: \(most)"], ["gather 2: \(most)"],
                ["gather 2: \(half)", "gather 1: 2"],
            ])
        let long = replies.flatMap(\.self).filter { $0.gather.id == "gather 2" }
        #expect(long.flatMap(\.entries).map(\.number) == Array(1...count))
        #expect(long.allSatisfy { $0.gather.revision == count })
        #expect(Set(long.map(\.gather.score)) == ["\(count - 1)-0"])
    }

    @Test("in another file all events go on behind those that were sent")
    func partsOfOtherFile() throws {
        let other = try DaemonFixture.temporaryDirectory()
        defer { try? FileManager.default.removeItem(atPath: other) }
        let (store, later) = (try TestStore.open(directory), try TestStore.open(other))
        let most = Limits.eventsInReply
        for number in 1...3 { try open(number, events: most + most / 2, in: store) }
        try open(2, events: most + 10, in: later)
        try open(1, events: 5, in: later)
        let job = ReadingJob(AllTimelinesReading(before: nil, adding: []))
        _ = try parts(job, atMost: 2, through: store.gate)
        let rest = try parts(job, through: later.gate).flatMap(\.self)
        #expect(
            rest.map { "\($0.gather.id): \($0.entries.map(\.number))" }
                == ["gather 2: \(Array(most + 1...most + 10))"])
        let gone = ReadingJob(AllTimelinesReading(before: "gather 9", adding: []))
        guard case .reply(let message) = gone.advance(through: later.gate, clock: HastyClock())
        else {
            Issue.record("it found a gather that is not there")
            return
        }
        #expect(message.bytes == HistoryError.noSuchGather.reply.message)
    }

    @Test("a gather is folded when no transaction is open", arguments: [true, false])
    func folded(isPage: Bool) throws {
        let store = try TestStore.open(directory)
        try open(1, events: 900, in: store)
        let gate = store.gate
        let folds = Lock<[Bool]>([])
        let folding: GatherFold.Folding = { events in
            // Who empties the log does not wait for it.
            let isOut = DispatchSemaphore(value: 0)
            DispatchQueue(label: "store").async {
                try? gate.withoutReaders {}
                isOut.signal()
            }
            let isFree = isOut.wait(timeout: .now() + 5) == .success
            folds.withLock { $0.append(isFree && events.count == 900) }
            return Gather(replaying: events)
        }
        let reading: any Reading =
            if isPage { HistoryReading(limit: 9, before: nil, folding: folding) } else {
                TimelineReading(of: nil, after: 0, limit: 1, folding: folding)
            }
        let (reply, _) = try read(reading, through: gate)
        let summary = isPage ? reply["gathers"]?.array?.first : reply["gather"]
        #expect(summary?.object?["score"]?.string == "899-0")
        #expect(folds.withLock { $0 } == [true])
    }

    /// Counts how often a gather is folded from its first event on.
    private static func counting(_ folds: Lock<Int>) -> GatherFold.Folding {
        { events in
            folds.withLock { $0 += 1 }
            return Gather(replaying: events)
        }
    }

    @Test("a later page goes on from the gather that was folded last, as long as the file is open")
    func kept() throws {
        let store = try TestStore.open(directory)
        try open(1, events: 900, in: store)
        let folds = Lock(0)
        func show(after number: Int) throws -> (parameters: JSONObject, turns: Int) {
            let reading = TimelineReading(
                of: "gather 1", after: number, limit: 5, folding: Self.counting(folds))
            return try read(reading, through: store.gate)
        }
        _ = try show(after: 0)
        _ = try show(after: 5)
        let goal = RecordedEvent(
            number: 901, step: 901, moment: moment, operatorUID: nil,
            event: .scoreAdded(.teamB, delta: 1))
        _ = try store.append(.init(events: [goal], gather: 1, id: "gather 1", moment: moment))
        let page = try show(after: 899)
        #expect(folds.withLock { $0 } == 1)
        #expect(page.turns == 2)
        #expect(page.parameters["gather"]?.object?["score"]?.string == "899-1")
        let numbers = page.parameters["entries"]?.array?.compactMap { $0.object?["number"]?.int }
        #expect(numbers == [900, 901])
        // One is kept at a time.
        try open(2, events: 2, in: store)
        let list = HistoryReading(limit: 9, before: nil, folding: Self.counting(folds))
        _ = try read(list, through: store.gate)
        #expect(folds.withLock { $0 } == 3)
        _ = try show(after: 0)
        #expect(folds.withLock { $0 } == 3)
        store.gate.shut()
        store.gate.open("\(directory)/gather.db")
        #expect(try show(after: 899).parameters == page.parameters)
        #expect(folds.withLock { $0 } == 4)
    }

    @Test("what was folded of events that are not those of the file is not used")
    func otherEvents() throws {
        let store = try TestStore.open(directory)
        try open(1, events: 9, in: store)
        let gather = try store.gather(1).gather
        var log = gather.log
        log[8].moment.wall += .seconds(1)
        let last = LastFold()
        let database = try SQLiteDatabase(path: "\(directory)/gather.db", .reading)
        let tables = try ArchiveTables(database, lastFold: last)
        let row = try #require(try tables.newestGather())
        let folds = Lock(0)
        for (kept, count) in [(Gather(replaying: log), 1), (gather, 1)] {
            last.keep(.init(gather: kept), of: 1)
            let fold = GatherFold(row, Self.counting(folds))
            #expect(try fold.isRead(in: tables))
            #expect(fold.use { folded, _ in folded } == gather)
            #expect(folds.withLock { $0 } == count)
        }
        // That of another match is not its beginning, nor is a longer one.
        last.keep(.init(gather: gather), of: 2)
        #expect(last.take(row)?.gather == nil)
        log.append(log[8])
        log[9].number = 10
        last.keep(.init(gather: Gather(replaying: log)), of: 1)
        #expect(last.take(row)?.gather == nil)
    }

    @Test("the timeline that was made is kept with the gather, until there is another event")
    func keptTimeline() throws {
        let store = try TestStore.open(directory)
        try open(1, events: 9, in: store)
        let database = try SQLiteDatabase(path: "\(directory)/gather.db", .reading)
        let tables = try ArchiveTables(database, lastFold: LastFold())
        func wasKept() throws -> Bool {
            let row = try #require(try tables.newestGather())
            let fold = GatherFold(row, Gather.init(replaying:))
            #expect(try fold.isRead(in: tables))
            return fold.use { gather, timeline in
                defer { timeline = Timeline(of: gather) }
                return timeline != nil
            }
        }
        #expect(try !wasKept())
        #expect(try wasKept())
        let goal = RecordedEvent(
            number: 10, step: 10, moment: moment, operatorUID: nil,
            event: .scoreAdded(.teamB, delta: 1))
        _ = try store.append(.init(events: [goal], gather: 1, id: "gather 1", moment: moment))
        #expect(try !wasKept())
        #expect(try wasKept())
    }

    @Test("a gather of more than 50,000 events is kept while it is used")
    func tooLong() throws {
        let events = (1...50_001).map {
            RecordedEvent(
                number: $0, step: $0, moment: moment, operatorUID: nil, event: .rebooted)
        }
        var row = GatherRow(number: 1, id: "gather 1", turn: 1)
        row.revision = 50_001
        let last = LastFold()
        last.keep(.init(gather: Gather(replaying: events.dropLast())), of: 1)
        #expect(last.longUse == nil)
        let long = try #require(last.take(row))
        #expect(long.gather.revision == 50_000)
        for _ in 1...2 {
            last.keep(.init(gather: Gather(replaying: events)), of: 1)
            let use = try #require(last.longUse)
            let taken = try #require(last.take(row))
            #expect(taken.gather.revision == 50_001)
            last.keep(taken, of: 1)
            last.drop(unusedSince: use)
            #expect(last.longUse == use + 1)
            last.drop(unusedSince: use + 1)
            #expect(last.take(row)?.gather == nil)
        }
    }

    @Test("no transaction is open between two turns: the log is emptied")
    func log() throws {
        let store = try TestStore.open(directory)
        for number in 1...200 { try open(number, events: 2, in: store) }
        let job = ReadingJob(HistoryReading(limit: 1_000, before: nil))
        guard case .unfinished = job.advance(through: store.gate, clock: HastyClock()) else {
            Issue.record("it took one turn")
            return
        }
        try store.checkpoint(shrinking: true)
        #expect(Files.size(of: "\(directory)/gather.db-wal") == 0)
    }

    @Test("the file is opened anew when it was healed or another is in its place")
    func exchanged() throws {
        let store = try TestStore.open(directory)
        try open(1, events: 3, in: store)
        store.known = { nil }
        let reading = { HistoryReading(limit: 9, before: nil) }
        let before = try read(reading(), through: store.gate).parameters
        try store.repair(.damaged(directory, "as a test has it"))
        #expect(try read(reading(), through: store.gate).parameters == before)
        try open(2, events: 1, in: store)
        #expect(try read(reading(), through: store.gate).parameters["gathers"]?.array?.count == 2)
        try store.close()
        #expect(throws: StoreNeeded.self) { try self.read(reading(), through: store.gate) }
    }

    @Test("what is met damaged is left to the store, which salvages it")
    func damaged() throws {
        let fixture = try DaemonFixture(directory: directory)
        let client = try fixture.client()
        for _ in 1...3 {
            _ = try client.gather(.open)
            _ = try client.gather(.discard)
        }
        let other = try SQLiteDatabase(path: "\(directory)/gather.db", .readingAndWriting)
        try other.execute("UPDATE gathers SET checksum = checksum + 1 WHERE number = 2")
        try client.send(Call("io.gatherd.History.List").message)
        let reply = try #require(try client.receive())
        #expect(reply.parameters["gathers"]?.array?.count == 3)
        let salvaged = try client.call(.get).parameters["salvaged"]
        #expect(salvaged?.object != nil)
    }

    @Test("what is kept of a ranking is what counting all would give")
    func ranking() throws {
        let seed = UInt64.random(in: 0...999_999)
        var numbers = SplitMix64(seed: seed)
        let store = try TestStore.open(directory)
        for number in 1...30 { try open(number, events: 1, in: store) }
        for _ in 1...300 {
            let gather = Int.random(in: 1...30, using: &numbers)
            let players = (1...6).filter { _ in Bool.random(using: &numbers) }
            let appearances = players.map { id -> Appearance in
                let player = Player(id: id, name: "P\(id) of \(gather)", position: nil)
                var appearance = Appearance(player, on: .teamA)
                appearance.goals = Int.random(in: 0...3, using: &numbers)
                appearance.ownGoals = Int.random(in: 0...1, using: &numbers)
                appearance.outcome = [.won, .drawn, .lost][Int.random(in: 0...2, using: &numbers)]
                return appearance
            }
            _ = try store.append(
                .init(
                    gather: gather, id: "gather \(gather)", appearances: (appearances, .zero),
                    moment: moment))
        }
        func figures(_ scorers: [ScorerFields]) -> [String] {
            scorers.map {
                "\($0.playerID) \($0.name) \($0.goals) \($0.ownGoals) \($0.appearances)"
            }
        }
        let kept = figures(try store.scorers())
        let counted = figures(try store.scorers(since: .zero))
        #expect(kept == counted, "seed \(seed)")
        #expect(store.fullCheck()() == nil)
    }

    @Test("the name in a ranking is that of the newest gather that has ended and stayed so")
    func names() throws {
        let store = try TestStore.open(directory)
        for number in 1...3 { try open(number, events: 1, in: store) }
        func end(_ gather: Int, with name: String?) throws {
            let appearances = [name].compactMap { $0 }.map {
                Appearance(Player(id: 1, name: $0, position: nil), on: .teamA)
            }
            _ = try store.append(
                .init(
                    gather: gather, id: "gather \(gather)", appearances: (appearances, .zero),
                    moment: moment))
        }
        func ranked() throws -> [String] { try store.scorers().map(\.name) }
        try end(1, with: "Ann")
        try end(2, with: "Anna")
        try end(3, with: "Anne")
        #expect(try ranked() == ["Anne"])
        try end(2, with: nil)
        #expect(try ranked() == ["Anne"])
        try end(3, with: nil)
        #expect(try ranked() == ["Ann"])
        try end(2, with: "Anna")
        #expect(try ranked() == ["Anna"])
        try end(2, with: "Hanna")
        #expect(try ranked() == ["Hanna"])
        for gather in 1...2 { try end(gather, with: nil) }
        #expect(try ranked() == [])
    }
}

/// A clock of which each look takes longer than a turn.
private struct HastyClock: MachineClock {
    private static let looks = Lock(0)

    func now() -> ClockReading {
        let count = Self.looks.withLock { looks in
            looks += 1
            return looks
        }
        return ClockReading(boottime: .seconds(count), wall: .zero, boot: "boot")
    }

    func makeAlarm(
        on queue: DispatchQueue, handler: @escaping @Sendable () -> Void
    ) -> any Alarm { VirtualClock().makeAlarm(on: queue, handler: handler) }

    func watchWallClock(
        on queue: DispatchQueue, handler: @escaping @Sendable () -> Void
    ) -> any WallClockWatch { VirtualClock().watchWallClock(on: queue, handler: handler) }
}
