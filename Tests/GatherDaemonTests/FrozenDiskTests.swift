import FoundationEssentials
import GatherAPI
import LinuxIO
import Testing
import Varlink

@testable import GatherDaemon

@Suite("A disk that does not answer")
final class FrozenDiskTests {
    private let disk: FaultyDisk
    private let fixture: DaemonFixture
    private let goal: JSONObject = ["team": "teamA", "delta": 1]

    init() throws {
        let directory = try DaemonFixture.temporaryDirectory()
        disk = FaultyDisk(directory)
        fixture = try DaemonFixture(directory: directory)
    }

    // Before the daemon ends, which would wait for it.
    deinit { disk.repair() }

    private func goal(_ id: String) -> JSONObject {
        var goal = goal
        goal["requestId"] = .string(id)
        return goal
    }

    private func send(_ id: String, by client: Client) throws {
        try client.send(Call(GatherMethod.addToScore.fullName, goal(id)).message)
    }

    /// Has the disk hang, and waits until a goal has got stuck at it.
    private func freeze(at id: String, by client: Client) throws {
        disk.set(.hangingFlushes)
        try send(id, by: client)
        while disk.failures == 0 { try fixture.waitForServer() }
    }

    private func isRefused(_ reply: Reply) -> Bool {
        GatherError(reply) == .storageFailed(reason: "the disk does not answer")
    }

    @Test("the match is shown, and its seconds are counted")
    func shown() throws {
        let (client, stuck, watcher) = (
            try fixture.client(), try fixture.client(), try fixture.client()
        )
        _ = try client.gather(.start)
        try watcher.subscribe(ticks: true)
        #expect(try watcher.next() == "snapshot 10:0 0-0")
        try freeze(at: "goal", by: stuck)
        for second in [59, 58, 57] {
            fixture.clock.advance(by: .seconds(1))
            #expect(try watcher.next() == "tick 9:\(second) 0-0")
            #expect(try client.gather(.get).timer.remaining.seconds == second)
        }
        let another = try fixture.client()
        try another.subscribe(ticks: false)
        #expect(try another.next() == "snapshot 9:57 0-0")
        // It was only slow: it is counted, and published.
        disk.repair()
        #expect(try #require(try stuck.receive()).error == nil)
        #expect(try watcher.next() == "scoreChanged 9:57 1-0")
    }

    @Test("a change at the disk is let go of, those behind it are refused, and the same ID tells")
    func stuck() throws {
        let (stuck, behind, late) = (
            try fixture.client(), try fixture.client(), try fixture.client()
        )
        _ = try stuck.gather(.start)
        try freeze(at: "first", by: stuck)
        try send("second", by: behind)
        try fixture.wait(forWaiting: 1)
        fixture.clock.advance(by: .seconds(4))
        #expect(try !behind.isAnswered())
        fixture.clock.advance(by: .milliseconds(1_200))
        #expect(isRefused(try #require(try behind.receive())))
        #expect(try stuck.receive() == nil)
        #expect(isRefused(try late.call(.addToScore, goal)))

        // The first one, sent again, is not refused: nobody knows yet.
        let again = try fixture.client()
        try send("first", by: again)
        try fixture.wait(forWaiting: 1)
        fixture.clock.advance(by: .seconds(4))
        #expect(try !again.isAnswered())
        fixture.clock.advance(by: .seconds(2))
        #expect(try again.receive() == nil)

        let last = try fixture.client()
        try send("first", by: last)
        try fixture.wait(forWaiting: 1)
        disk.repair()
        let reply = try #require(try last.receive())
        #expect(reply.error == nil)
        #expect(try Client.gather(in: reply).score == "1-0")
        #expect(try late.gather(.addToScore, goal).score == "2-0")
    }

    @Test("a daemon that is told to stop does not wait for it")
    func stopped() throws {
        let client = try fixture.client()
        _ = try client.gather(.start)
        try freeze(at: "goal", by: client)
        try fixture.stopImpatiently()
        disk.repair()
    }

    @Test("a change that waits for a damaged database to be repaired is told so")
    func repaired() throws {
        let (reader, stuck, behind) = (
            try fixture.client(), try fixture.client(), try fixture.client()
        )
        for _ in 1...2 {
            _ = try stuck.gather(.open)
            _ = try stuck.gather(.discard)
        }
        _ = try stuck.gather(.start)
        let other = try SQLiteDatabase(
            path: "\(fixture.directory)/gather.db", .readingAndWriting)
        try other.execute("UPDATE gathers SET checksum = checksum + 1 WHERE number = 1")
        let replacement = FaultyDisk(fixture.directory, name: "gather.db.new")
        defer { replacement.repair() }
        replacement.set(.hangingFlushes)
        try reader.send(Call("io.gatherd.History.List").message)
        while replacement.failures == 0 { try fixture.waitForServer() }

        try send("first", by: stuck)
        try send("second", by: behind)
        try fixture.wait(forWaiting: 1)
        fixture.clock.advance(by: .milliseconds(5_200))
        #expect(
            GatherError(try #require(try behind.receive()))
                == .storageFailed(reason: "the database is damaged and is being repaired"))
        #expect(try stuck.receive() == nil)

        replacement.repair()
        #expect(try #require(try reader.receive()).error == nil)
        #expect(try fixture.client().gather(.addToScore, goal("first")).score == "1-0")
    }

    @Test("a reading that waits for the disk holds up no change")
    func reading() throws {
        let (reader, player) = (try fixture.client(), try fixture.client())
        _ = try player.gather(.start)
        // The first reading opens its connection.
        try reader.send(Call("io.gatherd.History.List").message)
        #expect(try #require(try reader.receive()).error == nil)
        _ = try player.gather(.addToScore, goal)
        disk.set(.hangingReads)
        try reader.send(Call("io.gatherd.History.Show").message)
        while disk.failures == 0 { try fixture.waitForServer() }
        #expect(try player.gather(.addToScore, goal).score == "2-0")
        #expect(try !reader.isAnswered())
        disk.repair()
        #expect(try #require(try reader.receive()).error == nil)
    }
}
