import FoundationEssentials
import GatherAPI
import LinuxIO
import Testing
import Varlink

@testable import GatherDaemon

@Suite("A disk that fails")
struct DiskFaultTests {
    private let directory: String
    private let disk: FaultyDisk
    private let fixture: DaemonFixture

    init() throws {
        directory = try DaemonFixture.temporaryDirectory()
        disk = FaultyDisk(directory)
        fixture = try DaemonFixture(directory: directory)
    }

    private let goal: JSONObject = ["team": "teamA", "delta": 1]

    /// The events as the files have them now, in a copy.
    private func stored() throws -> Int {
        let copy = try DaemonFixture.temporaryDirectory()
        defer { try? FileManager.default.removeItem(atPath: copy) }
        // As after a kill: what was refused must not stand in the log.
        try TestStore.copy(directory, to: copy)
        try? FileManager.default.removeItem(atPath: "\(copy)/gather.db-shm")
        return try TestStore.open(copy).newestGather()?.gather.revision ?? 0
    }

    private func reason(_ reply: Reply) throws -> String {
        guard case .storageFailed(let reason) = try #require(GatherError(reply)) else {
            throw GatherError(reply) ?? .alreadySo
        }
        return reason
    }

    @Test(
        "a command is refused with the reason, nothing changes, all goes on, and then it works",
        arguments: FaultyDisk.Fault.all)
    func refused(fault: FaultyDisk.Fault) throws {
        let client = try fixture.client()
        let started = try client.gather(.start)
        let watcher = try fixture.client()
        try watcher.subscribe(ticks: true)
        #expect(try watcher.next() == "snapshot 10:0 0-0")

        disk.set(fault)
        for _ in 0..<3 {
            let refusal = try reason(try client.call(.addToScore, goal))
            #expect(refusal.hasPrefix("\(fault.reason) (\(directory)"))
        }
        #expect(disk.failures > 0)
        // The state and the file are what they were, and the clock goes on.
        fixture.clock.advance(by: .seconds(1))
        #expect(try watcher.next() == "tick 9:59 0-0")
        let after = try client.gather(.get)
        #expect(after.revision == started.revision)
        #expect(after.timer.endsAtBoottimeMicroseconds == started.timer.endsAtBoottimeMicroseconds)
        #expect(try stored() == started.revision)

        disk.repair()
        #expect(try client.gather(.addToScore, goal).score == "1-0")
        #expect(try watcher.next() == "scoreChanged 9:59 1-0")
        #expect(try stored() == started.revision + 1)
        fixture.clock.advance(by: .seconds(1))
        #expect(try watcher.next() == "tick 9:58 1-0")
        try fixture.restart()
        #expect(try fixture.client().gather(.get).score == "1-0")
    }

    @Test(
        "a match does not open on a disk that fails, and does after",
        arguments: FaultyDisk.Fault.all)
    func opening(fault: FaultyDisk.Fault) throws {
        let client = try fixture.client()
        disk.set(fault)
        #expect(try reason(try client.call(.open)).hasPrefix(fault.reason))
        #expect(try client.call(.get).parameters["gather"] == .null)
        disk.repair()
        #expect(try client.gather(.open).phase == .open)
    }

    @Test(
        "a daemon that starts on a disk that fails shows the match, and works when it is mended",
        arguments: FaultyDisk.Fault.ofTheDisk)
    func start(fault: FaultyDisk.Fault) throws {
        _ = try fixture.client().gather(.start)
        fixture.stop()
        let log = RecordingLog()
        disk.set(fault)
        let second = try DaemonFixture(clock: fixture.clock, directory: directory, log: log)
        let client = try second.client()
        let shown = try client.gather(.get)
        #expect(shown.timer.state == .running)
        #expect(log.all.contains { $0.hasPrefix("warning: cannot write to") }, "\(log.all)")
        #expect(try reason(try client.call(.addToScore, goal)).hasPrefix(fault.reason))
        disk.repair()
        #expect(try client.gather(.addToScore, goal).score == "1-0")
    }

    @Test("a write that fails half way through a command leaves nothing", arguments: 0..<6)
    func halfWay(writes: Int) throws {
        let client = try fixture.client()
        let started = try client.gather(.start)
        disk.set(.full, passing: writes)
        let parameters: JSONObject = ["team": "teamB", "score": 3, "requestId": "r"]
        let reply = try client.call(.setScore, parameters)
        disk.repair()
        let isRefused = reply.error != nil
        #expect(try stored() == started.revision + (isRefused ? 0 : 1))
        #expect(try client.gather(.setScore, parameters).score == "0-3")
        #expect(try stored() == started.revision + 1)
    }

    @Test("what a failed flush left is not found by the next daemon", arguments: [false, true])
    func failedFlush(afterTidying: Bool) throws {
        let client = try fixture.client()
        let started = try client.gather(.start)
        if afterTidying { try fixture.restart() }
        disk.set(.failingFlushes)
        let again = try fixture.client()
        #expect(try again.call(.addToScore, goal).error != nil)
        #expect(try stored() == started.revision)
        disk.repair()
        #expect(try stored() == started.revision)
        #expect(try again.gather(.addToScore, goal).score == "1-0")
        #expect(try stored() == started.revision + 1)
        _ = client
    }

    @Test("a disk that cannot be read is not taken for a damaged file")
    func failingReads() throws {
        fixture.stop()
        let files = try SampleFiles(seed: 5)
        for passing in 0..<60 {
            for (suffix, bytes) in files.bytes where suffix != "-shm" {
                try Data(bytes).write(to: URL(filePath: "\(directory)/gather.db\(suffix)"))
            }
            // Once while it is opened, and once while the whole file is checked.
            disk.set(.failingReads, passing: passing)
            _ = try? TestStore.open(directory).newestGather()
            disk.repair()
            let store = try TestStore.open(directory)
            disk.set(.failingReads, passing: passing)
            let found = store.wholeCheck()()
            disk.repair()
            #expect(found == nil, "\(passing)")
            #expect(try store.newestGather()?.number == 4)
            #expect(store.salvage == nil)
            try store.close()
        }
        let names = try Files.names(in: directory)
        #expect(names.filter { $0.contains("damaged") } == [])
    }

    @Test("what a refused command left is overwritten where it cannot be cut off")
    func overwritten() throws {
        let client = try fixture.client()
        let started = try client.gather(.start)
        for _ in 1...2 {
            disk.set(.failingFlushesAndCuts)
            #expect(try client.call(.addToScore, goal).error != nil)
            #expect(try stored() == started.revision)
        }
        disk.repair()
        #expect(try client.gather(.addToScore, goal).score == "1-0")
        #expect(try stored() == started.revision + 1)
    }

    @Test("what a refused command left goes as soon as the disk lets it, with no other command")
    func settled() throws {
        let client = try fixture.client()
        let started = try client.gather(.start)
        for looks in [true, false] {
            disk.set(.failingLogs)
            #expect(try client.call(.addToScore, goal).error != nil)
            disk.repair()
            // A look at the match, or nothing but time.
            if looks { _ = try client.gather(.get) } else { fixture.clock.advance(by: .seconds(5)) }
            try fixture.waitForMatch()
            #expect(try stored() == started.revision, "\(looks)")
        }
        disk.set(.failingLogs)
        #expect(try client.call(.addToScore, goal).error != nil)
        disk.repair()
        try fixture.restart()
        #expect(try fixture.client().gather(.get).revision == started.revision)
    }

    // MARK: - Files that go

    @Test("a database that was removed is written again, with all that was in it")
    func removed() throws {
        let client = try fixture.client()
        _ = try client.gather(.start)
        for suffixes in [[""], ["", "-wal", "-shm"], ["-wal"]] {
            for suffix in suffixes { try Files.remove("\(directory)/gather.db\(suffix)") }
            let revision = try client.gather(.addToScore, goal).revision
            #expect(try stored() == revision, "\(suffixes)")
            #expect(try client.gather(.addToScore, goal).revision == revision + 1)
        }
        try fixture.restart()
        #expect(try fixture.client().gather(.get).score == "6-0")
    }

    @Test("a state directory that was removed is made again, and locked")
    func directoryRemoved() throws {
        let client = try fixture.client()
        _ = try client.gather(.start)
        try FileManager.default.removeItem(atPath: directory)
        #expect(try client.gather(.addToScore, goal).score == "1-0")
        #expect(throws: StartFailure.self) { _ = try StateDirectory(directory) }
        #expect(try stored() == 3)
        fixture.stop()
    }

    @Test("what was removed is written again at a clean end, and when an alarm goes off")
    func removedBeforeTheEnd() throws {
        let client = try fixture.client()
        _ = try client.gather(.start)
        _ = try client.gather(.addToScore, goal)
        for suffix in StoreFiles.suffixes { try Files.remove("\(directory)/gather.db\(suffix)") }
        fixture.clock.advance(by: .seconds(600))
        try fixture.waitForMatch()
        #expect(try stored() == 3)
        try FileManager.default.removeItem(atPath: directory)
        try fixture.restart()
        #expect(try fixture.client().gather(.get).score == "1-0")
    }

    @Test(
        "what another has put in the place of ours is left alone at a clean end, without our log",
        arguments: [false, true])
    func replacedBeforeTheEnd(hasLog: Bool) throws {
        _ = try fixture.client().gather(.start)
        for suffix in hasLog ? ["", "-wal"] : [""] {
            let path = "\(directory)/gather.db\(suffix)"
            try Files.rename(path, to: "\(directory)/ours\(suffix)")
            try Data("other".utf8).write(to: URL(filePath: path))
        }
        fixture.stop()
        let other = Array("other".utf8)
        #expect(try Carver.contents("\(directory)/gather.db") == other)
        #expect(try Carver.contents("\(directory)/gather.db-wal") == (hasLog ? other : []))
        guard !hasLog else { return }
        try Files.rename("\(directory)/ours", to: "\(directory)/gather.db")
        #expect(try stored() == 2)
    }

    @Test("a database that was put in the place of ours is not written to")
    func replaced() throws {
        let client = try fixture.client()
        _ = try client.gather(.start)
        let path = "\(directory)/gather.db"
        try Files.rename(path, to: "\(path).ours")
        let other = Data(repeating: 7, count: 10_000)
        try other.write(to: URL(filePath: path))
        let refusal = try reason(try client.call(.addToScore, goal))
        #expect(refusal.hasPrefix("another file was put in the place of the database (\(path))"))
        #expect(FileManager.default.contents(atPath: path) == other)
        try Files.rename("\(path).ours", to: path)
        #expect(try client.gather(.addToScore, goal).score == "1-0")
        #expect(try stored() == 3)
    }

    @Test("a check that finds another file in the place of ours leaves it alone")
    func checkOfAnother() throws {
        fixture.stop()
        let store = try TestStore.open(directory)
        let check = store.wholeCheck()
        let path = "\(directory)/gather.db"
        try Data(repeating: 7, count: 10_000).write(to: URL(filePath: path), options: .atomic)
        let damage = try #require(check())
        try store.repair(damage)
        #expect(store.salvage == nil)
        #expect(Files.size(of: path) == 10_000)
    }
}
