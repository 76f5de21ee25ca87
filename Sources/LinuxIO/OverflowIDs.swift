import Glibc

/// The IDs that stand for all users and groups that have none here, user_namespaces(7): whoever has
/// one of them may be anybody.
public struct OverflowIDs: Sendable {
    /// The users; systemd calls one of them `nobody`.
    public let users: Set<UInt32>
    /// The groups; systemd calls one of them `nogroup`.
    public let groups: Set<UInt32>

    /// Makes a set for a test.
    public init(users: Set<UInt32>, groups: Set<UInt32>) {
        (self.users, self.groups) = (users, groups)
    }

    /// Those of this machine, proc_sys_kernel(5), and those that the kernel has unless told else,
    /// which is all that is known where a sandbox hides the files.
    public static func current() -> OverflowIDs {
        OverflowIDs(users: [usual, named("overflowuid")], groups: [usual, named("overflowgid")])
    }

    /// Whether a user namespace hides users behind them: outside of one, they are an owner's own.
    public static var areHiddenOnes: Bool {
        guard let bytes = try? Files.contents(of: "/proc/self/uid_map", limit: 4_096) else {
            return false
        }
        // "0 0 4294967295" maps every user to itself.
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        return lines.map { $0.split(separator: " ").map(String.init) }
            != [["0", "0", "\(UInt32.max)"]]
    }

    private static let usual: UInt32 = 65_534

    private static func named(_ name: String) -> UInt32 {
        let bytes = try? Files.contents(of: "/proc/sys/kernel/\(name)", limit: 32)
        let text = String(decoding: bytes ?? [], as: UTF8.self)
        return text.split(whereSeparator: \.isNewline).first.flatMap { UInt32($0) } ?? usual
    }
}
