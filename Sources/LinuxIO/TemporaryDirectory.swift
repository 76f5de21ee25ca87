import Glibc

/// A directory of this user alone, for as long as it is needed.
public struct TemporaryDirectory {
    /// The path.
    public let path: String

    /// Makes one in another directory; its name begins so.
    public init(in directory: String, named prefix: String) throws(SystemError) {
        var template = Array("\(directory)/\(prefix)XXXXXX".utf8CString)
        let isMade = template.withUnsafeMutableBufferPointer { text in
            text.baseAddress.flatMap { mkdtemp($0) } != nil
        }
        guard isMade else { throw SystemError() }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Removes it with all that is in it, as far as that can be removed.
    public func remove() { Self.remove(path) }

    private static func remove(_ path: String) {
        for name in (try? Files.names(in: path)) ?? [] {
            let entry = "\(path)/\(name)"
            if (try? Files.kind(at: entry)) == .directory { remove(entry) } else { unlink(entry) }
        }
        rmdir(path)
    }
}
