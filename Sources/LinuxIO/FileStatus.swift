import Glibc

/// The identity of a file, independent of its names.
public struct FileIdentity: Hashable, Sendable {
    let device: UInt64
    let inode: UInt64
}

/// The kind of a file, as a text for people.
public enum FileKind: String, Sendable {
    case file = "a file"
    case directory = "a directory"
    case link = "a symbolic link"
    case pipe = "a named pipe"
    case socket = "a socket"
    case device = "a device"
}

/// The status of a file, obtained without opening it.
public struct FileStatus: Hashable, Sendable {
    /// The kind of the file.
    public let kind: FileKind
    /// The user who owns the file.
    public let owner: UInt32
    /// The group of the file.
    public let group: UInt32
    /// The permission bits, as used by chmod(1).
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
