import FoundationEssentials
import GatherAPI
import GatherCore
import LinuxIO
import Testing
import Varlink

@testable import GatherDaemon

@Suite("Copies of the database")
final class BackupTests {
    /// A daemon whose match has enough goals that a copy takes several pieces.
    private let fixture: DaemonFixture
    private let scratch: String

    init() throws {
        fixture = try LongMatchTests.daemon(goals: 2_500)
        scratch = try DaemonFixture.temporaryDirectory()
    }

    deinit { try? FileManager.default.removeItem(atPath: scratch) }

    private func call(
        _ client: Client, _ id: String? = nil, _ offset: Int? = nil
    ) throws -> Reply {
        try client.send(HistoryMethod.Backup(id: id, offset: offset).call.message)
        return try #require(try client.receive())
    }

    private func reply(_ reply: Reply) throws -> HistoryMethod.Backup.Reply {
        #expect(reply.error == nil)
        return try HistoryMethod.Backup.Reply(reply.parameters)
    }

    /// Reads a copy to its end, and checks it.
    private func check(_ client: Client) throws -> BackupCheck {
        var piece = try reply(try call(client))
        var bytes = try #require(Base64.bytes(of: piece.data))
        while bytes.count < piece.size {
            piece = try reply(try call(client, piece.id, bytes.count))
            bytes += try #require(Base64.bytes(of: piece.data))
        }
        #expect(bytes.count == piece.size)
        let path = "\(scratch)/copy.db"
        try Data(bytes).write(to: URL(filePath: path))
        return try BackupCheck(file: path)
    }

    private var leftovers: [String] {
        get throws {
            try Files.names(in: fixture.directory).filter { $0.contains(".copy") }
        }
    }

    @Test("a copy has all that was answered, and is whole; none of it stays")
    func whole() throws {
        let fresh = try DaemonFixture()
        defer { fresh.stop() }
        let empty = try check(fresh.client())
        #expect((empty.matches, empty.events) == (0, 0))
        let found = try check(fixture.client())
        #expect((found.matches, found.events, found.withoutHashes) == (1, 2_501, 0))
        #expect(found.problem == nil)
        #expect(try leftovers.isEmpty)
    }

    @Test("a copy is of one moment, however much happens until it is read")
    func moment() throws {
        let client = try fixture.client()
        let first = try reply(try call(client))
        #expect(first.size > Limits.backupPieceBytes)
        let other = try fixture.client()
        _ = try other.gather(.addToScore, ["team": "teamB", "delta": 1])
        var bytes = try #require(Base64.bytes(of: first.data))
        let rest = try reply(try call(client, first.id, bytes.count))
        bytes += try #require(Base64.bytes(of: rest.data))
        try #require(bytes.count == first.size, "it is in more than two pieces")
        let path = "\(scratch)/copy.db"
        try Data(bytes).write(to: URL(filePath: path))
        #expect(try BackupCheck(file: path).events == 2_501)
        // It was read to its end.
        #expect(try call(client, first.id, 0).error == "io.gatherd.History.NoSuchBackup")
    }

    @Test("there are two at a time, each of the connection that asked for it")
    func limits() throws {
        let clients = try (1...3).map { _ in try fixture.client() }
        let first = try reply(try call(clients[0]))
        _ = try reply(try call(clients[1]))
        let busy = "io.gatherd.History.TooManyBackups"
        #expect(try call(clients[2]).error == busy)
        #expect(try call(clients[0]).error == busy)
        #expect(try call(clients[1], first.id, 0).error == "io.gatherd.History.NoSuchBackup")
        for (id, offset) in [(first.id, first.size), (first.id, -1), (nil, 0)] {
            let error = try call(clients[0], id, offset).error
            #expect(error == "org.varlink.service.InvalidParameter", "\(offset)")
        }
        // Those that are read to their end, and those of clients that go, make room.
        _ = try reply(try call(clients[0], first.id, first.size - 1))
        #expect(try check(clients[2]).matches == 1)
    }

