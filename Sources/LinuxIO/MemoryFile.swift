import CLinux

/// A file without a name that is gone with its last descriptor, memfd_create(2).
public enum MemoryFile {
    /// Makes a file of bytes, to be read from its beginning by whoever gets its descriptor.
    public static func of(_ bytes: [UInt8]) throws(SystemError) -> Descriptor {
        let file = Descriptor(owning: try checked { clinux_memory_file() })
        try file.write(bytes, at: 0)
        return file
    }
}
