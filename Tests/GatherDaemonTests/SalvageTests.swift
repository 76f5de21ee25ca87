import FoundationEssentials
import GatherAPI
import GatherCore
import LinuxIO
import Testing
import Varlink

@testable import GatherDaemon

@Suite("A damaged database")
final class SalvageTests {
    private let directory: String
    private var path: String { "\(directory)/gather.db" }

    init() throws { directory = try DaemonFixture.temporaryDirectory() }

    deinit { try? FileManager.default.removeItem(atPath: directory) }

    private static let aside = "gather.db.damaged-\(TestStore.stamp)"

    private func write(_ bytes: [String: [UInt8]]) throws {
        for (suffix, bytes) in bytes {
            try Data(bytes).write(to: URL(filePath: path + suffix))
        }
    }

    private var names: [String] {
        get throws {
            try Files.names(in: directory).filter { $0.hasPrefix("gather.db.") }.sorted()
        }
    }

    /// Overwrites the first occurrence of a text in the files.
    private func damage(_ text: String, in files: [String: [UInt8]]) throws -> [String: [UInt8]] {
        var files = files
        let wanted = Array(text.utf8)
        var isFound = false
        for (suffix, bytes) in files {
            for start in 0..<max(bytes.count - wanted.count, 0)
            where bytes[start..<start + wanted.count].elementsEqual(wanted) {
                files[suffix]?[start] ^= 0xFF
                isFound = true
            }
        }
        try #require(isFound)
        return files
    }

    @Test("an empty file is a new database", arguments: [false, true])
    func empty(hasLog: Bool) throws {
        try write(hasLog ? ["": [], "-wal": [1, 2, 3]] : ["": []])
        let store = try TestStore.open(directory)
        #expect(try store.newestGather() == nil)
        #expect(store.salvage == nil)
        #expect(try names == [])
    }

