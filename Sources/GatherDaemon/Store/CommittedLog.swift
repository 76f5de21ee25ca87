import Glibc
import LinuxIO

/// How far the write-ahead log was committed.
///
/// A commit whose flush fails is refused, but its frames stand in the file whole: the next to read
/// the log would find them committed. They are cut off.
final class CommittedLog {
    private let file: Descriptor
    private let path: String
    private let identity: FileIdentity?
    /// How many frames are committed.
    private(set) var frames: Int
    private var generation: [UInt8]
    /// Whether what a failed commit left could not be cut off yet.
    private(set) var hasRefused = false

    /// Takes the log of a connection that is open and has committed nothing yet.
    ///
    /// - Parameter frames: How many frames were found committed.
    init(path: String, frames: Int) throws(SystemError) {
        self.path = path
        self.frames = frames
        file = try Files.open(path, writing: true)
        identity = Files.identity(of: path)
        generation = try file.read(WriteAheadLog.headerSize, at: 0)
    }

    /// Whether the file still has its name, so that it is found after a restart.
    var isNamed: Bool { (try? file.size().isNamed) ?? false }

    /// Whether another file is at its path.
    var isReplaced: Bool { Files.identity(of: path).map { $0 != identity } ?? false }

    /// Notes a commit.
    func committed(frames: Int) {
        self.frames = frames
        if let header = try? file.read(WriteAheadLog.headerSize, at: 0) { generation = header }
    }

    /// Cuts off what a commit that failed has left.
    func retract() throws(StoreError) {
        hasRefused = true
        do {
            let header = try file.read(WriteAheadLog.headerSize, at: 0)
            // A log that was begun anew has been taken into the database whole.
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
            // A frame without its salts and its checksum ends the log as well.
            let frame = [UInt8](repeating: 0, count: WriteAheadLog.frameHeaderSize)
            try file.write(frame, at: max(end, WriteAheadLog.headerSize))
        }
    }
}
