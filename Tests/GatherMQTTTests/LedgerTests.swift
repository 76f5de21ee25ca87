import Testing
import Varlink

@testable import GatherMQTT

/// A history of matches, the newest first, with what a publisher makes of it.
private struct History {
    struct Match {
        var id: String
        var revision: Int
        var phase = "ended"
        var endedAt = "2026-11-20T10:00:00.000Z"
    }

    static let bound = "2026-11-01T00:00:00.000Z"

    var matches: [Match] = []
    var ledger = Ledger(after: Cursor())
    /// The retained results with their revisions.
    var results: [String: Int] = [:]
    var changes: [String] = []
    var events: [String] = []

    private func page(after id: String?) -> [Ledger.Match] {
        let first = id.flatMap { id in matches.firstIndex { $0.id == id } }.map { $0 + 1 } ?? 0
        return matches[first...].prefix(Ledger.page).map {
            Ledger.Match(
                id: $0.id, revision: $0.revision, isEnded: $0.phase == "ended",
                endedAt: $0.phase == "open" ? nil : $0.endedAt, summary: [:])
        }
    }

    /// Reads all that the ledger wants.
    mutating func settle() {
        while true {
            if ledger.beginWalk() {
                let page = page(after: ledger.before)
                let isLast = page.count < Ledger.page
                for change in ledger.take(page, isLast: isLast, bound: Self.bound) { apply(change) }
            } else if let range = ledger.nextRange {
                read(range)
            } else {
                return
            }
        }
    }

    /// Makes a history of so many matches.
    init(count: Int, revision: Int, after cursor: Cursor = Cursor()) {
        matches = (0..<count).reversed().map { Match(id: "m\($0)", revision: revision) }
        ledger = Ledger(after: cursor)
    }

    init(matches: [Match], ledger: Ledger = Ledger(after: Cursor())) {
        (self.matches, self.ledger) = (matches, ledger)
    }

    private mutating func apply(_ change: Ledger.Change) {
        switch change {
        case .publish(let match):
            results[match.id] = match.revision
            changes.append("+\(match.id)")
        case .remove(let id):
            results[id] = nil
            changes.append("-\(id)")
        }
    }

    private mutating func read(_ range: Ledger.Range) {
        let revision = matches.first { $0.id == range.match }?.revision ?? 0
        let numbers = Array(1...max(1, revision)).filter { $0 > range.after && $0 <= revision }
            .prefix(3)
        events += numbers.map { "\(range.match).\($0)" }
        ledger.tookEvents(of: range.match, upTo: numbers.last)
    }

    mutating func reconnect(after cursor: Cursor = Cursor()) {
        ledger = Ledger(after: cursor)
        (events, changes) = ([], [])
    }
}

struct LedgerTests {
    @Test("at first the results are published from the newest on, and events from the oldest on")
    func first() {
        var history = History(matches: [
            .init(id: "c", revision: 2, phase: "open"), .init(id: "b", revision: 4),
            .init(id: "a", revision: 1),
        ])
        history.settle()
        #expect(history.changes == ["+b", "+a"])
        #expect(history.events == ["a.1", "b.1", "b.2", "b.3", "b.4", "c.1", "c.2"])
    }

    @Test("the last thousand events are published again, and no earlier ones")
    func window() {
        var history = History(count: 30, revision: 100)
        history.settle()
        #expect(history.events.count == Ledger.replayedEvents)
        #expect(history.events.first == "m20.1")
        history.matches[20].revision = 150
        history.matches[0].revision = 50
        history.reconnect()
        history.settle()
        #expect(history.events.count == Ledger.replayedEvents)
        #expect(history.events.first == "m19.51")
    }

    @Test("a cursor before the last thousand events is where they begin")
    func cursor() {
        var cursor = Cursor()
        cursor.acknowledge(40, of: "m10")
        var history = History(count: 30, revision: 100, after: cursor)
        history.settle()
        #expect(history.events.first == "m10.41")
        #expect(history.events.count == 60 + 19 * 100)
        // One that is newer than the last thousand does not shorten these.
        cursor = Cursor()
        cursor.acknowledge(99, of: "m29")
        history.reconnect(after: cursor)
        history.settle()
        #expect(history.events.first == "m20.1")
    }

    @Test("a match that was changed while nobody looked goes on after its own last event")
    func amendedBefore() {
        var cursor = Cursor()
        cursor.acknowledge(100, of: "m3")
        for number in 4..<30 { cursor.acknowledge(100, of: "m\(number)") }
        var history = History(count: 30, revision: 100, after: cursor)
        history.matches[26].revision = 102
        history.settle()
        #expect(history.events.prefix(3) == ["m3.101", "m3.102", "m20.1"])
    }

