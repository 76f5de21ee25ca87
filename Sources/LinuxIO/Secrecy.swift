import CLinux
import Glibc

/// What a process can do so that the secrets it is given are nowhere when it has ended.
public enum Secrecy {
    /// Has a crash of this process leave no core dump, setrlimit(2).
    public static func forbidCoreDumps() {
        var limit = rlimit(rlim_cur: 0, rlim_max: 0)
        // To lower a limit is always allowed.
        _ = setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    }

    /// Has no other process of the same user read the memory of this one, prctl(2).
    ///
    /// Nor is there a core dump then, whatever takes those of the machine.
    public static func forbidInspection() { clinux_forbid_inspection() }
}
