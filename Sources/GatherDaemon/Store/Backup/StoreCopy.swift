import GatherCore
import LinuxIO

/// A copy of the database in one file, for somebody else.
enum StoreCopy {
    /// Makes a copy of the committed content at one moment, without any trace of what was deleted.
    ///
    /// - Parameter flag: Ends it early, with an error.
    /// - Returns: The copy; it is gone with the descriptor, however this process ends.
    static func make(of files: StoreFiles, until flag: StopFlag) throws(StoreError) -> Descriptor {
        do {
            try files.removeCopy()
            defer { try? files.removeCopy() }
            // If the file were not there, SQLite would make it with its own permissions.
            let copy = try Files.make(files.copying)
            try fill(files, until: flag)
            return copy
        } catch {
            throw StoreError(of: error, path: files.copying)
        }
    }

    private static func fill(_ files: StoreFiles, until flag: StopFlag) throws(StoreError) {
        let database = try SQLiteDatabase(path: files.database, .reading)
        defer { withExtendedLifetime(flag) {} }
        database.keepLogOnClose(true)
        database.setBusyTimeout(Limits.databaseBusy)
        database.stop(on: flag)
        // Each page of both files is used only once, so a large cache would be useless.
        try database.execute("PRAGMA cache_size = -\(Limits.archiveCacheKilobytes)")
        try database.prepare("VACUUM INTO ?1").run([.text(files.copying)])
    }
}
