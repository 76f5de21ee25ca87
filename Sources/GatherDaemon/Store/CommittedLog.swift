import Glibc
import LinuxIO

/// Records how much of the write-ahead log is committed.
///
/// A commit whose flush fails is refused, but its frames are complete in the file, and the next
/// reader of the log would find them committed. So they are cut off.
final class CommittedLog {
    private let file: Descriptor
    private let path: String
    private let identity: FileIdentity?
    /// The number of committed frames.
    private(set) var frames: Int
    private var generation: [UInt8]
    /// True if the remains of a failed commit could not be cut off yet.
    private(set) var hasRefused = false

    /// Takes the log of a connection that is open and has committed nothing yet.
    ///
    /// - Parameter frames: The number of frames found committed.
    init(path: String, frames: Int) throws(SystemError) {
        self.path = path
        self.frames = frames
        file = try Files.open(path, writing: true)
        identity = Files.identity(of: path)
        generation = try file.read(WriteAheadLog.headerSize, at: 0)
    }

    /// True if the file still has its name, so that it is found after a restart.
    var isNamed: Bool { (try? file.size().isNamed) ?? false }

    /// True if another file is at its path.
    var isReplaced: Bool { Files.identity(of: path).map { $0 != identity } ?? false }

    /// Records a commit.
    func committed(frames: Int) {
        self.frames = frames
        if let header = try? file.read(WriteAheadLog.headerSize, at: 0) { generation = header }
    }

    /// Cuts off the remains of a failed commit.
    func retract() throws(StoreError) {
        hasRefused = true
        do {
            let header = try file.read(WriteAheadLog.headerSize, at: 0)
            // A restarted log means that the former one is completely in the database.
            let isSame = header == generation && !header.isEmpty
            let end = isSame ? WriteAheadLog.headerSize + frames * WriteAheadLog.frameSize : 0
            if try file.size().bytes > end { try cutOff(at: end) }
        } catch {
            throw StoreError(error, path: path)
        }
        hasRefused = false
    }

    private func cutOff(at end: Int) throws(SystemError) {
        do { try file.truncate(to: end) } catch {
            // A frame with zeroed salts and checksum also ends the log.
            let frame = [UInt8](repeating: 0, count: WriteAheadLog.frameHeaderSize)
            try file.write(frame, at: max(end, WriteAheadLog.headerSize))
        }
    }
}
