import CLinux
import Glibc

/// The remaining resources of this process.
public enum Capacity {
    /// Returns how many more descriptors can be open at once.
    ///
    /// - Parameter limit: The maximum number to try.
    public static func descriptors(upTo limit: Int) -> Int {
        var opened: [Descriptor] = []
        while opened.count < limit {
            let number = clinux_duplicate(STDIN_FILENO)
            guard number >= 0 else { break }
            opened.append(Descriptor(owning: number))
        }
        return opened.count
    }

    /// Returns how many more threads can exist at once.
    ///
    /// - Parameter limit: The maximum number to try.
    public static func threads(upTo limit: Int) -> Int {
        Int(clinux_make_threads(Int32(clamping: limit)))
    }
}
