import FoundationEssentials
import GatherAPI
import GatherCore
import Glibc
import LinuxIO
import Testing
import Varlink

@testable import GatherDaemon

@Suite("The store")
final class StoreTests {
    private let directory: String
    private let path: String

    init() throws {
        directory = try DaemonFixture.temporaryDirectory()
        path = "\(directory)/gather.db"
    }

    deinit { try? FileManager.default.removeItem(atPath: directory) }

    private let moment = Moment(
        boottime: .microseconds(1_234_567), wall: .microseconds(1_800_000_000_123_456), boot: "b")

    private func recorded(_ events: [Event]) -> [RecordedEvent] {
        events.enumerated().map { index, event in
            RecordedEvent(
                number: index + 1, step: index + 1, moment: moment, operatorUID: 1_000,
                event: event)
        }
    }

    private let opened = Event.opened(
        id: "g", time: .standard, teamAName: "Rote Löwen", teamBName: "B \"x\"\n",
        fixture: "cup-12")

    // Without a daemon: what checks the file in the background reads the index as well, and to
    // touch what is cut off at that moment ends the process.
    @Test("an index of the log that is cut off is made again", arguments: [0, 5_000])
    func indexCutOff(size: Int) throws {
        let events = recorded([opened, .scoreSet(.teamA, 1), .scoreSet(.teamA, 2)])
        do {
            let store = try TestStore.open(directory)
            var number: Int?
            for event in events {
                number = try store.append(
                    .init(events: [event], gather: number, id: "g", moment: moment))
                try Files.truncate("\(path)-shm", to: size)
            }
            #expect(try store.newestGather()?.gather.log == events)
            try Files.truncate("\(path)-shm", to: size)
            try store.close()
        }
        #expect(try TestStore.open(directory).newestGather()?.gather.log == events)
    }

    @Test("events are read as they were written")
    func events() throws {
        let events = recorded([
            opened, .started(ago: .milliseconds(8_000)), .paused(ago: .zero),
            .started(ago: .zero), .cancelled, .timeSet(GatherTime(minutes: 12, seconds: 34)),
            .timeAdjusted(by: .seconds(-30)), .scoreSet(.teamA, 3),
            .scoreAdded(.teamB, delta: -1), .scoreAdded(.teamB, delta: 1, ago: .seconds(90)),
            .undone(step: 8), .rebooted, .lost, .discarded,
            .undone(step: 13), .ended,
        ])
        do {
            let store = try TestStore.open(directory)
            _ = try store.append(.init(events: events, gather: nil, id: "g", moment: moment))
        }
        let read = try #require(try TestStore.open(directory).newestGather())
        #expect(read.gather.log == events)
        #expect(read.gather == Gather(replaying: events))
    }

    @Test("the kinds that methods of the interface record are kinds of events")
    func recordedKinds() {
        let kinds = Set(EncodedEvent.versions.keys)
        #expect(Set(GatherMethod.recorded.keys).subtracting(kinds) == [])
    }

    @Test("the device of an event is kept, and one without is stored as before there were any")
    func device() throws {
        var events = recorded([opened, .started(ago: .zero), .scoreSet(.teamA, 3)])
        events[1].device = "Anna's \"phone\""
        events[2].moment.isWallTrusted = false
        do {
            let store = try TestStore.open(directory)
            _ = try store.append(.init(events: events, gather: nil, id: "g", moment: moment))
        }
        let read = try #require(try TestStore.open(directory).newestGather())
        #expect(read.gather.log == events)
        let details = events.map { EventRow($0, of: 1).values[4].text ?? "" }
        #expect(details.map { $0.contains("operatorDevice") } == [false, true, false])
        #expect(details[0] == EncodedEvent(opened).details.text)
        // An older daemon reads the event from the members that it knows.
        let object = try #require(JSONObject(text: details[1]))
        #expect(EncodedEvent(kind: "started", details: object).event == events[1].event)
    }

