import LinuxIO

/// Something that is kept in a file.
protocol FileRecord {
    /// The longest file, in bytes.
    static var longest: Int { get }
    /// The file's bytes.
    var bytes: [UInt8] { get }
    /// Makes an empty record.
    init()
    /// Reads the file; nil if it is none of this version.
    init?(_ bytes: [UInt8])
}

/// The file of what is kept of a pitch or of a club, locked against another process.
final class RecordFile<Content: FileRecord> {
    private let path: String
    private let lock: Descriptor
    private let log: ServiceLog
    private var isFailing = false

    /// Locks the file in a directory, which is made if it is missing.
    ///
    /// - Parameters:
    ///   - name: The name of the file.
    ///   - role: The role that another process has if the file is locked.
    init(
        in directory: String, named name: String, role: String, log: ServiceLog
    ) throws(ServiceFailure) {
        path = "\(directory)/\(name).json"
        self.log = log
        let lock: Descriptor?
        do {
            try Files.makeDirectory(directory)
            lock = try Files.lockFile("\(directory)/\(name).lock")
        } catch { throw ServiceFailure(description: "cannot use \(directory): \(error)") }
        guard let lock else {
            throw ServiceFailure(description: "another gather-mqtt \(role) already")
        }
        self.lock = lock
    }

    /// Reads what was kept.
    func read() -> Content {
        do {
            guard let bytes = try Files.contents(of: path, limit: Content.longest) else {
                return Content()
            }
            if let content = Content(bytes) { return content }
            log.write(.warning, "\(path) makes no sense, beginning anew")
        } catch { log.write(.warning, "cannot read \(path), beginning anew: \(error)") }
        return Content()
    }

    /// Replaces what was kept; it is on disk when this returns.
    func write(_ content: Content) {
        do {
            try save(content)
        } catch {
            if !isFailing { log.write(.warning, "cannot write \(path), going on: \(error)") }
            isFailing = true
        }
    }

    /// Replaces what was kept, which stays as it was if this fails.
    func save(_ content: Content) throws(SystemError) {
        try Files.replace(path, with: content.bytes)
        isFailing = false
    }
}
