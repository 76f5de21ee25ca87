import Glibc

/// The IDs that stand for all users and groups without an ID here, user_namespaces(7).
///
/// A peer with such an ID may be anybody.
public struct OverflowIDs: Sendable {
    /// The user IDs; systemd calls one of them `nobody`.
    public let users: Set<UInt32>
    /// The group IDs; systemd calls one of them `nogroup`.
    public let groups: Set<UInt32>

    /// Makes a set for a test.
    public init(users: Set<UInt32>, groups: Set<UInt32>) {
        (self.users, self.groups) = (users, groups)
    }

    /// Returns this machine's IDs, proc_sys_kernel(5), and the kernel's defaults.
    ///
    /// The defaults are all that is known if a sandbox hides the files.
    public static func current() -> OverflowIDs {
        var users: Set = [standard, named("overflowuid")]
        // Outside of a user namespace, 0 is the ID of root alone, even if overflowuid is 0, too.
        if users.contains(0), !areHiddenOnes { users.remove(0) }
        return OverflowIDs(users: users, groups: [standard, named("overflowgid")])
    }

    /// True if a user namespace maps other users to them; outside of one, they are ordinary IDs.
    public static var areHiddenOnes: Bool {
        guard let bytes = try? Files.contents(of: "/proc/self/uid_map", limit: 4_096) else {
            return false
        }
        // "0 0 4294967295" maps every user to itself.
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        return lines.map { $0.split(separator: " ").map(String.init) }
            != [["0", "0", "\(UInt32.max)"]]
    }

    /// The kernel's default of either ID.
    public static let standard: UInt32 = 65_534

    private static func named(_ name: String) -> UInt32 {
        let bytes = try? Files.contents(of: "/proc/sys/kernel/\(name)", limit: 32)
        let text = String(decoding: bytes ?? [], as: UTF8.self)
        return text.split(whereSeparator: \.isNewline).first.flatMap { UInt32($0) } ?? standard
    }
}