    @Test(
        "what is no file is refused at start by its name, and nothing is put in its place",
        arguments: ["", "-wal", "-shm"])
    func notAFile(suffix: String) throws {
        do {
            let store = try TestStore.open(directory)
            _ = try store.append(
                .init(events: recorded([opened]), gather: nil, id: "g", moment: moment))
            try store.close()
        }
        let place = path + suffix
        let elsewhere = "\(directory)/elsewhere"
        if Files.exists(place) { try Files.rename(place, to: elsewhere) }
        let kinds: [(FileKind, () -> Int32)] = [
            (.link, { symlink(elsewhere, place) }), (.link, { symlink("nowhere", place) }),
            (.link, { symlink(place, place) }), (.pipe, { mkfifo(place, 0o600) }),
            (.directory, { mkdir(place, 0o700) }),
        ]
        for (kind, make) in kinds {
            #expect(make() == 0)
            do {
                _ = try TestStore.open(directory)
                Issue.record("\(place) was used, and is \(kind.rawValue)")
            } catch let error as StoreError {
                #expect(error.reason.hasPrefix("\(place) is \(kind.rawValue), not a file; "))
            }
            #expect(try Files.kind(at: place) == kind)
            #expect(remove(place) == 0)
        }
        if Files.exists(elsewhere) { try Files.rename(elsewhere, to: place) }
        #expect(try TestStore.open(directory).newestGather()?.number == 1)
    }

    @Test("a lock that is no file is refused by its name")
    func lockThatIsNoFile() throws {
        let place = "\(directory)/gatherd.lock"
        #expect(mkfifo(place, 0o600) == 0)
        do {
            _ = try StateDirectory(directory)
            Issue.record("it was locked")
        } catch let failure as StartFailure {
            #expect(failure.description.contains("\(place) is a named pipe, not a file"))
        }
    }

    @Test("a request that changed the squad is forgotten after a day, also if no match opens")
    func squadRequests() throws {
        let store = try TestStore.open(directory)
        func put(_ id: String, after hours: Int) throws {
            var later = moment
            later.boottime += .seconds(hours * 3_600)
            later.wall += .seconds(hours * 3_600)
            try store.put([], request: (RequestRecord(id: id, command: "c", outcome: [:]), later))
        }
        try put("first", after: 0)
        try put("second", after: 20)
        #expect(try store.request("first") != nil)
        try put("third", after: 26)
        #expect(try store.request("first") == nil)
        #expect(try store.request("second") != nil)
    }

    @Test("the title of a closed gather needs none of its events, that of another all of them")
    func title() throws {
        let store = try TestStore.open(directory)
        let events = recorded([opened, .scoreAdded(.teamA, delta: 1), .ended])
        let gather = Gather(replaying: events)
        let closed = try store.append(
            .init(
                events: events, id: "g", summary: GatherPresenter.closedSummary(gather),
                moment: moment))
        let title = GatherTitle(gather, id: "g")
        #expect(title.score == "1-0")
        let other = try store.append(
            .init(events: Array(events.prefix(2)), id: "h", moment: moment))
        #expect(try store.title(of: other) == GatherTitle(gather, id: "h"))
        do {
            let database = try SQLiteDatabase(path: path, .readingAndWriting)
            try database.execute("DELETE FROM events WHERE gather = \(closed)")
        }
        #expect(try store.title(of: closed) == title)
        // No damage was found.
        #expect(try Files.names(in: directory).allSatisfy { !$0.contains("damaged") })
    }

