import CLinux
import Glibc

/// What this process may still have of the machine.
public enum Capacity {
    /// How many more descriptors can be open at once.
    ///
    /// - Parameter limit: How many are tried at most.
    public static func descriptors(upTo limit: Int) -> Int {
        var opened: [Descriptor] = []
        while opened.count < limit {
            let number = clinux_duplicate(STDIN_FILENO)
            guard number >= 0 else { break }
            opened.append(Descriptor(owning: number))
        }
        return opened.count
    }

    /// How many more threads there can be at once.
    ///
    /// - Parameter limit: How many are tried at most.
    public static func threads(upTo limit: Int) -> Int {
        Int(clinux_make_threads(Int32(clamping: limit)))
    }
}
