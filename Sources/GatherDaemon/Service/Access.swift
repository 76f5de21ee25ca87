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
    /// The number of the connection.
    var connection = 0

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

/// A group whose members may control the match.
struct OperatorGroup: Hashable, Sendable {
    let name: String
    let id: UInt32
}

/// The users who may control the match: root, the daemon's user, and the members of a group.
///
/// An overflow ID stands for all users without an ID here, so it grants nothing: the peer may be
/// any of them.
struct Access: Sendable {
    let group: OperatorGroup?
    private let ownUID: UInt32
    private let overflow: OverflowIDs

    /// Makes the rule.
    ///
    /// - Parameter groupName: The group's name, or nil if there is none.
    /// - Throws: A ``StartFailure`` if this machine has no such group, or it has no members.
    init(
        groupName: String?, ownUID: UInt32 = geteuid(), overflow: OverflowIDs = .current()
    ) throws(StartFailure) {
        (self.ownUID, self.overflow) = (ownUID, overflow)
        guard let groupName else {
            group = nil
            return
        }
        guard let id = GroupName.id(of: groupName) else {
            throw StartFailure(
                description: "there is no group '\(groupName)'; "
                    + "make it with 'groupadd --system \(groupName)'")
        }
        guard !overflow.groups.contains(id) else {
            throw StartFailure(
                description: "the group '\(groupName)' (\(id)) stands for all groups that are "
                    + "unknown here, so it cannot control a match; name another with --group")
        }
        group = OperatorGroup(name: groupName, id: id)
    }

    /// Makes the rule of a setting.
    ///
    /// - Throws: A ``StartFailure`` that names the file with the setting, if one has it.
    init(_ setting: SettingInForce) throws(StartFailure) {
        do { try self.init(groupName: setting.value) } catch {
            guard case .file(let place) = setting.origin else { throw error }
            throw StartFailure(
                description: "\(place): \(error)", status: ExitStatus.configuration)
        }
    }

    /// The problem with the daemon's own user; nil if there is none.
    var complaint: String? {
        guard ownUID != 0, overflow.users.contains(ownUID) else { return nil }
        return "user \(ownUID) stands for all users that are unknown here, so it may not control "
            + "the match; run gatherd as another"
    }

    /// Returns the peer at the other end of a connection.
    func peer(of socket: Descriptor) throws(SystemError) -> Peer {
        let uid = try UnixSocket.peerUID(of: socket)
        if uid == 0 { return Peer(uid: uid, mayControl: true) }
        if overflow.users.contains(uid) { return Peer(uid: uid, mayControl: false) }
        if uid == ownUID { return Peer(uid: uid, mayControl: true) }
        guard let group else { return Peer(uid: uid, mayControl: false) }
        return Peer(uid: uid, mayControl: try UnixSocket.isPeer(of: socket, inGroup: group.id))
    }
}
