import CLinux
import Glibc

/// Operations on files and directories outside of SQLite.
public enum Files {
    /// Makes a directory for its owner alone, and its missing parents.
    ///
    /// - Returns: The directories that were made, from the top.
    @discardableResult
    public static func makeDirectory(_ path: String) throws(SystemError) -> [String] {
        var next = path.hasPrefix("/") ? "" : "."
        var made: [String] = []
        for component in path.split(separator: "/") {
            next += "/" + component
            do {
                _ = try checked { mkdir(next, 0o700) }
                made.append(next)
            } catch {
                if isDirectory(next) { continue }
                if try status(of: next) != nil { throw SystemError(ENOTDIR) }
                // A link that leads to nothing is in the way.
                throw error.code == EEXIST ? SystemError(ENOENT) : error
            }
        }
        return made
    }

    /// Sets the group of a file; of a link, that of the link itself.
    public static func setGroup(of path: String, to group: UInt32) throws(SystemError) {
        // The owner stays the same, chown(2).
        _ = try checked { lchown(path, uid_t.max, group) }
    }

    /// Sets the permissions of a file.
    public static func permit(_ permissions: UInt32, to path: String) throws(SystemError) {
        _ = try checked { chmod(path, permissions) }
    }

    /// Returns true if there is a directory at the path.
    public static func isDirectory(_ path: String) -> Bool {
        kind(of: path) == S_IFDIR
    }

    /// Returns true if there is a socket at the path.
    public static func isSocket(_ path: String) -> Bool {
        kind(of: path) == S_IFSOCK
    }

    /// Returns the kind of the file at the path, without following a link; nil if there is none.
    public static func kind(at path: String) throws(SystemError) -> FileKind? {
        try status(of: path, followingLink: false)?.kind
    }

    /// Returns the status of a file; nil if there is none.
    ///
    /// - Parameter followingLink: True to return the status of a link's target.
    public static func status(
        of path: String, followingLink: Bool = true
    ) throws(SystemError) -> FileStatus? {
        var status = stat()
        let found = try checked(nilFor: ENOENT) {
            followingLink ? stat(path, &status) : lstat(path, &status)
        }
        return found == nil ? nil : FileStatus(status)
    }

    /// Returns the status of an open file.
    public static func status(of file: Descriptor) throws(SystemError) -> FileStatus {
        var status = stat()
        _ = try checked { fstat(file.number, &status) }
        return FileStatus(status)
    }

