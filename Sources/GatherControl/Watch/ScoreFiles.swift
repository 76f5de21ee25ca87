import LinuxIO

/// Files in a directory that are always complete: each is replaced by a new one from the same
/// directory.
final class ScoreFiles {
    /// The reason why a file could not be written.
    struct Problem: Error, Hashable {
        let path: String
        let cause: String
    }

    private let directory: String
    private let names: [String]
    private var written: [String: [UInt8]] = [:]
    private var lock: Descriptor?
    private var claimed: FileIdentity?

    init(in directory: String, names: [String]) {
        self.directory = directory
        self.names = names
    }

    /// Claims the directory, and removes the temporary files of a writer that was killed.
    ///
    /// - Throws: A ``Problem`` if another writer has the directory, or it cannot be used.
    func open() throws(Problem) {
        let isOurs: Bool
        claimed = identity
        do {
            lock = try Files.lockDirectory(directory)
            isOurs = lock != nil
        } catch {
            // Some file systems have no locks.
            guard error.isOfLocking else { throw problem(directory, error) }
            isOurs = true
        }
        guard isOurs else {
            throw Problem(path: directory, cause: tr("another gatherctl writes there"))
        }
        for name in names where Files.exists(temporary(name)) {
            do { try Files.remove(temporary(name)) } catch { throw problem(directory, error) }
        }
    }

    /// Writes the files whose contents have changed.
    ///
    /// - Throws: A ``Problem`` with the first that could not be written; each file is either
    ///   unchanged or new.
    func write(_ contents: KeyValuePairs<String, [UInt8]>) throws(Problem) {
        do {
            if lock == nil || claimed != identity {
                // It is no longer the directory that was claimed, which was moved away.
                (lock, written) = (nil, [:])
                try open()
            }
            for (name, bytes) in contents where written[name] != bytes || !Files.exists(path(name))
            {
                try write(bytes, to: name)
            }
        } catch {
            // It may be another directory by the next time.
            written = [:]
            lock = nil
            throw error
        }
    }

    private func write(_ bytes: [UInt8], to name: String) throws(Problem) {
        do {
            try HeldSignals.without(HeldSignals.terminating) { () throws(SystemError) in
                try Files.put(bytes, at: path(name), by: temporary(name))
            }
        } catch { throw problem(path(name), error) }
        written[name] = bytes
    }

    /// The identity of the directory at the path; of a symbolic link, that of its target.
    private var identity: FileIdentity? { Files.identity(of: path(".")) }

    private func path(_ name: String) -> String { "\(directory)/\(name)" }

    private func temporary(_ name: String) -> String { Files.hidden(beside: path(name)) }

    private func problem(_ path: String, _ error: SystemError) -> Problem {
        Problem(path: path, cause: "\(error)")
    }
}

extension Files {
    /// Returns the path of a file until it is complete: no reader of the directory takes it for one
    /// of his.
    static func hidden(beside path: String) -> String {
        "\(directory(of: path))/.\(path.split(separator: "/").last ?? "").gatherctl"
    }
}
