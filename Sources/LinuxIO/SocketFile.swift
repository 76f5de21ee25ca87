import Glibc

/// A socket that a daemon creates at a path.
public struct SocketFile: Sendable {
    /// The reason why there is no socket.
    public enum Failure: Error, Equatable, CustomStringConvertible {
        /// Another daemon answers there, another process of this program.
        case inUse(String, program: String)
        /// Something other than a socket is there.
        case notASocket(String)
        /// Another process holds a lock on the directory.
        case locked(String)
        /// The file cannot be given to the group that is to reach it.
        case notGiven(String, OperatorGroup, program: String, SystemError)
        /// The kernel reported an error.
        case system(String, SystemError)

        /// A text for people.
        public var description: String {
            switch self {
            case .inUse(let path, let program): "cannot listen at \(path): another \(program) does"
            case .notASocket(let path): "cannot listen at \(path): something else is there"
            case .locked(let directory):
                "cannot listen in \(directory): another process has locked it"
            case .notGiven(let path, let group, let program, let error):
                "cannot give \(path) to the group '\(group.name)': \(error); "
                    + "\(program) has to run as root or as a member of it"
            case .system(let path, let error): "cannot listen at \(path): \(error)"
            }
        }
    }

    private let path: String
    /// The name of the program, which is that of its directory for sockets as well.
    private let program: String
    /// The group whose members can connect, besides root and this user.
    private let group: OperatorGroup?
    /// The identity of the file that ``listen()`` made.
    private var identity: FileIdentity?

    /// Sets the path and the group; no file is made yet.
    public init(path: String, program: String, group: OperatorGroup? = nil) {
        (self.path, self.program, self.group) = (path, program, group)
    }

    /// Makes the socket, and its directory for this user and the group if there is none yet.
    ///
    /// A file left by a dead daemon is replaced.
    public mutating func listen() throws(Failure) -> Descriptor {
        do {
            return try listenLocked()
        } catch let error as SystemError {
            throw .system(path, error)
        } catch let failure as Failure {
            throw failure
        } catch {
            throw .inUse(path, program: program)
        }
    }

    /// Removes the file; a clean exit leaves no file behind.
    public func remove() {
        // Another process's file at the path stays.
        guard let identity, Files.identity(of: path) == identity else { return }
        // If it cannot be removed, the next daemon detects that it is dead and replaces it.
        try? Files.remove(path)
    }

    /// The reason why no member of the group can reach the socket, with the remedy; nil if they
    /// can.
    public var obstacle: String? {
        guard let group, let directory = closedDirectory(to: group) else { return nil }
        let (name, word) = (ShellWord.of(group.name), ShellWord.of(directory))
        let remedy =
            isOwn(directory)
            ? "mend it with 'chgrp \(name) \(word) && chmod g+x \(word)', or listen " : "listen "
        return "the members of '\(group.name)' cannot reach \(path): \(directory) is closed to "
            + "them; \(remedy)elsewhere with --socket"
    }

    /// Returns the topmost directory on the path that no member of the group can traverse.
    private func closedDirectory(to group: OperatorGroup) -> String? {
        var way = Files.directory(of: path)
        var closed: String?
        while true {
            if let status = try? Files.status(of: way) {
                let searchBit: UInt32 = status.group == group.id ? 0o010 : 0o001
                if status.permissions & searchBit == 0 { closed = way }
            }
            let above = Files.directory(of: way)
            guard above != way else { return closed }
            way = above
        }
    }

    /// Returns true if a directory is only for sockets of the program.
    ///
    /// Any other directory may be closed for a reason, and so may its other contents.
    private func isOwn(_ directory: String) -> Bool {
        guard directory == Files.directory(of: path),
            directory.split(separator: "/").last.map(String.init) == program,
            let status = try? Files.status(of: directory, followingLink: false)
        else { return false }
        return status.kind == .directory && status.owner == geteuid()
    }

    private mutating func listenLocked() throws -> Descriptor {
        let directory = Files.directory(of: path)
        if !Files.isDirectory(directory) {
            for made in try Files.makeDirectory(directory) {
                try grantAccess(made, permissions: 0o750)
            }
        }
        // Two daemons that start at once must not both find the old file dead.
        guard let lock = try Files.lockDirectory(directory) else { throw Failure.locked(directory) }
        defer { withExtendedLifetime(lock) {} }
        if Files.identity(of: path) != nil { try removeDead() }
        let socket = try UnixSocket.listen(at: path, isForGroup: group != nil)
        identity = Files.identity(of: path)
        do { try grantAccess(path) } catch {
            remove()
            throw error
        }
        return socket
    }

    /// Gives a file to the group, with the given permissions.
    private func grantAccess(_ path: String, permissions: UInt32? = nil) throws(Failure) {
        guard let group else { return }
        do {
            try Files.setGroup(of: path, to: group.id)
            if let permissions { try Files.permit(permissions, to: path) }
        } catch {
            throw .notGiven(path, group, program: program, error)
        }
    }

    private func removeDead() throws {
        guard Files.isSocket(path) else { throw Failure.notASocket(path) }
        do {
            _ = try UnixSocket.connect(to: path, timeout: .seconds(1))
        } catch {
            // A socket that exists and takes no connections at the moment is in use.
            guard error.code != EAGAIN else { throw Failure.inUse(path, program: program) }
            guard error.code == ECONNREFUSED else { throw error }
            return try Files.remove(path)
        }
        throw Failure.inUse(path, program: program)
    }
}

/// A group whose members may control the match.
public struct OperatorGroup: Hashable, Sendable {
    /// The name.
    public let name: String
    /// The number.
    public let id: UInt32

    /// Makes a group of its name and its number.
    public init(name: String, id: UInt32) { (self.name, self.id) = (name, id) }
}