    @Test("an addition that cannot be stored whole is not stored at all")
    func allOrNothing() throws {
        let store = try TestStore.open(directory)
        let number = try store.append(
            .init(events: recorded([opened]), gather: nil, id: "g", moment: moment))
        // The second of these two has a number that is taken.
        var twice = recorded([opened, .ended])
        twice[0].number = 2
        twice[0].event = .cancelled
        twice[1].number = 1
        #expect(throws: StoreError.self) {
            _ = try store.append(.init(events: twice, gather: number, id: "g", moment: moment))
        }
        #expect(try store.newestGather()?.gather.revision == 1)
    }

    @Test("an opening that was undone is passed over, and its number not used again")
    func unopened() throws {
        let store = try TestStore.open(directory)
        let first = try store.append(
            .init(events: recorded([opened]), gather: nil, id: "1", moment: moment))
        let second = try store.append(
            .init(events: recorded([opened]), gather: nil, id: "2", moment: moment))
        let undo = RecordedEvent(
            number: 2, step: 2, moment: moment, operatorUID: nil, event: .undone(step: 1))
        _ = try store.append(
            .init(events: [undo], gather: second, id: "2", unopens: true, moment: moment))
        #expect(try store.lastGather(after: first) == nil)
        #expect(try store.newestGather(before: second)?.number == first)
        #expect(try store.newestGather()?.number == first)
        #expect(try store.lastUnopenedGather()?.number == second)
        let third = try store.append(
            .init(events: recorded([opened]), gather: nil, id: "3", moment: moment))
        #expect(third > second)
        #expect(try store.lastUnopenedGather()?.number == second)
        #expect(try store.lastGather(after: second)?.number == third)
        #expect(try store.lastGather(after: third) == nil)
        #expect(try store.numbers(currentSinceUndoOf: second) == [third, first])
        #expect(try store.numbers() == [third, first])
        #expect(try store.numbers(before: third) == [first])
    }

    @Test("a request is forgotten a day after, by both clocks of one boot")
    func requestMemory() throws {
        let store = try TestStore.open(directory)
        func open(_ id: String, at moment: Moment, request: String? = nil) throws {
            let record = request.map { RequestRecord(id: $0, command: "c", outcome: [:]) }
            _ = try store.append(
                .init(
                    events: recorded([opened]), gather: nil, id: id, request: record,
                    moment: moment))
        }
        try open("1", at: moment, request: "r")
        var later = moment
        later.wall += .seconds(90_000)
        try open("2", at: later)
        #expect(try store.request("r") != nil, "only the wall clock was set forward")
        later.boottime += .seconds(90_000)
        try open("3", at: later)
        #expect(try store.request("r") == nil)
    }

    @Test("every commit is flushed, by a write-ahead log")
    func pragmas() throws {
        let store = try TestStore.open(directory)
        _ = try store.append(
            .init(events: recorded([opened]), gather: nil, id: "g", moment: moment))
        #expect(Files.exists("\(path)-wal"))
    }

    @Test("the present gather is the one whose turn it is; the history keeps its order")
    func turns() throws {
        let store = try TestStore.open(directory)
        for id in ["1", "2", "3"] {
            _ = try store.append(
                .init(events: recorded([opened]), gather: nil, id: id, moment: moment))
        }
        func add(_ number: Int, _ change: (inout EventStore.Addition) -> Void) throws {
            let revision = try store.gather(number).gather.revision
            let event = RecordedEvent(
                number: revision + 1, step: revision + 1, moment: moment, operatorUID: nil,
                event: .rebooted)
            var addition = EventStore.Addition(
                events: [event], gather: number, id: "\(number)", moment: moment)
            change(&addition)
            _ = try store.append(addition)
        }
        try add(1) { $0.takesTurn = true }
        #expect(try store.newestGather()?.number == 1)
        #expect(try store.newestGather(before: 1)?.number == 3)
        #expect(try store.numbers() == [3, 2, 1])
        try add(3) { $0.unopens = true }
        #expect(try store.newestGather(before: 1)?.number == 2)
        #expect(try store.lastUnopenedGather()?.number == 3)
        try add(3) {
            $0.reopens = true
            $0.takesTurn = true
        }
        #expect(try store.newestGather()?.number == 3)
        #expect(try store.numbers() == [3, 2, 1])
    }

    @Test("a closed gather has its summary in the history, an open one is folded")
    func summaries() throws {
        let store = try TestStore.open(directory)
        let number = try store.append(
            .init(events: recorded([opened]), gather: nil, id: "g", moment: moment))
        func isNoted() throws -> Bool {
            let rows = try store.repairing { store throws(StoreError) in
                try store.archive().gathers(before: .max, limit: 1)
            }
            return rows.first?.summary == #"{"a":1}"#
        }
        #expect(try !isNoted())
        for (count, summary) in [(2, ["a": .int(1)] as JSONObject), (3, nil)] {
            let event = RecordedEvent(
                number: count, step: count, moment: moment, operatorUID: nil, event: .rebooted)
            _ = try store.append(
                .init(
                    events: [event], gather: number, id: "g", summary: summary, moment: moment))
            #expect(try isNoted() == (summary != nil))
        }
    }

    @Test("a gather is found by its ID or by its beginning, if that is of four characters or more")
    func names() throws {
        let store = try TestStore.open(directory)
        for id in ["abcd-1", "abcd-2", "abce-3", "%_%_"] {
            _ = try store.append(
                .init(events: recorded([opened]), gather: nil, id: id, moment: moment))
        }
        #expect(try store.numbers(ofGatherNamed: "abcd-2") == [2])
        #expect(try store.numbers(ofGatherNamed: "abcd") == [1, 2])
        #expect(try store.numbers(ofGatherNamed: "abce") == [3])
        #expect(try store.numbers(ofGatherNamed: "abc") == [])
        #expect(try store.numbers(ofGatherNamed: "%_%_") == [4])
        #expect(try store.numbers(ofGatherNamed: "xxxx") == [])
    }
}
