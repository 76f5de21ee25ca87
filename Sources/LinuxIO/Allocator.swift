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

    /// Has a large allocation give its memory back as soon as it is freed, mallopt(3).
    ///
    /// By default the first one that is freed makes the C library keep what others of its size give
    /// back: a few long messages, and the process stays as large as they were together.
    public static func giveBackLarge() {
        clinux_give_back_large()
    }
}
