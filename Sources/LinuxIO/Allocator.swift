import CLinux

/// The C library's allocator.
public enum Allocator {
    /// Keeps all allocations of the process in one arena, mallopt(3).
    ///
    /// A serial queue moves between threads, and with an arena for each of them, what it gives
    /// back in one is not to be had in the next.
    public static func keepToOneArena() {
        clinux_keep_to_one_arena()
    }
}
