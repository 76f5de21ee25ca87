import CLinux
import Glibc

/// Measures by which no secret remains after the process has ended.
public enum Secrecy {
    /// Prevents core dumps of this process, setrlimit(2).
    public static func forbidCoreDumps() {
        var limit = rlimit(rlim_cur: 0, rlim_max: 0)
        // Lowering a limit is always allowed.
        _ = setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    }

    /// Prevents other processes of the same user from reading this one's memory, prctl(2).
    ///
    /// It also prevents core dumps, whatever handles those of the machine.
    public static func forbidInspection() { clinux_forbid_inspection() }
}
