import CLinux
import Glibc

/// The users of this machine.
public enum UserName {
    /// Returns the ID of a user, or nil if the machine knows none with this name, getpwnam_r(3).
    ///
    /// In a program without a dynamic linker, only users who are in the file are found.
    public static func id(of name: String) -> UInt32? {
        _ = NameService.readsFilesAlone
        var buffer = [CChar](repeating: 0, count: 4_096)
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        guard getpwnam_r(name, &entry, &buffer, buffer.count, &found) == 0, found != nil else {
            return nil
        }
        return entry.pw_uid
    }

    /// Returns the name of a user, or nil if the machine knows none, getpwuid_r(3).
    public static func of(uid: UInt32) -> String? {
        let hasMore = NameService.readsFilesAlone
        var buffer = [CChar](repeating: 0, count: 4_096)
        // The name is in the buffer, which must stay until it is copied.
        let name = buffer.withUnsafeMutableBufferPointer { buffer -> String? in
            var entry = passwd()
            var found: UnsafeMutablePointer<passwd>?
            guard let base = buffer.baseAddress,
                getpwuid_r(uid, &entry, base, buffer.count, &found) == 0, found != nil,
                let name = entry.pw_name
            else { return nil }
            return String(cString: name)
        }
        return name ?? (hasMore ? NameService.name(of: uid, in: "passwd") : nil)
    }
}

/// The groups of this machine.
public enum GroupName {
    /// Returns the ID of a group, or nil if the machine knows none with this name, getgrnam_r(3).
    ///
    /// In a program without a dynamic linker, only groups that are in the file are found.
    public static func id(of name: String) -> UInt32? {
        _ = NameService.readsFilesAlone
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
        let hasMore = NameService.readsFilesAlone
        var buffer = [CChar](repeating: 0, count: 1 << 18)
        let name = buffer.withUnsafeMutableBufferPointer { buffer -> String? in
            var entry = group()
            var found: UnsafeMutablePointer<group>?
            guard let base = buffer.baseAddress,
                getgrgid_r(id, &entry, base, buffer.count, &found) == 0, found != nil,
                let name = entry.gr_name
            else { return nil }
            return String(cString: name)
        }
        return name ?? (hasMore ? NameService.name(of: id, in: "group") : nil)
    }
}

/// The databases of names, nsswitch.conf(5).
///
/// The modules that are not part of the C library, such as that for LDAP, crash a program without a
/// dynamic linker. Such a program reads the files itself, and leaves the rest to getent(1).
private enum NameService {
    /// True if this program has no dynamic linker; it then reads the files alone.
    static let readsFilesAlone = clinux_keeps_to_files()

    /// Returns the name that getent(1) finds for a number, or nil if it finds none.
    static func name(of id: UInt32, in database: String) -> String? {
        guard let output = try? MemoryFile.of([]), let none = try? Files.open("/dev/null"),
            let process = try? SpawnedProcess(
                ["/usr/bin/getent", database, "\(id)"],
                streams: SpawnedProcess.Streams(input: none, output: output, errors: none),
                leadsGroup: false),
            process.end() == .exited(0),
            let line = try? output.read(4_096, at: 0),
            let name = line.split(separator: UInt8(ascii: ":"), maxSplits: 1).first
        else { return nil }
        return String(decoding: name, as: UTF8.self)
    }
}
