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
        guard status.permissions & closed.rawValue != 0 else { return }
        let mode = "mode 0\(String(status.permissions, radix: 8))"
        let word = ShellText.quoted(path)
        let reason =
            switch closed {
            case .directory:
                "every user may write there (\(mode)); mend it with 'chmod o-w \(word)'"
            case .file: "others may write to it (\(mode)); mend it with 'chmod go-w \(word)'"
            case .secret: "it is open to others (\(mode)); mend it with 'chmod 600 \(word)'"
            }
        throw UntrustedFile(path: path, reason: reason)
    }

    private static func belongsTo(_ owner: UInt32, _ path: String, _ closed: Closed) -> String {
        let own = UserName.of(uid: geteuid()) ?? "\(geteuid())"
        let its = UserName.of(uid: owner).map { "\($0) (\(owner))" } ?? "\(owner)"
        let word = ShellText.quoted(path)
        return closed == .directory
            ? "it belongs to user \(its); run gatherd as that user, "
                + "or take it over as root with 'chown -R \(own) \(word)'"
            : "it belongs to user \(its); mend it as root with 'chown \(own) \(word)'"
    }
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
