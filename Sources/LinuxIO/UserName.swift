import Glibc

/// The users of this machine.
public enum UserName {
    /// Returns the name of a user, or nil if the machine knows none, getpwuid_r(3).
    public static func of(uid: UInt32) -> String? {
        var buffer = [CChar](repeating: 0, count: 4_096)
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        guard getpwuid_r(uid, &entry, &buffer, buffer.count, &found) == 0, found != nil,
            let name = entry.pw_name
        else { return nil }
        return String(cString: name)
    }
}

/// The groups of this machine.
public enum GroupName {
    /// Returns the ID of a group, or nil if the machine knows none with this name, getgrnam_r(3).
    public static func id(of name: String) -> UInt32? {
        // The entry includes the members, who may be many.
        var buffer = [CChar](repeating: 0, count: 1 << 18)
        var entry = group()
        var found: UnsafeMutablePointer<group>?
        guard getgrnam_r(name, &entry, &buffer, buffer.count, &found) == 0, found != nil else {
            return nil
        }
        return entry.gr_gid
    }

    /// Returns the name of a group, or nil if the machine knows none, getgrgid_r(3).
    public static func of(id: UInt32) -> String? {
        var buffer = [CChar](repeating: 0, count: 1 << 18)
        var entry = group()
        var found: UnsafeMutablePointer<group>?
        guard getgrgid_r(id, &entry, &buffer, buffer.count, &found) == 0, found != nil,
            let name = entry.gr_name
        else { return nil }
        return String(cString: name)
    }
}
