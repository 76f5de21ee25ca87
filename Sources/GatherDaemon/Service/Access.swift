import GatherAPI
import Glibc
import LinuxIO
import Varlink

/// Who calls.
struct Peer: Hashable, Sendable {
    /// The user at the time of connecting.
    let uid: UInt32
    /// Whether its commands are carried out; whoever can connect may look.
    let mayControl: Bool

    /// The parameters of a reply with the state of the match, as far as they are for this peer.
    func sees(_ state: JSONObject) -> JSONObject {
        mayControl ? state : Redaction.state(state) ?? state
    }

    /// A player of the squad, as far as it is for this peer.
    func sees(_ player: SquadPlayerFields) -> SquadPlayerFields {
        mayControl ? player : player.redacted
    }
}

/// A group whose members may control the match.
struct OperatorGroup: Hashable, Sendable {
    let name: String
    let id: UInt32
}

/// Who may control the match: root, the user of the daemon, and the members of a group.
///
/// An ID that stands for all who have none here is nobody's: who comes with it may be anybody.
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

    /// What is wrong with the daemon's own user; nil if nothing is.
    var complaint: String? {
        guard ownUID != 0, overflow.users.contains(ownUID) else { return nil }
        return "user \(ownUID) stands for all users that are unknown here, so it may not control "
            + "the match; run gatherd as another"
    }

    /// Who is at the other end of a connection.
    func peer(of socket: Descriptor) throws(SystemError) -> Peer {
        let uid = try UnixSocket.peerUID(of: socket)
        if uid == 0 { return Peer(uid: uid, mayControl: true) }
        if overflow.users.contains(uid) { return Peer(uid: uid, mayControl: false) }
        if uid == ownUID { return Peer(uid: uid, mayControl: true) }
        guard let group else { return Peer(uid: uid, mayControl: false) }
        return Peer(uid: uid, mayControl: try UnixSocket.isPeer(of: socket, inGroup: group.id))
    }
}
