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

/// Who may control the match: root, the user of the daemon, and the members of a group.
struct Access: Sendable {
    private let group: UInt32?
    private let ownUID = geteuid()

    /// Makes the rule.
    ///
    /// - Parameter groupName: The group's name, or nil if there is none.
    /// - Throws: A ``StartFailure`` if this machine has no such group.
    init(groupName: String?) throws(StartFailure) {
        guard let groupName else {
            group = nil
            return
        }
        guard let id = GroupName.id(of: groupName) else {
            throw StartFailure(
                description: "there is no group '\(groupName)'; "
                    + "make it with 'groupadd --system \(groupName)'")
        }
        group = id
    }

    /// Who is at the other end of a connection.
    func peer(of socket: Descriptor) throws(SystemError) -> Peer {
        let uid = try UnixSocket.peerUID(of: socket)
        if uid == 0 || uid == ownUID { return Peer(uid: uid, mayControl: true) }
        guard let group else { return Peer(uid: uid, mayControl: false) }
        return Peer(uid: uid, mayControl: try UnixSocket.isPeer(of: socket, inGroup: group))
    }
}
