import CLinux
import Glibc

/// Limits the time of writes to a descriptor.
///
/// Without it, a write could wait forever, for example on a terminal whose output is stopped. It is
/// for a process of one thread.
public final class WriteTimeout {
    private let output: Descriptor
    private let duplicate: Descriptor
    private let nullDevice: Descriptor

    /// Keeps a duplicate of the descriptor, and one for the null device.
    public init(_ output: Descriptor) throws(SystemError) {
        self.output = output
        duplicate = Descriptor(owning: try checked { clinux_duplicate(output.number) })
        nullDevice = Descriptor(owning: try checked { open("/dev/null", O_WRONLY | O_CLOEXEC) })
    }

    /// Runs code that writes; after a number of seconds, the rest of its output is discarded.
    ///
    /// - Returns: True if all of it was written.
    @discardableResult public func write(within seconds: UInt32, _ work: () -> Void) -> Bool {
        clinux_limit_writes(output.number, nullDevice.number, seconds)
        work()
        return clinux_unlimit_writes(duplicate.number)
    }
}
