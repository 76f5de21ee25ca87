import GatherAPI
import LinuxIO

/// The file that keeps a user from a socket: the socket, or a directory above it.
struct SocketAccess: Hashable {
    let path: String
    let status: FileStatus

    /// The permission bit of the group that lets its members in.
    private static let groupWrite: UInt32 = 0o020
    private static let groupSearch: UInt32 = 0o010
    /// The permission bit of all others.
    private static let othersWrite: UInt32 = 0o002

    /// The group whose members may control the service, unless its configuration names another.
    private static let serviceGroup = "gather"

    init(path: String, status: FileStatus) {
        (self.path, self.status) = (path, status)
    }

    /// Finds the file; nil if there is none.
    init?(path: String) {
        var path = path
        while true {
            do {
                guard let status = try Files.status(of: path) else { return nil }
                self.init(path: path, status: status)
                return
            } catch {
                // A directory above it lets nobody look into it.
                guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else {
                    return nil
                }
                path = String(path[..<slash])
            }
        }
    }

    /// Returns the owner and the group, with the command that lets a user in.
    ///
    /// - Parameters:
    ///   - user: The name of the user.
    ///   - command: The command that was given.
    func hint(for user: String, _ command: GivenCommand) -> String {
        let user = ShellWord.of(user, plain: .letters)
        // The socket of the service lets everybody look, so its own group says nothing.
        if status.kind == .socket, status.permissions & Self.othersWrite != 0 {
            return tr(
                """
                'sudo usermod -aG %1$@ %2$@' makes you a member of %1$@, once you have logged in \
                anew: that group controls the service, unless its configuration names another
                """, Self.serviceGroup, user)
        }
        let name = UserName.of(uid: status.owner)
        let owner = name ?? "\(status.owner)"
        let bit = status.kind == .directory ? Self.groupSearch : Self.groupWrite
        // The group of root, or the owner's own, would open much more than a socket.
        guard status.permissions & bit != 0, status.group != 0,
            let group = GroupName.of(id: status.group), group != owner
        else {
            return tr(
                "'%1$@' belongs to %2$@, who alone may do this: '%3$@'", path.shown, owner,
                command.sudo(name ?? "#\(owner)"))
        }
        return tr(
            """
            '%1$@' belongs to %2$@ and the group %3$@; 'sudo usermod -aG %3$@ %4$@' makes you a \
            member, once you have logged in anew
            """, path.shown, owner, ShellWord.of(group, plain: .letters), user)
    }
}
