import CLinux

/// The C library's allocator.
public enum Allocator {
    /// Keeps all allocations of the process in one arena, mallopt(3).
    ///
    /// A serial queue moves between threads. With an arena for each thread, memory that it frees in
    /// one is not available in the next.
    public static func useOneArena() {
        clinux_keep_to_one_arena()
    }

    /// Makes large allocations return their memory to the system as soon as they are freed,
    /// mallopt(3).
    ///
    /// By default, once the first of them is freed, the C library keeps the memory of others of its
    /// size. After a few long messages, the process would stay as large as they were together.
    public static func releaseLargeBlocks() {
        clinux_give_back_large()
    }
}
