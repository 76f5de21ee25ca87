import Glibc

/// A file, whatever its name.
public struct FileIdentity: Hashable, Sendable {
    let device: UInt64
    let inode: UInt64
}

/// What can stand at a path, in words.
public enum FileKind: String, Sendable {
    case file = "a file"
    case directory = "a directory"
    case link = "a symbolic link"
    case pipe = "a named pipe"
    case socket = "a socket"
    case device = "a device"
}

/// What is known of a file without opening it.
public struct FileStatus: Hashable, Sendable {
    /// What it is.
    public let kind: FileKind
    /// The user it belongs to.
    public let owner: UInt32
    /// The group it belongs to.
    public let group: UInt32
    /// Who may do what with it, as chmod(1) has it in octal.
    public let permissions: UInt32

    init(_ status: stat) {
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .directory
            case S_IFLNK: .link
            case S_IFIFO: .pipe
            case S_IFSOCK: .socket
            default: .device
            }
        (owner, group) = (status.st_uid, status.st_gid)
        permissions = status.st_mode & 0o7777
    }
}
