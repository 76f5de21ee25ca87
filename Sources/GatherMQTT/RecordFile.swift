import LinuxIO

/// The file of what is kept of a pitch, locked against another process.
final class RecordFile {
    /// A reason why it cannot be used.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let path: String
    private let lock: Descriptor
    private let log: Log
    private var isFailing = false

    /// Locks the file in a directory, which is made if it is missing.
    ///
    /// - Parameter pitch: The name of the pitch at the broker.
    init(in directory: String, of pitch: String, log: Log) throws(Failure) {
        path = "\(directory)/\(pitch).json"
        self.log = log
        do {
            try Files.makeDirectory(directory)
            guard let lock = try Files.lockFile("\(directory)/\(pitch).lock") else {
                throw Failure(
                    description: "another gather-mqtt publishes the pitch '\(pitch)' already")
            }
            self.lock = lock
        } catch let error as SystemError {
            throw Failure(description: "cannot use \(directory): \(error)")
        } catch let failure as Failure {
            throw failure
        } catch { throw Failure(description: "cannot use \(directory)") }
    }

    /// Reads what was kept.
    func read() -> Record {
        do {
            guard let bytes = try Files.contents(of: path, limit: Limits.recordBytes) else {
                return Record()
            }
            if let record = Record(bytes) { return record }
            log.write(.warning, "\(path) makes no sense, beginning anew")
        } catch { log.write(.warning, "cannot read \(path), beginning anew: \(error)") }
        return Record()
    }

    /// Replaces what was kept; it is on disk when this returns.
    func write(_ record: Record) {
        do {
            try Files.replace(path, with: record.bytes)
            isFailing = false
        } catch {
            if !isFailing { log.write(.warning, "cannot write \(path), going on: \(error)") }
            isFailing = true
        }
    }
}