    @Test(
        "what is not a database is set aside as it is, and nothing is lost of nothing",
        arguments: ["not a database\n", "SQLite format 3", "S"])
    func notADatabase(text: String) throws {
        let bytes = [UInt8](String(repeating: text, count: 300).utf8)
        try write(["": bytes])
        let log = RecordingLog()
        let store = try TestStore.open(directory, log: log)
        #expect(
            store.salvage
                == Salvage(
                    savedEvents: 0, lostEvents: 0, mayHaveLostMore: true, file: Self.aside,
                    at: TestStore.wall))
        #expect(try Carver.contents("\(directory)/\(Self.aside)") == bytes)
        #expect(log.all.count == 1)
        #expect(log.all.first?.hasPrefix("error: \(path) was damaged") == true, "\(log.all)")
    }

    @Test("a damaged file that is nearly all holes is looked at at once, and that is said")
    func holes() throws {
        let files = try SampleFiles(seed: 8)
        var bytes = files.bytes
        bytes[""]?[20] ^= 0xFF
        try write(bytes)
        // What is after the last page that belongs to it.
        for suffix in ["", "-wal"] { try Files.truncate(path + suffix, to: 1 << 40) }
        let log = RecordingLog()
        let store = try TestStore.open(directory, log: log)
        #expect(log.all.first?.contains("has 1048576 MB; what can be read of it") == true)
        #expect(try SampleFiles.events(directory) == files.events)
        #expect(store.salvage?.lostEvents == 0)
    }

    @Test("a second damaged file does not take the name of the first")
    func twoInASecond() throws {
        for number in 1...3 {
            try write(["": Array("rubbish \(number)".utf8)])
            for suffix in ["-wal", "-shm"] { try? Files.remove(path + suffix) }
            _ = try TestStore.open(directory)
        }
        #expect(try names == [Self.aside, Self.aside + "-2", Self.aside + "-3"])
    }

    @Test("a damaged file that was set aside before, to the byte, takes no other name")
    func theSameAgain() throws {
        for _ in 1...3 {
            try write(["": Array("rubbish".utf8)])
            for suffix in ["-wal", "-shm"] { try? Files.remove(path + suffix) }
            #expect(try TestStore.open(directory).salvage?.file == Self.aside)
        }
        #expect(try names == [Self.aside])
    }

    @Test("after so many damaged files a person is asked to look at them")
    func tooMany() throws {
        for number in 1...Limits.filesSetAside {
            try Data("\(number)".utf8).write(to: URL(filePath: "\(path).damaged-\(number)"))
        }
        let rubbish = Array("rubbish".utf8)
        try write(["": rubbish])
        do {
            _ = try TestStore.open(directory)
            Issue.record("it was opened")
        } catch let error as StoreError {
            let words = "\(Limits.filesSetAside) damaged databases have been set aside"
            #expect(error.reason.contains("\(words); move them away"), "\(error.reason)")
        }
        #expect(try Carver.contents(path) == rubbish)
        try Files.remove("\(path).damaged-1")
        #expect(try TestStore.open(directory).salvage?.file == Self.aside)
    }

    @Test("the defaults of the pitch are read from a damaged file, and their newest version")
    func defaults() throws {
        var defaults = MatchDefaults()
        do {
            let store = try TestStore.open(directory)
            for minutes in 5...6 {
                defaults.time = GatherTime(minutes: minutes, seconds: 0)
                defaults.teamAName = "Réds"
                (defaults.colors.teamB, defaults.players) = (.blue, [3, 1])
                try store.put(defaults, request: nil)
            }
            try store.close()
        }
        for place in [nil, 20] {
            var bytes = try Carver.contents(path)
            if let place { bytes[place] ^= 0xFF }
            try write(["": bytes])
            let store = try TestStore.open(directory)
            #expect((store.salvage != nil) == (place != nil))
            #expect(try store.defaults() == defaults)
            try store.close()
        }
        try write(damage("Réds", in: ["": try Carver.contents(path)]))
        #expect(try TestStore.open(directory).defaults() == MatchDefaults())
    }

    @Test("a log without its database is no reason to lose it")
    func logAlone() throws {
        let files = try SampleFiles(seed: 1)
        try write(["-wal": files.bytes["-wal"] ?? []])
        let store = try TestStore.open(directory)
        let salvage = try #require(store.salvage)
        #expect(salvage.savedEvents > 0)
        #expect(try names == ["\(Self.aside)-wal"])
    }

    @Test("a missing log is no damage: what was in the database is there")
    func logMissing() throws {
        let files = try SampleFiles(seed: 2)
        try write(["": files.bytes[""] ?? []])
        let store = try TestStore.open(directory)
        #expect(store.salvage == nil)
        #expect(store.fullCheck()() == nil)
        let found = try SampleFiles.events(directory)
        #expect(!found.isEmpty)
        for (key, event) in found { #expect(files.events[key] == event) }
    }

    @Test("everything is carried over from pages alone: events, requests, rows that overflow")
    func carvedWhole() throws {
        let files = try SampleFiles(seed: 3, gathers: 6)
        var bytes = files.bytes
        // No header, no schema: not one b-tree is left.
        bytes[""]?.replaceSubrange(0..<Schema.pageSize, with: repeatElement(0xAA, count: 4_096))
        bytes["-shm"] = nil
        try write(bytes)
        let store = try TestStore.open(directory)
        let salvage = try #require(store.salvage)
        #expect(try SampleFiles.events(directory) == files.events)
        #expect(salvage.savedEvents == files.events.count)
        #expect(salvage.lostEvents == 0)
        for id in files.requests { #expect(try store.request(id) != nil) }
        #expect(try store.newestGather()?.number == 6)
        #expect(store.fullCheck()() == nil)
    }

    @Test("a database of version 1 is carried over as well")
    func version1() throws {
        let fixtures =
            #filePath.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/Fixtures"
        var bytes = try Carver.contents("\(fixtures)/version1-killed.db")
        bytes[2] ^= 1
        try write(["": bytes, "-wal": try Carver.contents("\(fixtures)/version1-killed.db-wal")])
        let store = try TestStore.open(directory)
        #expect(store.salvage?.savedEvents == 28)
        #expect(store.salvage?.lostEvents == 0)
        #expect(try store.newestGather()?.number == 4)
        #expect(try store.newestGather()?.gather.score.scoreDescription == "2-7")
        #expect(try store.numbers() == [4, 2, 1])
        #expect(try store.request("after the restart") != nil)
    }

    @Test("a database of version 2 is carried over as well")
    func version2() throws {
        let fixtures =
            #filePath.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/Fixtures"
        var bytes = try Carver.contents("\(fixtures)/version2-killed.db")
        bytes[2] ^= 1
        try write(["": bytes, "-wal": try Carver.contents("\(fixtures)/version2-killed.db-wal")])
        let store = try TestStore.open(directory)
        #expect(store.salvage?.lostEvents == 0)
        #expect(try store.newestGather()?.gather.score.scoreDescription == "0-2")
        #expect(try store.request("goal 7") != nil)
    }

    @Test("submissions are carried over, and what has not arrived is for a person to decide")
    func submissions() throws {
        let now = Moment(boottime: .seconds(1), wall: TestStore.wall, boot: "b")
        let result = try #require(MatchResult(score: "2-1", winnerTeam: "Team A"))
        var sent = Submission(result, at: now, heldFor: .zero)
        for outcome: StepOutcome in [.gathers(GatherList()), .created("remote"), .done] {
            _ = sent.begin(account: "a", at: now)
            sent.finish(outcome, account: "a", at: now, jitter: 0, others: [])
        }
        #expect(sent.isSent)
        let waiting = Submission(result, at: now, heldFor: .seconds(60))
        let known = Submission(result, at: now, heldFor: .seconds(60))
        do {
            let store = try TestStore.open(directory)
            for (number, submission) in [sent, waiting, known].enumerated() {
                let opened = RecordedEvent(
                    number: 1, step: 1, moment: now, operatorUID: nil,
                    event: .opened(
                        id: "\(number)", time: .standard, teamAName: "A", teamBName: "B"))
                _ = try store.append(
                    .init(
                        events: [opened], gather: nil, id: "\(number)",
                        submission: .put(submission), moment: now))
            }
        }
        let files = StoreFiles(database: path)
        let row = SubmissionRow(known, of: 3)
        _ = try Salvager.build(
            files, known: nil, submissions: [row], aside: "x", busy: { _ in }, at: .zero)
        try files.replace(aside: "gather.db.damaged-x", as: .damaged)
        let store = try TestStore.open(directory)
        #expect(try store.submission(of: 1)?.state == sent.record.json)
        let doubted = try #require(try store.submission(of: 2)?.submission(at: now))
        #expect(doubted.verdict == .undecided(candidates: []))
        #expect(try store.submission(of: 3) == row)
        #expect(try store.pendingSubmissions().map(\.gather) == [2, 3])
        #expect(store.fullCheck()() == nil)
    }

    @Test(
        "the end of a match whose events are lost may have been sent: it waits for a person",
        arguments: [false, true])
    func openMatch(hasAccount: Bool) throws {
        let moment = Moment(boottime: .seconds(1), wall: TestStore.wall, boot: "b")
        let opened = Event.opened(id: "x", time: .standard, teamAName: "A", teamBName: "B")
        do {
            let store = try TestStore.open(directory)
            let events = [opened, .scoreSet(.teamA, 123), .scoreSet(.teamB, 321)].enumerated().map {
                RecordedEvent(
                    number: $0 + 1, step: $0 + 1, moment: moment, operatorUID: 7, event: $1)
            }
            _ = try store.append(.init(events: events, gather: nil, id: "x", moment: moment))
            try store.close()
        }
        try write(try damage("\"score\":123", in: SampleFiles.read(directory)))
        if hasAccount {
            try Data("{}".utf8).write(to: URL(filePath: "\(directory)/account.json"))
        }
        let store = try TestStore.open(directory)
        #expect(store.salvage?.lostEvents == 1)
        let submission = try store.submission(of: 1)?.submission(at: moment)
        #expect(submission?.isUnknown == (hasAccount ? true : nil))
        #expect(try store.pendingSubmissions() == [])
    }

    @Test("lost events are filled in, and an opening with the defaults")
    func gaps() throws {
        let moment = Moment(boottime: .seconds(1), wall: TestStore.wall, boot: "b")
        func event(_ number: Int, _ event: Event) -> RecordedEvent {
            RecordedEvent(
                number: number, step: number, moment: moment, operatorUID: 7, event: event)
        }
        do {
            let store = try TestStore.open(directory)
            var events = [
                event(
                    1, .opened(id: "x", time: .standard, teamAName: "Verloren", teamBName: "B"))
            ]
            events += [event(2, .scoreSet(.teamA, 123)), event(3, .scoreSet(.teamB, 321))]
            _ = try store.append(.init(events: events, gather: nil, id: "x", moment: moment))
            try store.close()
        }
        let files = try SampleFiles.read(directory)
        try write(try damage("Verloren", in: try damage("\"score\":123", in: files)))
        let store = try TestStore.open(directory)
        #expect(store.salvage?.savedEvents == 1)
        #expect(store.salvage?.lostEvents == 2)
        let gather = try #require(try store.newestGather()?.gather)
        #expect(gather.id == "x")
        #expect(gather.name(of: .teamA) == "Team A")
        #expect(gather.log.map(\.event)[1...] == [.lost, .scoreSet(.teamB, 321)])
        #expect(gather.score.scoreDescription == "0-321")
    }

    @Test("a salvage that is cut off anywhere is done again, and loses nothing")
    func cutOff() throws {
        let files = try SampleFiles(seed: 4)
        var damaged = files.bytes
        damaged[""]?[20] ^= 0xFF
        // Where a rename of the last steps would be next.
        for step in 0..<6 {
            for name in try Files.names(in: directory) { try Files.remove("\(directory)/\(name)") }
            try write(damaged)
            let whole = "\(path).salvaged-x"
            if step == 0 {
                try Data("half".utf8).write(to: URL(filePath: "\(path).new"))
            } else {
                let store = StoreFiles(database: path)
                _ = try Salvager.build(store, known: nil, aside: "x", busy: { _ in }, at: .zero)
                if step > 1 { try Files.rename(store.building, to: whole) }
                for suffix in StoreFiles.suffixes.reversed().prefix(step - 2 < 0 ? 0 : step - 2) {
                    try Files.rename(path + suffix, to: "\(path).damaged-x\(suffix)")
                }
            }
            let store = try TestStore.open(directory)
            #expect(try SampleFiles.events(directory) == files.events, "\(step)")
            let salvage = try #require(store.salvage)
            let stamp = step > 1 ? "x" : TestStore.stamp
            for suffix in StoreFiles.suffixes {
                let aside = try Carver.contents("\(path).damaged-\(stamp)\(suffix)")
                #expect(aside == damaged[suffix], "\(step) \(suffix) \(salvage)")
            }
            #expect(try names.filter { !$0.contains("damaged") } == [])
        }
    }

    @Test("the last event is missed as any other, whatever of it is damaged")
    func lastEvent() throws {
        let moment = Moment(boottime: .seconds(1), wall: TestStore.wall, boot: "b")
        let events: [Event] = [
            .opened(id: "x", time: .standard, teamAName: "A", teamBName: "B"),
            .scoreAdded(.teamA, delta: 1), .scoreSet(.teamB, 321),
        ]
        let recorded = events.enumerated().map { index, event in
            RecordedEvent(
                number: index + 1, step: index + 1, moment: moment, operatorUID: 7, event: event)
        }
        do {
            let store = try TestStore.open(directory)
            _ = try store.append(.init(events: recorded, gather: nil, id: "x", moment: moment))
            try store.close()
        }
        let files = try SampleFiles.read(directory)
        let whole = try #require(files[""])
        let text = try damage("\"score\":321", in: files)
        let changed = try #require(whole.indices.first { whole[$0] != text[""]?[$0] })
        // The number of cells on its page, from 3 to 2.
        var count = files
        count[""]?[changed / Schema.pageSize * Schema.pageSize + 4] ^= 1
        for damaged in [text, count] {
            for name in try names { try Files.remove("\(directory)/\(name)") }
            for suffix in ["-wal", "-shm"] { try? Files.remove(path + suffix) }
            try write(["": try #require(damaged[""])])
            let store = try TestStore.open(directory)
            #expect(store.salvage?.savedEvents == 2)
            #expect(store.salvage?.lostEvents == 1)
            #expect(store.salvage?.mayHaveLostMore == false)
            let gather = try #require(try store.newestGather()?.gather)
            #expect(gather.log.map(\.event).suffix(2) == [.scoreAdded(.teamA, delta: 1), .lost])
            #expect(store.fullCheck()() == nil)
            try store.close()
        }
    }

    @Test("where nothing tells how many events a gather had, more may be lost")
    func unknownLoss() throws {
        let files = try SampleFiles(seed: 6, gathers: 3)
        try write(["": files.bytes[""] ?? [], "-wal": files.bytes["-wal"] ?? []])
        try TestStore.open(directory).close()
        // The pages with the rows of all gathers.
        var bytes = try Carver.contents(path)
        for page in 1..<bytes.count / Schema.pageSize {
            let range = page * Schema.pageSize..<(page + 1) * Schema.pageSize
            guard let tree = BTreePage(bytes[range], number: page + 1), tree.isTable else {
                continue
            }
            bytes.replaceSubrange(range, with: repeatElement(0, count: Schema.pageSize))
        }
        for suffix in ["-wal", "-shm"] { try? Files.remove(path + suffix) }
        try write(["": bytes])
        let log = RecordingLog()
        let store = try TestStore.open(directory, log: log)
        let salvage = try #require(store.salvage)
        #expect(salvage.savedEvents == files.events.count)
        #expect(salvage.mayHaveLostMore)
        #expect(log.all.first?.contains("how many are lost is not known") == true, "\(log.all)")
    }

    @Test("damage that is met while the match is on costs nothing that is in memory")
    func whileRunning() throws {
        let fixture = try DaemonFixture(directory: directory)
        let client = try fixture.client()
        _ = try client.gather(.open, ["teamAName": "Eins"])
        _ = try client.gather(.end)
        let started = try client.gather(.open, ["teamAName": "Zwei"])
        _ = try client.gather(.addToScore, ["team": "teamA", "delta": 1])
        // Every page of the database and of the log is rubbish from now on.
        for suffix in ["", "-wal"] {
            let size = Files.size(of: path + suffix) ?? 0
            try Data(repeating: 0x55, count: size).write(to: URL(filePath: path + suffix))
        }
        let reply = try client.call(.addToScore, ["team": "teamA", "delta": 1])
        let history = try client.history()
        #expect(reply.error == nil || history.error == nil)
        let scored = try client.gather(.addToScore, ["team": "teamB", "delta": 1])
        #expect(scored.id == started.id)
        try fixture.restart()
        let after = try fixture.client().gather(.get)
        #expect(after.revision == scored.revision)
        #expect(after.score == scored.score)
        #expect(after.teamA.name == "Zwei")
        #expect(try names.contains { $0.hasPrefix("gather.db.damaged-") })
    }

    @Test("an event of the clocks that waits for the disk is stored once, though damage is found")
    func unstored() throws {
        let disk = FaultyDisk(directory)
        let fixture = try DaemonFixture(directory: directory)
        let client = try fixture.client()
        _ = try client.gather(.start)
        disk.set(.full)
        fixture.clock.stepWall(by: .seconds(3_600))
        let stepped = try client.gather(.get)
        disk.repair()
        for suffix in ["", "-wal"] {
            let size = Files.size(of: path + suffix) ?? 0
            try Data(repeating: 0x55, count: size).write(to: URL(filePath: path + suffix))
        }
        let goal: JSONObject = ["team": "teamA", "delta": 1]
        _ = try client.call(.addToScore, goal)
        _ = try client.history()
        let scored = try client.gather(.addToScore, goal)
        #expect(scored.revision > stepped.revision)
        try fixture.restart()
        let after = try fixture.client().gather(.get)
        #expect(after.score == scored.score)
        #expect(after.revision >= scored.revision)
    }

    @Test("a match that damage hides from the start is taken up when the check has found it")
    func hidden() throws {
        let fixture = try DaemonFixture(directory: directory)
        let started = try fixture.client().gather(.start)
        fixture.stop()
        try SQLiteDatabase(path: path).execute("UPDATE gathers SET unopened = 1")
        try fixture.restart()
        let watcher = try fixture.client()
        try watcher.subscribe(ticks: false)
        let first = try #require(try watcher.receive())
        // The check may have been faster.
        if first.parameters["gather"] == .null {
            #expect(try watcher.next() == "salvaged 10:0 0-0")
        }
        let gather = try fixture.client().gather(.get)
        #expect(gather.id == started.id)
        #expect(gather.timer.state == .running)
        // The watchdog would end the daemon in the midst of it.
        let told = fixture.manager.messages
        #expect(told.contains("busy"))
        #expect(told.lastIndex(of: "busy") ?? 0 < told.lastIndex(of: "at ease") ?? 0)
        #expect(
            gather.timer.endsAtBoottimeMicroseconds == started.timer.endsAtBoottimeMicroseconds)
    }

    @Test("what was salvaged is known after a restart, until the next match opens")
    func remembered() throws {
        try write(["": Array("rubbish".utf8)])
        _ = try TestStore.open(directory)
        let store = try TestStore.open(directory)
        let salvage = try #require(store.salvage)
        #expect(salvage.file == Self.aside)
        let moment = Moment(boottime: .zero, wall: .zero, boot: "")
        let opened = RecordedEvent(
            number: 1, step: 1, moment: moment, operatorUID: nil,
            event: .opened(id: "1", time: .standard, teamAName: "A", teamBName: "B"))
        _ = try store.append(.init(events: [opened], gather: nil, id: "1", moment: moment))
        #expect(store.salvage == nil)
        try store.close()
    }
}

extension Client {
    fileprivate func history() throws -> Reply {
        try send(Call("io.gatherd.History.List", [:]).message)
        return try #require(try receive())
    }
}