    /// Returns the path without links, realpath(3); nil if there is nothing.
    public static func resolved(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Returns the path that a link holds, readlink(2).
    public static func target(ofLink path: String) throws(SystemError) -> String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = try checked { readlink(path, &buffer, buffer.count) }
        return String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Returns true if there is anything at the path.
    public static func exists(_ path: String) -> Bool {
        kind(of: path) != nil
    }

    /// Returns true if this user may read the file at the path.
    public static func isReadable(_ path: String) -> Bool { access(path, R_OK) == 0 }

    /// Returns the directory that contains a file.
    public static func directory(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Returns the names in a directory, in no order.
    public static func names(in path: String) throws(SystemError) -> [String] {
        guard let directory = opendir(path) else { throw SystemError() }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            // An entry has memory up to the end of its name, and not for the whole of `d_name`.
            // SAFETY: the name ends with a zero, and is copied here.
            let name = UnsafeRawPointer(entry)
                .advanced(by: MemoryLayout<dirent>.offset(of: \.d_name) ?? 0)
                .assumingMemoryBound(to: CChar.self)
            let text = String(cString: name)
            if text != ".", text != ".." { names.append(text) }
        }
        return names
    }

    /// Returns the size of a file in bytes; nil if there is none.
    public static func size(of path: String) -> Int? {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : nil
    }

    /// Returns true if two files have the same bytes, or neither exists.
    public static func areSame(_ path: String, _ other: String) throws(SystemError) -> Bool {
        let size = size(of: path)
        guard size == self.size(of: other) else { return false }
        guard let size else { return true }
        let (one, two) = (try open(path), try open(other))
        let step = 1 << 16
        for offset in stride(from: 0, to: size, by: step) {
            guard try one.read(step, at: offset) == two.read(step, at: offset) else { return false }
        }
        return true
    }

    /// Renames a file, replacing one that has the name.
    public static func rename(_ path: String, to other: String) throws(SystemError) {
        _ = try checked { Glibc.rename(path, other) }
    }

    /// Sets the size of a file without opening it, since closing a file drops the locks that this
    /// process has on it, fcntl(2).
    public static func truncate(_ path: String, to size: Int) throws(SystemError) {
        _ = try checked { Glibc.truncate(path, off_t(size)) }
    }

    /// Opens a file for reading, and optionally for writing.
    ///
    /// - Parameter waiting: True to wait, for a named pipe, until somebody opens it for writing.
    public static func open(
        _ path: String, writing: Bool = false, waiting: Bool = false
    ) throws(SystemError) -> Descriptor {
        let access = writing ? O_RDWR : O_RDONLY
        let flags = access | O_CLOEXEC | (waiting ? 0 : O_NONBLOCK | O_NOCTTY)
        return Descriptor(owning: try checked { Glibc.open(path, flags) })
    }

    /// Makes a file for its owner alone, to be read and written, where there is none.
    public static func make(_ path: String) throws(SystemError) -> Descriptor {
        let flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC
        return Descriptor(owning: try checked { Glibc.open(path, flags, 0o600) })
    }

    /// Writes a file for its owner alone, replacing an existing one.
    ///
    /// The file is complete and on disk when this returns, and unchanged when it throws.
    ///
    /// - Parameter building: The temporary path until the file is complete, for which an existing
    ///   file is removed; the path with `.new` if nil.
    public static func replace(
        _ path: String, with bytes: [UInt8], by building: String? = nil
    ) throws(SystemError) {
        try put(bytes, at: path, by: building ?? path + ".new", mode: 0o600, isSynchronized: true)
        try synchronizeDirectory(directory(of: path))
    }

    /// Writes a file for its owner alone that ``install(_:)`` puts at a path.
    ///
    /// It is complete and on disk when this returns, at the path with `.new`.
    public static func prepare(_ path: String, with bytes: [UInt8]) throws(SystemError) {
        try write(bytes, to: path + ".new", mode: 0o600, isSynchronized: true)
    }

    /// Puts a prepared file at its path durably, replacing an existing one.
    public static func install(_ path: String) throws(SystemError) {
        try rename(path + ".new", to: path)
        try synchronizeDirectory(directory(of: path))
    }

    /// Writes a file that anybody may read, replacing an existing one.
    ///
    /// A reader finds a complete file at any time; a loss of power may lose it.
    ///
    /// - Parameter building: The temporary path until the file is complete; an existing file there
    ///   is removed.
    public static func put(
        _ bytes: [UInt8], at path: String, by building: String
    ) throws(SystemError) {
        try put(bytes, at: path, by: building, mode: 0o644, isSynchronized: false)
    }

    private static func put(
        _ bytes: [UInt8], at path: String, by building: String, mode: mode_t, isSynchronized: Bool
    ) throws(SystemError) {
        try write(bytes, to: building, mode: mode, isSynchronized: isSynchronized)
        do { try rename(building, to: path) } catch {
            _ = unlink(building)
            throw error
        }
    }

    private static func write(
        _ bytes: [UInt8], to building: String, mode: mode_t, isSynchronized: Bool
    ) throws(SystemError) {
        // A file that somebody else has put there, perhaps a link to another file, is not written
        // to.
        _ = unlink(building)
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
        let file = Descriptor(owning: try checked { Glibc.open(building, flags, mode) })
        do {
            try file.writeAll(bytes[...])
            if isSynchronized { try file.synchronize() }
        } catch {
            _ = unlink(building)
            throw error
        }
    }

    /// Returns the bytes of a file; nil if there is none.
    ///
    /// - Parameters:
    ///   - limit: The maximum size in bytes; a longer file is an error.
    ///   - waiting: True to wait, for a named pipe, until somebody has written to it.
    public static func contents(
        of path: String, limit: Int, waiting: Bool = true
    ) throws(SystemError) -> [UInt8]? {
        let file: Descriptor
        do { file = try open(path, waiting: waiting) } catch {
            guard error.code == ENOENT else { throw error }
            return nil
        }
        return try contents(of: file, limit: limit)
    }

    /// Returns the bytes of an open file, from where it is read on.
    ///
    /// - Parameter limit: The maximum size in bytes; a longer file is an error.
    public static func contents(of file: Descriptor, limit: Int) throws(SystemError) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while let count = try file.read(into: &buffer), count > 0 {
            bytes += buffer[..<count]
            guard bytes.count <= limit else { throw SystemError(EFBIG) }
        }
        return bytes
    }

