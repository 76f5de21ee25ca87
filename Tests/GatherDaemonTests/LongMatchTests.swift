import GatherCore
import Glibc
import LinuxIO
import Testing

@testable import GatherDaemon

@Suite("A long match")
struct LongMatchTests {
    /// Returns a match of Reds and Blues with so many goals and corrections of Reds, in turn.
    static func gather(goals: Int) -> Gather {
        let opening = Event.opened(
            id: "00000000-0000-4000-8000-000000000000", time: .standard, teamAName: "Reds",
            teamBName: "Blues")
        let events =
            [opening]
            + (0..<goals).map { .scoreAdded(.teamA, delta: $0 % 2 == 0 ? 1 : -1) }
        return Gather(
            replaying: events.enumerated().map { index, event in
                let moment = Moment(
                    boottime: .seconds(index), wall: .seconds(index), boot: "a boot")
                return RecordedEvent(
                    number: index + 1, step: index + 1, moment: moment, operatorUID: nil,
                    event: event)
            })
    }

    /// Returns the processor time for making the last page `times` times.
    private static func lastPage(of gather: Gather, times: Int) -> Duration {
        ProcessorTime.of {
            for _ in 0..<times {
                let page = GatherPresenter.timeline(gather, after: gather.revision - 1, limit: 1)
                #expect(page.map(\.number) == [gather.revision])
            }
        }
    }

    @Test("a match ten times as long takes ten times as long to tell, not a hundred times")
    func length() throws {
        let (short, long) = (Self.gather(goals: 2_000), Self.gather(goals: 20_000))
        // On a busy machine each measurement can be too long, so the least of several counts.
        let pairs = (1...3).map { _ in
            (Self.lastPage(of: short, times: 30), Self.lastPage(of: long, times: 3))
        }
        let least = (try #require(pairs.map(\.0).min()), try #require(pairs.map(\.1).min()))
        #expect(least.1 < least.0 * 4)
    }

    /// The time on a processor for the second half of a match, in pages of ten.
    private static func secondHalf(of gather: Gather) -> Duration {
        var timeline = Timeline(of: gather)
        let half = gather.revision / 2
        #expect(timeline.entries(of: gather, after: 0, limit: half).count == half)
        return ProcessorTime.of {
            for number in stride(from: half, to: gather.revision, by: 10) {
                _ = timeline.entries(of: gather, after: number, limit: 10)
            }
        }
    }

    @Test("a page that follows another costs its own events, however many are before it")
    func pages() throws {
        let (short, long) = (Self.gather(goals: 2_000), Self.gather(goals: 20_000))
        let pairs = (1...3).map { _ in (Self.secondHalf(of: short), Self.secondHalf(of: long)) }
        let least = (try #require(pairs.map(\.0).min()), try #require(pairs.map(\.1).min()))
        #expect(least.1 < least.0 * 40)
    }

    /// Starts a daemon with an open match that has so many goals and corrections.
    ///
    /// They are stored at once: as commands, they would take a commit each.
    static func daemon(goals: Int) throws -> DaemonFixture {
        let directory = try DaemonFixture.temporaryDirectory()
        let gather = gather(goals: goals)
        do {
            let store = try TestStore.open(directory)
            let moment = try #require(gather.log.last).moment
            _ = try store.append(
                EventStore.Addition(events: gather.log, id: gather.id, moment: moment))
            try store.close()
        }
        return try DaemonFixture(directory: directory)
    }

    @Test("a goal takes as long after 20,000 events as after ten")
    func goals() throws {
        let daemons = try [10, 20_000].map(Self.daemon)
        defer { for daemon in daemons { daemon.stop() } }
        let clients = try daemons.map { try $0.client() }
        let clock = try SystemClock()
        var least = [Duration.seconds(3_600), .seconds(3_600)]
        // Both in turn, up to 200 times: on a busy machine any measurement can be too long.
        for turn in 0..<200 where turn < 20 || least[1] >= least[0] * 5 {
            for (index, client) in clients.enumerated() {
                let before = clock.now().boottime
                _ = try client.gather(.addToScore, ["team": "teamB", "delta": 1])
                least[index] = min(least[index], clock.now().boottime - before)
            }
        }
        #expect(least[1] < least[0] * 5)
    }

    /// Returns the processor time for finding the step that undo would take back, `times` times.
    private static func lastStep(of gather: Gather, times: Int) -> Duration {
        ProcessorTime.of {
            var found = 0
            for _ in 0..<times { found += gather.lastStep.count }
            #expect(found == times)
        }
    }

    @Test("what undo would take back is found at once, however long the match is")
    func lastStep() {
        let short = Self.lastStep(of: Self.gather(goals: 100), times: 10_000)
        let long = Self.lastStep(of: Self.gather(goals: 20_000), times: 10_000)
        #expect(long < short * 20)
    }

    @Test("a resume is told from a start, and what was undone is named")
    func words() {
        func event(_ number: Int, _ event: Event) -> RecordedEvent {
            let moment = Moment(
                boottime: .seconds(number), wall: .seconds(number), boot: "a boot")
            return RecordedEvent(
                number: number, step: number, moment: moment, operatorUID: nil, event: event)
        }
        let gather = Gather(replaying: [
            event(1, .opened(id: "one", time: .standard, teamAName: "Reds", teamBName: "Blues")),
            event(2, .started(ago: .zero)), event(3, .paused(ago: .zero)),
            event(4, .started(ago: .zero)), event(5, .scoreAdded(.teamB, delta: 1)),
            event(6, .undone(step: 5)),
        ])
        let timeline = GatherPresenter.timeline(gather, after: 1, limit: 10)
        #expect(timeline.map(\.kind) == ["started", "paused", "resumed", "scoreChanged", "undone"])
        let texts = timeline.map(\.text)
        #expect(texts.suffix(2) == ["goal for Blues", "undid 5: the goal for Blues"])
        #expect(timeline.map(\.undoneBy) == [nil, nil, nil, 6, nil])
    }
}
