import CLinux

/// A file without a name, which disappears with its last descriptor, memfd_create(2).
public enum MemoryFile {
    /// Makes a file from bytes, whose descriptor reads from the beginning.
    public static func of(_ bytes: [UInt8]) throws(SystemError) -> Descriptor {
        let file = Descriptor(owning: try checked { clinux_memory_file() })
        try file.write(bytes, at: 0)
        return file
    }
}
