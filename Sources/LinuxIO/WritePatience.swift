import CLinux
import Glibc

/// Has whatever writes to a descriptor give up where that takes too long.
///
/// By itself it would wait for ever, as a terminal whose output is stopped takes nothing. This is
/// for a process of one thread.
public final class WritePatience {
    private let output: Descriptor
    private let kept: Descriptor
    private let nowhere: Descriptor

    /// Keeps a second way to what is written to, and a way to nowhere.
    public init(_ output: Descriptor) throws(SystemError) {
        self.output = output
        kept = Descriptor(owning: try checked { clinux_duplicate(output.number) })
        nowhere = Descriptor(owning: try checked { open("/dev/null", O_WRONLY | O_CLOEXEC) })
    }

    /// Lets something write; after so many seconds, what it has still to write goes nowhere.
    ///
    /// - Returns: Whether all of it was taken.
    @discardableResult public func write(within seconds: UInt32, _ work: () -> Void) -> Bool {
        clinux_limit_writes(output.number, nowhere.number, seconds)
        work()
        return clinux_unlimit_writes(kept.number)
    }
}