    @Test("a cursor of another history counts for nothing")
    func foreignCursor() {
        var cursor = Cursor()
        cursor.acknowledge(7, of: "elsewhere")
        var history = History(matches: [.init(id: "a", revision: 2)], ledger: Ledger(after: cursor))
        history.settle()
        #expect(history.events == ["a.1", "a.2"])
        cursor.acknowledge(9, of: "a")
        history.reconnect(after: cursor)
        history.settle()
        #expect(history.events == ["a.1", "a.2"])
    }

    @Test("new events of the present match are read as it grows, each once")
    func growth() {
        var history = History(matches: [.init(id: "a", revision: 1, phase: "open")])
        history.settle()
        for revision in 2...9 {
            history.matches[0].revision = revision
            history.ledger.note("a", revision: revision)
            if revision % 3 == 0 { history.settle() }
        }
        #expect(history.events == (1...9).map { "a.\($0)" })
    }

    @Test("a new match is found, and one noted during a walk is not forgotten")
    func newMatch() {
        var history = History(matches: [.init(id: "a", revision: 3)])
        let isWalking = history.ledger.beginWalk()
        #expect(isWalking)
        history.ledger.note("a", revision: 4)
        history.settle()
        history.matches[0].revision = 4
        history.matches.insert(.init(id: "b", revision: 2, phase: "open"), at: 0)
        history.ledger.note("b", revision: 2)
        history.settle()
        #expect(history.events == ["a.1", "a.2", "a.3", "a.4", "b.1", "b.2"])
    }

    @Test("what the broker has refused of results is done again by the next full walk, and once")
    func refused() {
        var history = History(matches: [.init(id: "b", revision: 3), .init(id: "a", revision: 5)])
        history.settle()
        history.changes = []
        history.ledger.noteRefused("a")
        history.settle()
        #expect(history.changes == [])
        for _ in 0..<2 {
            history.ledger.requestWalk(.full)
            history.settle()
        }
        #expect(history.changes == ["+a"])
        history.changes = []
        history.matches[0].phase = "discarded"
        history.ledger.requestWalk(.full)
        history.settle()
        history.ledger.noteRefused("b")
        for _ in 0..<2 {
            history.ledger.requestWalk(.full)
            history.settle()
        }
        #expect(history.changes == ["-b", "-b"])
    }

    @Test("a result is published again when it was changed, and once")
    func amended() {
        var history = History(matches: [.init(id: "b", revision: 3), .init(id: "a", revision: 5)])
        history.settle()
        history.changes = []
        history.matches[1].revision = 6
        history.ledger.requestWalk(.full)
        history.settle()
        history.ledger.requestWalk(.full)
        history.settle()
        #expect(history.changes == ["+a"])
        #expect(history.results == ["a": 6, "b": 3])
        #expect(history.events.last == "a.6")
    }

    @Test(
        "a match that is discarded or open again has its result taken away",
        arguments: ["discarded", "open"])
    func withdrawn(phase: String) {
        var history = History(matches: [.init(id: "b", revision: 3), .init(id: "a", revision: 5)])
        history.settle()
        history.matches[0].phase = phase
        history.matches[0].revision = 4
        history.ledger.requestWalk(.short)
        history.settle()
        #expect(history.results == ["a": 5])
    }

    @Test("results that are retained from before, and are none, are taken away")
    func retained() {
        var history = History(matches: [.init(id: "b", revision: 3), .init(id: "a", revision: 5)])
        history.matches[1].phase = "discarded"
        for id in ["a", "b", "gone"] {
            history.results[id] = 1
            history.ledger.noteRetained(id)
        }
        history.settle()
        #expect(history.results == ["b": 3])
    }

    @Test("a result that is retained and is none is taken away, however late the broker has it")
    func late() {
        var history = History(count: 3, revision: 1)
        history.settle()
        history.changes = []
        history.ledger.noteRetained("m1")
        history.ledger.noteRetained("gone")
        history.settle()
        #expect(history.changes == ["-gone"])
    }

    @Test("a result of another machine stays, unless its match is in the list")
    func others() {
        var history = History(matches: [.init(id: "b", revision: 3), .init(id: "a", revision: 5)])
        history.matches[1].phase = "discarded"
        for id in ["a", "b", "other"] {
            history.results[id] = 1
            history.ledger.noteRetained(id, isOwn: false)
        }
        for _ in 1...2 {
            history.settle()
            #expect(history.results == ["b": 3, "other": 1])
            history.ledger.requestWalk(.full)
        }
        // One that was published here goes with its match.
        history.matches.removeFirst()
        history.settle()
        #expect(history.results == ["other": 1])
    }

