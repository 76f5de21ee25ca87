import FoundationEssentials
import GatherCore
import LinuxIO
import Testing

@testable import GatherDaemon

@Suite("Restoring a backup")
final class RestoreTests {
    private let directory: String
    private var files: StoreFiles { StoreFiles(database: "\(directory)/gather.db") }

    init() throws { directory = try DaemonFixture.temporaryDirectory() }

    deinit { try? FileManager.default.removeItem(atPath: directory) }

    private func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: URL(filePath: "\(directory)/\(name)"))
    }

    private func text(_ name: String) throws -> String? {
        try Files.contents(of: "\(directory)/\(name)", limit: 100).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    @Test("a restore that was interrupted anywhere is finished by the next start", arguments: 0...3)
    func interrupted(moved: Int) throws {
        try write("backup", to: "gather.db.restored-T")
        for (index, suffix) in ["-shm", "-wal", ""].enumerated() {
            let name = index < moved ? "gather.db.replaced-T\(suffix)" : "gather.db\(suffix)"
            try write("old\(suffix)", to: name)
        }
        try files.finish()
        #expect(try text("gather.db") == "backup")
        for suffix in StoreFiles.suffixes {
            #expect(try text("gather.db.replaced-T\(suffix)") == "old\(suffix)")
        }
        #expect(try Files.names(in: directory).count == 4)
    }

    @Test("one that was interrupted before leaves the database as it is")
    func incomplete() throws {
        try write("old", to: "gather.db")
        try write("half", to: "gather.db.new")
        try files.finish()
        #expect(try Files.names(in: directory) == ["gather.db"])
        #expect(try text("gather.db") == "old")
    }

    @Test("so many databases are set aside, and no more")
    func many() throws {
        try write("now", to: "gather.db")
        for number in 1...Limits.filesSetAside {
            try write("\(number)", to: "gather.db.replaced-\(number)")
        }
        #expect(throws: StoreError.self) {
            _ = try files.nameAside(at: TestStore.wall, as: .replaced)
        }
        // Those that are damaged count by themselves.
        #expect(
            try files.nameAside(at: TestStore.wall, as: .damaged)
                == "gather.db.damaged-\(TestStore.stamp)")
    }

    @Test("a backup of an earlier version is brought to this one", arguments: 1...3)
    func earlier(version: Int) throws {
        let backup = "\(directory)/backup.db"
        do {
            let database = try SQLiteDatabase(path: backup, .creating)
            try database.execute("PRAGMA page_size = \(Schema.pageSize)")
            try Schema.migrateTables(of: database, from: 0, to: version)
            try database.execute("PRAGMA application_id = \(Schema.applicationID)")
            try database.execute("PRAGMA user_version = \(version)")
        }
        let before = try BackupCheck(file: backup)
        #expect((before.version, before.matches) == (version, 0))
        let restore = try Restore(
            backup, into: "\(directory)/state", isForced: false, at: TestStore.wall)
        #expect(restore.check.version == Schema.version)
        #expect(restore.aside == nil)
        let store = try TestStore.open("\(directory)/state")
        #expect(try store.newestGather() == nil)
        #expect(try Files.names(in: "\(directory)/state").contains { $0.contains(".new") } == false)
    }

    @Test("a result that was not sent by then may have been sent since: it waits for a person")
    func results() throws {
        let now = Moment(boottime: .seconds(1), wall: TestStore.wall, boot: "b")
        let result = try #require(MatchResult(score: "2-1", winnerTeam: "Team A"))
        let waiting = Submission(result, at: now, heldFor: .zero)
        var creating = waiting
        _ = creating.begin(account: "a", at: now)
        creating.finish(.gathers(GatherList()), account: "a", at: now, jitter: 0, others: [])
        var sent = creating
        for outcome: StepOutcome in [.created("remote"), .done] {
            _ = sent.begin(account: "a", at: now)
            sent.finish(outcome, account: "a", at: now, jitter: 0, others: [])
        }
        do {
            let store = try TestStore.open("\(directory)/before")
            for (number, submission) in [waiting, creating, sent].enumerated() {
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
        let backup = "\(directory)/before/gather.db"
        try NewDatabase.flush(SQLiteDatabase(path: backup, .readingAndWriting))
        // What the first restore has left to a person is no newer state.
        for _ in 1...2 {
            let restore = try TestStore.whenFree {
                try Restore(
                    backup, into: "\(directory)/state", isForced: false, at: TestStore.wall)
            }
            #expect(restore.undecided == 2)
            let store = try TestStore.open("\(directory)/state")
            #expect(store.fullCheck()() == nil)
            for number in 1...2 {
                let row = try #require(try store.submission(of: number))
                let submission = try #require(row.submission(at: now))
                #expect(submission.verdict == .undecided(candidates: []))
                #expect(submission.dueAt == nil)
            }
            #expect(try store.submission(of: 3)?.state == sent.record.json)
        }
    }

    /// Makes a store with a match that is open, and perhaps has a submission.
    private func makeStore(_ name: String, _ id: String, _ submission: Submission?) throws {
        let now = Moment(boottime: .seconds(1), wall: TestStore.wall, boot: "b")
        do {
            let store = try TestStore.open("\(directory)/\(name)")
            let opened = RecordedEvent(
                number: 1, step: 1, moment: now, operatorUID: nil,
                event: .opened(id: id, time: .standard, teamAName: "A", teamBName: "B"))
            _ = try store.append(
                .init(
                    events: [opened], gather: nil, id: id,
                    submission: submission.map(EventStore.SubmissionChange.put) ?? .none,
                    moment: now))
        }
        try NewDatabase.flush(
            SQLiteDatabase(path: "\(directory)/\(name)/gather.db", .readingAndWriting))
    }

    @Test(
        "a match that was open by then may have been sent since: its end waits for a person",
        arguments: [
            // What the present database is, whether there is an account, and whether it waits.
            ("sent", false, true), ("the same", true, false), ("another's", true, true),
            ("another's", false, false), ("none", true, true), ("none", false, false),
            ("damaged", true, true),
        ])
    func openMatch(present: String, hasAccount: Bool, waits: Bool) throws {
        let now = Moment(boottime: .seconds(1), wall: TestStore.wall, boot: "b")
        let result = try #require(MatchResult(score: "2-1", winnerTeam: "Team A"))
        try makeStore("before", "one", nil)
        switch present {
        case "sent":
            try makeStore("state", "one", Submission(result, at: now, heldFor: .zero))
        case "the same": try makeStore("state", "one", nil)
        case "another's": try makeStore("state", "two", nil)
        default: _ = try TestStore.lock("\(directory)/state")
        }
        if present == "damaged" {
            try write(String(repeating: "damaged", count: 1_000), to: "state/gather.db")
        }
        if hasAccount { try write("{}", to: "state/account.json") }
        for isForced in [true, false] {
            // What the first restore has left to a person is no newer state.
            let restore = try TestStore.whenFree {
                try Restore(
                    "\(directory)/before/gather.db", into: "\(directory)/state",
                    isForced: isForced, at: TestStore.wall)
            }
            #expect(restore.undecided == 0)
            let store = try TestStore.open("\(directory)/state")
            let row = try store.submission(of: 1)
            try #require((row != nil) == waits)
            guard var submission = row?.submission(at: now) else { continue }
            #expect(submission.isUnknown)
            #expect(!submission.isOpen)
            submission.renew(result, at: now, heldFor: .zero)
            #expect(submission.isPending)
            #expect(submission.dueAt == nil)
            submission.decide(nil, account: "a", at: now)
            #expect(submission.dueAt != nil)
        }
    }

    @Test("a directory that a daemon uses, and a log beside the backup, are refused")
    func refusals() throws {
        let state = try TestStore.lock("\(directory)/state")
        try write("backup", to: "backup.db")
        func refusal(_ name: String = "backup.db") -> Restore.Refusal? {
            do {
                _ = try Restore(
                    "\(directory)/\(name)", into: "\(directory)/state", isForced: true,
                    at: .zero)
                return nil
            } catch { return error }
        }
        guard case .inUse = refusal() else {
            Issue.record("the lock is not seen")
            return
        }
        try write("log", to: "backup.db-wal")
        try FileManager.default.createSymbolicLink(
            atPath: "\(directory)/link.db", withDestinationPath: "backup.db")
        for name in ["backup.db", "link.db"] {
            guard case .fault(let text) = refusal(name) else {
                Issue.record("the log is not seen beside \(name)")
                return
            }
            #expect(text.contains("there is a log beside it"))
        }
        withExtendedLifetime(state) {}
    }
}
