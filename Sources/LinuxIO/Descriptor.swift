import CLinux
import Glibc

/// An open file descriptor, closed when its last reference goes.
public final class Descriptor: Sendable {
    /// The number of the descriptor.
    public let number: Int32

    /// Takes over an open descriptor.
    public init(owning number: Int32) {
        self.number = number
    }

    /// Duplicates an open descriptor, which stays open by itself.
    public init(duplicating number: Int32) throws(SystemError) {
        self.number = try checked { clinux_duplicate(number) }
    }

    deinit {
        // close(2) on Linux releases the descriptor even if it reports an error.
        _ = close(number)
    }

    /// Reads available bytes, at most as many as the buffer holds.
    ///
    /// - Returns: The number of bytes, 0 at the end, or nil if a non-blocking descriptor has none.
    public func read(into buffer: inout [UInt8]) throws(SystemError) -> Int? {
        try checked(nilFor: EAGAIN) {
            buffer.withUnsafeMutableBytes { Glibc.read(number, $0.baseAddress, $0.count) }
        }
    }

    /// Reads at an offset of a file, up to its end.
    ///
    /// - Returns: The bytes, fewer than `count` only at the end.
    public func read(_ count: Int, at offset: Int) throws(SystemError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let more = try checked {
                bytes.withUnsafeMutableBytes {
                    pread(
                        number, $0.baseAddress.map { $0 + filled }, count - filled,
                        off_t(offset + filled))
                }
            }
            if more == 0 { break }
            filled += more
        }
        if filled < count { bytes.removeLast(count - filled) }
        return bytes
    }

    /// Returns the offset of the next bytes in a sparse file, whose holes read as zeros.
    ///
    /// - Returns: The offset of the first byte at `offset` or after it, or nil if none follows.
    public func nextData(from offset: Int) throws(SystemError) -> Int? {
        try checked(nilFor: ENXIO) { lseek(number, off_t(offset), clinux_seek_data) }
    }

    /// Returns the offset in a file at which its data on disk ends.
    public func endOfData() throws(SystemError) -> Int {
        var end = 0
        while let start = try nextData(from: end) {
            end = Int(try checked { lseek(number, off_t(start), clinux_seek_hole) })
        }
        return end
    }

    /// Writes at an offset of a file.
    public func write(_ bytes: [UInt8], at offset: Int) throws(SystemError) {
        var written = 0
        while written < bytes.count {
            written += try checked {
                bytes.withUnsafeBytes {
                    pwrite(
                        number, $0.baseAddress.map { $0 + written }, bytes.count - written,
                        off_t(offset + written))
                }
            }
        }
    }

    /// Truncates a file to a size in bytes.
    public func truncate(to size: Int) throws(SystemError) {
        _ = try checked { ftruncate(number, off_t(size)) }
    }

    /// Flushes written data of a file to disk, fsync(2).
    public func synchronize() throws(SystemError) {
        _ = try checked { fsync(number) }
    }

    /// Returns the size of a file in bytes, and true if it still has a name.
    public func size() throws(SystemError) -> (bytes: Int, isNamed: Bool) {
        var status = stat()
        _ = try checked { fstat(number, &status) }
        return (Int(status.st_size), status.st_nlink > 0)
    }

    /// Writes as many bytes as possible.
    ///
    /// - Returns: The number of bytes, or nil if a non-blocking descriptor takes none now.
    public func write(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int? {
        try checked(nilFor: EAGAIN) {
            bytes.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
        }
    }

    /// Writes all bytes.
    ///
    /// - Throws: A ``SystemError``; EAGAIN if the descriptor takes no more of them now.
    public func writeAll(_ bytes: ArraySlice<UInt8>) throws(SystemError) {
        var rest = bytes
        while !rest.isEmpty {
            guard let count = try write(rest) else { throw SystemError(EAGAIN) }
            rest = rest.dropFirst(count)
        }
    }

    /// Waits until there is something to read or the other end is closed.
    ///
    /// - Parameter timeout: The maximum time to wait; nil for no limit.
    /// - Returns: True if there is, false after the timeout.
    public func waitUntilReadable(timeout: Duration?) throws(SystemError) -> Bool {
        var descriptor = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        let milliseconds = timeout.map(Self.pollMilliseconds) ?? -1
        return try checked { poll(&descriptor, 1, milliseconds) } > 0
    }

    /// Returns a duration in milliseconds for poll(2), rounded up, since a wait that ends too early
    /// would be a busy loop.
    static func pollMilliseconds(_ duration: Duration) -> Int32 {
        let bounded = min(max(duration, .zero), .milliseconds(Int32.max))
        let (seconds, attoseconds) = bounded.components
        return Int32(
            clamping: seconds * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
