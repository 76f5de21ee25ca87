import Glibc

/// An open file descriptor, closed when nobody holds it any more.
public final class Descriptor: Sendable {
    /// The number of the descriptor.
    public let number: Int32

    /// Takes over a descriptor that is open.
    public init(owning number: Int32) {
        self.number = number
    }

    deinit {
        // close(2) on Linux releases the descriptor even where it reports an error.
        _ = close(number)
    }

    /// Reads what is there, at most as much as the buffer holds.
    ///
    /// - Returns: The number of bytes, 0 at the end, or nil if a non-blocking descriptor has none.
    public func read(into buffer: inout [UInt8]) throws(SystemError) -> Int? {
        do {
            return try checked {
                buffer.withUnsafeMutableBytes { Glibc.read(number, $0.baseAddress, $0.count) }
            }
        } catch {
            guard error.code == EAGAIN else { throw error }
            return nil
        }
    }

    /// Writes as much as goes.
    ///
    /// - Returns: The number of bytes, or nil if a non-blocking descriptor takes none now.
    public func write(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int? {
        do {
            return try checked {
                bytes.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
            }
        } catch {
            guard error.code == EAGAIN else { throw error }
            return nil
        }
    }

    /// Waits until there is something to read or the other end is gone.
    ///
    /// - Parameter timeout: How long to wait at most; nil for ever.
    /// - Returns: Whether there is.
    public func waitUntilReadable(timeout: Duration?) throws(SystemError) -> Bool {
        var descriptor = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        let milliseconds = timeout.map(Self.pollMilliseconds) ?? -1
        return try checked { poll(&descriptor, 1, milliseconds) } > 0
    }

    private static func pollMilliseconds(_ duration: Duration) -> Int32 {
        // Rounded up: a wait that ends too early would be a busy loop.
        let bounded = min(max(duration, .zero), .milliseconds(Int32.max))
        let (seconds, attoseconds) = bounded.components
        return Int32(
            clamping: seconds * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
