import Glibc
import LinuxIO

/// The reason why a file or a directory is not used as it is, with the command that repairs it.
struct UntrustedFile: Error, Hashable, CustomStringConvertible {
    let path: String
    /// The problem and the remedy.
    let reason: String

    var description: String { "\(path): \(reason)" }

    /// Makes the error for a path at which there is something other than a file.
    static func notAFile(_ path: String, _ kind: FileKind) -> UntrustedFile {
        UntrustedFile(
            path: path,
            reason: "it is \(kind.rawValue), not a file; move it away with "
                + "'mv \(ShellWord.of(path)) \(ShellWord.of(path + ".old"))'"
        )
    }
}

/// Checks of files that determine what the daemon does, like those of sshd(8) for keys: nobody else
/// can change them, or read those that are secret.
enum FileTrust {
    /// The permissions that others must not have on a file or directory: bits of chmod(2).
    enum Closed: UInt32 {
        /// Others must not write in the directory.
        case directory = 0o002
        /// Others must not write to the file.
        case file = 0o022
        /// Others must not have any access.
        case secret = 0o077
    }

    /// Checks that a file belongs to this user or to root, and is closed to others.
    ///
    /// - Throws: An ``UntrustedFile``.
    static func check(
        _ status: FileStatus, of path: String, _ closed: Closed
    ) throws(UntrustedFile) {
        guard [0, geteuid()].contains(status.owner) else {
            throw UntrustedFile(path: path, reason: belongsTo(status.owner, path, closed))
        }
        try checkClosed(status, of: path, closed)
        guard closed == .directory, isOpenToAGroup(status) else { return }
        let group = GroupName.of(id: status.group).map { "'\($0)'" } ?? "\(status.group)"
        throw UntrustedFile(
            path: path,
            reason: "the members of group \(group) may write there (\(mode(status))); "
                + "mend it with 'chmod g-w \(ShellWord.of(path))'")
    }

    /// Checks that a file is closed to others, whoever it belongs to.
    ///
    /// - Throws: An ``UntrustedFile``.
    static func checkClosed(
        _ status: FileStatus, of path: String, _ closed: Closed
    ) throws(UntrustedFile) {
        guard status.permissions & closed.rawValue != 0 else { return }
        let (mode, word) = (mode(status), ShellWord.of(path))
        let reason =
            switch closed {
            case .directory:
                "every user may write there (\(mode)); mend it with 'chmod o-w \(word)'"
            case .file: "others may write to it (\(mode)); mend it with 'chmod go-w \(word)'"
            case .secret: "it is open to others (\(mode)); mend it with 'chmod 600 \(word)'"
            }
        throw UntrustedFile(path: path, reason: reason)
    }

    private static func mode(_ status: FileStatus) -> String {
        "mode 0\(String(status.permissions, radix: 8))"
    }

    /// Checks that every link on a path belongs to this user or to root.
    ///
    /// The owner of a link can make it point to another directory at any time.
    ///
    /// - Throws: An ``UntrustedFile``, or a `SystemError`.
    static func checkLinks(to path: String) throws {
        _ = try follow(path) { (link, status) throws(UntrustedFile) in
            guard isTrusted(linkOf: status.owner) else {
                throw UntrustedFile(path: link, reason: belongsTo(status.owner, link: link))
            }
        }
    }

    /// Checks that every link on a path leads to something: a disk may not be mounted.
    ///
    /// - Throws: An ``UntrustedFile``, or a `SystemError`.
    static func checkTargets(of path: String) throws {
        guard let link = try follow(path, { _, _ in }) else { return }
        let target = try Files.target(ofLink: link)
        throw UntrustedFile(
            path: path,
            reason: "\([path, "./\(path)"].contains(link) ? "it" : link) is a link to \(target), "
                + "and nothing is there; make that directory, or mount its disk")
    }

    /// Follows a path, and the links on it.
    ///
    /// - Parameter body: Called with each link and its status, before it is followed.
    /// - Returns: The link that leads to nothing; nil if none does. The kernel reports links that
    ///   form a loop.
    private static func follow(
        _ path: String, _ body: (String, FileStatus) throws(UntrustedFile) -> Void
    ) throws -> String? {
        var left = Array(path.split(separator: "/").reversed())
        var place = path.hasPrefix("/") ? "" : "."
        // The links whose targets are gone through, each with how many components are behind it.
        var followed: [(link: String, behind: Int)] = []
        var links = 0
        while let component = left.popLast() {
            followed.removeAll { $0.behind > left.count }
            let next = "\(place)/\(component)"
            // Missing components that no link leads to are created, by this user.
            guard let status = try Files.status(of: next, followingLink: false) else {
                return followed.last?.link
            }
            guard status.kind == .link else {
                place = next
                continue
            }
            try body(next, status)
            links += 1
            guard links <= longestChain else { return nil }
            let target = try Files.target(ofLink: next)
            if target.hasPrefix("/") { place = "" }
            followed.append((next, left.count))
            left += target.split(separator: "/").reversed()
        }
        return nil
    }

    /// The maximum number of links, from path_resolution(7).
    private static let longestChain = 40

    /// Returns true for root and this user.
    ///
    /// In a user namespace, root may be one of the users that the namespace hides, as for a service
    /// of a user with PrivateUsers=, systemd.exec(5).
    private static func isTrusted(linkOf owner: UInt32) -> Bool {
        [0, geteuid()].contains(owner)
            || OverflowIDs.areHiddenOnes && OverflowIDs.current().users.contains(owner)
    }

    /// Returns true if a group other than root's and this process's own may write.
    private static func isOpenToAGroup(_ status: FileStatus) -> Bool {
        status.permissions & 0o020 != 0 && ![0, getegid()].contains(status.group)
    }

    private static func belongsTo(_ owner: UInt32, link: String) -> String {
        "\(link) on the way there is a link of user \(name(owner)), who can lead it elsewhere; "
            + "mend it as root with 'chown -h \(ownName) \(ShellWord.of(link))'"
    }

    private static func belongsTo(_ owner: UInt32, _ path: String, _ closed: Closed) -> String {
        let word = ShellWord.of(path)
        return closed == .directory
            ? "it belongs to user \(name(owner)); run gatherd as that user, "
                + "or take it over as root with 'chown -R \(ownName) \(word)'"
            : "it belongs to user \(name(owner)); mend it as root with 'chown \(ownName) \(word)'"
    }

    private static func name(_ uid: UInt32) -> String {
        UserName.of(uid: uid).map { "\($0) (\(uid))" } ?? "\(uid)"
    }

    /// The name of this user, for chown(1).
    private static var ownName: String { UserName.of(uid: geteuid()) ?? "\(geteuid())" }
}
