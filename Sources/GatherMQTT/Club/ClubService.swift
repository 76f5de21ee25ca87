import GatherAPI
import GatherClient
import GatherClub
import LinuxIO
import Varlink

/// Serves `io.gatherd.Club` at Unix sockets.
final class ClubService {
    private let club: Club
    private let access: ClubAccess
    private var server: CallServer?

    private let standard = StandardService(
        vendor: "gatherd", product: "gather-mqtt", version: Version.current,
        url: Version.documentation, interfaces: Interfaces.ofClub)

    /// Makes a service without a socket.
    init(_ club: Club, _ access: ClubAccess, queue: SerialQueue) {
        (self.club, self.access) = (club, access)
        server = CallServer(queue: queue, limits: Limits.calls) { [weak self] call, client in
            self?.answer(call, client)
        }
    }

    /// Serves a listening socket.
    func serve(_ socket: Descriptor) throws(SystemError) { try server?.serve(socket) }

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
    private func reply(
        to method: ClubMethod, _ call: Call, _ client: CallClient
    ) throws -> Reply? {
        switch method {
        case .getFixtures:
            _ = try ClubMethod.GetFixtures(call)
            return ClubMethod.GetFixtures.Reply(
                revision: club.list.revision, fixtures: club.list.fixtures, isLive: club.isLive
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
            return ClubMethod.GetPitches.Reply(
                pitches: club.pitches.all, isLive: club.isLive
            ).reply
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
            revision.value = try club.replace(fixtures) { [weak client] isPublished in
                client?.reply(
                    ClubMethod.ImportFixtures.Reply(
                        revision: revision.value, published: isPublished
                    ).reply)
            }
        } catch { throw ClubError.storageFailed(reason: "\(error)") }
    }

    private final class Revision { var value = 0 }
}
