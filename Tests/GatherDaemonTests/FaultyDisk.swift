import FaultVFS
import Glibc
import LinuxIO
import Testing

/// A disk under a directory that fails on demand.
///
/// Only the file system of SQLite is replaced, so that the tests run the real store.
final class FaultyDisk {
    /// The kind of a fault.
    struct Fault: Sendable, CustomTestStringConvertible {
        let name: String
        let operations: UInt32
        let error: Int32
        /// The reason that a client is told.
        let reason: String

        var testDescription: String { name }

        static let full = Fault(
            name: "full", operations: faultvfs_write, error: ENOSPC, reason: "the disk is full")
        static let overQuota = Fault(
            name: "over quota", operations: faultvfs_write, error: EDQUOT,
            reason: "the disk quota is used up")
        static let readOnly = Fault(
            name: "read-only", operations: faultvfs_write, error: EROFS,
            reason: "the disk is read-only")
        static let forbidden = Fault(
            name: "forbidden", operations: faultvfs_write, error: EACCES,
            reason: "gatherd may not write there: permission denied")
        static let atSizeLimit = Fault(
            name: "at the size limit", operations: faultvfs_write, error: EFBIG,
            reason: "the file may not grow: the file size limit of gatherd is reached")
        static let failingWrites = Fault(
            name: "failing writes", operations: faultvfs_write | faultvfs_truncate, error: EIO,
            reason: "the disk has errors")
        static let failingFlushes = Fault(
            name: "failing flushes", operations: faultvfs_sync, error: EIO,
            reason: "the disk has errors")
        static let failingFlushesAndCuts = Fault(
            name: "failing flushes and cuts",
            operations: faultvfs_sync | faultvfs_truncate | faultvfs_cut, error: EIO,
            reason: "the disk has errors")
        static let failingLogs = Fault(
            name: "failing flushes, cuts and overwriting",
            operations: faultvfs_sync | faultvfs_truncate | faultvfs_cut | faultvfs_overwrite,
            error: EIO, reason: "the disk has errors")
        static let failingReads = Fault(
            name: "failing reads", operations: faultvfs_read, error: EIO,
            reason: "the disk has errors")
        static let locked = Fault(
            name: "locked", operations: faultvfs_lock, error: EAGAIN,
            reason: "another process has locked the database")

        static let hangingFlushes = Fault(
            name: "hanging flushes", operations: faultvfs_sync, error: faultvfs_hangs,
            reason: "the disk does not answer")
        static let hangingReads = Fault(
            name: "hanging reads", operations: faultvfs_read, error: faultvfs_hangs,
            reason: "the disk does not answer")

        /// The faults of the disk itself, that a daemon finds when it starts.
        static let ofTheDisk = [
            full, overQuota, atSizeLimit, readOnly, forbidden, failingWrites, failingFlushes,
        ]
        static let all = ofTheDisk + [locked]
    }

    private let prefix: String

    /// Takes over the files below a directory; those that are opened from now on can fail.
    ///
    /// - Parameter name: The beginning of the names of the files that can fail.
    init(_ directory: String, name: String = "gather.db") {
        faultvfs_register()
        prefix = "\(directory)/\(name)"
    }

    deinit { repair() }

    /// The number of operations that have failed.
    var failures: Int { Int(faultvfs_failures(prefix)) }

    /// Makes the disk fail from now on.
    ///
    /// - Parameter passing: The number of these operations that still succeed.
    func set(_ fault: Fault, passing: Int = 0) {
        faultvfs_fail(prefix, fault.operations, fault.error, Int32(passing))
    }

    /// Ends all faults.
    func repair() { faultvfs_fail(prefix, 0, 0, 0) }
}
