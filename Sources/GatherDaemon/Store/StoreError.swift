import CSQLite
import Glibc
import LinuxIO

/// Why the store could not do something.
struct StoreError: Error, CustomStringConvertible, Equatable {
    /// What kind of thing is in the way, for a person to act on.
    enum Cause: Equatable {
        /// No room is left.
        case full
        /// The user's share of the disk is used up.
        case overQuota
        /// The file may not grow.
        case atSizeLimit
        /// Nobody may write to the disk at present.
        case readOnly
        /// This user may not write.
        case forbidden
        /// The disk reports errors.
        case failing
        /// Another process holds the database.
        case locked
        /// The file has been removed.
        case removed
        /// Another file has been put in its place.
        case replaced
        /// What the file holds is not what was written.
        case damaged
        /// Something else than a file stands in its place.
        case notAFile
        /// The file is another program's, or a newer version's.
        case notOurs
        /// None of these.
        case other
    }

    let cause: Cause
    /// The file or directory that it is about.
    let path: String
    /// What the log is to say.
    let description: String

    init(_ cause: Cause, path: String, _ description: String) {
        (self.cause, self.path, self.description) = (cause, path, description)
    }

    /// Makes an error of what SQLite says.
    ///
    /// - Parameters:
    ///   - code: The extended result code, https://www.sqlite.org/rescode.html.
    ///   - systemError: The errno that goes with it, or 0.
    init(code: Int32, systemError: Int32, path: String, message: String) {
        // For other codes it is what an earlier call left.
        let hasSystem = [SQLITE_IOERR, SQLITE_CANTOPEN].contains(code & 0xFF) && systemError != 0
        let system = hasSystem ? ", \(SystemError(systemError))" : ""
        self.init(
            Self.cause(code, systemError, path), path: path,
            "\(message) (SQLite \(code & 0xFF), extended \(code)\(system))")
    }

    init(_ error: SystemError, path: String) {
        self.init(
            Self.cause(systemError: error.code) ?? .other, path: path, "\(error) (\(path))")
    }

    /// The file holds what was never written to it.
    static func damaged(_ path: String, _ description: String) -> StoreError {
        StoreError(.damaged, path: path, description)
    }

    /// Something else than a file stands at its path, and what to do about it.
    static func notAFile(_ path: String, _ kind: FileKind) -> StoreError {
        let advice =
            kind == .link
            ? "move the file itself there, or have --state-directory name its directory"
            : "move it away"
        return StoreError(
            .notAFile, path: path, "\(path) is \(kind.rawValue), not a file; \(advice)")
    }

    /// Damage that was seen while the disk did not give all that was asked of it.
    static func unread(_ path: String, _ description: String) -> StoreError {
        StoreError(.failing, path: path, "reading failed: \(description)")
    }

    /// The reason where a change before has waited too long for the disk.
    static let noAnswer = "the disk does not answer"

    /// The same where a damaged file is being salvaged.
    static let repairing = "the database is damaged and is being repaired"

    /// The reason as a client is told it.
    var reason: String {
        switch cause {
        case .full: "the disk is full (\(path))"
        case .overQuota: "the disk quota is used up (\(path))"
        case .atSizeLimit:
            "the file may not grow: the file size limit of gatherd is reached (\(path))"
        case .readOnly: "the disk is read-only (\(path))"
        case .forbidden: "gatherd may not write there: permission denied (\(path))"
        case .failing: "the disk has errors (\(path)); the log of gatherd has the details"
        case .locked: "another process has locked the database (\(path))"
        case .removed: "the database was removed, and could not be made again (\(path))"
        case .replaced:
            "another file was put in the place of the database (\(path)); "
                + "move it away, or restart gatherd to go on with it"
        case .damaged: "the database is damaged (\(path)); the log of gatherd has the details"
        case .notAFile: description
        case .notOurs: "\(description) (\(path))"
        case .other: "\(description) (\(path))"
        }
    }

    /// Whether the connection that met it is better not used again.
    var spoilsConnection: Bool {
        switch cause {
        case .full, .overQuota, .locked: false
        default: true
        }
    }

    private static func cause(_ code: Int32, _ systemError: Int32, _ path: String) -> Cause {
        switch code & 0xFF {
        case SQLITE_FULL: return .full
        // What a read that failed has left out is not damaged.
        case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT:
            return SystemError(systemError).isOfDisk ? .failing : .damaged
        case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: return .locked
        // More bytes were to be there.
        case SQLITE_IOERR where code == CSQLITE_IOERR_SHORT_READ:
            return SystemError(systemError).isOfDisk ? .failing : .damaged
        case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH: return whyNotWritable(path)
        case SQLITE_IOERR: return cause(systemError: systemError) ?? .failing
        case SQLITE_CANTOPEN:
            let found = whyNotWritable(path)
            return cause(systemError: systemError) ?? (found == .other ? .other : found)
        default: return .other
        }
    }

    private static func cause(systemError: Int32) -> Cause? {
        switch systemError {
        case ENOSPC: .full
        case EDQUOT: .overQuota
        case EFBIG: .atSizeLimit
        case EROFS: .readOnly
        case EACCES, EPERM: .forbidden
        case _ where SystemError(systemError).isOfDisk: .failing
        default: nil
        }
    }

    /// What the kernel says of writing to a file that SQLite could only read, or to its directory.
    private static func whyNotWritable(_ path: String) -> Cause {
        let directory = Files.directory(of: path)
        for place in [path, directory] where Glibc.access(place, W_OK) != 0 {
            if let cause = cause(systemError: errno) { return cause }
        }
        // It could be written by now.
        return .other
    }
}
