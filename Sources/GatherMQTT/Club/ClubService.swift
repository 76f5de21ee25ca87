import GatherAPI
import GatherClient
import GatherClub
import LinuxIO
import Varlink

/// Serves `io.gatherd.Club` at Unix sockets.
final class ClubService: Role {
    private let club: Club
    private let access: ClubAccess
    /// The file of the socket; nil for one that was passed.
    private let socketFile: SocketFile?
    private let queue: SerialQueue
    private var server: CallServer?
    private var watchers: [Watcher] = []
    private var isShowingDue = false

    /// Somebody who gets each change of the pitches.
    private struct Watcher {
        weak var client: CallClient?
        var revision: Int
        /// The names of the pitches of that revision.
        var names: Set<String>
        var isLive: Bool
    }

    private let standard = StandardService(
        vendor: "gatherd", product: "gather-mqtt", version: Version.current,
        url: Version.documentation, interfaces: Interfaces.ofClub)

    /// Makes a service without a socket.
    init(_ club: Club, _ access: ClubAccess, socketFile: SocketFile?, queue: SerialQueue) {
        (self.club, self.access) = (club, access)
        (self.socketFile, self.queue) = (socketFile, queue)
        server = CallServer(queue: queue, limits: Limits.calls) { [weak self] call, client in
            self?.answer(call, client)
        }
        club.pitchesChanged = { [weak self] in self?.show() }
    }

    /// Serves a listening socket.
    func serve(_ socket: Descriptor) throws(SystemError) { try server?.serve(socket) }

    func begin() { club.begin() }

    func end() {
        club.end()
        socketFile?.remove()
    }

    var status: String { club.status }

    private func answer(_ call: Call, _ client: CallClient) {
        do {
            guard !call.upgrade else { throw VarlinkError.methodNotImplemented(call.method) }
            guard let method = ClubMethod(fullName: call.method) else {
                return client.reply(try standard.reply(to: call))
            }
            if let reply = try reply(to: method, call, client) { client.reply(reply) }
        } catch let error as VarlinkError {
            client.reply(error.reply)
        } catch let error as ClubError {
            client.reply(error.reply)
        } catch {
            client.reply(VarlinkError.methodNotFound(call.method).reply)
        }
    }

    /// Returns the reply to a call; nil if it comes later.
    private func reply(to method: ClubMethod, _ call: Call, _ client: CallClient) throws -> Reply? {
        switch method {
        case .getFixtures:
            _ = try ClubMethod.GetFixtures(call)
            return ClubMethod.GetFixtures.Reply(
                revision: club.list.revision, fixtures: club.list.fixtures, isLive: club.isLive,
                unpublished: club.unpublished
            ).reply
        case .getFixture:
            let id = try ClubMethod.GetFixture(call).id
            guard let fixture = club.list.fixture(id) else { throw ClubError.noSuchFixture }
            return ClubMethod.GetFixture.Reply(fixture: fixture).reply
        case .importFixtures:
            guard access.mayChange(client.socket) else { throw VarlinkError.permissionDenied }
            try replace(try ClubMethod.ImportFixtures(call).fixtures, client)
            return nil
        case .getTable: return try table(try ClubMethod.GetTable(call).group)
        case .getPitches:
            _ = try ClubMethod.GetPitches(call)
            return pitches(to: client, continues: call.more)
        }
    }

    // MARK: - Pitches

    private func pitches(to client: CallClient, continues: Bool) -> Reply {
        var reply = ClubMethod.GetPitches.Reply(
            pitches: club.pitches.all(at: club.now), isLive: club.isLive
        ).reply
        guard continues else { return reply }
        reply.continues = true
        watchers.append(
            Watcher(
                client: client, revision: club.pitches.revision, names: club.pitches.names,
                isLive: club.isLive))
        return reply
    }

    /// Shows soon what has changed, once for all that comes together.
    private func show() {
        guard !isShowingDue, !watchers.isEmpty else { return }
        isShowingDue = true
        queue.later(after: Limits.pitchDelay) { [weak self] in
            self?.isShowingDue = false
            self?.showChanges()
        }
    }

    private func showChanges() {
        watchers.removeAll { $0.client == nil }
        let (revision, isLive, now) = (club.pitches.revision, club.isLive, club.now)
        let names = club.pitches.names
        for (index, watcher) in watchers.enumerated() {
            // One that has not read yet gets all of it later at once.
            guard let client = watcher.client, !client.isBehind,
                watcher.revision < revision || watcher.isLive != isLive
            else { continue }
            (watchers[index].revision, watchers[index].isLive) = (revision, isLive)
            watchers[index].names = names
            let changes = club.pitches.changes(after: watcher.revision, of: watcher.names, at: now)
            var reply = ClubMethod.GetPitches.Reply(pitches: changes, isLive: isLive).reply
            reply.continues = true
            client.reply(reply)
        }
    }

    private func table(_ group: String?) throws(ClubError) -> Reply {
        let table = club.table
        var groups = table?.groups ?? []
        if let group {
            groups = groups.filter { $0.$group == group }
            // Before a table is there, its groups are not known.
            guard !groups.isEmpty || table == nil else { throw .noSuchGroup }
        }
        return ClubMethod.GetTable.Reply(
            order: table?.order ?? TableOrder.goalDifference.rawValue, groups: groups,
            apart: table?.apart ?? [], isLive: club.isTableLive
        ).reply
    }

    private func replace(_ fixtures: [Fixture], _ client: CallClient) throws {
        guard fixtures.count <= FixtureList.most else { throw ClubError.listTooLong }
        let fixtures = fixtures.map(\.normalized)
        do { try FixtureList.check(fixtures) } catch {
            throw ClubError.invalidFixture(
                index: error.index, field: error.fault.field, problem: error.fault.problem)
        }
        let size = FixtureList(revision: .max, fixtures: fixtures).payload.count
        guard size <= FixtureList.mostBytes else { throw ClubError.listTooLong }
        // The reply needs the revision, which is there before the broker answers.
        let revision = Revision()
        do {
            revision.value = try club.replace(fixtures) { [weak self, weak client] isPublished in
                client?.reply(
                    ClubMethod.ImportFixtures.Reply(
                        revision: revision.value, published: isPublished,
                        unpublished: isPublished ? nil : self?.club.unpublished
                    ).reply)
            }
        } catch { throw ClubError.storageFailed(reason: "\(error)") }
    }

    private final class Revision { var value = 0 }
}
