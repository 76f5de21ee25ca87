import Glibc

/// A failed system call, with the kernel's reason.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The value of errno.
    public let code: Int32

    /// Makes an error from an errno value, by default the present one.
    public init(_ code: Int32 = errno) {
        self.code = code
    }

    /// True if the disk failed.
    public var isOfDisk: Bool { [EIO, ENXIO, EUCLEAN, ETIMEDOUT].contains(code) }

    /// True if no descriptor was left, in the process or on the machine.
    public var isOutOfDescriptors: Bool { code == EMFILE || code == ENFILE }

    /// True if the file system has no locks.
    public var isOfLocking: Bool { [EINVAL, ENOLCK, ENOSYS, EOPNOTSUPP].contains(code) }

    /// The text of strerror(3).
    public var description: String {
        var buffer = [CChar](repeating: 0, count: 256)
        // The XSI form of strerror_r, which Glibc imports, fills the buffer.
        guard strerror_r(code, &buffer, buffer.count) == 0 else { return "error \(code)" }
        let bytes = buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// Repeats a call that was interrupted by a signal.
///
/// - Throws: A ``SystemError`` for any other error.
func checked<Result: SignedInteger>(_ call: () -> Result) throws(SystemError) -> Result {
    while true {
        let result = call()
        if result >= 0 { return result }
        if errno != EINTR { throw SystemError() }
    }
}

/// Makes a call as `checked` does, and answers nil if it fails for one reason that is no fault.
func checked<Result: SignedInteger>(
    nilFor code: Int32, _ call: () -> Result
) throws(SystemError) -> Result? {
    do { return try checked(call) } catch {
        guard error.code == code else { throw error }
        return nil
    }
}
