import Glibc

/// The users that this process acts as.
public enum Privileges {
    /// Gives up the rights of root for those of a user with one group, for good.
    public static func become(user: UInt32, group: UInt32) throws(SystemError) {
        // The groups first: they take the rights that go with the user.
        _ = try checked { setgroups(0, nil) }
        _ = try checked { setgid(group) }
        _ = try checked { setuid(user) }
    }
}