    @Test("results older than the bound are not published, and go when they become so")
    func old() {
        var history = History(count: Ledger.newest + 2, revision: 3)
        history.matches[Ledger.newest + 1].endedAt = "2026-10-31T23:59:59Z"
        history.settle()
        #expect(history.results.count == Ledger.newest + 1)
        #expect(history.results["m0"] == nil)
        history.matches[Ledger.newest].endedAt = "2026-10-01T00:00:00.000Z"
        history.ledger.requestWalk(.full)
        history.settle()
        #expect(history.results.count == Ledger.newest)
        #expect(history.results["m1"] == nil)
    }

    @Test("the newest results stay, as long ago as they ended by the clock of that time")
    func clockBehind() {
        var history = History(count: 150, revision: 1)
        for index in history.matches.indices where index < Ledger.page {
            history.matches[index].endedAt = "1970-01-01T00:10:00.000Z"
        }
        for _ in 1...2 {
            history.settle()
            #expect(history.results.count == Ledger.newest + 50)
            #expect(history.results["m\(150 - Ledger.newest)"] == 1)
            #expect(history.results["m\(149 - Ledger.newest)"] == nil)
            history.ledger.requestWalk(.full)
        }
    }

    @Test("a match that was opened again does not hide those before it")
    func reopened() {
        var history = History(count: 250, revision: 1)
        history.settle()
        history.matches[Ledger.page - 1].phase = "open"
        history.ledger.requestWalk(.full)
        history.settle()
        #expect(history.results.count == 249)
    }

    @Test("a match that ended by a wrong clock does not hide those before it")
    func wrongClock() {
        var history = History(count: 250, revision: 1)
        history.settle()
        history.matches[Ledger.page - 1].endedAt = "1970-01-01T00:10:00.000Z"
        history.ledger.requestWalk(.full)
        history.settle()
        #expect(history.results.count == 249)
    }

    @Test("a walk ends with a page whose matches are all old")
    func allOld() {
        var history = History(count: 250, revision: 1)
        history.settle()
        for index in Ledger.page..<2 * Ledger.page {
            history.matches[index].endedAt = "2026-10-01T00:00:00.000Z"
        }
        history.ledger.requestWalk(.full)
        history.settle()
        #expect(history.results.count == Ledger.page)
    }

    @Test("a match whose opening was undone meanwhile is passed over")
    func unopened() {
        var history = History(matches: [.init(id: "a", revision: 2, phase: "open")])
        history.settle()
        history.ledger.note("a", revision: 3)
        history.matches = [.init(id: "b", revision: 1, phase: "open")]
        history.settle()
        #expect(history.events == ["a.1", "a.2"])
        history.ledger.note("b", revision: 1)
        history.settle()
        #expect(history.events == ["a.1", "a.2", "b.1"])
    }

    @Test("after the restore of a backup, the events that follow it are read")
    func restored() {
        var history = History(matches: [.init(id: "a", revision: 6, phase: "open")])
        history.settle()
        history.events = []
        // The next goal comes before the list is read again.
        history.ledger.resume("a", at: 2)
        history.ledger.requestWalk(.full)
        for revision in 3...4 {
            history.matches[0].revision = revision
            history.ledger.note("a", revision: revision)
            history.settle()
        }
        #expect(history.events == ["a.3", "a.4"])
        // The list tells it as well.
        history.matches[0].revision = 3
        history.ledger.requestWalk(.full)
        history.settle()
        history.matches[0].revision = 4
        history.ledger.note("a", revision: 4)
        history.settle()
        #expect(history.events == ["a.3", "a.4", "a.4"])
    }

    @Test("a match that was reopened loses its result at once, however many are newer")
    func reopenedBehind() {
        var history = History(count: 250, revision: 3)
        history.settle()
        let id = history.matches[180].id
        (history.matches[180].phase, history.matches[180].revision) = ("open", 4)
        history.ledger.requestWalk(upTo: id)
        history.settle()
        #expect(history.results.count == 249)
        #expect(history.results[id] == nil)
        #expect(history.events.last == "\(id).4")
        // One that is nowhere is not looked for without an end.
        history.ledger.requestWalk(upTo: "nowhere")
        history.settle()
        #expect(history.ledger.isUpToDate)
    }

    @Test("a walk that was given up begins anew")
    func abandoned() {
        var history = History(count: 250, revision: 1)
        let isWalking = history.ledger.beginWalk()
        #expect(isWalking)
        history.ledger.abandonWalk()
        history.settle()
        #expect(history.results.count == 250)
        #expect(history.events.count == 250)
    }

    @Test("a history without an end is read so far and no further")
    func bounded() {
        var history = History(count: 9_000, revision: 1)
        history.settle()
        #expect(history.results.count == Ledger.matches)
    }
}
