import Glibc
import LinuxIO

/// The users who may change the fixtures: root, the user of the service, and the members of the
/// group that may control a match.
struct ClubAccess {
    private let ownUID = geteuid()
    private let group: UInt32?
    private let overflow = OverflowIDs.current()

    /// The name of the group.
    static let groupName = "gather"

    /// Looks the group up.
    init() {
        // An overflow ID stands for all groups without an ID here.
        group = GroupName.id(of: Self.groupName).flatMap { [overflow] in
            overflow.groups.contains($0) ? nil : $0
        }
    }

    /// Returns true if whoever is at the other end may change the fixtures.
    func mayChange(_ socket: Descriptor) -> Bool {
        guard let uid = try? UnixSocket.peerUID(of: socket) else { return false }
        if uid == 0 { return true }
        if overflow.users.contains(uid) { return false }
        if uid == ownUID { return true }
        guard let group else { return false }
        return (try? UnixSocket.isPeer(of: socket, inGroup: group)) == true
    }
}
