import Glibc

/// A directory of this user alone, for as long as it is needed.
public struct TemporaryDirectory {
    /// The path.
    public let path: String

    /// The lock by which others see that it is needed, until this process ends; nil if it cannot be
    /// locked.
    private let lock: Descriptor?

    private static let unknown = "XXXXXX"
    private static let lockName = "in-use"

    // The permission bits of chmod(2).
    private static let sticky: UInt32 = 0o1000
    private static let writableForOthers: UInt32 = 0o022

    /// Makes one in another directory; its name begins so.
    public init(in directory: String, named prefix: String) throws(SystemError) {
        (path, lock) = try Self.locked("\(directory)/\(prefix)\(Self.unknown)")
    }

    private static func locked(
        _ template: String
    ) throws(SystemError) -> (path: String, lock: Descriptor?) {
        while true {
            let path = try make(template)
            do {
                // Before it is locked, another process may take it for one that is left over. Who
                // uses it may lock the directory itself for a moment, so it has a file for that.
                guard let made = try Files.lockDirectory(path) else { continue }
                defer { withExtendedLifetime(made) {} }
                guard Files.isDirectory(path) else { continue }
                return (path, try Files.lockFile("\(path)/\(lockName)"))
            } catch {
                // A file system may have no locks.
                if Files.isDirectory(path) { return (path, nil) }
            }
        }
    }

    private static func make(_ template: String) throws(SystemError) -> String {
        var template = Array(template.utf8CString)
        let isMade = template.withUnsafeMutableBufferPointer { text in
            text.baseAddress.flatMap { mkdtemp($0) } != nil
        }
        guard isMade else { throw SystemError() }
        return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Removes those of this user in a directory, whose names begin so, that a process has left
    /// which did not come to its end.
    ///
    /// - Parameter isNeeded: Returns true for one that is needed all the same.
    public static func removeLeftovers(
        in directory: String, named prefix: String, isNeeded: (String) -> Bool
    ) {
        guard isTrusted(directory) else { return }
        for name in (try? Files.names(in: directory)) ?? [] {
            let path = "\(directory)/\(name)"
            guard name.hasPrefix(prefix), name.utf8.count == prefix.utf8.count + unknown.utf8.count,
                let status = try? Files.status(of: path, followingLink: false),
                status.kind == .directory, status.owner == geteuid(),
                let lock = try? Files.lockDirectory(path), !isLocked(path), !isNeeded(path)
            else { continue }
            remove(path)
            withExtendedLifetime(lock) {}
        }
    }

    /// Returns true for a directory that the process which made it still has.
    private static func isLocked(_ path: String) -> Bool {
        let lock = "\(path)/\(lockName)"
        return Files.exists(lock) && (try? Files.lockFile(lock)) == nil
    }

    /// Returns true for a directory in which nobody else can put something in the place of what
    /// this user has there.
    private static func isTrusted(_ directory: String) -> Bool {
        guard let status = try? Files.status(of: directory) else { return false }
        let isSticky = status.permissions & sticky != 0
        return [0, geteuid()].contains(status.owner)
            && (isSticky || status.permissions & writableForOthers == 0)
    }

    /// Removes it with all that is in it, as far as that can be removed.
    public func remove() { Self.remove(path) }

    private static func remove(_ path: String) {
        for name in (try? Files.names(in: path)) ?? [] {
            let entry = "\(path)/\(name)"
            if (try? Files.kind(at: entry)) == .directory { remove(entry) } else { unlink(entry) }
        }
        rmdir(path)
    }
}
