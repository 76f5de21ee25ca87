import Glibc
import LinuxIO

/// The directory with the state of one daemon, which no other daemon may use.
final class StateDirectory {
    let path: String
    private var lock: Descriptor

    /// Makes the directory if it does not exist, and locks it.
    ///
    /// - Throws: A ``StartFailure`` if it cannot be used.
    init(_ path: String) throws {
        self.path = path
        do {
            try FileTrust.checkLinks(to: path)
            try FileTrust.checkTargets(of: path)
            try Files.makeDirectory(path)
            if let status = try Files.status(of: path) {
                try FileTrust.check(status, of: path, .directory)
            }
            let lockPath = "\(path)/\(StandardPaths.lockName)"
            if let kind = try Files.kind(at: lockPath), kind != .file {
                throw StoreError.notAFile(lockPath, kind)
            }
            if let lock = try Self.lock(path) {
                self.lock = lock
                return
            }
        } catch {
            let reason = (error as? UntrustedFile)?.reason ?? "\(error)"
            throw StartFailure(description: "cannot use the state directory \(path): \(reason)")
        }
        throw StartFailure(
            description: "cannot use the state directory \(path): another gatherd does",
            isInUse: true)
    }

    /// Makes the directory and its lock again if they were removed.
    func restore() throws(SystemError) {
        try Files.makeDirectory(path)
        guard !Files.exists("\(path)/\(StandardPaths.lockName)") else { return }
        guard let lock = try Self.lock(path) else { throw SystemError(EWOULDBLOCK) }
        self.lock = lock
    }

    private static func lock(_ path: String) throws(SystemError) -> Descriptor? {
        do {
            return try Files.lockFile("\(path)/\(StandardPaths.lockName)")
        } catch {
            // If the disk takes no writes, the directory itself is locked.
            guard [EROFS, EACCES, ENOSPC, EDQUOT].contains(error.code) else { throw error }
            return try Files.lockDirectory(path)
        }
    }
}