    @Test("the copies of a client that has gone make room")
    func gone() throws {
        var clients = try (1...2).map { _ in try fixture.client() }
        for client in clients { _ = try reply(try call(client)) }
        clients = []
        let client = try fixture.client()
        // The server may hear of the ends after this call.
        while try call(client).error != nil { try fixture.waitForServer() }
    }

    @Test("a copy is given up after a minute without a call")
    func timeout() throws {
        let client = try fixture.client()
        let first = try reply(try call(client))
        fixture.clock.advance(by: Limits.backupTimeout - .seconds(1))
        // A call begins the minute anew.
        _ = try reply(try call(client, first.id, 0))
        fixture.clock.advance(by: Limits.backupTimeout - .seconds(1))
        _ = try reply(try call(client, first.id, 0))
        fixture.clock.advance(by: Limits.backupTimeout)
        #expect(try call(client, first.id, 0).error == "io.gatherd.History.NoSuchBackup")
    }

    @Test("who may only look gets none")
    func stranger() throws {
        let call = HistoryMethod.Backup(id: nil, offset: nil).call
        let answer = try fixture.answer(call, from: Peer(uid: 1, mayControl: false))
        guard case .reply(let reply) = answer else { throw CancellationError() }
        #expect(reply.error == "org.varlink.service.PermissionDenied")
    }

    @Test("what a killed daemon has left is removed at the next start")
    func killed() throws {
        try fixture.restart { [fixture] _ in
            try? Data("half".utf8).write(to: URL(filePath: "\(fixture.directory)/gather.db.copy"))
        }
        #expect(try leftovers.isEmpty)
    }

    @Test("a stop waits for no copy, and the store closes tidily")
    func stop() throws {
        let client = try fixture.client()
        _ = try reply(try call(client))
        try client.send(HistoryMethod.Backup(id: nil, offset: nil).call.message)
        try fixture.stopImpatiently()
        #expect(try leftovers.isEmpty)
        #expect(Files.size(of: "\(fixture.directory)/gather.db-wal") ?? 0 == 0)
    }

    // MARK: - The check

    @Test("a file that is no backup, or was changed, is refused or named")
    func checks() throws {
        let client = try fixture.client()
        _ = try check(client)
        let path = "\(scratch)/copy.db"
        func changed(_ name: String, _ sql: String) throws -> String {
            let other = "\(scratch)/\(name)"
            try FileManager.default.copyItem(atPath: path, toPath: other)
            try SQLiteDatabase(path: other, .readingAndWriting).execute(sql)
            return other
        }
        func fault(_ path: String) -> String {
            do {
                _ = try BackupCheck(file: path)
                return ""
            } catch { return error.description }
        }
        // Without its checksum, a row is taken as one of version 1.
        let doctored = try changed(
            "doctored", "UPDATE events SET wall = wall + 1, checksum = NULL WHERE number = 7")
        let found = try BackupCheck(file: doctored)
        #expect((found.problems, found.problem?.event) == (1, 7))
        #expect(fault(try changed("row", "UPDATE events SET wall = 1 WHERE number = 7")) != "")
        #expect(fault(try changed("gone", "DELETE FROM events WHERE number = 21")) != "")
        #expect(
            fault(try changed("newer", "PRAGMA user_version = \(Schema.version + 1)"))
                .contains("reads up to \(Schema.version)"))
        #expect(fault("\(scratch)/nothing").contains("No such file"))
        try Data().write(to: URL(filePath: "\(scratch)/empty"))
        #expect(fault("\(scratch)/empty") == "the file is empty")
        #expect(fault(scratch).hasSuffix(" is a directory, not a backup"))
        try Data("text".utf8).write(to: URL(filePath: "\(scratch)/text"))
        #expect(fault("\(scratch)/text") != "")
        let whole = try Data(contentsOf: URL(filePath: path))
        try whole.prefix(whole.count / 2).write(to: URL(filePath: "\(scratch)/half"))
        #expect(fault("\(scratch)/half") != "")
        #expect(fault(path) == "")
        try FileManager.default.createSymbolicLink(
            atPath: "\(scratch)/link", withDestinationPath: path)
        #expect(fault("\(scratch)/link") == "")
    }
}
