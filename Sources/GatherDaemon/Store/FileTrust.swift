import Glibc
import LinuxIO

/// Why a file or a directory is not used as it is, and the command that mends it.
struct UntrustedFile: Error, Hashable, CustomStringConvertible {
    let path: String
    /// What is wrong with it, and what to do.
    let reason: String

    var description: String { "\(path): \(reason)" }

    /// Something else than a file stands at its path.
    static func notAFile(_ path: String, _ kind: FileKind) -> UntrustedFile {
        UntrustedFile(
            path: path,
            reason: "it is \(kind.rawValue), not a file; move it away with "
                + "'mv \(ShellText.quoted(path)) \(ShellText.quoted(path + ".old"))'"
        )
    }
}

/// What is asked of files that say what the daemon does, as sshd(8) asks it of keys: that nobody
/// else can change them, or read those that are secret.
enum FileTrust {
    /// What nobody else may do with a file or directory: the bits of chmod(2).
    enum Closed: UInt32 {
        /// Write in a directory.
        case directory = 0o002
        /// Write to a file.
        case file = 0o022
        /// Do anything with it.
        case secret = 0o077
    }

    /// Sees that what stands at a path belongs to this user or to root, and is closed to others.
    static func check(
        _ status: FileStatus, of path: String, _ closed: Closed
    ) throws(UntrustedFile) {
        guard [0, geteuid()].contains(status.owner) else {
            throw UntrustedFile(path: path, reason: belongsTo(status.owner, path, closed))
        }
        let mode = "mode 0\(String(status.permissions, radix: 8))"
        let word = ShellText.quoted(path)
        guard status.permissions & closed.rawValue != 0 else {
            guard closed == .directory, isOpenToAGroup(status) else { return }
            let group = GroupName.of(id: status.group).map { "'\($0)'" } ?? "\(status.group)"
            throw UntrustedFile(
                path: path,
                reason: "the members of group \(group) may write there (\(mode)); "
                    + "mend it with 'chmod g-w \(word)'")
        }
        let reason =
            switch closed {
            case .directory:
                "every user may write there (\(mode)); mend it with 'chmod o-w \(word)'"
            case .file: "others may write to it (\(mode)); mend it with 'chmod go-w \(word)'"
            case .secret: "it is open to others (\(mode)); mend it with 'chmod 600 \(word)'"
            }
        throw UntrustedFile(path: path, reason: reason)
    }

    /// Sees that every link on the way to a path belongs to this user or to root: whoever has one
    /// can have it lead to another directory at any time.
    static func checkLinks(to path: String) throws {
        var left = Array(path.split(separator: "/").reversed())
        var place = path.hasPrefix("/") ? "" : "."
        var links = 0
        while let component = left.popLast() {
            let next = "\(place)/\(component)"
            // What is not there is made, by this user.
            guard let status = try Files.status(of: next, followingLink: false) else { return }
            guard status.kind == .link else {
                place = next
                continue
            }
            guard isTrusted(linkOf: status.owner) else {
                throw UntrustedFile(path: next, reason: belongsTo(status.owner, link: next))
            }
            links += 1
            // It is for the kernel to say that they lead in a circle.
            guard links <= longestChain else { return }
            let target = try Files.target(ofLink: next)
            if target.hasPrefix("/") { place = "" }
            left += target.split(separator: "/").reversed()
        }
    }

    /// Those of path_resolution(7).
    private static let longestChain = 40

    /// Root and this user; where a user namespace hides who is who, root may be one of those whom
    /// it hides, as for a service of a user with PrivateUsers=, systemd.exec(5).
    private static func isTrusted(linkOf owner: UInt32) -> Bool {
        [0, geteuid()].contains(owner)
            || OverflowIDs.areHiddenOnes && OverflowIDs.current().users.contains(owner)
    }

    /// Whether a group other than root's and this process's own may write.
    private static func isOpenToAGroup(_ status: FileStatus) -> Bool {
        status.permissions & 0o020 != 0 && ![0, getegid()].contains(status.group)
    }

    private static func belongsTo(_ owner: UInt32, link: String) -> String {
        "\(link) on the way there is a link of user \(name(owner)), who can lead it elsewhere; "
            + "mend it as root with 'chown -h \(ownName) \(ShellText.quoted(link))'"
    }

    private static func belongsTo(_ owner: UInt32, _ path: String, _ closed: Closed) -> String {
        let word = ShellText.quoted(path)
        return closed == .directory
            ? "it belongs to user \(name(owner)); run gatherd as that user, "
                + "or take it over as root with 'chown -R \(ownName) \(word)'"
            : "it belongs to user \(name(owner)); mend it as root with 'chown \(ownName) \(word)'"
    }

    private static func name(_ uid: UInt32) -> String {
        UserName.of(uid: uid).map { "\($0) (\(uid))" } ?? "\(uid)"
    }

    /// This user's, as chown(1) takes it.
    private static var ownName: String { UserName.of(uid: geteuid()) ?? "\(geteuid())" }
}

/// Text for a command line that a person copies.
enum ShellText {
    private static let plain = Set(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+@:,".unicodeScalars)

    /// A text as one word of a POSIX shell.
    static func quoted(_ text: String) -> String {
        // By scalars: a quote with a combining mark is another character here, and not to a shell.
        if !text.isEmpty, text.unicodeScalars.allSatisfy(plain.contains) { return text }
        let parts = text.unicodeScalars.split(separator: "'", omittingEmptySubsequences: false)
        return "'" + parts.map { String($0) }.joined(separator: "'\\''") + "'"
    }
}
