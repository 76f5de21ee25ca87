import FoundationEssentials
import GatherAPI
import Glibc
import LinuxIO
import Testing
import Varlink

@testable import GatherControl

@Suite("Backups of gatherctl")
final class BackupCommandTests {
    private let directory: String

    init() throws {
        var template = Array("/tmp/gatherctl-backup-XXXXXX".utf8CString)
        directory = String(cString: try #require(mkdtemp(&template)))
    }

    deinit { try? FileManager.default.removeItem(atPath: directory) }

    private static func piece(_ text: String, of size: Int, id: String = "one") -> Reply {
        HistoryMethod.Backup.Reply(id: id, size: size, data: Base64.text(of: Array(text.utf8)))
            .reply
    }

    private var names: [String] { get throws { try Files.names(in: directory) } }

    @Test("a copy that gatherd does not take for one is no backup, and nothing of it stays")
    func wrong() throws {
        let bench = Bench(.replies([Self.piece("half a ", of: 13), Self.piece("backup", of: 13)]))
        let result = try bench.run("backup", directory)
        #expect(result.status == .refused)
        #expect(result.errors.hasPrefix("gatherctl: cannot make the backup: "))
        #expect(
            result.calls == [
                [
                    HistoryMethod.Backup(id: nil, offset: nil).call,
                    HistoryMethod.Backup(id: "one", offset: 7).call,
                ]
            ])
        #expect(try names.isEmpty)
    }

    @Test(
        "pieces that do not fit are not understood",
        arguments: [
            [piece("more than", of: 3)], [piece("", of: 3)],
            [piece("a", of: 3), piece("b", of: 3, id: "two")],
            [HistoryMethod.Backup.Reply(id: "one", size: 3, data: "!").reply],
        ])
    func pieces(replies: [Reply]) throws {
        let result = try Bench(.replies(replies)).run("backup", directory)
        #expect(result.status == .refused)
        #expect(result.errors.contains("cannot understand the answer of gatherd"))
        #expect(try names.isEmpty)
    }

    @Test("a refusal has its reason, and leaves a file that was there")
    func refusals() throws {
        let file = "\(directory)/season.db"
        try Data(Self.earlier).write(to: URL(filePath: file))
        for (reply, reason) in [
            (HistoryError.tooManyBackups.reply, "others make backups right now"),
            (HistoryError.noSuchBackup.reply, "gatherd has given it up"),
            (HistoryError.storageFailed(reason: "the disk is full").reply, "the disk is full"),
        ] {
            let result = try Bench(.replies([reply])).run("backup", file)
            #expect(result.status == .refused)
            #expect(result.errors.contains("cannot make the backup: \(reason)"), "\(result)")
        }
        #expect(try names == ["season.db"])
        #expect(try Files.contents(of: file, limit: 100) == Self.earlier)
    }

    /// The beginning of any database, and that of one of gatherd.
    private static let database = Array("SQLite format 3\0".utf8) + [UInt8](repeating: 0, count: 52)
    private static let earlier = database + Array("gath".utf8)

    @Test("an empty file and a database of gatherd are replaced, and any other file stays")
    func replaced() throws {
        let file = "\(directory)/season.db"
        for (bytes, isReplaced) in [
            ([], true), (Self.earlier, true), (Array("before".utf8), false), (Self.database, false),
            (Self.database + [0, 0, 0, 7], false), (Array(Self.earlier.dropFirst()), false),
        ] as [([UInt8], Bool)] {
            try Data(bytes).write(to: URL(filePath: file))
            let bench = Bench(.replies([HistoryError.tooManyBackups.reply]))
            let result = try bench.run("backup", file)
            #expect(result.status == .refused)
            #expect(result.calls.isEmpty != isReplaced)
            let reason = "it is not a database of gatherd, and is not replaced"
            #expect(
                result.errors.contains("cannot write '\(file)': \(reason)") != isReplaced,
                "\(result.errors)")
            #expect(try Files.contents(of: file, limit: 100) == bytes)
        }
    }

    @Test("what cannot be a backup is refused before the daemon is asked")
    func arguments() throws {
        for (words, isUsage, text) in [
            ([], true, "the directory or the file is missing"),
            (["--keep", "x", directory], true, "'x' is not a number of backups to keep"),
            (["--keep", "2", "\(directory)/f"], true, "'--keep' is for a directory"),
            (["-"], true, "a backup cannot go to standard output; use a directory or a file"),
            (["/dev/null"], false, "cannot write '/dev/null': it is a device"),
            (["\(directory)/none/f"], false, "No such file or directory"),
        ] as [([String], Bool, String)] {
            let result = try Bench().run(["backup"] + words)
            #expect(result.status == (isUsage ? .usage : .refused))
            #expect(result.errors.contains(text), "\(result.errors)")
            #expect(result.calls.isEmpty)
        }
    }

    // MARK: - Names

    @Test("a backup in a directory has a name that no other has")
    func paths() throws {
        let wall = Duration.seconds(1_800_000_000)
        let stem = "\(directory)/gatherd-20270115T080000Z"
        #expect(BackupFile(at: directory, pitch: nil, wall: wall).path == stem + ".db")
        #expect(BackupFile(at: directory + "/", pitch: nil, wall: wall).path == stem + ".db")
        try Data().write(to: URL(filePath: stem + ".db"))
        #expect(BackupFile(at: directory, pitch: nil, wall: wall).path == stem + "-2.db")
        #expect(
            BackupFile(at: directory, pitch: "east", wall: wall).path
                == "\(directory)/gatherd@east-20270115T080000Z.db")
        // One that is being written has its name already.
        let east = BackupFile(at: directory, pitch: "east", wall: wall)
        let made = try east.make()
        #expect(
            BackupFile(at: directory, pitch: "east", wall: wall).path
                == "\(directory)/gatherd@east-20270115T080000Z-2.db")
        withExtendedLifetime(made) {}
        #expect(BackupFile(at: "\(directory)/x", pitch: "east", wall: wall).replaces)
    }

    @Test("two never write the same file, and what was interrupted is taken over")
    func building() throws {
        let file = BackupFile(at: directory, pitch: nil, wall: .seconds(1_800_000_000))
        var made: (file: Descriptor, lock: Descriptor?)? = try file.make()
        let named = BackupFile(at: file.path, pitch: nil, wall: .zero)
        #expect(throws: SystemError.self) { _ = try named.make() }
        // Another one does not remove what is being written.
        _ = try BackupFile(at: directory, pitch: "east", wall: .zero).make()
        #expect(try names.filter { $0.contains("gatherd-") }.count == 1)
        _ = made
        made = nil
        _ = try named.make()
        let next = BackupFile(at: directory, pitch: nil, wall: .zero)
        _ = try next.make()
        #expect(try names == [".gatherd-19700101T000000Z.db.gatherctl"])
        try Data().write(to: URL(filePath: next.path))
        #expect(throws: SystemError.self) { try next.finish() }
    }

    @Test("the record that is not whole is named")
    func report() throws {
        let problem: JSONObject = ["id": "abcd", "events": 9, "problem": "changed", "event": 4]
        let report = try #require(
            BackupReport([
                "matches": 2, "events": 1, "withoutHashes": 0, "problems": 1,
                "problem": .object(problem),
            ]))
        #expect(report.counts == "2 matches, 1 event")
        #expect(
            report.problemText
                == "the record of 1 match is not whole; the first is 'abcd', from its event 4 on")
        #expect(BackupReport(["fault": "none"]) == nil)
    }
}
