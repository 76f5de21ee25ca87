import GatherAPI
import Glibc
import LinuxIO
import Varlink

/// The user at the other end of a connection.
struct Peer: Hashable, Sendable {
    /// The user at the time of connecting.
    let uid: UInt32
    /// True if its commands are carried out; any user who can connect may look.
    let mayControl: Bool
    /// True if it may say which device its commands come from.
    var mayNameDevice = false
    /// The number of the connection.
    var connection = 0
    /// The name of the device that its commands come from, if it has named one.
    var device: String?

    /// Returns the parameters of a reply with the state of the match, reduced to what this peer may
    /// see.
    func sees(_ state: JSONObject) -> JSONObject {
        mayControl ? state : Redaction.state(state) ?? state
    }

    /// Returns a player of the squad, reduced to what this peer may see.
    func sees(_ player: SquadPlayerFields) -> SquadPlayerFields {
        mayControl ? player : player.redacted
    }
}

/// The users who may control the match: root, the daemon's user, and the members of a group; and
/// the two who may name devices: the daemon's user, and the user of the remote for browsers.
///
/// An overflow ID stands for all users without an ID here, so it grants nothing: the peer may be
/// any of them.
struct Access: Sendable {
    let group: OperatorGroup?
    /// The reason why the configured user of the remote is ignored; nil if it is not.
    let remoteObjection: String?
    private let remoteUID: UInt32?
    private let ownUID: UInt32
    private let overflow: OverflowIDs

    /// Makes the rule.
    ///
    /// - Parameters:
    ///   - groupName: The group's name, or nil if there is none.
    ///   - remoteUser: The name of the remote's user, or nil if there is none.
    /// - Throws: A ``StartFailure`` if this machine has no such group, or if the group's ID is an
    ///   overflow ID.
    init(
        groupName: String?, remoteUser: String? = nil, ownUID: UInt32 = geteuid(),
        overflow: OverflowIDs = .current()
    ) throws(StartFailure) {
        (self.ownUID, self.overflow) = (ownUID, overflow)
        (remoteUID, remoteObjection) = Self.remote(remoteUser, overflow)
        guard let groupName else {
            group = nil
            return
        }
        guard let id = GroupName.id(of: groupName) else {
            throw StartFailure(
                description: "there is no group '\(groupName)'; "
                    + "make it with 'groupadd --system \(ShellWord.of(groupName))'")
        }
        guard !overflow.groups.contains(id) else {
            throw StartFailure(
                description: "the group '\(groupName)' (\(id)) stands for all groups that are "
                    + "unknown here, so it cannot control a match; name another with --group")
        }
        group = OperatorGroup(name: groupName, id: id)
    }

    /// Makes the rule of the settings.
    ///
    /// - Throws: A ``StartFailure`` that names the file with the group, if one has it.
    init(_ options: Options) throws(StartFailure) {
        let group = options[.group]
        do { try self.init(groupName: group.value, remoteUser: options[.remoteUser].value) } catch {
            guard case .file(let place) = group.origin else { throw error }
            throw StartFailure(description: "\(place): \(error)", status: ExitStatus.configuration)
        }
    }

    /// Returns the ID of the remote's user, or the reason why it has none.
    private static func remote(
        _ name: String?, _ overflow: OverflowIDs
    ) -> (uid: UInt32?, objection: String?) {
        guard let name else { return (nil, nil) }
        guard let uid = UserName.id(of: name) else { return (nil, "there is no user '\(name)'") }
        guard !overflow.users.contains(uid) else {
            return (
                nil,
                "the user '\(name)' (\(uid)) stands for all users that are unknown here"
            )
        }
        return (uid, nil)
    }

    /// The problem with the daemon's own user; nil if there is none.
    var complaint: String? {
        guard overflow.users.contains(ownUID) else { return nil }
        return "user \(ownUID) stands for all users that are unknown here, so it may not control "
            + "the match; run gatherd as another"
    }

    /// Returns the peer at the other end of a connection.
    func peer(of socket: Descriptor) throws(SystemError) -> Peer {
        let uid = try UnixSocket.peerUID(of: socket)
        guard !overflow.users.contains(uid) else {
            return Peer(uid: uid, mayControl: false)
        }
        return Peer(
            uid: uid, mayControl: try mayControl(uid, socket),
            mayNameDevice: uid == ownUID || uid == remoteUID)
    }

    private func mayControl(_ uid: UInt32, _ socket: Descriptor) throws(SystemError) -> Bool {
        if uid == 0 || uid == ownUID { return true }
        guard let group else { return false }
        return try UnixSocket.isPeer(of: socket, inGroup: group.id)
    }
}
