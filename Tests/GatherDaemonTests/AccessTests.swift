import Dispatch
import FoundationEssentials
import GatherAPI
import Glibc
import LinuxIO
import Testing
import Varlink

@testable import GatherDaemon

/// The user who runs the tests.
enum UnixUser {
    static let own = geteuid()
}

@Suite("Who may control the match")
struct AccessTests {
    @Test("the user of the daemon may")
    func own() throws {
        let (ours, _) = try pair()
        let peer = try Access(groupName: nil).peer(of: ours)
        #expect(peer == Peer(uid: UnixUser.own, mayControl: true, mayNameDevice: true))
    }

    @Test("a device is named by the daemon's user and the remote's, and by no other")
    func devices() throws {
        let (ours, _) = try pair()
        let name = try #require(UserName.of(uid: UnixUser.own))
        func peer(_ remote: String?, own: UInt32 = 4_000_000_000) throws -> Peer {
            try Access(groupName: nil, remoteUser: remote, ownUID: own).peer(of: ours)
        }
        #expect(try peer(nil, own: UnixUser.own).mayNameDevice)
        #expect(try peer(name).mayNameDevice)
        #expect(try !peer(nil).mayNameDevice)
        #expect(try !peer("no-such-user").mayNameDevice)
        // To name devices is no leave to control the match; root has it anyway.
        #expect(try peer(name).mayControl == (UnixUser.own == 0))
        #expect(try peer("no-such-user", own: UnixUser.own).mayNameDevice)
    }

    @Test("a user of the remote who is unknown here counts for nothing, and does not stop a start")
    func unknownRemote() throws {
        let access = try Access(groupName: nil, remoteUser: "no-such-user")
        #expect(access.remoteObjection == "there is no user 'no-such-user'")
        #expect(try Access(groupName: nil, remoteUser: nil).remoteObjection == nil)
        let name = try #require(UserName.of(uid: UnixUser.own))
        #expect(try Access(groupName: nil, remoteUser: name).remoteObjection == nil)
        let own = OverflowIDs(users: [UnixUser.own], groups: [])
        let overflown = try Access(groupName: nil, remoteUser: name, ownUID: 1, overflow: own)
        #expect(
            overflown.remoteObjection == "the user '\(name)' (\(UnixUser.own)) stands for all "
                + "users that are unknown here")
        let (ours, _) = try pair()
        #expect(try !overflown.peer(of: ours).mayNameDevice)
    }

    @Test("a group that the machine has not is an error that says how to make it")
    func unknownGroup() throws {
        do {
            _ = try Access(groupName: "no such group")
            Issue.record("taken")
        } catch {
            #expect(
                error.description == "there is no group 'no such group'; "
                    + "make it with 'groupadd --system 'no such group''")
        }
    }

    @Test("an ID that stands for all who have none here is nobody's")
    func overflow() throws {
        let (ours, _) = try pair()
        let own = OverflowIDs(users: [UnixUser.own], groups: [])
        let access = try Access(groupName: nil, overflow: own)
        let peer = try access.peer(of: ours)
        // That of root as well, where root is mapped to it with others.
        #expect(peer == Peer(uid: UnixUser.own, mayControl: false))
        #expect(access.complaint?.hasPrefix("user \(UnixUser.own) stands for all users") == true)
        let current = OverflowIDs.current()
        #expect(current.users.contains(65_534) && current.groups.contains(65_534))
        if !OverflowIDs.areHiddenOnes { #expect(!current.users.contains(0)) }
        let name = try #require(getgrgid(getegid()).map { String(cString: $0.pointee.gr_name) })
        #expect(try Access(groupName: name).group?.id == getegid())
        do {
            _ = try Access(
                groupName: name, overflow: OverflowIDs(users: [], groups: [getegid()]))
            Issue.record("taken")
        } catch {
            #expect(
                error.description
                    == "the group '\(name)' (\(getegid())) stands for all groups that are unknown "
                    + "here, so it cannot control a match; name another with --group")
        }
    }

    @Test("a peer is in its own groups, and in no other")
    func groups() throws {
        let (ours, _) = try pair()
        #expect(try UnixSocket.isPeer(of: ours, inGroup: getegid()))
        var groups = [gid_t](repeating: 0, count: 65_536)
        let count = Int(getgroups(Int32(groups.count), &groups))
        for group in groups.prefix(count) {
            #expect(try UnixSocket.isPeer(of: ours, inGroup: group), "\(group)")
        }
        #expect(try !UnixSocket.isPeer(of: ours, inGroup: 4_000_000_000))
    }

    @Test("a stranger may look and not touch, before anything is read of what it sent")
    func stranger() throws {
        let fixture = try DaemonFixture()
        func error(_ method: String, _ parameters: JSONObject, _ peer: Peer) throws -> String? {
            let call = Call("io.gatherd.\(method)", parameters)
            guard case .reply(let reply) = try fixture.answer(call, from: peer) else { return nil }
            return reply.error
        }
        #expect(try error("Gather.Start", [:], Peer(uid: 1, mayControl: true)) == nil)
        let stranger = Peer(uid: 4_000_000_000, mayControl: false)
        for method in ["Open", "Start", "Undo", "End", "Reopen", "SetScore"] {
            #expect(
                try error("Gather.\(method)", ["nonsense": 1], stranger)
                    == "org.varlink.service.PermissionDenied", "\(method)")
        }
        for method in AccountMethod.allCases.map(\.rawValue) {
            #expect(
                try error("Account.\(method)", ["nonsense": 1], stranger)
                    == "org.varlink.service.PermissionDenied", "\(method)")
        }
        for method in ["Gather.Get", "History.List", "History.Show"] {
            #expect(try error(method, [:], stranger) == nil, "\(method)")
        }
    }

    private func pair() throws -> (Descriptor, Descriptor) {
        var numbers: [Int32] = [0, 0]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &numbers) == 0)
        return (Descriptor(owning: numbers[0]), Descriptor(owning: numbers[1]))
    }
}