    /// The path of the program that this process runs, proc(5); nil if it has other rights than the
    /// user who started it, who may have chosen the directory by a link to it.
    public static var ownProgram: String? {
        clinux_is_set_id() ? nil : try? target(ofLink: "/proc/self/exe")
    }

    /// Removes a file.
    public static func remove(_ path: String) throws(SystemError) {
        _ = try checked { unlink(path) }
    }

    /// Removes a directory without files.
    public static func removeDirectory(_ path: String) throws(SystemError) {
        _ = try checked { rmdir(path) }
    }

    /// Flushes the names in a directory to disk, fsync(2).
    public static func synchronizeDirectory(_ path: String) throws(SystemError) {
        let directory = try openDirectory(path)
        _ = try checked { fsync(directory.number) }
    }

    /// Locks a file against other processes until the descriptor is closed, and creates it if it
    /// does not exist.
    ///
    /// - Returns: The lock, or nil if another process has it.
    public static func lockFile(_ path: String) throws(SystemError) -> Descriptor? {
        let flags = O_RDWR | O_CREAT | O_CLOEXEC
        do {
            return try lock(Descriptor(owning: try checked { Glibc.open(path, flags, 0o600) }))
        } catch {
            // An existing file can be locked even on a disk that takes no writes.
            guard error.code == EROFS || error.code == EACCES, exists(path) else { throw error }
            return try lock(try open(path))
        }
    }

    /// Locks a directory for a short while, until the descriptor is closed.
    ///
    /// - Returns: The lock, or nil if another process has it.
    public static func lockDirectory(_ path: String) throws(SystemError) -> Descriptor? {
        try lock(try openDirectory(path))
    }

    /// Returns the identity of the file at a path, which distinguishes it from a replacement; nil
    /// if there is none.
    public static func identity(of path: String) -> FileIdentity? {
        var status = stat()
        return lstat(path, &status) == 0
            ? FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino)) : nil
    }

    /// Opens standard input, output and error if they are closed.
    ///
    /// Otherwise another file would get their number, and receive what is written to them.
    public static func openMissingStandardStreams() {
        while true {
            let number = Glibc.open("/dev/null", O_RDWR)
            guard (0...STDERR_FILENO).contains(number) else {
                if number >= 0 { _ = close(number) }
                return
            }
        }
    }

    /// Raises the soft limit of descriptors to a number, or to the hard limit if that is lower.
    public static func raiseDescriptorLimit(to number: Int) {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        let wanted = min(limit.rlim_max, rlim_t(number))
        guard wanted > limit.rlim_cur else { return }
        limit.rlim_cur = wanted
        // A failure is no error: accepting pauses when descriptors run out.
        _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    /// The maximum number of descriptors of this process.
    public static var descriptorLimit: Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
            return .max
        }
        return Int(clamping: limit.rlim_cur)
    }

    private static func lock(_ file: Descriptor) throws(SystemError) -> Descriptor? {
        let isLocked = try checked(nilFor: EWOULDBLOCK) { flock(file.number, LOCK_EX | LOCK_NB) }
        return isLocked == nil ? nil : file
    }

    private static func openDirectory(_ path: String) throws(SystemError) -> Descriptor {
        Descriptor(owning: try checked { Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) })
    }

    private static func kind(of path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
    }
}
