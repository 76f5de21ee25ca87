import Glibc
import LinuxIO

/// A socket that the daemon makes itself, at a path.
struct SocketFile: Sendable {
    /// Why there is no socket.
    enum Failure: Error, Equatable, CustomStringConvertible {
        /// Another daemon answers there.
        case inUse(String)
        /// Something else than a socket is there.
        case notASocket(String)
        /// Another process holds a lock on the directory.
        case locked(String)
        /// The kernel's reason.
        case system(String, SystemError)

        var description: String {
            switch self {
            case .inUse(let path): "cannot listen at \(path): another gatherd does"
            case .notASocket(let path): "cannot listen at \(path): something else is there"
            case .locked(let directory):
                "cannot listen in \(directory): another process has locked it"
            case .system(let path, let error): "cannot listen at \(path): \(error)"
            }
        }
    }

    private let path: String
    /// The file that ``listen()`` made.
    private var identity: FileIdentity?

    /// Makes nothing yet.
    init(path: String) {
        self.path = path
    }

    /// Makes the socket, in a directory for this user alone where there is none yet.
    ///
    /// The file of a daemon that is dead is replaced.
    mutating func listen() throws(Failure) -> Descriptor {
        do {
            return try listenLocked()
        } catch let error as SystemError {
            throw .system(path, error)
        } catch let failure as Failure {
            throw failure
        } catch {
            throw .inUse(path)
        }
    }

    /// Removes the file; a clean exit leaves none behind.
    func remove() {
        // Somebody else's in its place stays.
        guard let identity, Files.identity(of: path) == identity else { return }
        // If it cannot be removed, the next daemon finds it dead and replaces it.
        try? Files.remove(path)
    }

    private var directory: String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private mutating func listenLocked() throws -> Descriptor {
        if !Files.isDirectory(directory) { try Files.makeDirectory(directory) }
        // Two daemons that start at once must not both find the old file dead.
        guard let lock = try Files.lockDirectory(directory) else { throw Failure.locked(directory) }
        defer { withExtendedLifetime(lock) {} }
        if Files.identity(of: path) != nil { try removeDead() }
        let socket = try UnixSocket.listen(at: path)
        identity = Files.identity(of: path)
        return socket
    }

    private func removeDead() throws {
        guard Files.isSocket(path) else { throw Failure.notASocket(path) }
        do {
            _ = try UnixSocket.connect(to: path, timeout: .seconds(1))
        } catch {
            // One that is there and takes no connections now is in use.
            guard error.code != EAGAIN else { throw Failure.inUse(path) }
            guard error.code == ECONNREFUSED else { throw error }
            return try Files.remove(path)
        }
        throw Failure.inUse(path)
    }
}
