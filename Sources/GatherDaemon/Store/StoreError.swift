import CSQLite
import Glibc
import LinuxIO

/// The reason why an operation of the store failed.
struct StoreError: Error, CustomStringConvertible, Equatable {
    /// The kind of problem, so that a person can act on it.
    enum Cause: Equatable {
        /// No room is left.
        case full
        /// The user's disk quota is used up.
        case overQuota
        /// The file may not grow.
        case atSizeLimit
        /// Nobody can write to the disk at present.
        case readOnly
        /// This user has no permission to write.
        case forbidden
        /// The disk reports errors.
        case failing
        /// Another process holds the database.
        case locked
        /// The file has been removed.
        case removed
        /// Another file has been put in its place.
        case replaced
        /// The file's content is not what was written.
        case damaged
        /// Something other than a file is at the path.
        case notAFile
        /// The file is another program's, or a newer version's.
        case notOurs
        /// The cause is none of these.
        case other

        /// The errno of a place where nobody, or not this user, can write; nil for the others.
        fileprivate var systemError: Int32? {
            switch self {
            case .readOnly: EROFS
            case .forbidden: EACCES
            default: nil
            }
        }
    }

    let cause: Cause
    /// The file or directory of the error.
    let path: String
    /// The text for the log.
    let description: String

    init(_ cause: Cause, path: String, _ description: String) {
        (self.cause, self.path, self.description) = (cause, path, description)
    }

    /// Makes an error from SQLite's result.
    ///
    /// - Parameters:
    ///   - code: The extended result code, https://www.sqlite.org/rescode.html.
    ///   - systemError: The corresponding errno, or 0.
    init(code: Int32, systemError: Int32, path: String, message: String) {
        // With other codes, errno is a remnant of an earlier call.
        let hasSystem = [SQLITE_IOERR, SQLITE_CANTOPEN].contains(code & 0xFF) && systemError != 0
        let cause = Self.cause(code, systemError, path)
        // If SQLite has only looked for a file that it could not make, it is the cause of that.
        let known: Int32? = Self.cause(systemError: systemError) == nil ? cause.systemError : nil
        let system = hasSystem ? ", \(SystemError(known ?? systemError))" : ""
        self.init(
            cause, path: path, "\(message) (SQLite \(code & 0xFF), extended \(code)\(system))")
    }

    init(_ error: SystemError, path: String) {
        self.init(Self.cause(systemError: error.code) ?? .other, path: path, "\(error) (\(path))")
    }

    /// Makes the error of an operation on files and the database.
    init(of error: any Error, path: String) {
        switch error {
        case let error as StoreError: self = error
        case let error as SystemError: self.init(error, path: path)
        default: self.init(.other, path: path, "\(error)")
        }
    }

    /// Makes the error for a file whose content was never written to it.
    static func damaged(_ path: String, _ description: String) -> StoreError {
        StoreError(.damaged, path: path, description)
    }

    /// Makes the error for a path with something other than a file, with the remedy.
    static func notAFile(_ path: String, _ kind: FileKind) -> StoreError {
        let advice =
            kind == .link
            ? "move the file itself there, or have --state-directory name its directory"
            : "move it away"
        return StoreError(
            .notAFile, path: path, "\(path) is \(kind.rawValue), not a file; \(advice)")
    }

    /// Makes the error for apparent damage that was seen while the disk failed to deliver data.
    static func unread(_ path: String, _ description: String) -> StoreError {
        StoreError(.failing, path: path, "reading failed: \(description)")
    }

    /// The reason given if an earlier change has waited too long for the disk.
    static let noAnswer = "the disk does not answer"

    /// The reason given while a damaged file is being salvaged.
    static let repairing = "the database is damaged and is being repaired"

    /// The reason as a text for clients.
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
        case .other: path.isEmpty ? description : "\(description) (\(path))"
        }
    }

    /// The reason as a text for who checks or restores a file: what is wrong with the file, or with
    /// the disk.
    var fault: String {
        switch cause {
        case .damaged, .notAFile, .notOurs, .other: description
        default: reason
        }
    }

    /// True if the connection should not be used again after this error.
    var spoilsConnection: Bool {
        switch cause {
        case .full, .overQuota, .locked: false
        default: true
        }
    }

    private static func cause(_ code: Int32, _ systemError: Int32, _ path: String) -> Cause {
        switch code & 0xFF {
        case SQLITE_FULL: return .full
        // Data that a failed read left out is not damaged.
        case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT:
            return SystemError(systemError).isOfDisk ? .failing : .damaged
        case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: return .locked
        // A short read means that the file should have been longer.
        case SQLITE_IOERR where code == CSQLITE_IOERR_SHORT_READ:
            return SystemError(systemError).isOfDisk ? .failing : .damaged
        case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH: return readOnlyCause(path)
        case SQLITE_IOERR: return cause(systemError: systemError) ?? .failing
        case SQLITE_CANTOPEN:
            let found = readOnlyCause(path)
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

    /// Returns the kernel's reason why a file that SQLite could only read, or its directory, is not
    /// writable.
    private static func readOnlyCause(_ path: String) -> Cause {
        let directory = Files.directory(of: path)
        for place in [path, directory] where Glibc.access(place, W_OK) != 0 {
            if let cause = cause(systemError: errno) { return cause }
        }
        // The file is writable by now.
        return .other
    }
}
